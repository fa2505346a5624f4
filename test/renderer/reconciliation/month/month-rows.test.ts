import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { ByMonth } from '#renderer/reconciliation/month/worker/by-month.ts';
import { costsByMonth, rowsByMonth } from '#renderer/reconciliation/month/worker/month-rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import {
  type NaiveRow,
  naiveDay,
  naiveHasCost,
  naiveLacksCost,
  naiveSum,
  naiveUnits,
} from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { world } from '#test/renderer/data/engine/worlds.ts';
import { naiveState, RULED_COLUMNS } from '#test/renderer/reconciliation/rules/naive-rules.ts';

/** Rows of each month and account against the slow way, and against what the tools say of the month. */

const DOCUMENTED = ['total', 'comercial', 'income', 'refunds'];
/** What a month is looked at by. */
const LOOKED_AT = ['Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const nameOf = (row: NaiveRow): string => JSON.stringify([row.Canal ?? '', row.Cuenta ?? '']);
const monthOf = (row: NaiveRow): string | null =>
  naiveDay(row['Fecha de compra'] ?? null)?.slice(0, 7) ?? null;

/** By month and account, the rows. */
function placed(rows: readonly NaiveRow[]): ReadonlyMap<string, readonly NaiveRow[]> {
  const found = new Map<string, NaiveRow[]>();
  for (const row of rows) {
    const month = monthOf(row);
    if (month === null) continue;
    const key = `${month} ${nameOf(row)}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

const flat = <T>(byMonth: ByMonth<T>) =>
  new Map<string, T>(
    [...byMonth].flatMap(([month, accounts]) =>
      [...accounts.values()].map(
        (each) => [`${month} ${JSON.stringify([each.account?.canal, each.account?.cuenta])}`, each] as const,
      ),
    ),
  );

const TRUTH: readonly NaiveRow[] = [...createWorld({ seed: 29, orders: 300, clock: () => NOW }).truth()];
const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Fecha de compra',
  ...RULED_COLUMNS,
];

const planted = fc.record({
  places: fc.array(fc.nat(TRUTH.length - 1), { minLength: 1, maxLength: 20, size: 'max' }),
  faults: fc.array(
    fc.tuple(fc.nat(), fc.constantFrom(...RULED_COLUMNS), fc.constantFrom('7.5', null, 'N/D', '0')),
    {
      maxLength: 8,
    },
  ),
  cut: fc.nat(),
  dead: fc.array(fc.nat(), { maxLength: 3 }),
});

describe('rows of each month and account', () => {
  test('are those bought in it, and those break a rule that break a documented one, each once', () => {
    fc.assert(
      fc.property(planted, ({ places, faults, cut, dead }) => {
        const made = places.map((place): NaiveRow => ({ ...TRUTH[place] }));
        for (const [at, column, value] of faults)
          made[at % made.length] = { ...made[at % made.length], [column]: value };
        const gone = new Set(dead.map((at) => at % made.length));
        const store = createColumnStore();
        const at = cut % (made.length + 1);
        for (const [segment, rows] of [made.slice(0, at), made.slice(at)].entries()) {
          if (rows.length === 0) continue;
          const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? null));
          const encoded = encodeSegment({ columns: COLUMNS, rows: cells });
          store.addSegment(segment + 1, decodeSegment(encoded.bytes, encoded.headerLength), null);
        }
        store.markDeleted([...gone]);
        const alive = made.filter((_, row) => !gone.has(row));
        const found = flat(atOnce(rowsByMonth(store)));
        const expected = placed(alive);
        expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [key, rows] of expected) {
          const failing = rows.filter((row) =>
            DOCUMENTED.some((id) => naiveState(row, id).state === 'fails'),
          );
          expect({ key, ...found.get(key) }).toMatchObject({
            key,
            rows: rows.length,
            failing: failing.length,
          });
          const sums = (found.get(key)?.amounts ?? []).map(naiveUnits);
          expect(sums).toEqual(LOOKED_AT.map((column) => naiveSum(rows, column) ?? 0n));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('product costs that are missing in each month and account', () => {
  test('agree with the slow way in random histories, and add up to what the tool says of the month', () => {
    fc.assert(
      fc.property(world, ({ store, rows }) => {
        const found = flat(atOnce(costsByMonth(store)));
        const expected = placed(rows);
        expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [key, own] of expected) {
          const lacking = own.filter(naiveLacksCost);
          const skusOf = (all: readonly NaiveRow[]) =>
            [...new Set(all.map((row) => row['SKU Producto'] ?? ''))].toSorted();
          const { missing, skus, rows: count, ventas } = found.get(key) ?? {};
          expect([...(missing ?? [])].toSorted(), key).toEqual(skusOf(lacking));
          expect([...(skus ?? [])].toSorted(), key).toEqual(
            skusOf(own.filter((row) => naiveHasCost(row) || naiveLacksCost(row))),
          );
          expect(count, key).toBe(lacking.length);
          expect(naiveUnits(ventas ?? ''), key).toBe(naiveSum(lacking, 'Ventas') ?? 0n);
        }
        const queries = createQueries(store);
        for (const month of new Set(rows.flatMap((row) => monthOf(row) ?? []))) {
          const own = [...found].filter(([key]) => key.startsWith(`${month} `)).map(([, each]) => each);
          const view = atOnce(
            queries.tasks.missingCosts({
              selection: selectionOfMonth(month as Month),
              order: 'ventas',
              limit: 0,
            }),
          );
          expect(new Set(own.flatMap(({ missing }) => [...missing])).size).toBe(view.skus);
          expect(own.reduce((sum, each) => sum + each.rows, 0)).toBe(view.rows);
          expect(own.reduce((sum, each) => sum + (naiveUnits(each.ventas) ?? 0n), 0n)).toBe(
            naiveUnits(view.ventas),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});
