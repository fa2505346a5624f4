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
    const counted = yield* countedOf(figures, orders, isHeld, namesSettlements);
    const named = yield* bySettlement(figures, counted, settlements, isHeld);
    const found = yield* densest(figures, counted, isHeld);
    // A file of whole months cuts the settlements at its ends: their other orders are not missing from it.
    const isOfMonths = found !== null && isOfWholeMonths(found.days) && found.days.held >= named.held;
    const isByDays = named.places.length === 0 || (isOfMonths && found.days.missing < named.missing);
    const own = isByDays ? [] : named.places;
    const run = isByDays ? found : null;
    let held = 0;
    for (const { from, to } of stretchesOf(orders.length)) {
      const part = orders.subarray(from, to);
      held += countHeld(part, isHeld);
      if (own.length > 0) expectSettled(figures, part, new Set(own), isExpected);
      else if (run !== null) expectDays(figures[run.by], part, run.days, isExpected);
      if (namesSettlements) leaveOthers(figures.isElsewhere, part, isHeld, isExpected);
      yield;
    }
    facts.push({
      canal: figures.accounts[account]?.canal ?? '',
      cuenta: figures.accounts[account]?.cuenta ?? '',
      by: own.length > 0 ? 'settlement' : run === null ? null : run.by === 'paid' ? 'payment' : 'purchase',
      settlements: own.map((place) => settlements[place] ?? ''),
      days: run?.days ?? null,
      held,
      missing: yield* countMissing(counted, isHeld, isExpected),
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

/** Loops of their own that call nothing: they go over all orders of an account. */

/** Those that are held, and those that would be missing where the statement speaks for them. */
function* countedOf(
  figures: OrderFigures,
  orders: Uint32Array,
  isHeld: Uint8Array,
  namesSettlements: boolean,
): Task<Uint32Array> {
  const some = new Uint32Array(orders.length);
  let count = 0;
  for (const { from, to } of stretchesOf(orders.length)) {
    count = addCounted(figures, orders.subarray(from, to), isHeld, namesSettlements, some, count);
    yield;
  }
  return some.subarray(0, count);
}

function addCounted(
  { isMovement, isElsewhere, whole }: OrderFigures,
  orders: Uint32Array,
  isHeld: Uint8Array,
  namesSettlements: boolean,
  into: Uint32Array,
  count: number,
): number {
  let next = count;
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    if (isHeld[order] !== 1) {
      const isOthers = namesSettlements && isElsewhere[order] === 1;
      if (isMovement[order] !== 0 || isOthers || whole.isNothing(order)) continue;
    }
    into[next] = order;
    next += 1;
  }
  return next;
}

function countHeld(orders: Uint32Array, isHeld: Uint8Array): number {
  let held = 0;
  for (let at = 0; at < orders.length; at += 1) held += isHeld[orders[at] ?? 0] ?? 0;
  return held;
}

function expectSettled(
  figures: OrderFigures,
  orders: Uint32Array,
  spoken: ReadonlySet<number>,
  isExpected: Uint8Array,
): void {
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    if (figures.settlement[order] === -1) continue;
    if (placesOf(figures, order).some((place) => spoken.has(place))) isExpected[order] = 1;
  }
}

function expectDays(
  dayOf: Int32Array,
  orders: Uint32Array,
  days: { readonly from: number; readonly to: number },
  isExpected: Uint8Array,
): void {
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    const day = dayOf[order] ?? NO_DAY;
    if (day >= days.from && day <= days.to) isExpected[order] = 1;
  }
}

/** Of another statement's settlements, unless this one holds them. */
function leaveOthers(
  isElsewhere: Uint8Array,
  orders: Uint32Array,
  isHeld: Uint8Array,
  isExpected: Uint8Array,
): void {
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    if (isHeld[order] !== 1 && isElsewhere[order] === 1) isExpected[order] = 0;
  }
}

function* countMissing(counted: Uint32Array, isHeld: Uint8Array, isExpected: Uint8Array): Task<number> {
  let missing = 0;
  for (const { from, to } of stretchesOf(counted.length)) {
    missing += missingAmong(counted.subarray(from, to), isHeld, isExpected);
    yield;
  }
  return missing;
}

function missingAmong(orders: Uint32Array, isHeld: Uint8Array, isExpected: Uint8Array): number {
  let missing = 0;
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    if (isHeld[order] === 0 && isExpected[order] === 1) missing += 1;
  }
  return missing;
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
    for (const { from, to } of stretchesOf(counted.length)) {
      addDays(counts, figures[by], counted.subarray(from, to), isHeld);
      yield;
    }
    const days = densestDays(counts);
    return days === null ? null : { by, days, lead: days.held - days.missing };
  };
  const paid = yield* runOf('paid');
  const purchased = yield* runOf('purchased');
  return (paid?.lead ?? 0) >= (purchased?.lead ?? 0) ? paid : purchased;
}

function addDays(
  counts: ReturnType<typeof createDayCounts>,
  dayOf: Int32Array,
  orders: Uint32Array,
  isHeld: Uint8Array,
): void {
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    counts.add(dayOf[order] ?? NO_DAY, isHeld[order] === 1);
  }
}

/** Those not held and not expected that were bought between the first and the last that is held. */
function* beyondOf(
  { purchased }: OrderFigures,
  counted: Uint32Array,
  isHeld: Uint8Array,
  isExpected: Uint8Array,
): Task<number> {
  const days = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const part of stretchesOf(counted.length)) {
    widenToHeld(days, purchased, counted.subarray(part.from, part.to), isHeld);
    yield;
  }
  let beyond = 0;
  for (const part of stretchesOf(counted.length)) {
    beyond += beyondAmong(days, purchased, counted.subarray(part.from, part.to), isHeld, isExpected);
    yield;
  }
  return beyond;
}

function widenToHeld(
  days: { from: number; to: number },
  purchased: Int32Array,
  orders: Uint32Array,
  isHeld: Uint8Array,
): void {
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    const day = purchased[order] ?? NO_DAY;
    if (isHeld[order] !== 1 || day === NO_DAY) continue;
    if (day < days.from) days.from = day;
    if (day > days.to) days.to = day;
  }
}

function beyondAmong(
  { from, to }: { readonly from: number; readonly to: number },
  purchased: Int32Array,
  orders: Uint32Array,
  isHeld: Uint8Array,
  isExpected: Uint8Array,
): number {
  let beyond = 0;
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    const day = purchased[order] ?? NO_DAY;
    if (isHeld[order] === 0 && isExpected[order] === 0 && day >= from && day <= to) beyond += 1;
  }
  return beyond;
}
