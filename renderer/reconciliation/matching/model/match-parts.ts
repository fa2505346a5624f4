import { eachInSteps, mapInSteps, ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
import { isFree, MAX_CHANCE, openWithoutNumber } from './blocks.ts';
import { chanceOfSum } from './chance-of-sum.ts';
import { MAX_DAYS_APART } from './delays.ts';
import type { MatchInput, Suggestion, Work } from './match-work.ts';
import { type Claim, createRivals, isOneOrTwo } from './rivals.ts';
import { findExactSubset } from './subset-sums.ts';
import { NO_DAY } from './universe.ts';

/** One order in several payments: lines without a number that add up to an order of which nothing else came. */

/** Searches among many lines take a good part of a second each. */
const MAX_SEARCHES = 60;

export function* matchParts(input: MatchInput, work: Work): Task<readonly Suggestion[]> {
  const suggestions: Suggestion[] = [];
  const open = yield* openWithoutNumber(input, work);
  if (open.length < 2) return suggestions;
  const { orders, nets, days } = input;
  const sought: number[] = [];
  const free: number[] = [];
  yield* eachInSteps(orders, ({ isExpected, isMovement, amount }, at) => {
    if (amount !== 0n && work.isOrderTaken[at] === 0) free.push(at);
    if (isExpected && !isMovement && amount !== 0n && work.isOrderTaken[at] === 0) sought.push(at);
  });
  const mayBe = (line: number, order: number): boolean => {
    const [day = NO_DAY, paid = NO_DAY] = [days[line], orders[order]?.paid];
    const isTimely = day === NO_DAY || paid === NO_DAY || Math.abs(paid - day) <= MAX_DAYS_APART;
    return isTimely && isFree(work, line, order);
  };
  /** Each line by itself: whether it is of an amount that many orders are of, and whether another, or two, come to it. */
  const isDoubtful = (order: number, lines: readonly number[]): boolean => {
    const others = free.filter((other) => other !== order);
    return lines.some(
      (line) =>
        amounts.ofOne(netOf(line)) > MAX_CHANCE ||
        isOneOrTwo(netOf(line), others.filter((other) => mayBe(line, other)).map(work.amountOf)),
    );
  };
  const netOf = (line: number): bigint => nets[line] ?? 0n;
  const sums = chanceOfSum(nets);
  const amounts = chanceOfSum(yield* mapInSteps(orders, ({ amount }) => amount));
  const claims: (Claim & { readonly found: number })[] = [];
  for (const [nth, order] of sought.entries()) {
    if (claims.length === MAX_SEARCHES) break;
    if (nth % ROWS_A_STEP === 0) yield;
    const { amount = 0n } = orders[order] ?? {};
    const near = open.filter((line) => mayBe(line, order));
    const search = findExactSubset(near.map(netOf), amount);
    if (search === null || search.members.length < 2) continue;
    const lines = search.members.map((at) => near[at] ?? -1);
    const chance = lazily(() =>
      search.byChance > MAX_CHANCE
        ? search.byChance
        : // Lines that come to it may be parts of another order of this amount, which need not be here.
          Math.max(
            search.byChance,
            amounts.ofOne(amount),
            sums.ofSome(amount, near.map(netOf), lines.map(netOf)),
          ),
    );
    const ways = search.ways.map((own) => own.map((at) => near[at] ?? -1));
    claims.push({ of: order, ways, chance, found: search.found });
    yield;
  }
  const isAlone = createRivals(claims);
  for (const claim of claims) {
    const { of: order, ways, found } = claim;
    const lines = ways.find((own) => own.every((line) => work.isLineTaken[line] === 0));
    if (lines === undefined) continue;
    const byChance = claim.chance();
    // Each order that is sought may meet some lines by chance.
    const isSure =
      found === 1 && byChance <= MAX_CHANCE / sought.length && isAlone(claim) && !isDoubtful(order, lines);
    if (isSure) work.add(lines, [order], 'subset');
    else suggestions.push({ lines, orders: [order], remains: 0n, why: 'adds-up', found, byChance });
    yield;
  }
  return suggestions;
}

function lazily(count: () => number): () => number {
  let known: number | null = null;
  return () => {
    known ??= count();
    return known;
  };
}
