import type { SpokenFor } from '#renderer/reconciliation/matching/model/match-results.ts';
import {
  createDayCounts,
  type DayRun,
  densestDays,
  holdsMost,
  isOfWholeMonths,
  NO_DAY,
} from '#renderer/reconciliation/matching/model/universe.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';
import { type OrderFigures, ordersByAccount } from './order-figures.ts';

/**
 * Marks the orders that a statement should hold (those that come to nothing and movements without number are not missing,
 * but stand to be matched by their amount).
 * @param accounts places of the accounts that it is of
 */
export function* spokenFor(
  figures: OrderFigures,
  accounts: readonly number[],
  settlements: readonly string[],
  isHeld: Uint8Array,
): Task<{ readonly facts: readonly SpokenFor[]; readonly isExpected: Uint8Array }> {
  const isExpected = new Uint8Array(isHeld.length);
  const ordersOf = yield* ordersOfAccounts(figures, accounts);
  const facts: SpokenFor[] = [];
  for (const account of accounts) {
    const orders = ordersOf[account] ?? NO_ORDERS;
    // Where both sides name settlements alike, an order of another settlement is paid by another statement.
    const namesSettlements = settlements.length > 0 && (yield* nameSettlements(figures, orders, isHeld));
    const isMissing = (order: number) =>
      figures.isMovement[order] === 0 &&
      !(namesSettlements && figures.isElsewhere[order] === 1) &&
      !figures.whole.isNothing(order);
    const counted = yield* someOf(orders, (order) => isHeld[order] === 1 || isMissing(order));
    const named = yield* bySettlement(figures, counted, settlements, isHeld);
    const found = yield* densest(figures, counted, isHeld);
    // A file of whole months cuts the settlements at its ends: their other orders are not missing from it.
    const isOfMonths = found !== null && isOfWholeMonths(found.days) && found.days.held >= named.held;
    const isByDays = named.places.length === 0 || (isOfMonths && found.days.missing < named.missing);
    const own = isByDays ? [] : named.places;
    const run = isByDays ? found : null;
    const spoken = new Set(own);
    const within = (order: number): boolean => {
      if (own.length > 0) {
        return (
          figures.settlement[order] !== -1 && placesOf(figures, order).some((place) => spoken.has(place))
        );
      }
      if (run === null) return false;
      const day = figures[run.by][order] ?? NO_DAY;
      return day >= run.days.from && day <= run.days.to;
    };
    let held = 0;
    for (const { from, to } of stretchesOf(orders.length)) {
      for (let at = from; at < to; at += 1) {
        const order = orders[at] ?? 0;
        const isOwn = isHeld[order] === 1;
        if (isOwn) held += 1;
        const isOthers = !isOwn && namesSettlements && figures.isElsewhere[order] === 1;
        if (!isOthers && within(order)) isExpected[order] = 1;
      }
      yield;
    }
    const missing = yield* someOf(counted, (order) => isHeld[order] === 0 && isExpected[order] === 1);
    facts.push({
      canal: figures.accounts[account]?.canal ?? '',
      cuenta: figures.accounts[account]?.cuenta ?? '',
      by: own.length > 0 ? 'settlement' : run === null ? null : run.by === 'paid' ? 'payment' : 'purchase',
      settlements: own.map((place) => settlements[place] ?? ''),
      days: run?.days ?? null,
      held,
      missing: missing.length,
      beyond: yield* beyondOf(figures, counted, isHeld, isExpected),
    });
  }
  return { facts, isExpected };
}

const NO_ORDERS = new Uint32Array(0);

/** The orders of some accounts, ascending, by the place of the account. */
function* ordersOfAccounts(
  figures: OrderFigures,
  wanted: readonly number[],
): Task<readonly (Uint32Array | undefined)[]> {
  const { account } = figures;
  const counts = yield* ordersByAccount(figures);
  const found: Uint32Array[] = [];
  for (const own of wanted) found[own] = new Uint32Array(counts[own] ?? 0);
  counts.fill(0);
  for (const { from, to } of stretchesOf(account.length)) {
    for (let order = from; order < to; order += 1) {
      const own = account[order] ?? -1;
      const orders = found[own];
      if (orders === undefined) continue;
      const at = counts[own] ?? 0;
      orders[at] = order;
      counts[own] = at + 1;
    }
    yield;
  }
  return found;
}

