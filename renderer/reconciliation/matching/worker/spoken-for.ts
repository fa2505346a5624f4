import type { SpokenFor } from '#renderer/reconciliation/matching/model/match-results.ts';
import {
  createDayCounts,
  type DayRun,
  densestDays,
  holdsMost,
  isOfWholeMonths,
  NO_DAY,
} from '#renderer/reconciliation/matching/model/universe.ts';
import { eachInSteps, filterInSteps, type Task } from '#shared/base/tasks.ts';
import type { OrderFigures } from './order-figures.ts';

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
  const ordersOf = new Map(accounts.map((account): [number, number[]] => [account, []]));
  yield* eachInSteps(isHeld, (_, order) => void ordersOf.get(figures.account[order] ?? -1)?.push(order));
  const facts: SpokenFor[] = [];
  for (const account of accounts) {
    const orders = ordersOf.get(account) ?? [];
    // Where both sides name settlements alike, an order of another settlement is paid by another statement.
    const namesSettlements = orders.some((order) => isHeld[order] === 1 && figures.settlement[order] !== -1);
    const isMissing = (order: number) =>
      isHeld[order] === 0 &&
      figures.isMovement[order] === 0 &&
      figures.whole.of(order) !== 0n &&
      !(namesSettlements && figures.isElsewhere[order] === 1);
    const counted = yield* filterInSteps(orders, (order) => isHeld[order] === 1 || isMissing(order));
    const named = yield* bySettlement(figures, counted, settlements, isHeld);
    const found = yield* densest(figures, counted, isHeld);
    // A file of whole months cuts the settlements at its ends: their other orders are not missing from it.
    const isOfMonths = found !== null && isOfWholeMonths(found.days) && found.days.held >= named.held;
    const isByDays = named.places.length === 0 || (isOfMonths && found.days.missing < named.missing);
    const own = isByDays ? [] : named.places;
    const run = isByDays ? found : null;
    const spoken = new Set(own);
    const within = (order: number): boolean => {
      if (own.length > 0) return placesOf(figures, order).some((place) => spoken.has(place));
      if (run === null) return false;
      const day = figures[run.by][order] ?? NO_DAY;
      return day >= run.days.from && day <= run.days.to;
    };
    yield* eachInSteps(orders, (order) => {
      if (!within(order)) return;
      const isOthers = namesSettlements && figures.isElsewhere[order] === 1 && isHeld[order] === 0;
      if (!isOthers) isExpected[order] = 1;
    });
    const missing = yield* filterInSteps(counted, (order) => isHeld[order] === 0 && isExpected[order] === 1);
    const held = yield* filterInSteps(orders, (order) => isHeld[order] === 1);
    facts.push({
      canal: figures.accounts[account]?.canal ?? '',
      cuenta: figures.accounts[account]?.cuenta ?? '',
      by: own.length > 0 ? 'settlement' : run === null ? null : run.by === 'paid' ? 'payment' : 'purchase',
      settlements: own.map((place) => settlements[place] ?? ''),
      days: run?.days ?? null,
      held: held.length,
      missing: missing.length,
      beyond: yield* beyondOf(figures, counted, isHeld, isExpected),
    });
  }
  return { facts, isExpected };
}

function placesOf({ settlement, more }: OrderFigures, order: number): readonly number[] {
  const first = settlement[order] ?? -1;
  return first < 0 ? [] : [first, ...(more.get(order) ?? [])];
}

function* bySettlement(
  figures: OrderFigures,
  counted: readonly number[],
  settlements: readonly string[],
  isHeld: Uint8Array,
): Task<{ readonly places: readonly number[]; readonly held: number; readonly missing: number }> {
  const [held, missing] = [new Uint32Array(settlements.length), new Uint32Array(settlements.length)];
  yield* eachInSteps(counted, (order) => {
    const counts = isHeld[order] === 1 ? held : missing;
    for (const place of placesOf(figures, order)) counts[place] = (counts[place] ?? 0) + 1;
  });
  const places = [...settlements.keys()].filter((place) => holdsMost(held[place] ?? 0, missing[place] ?? 0));
  const sum = (counts: Uint32Array) => places.reduce((total, place) => total + (counts[place] ?? 0), 0);
  return { places, held: sum(held), missing: sum(missing) };
}

/** Days of payment or of purchase, whichever the statement holds more of. */
function* densest(
  figures: OrderFigures,
  counted: readonly number[],
  isHeld: Uint8Array,
): Task<{ readonly by: 'paid' | 'purchased'; readonly days: DayRun } | null> {
  const runOf = function* (by: 'paid' | 'purchased') {
    const counts = createDayCounts();
    yield* eachInSteps(counted, (order) => counts.add(figures[by][order] ?? NO_DAY, isHeld[order] === 1));
    const days = densestDays(counts);
    return days === null ? null : { by, days, lead: days.held - days.missing };
  };
  const paid = yield* runOf('paid');
  const purchased = yield* runOf('purchased');
  return (paid?.lead ?? 0) >= (purchased?.lead ?? 0) ? paid : purchased;
}

function* beyondOf(
  { purchased }: OrderFigures,
  counted: readonly number[],
  isHeld: Uint8Array,
  isExpected: Uint8Array,
): Task<number> {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  yield* eachInSteps(counted, (order) => {
    const day = purchased[order] ?? NO_DAY;
    if (isHeld[order] !== 1 || day === NO_DAY) return;
    from = Math.min(from, day);
    to = Math.max(to, day);
  });
  const isBeyond = (order: number) =>
    isHeld[order] === 0 &&
    isExpected[order] === 0 &&
    (purchased[order] ?? NO_DAY) >= from &&
    (purchased[order] ?? NO_DAY) <= to;
  return (yield* filterInSteps(counted, isBeyond)).length;
}
