import { expect, test } from 'vitest';
import { readGroups, readLatestTotals, readTotals } from '#renderer/data/engine/answers/figures.ts';
import { readTableRows } from '#renderer/data/engine/answers/lines.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { FiguresAtStart } from '#renderer/data/storage/ledger.ts';
import { readCoverage } from '#renderer/data/worker/ledger-questions.ts';
import { areSameFacts, createOpeningCopy } from '#renderer/data/worker/opening-copy.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { keepCells, startLedger } from '#test/renderer/data/storage/cubes/start-with-cubes.ts';
import { COLUMNS_SENT, purchases, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshAccount, openUntilClosed, read } from '#test/renderer/data/storage/real-ledger.ts';

/** What is told of a copy while its rows are on their way: as much as cells know as well, and not a word more. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const ROWS = [
  row({ Orden: 'A', Ventas: '1.10', Marca: 'x', [PERIOD_COLUMNS[1]]: '2026-03-05T00:00:00.000' }),
  row({ Orden: 'A', 'Nro. suborden': 'S-2', Ventas: '5', 'Fecha de compra': '2026-03-02T00:00:00.000' }),
  row({ Orden: 'B', Ventas: '2.20', Cuenta: 'Otra', 'Fecha de actualización': '2026-03-12T15:00:00.000Z' }),
];

/** A start from kept cells, with something else beside them. */
async function started(more: (figures: FiguresAtStart) => Partial<FiguresAtStart> = () => ({})) {
  const account = freshAccount();
  const before = await openUntilClosed(account);
  await read(before, 'w1', MARCH, ROWS, { pages: 1, columns: [...COLUMNS_SENT, PERIOD_COLUMNS[1]] });
  await keepCells(before);
  before.close();
  const { ledger, early } = await startLedger(account);
  if (early === null) throw new Error('No cells were kept.');
  const { store } = ledger;
  ledger.close();
  return {
    queries: createQueries(store),
    copy: createOpeningCopy({ ...early, ...more(early) }, async () => {}),
  };
}
const TOTALS = { selection: EVERYTHING, columns: ['Ventas'] };
const totalsOf = (selection: Partial<Selection>) => ({
  ...TOTALS,
  selection: { ...EVERYTHING, ...selection },
});
const told = async (answer: unknown): Promise<unknown> => (answer === null ? 'waits' : answer);

test('facts are those of the rows, with what is known beside them, and how far the rows have come', async () => {
  const damage = { rowsLost: 3 } as never;
  const readUntil = '2026-04-01T00:00:00.000Z' as never;
  const { copy, queries } = await started(() => ({ damage, readUntil }));
  const { revision: _, ...facts } = copy.facts();
  const { revision: __, ...ofRows } = queries.facts();
  expect(facts).toEqual({ ...ofRows, damage, readUntil, rowsOpening: { rowsRead: 0, rows: 3 } });
  expect(facts).toMatchObject({ rows: 3, orders: 2, hasSeveralAccounts: true });
  copy.tell({ rowsRead: 2, rows: 3 });
  expect(copy.facts().rowsOpening).toEqual({ rowsRead: 2, rows: 3 });
});

test('a question is answered where the cells of its date are kept and tell as much; all else waits', async () => {
  const { copy, queries } = await started(() => ({ dates: ['Fecha de compra'] }));
  const range = { from: '2026-03-01' as LocalDate, to: '2026-03-09' as LocalDate };
  const inRange = totalsOf({ period: range });
  const ofRows = (of: { readonly selection: Selection }) => {
    const { revision: _, ...totals } = queries.totals(of.selection, ['Ventas']);
    return totals;
  };
  for (const question of [readTotals, readLatestTotals]) {
    expect(await told(copy.answer(question, TOTALS))).toMatchObject(ofRows(TOTALS));
    expect(await told(copy.answer(question, inRange))).toMatchObject({ rows: 1, sums: { Ventas: '5.00' } });
  }
  const byAccount = { ...TOTALS, dimension: 'Cuenta' };
  const groups = (await told(copy.answer(readGroups, byAccount))) as { groups: { value: string }[] };
  expect(groups.groups.map(({ value }) => value).toSorted()).toEqual(['Otra', 'Principal']);
  const waits: readonly (readonly [object, object])[] = [
    [readTotals, totalsOf({ search: 'a' })],
    [readTotals, totalsOf({ filters: [{ column: 'Marca', values: ['x'] }] })],
    [readTotals, totalsOf({ period: range, periodColumn: PERIOD_COLUMNS[1] })],
    [readGroups, { ...byAccount, dimension: 'SKU Producto' }],
    [readTableRows, { ...TOTALS, grouping: 'rows', sort: null, offset: 0, limit: 9 }],
    [{ name: 'other', answer: () => 1 }, TOTALS],
  ];
  for (const [record, input] of waits) expect(copy.answer(record, input), JSON.stringify(input)).toBeNull();
  const asked = (selection: Selection) => ({ selection, dimensions: [] });
  const several = (...selections: readonly Selection[]) => ({
    asks: () => selections.map(asked),
    answer: () => 'answered',
  });
  const search = { ...EVERYTHING, search: 'a' };
  expect(
    [several(EVERYTHING), several(EVERYTHING, search), several(search, EVERYTHING), several(search)].map(
      (record) => copy.answer(record, TOTALS),
    ),
  ).toEqual(['answered', null, null, null]);
});

