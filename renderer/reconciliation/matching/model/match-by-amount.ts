import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { type Block, blocksOf, isFree, type Judging, MAX_CHANCE, near, openWithoutNumber } from './blocks.ts';
import { chanceOfSum } from './chance-of-sum.ts';
import { delaysSeen, isTimely } from './delays.ts';
import { pairEqualOnes, type Sides } from './equal-amounts.ts';
import { areAlike } from './match-line.ts';
import { type MatchInput, pushTo, type Suggestion, type Work } from './match-work.ts';
import { explainMerged } from './merged-payments.ts';
import { rarityOf } from './rarity.ts';
import { stepOf } from './subset-sums.ts';
import { createSumSearch, type SumSearch } from './sum-search.ts';
import { NO_DAY } from './universe.ts';

/**
 * Lines without an order number: whole settlements by their sums, then one to one and one to many by amount within a block (a
 * settlement, or some days), again as long as what is matched leaves the rest fewer choices; then what is left of a day by
 * its sum. Adds to the cases what is sure; returns what is not, and what it was judged by.
 */
export function* matchByAmount(
  input: MatchInput,
  work: Work,
): Task<Pick<Judging, 'rarity' | 'delays'> & { readonly suggestions: readonly Suggestion[] }> {
  const suggestions: Suggestion[] = [];
  const open = yield* openWithoutNumber(input, work);
  const amounts = yield* mapInSteps(input.orders, ({ amount }) => amount);
  const rarity = rarityOf(amounts);
  const sums = chanceOfSum(amounts);
  const delays = yield* delaysSeen(input, work);
  const judging = { ...input, work, rarity, sums, delays };
  if (open.length > 0) {
    yield;
    const blocks = yield* blocksOf(input, work, open);
    // Each settlement and each day may agree by chance.
    const dayOf = (line: number): number => input.days[line] ?? NO_DAY;
    const tried = blocks.reduce((sum, { lines }) => sum + 1 + byDay(lines, dayOf).size, 0);
    for (const block of blocks) if (block.settlement !== '') matchSum(judging, block, tried);
    yield;
    const search = createSumSearch(judging, open);
    for (const block of blocks) {
      for (let before = -1; before !== work.cases.length; ) {
        before = work.cases.length;
        yield* matchSingles(judging, block, search);
        yield* search.matchSums(block);
      }
      suggestions.push(...(yield* matchSingles(judging, block, search)), ...(yield* search.suggested(block)));
      yield;
      matchDays(judging, block, tried);
    }
  }
  suggestions.push(...(yield* explainMerged(judging)));
  return { suggestions, rarity, delays };
}

/** Matches the rest of each day, as a whole. */
function matchDays(judging: Judging, block: Block, tried: number): void {
  const { work, orders, days } = judging;
  const ordersOf = byDay(block.orders, (order) => orders[order]?.paid ?? NO_DAY);
  for (const [day, own] of byDay(block.lines, (line) => days[line] ?? NO_DAY)) {
    const lines = own.filter((line) => work.isLineTaken[line] === 0);
    if (day !== NO_DAY) matchSum(judging, { lines, orders: ordersOf.get(day) ?? [] }, tried);
  }
}

function byDay(places: readonly number[], dayOf: (place: number) => number): ReadonlyMap<number, number[]> {
  const days = new Map<number, number[]>();
  for (const place of places) {
    pushTo(days, dayOf(place), place);
  }
  return days;
}

/** One line and so few orders are not a sum of a whole: they are looked at more closely. */
const MAX_FOR_ONE = 3;

/**
 * Takes a block as one case where its sums agree to the last digit.
 * @param tried how many settlements and days are held against each other so
 */
function matchSum(judging: Judging, { lines, orders }: Sides, tried: number): boolean {
  const { work } = judging;
  const free = orders.filter((order) => work.isOrderTaken[order] === 0);
  const isOpen = lines.every((line) => work.isLineTaken[line] === 0);
  if (!isOpen || lines.length === 0 || free.length === 0) return false;
  if (lines.length === 1 && free.length <= MAX_FOR_ONE) return false;
  const ledgerAmount = free.reduce((sum, order) => sum + work.amountOf(order), 0n);
  if (ledgerAmount === 0n || ledgerAmount !== work.statementAmountOf(lines)) return false;
  if (lines.some((line) => free.some((order) => work.areDismissed(line, order)))) return false;
  const byChance = Math.max(
    1 / (rangeOf(judging, free) + 1),
    judging.rarity.ofAnyTwo(),
    chanceOfWhole(judging, lines, free),
  );
  if (byChance * tried > MAX_CHANCE) return false;
  work.add(lines, free, 'group');
  return true;
}

/** More come to no sum by chance that their range does not tell. */
const MAX_LISTED = 64;

