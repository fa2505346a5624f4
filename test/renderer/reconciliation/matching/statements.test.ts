import { describe, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { defineCurrent } from '#renderer/data/storage/database/copies.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeAnswer, IntakeAsk } from '#renderer/data/worker/reader/intake.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { MatchedCase, MatchesQuery } from '#renderer/reconciliation/matching/model/matches.ts';
import {
  OPEN_DOUBTS,
  type StatementPreview,
  UNKNOWN_READING,
} from '#renderer/reconciliation/statements/model/imported.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { withWritesCutAfter } from '#test/renderer/data/storage/cut-writes.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { changes, decisionOfCase } from '#test/renderer/data/worker/user-decisions.ts';
import { formerRecord } from '#test/renderer/reconciliation/findings/former-record.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS, type WrittenStatement } from '#test/statements/writers.ts';

/** From a real file to stored lines, and from these to what they come to beside the rows. */

type Service = Handlers<DataCalls>;
const SALES = inventSales({ seed: 7, sales: 40, unit: 100 });
const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;
const textOf = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (text: string): number => Math.round(Number(text) * 100);
const ASKED: MatchesQuery & { offset: number; limit: number } = {
  statementIds: null,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  states: [],
  sort: null,
  search: '',
  offset: 0,
  limit: 1000,
};

function written(kind: string, sales: readonly Sale[]): WrittenStatement {
  const found = WRITERS.map((write) => write(sales)).find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`No writer of ${kind}.`);
  return found;
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

/** An extract that names no order: each sale's net as a deposit, with its balance. */
function bankOf(sales: readonly Sale[], document = '1'): string {
  let balance = 1_000_000;
  const lines = sales.map((sale, at) => {
    balance += netOf(sale);
    return `2026-03-1${at + 2};Central;Abono;${document}${at};;${textOf(netOf(sale))};${textOf(balance)}`;
  });
  const header =
    'Fecha;Sucursal;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono;Saldo diario';
  return [header, ...lines].join('\n');
}

/** @param owners the accounts that have each of the sales */
async function openPage(sales: readonly Sale[], owners: readonly string[] = ['Principal']) {
  const page = startPage(createFakeLocks());
  const account = freshAccount();
  await page.service.open({ accountId: account, line: LINE });
  const { calls } = await page.main();
  await loadSales(calls, sales, owners);
  return { service: page.service, events: page.events, account, main: calls };
}

/** Reads the month of these sales as all there are. */
async function loadSales(
  calls: Parameters<typeof load>[0],
  sales: readonly Sale[],
  owners: readonly string[] = ['Principal'],
): Promise<void> {
  readings += 1;
  const rows = owners.flatMap((owner) =>
    sales.map((sale) =>
      row({
        Cuenta: owner,
        Orden: sale.order,
        'Nro. suborden': sale.suborder,
        'N° de Liquidación': sale.settlement,
        'Rentabilidad Marketplace': textOf(netOf(sale)),
      }),
    ),
  );
  await load(calls, `w${readings}`, rows, [...new Set([...COLUMNS_SENT, 'N° de Liquidación'])]);
}
let readings = 0;

async function preview(
  service: Service,
  content: string | Uint8Array<ArrayBuffer>,
  ask: Partial<Asked> = {},
): Promise<StatementPreview> {
  const end = await runIntake(
    streamsOf(service),
    new Blob([content]),
    { kind: 'statement', sheet: null, mapping: null, ...ask },
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  return (end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>).statement;
}
type Asked = Extract<IntakeAsk, { readonly kind: 'statement' }>;

async function importFile(service: Service, content: string, name = 'liquidacion.csv'): Promise<string> {
  const { readingId } = await preview(service, content);
  return (await service.confirmStatement({ readingId, name, owner: 'Ana' })).id;
}

/** Two lines, a row that is none, and a total that comes out without it. */
const DOUBTED = [
  'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO',
  '21/03/2026;Pago;R1;10,00;Confirmado',
  '22/03/2026;Pago;R2;15,00;Confirmado',
  '23/03/2026;7,00;;;',
  ';Resultado;;4,00;',
  ';Total;;25,00;',
];

describe('a statement', () => {
  test('whose order numbers a workbook holds as long numbers finds the orders, digit by digit', async () => {
    const sales = SALES.slice(0, 8).map((sale, at) => ({ ...sale, order: `20000012345670${at}0` }));
    expect(sales[0]?.order).toHaveLength(16);
    const cells = written('hites', sales).rows.map((line) =>
      line.map((cell) => (/^\d{16}$/.test(cell) ? { number: cell } : cell)),
    );
    const content = workbookOf({ sheets: [{ name: 'A', rows: cells }] });
    const { service } = await openPage(sales);
    const found = await preview(service, content);
    expect(found).toMatchObject({ kind: 'hites', notUnderstood: { count: 0 }, accounts: [{ orders: 8 }] });
    await service.confirmStatement({ readingId: found.readingId, name: 'hites.xlsx', owner: '' });
    const matches = await service.readMatches(ASKED);
    expect(matches.cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0)).toHaveLength(
      8,
    );
    const { service: stranger } = await openPage(SALES.slice(20));
    const unknown = await preview(stranger, content);
    expect(unknown.notUnderstood.listed.map(({ why }) => why)).toEqual(Array(8).fill('lost-digits'));
  });

  test('takes a number that was cut as the user says it was, finds its order, and remembers it', async () => {
    const sales = SALES.slice(0, 8).map((sale, at) => ({ ...sale, order: `20000012345670${at}3` }));
    const cells = written('hites', sales).rows.map((line) =>
      line.map((cell) => (/^\d{16}$/.test(cell) ? { number: `${cell.slice(0, 15)}0` } : cell)),
    );
    const content = workbookOf({ sheets: [{ name: 'A', rows: cells }] });
    const { service } = await openPage(sales);
    const asked = await preview(service, content);
    expect(asked.notUnderstood.listed.map(({ why }) => why)).toEqual(Array(8).fill('lost-digits'));
    expect(asked.numberShapes).toContain('9'.repeat(16));
    const said = asked.notUnderstood.listed.slice(0, 6).map(({ row: open }, at) => {
      return { key: open?.key ?? '', answer: { number: sales[at]?.order ?? '' } };
    });
    const found = await preview(service, content, { rows: { said, others: null } });
    expect(found).toMatchObject({
      said: { count: 6 },
      notUnderstood: { count: 2 },
      accounts: [{ orders: 6 }],
    });
    await service.confirmStatement({
      readingId: found.readingId,
      name: 'hites.xlsx',
      owner: 'Ana',
      leavesOut: 0,
    });
    const { cases } = await service.readMatches(ASKED);
    expect(cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0)).toHaveLength(6);
    const kept = await service.readAnnotations({ kind: 'statement-row' });
    expect(kept.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({ answer: { number: sales[0]?.order }, owner: 'Ana' }),
    );
    expect(await preview(service, content)).toMatchObject({
      said: { count: 6 },
      notUnderstood: { count: 2 },
      overlap: { fresh: 0 },
    });
    const back = { said: [{ key: said[0]?.key ?? '', answer: null }], others: null };
    const again = await preview(service, content, { rows: back });
    expect(again).toMatchObject({ said: { count: 5 }, notUnderstood: { count: 3 } });
    await service.confirmStatement({
      readingId: again.readingId,
      name: 'hites.xlsx',
      owner: 'Ana',
      leavesOut: 0,
    });
    expect(await service.readAnnotations({ kind: 'statement-row' })).toHaveLength(5);
  });

  test('keeps what was said of its rows, and asks of them no more until it is taken back', async () => {
    const { service } = await openPage(SALES);
    const content = DOUBTED.join('\n');
    const keys = (await preview(service, content)).notUnderstood.listed.map(
      ({ row: asked }) => asked?.key ?? '',
    );
    const rows = {
      said: [
        { key: keys[0] ?? '', answer: 'no-movement' },
        { key: keys[1] ?? '', answer: 'movement' },
      ],
      others: null,
    } as const;
    const said = await preview(service, content, { rows });
    expect(said).toMatchObject({ rows: 3, notUnderstood: { count: 0 }, said: { count: 2 } });
    await service.confirmStatement({ readingId: said.readingId, name: 'dudas.csv', owner: 'Ana' });
    expect(await service.readStatements(null)).toMatchObject([{ said: { movements: 1, leftOut: 1 } }]);
    const again = await preview(service, content);
    expect(again).toMatchObject({ rows: 3, notUnderstood: { count: 0 }, overlap: { fresh: 0 } });
    const kept = await service.readAnnotations({ kind: 'statement-row' });
    expect(kept.map(({ value }) => value)).toMatchObject([{ owner: 'Ana' }, { owner: 'Ana' }]);
    const back = { said: [{ key: keys[1] ?? '', answer: null }], others: null };
    const asked = await preview(service, content, { rows: back });
    expect(asked).toMatchObject({ rows: 2, proof: { doubts: 1 }, said: { count: 1 } });
    const { readingId } = asked;
    await service.confirmStatement({ readingId, name: 'dudas.csv', owner: 'Ana', leavesOut: 1 });
    expect((await service.readAnnotations({ kind: 'statement-row' })).map(({ key }) => key)).toEqual([
      keys[0],
    ]);
  });

  test('with rows that were not understood is stored only where so many are said to be left out', async () => {
    const { service } = await openPage(SALES);
    const { readingId, proof } = await preview(service, DOUBTED.join('\n'));
    expect(proof).toMatchObject({ holds: false, covered: 2, doubts: 2 });
    const given = { readingId, name: 'dudas.csv', owner: '' };
    for (const leavesOut of [undefined, 1, 3]) {
      await expect(service.confirmStatement({ ...given, leavesOut })).rejects.toMatchObject({
        code: OPEN_DOUBTS,
      });
    }
    expect(await service.readStatements(null)).toEqual([]);
    await service.confirmStatement({ ...given, leavesOut: 2 });
    expect(await service.readStatements(null)).toMatchObject([
      { lines: 2, proof: { state: 'doubts', covered: 2, doubts: 2 } },
    ]);
  });

  test('is read, shown, stored, and held against the orders it names', async () => {
    const { service, events, account } = await openPage(SALES);
    const sales = SALES.map((sale, at) => (at === 5 ? { ...sale, commission: sale.commission + 100 } : sale));
    const file = written('mercado-pago-settlement', sales.slice(0, 38));
    const shown = await preview(service, csvOf(file.rows));
    expect(shown).toMatchObject({
      kind: 'mercado-pago-settlement',
      rows: file.lines.length,
      proof: { holds: true },
      overlap: { fresh: file.lines.length, shared: [] },
      accounts: [{ canal: 'Mercado Uno', cuenta: 'Principal', orders: 38 }],
      notUnderstood: { count: 0 },
    });
    expect(await service.readStatements(null)).toEqual([]);
    const { id } = await service.confirmStatement({
      readingId: shown.readingId,
      name: 'enero.csv',
      owner: 'Ana',
    });
    expect(events.at(-1)).toEqual(['annotated', null]);
    expect(await service.readStatements(null)).toMatchObject([
      { id, name: 'enero.csv', owner: 'Ana', lines: 38, fresh: 38, proof: { state: 'holds' } },
    ]);
    const found = await service.readMatches(ASKED);
    expect(found.totals[0]?.byState).toMatchObject({
      same: { cases: 37, lines: 37 },
      different: { cases: 1, lines: 1, difference: '-1.00' },
      'only-here': { cases: 2, lines: 0 },
      'only-there': { cases: 0, lines: 0 },
    });
    expect(centsOf(found.totals[0]?.remains ?? '')).toBe(-100);
    const [different] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
    expect(different).toMatchObject({
      difference: '-1.00',
      lines: [{ order: SALES[5]?.order, statementId: id }],
      orders: [{ Orden: SALES[5]?.order, Canal: 'Mercado Uno' }],
    });
    const searched = await service.readMatches({ ...ASKED, search: SALES[7]?.order ?? '' });
    expect(searched.cases.map(({ orders }) => orders.map(({ Orden }) => Orden))).toEqual([[SALES[7]?.order]]);
    // The same after a restart.
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect((await again.readMatches(ASKED)).totals).toEqual(found.totals);
  });

  test('answers a decision at once, by the identities it told', async () => {
    const { service } = await openPage(SALES.slice(0, 5));
    const sales = SALES.slice(0, 5).map((sale, at) =>
      at === 2 ? { ...sale, commission: sale.commission + 100 } : sale,
    );
    await importFile(service, csvOf(written('mercado-pago-settlement', sales).rows));
    const [different] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
    await service.writeAnnotations(
      changes('match-decision', decisionOfCase('explained', different as MatchedCase)),
    );
    const after = await service.readMatches({ ...ASKED, states: ['different'] });
    expect(after.cases).toMatchObject([{ isExplained: true }]);
  });

  test('that tells of an order which is not here lists it in the month of its line’s day', async () => {
    const { service } = await openPage(SALES.slice(0, 5));
    await importFile(service, csvOf(written('mercado-pago-settlement', SALES.slice(0, 6)).rows));
    const [alone] = (await service.readMatches({ ...ASKED, states: ['only-there'] })).cases;
    const line = alone?.lines[0];
    const month = (line?.date ?? line?.released)?.day.slice(0, 7) as Month;
    const of = async (each: Month) =>
      (await service.readMatches({ ...ASKED, states: ['only-there'], month: each })).cases;
    expect(alone?.orders).toEqual([]);
    expect(await of(month)).toEqual([alone]);
    expect(await of('1999-01' as Month)).toEqual([]);
  });

  test('that overlaps another counts every line once, and the same file again is no second one', async () => {
    const { service } = await openPage(SALES);
    const first = csvOf(written('mercado-pago-settlement', SALES.slice(0, 25)).rows);
    const second = csvOf(written('mercado-pago-settlement', SALES.slice(15, 40)).rows);
    const one = await importFile(service, first, 'uno.csv');
    const shown = await preview(service, second);
    expect(shown.overlap).toEqual({
      fresh: 15,
      shared: [{ id: one, name: 'uno.csv', lines: 10, isSame: false }],
    });
    const two = (await service.confirmStatement({ readingId: shown.readingId, name: 'dos.csv', owner: '' }))
      .id;
    const both = await service.readMatches({ ...ASKED, statementIds: [one, two] });
    expect(both.totals[0]?.byState.same).toMatchObject({ cases: 40, lines: 40 });
    // Every case is of the one month that its order was bought in; the totals stay those of all.
    const monthsOf = ({ orders }: MatchedCase) => orders.map(({ purchased }) => purchased?.slice(0, 7));
    const months = [...new Set(both.cases.flatMap(monthsOf))] as Month[];
    expect(months.length).toBeGreaterThan(0);
    for (const month of [...months, '1999-01' as Month]) {
      const found = await service.readMatches({ ...ASKED, statementIds: [one, two], month });
      expect(found.cases).toEqual(both.cases.filter((each) => monthsOf(each).includes(month)));
      expect(found.totals).toEqual(both.totals);
    }
    expect((await service.readMatches(ASKED)).totals[0]?.byState.same.lines).toBe(25);
    await importFile(service, first, 'uno otra vez.csv');
    const names = (await service.readStatements(null)).map(({ name, fresh }) => [name, fresh]);
    expect(names).toEqual([
      ['uno otra vez.csv', 25],
      ['dos.csv', 15],
    ]);
  });

  test('is of the account that the user says, then and for the next of its kind', async () => {
    const { service, account } = await openPage(SALES.slice(0, 4), ['Uno', 'Dos']);
    const first = bankOf(SALES.slice(0, 4));
    const shown = await preview(service, first);
    expect(shown).toMatchObject({ kind: 'bank', accounts: [], account: null });
    const said = { Canal: 'Mercado Uno', Cuenta: 'Dos' };
    const { readingId } = shown;
    const { id } = await service.confirmStatement({ readingId, name: 'b.csv', owner: '', account: said });
    expect(await service.readStatements(null)).toMatchObject([{ id, account: said }]);
    const suggested = async () => {
      const { cases } = await service.readMatches({ ...ASKED, statementIds: [id], states: ['only-there'] });
      return [
        ...new Set(
          cases.flatMap(({ suggestions }) =>
            suggestions.flatMap(({ orders }) => orders.map(({ Cuenta }) => Cuenta)),
          ),
        ),
      ];
    };
    expect(await suggested()).toEqual(['Dos']);
    // Unless it is asked for, a bank's extract is held against no orders.
    expect(await service.readMatches(ASKED)).toMatchObject({ statements: [], total: 0 });
    expect((await preview(service, bankOf(SALES.slice(1, 4), '9'))).account).toEqual(said);
    await service.setStatementAccount({ id, account: { ...said, Cuenta: 'Uno' } });
    expect(await suggested()).toEqual(['Uno']);
    await service.setStatementAccount({ id, account: null });
    expect(await service.readStatements(null)).toMatchObject([{ id, account: null }]);
    await service.setStatementAccount({ id, account: said });
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect(await again.readStatements(null)).toMatchObject([{ id, account: said }]);
  });

  test('is taken out and brought back', async () => {
    const { service } = await openPage(SALES);
    const id = await importFile(service, csvOf(written('mercado-pago-settlement', SALES).rows));
    const before = await service.readMatches(ASKED);
    await service.deleteStatement({ id });
    expect(await service.readStatements(null)).toEqual([]);
    expect(await service.readMatches(ASKED)).toMatchObject({ statements: [], total: 0 });
    await service.restoreStatement({ id });
    expect((await service.readMatches(ASKED)).totals).toEqual(before.totals);
  });

  test('is there whole or not at all, wherever a write is cut', async () => {
    const content = csvOf(written('mercado-pago-settlement', SALES).rows);
    let isWhole = false;
    for (let writes = 0; !isWhole; writes += 1) {
      const { service, account } = await openPage(SALES);
      const { readingId } = await preview(service, content);
      const { failed } = await withWritesCutAfter(writes, () =>
        service.confirmStatement({ readingId, name: 'f', owner: '' }),
      );
      await service.close(null);
      const again = startPage(createFakeLocks()).service;
      await again.open({ accountId: account, line: LINE });
      const [stored] = await again.readStatements(null);
      expect(stored === undefined).toBe(failed);
      isWhole = !failed;
      if (isWhole) expect((await again.readMatches(ASKED)).totals[0]?.byState.same.lines).toBe(SALES.length);
      expect(writes).toBeLessThan(20);
    }
  });

  test('is not stored where another file was read since', async () => {
    const { service } = await openPage(SALES);
    const content = csvOf(written('mercado-pago-settlement', SALES).rows);
    const { readingId } = await preview(service, content);
    await preview(service, 'a;b\n1;2\n');
    await expect(service.confirmStatement({ readingId, name: 'f', owner: '' })).rejects.toMatchObject({
      code: UNKNOWN_READING,
    });
    expect(await service.readStatements(null)).toEqual([]);
  });

  test('of unknown columns is read by what the user says of them, then and ever after', async () => {
    const { service } = await openPage(SALES);
    const header = 'Cuándo;Pedido;Plata';
    const lines = SALES.slice(0, 6).map(
      (sale) => `2026-03-1${sale.suborder.at(-1)};${sale.order};${textOf(netOf(sale))}`,
    );
    const content = [header, ...lines].join('\n');
    const unknown = await preview(service, content);
    expect(unknown).toMatchObject({ kind: 'unknown', rows: 0, headers: ['Cuándo', 'Pedido', 'Plata'] });
    const mapping = {
      fields: { date: 'Cuándo', order: 'Pedido', amount: 'Plata' },
      sign: 'written',
      partsAddUp: false,
      dayOrder: 'day-first',
      decimalSign: '.',
    } as const;
    const said = await preview(service, content, {
      mapping: { fingerprint: unknown.fingerprint, mapping },
    });
    expect(said).toMatchObject({ rows: 6, accounts: [{ orders: 6 }] });
    await service.confirmStatement({ readingId: said.readingId, name: 'propio.csv', owner: 'Ana' });
    expect((await service.readMatches(ASKED)).totals[0]?.byState.same.lines).toBe(6);
    expect(await preview(service, content)).toMatchObject({ rows: 6, overlap: { fresh: 0 } });
  });
});

