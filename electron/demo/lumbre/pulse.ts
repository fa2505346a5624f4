import type { PulseDraw } from '../world/pulse.ts';
import { hash, Stream } from '../world/random.ts';
import { ITEM_STATUS, PAYMENT } from '../world/sub-order-state.ts';
import type { SubOrderStore } from '../world/sub-order-store.ts';

/**
 * A pulse of a company whose months are whole: a purchase of today, or a cancelation of one made this month and not
 * paid yet. Nothing comes into a month that is over.
 */

const TRIES = 40;
/** Sub-orders are numbered as they were bought. */
const RECENT = 0.98;

/** @param at UTC epoch milliseconds */
export function drawPulse(seed: number, store: SubOrderStore, pulse: number, at: number): PulseDraw {
  const stream = new Stream(hash(seed, pulse, 0, 0x9015f));
  if (stream.chance(0.5)) return 'new-order';
  const now = new Date(at);
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const id = Math.floor(store.size * stream.between(RECENT, 1));
    const isOpen =
      store.updated(id) !== 0 &&
      store.purchaseLocal(id) >= monthStart &&
      !store.isMovement(id) &&
      store.payment(id) !== PAYMENT.paid &&
      store.itemStatus(id) === ITEM_STATUS.paid;
    if (isOpen) return [{ id, what: { kind: 'canceled' } }];
  }
  return 'new-order';
}
