import fc from 'fast-check';
import type { Change } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { measureUnder, plantCauses, rowsUnder, sales, selection } from './planted.ts';

/** How often the planted causes are told first, and among the first three, by kind and by how many there are. */

const seeds = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 3 });
const measures = fc.constantFrom('Ventas', 'Rentabilidad Marketplace');
export const plantedCase = fc
  .tuple(sales, selection, seeds, measures)
  .map(([rows, base, picks, measure]) => ({
    rows,
    base,
    measure,
    planted: plantCauses(base, picks, measure),
  }));
export type PlantedCase = typeof plantedCase extends fc.Arbitrary<infer T> ? T : never;

/** The place of the first explanation that holds the rows and the measure that were meant; -1: none does. */
export function placeOf(
  { rows, base, measure, planted }: PlantedCase,
  views: readonly { readonly changes: readonly Change[] }[],
): number {
  const meant = new Set<NaiveRow>(rowsUnder(rows, base, planted.changes));
  const own = measureUnder(measure, planted.changes);
  return views.findIndex(({ changes }) => {
    const found = rowsUnder(rows, base, changes);
    const isSameMeasure = measureUnder(measure, changes) === own;
    return isSameMeasure && found.length === meant.size && found.every((row) => meant.has(row));
  });
}

export type Rate = { readonly of: string; planted: number; first: number; firstThree: number };

export function createRates() {
  const rates = new Map<string, Rate>();
  const count = (of: string, place: number): void => {
    const rate = rates.get(of) ?? { of, planted: 0, first: 0, firstThree: 0 };
    rates.set(of, rate);
    rate.planted += 1;
    if (place === 0) rate.first += 1;
    if (place >= 0 && place < 3) rate.firstThree += 1;
  };
  return {
    add({ planted }: PlantedCase, place: number): void {
      count('all', place);
      count(`${planted.changes.length} at once`, place);
      for (const kind of planted.kinds) count(kind, place);
    },
    of: (name: string): Rate => rates.get(name) ?? { of: name, planted: 0, first: 0, firstThree: 0 },
    all: (): readonly Rate[] => [...rates.values()],
  };
}