describe('what statements leave open joins the queue of exceptions', () => {
  const KIND = 'mercado-pago-settlement';
  const readQueue = async (
    service: Service,
    asked: Partial<DataCalls['readExceptions']['input']> = {},
  ): Promise<readonly Exception[]> => {
    const { exceptions } = await service.readExceptions({
      scope: null,
      currency: null,
      thresholds: DEFAULT_THRESHOLDS,
      // Before any sale: nothing is overdue.
      today: '2020-01-01' as LocalDate,
      tolerance: ASKED.tolerance,
      ...asked,
    });
    return exceptions.filter(({ finding }) => finding.kind === 'statement-difference' && finding.rows > 0);
  };
  const toldOf = (exceptions: readonly Exception[]) =>
    exceptions.map(({ finding: { subject, name, amount, rows, orders } }) => [
      name,
      subject.reason,
      amount,
      rows,
      orders,
    ]);
  /** The sixth off by a peso, the last two missing, and a line of nobody's. */
  const stranger = { ...(SALES[0] as Sale), order: '777', suborder: '1', operation: '1' };
  const flawed = [
    ...SALES.slice(0, 38).map((sale, at) =>
      at === 5 ? { ...sale, commission: sale.commission + 100 } : sale,
    ),
    stranger,
  ];
  const missing = textOf(SALES.slice(38).reduce((sum, sale) => sum + Math.abs(netOf(sale)), 0));

  test('an order paid over two settlements is one case with both its parts, whichever is asked', async () => {
    const KIND = 'falabella-transactions';
    // As far as such files tell: neither shipping nor taxes.
    const sales = SALES.map((sale, at) => ({
      ...sale,
      ...{ shipping: 0, taxes: 0, settlement: at < 20 ? '4001' : '4002' },
    }));
    const isAlone = ({ order }: Sale) => sales.filter((each) => each.order === order).length === 1;
    const whole = sales.find((sale) => isAlone(sale) && netOf(sale) > 10_000) as Sale;
    const part = (share: (cents: number) => number, settlement: string): Sale => ({
      ...{ ...whole, settlement, operation: `${whole.operation}${settlement.at(-1)}` },
      ...{ gross: share(whole.gross), commission: share(whole.commission) },
    });
    const third = (cents: number) => Math.floor(cents / 300) * 100;
    const [early, late] = [part(third, '4001'), part((cents) => cents - third(cents), '4002')];
    const others = sales.filter((sale) => sale !== whole);
    const files = [
      [early, ...others.filter(({ settlement }) => settlement === '4001')],
      [late, ...others.filter(({ settlement }) => settlement === '4002')],
    ].map((some) => csvOf(written(KIND, some).rows));
    const { service } = await openPage(sales);
    const one = await importFile(service, files[0] ?? '', 'uno.csv');
    expect(toldOf(await readQueue(service)).map(([name, reason]) => [name, reason])).toEqual([
      ['uno.csv', 'different'],
    ]);
    const two = await importFile(service, files[1] ?? '', 'dos.csv');
    expect(await readQueue(service)).toEqual([]);
    const casesOf = async (id: string) => {
      const { cases, others: beside } = await service.readMatches({ ...ASKED, statementIds: [id] });
      const found = cases.find(({ orders }) => orders.some(({ Orden }) => Orden === whole.order));
      return { found, beside: beside.map(({ name }) => name) };
    };
    for (const [id, beside] of [
      [one, 'dos.csv'],
      [two, 'uno.csv'],
    ] as const) {
      const asked = await casesOf(id);
      expect(asked.beside).toEqual([beside]);
      // Such a file has a line of the sale and one of its commission.
      expect(asked.found).toMatchObject({ state: 'same', lineCount: 4 });
      const lines = asked.found?.lines ?? [];
      const sumOf = (of: string) =>
        lines.reduce((sum, { statementId, net }) => sum + (statementId === of ? centsOf(net ?? '') : 0), 0);
      expect([sumOf(one), sumOf(two)]).toEqual([early, late].map(netOf));
    }
  });

  test('each reason once, with its amounts; nothing where a whole statement squares', async () => {
    const { service } = await openPage(SALES);
    await importFile(service, csvOf(written(KIND, SALES).rows), 'entero.csv');
    expect(await readQueue(service)).toEqual([]);
    await importFile(service, csvOf(written(KIND, flawed).rows), 'enero.csv');
    expect(toldOf(await readQueue(service))).toEqual([
      ['enero.csv', 'different', '1.00', 1, 1],
      ['enero.csv', 'only-here', missing, 2, 2],
      ['enero.csv', 'only-there', textOf(Math.abs(netOf(stranger))), 1, 0],
    ]);
    const peso = { absolute: '1' as Decimal, percent: '0' as Decimal };
    expect(toldOf(await readQueue(service, { tolerance: peso })).map(([, reason]) => reason)).toEqual([
      'only-here',
      'only-there',
    ]);
    const elsewhere = { accounts: [{ Canal: 'Otro', Cuenta: 'Otra' }], isExcluded: false };
    expect(await readQueue(service, { scope: elsewhere })).toEqual([]);
  });

  test('under the same key by content, once for the same case of two files', async () => {
    const { service } = await openPage(SALES);
    const content = csvOf(written(KIND, flawed).rows);
    const first = await importFile(service, content, 'enero.csv');
    const before = await readQueue(service);
    await service.deleteStatement({ id: first });
    expect(await readQueue(service)).toEqual([]);
    // Another name, the same content: what was said of it holds.
    await importFile(service, content, 'enero (1).csv');
    const again = await readQueue(service);
    expect(again.map(({ key, finding }) => [key, finding.evidence])).toEqual(
      before.map(({ key, finding }) => [key, finding.evidence]),
    );
    expect(again[0]?.finding.name).toBe('enero (1).csv');
    await importFile(service, csvOf(written(KIND, flawed.slice(0, 20)).rows), 'quincena.csv');
    const both = (await readQueue(service)).filter(({ finding }) => finding.subject.reason === 'different');
    expect(toldOf(both)).toEqual([['enero (1).csv', 'different', '1.00', 1, 1]]);
  });

  test('once also where a file was imported before the orders that tell whose it is', async () => {
    const { service, main } = await openPage([]);
    await importFile(service, csvOf(written(KIND, flawed.slice(0, 20)).rows), 'quincena.csv');
    await loadSales(main, SALES);
    await importFile(service, csvOf(written(KIND, flawed).rows), 'enero.csv');
    const scopes = (await service.readStatements(null)).map(({ accounts }) => accounts.length);
    expect(scopes).toEqual([1, 0]);
    const different = (await readQueue(service)).filter(
      ({ finding }) => finding.subject.reason === 'different',
    );
    expect(toldOf(different)).toEqual([['quincena.csv', 'different', '1.00', 1, 1]]);
  });

  test('an order that the statements of two accounts lack is told once', async () => {
    const { service, main } = await openPage(SALES, ['Norte']);
    await importFile(service, csvOf(written(KIND, SALES.slice(0, 38)).rows), 'norte.csv');
    // From now on nobody can tell of which account that statement is: the orders of both are without a line.
    await loadSales(main, SALES, ['Norte', 'Sur']);
    const id = await importFile(service, csvOf(written(KIND, SALES.slice(1, 38)).rows), 'sur.csv');
    await service.setStatementAccount({ id, account: { Canal: 'Mercado Uno', Cuenta: 'Sur' } });
    const lacking = (await readQueue(service)).filter(
      ({ finding }) => finding.subject.reason === 'only-here',
    );
    expect(lacking.map(({ finding }) => [finding.name, finding.orders])).toEqual([['norte.csv', 80]]);
  });

  test('and the queue heeds at once that the user says whose it is, also where that was known before', async () => {
    const { service, main } = await openPage(SALES, ['Norte']);
    const id = await importFile(service, csvOf(written(KIND, SALES.slice(0, 38)).rows), 'norte.csv');
    await loadSales(main, SALES, ['Norte', 'Sur']);
    const lacking = async () => (await readQueue(service)).map(({ finding }) => finding.orders);
    expect(await lacking()).toContain(80);
    await service.setStatementAccount({ id, account: { Canal: 'Mercado Uno', Cuenta: 'Norte' } });
    expect(await lacking()).toEqual([2]);
  });

  test('and what was accepted stays so when the user says whose the statement is', async () => {
    const { service, main } = await openPage([]);
    const id = await importFile(service, csvOf(written(KIND, flawed).rows), 'enero.csv');
    await loadSales(main, SALES);
    const accepted = (await readQueue(service)).map((each) => ({
      key: each.key,
      value: formerRecord(each, { state: 'accepted', note: '', owner: 'Ana', atMs: 2 }),
    }));
    const puts = accepted.map(({ key, value }) => ({ key, value: { ...value, log: [...value.log] } }));
    await service.writeAnnotations({ kind: 'exception', puts, deletes: [] });
    const account = { Canal: 'Mercado Uno', Cuenta: 'Principal' };
    await service.setStatementAccount({ id, account });
    expect((await readQueue(service)).map(({ state, isChanged }) => [state, isChanged])).toEqual(
      accepted.map(() => ['accepted', false]),
    );
  });

  test('and leaves it when it is explained or accepted; another amount brings it back', async () => {
    const { service } = await openPage(SALES);
    await importFile(service, csvOf(written(KIND, flawed).rows), 'enero.csv');
    const [different] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
    await service.writeAnnotations(
      changes('match-decision', decisionOfCase('explained', different as MatchedCase)),
    );
    const left = await readQueue(service);
    expect(left.map(({ finding }) => finding.subject.reason)).toEqual(['only-here', 'only-there']);
    const here = left[0] as Exception;
    const value = formerRecord(here, { state: 'accepted', note: '', owner: 'Ana', atMs: 2 });
    await service.writeAnnotations({
      kind: 'exception',
      puts: [{ key: here.key, value: { ...value, log: [...value.log] } }],
      deletes: [],
    });
    const stateOfHere = async () =>
      (await readQueue(service)).find(({ key }) => key === here.key) ?? { state: null };
    expect(await stateOfHere()).toMatchObject({ state: 'accepted', isChanged: false });
    const { puts } = changes('match-decision', decisionOfCase('explained', different as MatchedCase));
    const deletes = puts.map(({ key }) => key);
    await service.writeAnnotations({ kind: 'match-decision', puts: [], deletes });
    expect(await stateOfHere()).toMatchObject({ state: 'accepted', isChanged: false });
  });

  test('a file that fails its own arithmetic, and one that can no longer be read', async () => {
    const { service, account } = await openPage(SALES);
    const { rows } = written(KIND, SALES);
    const column = rows[0]?.indexOf('SETTLEMENT_NET_AMOUNT') ?? -1;
    const altered = rows.map((cells, at) =>
      at === 3 ? cells.map((cell, place) => (place === column ? textOf(centsOf(cell) + 700) : cell)) : cells,
    );
    await importFile(service, csvOf(altered), 'alterado.csv');
    const found = await readQueue(service);
    expect(toldOf(found)[0]).toEqual(['alterado.csv', 'proof', '7.00', SALES.length, 0]);
    expect(found.map(({ finding }) => finding.subject.reason)).toEqual(['proof', 'different']);
    await service.close(null);
    await damageStatements(account);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect((await readQueue(again)).map(({ finding }) => finding.subject.reason)).toEqual([
      'damaged',
      'proof',
    ]);
  });
});

