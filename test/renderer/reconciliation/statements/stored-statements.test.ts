import { describe, expect, test } from 'vitest';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import type { StatementRecord } from '#renderer/data/storage/database/database.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import type { StatementQuestion } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { RowAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type {
  StatementAnswer,
  StatementAsk,
} from '#renderer/reconciliation/statements/model/statement-ask.ts';
import {
  createStatementReader,
  type FoundStatement,
} from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import {
  createStatementLines,
  daysMeet,
  mayShare,
} from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import { openStatements, packLines } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { STATEMENT_TABLES } from '#renderer/reconciliation/statements/worker/statement-tables.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { freshAccount, open } from '#test/renderer/data/storage/real-ledger.ts';

/** Imported statements as they lie in the ledger, and what is told of them. */

const pause = async (): Promise<void> => undefined;
const day = (text: string) => text as LocalDate;
const lineOf = (line: number, net: string, parts: Partial<StatementLine> = {}): StatementLine => ({
  ...{ line, cells: ['x'], movement: null, settlement: null, order: null, suborder: null, sku: null },
  ...{ operation: null, reference: null, currency: null, description: 'Pago', released: null, gross: null },
  ...{ date: { day: day('2026-03-02'), time: null, instant: null } },
  ...{ commission: null, shipping: null, taxes: null, balance: null, net: net as Decimal },
  ...parts,
});
const headOf = (
  id: string,
  importedAtMs: number,
  parts: Partial<ImportedStatement> = {},
): ImportedStatement => ({
  ...{ id, name: `${id}.csv`, digest: `digest of ${id}`, kind: 'bank', layout: null, lines: 2, fresh: 2 },
  ...{ days: { from: day('2026-03-01'), to: day('2026-03-31') }, accounts: [], importedAtMs, owner: 'Ana' },
  ...{ nets: [{ currency: 'CLP', net: '3' as Decimal }], proof: { state: 'holds', gap: '0' as Decimal } },
  ...parts,
});

