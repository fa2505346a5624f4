import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { driftOf, type ReadingCause } from '#renderer/reconciliation/closing/model/drift.ts';
import { driftNow, driftOfSameRows } from '#renderer/reconciliation/closing/worker/month-drift.ts';
import { readMonth } from '#renderer/reconciliation/closing/worker/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';

/** The drift of a closed month that goes on from the one before is that of all orders compared anew. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Fecha de compra'],
  ...['Unidades', 'Ventas', 'Costo de Producto', 'Rentabilidad Marketplace', 'Rentabilidad Comercial'],
  'Rentabilidad Total',
];
const ORDERS = 24;
const MONTHS = ['2026-03', '2026-04'] as Month[];

/** Orders of two months and of both, with and without a number; some versions come to what those before did. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  return Array.from({ length: 1 + ((order + version) % 3) }, (_, at): NaiveRow => {
    const step = Math.floor(version / 2);
    const cost = (order + step) % 3 === 0 ? '0.00' : `${5 + ((order + step) % 4)}.50`;
    return {
      ...{ Canal: 'Austral', Cuenta: order % 2 === 0 ? 'Tienda' : 'Outlet', 'Tipo de Dato': 'Orden' },
      Orden: order % 6 === 0 ? '' : `O-${order}`,
      'Nro. suborden': order % 6 === 0 ? `M-${order}` : String(at),
      'SKU Producto': `S${order % 4}`,
      'Fecha de compra': `2026-0${3 + ((order + (order % 6 === 0 ? 0 : at)) % 2)}-10T10:00:00.000`,
      // Own costs are by unit: without these they would move nothing.
      Unidades: String(1 + (order % 2)),
      Ventas: `${50 + ((order * 3 + step) % 7)}.00`,
      'Costo de Producto': cost,
      'Rentabilidad Marketplace': order % 5 === 0 ? null : `${30 + step}.25`,
      'Rentabilidad Comercial': `${20 - step}.25`,
      'Rentabilidad Total': `${10 + ((order * step) % 3)}.0${version % 3}`,
    };
  });
}

const costOf = (sku: string, cost: string): OwnCost => ({
  ...{ sku, currency: null, from: null, to: null, cost: cost as Decimal, note: '', owner: '', atMs: 0 },
});

const asked = fc.record({
  change: fc.option(storeChange, { nil: null }),
  month: fc.constantFrom(...MONTHS),
  isClosedAnew: fc.boolean(),
  cause: fc.constantFrom('source', 'reread', 'first'),
  /** Of the sales without a cost; none: nothing is said. */
  costs: fc.subarray([costOf('S1', '3.10'), costOf('S2', '4'), costOf('S3', '0.5')]),
});

test.each([
  { named: 'of the source', counted: [] },
  { named: 'with own costs', counted: [{ currency: null, isMain: true, scope: null }] },
])('$named, whatever came, went and was merged', ({ counted }) => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 9 }), (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let said: readonly OwnCost[] = [];
      const { rows } = createQueries(
        store,
        () => new Map(said.map((each): [string, OwnCost] => [ownCostKey(each), each])),
      );
      const read = (month: Month) => atOnce(readMonth(rows, month, counted));
      const closes = new Map(MONTHS.map((each) => [each, { closed: read(each), snapshot: `${each}-0` }]));
      for (const [at, { change: one, month, isClosedAnew, cause, costs }] of all.entries()) {
        if (one !== null) change(one);
        said = costs;
        if (isClosedAnew) closes.set(month, { closed: read(month), snapshot: `${month}-${at + 1}` });
        const { closed, snapshot } = closes.get(month) ?? { closed: [], snapshot: '' };
        const causeOf = (key: string): ReadingCause => (key.length % 2 === 0 ? 'source' : cause);
        const of = { month, close: { snapshot, ownCosts: counted }, causeOf };
        const expected = atOnce(driftOf(closed, read(month), causeOf));
        const same = atOnce(driftOfSameRows(rows, of));
        if (same !== null) expect(same).toEqual(expected);
        expect(atOnce(driftNow(rows, of, closed))).toEqual(expected);
      }
    }),
    { numRuns: randomCases(50) },
  );
});

