import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naiveUnits } from './naive.ts';
import { asked, selectedRows } from './worlds.ts';

/** An answer about nothing is right by itself: what the properties of this folder draw must select something. */

const CASES = 300;

test('most drawn selections select rows, many of them many, few all', () => {
  const cases = fc.sample(asked, { seed: 1, numRuns: CASES });
  const counts = cases.map((each) => selectedRows(each).length);
  const share = (matches: (count: number, index: number) => boolean) => counts.filter(matches).length / CASES;
  expect(share((count) => count > 0)).toBeGreaterThan(0.75);
  expect(share((count) => count >= 10)).toBeGreaterThan(0.2);
  expect(
    share((count, index) => count > 0 && (cases[index]?.[1].dateFilters.length ?? 0) > 0),
  ).toBeGreaterThan(0.05);
  // A selection that leaves rows out is what a filter that is forgotten would be seen by.
  expect(share((count, index) => count > 0 && count < (cases[index]?.[0].rows.length ?? 0))).toBeGreaterThan(
    0.4,
  );
});

test('rows of every awkward kind are among the selected', () => {
  const selected = fc.sample(asked, { seed: 2, numRuns: CASES }).map(selectedRows);
  const share = (holds: (rows: ReturnType<typeof selectedRows>) => boolean) =>
    selected.filter(holds).length / CASES;
  const past = 10n ** 60n * 2n ** 53n;
  const size = (text: string | null | undefined) => {
    const units = naiveUnits(text ?? null) ?? 0n;
    return units < 0n ? -units : units;
  };
  expect(share((rows) => rows.some(({ Ventas }) => size(Ventas) > past))).toBeGreaterThan(0.1);
  expect(
    share((rows) => rows.filter((row) => size(row['Costo Envío']) > 10n ** 72n).length > 9),
  ).toBeGreaterThan(0.1);
  expect(share((rows) => new Set(rows.map((row) => row['SKU Producto'])).size > 2)).toBeGreaterThan(0.3);
  expect(
    share((rows) => rows.some((row) => row['Fecha de Pago']?.startsWith('9999') === true)),
  ).toBeGreaterThan(0.02);
  expect(share((rows) => new Set(rows.map((row) => row.Orden)).size < rows.length)).toBeGreaterThan(0.4);
});