describe('the statements of a ledger', () => {
  test('are stored whole, taken out and brought back, and are of the account that was said', async () => {
    const { statements: store } = await open(freshAccount());
    const put = async (
      head: ImportedStatement,
      lines: readonly StatementLine[],
      replaces: string | null = null,
    ) => store.put({ head, packed: await packLines(lines, pause), replaces, mapping: null });
    const ids = () => store.list().map(({ id }) => id);
    await put(headOf('a', 1), [lineOf(2, '1'), lineOf(3, '2')]);
    await put(headOf('b', 2), [lineOf(2, '5')]);
    expect([ids(), store.revision()]).toEqual([['b', 'a'], 2]);
    expect(await store.lines('a', pause)).toEqual([lineOf(2, '1'), lineOf(3, '2')]);
    await store.setAccount('a', { Canal: 'C', Cuenta: '1' });
    await store.setAccount('nobody', { Canal: 'C', Cuenta: '1' });
    expect(store.list().map(({ account }) => account)).toEqual([undefined, { Canal: 'C', Cuenta: '1' }]);
    expect(store.list()[1]).toEqual(headOf('a', 1, { account: { Canal: 'C', Cuenta: '1' } }));
    await store.remove('a');
    const before = store.revision();
    await store.remove('a');
    await store.remove('nobody');
    expect([ids(), store.revision()]).toEqual([['b'], before]);
    await store.restore('a');
    expect([ids(), store.revision()]).toEqual([['b', 'a'], before + 1]);
    expect((await store.lines('a', pause)).map(({ net }) => net)).toEqual(['1', '2']);
    // The next that is taken out leaves nothing of the one before.
    await store.remove('a');
    await store.remove('b');
    await store.restore('a');
    expect(ids()).toEqual([]);
    await store.restore('b');
    await put(headOf('c', 3), [lineOf(2, '7')], 'b');
    expect(ids()).toEqual(['c']);
    await expect(store.lines('b', pause)).rejects.toThrow();
  });

  test('bring the answers about their rows with them, and take back those that are no more', async () => {
    const { annotations, statements: store } = await open(freshAccount());
    const put = async (id: string, puts: readonly string[], deletes: readonly string[]) =>
      store.put({
        ...{ head: headOf(id, 1), packed: await packLines([], pause), replaces: null, mapping: null },
        rows: {
          puts: puts.map((key) => ({ key, value: { answer: 'movement', text: key, owner: 'Ana', atMs: 1 } })),
          deletes,
        },
      });
    const answered = () => [...annotations.of('statement-row').keys()];
    await put('a', ['one', 'two', 'three'], []);
    expect(answered()).toEqual(['one', 'two', 'three']);
    await put('b', [], ['two']);
    expect(answered()).toEqual(['one', 'three']);
    await put('c', ['four'], ['one']);
    expect(answered()).toEqual(['three', 'four']);
    await put('d', [], []);
    expect(answered()).toEqual(['three', 'four']);
  });

  test('are in storage as in memory: mappings, answers, and lines however many', async () => {
    const { storage, annotations, statements: store } = await open(freshAccount());
    const kept = async () =>
      (await storage.database.annotations.toArray()).map(({ kind, key }) => `${kind} ${key}`).toSorted();
    const mapping = { key: 'header', value: { ...NO_MAPPING, owner: 'Ana', atMs: 1 } } as never;
    const answer = (key: string) => ({
      key,
      value: { answer: 'movement' as const, text: key, owner: 'Ana', atMs: 1 },
    });
    const lines = Array.from({ length: 4_100 }, (_, at) =>
      lineOf(at + 2, String(at), { description: `x${at}\n` }),
    );
    await store.put({
      ...{ head: headOf('a', 1), packed: await packLines(lines, pause), replaces: null, mapping },
      rows: { puts: [answer('one'), answer('two')], deletes: [] },
    });
    expect(await kept()).toEqual(['statement-mapping header', 'statement-row one', 'statement-row two']);
    expect([...annotations.of('statement-mapping').keys()]).toEqual(['header']);
    const read = await store.lines('a', pause);
    expect([read.length, read[2_000], read.at(-1)]).toEqual([4_100, lines[2_000], lines.at(-1)]);
    await store.put({
      ...{ head: headOf('b', 2), packed: await packLines([], pause), replaces: null, mapping: null },
      rows: { puts: [], deletes: ['one'] },
    });
    expect(await kept()).toEqual(['statement-mapping header', 'statement-row two']);
  });

  test('that are taken out or replaced stay while a backup reads them', async () => {
    const ledger = await open(freshAccount());
    const { storage, statements: store } = ledger;
    const put = async (id: string, at: number, replaces: string | null = null) =>
      store.put({
        head: headOf(id, at),
        packed: await packLines([lineOf(2, '1')], pause),
        replaces,
        mapping: null,
      });
    const kept = async () =>
      (await storage.database.statements.toArray())
        .map((record) => `${record.id} ${'isDeleted' in record && record.isDeleted}`)
        .toSorted();
    await put('a', 1);
    await put('b', 2);
    const end = storage.access.backups.begin();
    await store.remove('a');
    await put('c', 3, 'b');
    expect([await kept(), store.list().map(({ id }) => id)]).toEqual([
      ['a true', 'b true', 'c false'],
      ['c'],
    ]);
    await store.restore('b');
    expect([(await store.lines('b', pause)).length, store.list().map(({ id }) => id)]).toEqual([
      1,
      ['c', 'b'],
    ]);
    end();
    await store.remove('c');
    expect(await kept()).toEqual(['b false', 'c true']);
  });

  test('are those records that this version can read', async () => {
    const ledger = await open(freshAccount());
    const record = (id: string, parts: object): StatementRecord =>
      ({ ...headOf(id, 1), checksum: 'x', isDeleted: false, ...parts }) as unknown as StatementRecord;
    const given: readonly (readonly [string, object])[] = [
      ['ok: no account', { account: null }],
      ['ok: account', { account: { Canal: 'C', Cuenta: '1' }, bankAccount: 2 }],
      ['ok: all', { said: { movements: 0, leftOut: 0 }, layout: 'x', days: null, lines: 0, fresh: 0 }],
      ['ok: accounts', { accounts: [{ canal: 'C', cuenta: '1', orders: 3 }] }],
      ['ok: counted', { proof: { state: 'none', gap: '1', covered: 0, doubts: 0 } }],
      ['ok: old', { digest: undefined }],
      ['account', { account: { Canal: 'C' } }],
      ['account of numbers', { account: { Canal: 1, Cuenta: 1 } }],
      ['first account of a bank', { bankAccount: 1 }],
      ['half an account', { bankAccount: 2.5 }],
      ['kind', { kind: 'of-nobody' }],
      ['lines', { lines: -1 }],
      ['fresh', { fresh: -1 }],
      ['days', { days: { from: '2026-03-01' } }],
      ['nets', { nets: [{ currency: 'CLP' }] }],
      ['accounts', { accounts: [{ canal: 'C', cuenta: '1' }] }],
      ['state', { proof: { state: 'maybe', gap: '0' } }],
      ['covered', { proof: { state: 'holds', gap: '0', covered: -1 } }],
      ['doubts', { proof: { state: 'holds', gap: '0', doubts: -1 } }],
      ['said', { said: { movements: -1, leftOut: 0 } }],
      ['left out', { said: { movements: 0, leftOut: -1 } }],
      ['owner', { owner: undefined }],
      ['time', { importedAtMs: 'now' }],
      ['checksum', { checksum: undefined }],
      ['deleted', { isDeleted: undefined }],
    ];
    await ledger.storage.database.statements.bulkPut(given.map(([id, parts]) => record(id, parts)));
    await ledger.storage.database.statements.put(record('out', { isDeleted: true }));
    const store = await openStatements(ledger);
    const listed = store.list();
    expect(listed.map(({ id }) => id).toSorted()).toEqual(
      given.flatMap(([id]) => (id.startsWith('ok') ? [id] : [])).toSorted(),
    );
    expect(listed.find(({ id }) => id === 'ok: old')?.digest).toBe('ok: old');
    expect(listed.find(({ id }) => id === 'ok: account')?.digest).toBe('digest of ok: account');
    expect(await ledger.storage.database.statements.count()).toBe(given.length + 1);
  });
});