/** A byte of what is stored of each statement becomes another. */
async function damageStatements(account: string): Promise<void> {
  const database = await defineCurrent(account);
  await database.open();
  await database.statementLines.toCollection().modify((chunk) => {
    chunk.bytes[chunk.bytes.length - 9] = ((chunk.bytes.at(-9) ?? 0) + 1) % 256;
  });
  database.close();
}

test('settlements of the rows are told page by page, with what is owed', async () => {
  const { service } = await openPage(SALES);
  const page = await service.readSettlements({
    scope: null,
    day: '2026-12-31' as LocalDate,
    offset: 0,
    limit: 2,
  });
  expect(page.total).toBe(new Set(SALES.map(({ settlement }) => settlement)).size);
  expect(page.settlements).toHaveLength(2);
  expect(page.owed).toEqual([{ canal: 'Mercado Uno', cuenta: 'Principal', owed: '0.00', rows: 0 }]);
});

test('what a statement says of its orders’ release is known to the forecast, until it is taken out', async () => {
  const { service } = await openPage(SALES);
  const today = '2026-03-11' as LocalDate;
  const ask = () => service.readPayoutForecast({ scope: null, today, from: today });
  // Paid, and nobody tells when.
  expect((await ask()).accounts).toMatchObject([{ undated: SALES.length, stated: 0, pending: '0.00' }]);
  const id = await importFile(service, csvOf(written('mercado-pago-settlement', SALES).rows));
  const yetToCome = SALES.filter(({ released }) => released > 31 + 28 + 10);
  expect(yetToCome.length).toBeGreaterThan(0);
  const pending = textOf(yetToCome.reduce((sum, sale) => sum + netOf(sale), 0));
  const { revision, ...stated } = await ask();
  expect(stated.accounts).toMatchObject([{ undated: 0, stated: SALES.length, pending, dated: pending }]);
  expect(await ask()).toEqual({ revision, ...stated });
  const scope = { accounts: [{ Canal: 'Mercado Uno', Cuenta: 'Principal' }], isExcluded: true };
  expect((await service.readPayoutForecast({ scope, today, from: today })).accounts).toEqual([]);
  await service.deleteStatement({ id });
  expect((await ask()).accounts).toMatchObject([{ undated: SALES.length, stated: 0 }]);
});
