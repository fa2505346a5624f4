import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { NO_ANSWERS, type RowAnswers } from '#renderer/reconciliation/statements/model/row-answers.ts';
import {
  type BalanceStep,
  checkBalanceLines,
} from '#renderer/reconciliation/statements/model/running-balance.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Rows that stand among, above and below the lines of a file: none that has an amount is lost. */

const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
const line = (day: number, amount: string): string[] => [
  `${day}/03/2026`,
  'Pago',
  `R${day}`,
  amount,
  'Confirmado',
];
const FIRST = [line(1, '1000,00'), line(2, '-250,00'), line(3, '40,00')];
const SECOND = [line(14, '70,00'), line(15, '5,00')];

function read(rows: readonly (readonly FileCell[])[], answers: RowAnswers = NO_ANSWERS): StatementReading {
  return readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-05-01' as LocalDate, mappings: new Map(), rows: answers },
  );
}
const whole = (between: readonly (readonly string[])[]) => [HEADER, ...FIRST, ...between, ...SECOND];
const doubtsOf = ({ notUnderstood }: StatementReading) => notUnderstood.map(({ line: at, why }) => [at, why]);

describe('nothing below the first line is swallowed', () => {
  it.each<readonly [string, readonly (readonly string[])[]]>([
    ['a page number', [['Página 1 de 2']]],
    ['a page number in cells', [['Página', '1', 'de', '2']]],
    ['a page number and the heading again', [['Página 1 de 2'], HEADER]],
    ['a page number, titles and the heading again', [['Página 1 de 2'], ['Mi banco'], ['Cartola'], HEADER]],
    ['two title rows', [['Mi banco'], ['Cuenta corriente']]],
    ['a note', [['Los abonos están sujetos a confirmación']]],
    ['a summary without amounts', [['Resumen']]],
    ['the number of the account again', [['Cuenta', '12345678']]],
  ])('%s between the lines', (_, between) => {
    const reading = read(whole(between));
    expect(reading.lines).toHaveLength(5);
    expect(doubtsOf(reading)).toEqual([]);
  });

  it('words among the lines are titles, and those below the last are its foot', () => {
    const words = (rows: readonly (readonly string[])[]) =>
      read(rows).leftAside.flatMap(({ line: at, why }) => (why === 'header' ? [] : [[at, why]]));
    expect(words(whole([['Mi banco']]))).toEqual([[5, 'title']]);
    expect(words([...whole([]), ['Gracias'], ['Adiós']])).toEqual([
      [7, 'footer'],
      [8, 'footer'],
    ]);
    expect(words([['Mi banco'], HEADER, ...FIRST])).toEqual([[1, 'title']]);
  });

  it('a table that is known is told as such, and ends at the next line', () => {
    const daily = [['Saldos diarios'], ['FECHA', 'SALDO'], ['01/03/2026', '1000,00']];
    const reading = read(whole(daily));
    expect(reading.lines).toHaveLength(5);
    expect(reading.leftAside).toContainEqual({ line: 7, why: 'other-table' });
    expect(doubtsOf(reading)).toEqual([]);
  });

  it('under other names of columns what looks like a line is asked about, until the heading comes again', () => {
    const other = ['FECHA', 'GLOSA', 'CUOTA', 'PENDIENTE', 'PLAZO'];
    const reading = read([HEADER, ...FIRST, other, line(9, '88,00'), HEADER, ...SECOND]);
    expect(reading.lines).toHaveLength(5);
    expect(doubtsOf(reading)).toEqual([[6, 'row']]);
  });

  it('a dated row that has its amount elsewhere is asked about', () => {
    const reading = read(whole([['9/03/2026', '500,00']]));
    expect(doubtsOf(reading)).toEqual([[5, 'row']]);
    expect(reading.notUnderstood.map(({ text, column }) => [text, column])).toEqual([
      ['9/03/2026 500,00', ''],
    ]);
    expect(reading.lines).toHaveLength(5);
  });
});