describe('lines of several imports', () => {
  const [march, april] = [
    { from: day('2026-03-01'), to: day('2026-03-31') },
    { from: day('2026-04-01'), to: day('2026-04-30') },
  ];

  test('may be the same where kind, account and days may be', () => {
    expect([daysMeet(march, march), daysMeet(march, april), daysMeet(april, march)]).toEqual([
      true,
      false,
      false,
    ]);
    const touching = { from: day('2026-03-31'), to: day('2026-04-01') };
    expect([daysMeet(march, touching), daysMeet(touching, march), daysMeet(april, touching)]).toEqual([
      true,
      true,
      true,
    ]);
    const share = (parts: Partial<ImportedStatement>, other: Partial<ImportedStatement> = {}) => [
      mayShare(headOf('a', 1, other), headOf('b', 2, parts)),
      mayShare(headOf('b', 2, parts), headOf('a', 1, other)),
    ];
    const [yes, no] = [
      [true, true],
      [false, false],
    ];
    expect(share({})).toEqual(yes);
    expect(share({ days: april })).toEqual(no);
    expect(share({ days: null })).toEqual(yes);
    expect(share({ kind: 'ripley' })).toEqual(no);
    expect(share({ layout: 'one' }, { layout: 'two' })).toEqual(no);
    expect(share({ layout: 'one' }, { layout: 'one' })).toEqual(yes);
    expect(share({ bankAccount: 2, layout: 'one' }, { layout: 'one' })).toEqual(no);
    const account = { Canal: 'C', Cuenta: '1' };
    expect(share({ account })).toEqual(yes);
    expect(share({ account }, { account: { ...account, Cuenta: '2' } })).toEqual(no);
  });

  test('are each once, of the import that came first, without their cells', async () => {
    const linesOf: { [id: string]: readonly StatementLine[] } = {
      old: [lineOf(2, '1'), lineOf(3, '1')],
      apart: [lineOf(2, '1')],
      new: [lineOf(2, '1'), lineOf(3, '1'), lineOf(4, '1'), lineOf(5, '9')],
    };
    const { ownLines, identitiesOf } = createStatementLines(
      { lines: async (id) => linesOf[id] ?? [] },
      pause,
    );
    const wanted = [headOf('new', 3), headOf('apart', 2, { kind: 'ripley' }), headOf('old', 1)];
    const found = await ownLines(wanted);
    expect(found.lines.map(({ line, cells }, at) => [wanted[found.of[at] ?? -1]?.id, line, cells])).toEqual([
      ['old', 2, []],
      ['old', 3, []],
      ['apart', 2, []],
      ['new', 4, []],
      ['new', 5, []],
    ]);
    expect(found.statements).toBe(wanted);
    expect(new Set(await identitiesOf('bank', linesOf.new ?? [])).size).toBe(4);
    // Of three that hold it, those of another account or of no common day hold their own.
    const account = { Canal: 'C', Cuenta: '1' };
    const apart = [
      headOf('more', 5, { account: { ...account, Cuenta: '2' } }),
      headOf('apart', 4, { account }),
      headOf('new', 3, { account: { ...account, Cuenta: '2' } }),
      headOf('old', 2, { days: april }),
      headOf('again', 1, { account, days: null }),
    ];
    linesOf.again = [lineOf(7, '1')];
    const told = await ownLines(apart);
    expect(told.lines.map(({ line }, at) => `${apart[told.of[at] ?? -1]?.id} ${line}`)).toEqual([
      ...['again 7', 'old 3', 'new 2', 'new 3', 'new 4', 'new 5'],
    ]);
    const alone = await ownLines(wanted.slice(0, 1));
    expect([alone.lines.length, [...alone.of]]).toEqual([4, [0, 0, 0, 0]]);
  });
});

