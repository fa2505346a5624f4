import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinDecimals, withDecimals } from '#renderer/data/files/intake/decimal-commas.ts';

/** Amounts that a text of commas cut in two: put together where there is one way only. */

const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells, at) => ({ line: at + 2, cells }));
const joined = (width: number, ...rows: readonly (readonly string[])[]) =>
  joinDecimals(rowsOf(...rows), width)?.map(({ cells }) => cells) ?? null;

describe('rows of one cell too many', () => {
  test('have their amount whole again, however it is written', () => {
    for (const [whole, part] of [
      ['7000', '50'],
      ['-7.000', '5'],
      ['$ 12', '00'],
      ['(1.234.567', '89)'],
      ['CLP 15', '10 '],
      ['US$9', '05-'],
      ['€-3', '99'],
    ] as const)
      expect(joined(3, ['2026-03-01', whole, part, 'Pagado'])).toEqual([
        ['2026-03-01', `${whole},${part}`, 'Pagado'],
      ]);
  });

  test('are left as they are where what stands beside it is no amount, or no decimals', () => {
    for (const [whole, part] of [
      ['x7000', '50'],
      ['7000', '505'],
      ['7000', 'x'],
      ['70.00', '5'],
      ['7000', ''],
    ] as const)
      expect(joined(3, ['2026-03-01', whole, part, 'Pagado'])).toBeNull();
  });

  test('are put together in no way where there are several, or too few', () => {
    // 1,20 and 3 or 1 and 20,3.
    expect(joined(3, ['a', '1', '20', '3'])).toBeNull();
    expect(joined(2, ['a', '1', '20', 'b'])).toBeNull();
    expect(joined(2, ['a', '1', '20'])).toEqual([['a', '1,20']]);
    expect(joined(4, ['a', '1', '20', 'b', '3', '40'])).toEqual([['a', '1,20', 'b', '3,40']]);
  });

  test('stand beside rows that need nothing, and beside none that could be either', () => {
    // A word in the column of the amounts: it is none of amounts.
    expect(joined(3, ['a', '1', '20', 'b'], ['c', 'd', 'e'])).toBeNull();
    expect(joined(3, ['a', '1', '20', 'b'], ['c', '', 'e'])).toHaveLength(2);
    expect(joined(3, ['a', '1', '20', 'b'], ['c', '7', 'e'])).toEqual([
      ['a', '1,20', 'b'],
      ['c', '7', 'e'],
    ]);
    // Of two amounts the second is where the first has moved it to, and the words beside it are none of its column's.
    expect(joined(5, ['a', '1', '20', 'b', '3', '40', 'Pagado'])).toEqual([
      ['a', '1,20', 'b', '3,40', 'Pagado'],
    ]);
    // As wide as the heading, and with a pair of its own.
    expect(joined(3, ['a', '1', '20', 'b'], ['c', '7', '30'])).toBeNull();
  });

  test('one by one: as it stands where there is no one way', () => {
    const [row, other] = rowsOf(['a', '1', '20', 'b'], ['a', '1', '20', '3']) as [never, never];
    expect(withDecimals(row, 3)).toEqual({ line: 2, cells: ['a', '1,20', 'b'] });
    expect(withDecimals(other, 3)).toBe(other);
    const [fits] = rowsOf(['a', '1', 'b']) as [never];
    expect(withDecimals(fits, 3)).toBe(fits);
  });
});

test('of any row the one way to choose its pairs, or none', () => {
  const cell = fc.constantFrom('x', '7', '20', '123', '9.000', '');
  const isPair = (cells: readonly string[], at: number): boolean =>
    /^(?:\d{1,3}(?:\d*|(?:\.\d{3})*))$/.test(cells[at] ?? '') && /^\d{1,2}$/.test(cells[at + 1] ?? '');
  /** All ways to choose so many places of pairs that do not share a cell. */
  const ways = (cells: readonly string[], count: number, from = 0): readonly (readonly number[])[] => {
    if (count === 0) return [[]];
    return cells.flatMap((_, at) =>
      at < from || !isPair(cells, at)
        ? []
        : ways(cells, count - 1, at + 2).map((rest): readonly number[] => [at, ...rest]),
    );
  };
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      (cells, more) => {
        const [row] = rowsOf(cells) as [{ line: number; cells: readonly string[] }];
        const width = cells.length - more;
        const all = ways(cells, more);
        const isMost = ways(cells, more + 1).length === 0;
        const found = withDecimals(row, width).cells;
        const only = all.length === 1 && isMost ? (all[0] ?? []) : [];
        expect(found).toEqual(
          cells.flatMap((text, at) =>
            only.includes(at - 1) ? [] : only.includes(at) ? [`${text},${cells[at + 1]}`] : [text],
          ),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('rows of more amounts than any are left as they are: which cells go together would be a guess', () => {
  const widthOf = (count: number) => {
    const cells = Array.from({ length: count }, () => ['1000', '50', 'x']).flat();
    return joinDecimals([{ line: 1, cells }], 2 * count)?.[0]?.cells.length ?? null;
  };
  expect([widthOf(64), widthOf(65)]).toEqual([128, null]);
});