test('needs what the month held only where an order has other rows', () => {
  const { store, change } = changingStore(COLUMNS, 2, (order, version) => [
    {
      ...(versionOf(1, version)[0] ?? {}),
      Orden: `O-${order}`,
      'Fecha de compra': `2026-0${3 + order}-10T10:00:00.000`,
    },
  ]);
  const { rows } = createQueries(store);
  const month = '2026-03' as Month;
  const closed = atOnce(readMonth(rows, month));
  const of = { month, close: { snapshot: 'one', ownCosts: [] }, causeOf: (): ReadingCause => 'source' };
  const ofSame = () => atOnce(driftOfSameRows(rows, of));
  expect(ofSame()).toBeNull();
  atOnce(driftNow(rows, of, closed));
  // An order of the next month.
  change({ is: 'commit', orders: [1], isRemoval: false });
  expect(ofSame()?.orders).toEqual([]);
  change({ is: 'commit', orders: [0], isRemoval: true });
  expect(ofSame()).toBeNull();
  expect(atOnce(driftNow(rows, of, closed)).orders).toMatchObject([{ kind: 'removed' }]);
});

test('goes on with own costs that come, change and go, though no row does, and with what another close held', () => {
  const { store } = changingStore(COLUMNS, 3, (order) => [
    {
      ...(versionOf(1, 0)[0] ?? {}),
      ...{ Orden: `O-${order}`, 'SKU Producto': `S${order}`, 'Costo de Producto': '0', Unidades: '2' },
      'Fecha de compra': `2026-0${order === 2 ? 4 : 3}-10T10:00:00.000`,
    },
  ]);
  let said: readonly OwnCost[] = [costOf('S1', '3')];
  const { rows } = createQueries(
    store,
    () => new Map(said.map((each): [string, OwnCost] => [ownCostKey(each), each])),
  );
  const ownCosts = [{ currency: null, isMain: true, scope: null }];
  const [march, april] = MONTHS as [Month, Month];
  const closeOf = (month: Month, snapshot: string) => ({
    of: { month, close: { snapshot, ownCosts }, causeOf: (): ReadingCause => 'source' },
    closed: atOnce(readMonth(rows, month, ownCosts)),
  });
  let [ofMarch, ofApril] = [closeOf(march, 'm1'), closeOf(april, 'a1')];
  const told = ({ of, closed }: typeof ofMarch) =>
    atOnce(driftNow(rows, of, closed)).orders.map(({ key, differences }) => [
      (JSON.parse(key) as string[])[2],
      Number(differences['Rentabilidad Total']),
    ]);
  const now = (...costs: readonly OwnCost[]) => {
    said = costs;
    return [told(ofMarch), told(ofApril)];
  };
  expect(now(costOf('S1', '3'))).toEqual([[], []]);
  expect(now()).toEqual([[['O-1', 6]], []]);
  // Neither month has to be looked at again for what the other one holds.
  said = [];
  const same = [ofMarch, ofApril].map(({ of }) => atOnce(driftOfSameRows(rows, of))?.orders.length);
  expect(same).toEqual([1, 0]);
  expect(now(costOf('S0', '1'), costOf('S1', '3'))).toEqual([[['O-0', -2]], []]);
  expect(now(costOf('S1', '4'), costOf('S2', '5'))).toEqual([[['O-1', -2]], [['O-2', -10]]]);
  // April is closed anew as it is: what was told of its former close is not of this one.
  ofApril = closeOf(april, 'a2');
  expect([told(ofMarch), told(ofApril)]).toEqual([[['O-1', -2]], []]);
  ofMarch = closeOf(march, 'm2');
  expect(now(costOf('S1', '3'))).toEqual([[['O-1', 2]], [['O-2', 10]]]);
  expect(now(costOf('S1', '4'), costOf('S2', '5'))).toEqual([[], []]);
});
