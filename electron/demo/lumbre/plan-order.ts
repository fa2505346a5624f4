import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';
import { type Channel, offsetMs } from '../world/channels.ts';
import type { LifeEvent } from '../world/events.ts';
import {
  MAX_ITEMS,
  MOVEMENT_SHARE,
  type OrderPlan,
  type OrderShape,
  type SubOrderPlan,
  writtenSerial,
} from '../world/order-plan.ts';
import { hash, Stream } from '../world/random.ts';
import { settle } from './payouts.ts';
import { LUMBRE_CHANNELS, type PayoutTerms, termsOf } from './terms.ts';

/**
 * The life of an order: sold, sent, delivered, now and then canceled or returned, and then settled and paid as a whole by its
 * account's terms. After that nothing more happens to it.
 */

const CHANNEL_WEIGHTS = LUMBRE_CHANNELS.map(({ weight }) => weight);
const SUB_ORDER_WEIGHTS = [92, 7, 1];
const ITEM_WEIGHTS = [64, 23, 9, 3, 1];
const PUBLICATION_SHARE = 0.06;
const CANCELED_SHARE = 0.03;
const RETURNED_SHARE = 0.035;

/** @param purchase UTC epoch milliseconds */
export function planOrder(seed: number, serial: number, purchase: number, shape?: OrderShape): OrderPlan {
  const stream = new Stream(hash(seed, serial, 0, 0x1b5));
  const isMovement = stream.chance(MOVEMENT_SHARE) && shape === undefined;
  const channel = LUMBRE_CHANNELS[stream.weighted(CHANNEL_WEIGHTS)] ?? stream.pick(LUMBRE_CHANNELS);
  const account =
    channel.accounts[stream.weighted(channel.accounts.map(({ weight }) => weight))] ??
    stream.pick(channel.accounts);
  const { payouts } = termsOf(account);
  const written = writtenSerial(serial);
  return {
    serial,
    number: isMovement ? `MOV-${String(70000000 + written)}` : channel.orderNumber(written),
    kind: isMovement ? 'movement' : 'sale',
    channel,
    account,
    subOrders: isMovement
      ? [planMovement(stream, channel, payouts, purchase)]
      : planSale(stream, channel, payouts, purchase, shape),
  };
}

/** A movement is dated at the beginning of its day, is known some hours later, and is in the next settlement. */
function planMovement(
  stream: Stream,
  channel: Channel,
  payouts: PayoutTerms,
  purchase: number,
): SubOrderPlan {
  const local = purchase + offsetMs(channel, purchase);
  const known = purchase + stream.integer(20 * MINUTE_MS, 6 * HOUR_MS);
  return {
    purchaseLocal: local - (local % DAY_MS),
    items: 1,
    publications: 0,
    twins: 0,
    isPaymentUnknown: false,
    events: [{ at: known, kind: 'created' }, ...paidEvents(payouts, channel, known)],
  };
}

function paidEvents(payouts: PayoutTerms, channel: Channel, due: number): readonly LifeEvent[] {
  const { settledAt, paidAt } = settle(payouts, channel, due);
  return [
    { at: settledAt, kind: 'settled' },
    { at: paidAt, kind: 'paid' },
  ];
}

type Parcel = Omit<SubOrderPlan, 'events'> & { readonly created: number; readonly journey: LifeEvent[] };

function planSale(
  stream: Stream,
  channel: Channel,
  payouts: PayoutTerms,
  purchase: number,
  shape: OrderShape | undefined,
): readonly SubOrderPlan[] {
  const count = shape?.itemsOfSubOrders.length ?? stream.weighted(SUB_ORDER_WEIGHTS) + 1;
  const isCanceled = stream.chance(CANCELED_SHARE);
  const parcels: Parcel[] = [];
  for (let position = 0; position < count; position += 1) {
    parcels.push(planParcel(stream, channel, purchase, shape?.itemsOfSubOrders[position], isCanceled));
  }
  const last = Math.max(...parcels.map(({ created, journey }) => journey.at(-1)?.at ?? created));
  // Nothing is paid of what was canceled, nor waited for.
  const paid: readonly LifeEvent[] = isCanceled
    ? [{ at: last, kind: 'paid' }]
    : paidEvents(payouts, channel, last + payouts.holdDays * DAY_MS);
  return parcels.map(({ created, journey, ...plan }) => ({
    ...plan,
    events: [{ at: created, kind: 'created' }, ...journey, ...paid],
  }));
}

function planParcel(
  stream: Stream,
  channel: Channel,
  purchase: number,
  itemsWanted: number | undefined,
  isCanceled: boolean,
): Parcel {
  const items = Math.min(MAX_ITEMS, itemsWanted ?? stream.weighted(ITEM_WEIGHTS) + 1);
  let publications = 0;
  for (let item = 0; item < items; item += 1) if (stream.chance(PUBLICATION_SHARE)) publications |= 1 << item;
  const created = purchase + stream.integer(4 * SECOND_MS, 8 * MINUTE_MS);
  return {
    purchaseLocal: purchase + offsetMs(channel, purchase),
    items,
    publications,
    twins: 0,
    isPaymentUnknown: false,
    created,
    journey: isCanceled
      ? [{ at: created + Math.round(stream.between(HOUR_MS, 30 * HOUR_MS)), kind: 'canceled' }]
      : planJourney(stream, created),
  };
}

function planJourney(stream: Stream, created: number): LifeEvent[] {
  const shipped = created + Math.round(stream.between(3 * HOUR_MS, 36 * HOUR_MS));
  const delivered = shipped + Math.round(stream.between(8 * HOUR_MS, 4 * DAY_MS));
  const journey: LifeEvent[] = [
    { at: shipped, kind: 'shipped' },
    { at: delivered, kind: 'delivered' },
  ];
  if (stream.chance(RETURNED_SHARE)) {
    journey.push({ at: delivered + Math.round(stream.between(DAY_MS, 6 * DAY_MS)), kind: 'returned' });
  }
  return journey;
}