describe('columns that stand under other names', () => {
  const BANK = ['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo'];
  const OTHER_WAY = ['Fecha', 'Descripción', 'Numero Documento', 'Abono', 'Cargo', 'Saldo'];
  const row = (day: number, out: string, into: string): string[] => [
    `1${day}/03/2026`,
    'Pago',
    `${day}`,
    out,
    into,
    '',
  ];

  it('below a heading that comes again in another order nothing is taken by the former names', () => {
    const reading = read([BANK, row(3, '', '100,50'), row(4, '20,50', ''), OTHER_WAY, row(5, '70,25', '')]);
    expect(reading.lines.map(({ net }) => net)).toEqual(['100.50', '-20.50']);
    expect(doubtsOf(reading)).toEqual([[5, 'row']]);
  });

  it('of a second table beside the first one every column of amounts is asked about', () => {
    const beside = (one: readonly string[], other: readonly string[]) => [...one, '', ...other];
    const reading = read([
      beside(BANK, BANK),
      beside([...row(3, '', '100,50').slice(0, 5), '1100,50'], row(3, '', '7,25')),
      beside([...row(4, '20,50', '').slice(0, 5), '1080,00'], row(4, '3,00', '')),
    ]);
    expect(reading.changes.filter(({ asks }) => asks)).toMatchObject([
      { change: 'added', column: 'Cargo', money: '3.00' },
      { change: 'added', column: 'Abono', money: '7.25' },
    ]);
  });

  it('a column more of money is asked about, one cell of it that is no amount or none', () => {
    const more = (cell: string) =>
      read([
        [...BANK, 'Comisión'],
        [...row(3, '', '100,50'), '5,00'],
        [...row(4, '20,50', ''), cell],
      ]).changes.find(({ change }) => change === 'added');
    expect([more('2,00')?.asks, more('n/d?')?.asks]).toEqual([true, true]);
  });
});

describe('of columns that a user named', () => {
  const header = ['Cuándo', 'Venta', 'Venta', 'Plata'];
  const fields = { date: 'Cuándo', order: 'Venta', amount: 'Plata' };
  const readMapped = (head: readonly string[], other: string) =>
    readStatementAtOnce(
      [head, ['13/03/2026', 'P-1', other, '10,50'], ['14/03/2026', 'P-2', 'P-2', '3,25']].map(
        (cells, at) => ({
          line: at + 1,
          cells,
        }),
      ),
      {
        today: '2026-05-01' as LocalDate,
        mappings: new Map([[headerFingerprint(head), { ...NO_MAPPING, fields }]]),
      },
    ).changes.filter(({ asks }) => asks);

  it('one that bears the name of another, and says something else, is asked about', () => {
    expect(readMapped(header, 'X-77')).toMatchObject([{ change: 'added', column: 'Venta' }]);
    expect(readMapped(['Cuándo', 'Venta', 'Plata', 'Plata'], '4,00')).toHaveLength(1);
    expect(readMapped(header, 'P-1')).toEqual([]);
  });
});

describe('a charge that is written by another sign than the others', () => {
  const head = ['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo'];
  const charge = (day: number, amount: string, balance = ''): string[] => [
    ...[`1${day}/03/2026`, 'Pago', `${day}`, amount, '', balance],
  ];
  const netsOf = ({ lines }: StatementReading) => lines.map(({ net }) => net);

  it('is asked about where no balance tells', () => {
    const one = read([head, charge(1, '-10,50'), charge(2, '-20,25'), charge(3, '30,75')]);
    expect([netsOf(one), doubtsOf(one)]).toEqual([['-10.50', '-20.25', null], [[4, 'sign']]]);
    const half = read([head, charge(1, '-10,50'), charge(2, '20,25')]);
    expect(doubtsOf(half)).toEqual([
      [2, 'sign'],
      [3, 'sign'],
    ]);
  });

  it('is what the balance says', () => {
    const rows = [charge(1, '10,50', '89,50'), charge(2, '20,25', '69,25'), charge(3, '-10,50', '79,75')];
    const reading = read([head, ...rows]);
    expect([netsOf(reading), doubtsOf(reading)]).toEqual([['-10.50', '-20.25', '10.50'], []]);
    const against = read([head, ...rows.slice(0, 2), charge(3, '-10,50', '58,75')]);
    expect([netsOf(against), doubtsOf(against)]).toEqual([['-10.50', '-20.25', null], [[4, 'sign']]]);
  });

  it('by a letter and a sign that do not agree is asked about', () => {
    const columns = ['MONTO', 'DESCRIPCIÓN MOVIMIENTO', 'FECHA', 'N° DOCUMENTO', 'SUCURSAL', 'CARGO/ABONO'];
    const row = (day: number, amount: string, letter: string) => [
      ...[amount, 'Pago', `1${day}/03/2026`, `${day}`, 'Centro', letter],
    ];
    const deposit = read([columns, row(1, '-10.000', 'A'), row(2, '5.000', 'C'), row(3, '7.000', 'A')]);
    expect([netsOf(deposit), doubtsOf(deposit)]).toEqual([[null, '-5000', '7000'], [[2, 'sign']]]);
    const minus = read([columns, row(1, '10.000', 'A'), row(2, '-5.000', 'C'), row(3, '-7.000', 'C')]);
    expect([netsOf(minus), doubtsOf(minus)]).toEqual([['10000', '-5000', '-7000'], []]);
    const mixed = read([
      ...[columns, row(1, '10.000', 'A'), row(2, '5.000', 'C'), row(3, '-7.000', 'C'), row(4, '8.000', 'C')],
    ]);
    expect(doubtsOf(mixed)).toEqual([[4, 'sign']]);
  });
});

