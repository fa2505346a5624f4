import { assign, IMPOSSIBLE, MOST_ASSIGNED } from './assignment.ts';
import { type MatchInput, pushTo, type Suggestion, type Work } from './match-work.ts';
import { findExactSubset, stepOf } from './subset-sums.ts';
import { NO_DAY } from './universe.ts';

/** Expected hits by chance above which nothing is matched by itself. */
export const MOST_CHANCE = 0.01;
/** Between a line and the payment of its order. */
const MOST_DAYS_APART = 5;
/** Searches among many candidates take a good part of a second each. */
const MOST_SEARCHES = 60;

type Block = {
  /** A settlement; "": none that is known here. */
  readonly settlement: string;
  /** Its orders by the days of their payment and purchase. */
  readonly byDay: ReadonlyMap<number, readonly number[]>;
} & Sides;
type Sides = { readonly lines: readonly number[]; readonly orders: readonly number[] };

/**
 * Lines without an order number: whole settlements by their sums, then one to one and one to many by amount within a block (a
 * settlement, or some days), then what is left of a day by its sum. Adds to the cases what is sure; returns what is not.
 */
export function* matchByAmount(
  input: MatchInput,
  work: Work,
): Generator<undefined, readonly Suggestion[], undefined> {
  const suggestions: Suggestion[] = [];
  const open = [...input.lines.keys()].filter((at) => work.isLineTaken[at] === 0 && !input.hasNumber(at));
  if (open.length > 0) {
    const blocks = blocksOf(input, work, open);
    for (const block of blocks) if (block.settlement !== '') matchSum(input, work, block);
    yield;
    let searches = 0;
    for (const block of blocks) {
      suggestions.push(...matchSingles(input, work, block));
      yield;
      for (const line of block.lines) {
        if (work.isLineTaken[line] === 1 || searches >= MOST_SEARCHES) continue;
        const found = matchSubset(work, {
          lines: [line],
          orders: near(input, work, line, block),
        });
        if (found === 'none') continue;
        searches += 1;
        if (found !== 'matched') suggestions.push(...found);
        yield;
      }
      matchDays(input, work, block);
    }
  }
  suggestions.push(...(yield* explainMerged(input, work)));
  return suggestions;
}

/** Lines of one settlement with its orders; the lines of no settlement that is known here with all orders that are left. */
function blocksOf({ lines, orders }: MatchInput, work: Work, open: readonly number[]): readonly Block[] {
  const left = [...orders.keys()].filter((at) => work.isOrderTaken[at] === 0 && orders[at]?.amount !== 0n);
  const bySettlement = new Map<string, number[]>();
  for (const order of left) {
    for (const settlement of orders[order]?.settlements ?? []) {
      pushTo(bySettlement, settlement, order);
    }
  }
  const linesOf = new Map<string, number[]>();
  for (const line of open) {
    const settlement = lines[line]?.settlement ?? '';
    const block = bySettlement.has(settlement) ? settlement : '';
    pushTo(linesOf, block, line);
  }
  return [...linesOf].map(([settlement, own]) => {
    const others = bySettlement.get(settlement) ?? left;
    const days = new Map<number, number[]>();
    for (const order of others) {
      const { paid = NO_DAY, purchased = NO_DAY } = orders[order] ?? {};
      pushTo(days, paid, order);
      if (purchased !== paid) pushTo(days, purchased, order);
    }
    return { settlement, lines: own, orders: others, byDay: days };
  });
}

/** What is left of each day, as a whole. */
function matchDays(input: MatchInput, work: Work, block: Block): void {
  const linesOf = byDay(block.lines, (line) => input.days[line] ?? NO_DAY);
  const ordersOf = byDay(block.orders, (order) => input.orders[order]?.paid ?? NO_DAY);
  for (const [day, own] of linesOf) {
    const lines = own.filter((line) => work.isLineTaken[line] === 0);
    if (day !== NO_DAY) matchSum(input, work, { lines, orders: ordersOf.get(day) ?? [] });
  }
}

function byDay(places: readonly number[], dayOf: (place: number) => number): ReadonlyMap<number, number[]> {
  const days = new Map<number, number[]>();
  for (const place of places) {
    pushTo(days, dayOf(place), place);
  }
  return days;
}

