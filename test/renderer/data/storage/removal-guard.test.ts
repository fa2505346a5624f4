import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTally, emptiedBy, mayRemove } from '#renderer/data/storage/commit/removal-guard.ts';

/** How many rows of a month may go without the user's word, and of which channel or account nothing would be left. */

type Group = {
  readonly canal: string;
  readonly cuenta: string;
  readonly rows: number;
  readonly gone: number;
  readonly moved: number;
};
function talliesOf(groups: readonly Group[]) {
  const tallies = { rows: createTally(), gone: createTally(), moved: createTally() };
  for (const { canal, cuenta, ...counts } of groups) {
    for (const of of ['rows', 'gone', 'moved'] as const)
      if (counts[of] > 0) tallies[of].add(canal, cuenta, counts[of]);
  }
  return tallies;
}
const one = (rows: number, gone: number, moved = 0, cuenta = 'A', canal = 'Uno'): Group => ({
  canal,
  cuenta,
  rows,
  gone,
  moved,
});

describe('rows that are gone', () => {
  test('go by themselves up to one of twenty, that one included', () => {
    for (const rows of [20, 40, 100, 1_000, 1_999]) {
      const most = Math.floor(rows / 20);
      expect([rows, mayRemove(talliesOf([one(rows, most)]))]).toEqual([rows, true]);
      expect([rows, mayRemove(talliesOf([one(rows, most + 1)]))]).toEqual([rows, false]);
    }
    expect(mayRemove(talliesOf([one(19, 1)]))).toBe(false);
    expect(mayRemove(talliesOf([]))).toBe(true);
    // Of the month, whichever channel they are of.
    expect(mayRemove(talliesOf([one(10, 2), one(90, 3, 0, 'A', 'Dos')]))).toBe(true);
    expect(mayRemove(talliesOf([one(10, 3), one(90, 3, 0, 'A', 'Dos')]))).toBe(false);
  });

  test('stay where nothing of a channel or an account would be left, however few they are', () => {
    expect(mayRemove(talliesOf([one(1, 1), one(999, 0, 0, 'A', 'Dos')]))).toBe(false);
    expect(mayRemove(talliesOf([one(2, 1), one(999, 0, 0, 'A', 'Dos')]))).toBe(true);
    expect(mayRemove(talliesOf([one(1, 1), one(999, 0, 0, 'B')]))).toBe(false);
    // What came again at another date is no row that is left.
    expect(mayRemove(talliesOf([one(2, 1, 1), one(999, 0, 0, 'A', 'Dos')]))).toBe(false);
    expect(mayRemove(talliesOf([one(3, 1, 1), one(999, 0, 0, 'A', 'Dos')]))).toBe(true);
  });

  test('name each channel that is emptied, and of others each account, in the order of their names', () => {
    const group = fc
      .record({
        canal: fc.constantFrom('Uno', 'Dos', ''),
        cuenta: fc.constantFrom('B', 'A', ''),
        rows: fc.integer({ min: 1, max: 4 }),
        gone: fc.nat({ max: 4 }),
        moved: fc.nat({ max: 4 }),
      })
      // A row that is gone or moved is one of the rows.
      .filter(({ rows, gone, moved }) => gone + moved <= rows);
    const groups = fc.uniqueArray(group, {
      maxLength: 9,
      selector: ({ canal, cuenta }) => `${canal} ${cuenta}`,
    });
    fc.assert(
      fc.property(groups, (all) => {
        const left = (some: readonly Group[]) =>
          some.reduce((sum, { rows, gone, moved }) => sum + rows - gone - moved, 0);
        const isEmptied = (some: readonly Group[]) => some.some(({ gone }) => gone > 0) && left(some) === 0;
        const expected = [...new Set(all.map(({ canal }) => canal))]
          .toSorted()
          .flatMap((Canal): readonly { readonly Canal: string; readonly Cuenta: string | null }[] => {
            const own = all.filter(({ canal }) => canal === Canal);
            if (isEmptied(own)) return [{ Canal, Cuenta: null }];
            const accounts = own.filter((each) => isEmptied([each])).map(({ cuenta }) => cuenta);
            return accounts.toSorted().map((Cuenta) => ({ Canal, Cuenta }));
          });
        expect(emptiedBy(talliesOf(all))).toEqual(expected);
        const [rows, gone] = [
          all.reduce((sum, each) => sum + each.rows, 0),
          all.reduce((sum, each) => sum + each.gone, 0),
        ];
        expect(mayRemove(talliesOf(all))).toBe(gone === 0 || (gone * 20 <= rows && expected.length === 0));
      }),
      { numRuns: 300 },
    );
  });
});

test('a tally adds up by channel and account', () => {
  const tally = createTally();
  tally.add('Uno', 'A', 2);
  tally.add('Uno', 'A', 3);
  tally.add('Uno', 'B', 1);
  tally.add('Dos', 'A', 7);
  expect([tally.of('Uno', 'A'), tally.of('Uno', 'B'), tally.of('Dos', 'B'), tally.total()]).toEqual([
    5, 1, 0, 13,
  ]);
  expect(tally.groups()).toContainEqual({ Canal: 'Uno', Cuenta: 'A', rows: 5 });
});