describe('a title that says in which unit the figures are', () => {
  it.each(['Expresado en miles de pesos', 'Cartola (cifras en M$)', 'Valores em milhares', 'In thousands'])(
    '«%s» is asked about above and below',
    (title) => {
      expect(doubtsOf(read([[title], ...whole([])]))).toEqual([[1, 'row']]);
      expect(doubtsOf(read([...whole([]), [title]]))).toEqual([[7, 'row']]);
    },
  );

  it('so is a heading that a user named', () => {
    const head = ['Cuándo', 'Venta', 'Plata (M$)'];
    const mapping = { ...NO_MAPPING, fields: { date: 'Cuándo', order: 'Venta', amount: 'Plata (M$)' } };
    const reading = readStatementAtOnce(
      [head, ['13/03/2026', 'P-1', '10,50']].map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map([[headerFingerprint(head), mapping]]) },
    );
    expect(doubtsOf(reading)).toEqual([[1, 'row']]);
  });

  it('of thousands of something else it says nothing', () => {
    const titles = [
      ['Más de 5 millones de clientes'],
      ['Banco líder en miles de comunas'],
      ['Cuenta en pesos'],
    ];
    expect(doubtsOf(read([...titles, ...whole([])]))).toEqual([]);
  });
});

describe('a first line that stands twice', () => {
  const step = (line: number, day: string, amount: bigint, balance: bigint): BalanceStep => ({
    ...{ line, day, amount, balance },
  });
  const prove = (steps: readonly BalanceStep[], opening: bigint | null = null) =>
    atOnce(checkBalanceLines(steps, { opening, closing: null })).faults.map(({ kind }) => kind);
  const TWICE = [step(1, '1', 70n, 100n), step(2, '1', 70n, 100n), step(3, '2', 5n, 105n)];

  it('is told, for no balance before it says that there were two', () => {
    expect(prove(TWICE)).toEqual(['repeated']);
    expect(prove(TWICE.toReversed())).toHaveLength(1);
  });

  it('is two movements of a day that shows its last balance, where something else says so', () => {
    expect(prove(TWICE, -40n)).toEqual([]);
    expect(prove([...TWICE, step(4, '3', 1n, 108n), step(5, '3', 2n, 108n)])).toEqual([]);
    expect(prove([step(0, '1', 9n, 100n), ...TWICE])).toEqual([]);
  });
});

