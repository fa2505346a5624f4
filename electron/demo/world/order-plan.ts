import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';
import { type Account, CHANNELS, type Channel, offsetMs } from './channels.ts';
import type { Happening, LifeEvent } from './events.ts';
import { hash, Stream } from './random.ts';

/** An order's whole life, known from its number. Cheap on purpose: a world plans every order once when it starts. */

export type SubOrderPlan = {
  /** Purchase on the channel's clock, as milliseconds of a zoneless axis. */
  readonly purchaseLocal: number;
  readonly items: number;
  /** Bit i set: item i is a publication row. */
  readonly publications: number;
  /** Bit i set: item i equals item i - 1 in every column (two rows may be identical, spec 2.2). */
  readonly twins: number;
  /** Nothing is known of its payment until it is paid. */
  readonly isPaymentUnknown: boolean;
  /** By time; the first one is `created`, never before the purchase. */
  readonly events: readonly LifeEvent[];
};

export type OrderPlan = {
  readonly serial: number;
  /** As its channel writes it; blank for most movements (spec 2.2 does not say). */
  readonly number: string;
  readonly kind: 'sale' | 'movement';
  readonly channel: Channel;
  readonly account: Account;
  readonly subOrders: readonly SubOrderPlan[];
};

/** How many sub-orders and items an order is to have, where a test wants to say so. Such an order is never a movement. */
export type OrderShape = { readonly itemsOfSubOrders: readonly number[] };

/** Orders added by hand or by the pulse count from here; on paper their numbers continue from five million. */
export const FIRST_EXTRA_SERIAL = 0x40000000;
const FIRST_EXTRA_NUMBER = 5_000_000;

/** The serial as it goes into order numbers. */
export const writtenSerial = (serial: number): number =>
  serial < FIRST_EXTRA_SERIAL ? serial : FIRST_EXTRA_NUMBER + (serial - FIRST_EXTRA_SERIAL);

export const MAX_ITEMS = 15;
export const MOVEMENT_SHARE = 0.045;

const CHANNEL_WEIGHTS = CHANNELS.map((channel) => channel.weight);
const ACCOUNT_WEIGHTS = new Map(
  CHANNELS.map((channel) => [channel, channel.accounts.map((account) => account.weight)]),
);
const SUB_ORDER_WEIGHTS = [90, 8, 2];
const ITEM_WEIGHTS = [66, 22, 8, 3, 1];
const PUBLICATION_SHARE = 0.06;
/** Rows equal in every column are allowed and rare: enough for every large world to hold some. */
const TWIN_SHARE = 0.0005;

export function planOrder(seed: number, serial: number, purchase: number, shape?: OrderShape): OrderPlan {
  const stream = new Stream(hash(seed, serial, 0, 0x0d3));
  const movement = stream.chance(MOVEMENT_SHARE) && shape === undefined;
  const channel = CHANNELS[stream.weighted(CHANNEL_WEIGHTS)] ?? stream.pick(CHANNELS);
  // The own shops alternate, so that neighbouring numbers of both meet in one order number (see channels.ts).
  const account =
    channel.kind === 'Tienda propia'
      ? channel.accounts[serial % channel.accounts.length]
      : channel.accounts[stream.weighted(ACCOUNT_WEIGHTS.get(channel) ?? [1])];
  if (account === undefined) throw new RangeError('A channel without accounts.');
  const isPaymentUnknown = hash(serial, 0, 0, 0x9a) % 100 < 5;
  const subOrders = movement
    ? [planMovement(stream, channel, purchase)]
    : planSubOrders(stream, channel, purchase, shape);
  return {
    serial,
    number: movement ? movementNumber(serial) : channel.orderNumber(writtenSerial(serial)),
    kind: movement ? 'movement' : 'sale',
    channel,
    account,
    subOrders: subOrders.map((plan) => ({ ...plan, isPaymentUnknown })),
  };
}

function movementNumber(serial: number): string {
  const written = writtenSerial(serial);
  return hash(written, 1, 0, 0x3e) % 7 === 0 ? `MOV-${String(70000000 + written)}` : '';
}

type DrawnSubOrder = Omit<SubOrderPlan, 'isPaymentUnknown'>;

/** A movement is dated at the beginning of its day, and is known some hours later. */
function planMovement(stream: Stream, channel: Channel, purchase: number): DrawnSubOrder {
  const local = purchase + offsetMs(channel, purchase);
  const known = purchase + stream.integer(20 * MINUTE_MS, 6 * HOUR_MS);
  const events: LifeEvent[] = [{ at: known, kind: 'created' }];
  if (stream.chance(0.7)) events.push({ at: known, kind: 'paid' });
  if (stream.chance(0.06)) {
    const late = known + stream.integer(2 * DAY_MS, stream.chance(0.2) ? 200 * DAY_MS : 40 * DAY_MS);
    events.push({ at: late, kind: stream.chance(0.5) ? 'adjusted' : 'refunded', salt: saltOf(stream) });
  }
  return { purchaseLocal: local - (local % DAY_MS), items: 1, publications: 0, twins: 0, events };
}