describe('tables of statements', () => {
  const [statements, nets, lines] = STATEMENT_TABLES;
  const statement = headOf('a', Date.UTC(2026, 3, 30, 23, 59, 59, 999), {
    account: { Canal: 'C', Cuenta: '1' },
  });
  const later = headOf('b', statement.importedAtMs + 1, { days: null, account: null, nets: [] });
  const source = (damaged: readonly string[] = []) => {
    const leftOut: string[] = [];
    return {
      leftOut,
      pause,
      leaveOut: (table: string, name: string) => void leftOut.push(table, name),
      ledger: {
        statements: {
          list: () => [statement, later],
          lines: async (id: string) => {
            if (damaged.includes(id)) throw new CorruptLedgerError('x');
            return id === 'a'
              ? [lineOf(2, '1'), lineOf(5, '2', { date: null, balance: '7' as Decimal })]
              : [lineOf(9, '3')];
          },
        },
      },
    };
  };
  const partsOf = async (damaged: readonly string[] = []) => {
    if (lines?.partBy == null) throw new Error('No parts.');
    const from = source(damaged);
    const parts = await lines.parts(from as never);
    return { parts, leftOut: from.leftOut };
  };

  test('are of the files, of what they come to, and of their lines by the month of the import', async () => {
    expect(STATEMENT_TABLES.map(({ name, partBy }) => [name, partBy])).toEqual([
      ['cuadra_extractos', null],
      ['cuadra_extractos_netos', null],
      ['cuadra_extractos_lineas', 'mes_importacion'],
    ]);
    const rowsOf = async (table: (typeof STATEMENT_TABLES)[number] | undefined) => {
      if (table === undefined || table.partBy !== null) throw new Error('Parts.');
      return table.rows(source() as never);
    };
    expect(await rowsOf(statements)).toMatchObject([
      { extracto: 'a', canal: 'C', cuenta: '1', desde: '2026-03-01', hasta: '2026-03-31', cubiertas: null },
      { extracto: 'b', canal: null, cuenta: null, desde: null, hasta: null, dudas: null },
    ]);
    expect(await rowsOf(nets)).toEqual([{ extracto: 'a', moneda: 'CLP', neto: '3' }]);
    const { parts, leftOut } = await partsOf();
    expect([...parts].map(([month, { rows }]) => [month, rows])).toMatchObject([
      [
        '2026-04',
        [
          { mes_importacion: '2026-04', extracto: 'a', n: 1, linea: 2, fecha: '2026-03-02', neto: '1' },
          { mes_importacion: '2026-04', extracto: 'a', n: 2, linea: 5, fecha: null, neto: '2', saldo: '7' },
        ],
      ],
      ['2026-05', [{ extracto: 'b', n: 1, linea: 9, liberado: null, referencia: null }]],
    ]);
    expect(leftOut).toEqual([]);
    expect(parts.get('2026-04')?.stamp).not.toBe(parts.get('2026-05')?.stamp);
  });

  test('have each fact in its own column', async () => {
    const whole = headOf('w', 5, {
      ...{ kind: 'ripley', layout: 'of ripley', account: { Canal: 'Canal', Cuenta: 'Cuenta' }, owner: 'Eva' },
      ...{ lines: 9, fresh: 4, days: { from: day('2026-03-03'), to: day('2026-03-04') } },
      nets: [
        { currency: 'USD', net: '5' as Decimal },
        { currency: '', net: '-6' as Decimal },
      ],
      proof: { state: 'fails', gap: '7.5' as Decimal, covered: 0, doubts: 3 },
    });
    const date = (text: string) => ({ day: day(text), time: null, instant: null });
    const line = lineOf(12, '6', {
      ...{ date: date('2026-03-03'), released: date('2026-03-08'), movement: 'Venta', settlement: 'L-1' },
      ...{ order: 'O', suborder: 'O-1', sku: 'S', operation: 'Op', reference: 'R', currency: 'USD' },
      ...({ gross: '1', commission: '2', shipping: '3', taxes: '4', balance: '5' } as Partial<StatementLine>),
    });
    const from = {
      ...{ pause, leaveOut: () => undefined },
      ledger: { statements: { list: () => [whole], lines: async () => [line] } },
    } as never;
    if (statements?.partBy !== null || nets?.partBy !== null || lines?.partBy == null)
      throw new Error('Parts.');
    expect(await statements.rows(from)).toEqual([
      {
        ...{ extracto: 'w', archivo: 'w.csv', tipo: 'ripley', formato: 'of ripley', canal: 'Canal' },
        ...{ cuenta: 'Cuenta', lineas: 9, nuevas: 4, desde: '2026-03-03', hasta: '2026-03-04' },
        ...{
          comprobacion: 'fails',
          diferencia: '7.5',
          cubiertas: 0,
          dudas: 3,
          importado_en: 5,
          quien: 'Eva',
        },
      },
    ]);
    expect(await nets.rows(from)).toEqual([
      { extracto: 'w', moneda: 'USD', neto: '5' },
      { extracto: 'w', moneda: '', neto: '-6' },
    ]);
    expect((await lines.parts(from)).get('1970-01')?.rows).toEqual([
      {
        ...{ mes_importacion: '1970-01', extracto: 'w', n: 1, linea: 12, fecha: '2026-03-03' },
        ...{ liberado: '2026-03-08', movimiento: 'Venta', liquidacion: 'L-1', orden: 'O', suborden: 'O-1' },
        ...{ sku: 'S', operacion: 'Op', referencia: 'R', descripcion: 'Pago', moneda: 'USD', bruto: '1' },
        ...{ comision: '2', envio: '3', impuestos: '4', neto: '6', saldo: '5' },
      },
    ]);
  });

  test('leave out the lines of a file that is damaged, and say so', async () => {
    const { parts, leftOut } = await partsOf(['a']);
    expect([[...parts.keys()], leftOut]).toEqual([['2026-05'], ['cuadra_extractos_lineas', 'a.csv']]);
  });
});

