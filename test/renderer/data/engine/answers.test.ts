import { expect, test } from 'vitest';
import { createAnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { withIds } from '#renderer/data/engine/answers/correlation-ids.ts';
import { readLatestTotals, readTotals } from '#renderer/data/engine/answers/figures.ts';
import { readTableRows } from '#renderer/data/engine/answers/lines.ts';
import { ownMoves } from '#renderer/data/engine/answers/own-costs.ts';
import { type AnswerRows, createQueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { addRows, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { createQueries } from './queries.ts';

/** What stands between the rows and who asks of them: told whole, over a few rows of two accounts. */

const [COST, COMERCIAL, TOTAL] = ['Costo de Producto', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const RATE = `% ${COMERCIAL}`;
const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Producto', 'SKU Producto', 'Fecha de compra', 'Fecha de Pago'],
  ...['Estado de Pago', 'Unidades', 'Ventas', COST, COMERCIAL, TOTAL, RATE],
];
const day = (text: string) => `2026-10-${text}T10:00:00.000`;
const days = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });

const ROWS = [
  rowOf({ Orden: 'A', Ventas: '10.5', [COMERCIAL]: '4', [RATE]: '38.10', Unidades: '2' }),
  rowOf({
    ...{ Orden: 'A', Producto: 'Taza', Ventas: '2', [COST]: '1', [COMERCIAL]: '1', [RATE]: '50' },
    'Fecha de compra': day('07'),
  }),
  rowOf({ Orden: 'B', Cuenta: 'Dos', Ventas: 'x', [COMERCIAL]: '3', 'Fecha de compra': day('06') }),
  // In another segment.
  rowOf({ Orden: 'C', Ventas: '7', [COMERCIAL]: '?', [COST]: '0', [RATE]: 'n/d', Unidades: '3' }),
  rowOf({ Orden: 'C', Producto: '', Ventas: '8', [COMERCIAL]: '2', 'Fecha de Pago': 'ayer' }),
  rowOf({ Orden: 'D', Ventas: '-1', [COMERCIAL]: '-2', [COST]: '1', 'Fecha de compra': day('09') }),
];
const storeOfAll = () => storeOf(ROWS, 2, COLUMNS);

const query = (over: Partial<RowsQuery>): RowsQuery => ({
  selection: EVERYTHING,
  grouping: 'rows',
  sort: null,
  columns: ['Orden', 'Ventas', RATE],
  ...over,
});

test('a line tells its cells, and which of them cannot be read, wherever its row lies', () => {
  const { lines } = createQueries(storeOfAll());
  const ofRows = lines(query({}), 0, 9);
  expect({ ...ofRows, lines: ofRows.lines.map(({ id, ...line }) => [id, line]) }).toEqual({
    ...{ revision: 2, total: 6, offset: 0 },
    lines: [
      ['r5', line(['D', '-1', null], { productCostMissing: false })],
      ['r1', line(['A', '2', '50'], { productCostMissing: false })],
      ['r2', line(['B', 'x', null], { unreadable: ['Ventas'], productCostMissing: false })],
      ['r0', line(['A', '10.5', '38.10'])],
      ['r3', line(['C', '7', 'n/d'], { unreadable: [RATE] })],
      ['r4', line(['C', '8', null])],
    ],
  });
  const columns = ['Orden', 'Ventas', COST, RATE, 'Producto', 'Fecha de compra', 'Fecha de Pago'];
  const ofOrders = lines(query({ grouping: 'orders', columns }), 1, 9);
  expect([ofOrders.total, ofOrders.offset]).toEqual([4, 1]);
  expect(ofOrders.lines).toEqual([
    {
      ...{ id: 'o0', rows: 2, cells: ['A', '12.5', '1', '40.00', null, null, null] },
      ...{ unreadable: [], mixed: ['Producto', 'Fecha de compra'], productCostMissing: true },
    },
    {
      ...{ id: 'o1', rows: 1, cells: ['B', null, null, null, null, day('06'), null] },
      ...{ unreadable: ['Ventas', RATE], mixed: [], productCostMissing: false },
    },
    {
      ...{ id: 'o2', rows: 2, cells: ['C', '15', '0', '13.33', null, day('05'), null] },
      ...{ unreadable: [RATE, 'Fecha de Pago'], mixed: ['Fecha de Pago'], productCostMissing: true },
    },
  ]);
});

const line = (cells: readonly (string | null)[], over: object = {}) => ({
  ...{ rows: 1, cells, unreadable: [], mixed: [], productCostMissing: true },
  ...over,
});

test('an order that is opened has its selected rows alone, in the order asked for', () => {
  const queries = createQueries(storeOfAll());
  const { lines } = queries.lines(query({ grouping: 'orders' }), 0, 9);
  const idOf = (Orden: string) => lines.find(({ cells }) => cells[0] === Orden)?.id ?? '';
  const ventas = (over: Partial<RowsQuery>, Orden: string) =>
    queries.orderRows(query({ grouping: 'orders', ...over }), idOf(Orden)).lines.map(({ cells }) => cells[1]);
  expect(ventas({}, 'A')).toEqual(['2', '10.5']);
  expect(ventas({ sort: { column: 'Ventas', direction: 'descending' } }, 'A')).toEqual(['10.5', '2']);
  expect(ventas({ sort: { column: 'Ventas', direction: 'descending' } }, 'C')).toEqual(['8', '7']);
  const first: Selection = { ...EVERYTHING, period: days('2026-10-05', '2026-10-05') };
  expect(ventas({ selection: first }, 'A')).toEqual(['10.5']);
  for (const lineId of ['o4', 'r0', '0', 'o-1', 'xo1'])
    expect(() => queries.orderRows(query({}), lineId)).toThrow('There is no such line.');
});

test('another sort, another grouping, other rows and other columns are other questions', () => {
  const queries = createQueries(storeOfAll());
  const orders = (over: Partial<RowsQuery>, offset = 0) =>
    queries.lines(query(over), offset, 2).lines.map(({ cells }) => cells.join(' '));
  const sort = { column: 'Ventas', direction: 'ascending' } as const;
  const one: Selection = { ...EVERYTHING, filters: [{ column: 'Cuenta', values: ['Uno'] }] };
  for (const round of [1, 2]) {
    expect([round, orders({ sort })]).toEqual([round, ['D -1 ', 'A 2 50']]);
    expect(orders({ sort: { ...sort, direction: 'descending' } })).toEqual(['A 10.5 38.10', 'C 8 ']);
    expect(orders({ sort }, 4)).toEqual(['A 10.5 38.10', 'B x ']);
    expect(orders({ sort, selection: one }, 4)).toEqual(['A 10.5 38.10']);
    expect(orders({ sort, grouping: 'orders' }, 1)).toEqual(['A 12.5 40.00', 'C 15 13.33']);
    expect(orders({ columns: ['Cuenta'] })).toEqual(['Uno', 'Uno']);
    expect(queries.totals(EVERYTHING, ['Unidades']).sums).toEqual({ Unidades: '5' });
    expect(queries.totals(EVERYTHING, ['Ventas', COST]).sums).toEqual({ Ventas: '26.5', [COST]: '2' });
    expect(queries.totals(one, ['Unidades'])).toMatchObject({ rows: 5, orders: 3, unreadable: {} });
  }
});

test('a file of lines has in each of its pieces what the lines have there', () => {
  const queries = createQueries(storeOfAll());
  for (const grouping of ['rows', 'orders'] as const) {
    const table = atOnce(queries.tasks.table(query({ grouping, columns: ['Orden', 'Ventas'] }), 'Órdenes'));
    const all = table.read(0, 9).map(({ cells }) => cells);
    expect(all).toEqual(
      queries
        .lines(query({ grouping, columns: ['Orden', 'Ventas'] }), 0, 9)
        .lines.map(({ cells }) => [...cells]),
    );
    expect([...table.read(0, 2), ...table.read(2, 1), ...table.read(3, 9)].map(({ cells }) => cells)).toEqual(
      all,
    );
    expect([table.name, table.lineCount, table.isGrouped]).toEqual(['Órdenes', all.length, false]);
  }
});

test('the values of a column are those of the rows and the column that are asked for', () => {
  const queries = createQueries(storeOfAll());
  const one: Selection = { ...EVERYTHING, filters: [{ column: 'Cuenta', values: ['Dos'] }] };
  const valuesOf = (selection: Selection, column: string) =>
    queries.values(selection, column).values.map(({ value, rows }) => `${value} ${rows}`);
  for (const round of [1, 2]) {
    expect([round, valuesOf(EVERYTHING, 'Orden')]).toEqual([round, ['A 2', 'C 2', 'B 1', 'D 1']]);
    expect(valuesOf(one, 'Orden')).toEqual(['B 1']);
    expect(valuesOf(one, 'Cuenta')).toEqual(['Uno 5', 'Dos 1']);
    expect(valuesOf({ ...one, search: 'taza' }, 'Cuenta')).toEqual(['Uno 1']);
  }
});

const own = (over: Partial<OwnCost>): OwnCost => ({
  ...{ sku: 'S1', currency: 'CLP', from: null, to: null, cost: '1' as Decimal },
  ...{ note: '', owner: '', atMs: 0, ...over },
});
const costsOf = (...all: readonly OwnCost[]) => new Map(all.map((cost) => [ownCostKey(cost), cost]));
const CLP: Selection = { ...EVERYTHING, ownCosts: { currency: 'CLP' } };

test('own costs are counted in their currency, until they change, and never in the source’s own figures', () => {
  let costs = costsOf(own({}), own({ currency: 'USD', cost: '2' as Decimal }));
  const queries = createQueries(storeOfAll(), () => costs);
  const comercial = (selection: Selection) => queries.totals(selection, [COMERCIAL]).sums[COMERCIAL];
  const USD: Selection = { ...CLP, ownCosts: { currency: 'USD' } };
  expect([CLP, USD, CLP, EVERYTHING].map(comercial)).toEqual(['6', '4', '6', '8']);
  const used = (currency: string) => {
    const { skus, rows, amount } = atOnce(queries.tasks.usedOwnCosts({ selection: CLP, currency }));
    return [skus, rows, amount];
  };
  expect([used('CLP'), used('USD')]).toEqual([
    [1, 2, '5'],
    [1, 2, '10'],
  ]);
  const moves = atOnce(ownMoves(queries.rows, { selection: CLP, currency: 'CLP' }));
  expect([...moves].map(([order, of]) => [order, of[COST as 'Costo de Producto'].units])).toEqual([
    [0, 2n],
    [2, 3n],
  ]);
  expect(atOnce(ownMoves(queries.rows, { selection: CLP, currency: 'EUR' })).size).toBe(0);
  costs = costsOf(own({ cost: '3' as Decimal }));
  expect([CLP, USD, EVERYTHING].map(comercial)).toEqual(['2', '8', '8']);
});

test('what is made ahead is of the rows, and of those with own costs that were asked for last', () => {
  const store = storeOfAll();
  const costs = costsOf(own({}));
  const rows = createQueriedRows(store, () => costs);
  expect(rows.isWarmingDue()).toBe(false);
  const paid: Selection = {
    ...CLP,
    periodColumn: 'Fecha de Pago',
    period: days('2026-10-01', '2026-10-31'),
  };
  const ask = (selection: Selection) => atOnce(readTotals.task(rows, { selection, columns: ['Ventas'] }));
  ask(paid);
  // Nothing was made yet.
  expect(rows.isWarmingDue()).toBe(false);
  atOnce(rows.warm());
  expect(rows.isWarmingDue()).toBe(false);
  ask({ ...paid, ownCosts: null });
  expect(rows.isWarmingDue()).toBe(true);
  // A question of the source’s own figures does not forget them.
  ask(EVERYTHING);
  atOnce(rows.condense());
  expect(rows.isWarmingDue()).toBe(false);
  addRows(store, [rowOf({ Orden: 'E', Ventas: '100' })], COLUMNS);
  expect(ask(CLP).sums.Ventas).toBe('126.5');
});

test('a question hands on its slot and whether it is asked ahead, and its answer nothing of them', async () => {
  const store = storeOfAll();
  const rows = createQueriedRows(store);
  const asked: unknown[] = [];
  const answer: AnswerRows = async (slot, start, isAhead) => {
    asked.push([slot, isAhead]);
    return atOnce(start(rows));
  };
  const input = { ...query({ grouping: 'orders' }), offset: 1, limit: 1, slot: 'table', isAhead: true };
  expect((await readTableRows.answer({ answer }, input)).lines.map(({ id }) => id)).toEqual(['o0']);
  await readTotals.answer({ answer }, { selection: EVERYTHING, columns: ['Ventas'] });
  const ofLatest = { selection: EVERYTHING, columns: ['Ventas'], slot: 'latest' };
  const latest = await readLatestTotals.answer({ answerLatest: answer }, ofLatest);
  expect(latest).toMatchObject({ revision: 2, rows: 6, orders: 4, sums: { Ventas: '26.5' } });
  expect(asked).toEqual([
    ['table', true],
    [undefined, undefined],
    ['latest', undefined],
  ]);
});

test('each line has the answers that brought its own order', () => {
  const page = { total: 2, lines: ['A', 'B', 'A'].map((Orden, at) => ({ at, identity: { Orden } })) };
  expect(withIds(page, ({ Orden }) => [`of ${Orden}`])).toEqual({
    total: 2,
    lines: [
      { at: 0, identity: { Orden: 'A' }, correlationIds: ['of A'] },
      { at: 1, identity: { Orden: 'B' }, correlationIds: ['of B'] },
      { at: 2, identity: { Orden: 'A' }, correlationIds: ['of A'] },
    ],
  });
});

test('annotations are read as they lie, and are others after each change', () => {
  const kept = own({ sku: 'S9' });
  const index = createAnnotationIndex([
    { kind: 'own-cost', key: 'a', value: kept },
    { kind: 'of-a-later-version', key: 'b', value: 1 },
    { kind: 'own-cost', key: 'c', value: { sku: 1 } },
    { kind: 'own-cost', key: 'd', value: own({ sku: 'S8' }) },
  ]);
  const told = () => [...index.of('own-cost')].map(([key, { sku }]) => [key, sku]);
  const before = index.of('own-cost');
  expect([told(), index.revision()]).toEqual([
    [
      ['a', 'S9'],
      ['d', 'S8'],
    ],
    0,
  ]);
  const change = (puts: AnnotationChanges<'own-cost'>['puts'], deletes: readonly string[]) =>
    index.apply({ kind: 'own-cost', puts, deletes });
  // Another in the place of one that goes.
  change([{ key: 'a', value: own({ sku: 'S7' }) }], ['a', 'd']);
  expect([told(), index.revision(), index.of('own-cost') === before, before.size]).toEqual([
    [['a', 'S7']],
    ...[1, false, 2],
  ]);
  change([{ key: 'e', value: kept }], []);
  expect([told(), index.revision()]).toEqual([
    [
      ['a', 'S7'],
      ['e', 'S9'],
    ],
    2,
  ]);
  expect(index.of('target').size).toBe(0);
});
