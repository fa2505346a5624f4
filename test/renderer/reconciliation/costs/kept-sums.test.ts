import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { type CostsBefore, findMissingCosts } from '#renderer/reconciliation/costs/worker/missing-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';

/** Costs that are missing after a commit, gone on from those before, are those that are found anew. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'SKU Producto', 'Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Ventas', 'Unidades', 'Costo de Producto', 'Rentabilidad Comercial', 'Rentabilidad Total'],
];
const ORDERS = 120;

/** Products with a cost or without, at times with other digits, absent, unreadable, or past what a double carries. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  return Array.from({ length: 1 + ((order + version) % 3) }, (_, at): NaiveRow => {
    const draw = (order * 5 + version * 7 + at * 3) % 97;
    return {
      ...{ Canal: 'Austral', Cuenta: order % 2 === 0 ? 'Tienda' : 'Outlet', Orden: `O-${order}` },
      'SKU Producto': draw === 0 ? '' : `S${draw % 5}${version > 1 ? 'B' : ''}`,
      Producto: `Producto ${order} ${version}`,
      'Fecha de compra': draw % 19 === 1 ? 'nunca' : `2026-0${1 + (draw % 4)}-1${draw % 9}T10:00:00.000`,
      'Estado de Orden': draw % 3 === 0 ? 'Cancelada' : 'Regular',
      Ventas: draw % 20 === 7 ? '12.125' : draw === 8 ? 'diez' : draw === 9 ? null : `${10 + draw}.50`,
      Unidades: '1',
      'Costo de Producto': draw % 2 === 0 ? '0.00' : draw === 11 ? '1.5000' : `${draw}.00`,
      'Rentabilidad Comercial': draw % 12 === 1 ? '90071992547409931.75' : `${draw - 40}.25`,
      'Rentabilidad Total': draw === 14 ? null : `${draw - 60}.00`,
    };
  });
}

const selection: fc.Arbitrary<Selection> = fc.constantFrom(
  EVERYTHING,
  { ...EVERYTHING, filters: [{ column: 'Estado de Orden', values: ['Regular'] }] },
  { ...EVERYTHING, filters: [{ column: 'Cuenta', values: ['Tienda'] }] },
);

test('are the same whatever came, went and was merged, and whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(storeChange, selection), { minLength: 1, maxLength: 6 }), (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let before: CostsBefore | undefined;
      for (const [each, asked] of all) {
        change(each);
        const selected = selectRows(store, asked);
        const everywhere = asked === EVERYTHING ? selected : selectRows(store, EVERYTHING);
        const { found, sums } = atOnce(findMissingCosts(store, selected, everywhere, before));
        expect(found).toEqual(atOnce(findMissingCosts(store, selected, everywhere)).found);
        before = sums;
      }
    }),
    { numRuns: randomCases(20) },
  );
});

const ownCost = (sku: string, cost: string): OwnCost => ({
  ...{ sku, cost: cost as Decimal, currency: null, from: null, to: null, note: '', owner: 'Ana', atMs: 0 },
});

test('are those of a store that nobody asked before with own costs counted, as costs come and rows change', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(storeChange, fc.nat(6)), { minLength: 1, maxLength: 5 }), (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let costs = new Map<string, OwnCost>();
      const asked = {
        ...{ selection: { ...EVERYTHING, ownCosts: { currency: null } }, limit: null },
        order: 'risk' as const,
      };
      const kept = createQueries(store, () => costs).tasks;
      for (const [each, sku] of all) {
        change(each);
        if (sku < 5) {
          const added = ownCost(`S${sku}`, '3.50');
          costs = new Map(costs).set(ownCostKey(added), added);
        }
        const never = createQueries({ ...store }, () => costs).tasks;
        expect(atOnce(kept.missingCosts(asked))).toEqual(atOnce(never.missingCosts(asked)));
      }
    }),
    { numRuns: randomCases(15) },
  );
});
