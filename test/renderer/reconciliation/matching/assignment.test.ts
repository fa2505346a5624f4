import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, IMPOSSIBLE } from '#renderer/reconciliation/matching/model/assignment.ts';

/** The best of all assignments, tried one after the other: most pairs, then least cost. */
function tryAll(
  costs: readonly (readonly number[])[],
  left = 0,
  taken = new Set<number>(),
): [number, number] {
  if (left === costs.length) return [0, 0];
  let best = tryAll(costs, left + 1, taken);
  for (const [right, cost] of (costs[left] ?? []).entries()) {
    if (cost === IMPOSSIBLE || taken.has(right)) continue;
    const [pairs, total] = tryAll(costs, left + 1, new Set([...taken, right]));
    if (pairs + 1 > best[0] || (pairs + 1 === best[0] && total + cost < best[1]))
      best = [pairs + 1, total + cost];
  }
  return best;
}

describe('the assignment', () => {
  test('makes as many pairs as can be made, at the least cost', () => {
    const cost = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 9 }) }, fc.constant(IMPOSSIBLE));
    const costs = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([lefts, rights]) =>
        fc.array(fc.array(cost, { minLength: rights, maxLength: rights }), {
          minLength: lefts,
          maxLength: lefts,
        }),
      );
    fc.assert(
      fc.property(costs, (matrix) => {
        const pairs = assign(matrix);
        expect(pairs.map(([left]) => left)).toEqual(pairs.map(([left]) => left).toSorted((a, b) => a - b));
        expect(new Set(pairs.map(([left]) => left)).size).toBe(pairs.length);
        expect(new Set(pairs.map(([, right]) => right)).size).toBe(pairs.length);
        const total = pairs.reduce((sum, [left, right]) => sum + (matrix[left]?.[right] ?? IMPOSSIBLE), 0);
        expect([pairs.length, total]).toEqual(tryAll(matrix));
      }),
      { numRuns: 500 },
    );
  });

  test('of nothing is nothing', () => {
    expect(assign([])).toEqual([]);
    expect(assign([[], []])).toEqual([]);
    expect(assign([[IMPOSSIBLE]])).toEqual([]);
  });
});
