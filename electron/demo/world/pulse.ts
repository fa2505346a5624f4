import { HOUR_MS } from '#shared/dates.ts';
import type { Happening } from './events.ts';
import { Stream } from './random.ts';
import { ITEM_STATUS, PAYMENT } from './sub-order-state.ts';
import type { SubOrderStore } from './sub-order-store.ts';

/**
 * The heartbeat of a living demo: a small company's own events come hours apart, so at every pulse one more
 * thing happens. Three in ten are new orders; of the changes, most touch the last weeks, and one in four an
 * old order, often too old for `updated_at` (spec 4.2.7).
 */
export type PulseChange = { readonly id: number; readonly what: Happening };

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

/** Draws what happens at a pulse: a new order, or events of sub-orders that are there. */
export function drawPulse(seed: number, store: SubOrderStore): 'new-order' | readonly PulseChange[] {
  const stream = new Stream(seed);
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

function drawHappening(stream: Stream, store: SubOrderStore, id: number): Happening {
  const salt = stream.integer(1, 0x7fffffff);
  if (store.payment(id) !== PAYMENT.paid && stream.chance(0.7)) return { kind: 'paid' };
  if (!store.isMovement(id) && store.itemStatus(id) === ITEM_STATUS.paid) {
    if (stream.chance(0.2)) return { kind: 'canceled' };
    if (stream.chance(0.15)) return { kind: 'returned' };
  }
  return stream.chance(0.6) ? { kind: 'adjusted', salt } : { kind: 'refunded', salt };
}

/** All sub-orders of the order that a sub-order belongs to; they were entered together. */
function neighbours(store: SubOrderStore, id: number): readonly number[] {
  let first = id - store.position(id);
  const ids: number[] = [];
  while (first < store.size && store.serial(first) === store.serial(id)) {
    if (store.updated(first) !== 0) ids.push(first);
    first += 1;
  }
  return ids;
}