describe('rows without a day', () => {
  it.each(['Total', 'Gran total', 'Suma', 'Acumulado', 'Total general', 'Totales', 'Importe total'])(
    '«%s» is a total that is held against its lines',
    (name) => {
      const row = (amount: string) => ['', name, '', amount, ''];
      const held = read([...whole([]), row('865,00')]);
      expect([held.lines.length, held.proof.holds, held.proof.checks.map((check) => check.name)]).toEqual([
        5,
        true,
        ['total-row'],
      ]);
      expect(read([...whole([]), row('866,00')]).proof.holds).toBe(false);
    },
  );

  it.each(['Resultado del período', 'Pago'])('«%s» is asked about, and is no movement', (name) => {
    const reading = read([...whole([]), ['', name, '', '865,00', '']]);
    expect([reading.lines.length, reading.notUnderstood.map(({ line: at }) => at)]).toEqual([5, [7]]);
  });

  it('a total whose amount cannot be read is asked about', () => {
    const header = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
    const rows = [
      header,
      ['21/03/2026', 'Pago', '1', '', '100', ''],
      ['22/03/2026', 'Giro', '2', '30', '', ''],
    ];
    expect(doubtsOf(read([...rows, ['', 'Totales', '', '3O-1', '100', '']]))).toEqual([[4, 'total']]);
  });

  it('a line whose own day is not written is asked about, whatever other days it has', () => {
    const settlement = [
      ['TRANSACTION_DATE', 'SETTLEMENT_DATE', 'SOURCE_ID', 'TRANSACTION_TYPE'],
      ['TRANSACTION_AMOUNT', 'FEE_AMOUNT', 'SETTLEMENT_NET_AMOUNT'],
    ].flat();
    const sale = (day: string) => [day, '2026-03-02', '9', 'SETTLEMENT', '10.00', '0.00', '10.00'];
    const reading = read([settlement, sale('2026-03-01'), sale('')]);
    expect([reading.kind, reading.lines.length, doubtsOf(reading)]).toEqual([
      'mercado-pago-settlement',
      1,
      [[3, 'row']],
    ]);
    expect(reading.notUnderstood[0]?.row?.mayBeLine).toBe(true);
  });

  it('a total of which nothing can be held against the lines is asked about', () => {
    expect(doubtsOf(read([...whole([]), ['Total abonos', '1115,00']]))).toEqual([[7, 'total']]);
  });
});

describe('kinds of record', () => {
  const RELEASES = [
    'DATE',
    'SOURCE_ID',
    'RECORD_TYPE',
    'DESCRIPTION',
    'NET_CREDIT_AMOUNT',
    'NET_DEBIT_AMOUNT',
    'GROSS_AMOUNT',
    'MP_FEE_AMOUNT',
  ];
  const record = (kind: string, day = '2026-03-01T10:00:00.000-03:00') => [
    day,
    '9',
    kind,
    'x',
    '10.00',
    '0.00',
    '10.00',
    '0.00',
  ];

  it('that are known to move no money are left aside; others that have some are asked about', () => {
    const reading = read([
      RELEASES,
      record('release'),
      record('block'),
      record('unblock'),
      record('advance'),
      record(''),
    ]);
    expect(reading.lines).toHaveLength(1);
    expect(reading.leftAside.filter(({ why }) => why === 'informational')).toHaveLength(2);
    expect(doubtsOf(reading)).toEqual([
      [5, 'record'],
      [6, 'record'],
    ]);
  });

  it('that move money have their day', () => {
    const reading = read([RELEASES, record('release'), record('release', '')]);
    expect([reading.lines.length, doubtsOf(reading)]).toEqual([1, [[3, 'row']]]);
  });
});

describe('what rows beside the lines state has all its places', () => {
  const LINES = [HEADER, line(1, '600'), line(2, '400')];
  const total = (amount: FileCell): FileCell[] => ['', 'Total', '', amount, ''];
  const gapOf = (rows: readonly (readonly FileCell[])[]) => read(rows).proof.checks.map(({ gap }) => gap);

  it.each<readonly [FileCell, string]>([
    ['1000', '0'],
    ['1000,00', '0'],
    ['1000,99', '0.99'],
    ['1000,0000001', '0.0000001'],
    [{ kind: 'number', text: '1000.5' }, '0.5'],
    // The sum of doubles.
    [{ kind: 'number', text: '1000.0000000000001' }, '0'],
  ])('of a total of %j the gap is %s', (stated, gap) => {
    expect(gapOf([...LINES, total(stated)])).toEqual([gap]);
    expect(read([...LINES, total(stated)]).proof.holds).toBe(gap === '0');
  });

  it('of balances at the ends too', () => {
    const header = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
    const rows = (closing: string) => [
      header,
      ['', 'Saldo inicial', '', '', '', '50'],
      ['01/03/2026', 'Pago', '1', '', '100', '150'],
      ['02/03/2026', 'Giro', '2', '30', '', '120'],
      ['', 'Saldo final', '', '', '', closing],
    ];
    expect(gapOf(rows('120,00'))).toEqual(['0']);
    expect(gapOf(rows('120,75'))).toEqual(['0.75']);
  });
});