describe('a statement in a file of sheets', () => {
  const HEADER = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
  const rowsOf = (...rows: readonly (readonly string[])[]) =>
    rows.map((cells, at) => ({ line: at + 1, cells }));
  const line = (amount: string) => ['21/03/2026', 'Pago', '1', '', amount, ''];
  const readSheets = async (
    sheets: readonly (readonly [name: string, isHidden: boolean, rows: ReturnType<typeof rowsOf>])[],
    ask: Partial<StatementAsk> = {},
    kept: Partial<StatementQuestion> = {},
  ) => {
    const found: FoundStatement[] = [];
    const reader = createStatementReader(
      { kind: 'statement', sheet: null, mapping: null, ...ask },
      {
        question: () => ({ today: day('2026-05-01'), mappings: new Map(), ...kept }),
        describe: async (each) => {
          found.push(each);
          return { kind: 'statement' } as StatementAnswer;
        },
      },
      pause,
    );
    for (const [sheet, isHidden, rows] of sheets) reader.add({ sheet, isHidden, rows } as never);
    for await (const _ of reader.end({} as never));
    const [{ sheet, sheets: all, head, reading } = {} as FoundStatement] = found;
    return { sheet, sheets: all, head: head?.length, reading };
  };
  const [short, long, none] = [
    rowsOf(HEADER, line('100')),
    rowsOf(HEADER, line('100'), line('50')),
    rowsOf(['Nada'], ['de nada'], ['x'], ['y']),
  ];

  test('is that of the sheet with the most lines, a hidden one only where no other has any', async () => {
    expect(
      await readSheets([
        ['a', false, short],
        ['b', false, long],
        ['c', true, none],
      ]),
    ).toMatchObject({
      ...{ sheet: 'b', head: 3 },
      sheets: [
        { name: 'a', isHidden: false, lines: 1 },
        { name: 'b', isHidden: false, lines: 2 },
        { name: 'c', isHidden: true, lines: 0 },
      ],
    });
    expect(
      (
        await readSheets([
          ['a', false, short],
          ['b', true, long],
        ])
      ).sheet,
    ).toBe('a');
    expect(
      (
        await readSheets([
          ['a', false, none],
          ['b', true, short],
        ])
      ).sheet,
    ).toBe('b');
    expect(
      (
        await readSheets([
          ['a', false, rowsOf(['x'])],
          ['b', false, none],
        ])
      ).sheet,
    ).toBe('b');
    expect(
      (
        await readSheets(
          [
            ['a', false, short],
            ['b', false, long],
          ],
          { sheet: 'a' },
        )
      ).sheet,
    ).toBe('a');
    expect(
      (
        await readSheets(
          [
            ['a', false, short],
            ['b', false, long],
          ],
          { sheet: 'z' },
        )
      ).sheet,
    ).toBe('b');
  });

  test('is shown by its first forty rows, and refused where nothing stands in it', async () => {
    const many = rowsOf(HEADER, ...Array.from({ length: 50 }, () => line('1')));
    expect((await readSheets([['a', false, many]])).head).toBe(40);
    const inParts = await readSheets([
      ['a', false, many.slice(0, 20)],
      ['a', true, many.slice(20)],
      ['b', false, []],
    ]);
    expect(inParts.sheets).toEqual([{ name: 'a', isHidden: true, lines: 50 }]);
    const shownLater = await readSheets([
      ['a', true, many.slice(0, 2)],
      ['a', false, many.slice(2, 4)],
    ]);
    expect(shownLater.sheets).toEqual([{ name: 'a', isHidden: true, lines: 3 }]);
    const half = Array<(typeof many)[number]>(500_001).fill({ line: 1, cells: [] });
    await expect(
      readSheets([
        ['a', false, half],
        ['b', false, half],
      ]),
    ).rejects.toThrow('too-many-lines');
    await expect(readSheets([])).rejects.toThrow('empty');
    await expect(readSheets([['a', false, rowsOf([''], [' '])]])).rejects.toThrow('empty');
  });

  test('is read by the answers that are kept, and those given now before them', async () => {
    const asked = rowsOf(HEADER, line('100'), ['', 'Ajuste', '', '', '7', '']);
    const open = await readSheets([['a', false, asked]]);
    const key = open.reading.notUnderstood[0]?.row?.key ?? '';
    expect(key).not.toBe('');
    const linesBy = async (now: StatementAsk['rows'], kept: RowAnswer | null) => {
      const rows = kept === null ? {} : { rows: { said: new Map([[key, kept]]), others: null } };
      return (await readSheets([['a', false, asked]], { rows: now }, rows)).reading.lines.length;
    };
    expect(await linesBy(undefined, null)).toBe(1);
    expect(await linesBy(undefined, 'movement')).toBe(2);
    expect(await linesBy({ said: [{ key, answer: 'no-movement' }], others: null }, 'movement')).toBe(1);
    expect(await linesBy({ said: [{ key, answer: 'movement' }], others: null }, null)).toBe(2);
    expect(await linesBy({ said: [], others: 'movement' }, null)).toBe(2);
    const kept = { rows: { said: new Map(), others: 'movement' as const } };
    expect((await readSheets([['a', false, asked]], {}, kept)).reading.lines).toHaveLength(1);
  });

  test('is read by the columns that were said before they are kept', async () => {
    const header = ['Cuándo', 'Cosa', 'Plata'];
    const rows = rowsOf(header, ['21/03/2026', 'x', '5']);
    const fields = { date: 'Cuándo', amount: 'Plata' };
    const said = { fingerprint: headerFingerprint(header), mapping: { ...NO_MAPPING, fields } };
    expect((await readSheets([['a', false, rows]])).reading.lines).toEqual([]);
    expect((await readSheets([['a', false, rows]], { mapping: said })).reading.lines).toHaveLength(1);
    const kept = { mappings: new Map([[said.fingerprint, said.mapping]]) };
    expect((await readSheets([['a', false, rows]], {}, kept)).reading.lines).toHaveLength(1);
    const other = { ...said, mapping: { ...said.mapping, fields: { ...fields, description: 'Cosa' } } };
    const [line] = (await readSheets([['a', false, rows]], { mapping: other }, kept)).reading.lines;
    expect(line?.description).toBe('x');
  });
});
