import { assign, IMPOSSIBLE, MAX_ASSIGNED } from '#renderer/reconciliation/matching/model/assignment.ts';
import { MAX_CHANCE } from '#renderer/reconciliation/matching/model/blocks.ts';
import {
  addableParts,
  areOfSeveral,
  UNNAMED_CURRENCY,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import { createGroups } from '#renderer/reconciliation/matching/model/match-cases.ts';
import {
  createWork,
  type MatchCase,
  pushTo,
  sizeOf,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import type { PlacedDecision } from '#renderer/reconciliation/matching/model/placed-decision.ts';
import { findExactSubset } from '#renderer/reconciliation/matching/model/subset-sums.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { ZERO } from '#shared/domain/decimal.ts';
import { createNumberFinder } from './bank-numbers.ts';
import type { Deposit, OpenPayout } from './open-payout.ts';
import { isNamedIn } from './payers.ts';
import { payoutChance } from './payout-chance.ts';
import {
  agree,
  amountsAsRound,
  atLeast,
  byDays,
  isWithin,
  keepOfList,
  linesFor,
  mayBe,
  type PayoutTable,
  payoutsFor,
} from './payout-table.ts';
import { takeWithin } from './within-tolerance.ts';

/**
 * Bank lines against what marketplaces paid out: by what the user said, by a number in the bank's words, by amount and
 * date. A case's `lines` are bank lines, its `orders` payouts. Amounts are whole units of one scale.
 */

/** Why a bank line may be a payout. */
export type PayoutReasonFound =
  | { readonly why: 'same-amount'; readonly candidates: number; readonly byChance: number }
  /** Several payouts in one bank line, or several bank lines of one payout. */
  | { readonly why: 'adds-up'; readonly found: number; readonly byChance: number }
  /** The only bank line that names who pays, in those days, and of nearly that amount. */
  | { readonly why: 'near-amount' }
  /** The only bank line of those days that is off by no more than the tolerance. */
  | { readonly why: 'within'; readonly byChance: number }
  /** It names the payout's number, which may as well be a date, and the amount does not bear it out. */
  | { readonly why: 'same-number' };

export type PayoutSuggestion = PayoutReasonFound & {
  readonly lines: readonly number[];
  readonly orders: readonly number[];
  readonly remains: bigint;
};

export type PayoutMatches = {
  readonly cases: readonly MatchCase[];
  readonly suggestions: readonly PayoutSuggestion[];
};

export type PayoutMatchInput = {
  readonly payouts: readonly OpenPayout[];
  readonly deposits: readonly Deposit[];
  readonly decisions: readonly PlacedDecision[];
  /** A bank line that is off by no more is the payout's all the same; absent: to the last digit. */
  readonly tolerance?: bigint;
};

/** Holds all bank lines against all payouts. What is certain is a case of both; the rest is suggested. */
export function* matchPayouts({
  payouts,
  deposits,
  decisions,
  tolerance = 0n,
}: PayoutMatchInput): Task<PayoutMatches> {
  const work = createWork({
    lines: deposits,
    nets: deposits.map(({ amount }) => amount),
    orders: payouts.map(orderOf),
    tolerance: { absolute: 0n, percent: ZERO },
    decisions,
  });
  work.applyDecisions();
  const days = byDays(payouts, deposits);
  const chance = payoutChance(payouts, deposits, (day) => days.payoutsOn.has(day));
  const table: PayoutTable = { payouts, deposits, work, chance, ...days };
  const dated = takeByDateNumber(table, yield* takeByNumber(table));
  yield;
  const single = yield* takeSingles(table);
  const added = yield* takeSubsets(table, single);
  const within = (yield* takeWithin(table, tolerance)).map(
    ({ line, at, remains, byChance }): PayoutSuggestion => ({
      ...{ lines: [line], orders: [at], remains, why: 'within', byChance },
    }),
  );
  const near = yield* findNear(table, new Set(within.flatMap(({ orders }) => orders)));
  const isOpen = ({ lines, orders }: PayoutSuggestion) =>
    lines.every((line) => work.isLineTaken[line] === 0) && orders.every((at) => work.isOrderTaken[at] === 0);
  const suggestions = [...single, ...added, ...dated, ...within, ...near].filter(isOpen);
  // A payout or line on one side alone is a case too: it may be explained.
  for (const line of deposits.keys()) if (work.isLineTaken[line] === 0) work.add([line], [], null);
  for (const at of payouts.keys()) if (work.isOrderTaken[at] === 0) work.add([], [at], null);
  return { cases: work.cases, suggestions };
}

const orderOf = ({ amount }: OpenPayout) => ({
  amount,
  settled: null,
  settlements: [],
  purchased: NO_DAY,
  paid: NO_DAY,
  isMovement: false,
  isExpected: true,
});

/** Of payouts whose number reads as a date the bank lines in which it stands. */
type DateNamed = ReadonlyMap<number, readonly number[]>;

/** Bank lines that name the same payout belong together, and so do payouts that one line names. Returns what may be dates. */
function* takeByNumber({ payouts, deposits, work }: PayoutTable): Task<DateNamed> {
  const finder = createNumberFinder(payouts.map(({ numbers }) => numbers));
  const groups = createGroups(payouts.length);
  const linesOf = new Map<number, number[]>();
  const isNamed = new Set<number>();
  const dated = new Map<number, number[]>();
  yield* eachInSteps(deposits, ({ words, amount, currency }, line) => {
    if (work.isLineTaken[line] === 1) return;
    const named = finder(words).flatMap(({ at, isSure, readsAsDate }) => {
      const payout = payouts[at];
      const isFree = work.isOrderTaken[at] === 0 && !work.areDismissed(line, at);
      if (payout === undefined || !isFree || !agree(payout.currency, currency)) return [];
      if (readsAsDate) {
        pushTo(dated, at, line);
        return [];
      }
      // A short number may be there by chance: the amount must say the same.
      return isSure || payout.amount === amount ? [at] : [];
    });
    const [first] = named;
    if (first === undefined) return;
    for (const at of named) {
      isNamed.add(at);
      groups.join(first, at);
    }
    pushTo(linesOf, first, line);
  });
  const cases = new Map<number, { readonly lines: number[]; readonly orders: number[] }>();
  const caseOf = (at: number) => {
    const root = groups.rootOf(at);
    const found = cases.get(root) ?? { lines: [], orders: [] };
    cases.set(root, found);
    return found;
  };
  for (const at of isNamed) caseOf(at).orders.push(at);
  for (const [at, lines] of linesOf) caseOf(at).lines.push(...lines);
  for (const { lines, orders } of cases.values()) {
    const currencies = [...lines.map((line) => deposits[line]), ...orders.map((at) => payouts[at])];
    // Lines of unlike money have no sum: whoever knows better says so.
    if (areOfSeveral(currencies.map((each) => each?.currency ?? UNNAMED_CURRENCY))) continue;
    work.add(lines.toSorted(ascending), orders.toSorted(ascending), 'settlement');
  }
  return dated;
}

/** A date stands in many lines of a bank: a number that so many name is told of none. */
const MAX_NAMING = 3;

/**
 * A number that may be a date is one where a single line that names it is of the payout's amount, and that amount is not one that
 * lines of a day have by chance. Returns the others, where they are few and may be the payout's.
 */
function takeByDateNumber(table: PayoutTable, dated: DateNamed): readonly PayoutSuggestion[] {
  const { payouts, deposits, work, chance } = table;
  const suggestions: PayoutSuggestion[] = [];
  const timesNamed = new Map<number, number>();
  for (const lines of dated.values())
    for (const line of lines) timesNamed.set(line, (timesNamed.get(line) ?? 0) + 1);
  for (const [at, lines] of dated) {
    const { amount = 0n, window = null } = payouts[at] ?? {};
    const isOf = (line: number): boolean => deposits[line]?.amount === amount;
    const [only = -1, ...others] = lines.filter(isOf);
    const byChance = Math.max(
      lines.length / (amountsAsRound(amount) + 1),
      lines.length * chance.ofAmount(at),
    );
    if (only >= 0 && others.length === 0 && timesNamed.get(only) === 1 && byChance <= MAX_CHANCE) {
      if (work.isLineTaken[only] === 0 && work.isOrderTaken[at] === 0) work.add([only], [at], 'settlement');
    } else if (lines.length <= MAX_NAMING) {
      for (const line of lines) {
        const came = deposits[line];
        if (came === undefined || came.amount < 0n !== amount < 0n) continue;
        const remains = came.amount - amount;
        const isTimely = window === null || isWithin({ window }, came);
        const sides = { lines: [line], orders: [at], remains };
        const candidates = others.length + 1;
        // Of the same amount in its days: that is looked at with all that are.
        if (remains === 0n && (!isTimely || window === null))
          suggestions.push({ ...sides, why: 'same-amount', candidates, byChance });
        if (remains !== 0n && isTimely) suggestions.push({ ...sides, why: 'same-number' });
      }
    }
  }
  return suggestions;
}

const ascending = (one: number, other: number): number => one - other;
const daysFrom = ({ window }: OpenPayout, { day }: Deposit): number =>
  window === null ? 0 : Math.abs(day - window.from);

/** One to one: what is the only one of its amount on both sides; the rest is paired as its dates are nearest, and asked. */
function* takeSingles(table: PayoutTable): Task<readonly PayoutSuggestion[]> {
  const { payouts, deposits, work } = table;
  const sides = new Map<bigint, { readonly lines: number[]; readonly orders: number[] }>();
  for (const [at, { amount }] of payouts.entries()) {
    const same = sides.get(amount) ?? { lines: [], orders: [] };
    sides.set(amount, same);
    same.orders.push(at);
  }
  for (const [line, { amount }] of deposits.entries()) sides.get(amount)?.lines.push(line);
  const suggestions: PayoutSuggestion[] = [];
  for (const { lines, orders } of sides.values()) {
    if (lines.length === 0 || Math.max(lines.length, orders.length) > MAX_ASSIGNED) continue;
    const costs = lines.map((line) =>
      orders.map((at) => {
        const [payout, deposit] = [payouts[at], deposits[line]];
        if (payout === undefined || deposit === undefined || !mayBe(table, line, at)) return IMPOSSIBLE;
        return daysFrom(payout, deposit);
      }),
    );
    const possible = (cost: number | undefined) => cost !== undefined && cost !== IMPOSSIBLE;
    for (const [left, right] of assign(costs)) {
      const [line = -1, at = -1] = [lines[left], orders[right]];
      const candidates = (costs[left] ?? []).filter(possible).length;
      const rivals = costs.filter((row) => possible(row[right])).length;
      const around = payoutsFor(table, line).length;
      const roughly = around / (amountsAsRound(deposits[line]?.amount ?? 0n) + 1);
      const byChance = atLeast(roughly, () => table.chance.ofOne(line, at, around));
      if (candidates === 1 && rivals === 1 && byChance <= MAX_CHANCE) work.add([line], [at], 'amount');
      else {
        const most = Math.max(candidates, rivals);
        suggestions.push({
          lines: [line],
          orders: [at],
          remains: 0n,
          why: 'same-amount',
          candidates: most,
          byChance,
        });
      }
    }
    yield;
  }
  return suggestions;
}

/** More are not searched: chance alone would find some that add up. */
const MAX_TOGETHER = 24;
const LINES_A_STEP = 64;

type Found = {
  readonly lines: readonly number[];
  readonly orders: readonly number[];
  readonly found: number;
  readonly byChance: number;
};

/**
 * Several payouts in one bank line, and several bank lines of one payout; taken where nothing else that was found touches
 * them. `single`: what one to one could be.
 */
function* takeSubsets(
  table: PayoutTable,
  single: readonly PayoutSuggestion[],
): Task<readonly PayoutSuggestion[]> {
  const { payouts, deposits, work } = table;
  const partsOfPayouts = keepOfList<null, readonly (readonly number[])[]>();
  const partsOfLines = keepOfList<string, readonly (readonly number[])[]>();
  const all: Found[] = single.map(({ lines, orders }) => ({ lines, orders, found: 1, byChance: 1 }));
  for (const line of deposits.keys()) {
    const orders = payoutsFor(table, line);
    const parts = partsOfPayouts(orders, null, () =>
      [...byPayer(payouts, orders).values()].flatMap((own) =>
        addableParts(own, (at) => payouts[at]?.currency ?? null),
      ),
    );
    for (const own of parts) {
      const search = searchPlaces(own, (at) => payouts[at]?.amount ?? 0n, deposits[line]?.amount ?? 0n);
      if (search === null) continue;
      const byChance = atLeast(
        search.byChance * parts.length,
        () => table.chance.ofPayouts(line, own, search.members) * parts.length,
      );
      all.push({ found: search.found, byChance, lines: [line], orders: search.members });
    }
    if (orders.length > 1 || line % LINES_A_STEP === 0) yield;
  }
  for (const [at, payout] of payouts.entries()) {
    const near = linesFor(table, at);
    const parts = partsOfLines(near, payout.payer, () => {
      const named = near.filter((line) => isNamedIn(payout.payer, deposits[line]?.words ?? ''));
      return addableParts(named.length > 1 ? named : near, (line) => deposits[line]?.currency ?? null);
    });
    for (const own of parts) {
      const search = searchPlaces(own, (line) => deposits[line]?.amount ?? 0n, payout.amount);
      if (search === null) continue;
      const byChance = atLeast(
        search.byChance * parts.length,
        () => table.chance.ofLines(at, own, search.members) * parts.length,
      );
      all.push({ found: search.found, byChance, lines: search.members, orders: [at] });
    }
    if (near.length > 1) yield;
  }
  const timesOf = { line: new Uint32Array(deposits.length), payout: new Uint32Array(payouts.length) };
  for (const { lines, orders } of all) {
    for (const line of lines) timesOf.line[line] = (timesOf.line[line] ?? 0) + 1;
    for (const at of orders) timesOf.payout[at] = (timesOf.payout[at] ?? 0) + 1;
  }
  const suggestions: PayoutSuggestion[] = [];
  for (const { lines, orders, found, byChance } of all) {
    // One to one was looked at before: here it only stands in the way.
    if (lines.length + orders.length < 3) continue;
    const isAlone =
      lines.every((line) => timesOf.line[line] === 1) && orders.every((at) => timesOf.payout[at] === 1);
    if (found === 1 && isAlone && byChance <= MAX_CHANCE) work.add(lines, orders, 'subset');
    else suggestions.push({ lines, orders, remains: 0n, why: 'adds-up', found, byChance });
  }
  return suggestions;
}

function searchPlaces(places: readonly number[], amountOf: (at: number) => bigint, target: bigint) {
  if (places.length > MAX_TOGETHER) return null;
  const search = findExactSubset(places.map(amountOf), target);
  if (search === null) return null;
  return { ...search, members: search.members.map((at) => places[at] ?? -1) };
}

function byPayer(payouts: readonly OpenPayout[], places: readonly number[]): ReadonlyMap<string, number[]> {
  const payers = new Map<string, number[]>();
  for (const at of places) pushTo(payers, payouts[at]?.payer ?? '', at);
  return payers;
}

/** A fee of the bank, or what was held back, takes no more than this part. */
const MAX_SHORT_PERCENT = 10n;

/** @param isKnown payouts of which a nearer line is told */
function* findNear(table: PayoutTable, isKnown: ReadonlySet<number>): Task<readonly PayoutSuggestion[]> {
  const { payouts, deposits } = table;
  const suggestions: PayoutSuggestion[] = [];
  const namedIn = keepOfList<string, readonly number[]>();
  for (const [at, { amount, payer }] of payouts.entries()) {
    const near = linesFor(table, at);
    const named = namedIn(near, payer, () =>
      near.filter((line) => isNamedIn(payer, deposits[line]?.words ?? '')),
    );
    const [only] = named;
    const remains = (only === undefined ? 0n : (deposits[only]?.amount ?? 0n)) - amount;
    const isNear = sizeOf(remains) * 100n <= sizeOf(amount) * MAX_SHORT_PERCENT;
    if (only !== undefined && named.length === 1 && remains !== 0n && isNear && !isKnown.has(at)) {
      suggestions.push({ lines: [only], orders: [at], remains, why: 'near-amount' });
    }
    if (at % 64 === 0) yield;
  }
  return suggestions;
}