describe('what the user says of rows in doubt', () => {
  const ASIDE = ['9/03/2026', '500,00'];
  const BARE = ['', 'Ajuste', '', '1.250,50', ''];
  const given = whole([ASIDE, BARE]);
  const keysOf = (reading: StatementReading): string[] =>
    reading.notUnderstood.flatMap(({ row }) => (row === undefined ? [] : [row.key]));
  const answered = (rows: readonly (readonly FileCell[])[], answers: RowAnswers) => read(rows, answers);
  const open = read(given);
  const [aside = '', bare = ''] = keysOf(open);

  it('is asked of those that were not understood, and whether they can be lines', () => {
    expect(open.notUnderstood.map(({ row }) => row?.mayBeLine)).toEqual([false, true]);
  });

  it('takes a row in as a line, or leaves it out, and is told', () => {
    const said = new Map([[aside, 'no-movement'] as const, [bare, 'movement'] as const]);
    const reading = answered(given, { said, others: null });
    expect(reading.lines.map(({ line: at, net }) => [at, net])).toContainEqual([6, '1250.50']);
    expect(reading.leftAside).toContainEqual({ line: 5, why: 'said' });
    expect(reading.proof.doubts).toBe(0);
    expect(reading.said.map(({ line: at, answer }) => [at, answer])).toEqual([
      [5, 'no-movement'],
      [6, 'movement'],
    ]);
  });

  it('of all of them at once; what cannot be a line stays open', () => {
    expect(answered(given, { said: new Map(), others: 'no-movement' }).proof.doubts).toBe(0);
    expect(keysOf(answered(given, { said: new Map(), others: 'movement' }))).toEqual([aside]);
  });

  it('is known again in another format and in a longer file, and of another figure or place it is not', () => {
    const typed = given.map((cells) =>
      cells.map((cell): FileCell => {
        const [, day, month, year] = /^(\d+)\/(\d+)\/(\d+)$/.exec(cell) ?? [];
        if (day !== undefined) return { kind: 'date', text: `${year}-${month}-${day.padStart(2, '0')}` };
        if (!/^-?[\d.]+,\d+$/.test(cell)) return cell;
        return { kind: 'number', text: String(Number(cell.replaceAll('.', '').replace(',', '.'))) };
      }),
    );
    expect(keysOf(read(typed))).toEqual([aside, bare]);
    expect(keysOf(read([...given, line(20, '3,00')]))).toEqual([aside, bare]);
    const other = (cells: readonly string[]) => keysOf(read(whole([ASIDE, cells])))[1];
    expect(other(['', 'Ajuste', '', '1.250,51', ''])).not.toBe(bare);
    expect(other(['', 'Ajuste', '', 'US$ 1.250,50', ''])).not.toBe(bare);
    // The same words beside another line are of another time.
    expect(keysOf(read([HEADER, ...FIRST, line(4, '1,00'), ASIDE, BARE, ...SECOND]))).toEqual([
      aside,
      expect.not.stringMatching(bare),
    ]);
  });

  it('is of each of several equal rows by itself', () => {
    const twice = whole([BARE, BARE]);
    const [first = '', second] = keysOf(read(twice));
    expect(second).not.toBe(first);
    const reading = answered(twice, { said: new Map([[first, 'movement']]), others: null });
    expect([reading.lines.length, keysOf(reading)]).toEqual([6, [second]]);
  });
});

describe('the proof says of how many lines it is', () => {
  it('and holds only where no amount is left out', () => {
    const total = ['', 'Total', '', '865,00', ''];
    expect(read([...whole([]), total]).proof).toMatchObject({ holds: true, covered: 5, doubts: 0 });
    const doubted = read([...whole([['9/03/2026', '500,00']]), total]);
    expect(doubted.proof).toMatchObject({ holds: false, covered: 5, doubts: 1 });
    expect(doubted.proof.checks.every(({ holds }) => holds)).toBe(true);
    expect(checkStateOf(doubted.proof)).toBe('doubts');
  });

  it('of each column of the net by its own total', () => {
    const header = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
    const rows = [
      header,
      ['01/03/2026', 'Pago', '1', '', '100', ''],
      ['02/03/2026', 'Giro', '2', '30', '', ''],
      ['03/03/2026', 'Pago', '3', '', '50', ''],
    ];
    const covered = (out: string, into: string) => {
      const { proof } = read([...rows, ['', 'Totales', '', out, into, '']]);
      return [proof.checks.every(({ holds }) => holds), proof.covered];
    };
    expect(covered('30', '150')).toEqual([true, 3]);
    expect(covered('', '150')).toEqual([true, 2]);
  });
});