/** Takes a block as one case where its sums agree to the last digit. One line and one order are looked at more closely. */
function matchSum(input: MatchInput, work: Work, { lines, orders }: Sides): boolean {
  const free = orders.filter((order) => work.isOrderTaken[order] === 0);
  const isOpen = lines.every((line) => work.isLineTaken[line] === 0);
  if (!isOpen || lines.length * free.length < 2) return false;
  const here = free.reduce((sum, order) => sum + work.amountOf(order), 0n);
  if (here === 0n || here !== work.thereOf(lines)) return false;
  if (lines.some((line) => free.some((order) => work.areDismissed(line, order)))) return false;
  if (1 / (rangeOf(input, free) + 1) > MOST_CHANCE) return false;
  work.add(lines, free, 'group');
  return true;
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

/** From a line to the payment or the purchase of an order, whichever is nearer; 0 where either has no date. */
function daysApart(input: MatchInput, line: number, order: number): number {
  const day = input.days[line] ?? NO_DAY;
  const known = input.orders[order];
  if (day === NO_DAY || known === undefined) return 0;
  const { paid, purchased } = known;
  if (paid === NO_DAY) return purchased === NO_DAY ? 0 : Math.abs(purchased - day);
  const apart = Math.abs(paid - day);
  return purchased === NO_DAY ? apart : Math.min(apart, Math.abs(purchased - day));
}

/** Orders of a block that are free and may be this line's by their dates. */
function near(input: MatchInput, work: Work, line: number, block: Block): readonly number[] {
  const day = input.days[line] ?? NO_DAY;
  const found = new Set<number>(day === NO_DAY ? block.orders : []);
  for (let apart = -MOST_DAYS_APART; day !== NO_DAY && apart <= MOST_DAYS_APART; apart += 1) {
    for (const order of block.byDay.get(day + apart) ?? []) found.add(order);
  }
  return [...found].filter((order) => isFree(work, line, order)).sort((a, b) => a - b);
}

const isFree = (work: Work, line: number, order: number): boolean =>
  work.isOrderTaken[order] === 0 && !work.areDismissed(line, order);

/** One to one: what is the only one of its amount on both sides is matched, the rest is paired as its dates are nearest. */
function matchSingles(input: MatchInput, work: Work, block: Block): readonly Suggestion[] {
  const amounts = new Map<bigint, { readonly lines: number[]; readonly orders: number[] }>();
  for (const line of block.lines) {
    if (work.isLineTaken[line] === 1) continue;
    const amount = input.nets[line] ?? 0n;
    const same = amounts.get(amount) ?? { lines: [], orders: [] };
    amounts.set(amount, same);
    same.lines.push(line);
  }
  for (const order of block.orders) {
    if (work.isOrderTaken[order] === 0) amounts.get(work.amountOf(order))?.orders.push(order);
  }
  const suggestions: Suggestion[] = [];
  for (const { lines, orders } of amounts.values()) {
    const most = Math.max(lines.length, orders.length);
    if (orders.length === 0 || most > MOST_ASSIGNED) continue;
    const costs = lines.map((line) => {
      const costOf = (order: number) => {
        const apart = daysApart(input, line, order);
        return isFree(work, line, order) && apart <= MOST_DAYS_APART ? apart : IMPOSSIBLE;
      };
      return orders.map(costOf);
    });
    for (const [left, right] of assign(costs)) {
      const [line = -1, order = -1] = [lines[left], orders[right]];
      const around = near(input, work, line, block);
      const byChance = around.length / (rangeOf(input, around) + 1);
      if (most === 1 && byChance <= MOST_CHANCE) work.add([line], [order], 'amount');
      else {
        const candidates = orders.length;
        suggestions.push({
          lines: [line],
          orders: [order],
          remains: 0n,
          why: 'same-amount',
          candidates,
          byChance,
        });
      }
    }
  }
  return suggestions;
}

/** Orders that add up to a line. */
function matchSubset(work: Work, { lines, orders }: Sides): 'none' | 'matched' | readonly Suggestion[] {
  const search = searchSubset(work, work.thereOf(lines), orders);
  if (search === null) return 'none';
  const { members, found, byChance } = search;
  const isSure = found === 1 && byChance <= MOST_CHANCE;
  if (isSure && members.length > 1) {
    work.add(lines, members, 'subset');
    return 'matched';
  }
  return members.length > 1
    ? [{ lines, orders: members, remains: 0n, why: 'adds-up', found, byChance }]
    : 'none';
}

function searchSubset(work: Work, target: bigint, orders: readonly number[]) {
  const search = findExactSubset(orders.map(work.amountOf), target);
  return search === null ? null : { ...search, members: search.members.map((at) => orders[at] ?? -1) };
}

/** One payment under the number of one of its orders: the difference is what others, of which nothing came, come to. */
function* explainMerged(
  input: MatchInput,
  work: Work,
): Generator<undefined, readonly Suggestion[], undefined> {
  const suggestions: Suggestion[] = [];
  let left = MOST_SEARCHES;
  const free = [...input.orders.keys()].filter((at) => {
    const order = input.orders[at];
    return work.isOrderTaken[at] === 0 && order?.isExpected === true && order.amount !== 0n;
  });
  for (const { state, lines, difference } of [...work.cases]) {
    const [line] = lines;
    if (state !== 'different' || line === undefined || left === 0) continue;
    left -= 1;
    const candidates = free.filter(
      (order) => isFree(work, line, order) && daysApart(input, line, order) <= MOST_DAYS_APART,
    );
    const single = candidates.filter((order) => work.amountOf(order) === difference);
    const [only] = single;
    if (only !== undefined) {
      const byChance = candidates.length / (rangeOf(input, candidates) + 1);
      const found = single.length;
      suggestions.push({ lines, orders: [only], remains: 0n, why: 'difference-adds-up', found, byChance });
      continue;
    }
    const search = searchSubset(work, difference, candidates);
    if (search !== null) {
      const { members, found, byChance } = search;
      suggestions.push({ lines, orders: members, remains: 0n, why: 'difference-adds-up', found, byChance });
    }
    yield;
  }
  return suggestions;
}
