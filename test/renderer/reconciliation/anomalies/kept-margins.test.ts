import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import {
  type AnomalyThresholds,
  DEFAULT_THRESHOLDS,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { findOddMargins, type MarginsBefore } from '#renderer/reconciliation/anomalies/worker/odd-margins.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { toldOf } from './told-anomalies.ts';

/** Odd margins that go on from those before a commit are those that are found anew. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'SKU Producto', 'Tipo de Dato', 'Fecha de compra', 'Estado de Orden'],
  ...['Ventas', 'Costo de Producto', 'Rentabilidad Total'],
];
const ORDERS = 60;

/** SKUs that come and go, most sales with about the same margin, some far off, some that tell none. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  return Array.from({ length: 1 + ((order + version) % 3) }, (_, at): NaiveRow => {
    const draw = (order * 5 + version * 7 + at * 3) % 31;
    return {
      ...{ Canal: 'Austral', Cuenta: order % 3 === 0 ? 'Outlet' : 'Tienda', Orden: `O-${order}` },
      'SKU Producto': draw === 30 ? '' : `S${(order + (version > 1 ? 1 : 0)) % 3}`,
      'Tipo de Dato': draw === 29 ? 'Marketplace' : 'Orden',
      'Fecha de compra': `2026-03-1${draw % 9}T10:00:00.000`,
      'Estado de Orden': draw === 28 ? 'Cancelada' : 'Regular',
      Ventas: draw === 27 ? 'diez' : draw === 26 ? '0.00' : '100.00',
      'Costo de Producto': draw % 5 === 0 ? '0.00' : '30.00',
      'Rentabilidad Total':
        draw === 25 ? '90071992547409931.75' : draw < 4 ? `-${draw}0.00` : `4${draw % 3}.00`,
    };
  });
}

const thresholds: fc.Arbitrary<AnomalyThresholds> = fc
  .record({
    marginPoints: fc.constantFrom(10, 30),
    marginRows: fc.constantFrom(1, 8),
    margin: fc.constantFrom('0', '60'),
  })
  .map(({ margin, ...limits }) => ({
    ...{ ...DEFAULT_THRESHOLDS, ...limits, marginSpreads: 1 },
    amounts: { ...DEFAULT_THRESHOLDS.amounts, margin: margin as Decimal },
  }));

/** All rows, and some of those of a SKU. */
const SELECTIONS = [
  EVERYTHING,
  { ...EVERYTHING, period: { from: '2026-03-10', to: '2026-03-14' } as Selection['period'] },
];

test('are the same whatever came, went and was merged, and whatever limits there were before', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(storeChange, fc.boolean()), { minLength: 1, maxLength: 8 }),
      fc.tuple(thresholds, thresholds),
      (all, [usual, other]) => {
        const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
        let before: MarginsBefore | undefined;
        for (const [each, isOther] of all) {
          change(each);
          const asked = isOther ? other : usual;
          const { odd, next } = atOnce(findOddMargins(store, asked, before));
          const anew = atOnce(findOddMargins(store, asked)).odd;
          expect(odd).toEqual(anew);
          for (const selection of SELECTIONS) {
            expect(toldOf(store, { orders: [], margins: odd }, selection)).toEqual(
              toldOf(store, { orders: [], margins: anew }, selection),
            );
          }
          before = next;
          found += odd.length;
        }
      },
    ),
    { numRuns: randomCases(40) },
  );
  expect(found).toBeGreaterThan(0);
});

test('are of the rows that were there when they began, whatever a commit brings meanwhile', () => {
  const begun = changingStore(COLUMNS, ORDERS, versionOf);
  const still = changingStore(COLUMNS, ORDERS, versionOf);
  const limits = { ...DEFAULT_THRESHOLDS, marginSpreads: 1, marginPoints: 10, marginRows: 1 };
  const { odd: expected } = atOnce(findOddMargins(still.store, limits));
  const task = findOddMargins(begun.store, limits);
  task.next();
  const { bytes, headerLength } = encodeSegment({
    columns: COLUMNS,
    rows: versionOf(ORDERS, 1).map((row) => COLUMNS.map((column) => row[column] ?? null)),
  });
  begun.store.addSegment(99, decodeSegment(bytes, headerLength), null);
  begun.store.raiseRevision();
  expect(expected.length).toBeGreaterThan(0);
  expect(atOnce(task).odd).toEqual(expected);
});
