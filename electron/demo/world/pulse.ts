import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';
import type { Happening } from './events.ts';
import { Stream } from './random.ts';
import { ITEM_STATUS, PAYMENT } from './sub-order-state.ts';
import type { SubOrderStore } from './sub-order-store.ts';

/**
 * A living demo's pulse: its own events come hours apart, so at every pulse one more thing happens. Three in ten are
 * new orders; of the changes most touch the last weeks, and one in four an old order, often too old for `updated_at`
 * (spec 4.2.7).
 * Some pulses, counted from the world's beginning, show within five minutes what only re-reads and control totals
 * find:
 * - a correction of an order bought more than 120 days ago (BLIND_TURN);
 * - an order of some weeks ago that becomes known only now, updated now (LATE_TURN);
 * - neighbouring sub-orders of months ago that vanish without a trace by `updated_at` (VANISHING_TURN): enough rows
 * for a count to differ whatever its bounds, far from the twentieth part of a month.
 */
type PulseChange = { readonly id: number; readonly what: Happening };

export type PulseDraw =
  | 'new-order'
  | { readonly kind: 'late-order'; readonly purchasedAt: number }
  | readonly PulseChange[];

const BLIND_TURN = { every: 15, at: 3 } as const;
const LATE_TURN = { every: 15, at: 8 } as const;
const VANISHING_TURN = { every: 60, at: 5 } as const;
/** How long ago its purchases were, in days: out of the reach of updates, and near enough to be looked at. */
const BLIND_DAYS = { from: 125, to: 300 } as const;
const LATE_DAYS = { from: 3, to: 40 } as const;
const VANISHING_SUB_ORDERS = 6;

const TRIES = 40;
/** A newcomer watches for an hour; after it the heart beats at a resting rate, or new orders would outnumber history. */
const BUSY_MS = HOUR_MS;
const RESTING_FACTOR = 15;

/** When pulse number `pulses` (0, 1, ...) comes in a world begun at `start`; infinity where there is no pulse. */
export function pulseInstant(start: number, pulseMs: number | undefined, pulses: number): number {
  if (pulseMs === undefined) return Number.POSITIVE_INFINITY;
  const busy = Math.floor(BUSY_MS / pulseMs);
  return pulses < busy
    ? start + (pulses + 1) * pulseMs
    : start + busy * pulseMs + (pulses + 1 - busy) * RESTING_FACTOR * pulseMs;
}

function isTurn(turn: { readonly every: number; readonly at: number }, pulse: number): boolean {
  return pulse % turn.every === turn.at;
}

/** Draws what happens at pulse number `pulse` (from 0), at the instant `at`. */
export function drawPulse(seed: number, store: SubOrderStore, pulse: number, at: number): PulseDraw {
  const stream = new Stream(seed);
  if (isTurn(LATE_TURN, pulse)) {
    const daysAgo = stream.between(LATE_DAYS.from, LATE_DAYS.to);
    return { kind: 'late-order', purchasedAt: Math.floor(at - daysAgo * DAY_MS) };
  }
  if (isTurn(VANISHING_TURN, pulse) || isTurn(BLIND_TURN, pulse)) {
    const first = drawBlind(stream, store, at);
    if (first !== undefined && isTurn(VANISHING_TURN, pulse)) {
      const ids = Array.from({ length: VANISHING_SUB_ORDERS }, (_, place) => first + place);
      return ids
        .filter((id) => isBlindSale(store, id, at))
        .map((id) => ({ id, what: { kind: 'rows-removed' } }));
    }
    if (first !== undefined) return [{ id: first, what: drawHappening(stream, store, first) }];
  }
  if (stream.chance(0.3)) return 'new-order';
  const old = stream.chance(0.25);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // Sub-orders are numbered as they were bought: the last twentieth are recent.
    const share = old ? stream.between(0, 0.85) : stream.between(0.95, 1);
    const id = Math.floor(store.size * share);
    if (store.updated(id) === 0 || store.present(id) === 0) continue;
    const what = drawHappening(stream, store, id);
    // Half of the cancelations concern the whole order, anything else one sub-order alone.
    const ids = what.kind === 'canceled' && stream.chance(0.5) ? neighbours(store, id) : [id];
    return ids.map((one) => ({ id: one, what }));
  }
  return 'new-order';
}

function isBlindSale(store: SubOrderStore, id: number, at: number): boolean {
  const daysAgo = (at - store.purchaseLocal(id)) / DAY_MS;
  const isBlind = daysAgo >= BLIND_DAYS.from && daysAgo <= BLIND_DAYS.to;
  return isBlind && !store.isMovement(id) && store.updated(id) !== 0 && store.present(id) !== 0;
}

/** A sale that no update tells of any more, but not of long ago. Undefined in a world too small to have one. */
function drawBlind(stream: Stream, store: SubOrderStore, at: number): number | undefined {
  for (let attempt = 0; attempt < TRIES * 5; attempt += 1) {
    const id = Math.floor(store.size * stream.between(0.5, 1));
    if (isBlindSale(store, id, at)) return id;
  }
  return undefined;
}

function drawHappening(stream: Stream, store: SubOrderStore, id: number): Happening {
  const salt = stream.integer(1, 0x7fffffff);
  if (store.payment(id) !== PAYMENT.paid && stream.chance(0.7)) return { kind: 'paid' };
  if (!store.isMovement(id) && store.itemStatus(id) === ITEM_STATUS.paid) {
    if (stream.chance(0.2)) return { kind: 'canceled' };
    if (stream.chance(0.15)) return { kind: 'returned' };
  }
  return stream.chance(0.6) ? { kind: 'adjusted', salt } : { kind: 'refunded', salt };
}

function neighbours(store: SubOrderStore, id: number): readonly number[] {
  let first = id - store.position(id);
  const ids: number[] = [];
  while (first < store.size && store.serial(first) === store.serial(id)) {
    if (store.updated(first) !== 0) ids.push(first);
    first += 1;
  }
  return ids;
}
