import { eachInSteps, mapInSteps, ROWS_A_STEP, type Steps } from '#shared/base/steps.ts';
import { MOST_CHANCE, openWithoutNumber } from './blocks.ts';
import { chanceOfSum } from './chance-of-sum.ts';
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
  const { orders, nets, days } = input;
  const sought: number[] = [];
  yield* eachInSteps(orders, ({ isExpected, isMovement, amount }, at) => {
    if (isExpected && !isMovement && amount !== 0n && work.isOrderTaken[at] === 0) sought.push(at);
  });
  const netOf = (line: number): bigint => nets[line] ?? 0n;
  const sums = chanceOfSum(nets);
  const amounts = chanceOfSum(yield* mapInSteps(orders, ({ amount }) => amount));
  let left = MOST_SEARCHES;
  for (const [nth, order] of sought.entries()) {
    if (left === 0) break;
    if (nth % ROWS_A_STEP === 0) yield;
    const { amount = 0n, paid = NO_DAY } = orders[order] ?? {};
    const near = open.filter((line) => {
      const day = days[line] ?? NO_DAY;
      const isTimely = day === NO_DAY || paid === NO_DAY || Math.abs(paid - day) <= MOST_DAYS_APART;
      return isTimely && work.isLineTaken[line] === 0 && !work.areDismissed(line, order);
    });
    const search = findExactSubset(near.map(netOf), amount);
    if (search === null || search.members.length < 2) continue;
    left -= 1;
    const { found } = search;
    const lines = search.members.map((at) => near[at] ?? -1);
    let { byChance } = search;
    if (byChance <= MOST_CHANCE) {
      // Lines that come to it may be parts of another order of this amount, which need not be here.
      byChance = Math.max(
        byChance,
        amounts.ofOne(amount),
        sums.ofSome(amount, near.map(netOf), lines.map(netOf)),
      );
    }
    // Each order that is sought may meet some lines by chance.
    if (found === 1 && byChance <= MOST_CHANCE / sought.length) work.add(lines, [order], 'subset');
    else suggestions.push({ lines, orders: [order], remains: 0n, why: 'adds-up', found, byChance });
    yield;
  }
  return suggestions;
}