/** Balances of an account that begins at 100: shown only where the mask says so. */
const anyAccount = fc.record({
  amounts: fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 2, maxLength: 12 }),
  mask: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  opening: fc.boolean(),
  closing: fc.boolean(),
  newest: fc.boolean(),
});

describe('a dated row with its balance alone', () => {
  const BANK = ['Fecha', 'Descripción', 'Documento', 'Cargo', 'Abono', 'Saldo'];
  const rowsWith = (row: readonly string[]) => [
    BANK,
    ['21/03/2026', 'Venta', '11', '', '1000', '1000'],
    ['22/03/2026', 'Venta', '12', '', '500', '1500'],
    row,
    ['23/03/2026', 'Comisión', '14', '100', '', '1400'],
  ];
  it('is a line that lost its amount, where its words name a movement', () => {
    expect(doubtsOf(read(rowsWith(['22/03/2026', 'Venta', '12', '', '', '1500'])))).toEqual([[4, 'row']]);
  });

  it.each([
    ['Saldo del día', '22/03/2026'],
    ['', '22/03/2026'],
    ['Vienen', ''],
  ])('is that of the line above where they name it, or it has no words or no day: «%s» %s', (words, day) => {
    const reading = read(rowsWith([day, words, '', '', '', '1500']));
    expect(reading.lines).toHaveLength(3);
    expect(doubtsOf(reading)).toEqual([]);
    expect(reading.proof.holds).toBe(true);
  });
});

describe('a line of a text that is cut behind its day', () => {
  it('is a doubt; in a sheet a day alone is a remark', () => {
    const rows = [HEADER, ...FIRST, ...SECOND, ['16/03/2026', '']].map((cells, at) => ({
      line: at + 1,
      cells,
    }));
    const question = { today: '2026-05-01' as LocalDate, mappings: new Map() };
    const asText = rows.map((row) => ({ ...row, isCut: true as const }));
    expect(doubtsOf(readStatementAtOnce(asText, question))).toEqual([[7, 'row']]);
    expect(doubtsOf(readStatementAtOnce(rows, question))).toEqual([]);
  });
});

describe('a running balance that is shown only here and there', () => {
  it('covers exactly the lines whose amount it would not let pass if it were another', () => {
    fc.assert(
      fc.property(anyAccount, ({ amounts, mask, opening, closing, newest }) => {
        const prove = (given: readonly number[]) => {
          let balance = 100;
          const steps = amounts.map((amount, at): BalanceStep => {
            balance += amount;
            return {
              line: at,
              amount: BigInt(given[at] ?? 0),
              balance: mask[at] === true ? BigInt(balance) : null,
              day: null,
            };
          });
          const ends = { opening: opening ? 100n : null, closing: closing ? BigInt(balance) : null };
          return atOnce(checkBalanceLines(newest ? steps.toReversed() : steps, ends));
        };
        const { beyond, failures, isNewestFirst } = prove(amounts);
        // The other order of time may hold by chance.
        fc.pre(failures === 0 && isNewestFirst === newest);
        const [before, after] = newest ? [beyond.last, beyond.first] : [beyond.first, beyond.last];
        for (const at of amounts.keys()) {
          const altered = amounts.map((amount, each) => (each === at ? amount + 100_003 : amount));
          const isCovered = at >= before && at < amounts.length - after;
          expect([at, prove(altered).failures > 0]).toEqual([at, isCovered]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('and a stated closing balance counts the lines after the last one shown', () => {
    const step = (line: number, amount: bigint, balance: bigint | null) => ({
      line,
      amount,
      balance,
      day: null,
    });
    const steps = [step(1, 10n, 110n), step(2, 20n, null), step(3, 5n, null)];
    const prove = (closing: bigint) => atOnce(checkBalanceLines(steps, { opening: 100n, closing }));
    expect(prove(135n)).toMatchObject({ failures: 0, beyond: { first: 0, last: 0 } });
    expect(prove(110n)).toMatchObject({ failures: 1, gap: -25n });
  });
});
