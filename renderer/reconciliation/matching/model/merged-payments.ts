import { eachInSteps, filterInSteps, type Task } from '#shared/base/tasks.ts';
import { type Delays, isTimely } from './delays.ts';
import type { MatchInput, Suggestion, Work } from './match-work.ts';
import type { Rarity } from './rarity.ts';
import { findExactSubset } from './subset-sums.ts';
import { NO_DAY } from './universe.ts';

/** Searches among many candidates take a good part of a second each. */
const MAX_SEARCHES = 60;

/** One payment under the number of one of its orders: the difference is what others, of which nothing came, come to. */
export function* explainMerged({
  work,
  rarity,
  delays,
  orders,
  days,
}: MatchInput & {
  readonly work: Work;
  readonly rarity: Rarity;
  readonly delays: Delays;
}): Task<readonly Suggestion[]> {
  const suggestions: Suggestion[] = [];
  let left = MAX_SEARCHES;
  const free: number[] = [];
  yield* eachInSteps(orders, ({ isExpected, amount }, at) => {
    if (work.isOrderTaken[at] === 0 && isExpected && amount !== 0n) free.push(at);
  });
  for (const { lines, difference } of yield* filterInSteps(
    work.cases,
    ({ state }) => state === 'different',
  )) {
    const [line] = lines;
    if (line === undefined) continue;
    if (left === 0) break;
    left -= 1;
    const day = days[line] ?? NO_DAY;
    const candidates = free.filter((at) => {
      const order = orders[at];
      return order !== undefined && isTimely(delays, day, order) && !work.areDismissed(line, at);
    });
    const single = candidates.filter((order) => work.amountOf(order) === difference);
    const [only] = single;
    if (only !== undefined) {
      const byChance = rarity.ofOne(difference, candidates.length).most;
      const found = single.length;
      suggestions.push({ lines, orders: [only], remains: 0n, why: 'difference-adds-up', found, byChance });
      continue;
    }
    const search = findExactSubset(candidates.map(work.amountOf), difference);
    if (search !== null) {
      const members = search.members.map((at) => candidates[at] ?? -1);
      const { found, byChance } = search;
      suggestions.push({ lines, orders: members, remains: 0n, why: 'difference-adds-up', found, byChance });
    }
    yield;
  }
  return suggestions;
}