test('months are told where they are counted, and wait where only the rows can tell them', async () => {
  const coverage = { months: [] } as never;
  const counted = await started(() => ({ coverage: () => coverage }));
  expect(counted.copy.answer(readCoverage, null)).toBe(coverage);
  const waiting = await started(() => ({ coverage: () => null }));
  expect(waiting.copy.answer(readCoverage, null)).toBeNull();
});

test('own costs are counted row by row: where there are any of the currency that is asked for, it waits', async () => {
  const cost = (currency: string | null): OwnCost => ({
    ...{ sku: 'SKU-1', currency, from: null, to: null, note: '', owner: '', atMs: 0, cost: '1' as Decimal },
  });
  const withCosts = async (...costs: readonly OwnCost[]) => {
    const all = new Map(costs.map((each) => [ownCostKey(each), each]));
    const annotations = { of: (kind: string) => (kind === 'own-cost' ? all : new Map()) } as never;
    const { copy } = await started(() => ({ annotations }));
    const account = { Canal: 'Mercado Uno', Cuenta: 'Principal' };
    const isIn = (currency: string | null, isExcluded: boolean | null) => {
      const scope = isExcluded === null ? null : { accounts: [account], isExcluded };
      return copy.answer(readTotals, totalsOf({ ownCosts: { currency }, scope })) !== null;
    };
    return [
      copy.answer(readTotals, TOTALS) !== null,
      isIn('CLP', null),
      isIn('USD', null),
      isIn('USD', false),
    ];
  };
  expect(await withCosts()).toEqual([true, true, true, true]);
  expect(await withCosts(cost('USD'))).toEqual([true, true, false, false]);
  // What was said before the main currency had a name is of it: other currencies name their accounts.
  expect(await withCosts(cost(null))).toEqual([true, false, false, true]);
});

test('rows wait until what is asked of the cells is answered', async () => {
  const { copy } = await started();
  expect(copy.activity.isIdle()).toBe(true);
  const answer = copy.answer(readTotals, TOTALS) as Promise<unknown>;
  expect(copy.activity.isIdle()).toBe(false);
  await answer;
  expect(copy.activity.isIdle()).toBe(true);
});

test('facts are the same whatever the order of their columns, and other ones by any other thing', () => {
  const facts = {
    ...{ revision: 1, rows: 2, orders: 3, firstPurchase: 'a', lastPurchase: 'b', lastUpdate: 'c' },
    ...{ columns: ['Canal', 'Ventas'], unknownColumns: ['x', 'y'], readUntil: 'd' },
    ...{ hasSeveralAccounts: false, damage: null },
  } as unknown as LedgerFacts;
  const same: readonly object[] = [
    {},
    { columns: ['Ventas', 'Canal'], unknownColumns: ['y', 'x'] },
    { rowsOpening: { rowsRead: 1, rows: 2 } },
    Object.fromEntries(Object.entries(facts).toReversed()),
  ];
  const others: readonly object[] = [
    { revision: 2 },
    { rows: 9 },
    { orders: 9 },
    ...['firstPurchase', 'lastPurchase', 'lastUpdate', 'readUntil'].map((name) => ({ [name]: 'z' })),
    { columns: ['Canal'] },
    { columns: ['x', 'y'], unknownColumns: ['Canal', 'Ventas'] },
    { unknownColumns: ['x', 'z'] },
    { hasSeveralAccounts: true },
    { damage: { rowsLost: 1 } },
  ];
  const are = (more: object) =>
    [areSameFacts(facts, { ...facts, ...more }), areSameFacts({ ...facts, ...more }, facts)].join();
  expect(same.map(are)).toEqual(same.map(() => 'true,true'));
  expect(others.map(are)).toEqual(others.map(() => 'false,false'));
});