/** Whether some order that is held is of a settlement that the statement names. */
function* nameSettlements(
  { settlement }: OrderFigures,
  orders: Uint32Array,
  isHeld: Uint8Array,
): Task<boolean> {
  for (const { from, to } of stretchesOf(orders.length)) {
    for (let at = from; at < to; at += 1) {
      const order = orders[at] ?? 0;
      if (isHeld[order] === 1 && settlement[order] !== -1) return true;
    }
    yield;
  }
  return false;
}

function* someOf(orders: Uint32Array, isWanted: (order: number) => boolean): Task<Uint32Array> {
  const some = new Uint32Array(orders.length);
  let count = 0;
  for (const { from, to } of stretchesOf(orders.length)) {
    for (let at = from; at < to; at += 1) {
      const order = orders[at] ?? 0;
      if (!isWanted(order)) continue;
      some[count] = order;
      count += 1;
    }
    yield;
  }
  return some.subarray(0, count);
}

function placesOf({ settlement, more }: OrderFigures, order: number): readonly number[] {
  const first = settlement[order] ?? -1;
  return first < 0 ? [] : [first, ...(more.get(order) ?? [])];
}

function* bySettlement(
  figures: OrderFigures,
  counted: Uint32Array,
  settlements: readonly string[],
  isHeld: Uint8Array,
): Task<{ readonly places: readonly number[]; readonly held: number; readonly missing: number }> {
  const [held, missing] = [new Uint32Array(settlements.length), new Uint32Array(settlements.length)];
  if (settlements.length === 0) return { places: [], held: 0, missing: 0 };
  for (const { from, to } of stretchesOf(counted.length)) {
    for (let at = from; at < to; at += 1) {
      const order = counted[at] ?? 0;
      if ((figures.settlement[order] ?? -1) < 0) continue;
      const counts = isHeld[order] === 1 ? held : missing;
      for (const place of placesOf(figures, order)) counts[place] = (counts[place] ?? 0) + 1;
    }
    yield;
  }
  const places = [...settlements.keys()].filter((place) => holdsMost(held[place] ?? 0, missing[place] ?? 0));
  const sum = (counts: Uint32Array) => places.reduce((total, place) => total + (counts[place] ?? 0), 0);
  return { places, held: sum(held), missing: sum(missing) };
}

/** Days of payment or of purchase, whichever the statement holds more of. */
function* densest(
  figures: OrderFigures,
  counted: Uint32Array,
  isHeld: Uint8Array,
): Task<{ readonly by: 'paid' | 'purchased'; readonly days: DayRun } | null> {
  const runOf = function* (by: 'paid' | 'purchased') {
    const counts = createDayCounts();
    const dayOf = figures[by];
    for (const { from, to } of stretchesOf(counted.length)) {
      for (let at = from; at < to; at += 1) {
        const order = counted[at] ?? 0;
        counts.add(dayOf[order] ?? NO_DAY, isHeld[order] === 1);
      }
      yield;
    }
    const days = densestDays(counts);
    return days === null ? null : { by, days, lead: days.held - days.missing };
  };
  const paid = yield* runOf('paid');
  const purchased = yield* runOf('purchased');
  return (paid?.lead ?? 0) >= (purchased?.lead ?? 0) ? paid : purchased;
}

function* beyondOf(
  { purchased }: OrderFigures,
  counted: Uint32Array,
  isHeld: Uint8Array,
  isExpected: Uint8Array,
): Task<number> {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const part of stretchesOf(counted.length)) {
    for (let at = part.from; at < part.to; at += 1) {
      const order = counted[at] ?? 0;
      const day = purchased[order] ?? NO_DAY;
      if (isHeld[order] !== 1 || day === NO_DAY) continue;
      from = Math.min(from, day);
      to = Math.max(to, day);
    }
    yield;
  }
  const isBeyond = (order: number) =>
    isHeld[order] === 0 &&
    isExpected[order] === 0 &&
    (purchased[order] ?? NO_DAY) >= from &&
    (purchased[order] ?? NO_DAY) <= to;
  return (yield* someOf(counted, isBeyond)).length;
}
