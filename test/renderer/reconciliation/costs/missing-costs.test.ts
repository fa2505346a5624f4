import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MissingCostOrder } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import {
  type NaiveRow,
  naiveHasCost,
  naiveLacksCost,
  naiveSelects,
  naiveSum,
  naiveUnits,
  PLACES,
} from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked, world } from '#test/renderer/data/engine/worlds.ts';

/** SKUs without product cost against the slow way, in random histories of commits with awkward values. */

/** without × cost ÷ ventas to four places, rounded half away from zero, times 10^PLACES; null where nothing is known. */
function naiveEstimate(without: bigint, rows: readonly NaiveRow[]): bigint | null {
  const cost = naiveSum(rows, 'Costo de Producto');
  const ventas = naiveSum(rows.filter(naiveHasCost), 'Ventas') ?? 0n;
  if (cost === null || ventas <= 0n) return null;
  const product = without * cost;
  const size = product < 0n ? -product : product;
  const unit = 10n ** BigInt(PLACES - 4);
  const rounded = (2n * size + ventas * unit) / (2n * ventas * unit);
  return (product < 0n ? -rounded : rounded) * unit;
}

describe('product costs that are missing', () => {
  test('agree with the slow way, by SKU and together', () => {
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom<MissingCostOrder>('ventas', 'risk'),
        ([{ store, rows }, selection], order) => {
          const queries = createQueries(store);
          const found = atOnce(queries.tasks.missingCosts({ selection, order, limit: null }));
          const selected = rows.filter((row) => naiveSelects(selection, row));
          const everywhere = rows.filter((row) =>
            naiveSelects({ ...EVERYTHING, scope: selection.scope }, row),
          );
          const lacking = selected.filter(naiveLacksCost);
          const skuOf = (row: NaiveRow) => row['SKU Producto'] ?? '';
          const skus = [...new Set(lacking.map(skuOf))].sort();
          expect(found.lines.map(({ sku }) => sku).sort()).toEqual(skus);
          expect([found.skus, found.rows]).toEqual([skus.length, lacking.length]);
          expect(naiveUnits(found.ventas)).toBe(naiveSum(lacking, 'Ventas') ?? 0n);
          expect(naiveUnits(found.allVentas)).toBe(naiveSum(selected, 'Ventas') ?? 0n);
          expect(naiveUnits(found.coveredVentas)).toBe(
            naiveSum(selected.filter(naiveHasCost), 'Ventas') ?? 0n,
          );
          let total: bigint | null = null;
          for (const line of found.lines) {
            const own = lacking.filter((row) => skuOf(row) === line.sku);
            const without = naiveSum(own, 'Ventas') ?? 0n;
            expect(line.rows).toBe(own.length);
            expect(naiveUnits(line.ventas)).toBe(without);
            const bySku = naiveEstimate(
              without,
              everywhere.filter((row) => skuOf(row) === line.sku),
            );
            const expected = bySku ?? naiveEstimate(without, selected);
            expect(naiveUnits(line.estimate)).toBe(expected);
            expect(line.basis).toBe(bySku !== null ? 'sku' : expected !== null ? 'selection' : null);
            if (expected !== null) total = (total ?? 0n) + expected;
          }
          expect(naiveUnits(found.estimate)).toBe(total);
          const keys = found.lines.map(({ ventas, estimate }) =>
            order === 'ventas' ? naiveUnits(ventas) : naiveUnits(estimate),
          );
          const known = keys.filter((key) => key !== null);
          expect(known.every((key, at) => at === 0 || (known[at - 1] ?? 0n) >= key)).toBe(true);
          expect(keys.slice(known.length).every((key) => key === null)).toBe(true);
        },
      ),
      { numRuns: randomCases(24) },
    );
  });

  test('a limit leaves out the last lines and nothing of the sums', () => {
    fc.assert(
      fc.property(world, ({ store }) => {
        const { tasks } = createQueries(store);
        const ask = (limit: number | null) =>
          atOnce(tasks.missingCosts({ selection: EVERYTHING, order: 'ventas', limit }));
        const { lines, ...head } = ask(null);
        const { lines: first, ...same } = ask(1);
        expect(same).toEqual(head);
        expect(first).toEqual(lines.slice(0, 1));
      }),
      { numRuns: 15 },
    );
  });
});