type OrderFate = { readonly after: number; readonly what: Happening };

function planSubOrders(
  stream: Stream,
  channel: Channel,
  purchase: number,
  shape: OrderShape | undefined,
): readonly DrawnSubOrder[] {
  const count = shape?.itemsOfSubOrders.length ?? stream.weighted(SUB_ORDER_WEIGHTS) + 1;
  const payment = planPayment(stream);
  // One in 25 is canceled as a whole; of the rest, some have one sub-order canceled or returned alone.
  const canceledAfter = stream.chance(0.04) ? stream.between(HOUR_MS, 4 * DAY_MS) : undefined;
  const plans: DrawnSubOrder[] = [];
  for (let position = 0; position < count; position += 1) {
    // A later sub-order is sometimes put into the same cart minutes later, rarely hours later.
    const later =
      position > 0 && stream.chance(0.3)
        ? stream.integer(SECOND_MS, stream.chance(0.1) ? 7 * HOUR_MS : 9 * MINUTE_MS)
        : 0;
    const bought = purchase + later;
    const items = Math.min(MAX_ITEMS, shape?.itemsOfSubOrders[position] ?? stream.weighted(ITEM_WEIGHTS) + 1);
    let publications = 0;
    let twins = 0;
    for (let item = 0; item < items; item += 1) {
      const twin = item > 0 && stream.chance(TWIN_SHARE);
      if (twin) twins |= 1 << item;
      const publication = twin ? ((publications >> (item - 1)) & 1) === 1 : stream.chance(PUBLICATION_SHARE);
      if (publication) publications |= 1 << item;
    }
    const created = bought + stream.integer(4 * SECOND_MS, 8 * MINUTE_MS);
    const events: LifeEvent[] = [{ at: created, kind: 'created' }];
    const fates = [
      ...payment,
      ...(canceledAfter === undefined
        ? planDelivery(stream)
        : [{ after: canceledAfter, what: { kind: 'canceled' } as const }]),
    ];
    for (const { after, what } of fates) {
      // Payment at the till belongs to the first appearance.
      events.push({ at: after === 0 ? created : created + Math.round(after), ...what });
    }
    events.sort((a, b) => a.at - b.at);
    plans.push({ purchaseLocal: bought + offsetMs(channel, bought), items, publications, twins, events });
  }
  return plans;
}

function planPayment(stream: Stream): readonly OrderFate[] {
  const paid = { kind: 'paid' } as const;
  const kind = stream.next();
  if (kind < 0.62) return [{ after: 0, what: paid }];
  if (kind < 0.9) return [{ after: stream.between(10 * MINUTE_MS, 3 * DAY_MS), what: paid }];
  if (kind < 0.96) {
    return stream.chance(0.6) ? [{ after: stream.between(10 * DAY_MS, 60 * DAY_MS), what: paid }] : [];
  }
  // No information at first (`isPaymentUnknown`), and for some for ever.
  return stream.chance(0.4) ? [{ after: stream.between(DAY_MS, 12 * DAY_MS), what: paid }] : [];
}

function planDelivery(stream: Stream): readonly OrderFate[] {
  const shipped = stream.between(3 * HOUR_MS, 3 * DAY_MS);
  const delivered = shipped + stream.between(6 * HOUR_MS, 6 * DAY_MS);
  const fates: OrderFate[] = [{ after: shipped, what: { kind: 'shipped' } }];
  if (stream.chance(0.02)) {
    fates.push({ after: shipped + stream.between(HOUR_MS, 2 * DAY_MS), what: { kind: 'canceled' } });
    return fates;
  }
  fates.push({ after: delivered, what: { kind: 'delivered' } });
  if (stream.chance(0.93)) {
    fates.push({ after: delivered + stream.between(2 * DAY_MS, 16 * DAY_MS), what: { kind: 'settled' } });
  }
  if (stream.chance(0.035)) {
    fates.push({ after: delivered + stream.between(DAY_MS, 27 * DAY_MS), what: { kind: 'returned' } });
  }
  if (stream.chance(0.1)) {
    const after = delivered + stream.between(3 * DAY_MS, 45 * DAY_MS);
    fates.push({ after, what: { kind: 'adjusted', salt: saltOf(stream) } });
  }
  if (stream.chance(0.07)) {
    const after = delivered + stream.between(4 * DAY_MS, 70 * DAY_MS);
    fates.push({ after, what: { kind: 'refunded', salt: saltOf(stream) } });
  }
  // Past the reach of updated_at (spec 4.2.7).
  if (stream.chance(0.025)) {
    const after = stream.between(121 * DAY_MS, 330 * DAY_MS);
    fates.push({ after, what: { kind: stream.chance(0.5) ? 'adjusted' : 'refunded', salt: saltOf(stream) } });
  }
  return fates;
}

function saltOf(stream: Stream): number {
  return stream.integer(1, 0x7fffffff);
}
