import { eachInSteps, filterInSteps, type Task } from '#shared/base/tasks.ts';
import { type Delays, isTimely } from './delays.ts';
import type { MatchCase, MatchInput, Suggestion, Work } from './match-work.ts';
import { sizeOf } from './match-work.ts';
import type { Rarity } from './rarity.ts';
import { NO_DAY } from './universe.ts';

/**
 * Suggests partners among the cases on one side alone: lines of a number that nobody has, or of none, beside an order
 * that the statement lacks, of that amount or nearly it, at a likely date.
 */

/** Past so many it is another statement, or of another account. */
const MAX_SOUGHT = 2_000;
const MAX_A_CASE = 3;
/** One in so many is nearly the same amount. */
const NEARLY = 100n;

export function* suggestPartners(
  { orders, days, tolerance }: MatchInput,
  work: Work,
  {
    rarity,
    delays,
    suggested,
  }: {
    readonly rarity: Rarity;
    readonly delays: Delays;
    /** Lines with a better suggestion. */
    readonly suggested: ReadonlySet<number>;
  },
): Task<readonly Suggestion[]> {
  const here = yield* filterInSteps(work.cases, ({ state }) => state === 'only-here');
  const there = yield* filterInSteps(work.cases, ({ state }) => state === 'only-there');
  if (here.length === 0 || there.length === 0) return [];
  const ascending = here
    .flatMap(({ orders: own, ledgerAmount: amount }) => own.map((order) => ({ order, amount })))
    .sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
  const amounts = ascending.map(({ amount }) => amount);
  const suggestions: Suggestion[] = [];
  const seek = (each: MatchCase): void => {
    const [line = -1] = each.lines;
    const width = widthOf(each.statementAmount, tolerance);
    const found: (typeof ascending)[number][] = [];
    for (let at = firstFrom(amounts, each.statementAmount - width); at < ascending.length; at += 1) {
      const one = ascending[at];
      if (one === undefined || one.amount > each.statementAmount + width) break;
      const order = orders[one.order];
      const isOne =
        order !== undefined &&
        isTimely(delays, days[line] ?? NO_DAY, order) &&
        each.lines.every((own) => !work.areDismissed(own, one.order));
      if (isOne) found.push(one);
    }
    const missed = ({ amount }: { readonly amount: bigint }) => sizeOf(each.statementAmount - amount);
    found.sort((a, b) => Number(missed(a) - missed(b)));
    const equal = found.filter(({ amount }) => amount === each.statementAmount);
    for (const { order, amount } of (equal.length > 0 ? equal : found).slice(0, MAX_A_CASE)) {
      const remains = each.statementAmount - amount;
      const sides = { lines: each.lines, orders: [order], remains };
      const { most: byChance } = rarity.ofOne(amount, found.length);
      suggestions.push(
        remains === 0n
          ? { ...sides, why: 'same-amount', candidates: equal.length, byChance }
          : { ...sides, why: 'near-amount', candidates: found.length },
      );
    }
  };
  yield* eachInSteps(there.slice(0, MAX_SOUGHT), (each) => {
    if (each.statementAmount !== 0n && !each.lines.some((line) => suggested.has(line))) seek(each);
  });
  return suggestions;
}

/** The distance that counts as nearly the amount: within tolerance, or within a hundredth of it. */
function widthOf(amount: bigint, { absolute }: MatchInput['tolerance']): bigint {
  const nearly = sizeOf(amount) / NEARLY;
  return absolute > nearly ? absolute : nearly;
}

/** The first place of an ascending list that is at least so much. */
function firstFrom(ascending: readonly bigint[], least: bigint): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0n) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
