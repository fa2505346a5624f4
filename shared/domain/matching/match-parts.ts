import { ROWS_A_STEP, type Steps } from '#shared/base/steps.ts';
import { MOST_CHANCE, openWithoutNumber } from './blocks.ts';
import { MOST_DAYS_APART } from './delays.ts';
import type { MatchInput, Suggestion, Work } from './match-work.ts';
import { findExactSubset } from './subset-sums.ts';
import { NO_DAY } from './universe.ts';

/** One order in several payments: lines without a number that add up to an order of which nothing else came. */

/** Searches among many lines take a good part of a second each. */
const MOST_SEARCHES = 60;

export function* matchParts(input: MatchInput, work: Work): Steps<readonly Suggestion[]> {
  const suggestions: Suggestion[] = [];
  const open = yield* openWithoutNumber(input, work);
  if (open.length < 2) return suggestions;
  let left = MOST_SEARCHES;
  for (const [order, { isExpected, isMovement, amount, paid }] of input.orders.entries()) {
    if (left === 0) break;
    if (order % ROWS_A_STEP === 0) yield;
    if (!isExpected || isMovement || amount === 0n || work.isOrderTaken[order] === 1) continue;
    const near = open.filter((line) => {
      const day = input.days[line] ?? NO_DAY;
      const isTimely = day === NO_DAY || paid === NO_DAY || Math.abs(paid - day) <= MOST_DAYS_APART;
      return isTimely && work.isLineTaken[line] === 0 && !work.areDismissed(line, order);
    });
    const search = findExactSubset(
      near.map((line) => input.nets[line] ?? 0n),
      amount,
    );
    if (search === null || search.members.length < 2) continue;
    left -= 1;
    const { found, byChance } = search;
    const lines = search.members.map((at) => near[at] ?? -1);
    if (found === 1 && byChance <= MOST_CHANCE) work.add(lines, [order], 'subset');
    else suggestions.push({ lines, orders: [order], remains: 0n, why: 'adds-up', found, byChance });
    yield;
  }
  return suggestions;
}
