import { describe, expect, test } from 'vitest';
import { matchCases } from '#renderer/reconciliation/matching/model/match-cases.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { isRight, KINDS_OF_AMOUNTS, roundWorld } from './round-worlds.ts';

/**
 * Statements over amounts as people see them, each world judged by what its own making knows.
 *
 *   CUADRA_WORLDS=1000 [CUADRA_WORLDS_FROM=1] npx vitest run test/renderer/reconciliation/matching/round-amounts.test.ts
 */
const WORLDS = Number(process.env.CUADRA_WORLDS ?? 10);
const FIRST = Number(process.env.CUADRA_WORLDS_FROM ?? 1);

/** Matched by amounts alone, a world: where amounts differ much is found, so that nothing is right by silence. */
const MIN_RIGHT: { readonly [kind: string]: number } = { cents: 3, pesos: 1 };

/** Worlds in which a sum was taken once that was another's: of its members each, others would have done. */
const ONCE_WRONG: readonly (readonly [kind: string, seed: number])[] = [
  // Each order of the sum is of a line of its own, or of one of other sums.
  ['cents', 20_297],
  ['cents', 20_349],
  // A line of it is part of another order.
  ['pesos', 20_203],
  // An order of another settlement is of the same amount.
  ['mostly nineties', 20_113],
  ['mostly nineties', 20_196],
  // Two orders are of the amount to which the lines come.
  ['few prices less a charge', 20_157],
];

describe('without a number', () => {
  test.each(ONCE_WRONG)('no sum of %s is taken that is another’s (%i)', (kind, seed) => {
    const world = roundWorld(kind, seed);
    const sums = atOnce(matchCases(world.input)).cases.filter(({ by }) => by === 'subset');
    expect(sums.filter((each) => !isRight(world, each))).toEqual([]);
  });

  test.each(KINDS_OF_AMOUNTS)('nothing of %s is matched wrong by itself', (kind) => {
    let right = 0;
    const wrong: string[] = [];
    for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
      const world = roundWorld(kind, seed);
      for (const each of atOnce(matchCases(world.input)).cases) {
        if (each.by === null || each.by === 'order' || each.by === 'settlement') continue;
        if (isRight(world, each)) right += 1;
        else wrong.push(`${seed}: ${each.by}, lines ${each.lines.join()}, orders ${each.orders.join()}`);
      }
    }
    process.stdout.write(
      `${kind}: ${right} right, ${wrong.length} wrong by themselves in ${WORLDS} worlds\n`,
    );
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(WORLDS * (MIN_RIGHT[kind] ?? 0));
  });
});
