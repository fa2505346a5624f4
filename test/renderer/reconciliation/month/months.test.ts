import { describe, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeAnswer } from '#renderer/data/worker/reader/intake.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { readCloseBook } from '#renderer/reconciliation/closing/screen/close-book.ts';
import { openPoints } from '#renderer/reconciliation/month/model/close-points.ts';
import type {
  MonthStepId,
  MonthWalk,
  WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import { signParts } from '#renderer/reconciliation/month/model/sign-offs.ts';
import { unwaiveParts, waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, selectionOfMonth } from '#shared/domain/selection.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { changes, decisionOfCase } from '#test/renderer/data/worker/user-decisions.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/** A month from its rows and files to its close, as the worker tells it. */

type Service = Handlers<DataCalls>;
const MARCH = '2026-03' as Month;
const NORTE = { Canal: 'Mercado Uno', Cuenta: 'Norte' };
const SUR = { Canal: 'Mercado Uno', Cuenta: 'Sur' };
const PLAIN = { absolute: '0' as Decimal, percent: '0' as Decimal };
const ASKED: MonthsQuery = {
  scope: null,
  currency: null,
  countsOwnCosts: false,
  tolerance: PLAIN,
  today: '2026-04-20' as LocalDate,
};
const BY = { owner: 'Ana', note: 'no se usa', atMs: 5 };

/** Sold and paid from the first to the last day of March. */
const SALES = inventSales({ seed: 7, sales: 12, unit: 100 })
  .filter(({ isRefund }) => !isRefund)
  .map((sale, at, { length }) => {
    const day = at === length - 1 ? 89 : 59 + at;
    return { ...sale, sold: day, released: day };
  });
const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;
const pesos = (cents: number): string => (cents / 100).toFixed(2);
/** The third came to a peso less than here. */
const TOLD = SALES.map((sale, at) => (at === 2 ? { ...sale, commission: sale.commission + 100 } : sale));

const rowsOf = (moved = 0) =>
  SALES.map((sale, at) =>
    row({
      ...NORTE,
      Orden: sale.order,
      'Nro. suborden': sale.suborder,
      'SKU Producto': at % 2 === 0 ? 'A' : 'B',
      'Fecha de compra': `2026-03-${String(1 + at).padStart(2, '0')}T10:00:00.000`,
      Ventas: pesos(sale.gross),
      'Costo de Producto': at % 2 === 0 ? '1.00' : null,
      'Rentabilidad Marketplace': pesos(netOf(sale) + (at === 2 ? moved : 0)),
    }),
  );
const OF_SUR = row({
  ...SUR,
  Orden: 'M-1',
  'Nro. suborden': 'M-1',
  'SKU Producto': 'B',
  'Fecha de compra': '2026-03-05T10:00:00.000',
  Ventas: '50.00',
  'Rentabilidad Marketplace': '40.00',
});
const COLUMNS = [...new Set([...COLUMNS_SENT, 'Costo de Producto', 'Rentabilidad Marketplace'])];

async function openMonth() {
  const page = startPage(createFakeLocks());
  const account = freshServiceAccount();
  await page.service.open({ accountId: account, line: LINE });
  let [windows, restarts] = [0, 0];
  const sync = async (rows: readonly ReturnType<typeof row>[]) => {
    windows += 1;
    const { calls } = await page.main(restarts);
    return load(calls, `w${windows}`, [...rows], COLUMNS);
  };
  await sync([...rowsOf(), OF_SUR]);
  const { service } = page;
  return {
    service,
    sync,
    importSales: (sales: readonly Sale[] = TOLD) => importFile(service, sales),
    restart: async () => {
      await service.close(null);
      restarts += 1;
      await service.open({ accountId: account, line: LINE });
    },
    walk: async (over: Partial<MonthsQuery> = {}): Promise<MonthWalk> => {
      const { months } = await service.readMonths({ ...ASKED, ...over });
      const found = months.find(({ month }) => month === MARCH);
      if (found === undefined) throw new Error('There is no March.');
      return found;
    },
    page: (over: Partial<MonthsQuery> = {}) => service.readMonth({ ...ASKED, ...over, month: MARCH }),
  };
}

async function importFile(service: Service, sales: readonly Sale[]): Promise<void> {
  const rows =
    WRITERS.map((write) => write(sales)).find(({ kind }) => kind === 'mercado-pago-settlement')?.rows ?? [];
  const csv = rows
    .map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'))
    .join('\n');
  const end = await runIntake(
    streamsOf(service),
    new Blob([csv]),
    { kind: 'statement', sheet: null, mapping: null },
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  const { statement } = end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>;
  await service.confirmStatement({
    readingId: statement.readingId,
    name: 'marzo.csv',
    owner: 'Ana',
    account: NORTE,
    leavesOut: statement.proof.doubts,
  });
}

const only = (...accounts: readonly (typeof NORTE)[]): AccountsScope => ({ accounts, isExcluded: false });
const step = ({ steps }: MonthWalk, id: MonthStepId) => steps.find((each) => each.id === id);

describe('the months of a copy', () => {
  test('have the steps of frozen figures while these stand still, and what is read and closed as of now', async () => {
    const { service, sync, walk } = await openMonth();
    const before = await walk();
    await service.freeze(null);
    const cost = { ...OF_SUR, Orden: 'M-2', 'Nro. suborden': 'M-2', 'SKU Producto': 'C' };
    await sync([...rowsOf(), OF_SUR, cost]);
    const frozen = await walk();
    expect(frozen.rows).toBe(before.rows);
    expect(step(frozen, 'costs')).toEqual(step(before, 'costs'));
    expect(step(frozen, 'rows')).toEqual(step(before, 'rows'));
    await service.release(null);
    const after = await walk();
    expect(after.rows).toBe(before.rows + 1);
    expect(step(after, 'costs')?.count).toBe((step(before, 'costs')?.count ?? 0) + 1);
  });

  test('come to what the tools say of them, in the accounts in view', async () => {
    const { service, importSales, walk } = await openMonth();
    await importSales();
    for (const scope of [null, only(NORTE), only(SUR)]) {
      const found = await walk({ scope });
      const selection = selectionOfMonth(MARCH, scope);
      const costs = await service.readMissingCosts({ selection, order: 'ventas', limit: 0 });
      expect(step(found, 'costs')).toMatchObject({
        count: costs.skus,
        rows: costs.rows,
        amount: costs.skus === 0 ? null : costs.ventas,
      });
      const proof = await service.readRowRules({ selection });
      expect(found.rows).toBe(proof.rows);
      expect(step(found, 'rows')).toMatchObject({ count: 0, of: proof.rows });
    }
    const { differing } = await service.readMonthMatch({
      month: MARCH,
      scope: only(NORTE),
      day: ASKED.today,
    });
    expect(differing).toMatchObject({ orders: 1, sums: [{ sum: '-1.00' }] });
    const ofNorte = await walk({ scope: only(NORTE) });
    expect(step(ofNorte, 'differences')).toMatchObject({
      state: 'open',
      reason: 'differ',
      count: 1,
      amount: '-1.00',
    });
    expect(ofNorte.amount).toBe('-1.00');
    // Within the tolerance it is none.
    const tolerance = { absolute: '1' as Decimal, percent: '0' as Decimal };
    expect(step(await walk({ scope: only(NORTE), tolerance }), 'differences')).toMatchObject({
      state: 'done',
      count: 0,
    });
  });

  test('say which accounts that sold have a statement, and which miss one', async () => {
    const { importSales, walk, page } = await openMonth();
    expect(step(await walk(), 'statements')).toMatchObject({
      state: 'open',
      reason: 'none',
      count: 2,
      of: 2,
    });
    expect(step(await walk(), 'differences')).toMatchObject({ state: 'blocked', reason: 'no-statement' });
    await importSales();
    const { parts, differences } = await page();
    expect(parts.statements.map(({ account, reason }) => [account?.cuenta, reason])).toEqual([
      ['Sur', 'none'],
      ['Norte', 'covered'],
    ]);
    const [norte] = differences.filter(({ account }) => account?.cuenta === 'Norte');
    const [here, there] = [SALES, TOLD].map((all) => netOf(all[2] as Sale));
    expect(norte).toMatchObject({
      orders: SALES.length,
      cases: SALES.length,
      open: {
        cases: 1,
        ledgerAmount: pesos(here ?? 0),
        statementAmount: pesos(there ?? 0),
        difference: '-1.00',
      },
      explained: { cases: 0 },
    });
  });

  test('count a line of an order that nobody sold on its own day, in the account of its file', async () => {
    const { importSales, page, walk } = await openMonth();
    const [first] = SALES;
    if (first === undefined) throw new Error('There are no sales.');
    const unknown = { ...first, order: '9990000000001', suborder: '9990000000001' };
    await importSales([...TOLD, { ...unknown, sold: 80, released: 80 }]);
    const found = await walk({ scope: only(NORTE) });
    expect(step(found, 'differences')).toMatchObject({ state: 'open', count: 2 });
    const [norte] = (await page()).differences.filter(({ account }) => account?.cuenta === 'Norte');
    expect(norte).toMatchObject({ orders: SALES.length, cases: SALES.length + 1, open: { cases: 2 } });
    const gained = netOf(unknown) - 100;
    expect(step(found, 'differences')?.amount).toBe(pesos(gained));
  });

  test('take own costs for costs where they count, and say that it is by somebody’s word', async () => {
    const { service, walk } = await openMonth();
    expect(step(await walk({ countsOwnCosts: true }), 'costs')).toMatchObject({ state: 'open', count: 1 });
    const value = {
      ...{ sku: 'B', currency: null, from: null, to: null, cost: '2.00' as Decimal },
      ...{ note: '', owner: 'Ana', atMs: 1 },
    };
    await service.writeAnnotations({
      kind: 'own-cost',
      puts: [{ key: ownCostKey(value), value }],
      deletes: [],
    });
    expect(step(await walk(), 'costs')).toMatchObject({ state: 'open', count: 1 });
    const counted = await walk({ countsOwnCosts: true });
    expect(step(counted, 'costs')).toMatchObject({ state: 'done', reason: 'known', isByItself: false });
    // One of another day gives none, and one of another currency none where that is not counted.
    const later = { ...value, from: '2026-04-01' as LocalDate };
    const dollars = { ...value, currency: 'USD' };
    await service.writeAnnotations({
      kind: 'own-cost',
      puts: [later, dollars].map((each) => ({ key: ownCostKey(each), value: each })),
      deletes: [ownCostKey(value)],
    });
    const costsIn = async (over: Partial<MonthsQuery>) => {
      const { state, count, rows } = step(await walk({ countsOwnCosts: true, ...over }), 'costs') ?? {};
      return [state, count, rows];
    };
    const OF_SKU_B = SALES.filter((_, at) => at % 2 === 1).length;
    expect(await costsIn({})).toEqual(['open', 1, OF_SKU_B + 1]);
    expect(await costsIn({ currency: 'USD' })).toEqual(['done', 0, 0]);
    // Of the scope's accounts alone they are counted.
    expect(await costsIn({ currency: 'USD', scope: only(SUR) })).toEqual(['done', 0, 0]);
    expect(await costsIn({ scope: only(SUR) })).toEqual(['open', 1, 1]);
    // What is kept of one account is not told of all.
    expect(await costsIn({ currency: 'USD', scope: only(SUR) })).toEqual(['done', 0, 0]);
    expect(await costsIn({ currency: 'USD' })).toEqual(['done', 0, 0]);
    expect(await costsIn({ currency: 'USD', countsOwnCosts: false })).toEqual(['open', 1, OF_SKU_B + 1]);
    // One that names no currency is of the main one: of some accounts nobody knows that theirs is.
    await service.writeAnnotations({
      kind: 'own-cost',
      puts: [value, { ...value, sku: 'Z', currency: 'CLP' }].map((each) => ({
        key: ownCostKey(each),
        value: each,
      })),
      deletes: [later, dollars].map(ownCostKey),
    });
    const inPesos = { currency: 'CLP' };
    expect(await costsIn(inPesos)).toEqual(['done', 0, 0]);
    expect(await costsIn({ ...inPesos, scope: only(SUR) })).toEqual(['open', 1, 1]);
    expect(await costsIn(inPesos)).toEqual(['done', 0, 0]);
  });

  test('are walked to their close: a step that is not needed is in nobody’s way, and falls when it moves', async () => {
    const { service, sync, importSales, walk, page, restart } = await openMonth();
    await importSales();
    const before = await walk();
    expect(step(before, 'close')).toMatchObject({ state: 'blocked', reason: 'steps-open' });
    // No run said how far this copy is known: the data are what somebody has to see to.
    expect(before.inTheWay).toEqual(['data', 'costs', 'statements', 'differences', 'bank']);
    expect(before.next).toBe('costs');
    const parts = (await page()).parts;
    const waive = async (id: WaivableStep) =>
      service.writeAnnotations(waiveParts(MARCH, id, (await page()).parts[id], BY));
    for (const id of ['data', 'costs', 'statements', 'differences', 'bank'] as const) await waive(id);
    await restart();
    const done = await walk();
    expect(done.steps.map(({ state }) => state)).toEqual([
      'waived',
      'done',
      'waived',
      'done',
      'waived',
      // Nothing was paid out, which is known now that no statement is missed.
      'done',
      'open',
    ]);
    expect(done).toMatchObject({ done: 6, squares: false, next: 'close', inTheWay: [], amount: null });
    expect(openPoints(done)).toEqual([]);
    await service.closeMonth({ month: MARCH, owner: 'Ana', note: '', ownCosts: [] });
    expect(await walk()).toMatchObject({
      done: 7,
      squares: true,
      next: null,
      close: { state: 'closed', drift: '0' },
    });
    // The order that differs moves by a peso.
    await sync([...rowsOf(100), OF_SUR]);
    const moved = await walk();
    expect(step(moved, 'differences')).toMatchObject({ state: 'open', fallen: 1, amount: '-2.00' });
    const [fallen] = (await page()).parts.differences.filter(({ state }) => state === 'open');
    expect(fallen?.fallen).toMatchObject({ ...BY, said: { count: 1, amount: '-1.00' } });
    expect(moved.squares).toBe(false);
    await service.writeAnnotations(unwaiveParts(MARCH, 'differences', parts.differences));
    expect(step(await walk(), 'differences')).toMatchObject({ state: 'open', fallen: 0 });
  });

  test('keep a sign-off while its figure stands: a row that moves fells it, and it is renewed', async () => {
    const { service, sync, importSales, walk, page, restart } = await openMonth();
    await importSales();
    const sign = async (id: WaivableStep, owner: string, atMs: number) => {
      const { walk: now, parts, gone } = await page();
      const own = now === null ? undefined : step(now, id);
      if (own === undefined) throw new Error('There is no such step.');
      const of = { step: own, parts: parts[id], gone: gone[id] ?? [] };
      await service.writeAnnotations(signParts(MARCH, of, { owner, atMs }));
    };
    const signs = async () =>
      (await walk()).steps.map(({ sign: { state, last } }) => [state, last?.owner ?? null]);
    for (const id of ['data', 'costs', 'differences'] as const) await sign(id, 'Ana', 5);
    await restart();
    const held = [
      ...[
        ['signed', 'Ana'],
        ['by-itself', null],
        ['signed', 'Ana'],
        ['none', null],
      ],
      ...[
        ['signed', 'Ana'],
        ['none', null],
        ['none', null],
      ],
    ];
    expect(await signs()).toEqual(held);
    expect((await walk()).signers).toEqual(['Ana']);
    // The same rows again move nothing; a peso of one order is another month, and another difference.
    await sync([...rowsOf(), OF_SUR]);
    expect(await signs()).toEqual(held);
    await sync([...rowsOf(100), OF_SUR]);
    const fallen = await walk();
    expect(fallen.steps.map(({ sign }) => sign.state)).toEqual([
      ...['fallen', 'by-itself', 'signed', 'none', 'fallen', 'none', 'none'],
    ]);
    expect(step(fallen, 'differences')?.sign.last).toMatchObject({ owner: 'Ana', step: { amount: '-1.00' } });
    expect(fallen.next).toBe('data');
    await sign('data', 'Luis', 6);
    await sign('differences', 'Luis', 7);
    expect((await walk()).signers).toEqual(['Luis', 'Ana']);
    // Another account that sells is another figure of all of them, and none of the others'.
    await sync([...rowsOf(100), OF_SUR, { ...OF_SUR, Cuenta: 'Oeste' }]);
    expect(step(await walk({ scope: only(NORTE) }), 'costs')?.sign.state).toBe('signed');
    expect(step(await walk(), 'costs')?.sign.state).toBe('fallen');
  });

  test('are told in the book of their close: cases with what was said of them, receivables and the queue', async () => {
    const { service, importSales, page } = await openMonth();
    await importSales();
    const { scope, currency, tolerance, today } = ASKED;
    const read = () =>
      readCloseBook(service as never, {
        ...{ month: MARCH, months: ASKED },
        exceptions: { scope, currency, tolerance, today, thresholds: DEFAULT_THRESHOLDS },
      });
    const { cases, walk, receivables, exceptions, payouts } = await read();
    expect(walk).toEqual((await page()).walk);
    const differing = cases.filter(({ state }) => state === 'different');
    expect(differing.map(({ difference, orders }) => [difference, orders[0]?.Orden])).toEqual([
      ['-1.00', TOLD[2]?.order],
    ]);
    expect(cases.every(({ state }) => state !== 'same')).toBe(true);
    expect(receivables.map(({ cuenta }) => cuenta).toSorted()).toEqual(['Norte', 'Sur']);
    expect(payouts).toEqual([]);
    expect(exceptions.map(({ finding }) => finding.kind)).toContain('missing-cost');
    const [one] = differing;
    const [order] = one?.orders ?? [];
    if (one === undefined) throw new Error('Nothing differs.');
    const decision = { ...decisionOfCase('explained', one), note: 'comisión' };
    await service.writeAnnotations(changes('match-decision', decision));
    expect((await read()).said.get(order?.key ?? '')).toMatchObject({ note: 'comisión' });
    // Nor is what was kept before it was said.
    const [before, after] = [walk, (await page()).walk].map((of) => of && step(of, 'differences'));
    expect([before?.count, before?.explained.count]).toEqual([1, 0]);
    expect([after?.count, after?.explained]).toEqual([0, { count: 1, amount: '-1.00' }]);
  });

  test('keep what is not needed where the rows of another account come to have more digits', async () => {
    const { service, sync, importSales, walk, page } = await openMonth();
    await importSales();
    const scope = only(NORTE);
    const { differences } = (await page({ scope })).parts;
    await service.writeAnnotations(waiveParts(MARCH, 'differences', differences, BY));
    expect(step(await walk({ scope }), 'differences')).toMatchObject({ state: 'waived', fallen: 0 });
    await sync([...rowsOf(), { ...OF_SUR, 'Rentabilidad Marketplace': '40.0001' }]);
    expect(step(await walk({ scope }), 'differences')).toMatchObject({ state: 'waived', fallen: 0 });
  });

  test('are none where there are no rows', async () => {
    const { service } = await openMonth();
    const none = await service.readMonth({ ...ASKED, month: '2025-01' as Month });
    expect(none).toMatchObject({ walk: null, differences: [] });
    expect(Object.values(none.parts).flat()).toEqual([]);
  });
});