/** Lines and orders of one amount agree one by one; how likely it is that the others do together. */
function chanceOfWhole(
  { work, nets, sums }: Judging,
  lines: readonly number[],
  orders: readonly number[],
): number {
  const there = new Map<bigint, number>();
  for (const line of lines) there.set(nets[line] ?? 0n, (there.get(nets[line] ?? 0n) ?? 0) + 1);
  const left = orders.map(work.amountOf).filter((amount) => {
    const times = there.get(amount) ?? 0;
    if (times > 0) there.set(amount, times - 1);
    return times === 0;
  });
  if (left.length === 0 || left.length > MAX_LISTED) return 0;
  return sums.ofWhole(
    left.reduce((sum, amount) => sum + amount, 0n),
    left,
  );
}

/** How many different amounts lie between the least and the greatest of some orders. */
function rangeOf({ orders }: MatchInput, places: readonly number[]): number {
  const amounts = places.map((place) => orders[place]?.amount ?? 0n);
  const step = stepOf(amounts);
  let [least, most] = [amounts[0] ?? 0n, amounts[0] ?? 0n];
  for (const amount of amounts) {
    if (amount < least) least = amount;
    if (amount > most) most = amount;
  }
  return Number((most - least) / step);
}

/** How many of the orders about a line would be of its amount by chance: at most, and as far as can be seen. */
function chanceOfOne(judging: Judging, line: number, block: Block) {
  const { nets, rarity, sums } = judging;
  const amount = nets[line] ?? 0n;
  const around = near(judging, line, block).length;
  const { most, seen } = rarity.ofOne(amount, around);
  // Few orders hold no two equal ones, however round all of them are.
  return { most, seen: seen > MAX_CHANCE ? seen : Math.max(seen, around * sums.ofOne(amount)) };
}

/** One to one: lines and orders of an amount that can only be each other's. Returns the others that could be. */
function* matchSingles(judging: Judging, block: Block, search: SumSearch): Task<readonly Suggestion[]> {
  const { work, nets, lines: all, orders: known, days, delays } = judging;
  const amounts = new Map<bigint, { readonly lines: number[]; readonly orders: number[] }>();
  for (const line of block.lines) {
    if (work.isLineTaken[line] === 1) continue;
    const amount = nets[line] ?? 0n;
    const same = amounts.get(amount) ?? { lines: [], orders: [] };
    amounts.set(amount, same);
    same.lines.push(line);
  }
  for (const order of block.orders) {
    if (work.isOrderTaken[order] === 0) amounts.get(work.amountOf(order))?.orders.push(order);
  }
  const mayBe = (line: number, order: number): boolean => {
    const one = known[order];
    return one !== undefined && isTimely(delays, days[line] ?? NO_DAY, one) && isFree(work, line, order);
  };
  // Lines that meet no order of their amount tell how many may be of none here, and what such a line meets is chance.
  let strangers = 1;
  for (const equal of amounts.values()) {
    // A file may hold one amount as often as it likes.
    yield* eachInSteps(equal.lines, (line) => {
      if (!equal.orders.some((order) => mayBe(line, order))) strangers += 1;
    });
  }
  const share = Math.min(1, strangers / block.lines.length);
  const suggestions: Suggestion[] = [];
  const due = search.dueOf(block);
  for (const equal of amounts.values()) {
    if (equal.orders.length === 0) continue;
    yield;
    const chances = new Map<number, ReturnType<typeof chanceOfOne>>();
    yield* eachInSteps(equal.lines, (line) => chances.set(line, chanceOfOne(judging, line, block)));
    const { sure, left } = pairEqualOnes({
      ...equal,
      mayBe,
      areAlike: (line, other) => areAlike(all[line], all[other]),
    });
    for (const part of sure) {
      const isSure = part.lines.every((line) => {
        const chance = chances.get(line);
        if (chance === undefined) return false;
        return chance.most * share <= MAX_CHANCE && chance.seen * strangers <= MAX_CHANCE;
      });
      const [line = -1] = part.lines;
      if (isSure && !(part.orders.length === 1 && search.hasOtherWays(line, block, due)))
        work.add(part.lines, part.orders, 'amount');
      else left.push(part);
    }
    for (const { lines, orders } of left) {
      yield* eachInSteps(lines, (line) => {
        const own = orders.filter((order) => mayBe(line, order));
        const [candidates, byChance] = [own.length, chances.get(line)?.most ?? 1];
        for (const order of own.slice(0, MAX_SUGGESTED)) {
          const why = { why: 'same-amount', candidates, byChance } as const;
          suggestions.push({ lines: [line], orders: [order], remains: 0n, ...why });
        }
      });
    }
  }
  return suggestions;
}

/** Orders of one amount that are told of a line. */
const MAX_SUGGESTED = 5;
