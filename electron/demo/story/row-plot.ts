import {
  DAY_MS,
  lastMonthOver,
  localToMs,
  MINUTE_MS,
  SECOND_MS,
  shiftMonth,
  startOfMonth,
} from '#shared/domain/dates.ts';
import type { FeeChange, Plot } from '../lumbre/plot.ts';
import { LUMBRE_ACCOUNTS } from '../lumbre/terms.ts';
import type { OrdersSince } from '../world/company.ts';
import type { LifeEvent } from '../world/events.ts';
import type { OrderPlan } from '../world/order-plan.ts';
import { hash, Stream } from '../world/random.ts';
import type { CauseKind } from './cause.ts';

/** Faults in the rows: which orders, by how much, and when. All of it follows from the seed and the beginning. */

export type PlantedOrder = {
  readonly kind: Extract<
    CauseKind,
    | 'overcharged-commission'
    | 'overcharged-shipping'
    | 'canceled-charge'
    | 'overdue-order'
    | 'moved-cost'
    | 'moved-charge'
  >;
  readonly order: OrderPlan;
  /** Addition to a charge, or to the cost; 0: what the order leaves. */
  readonly cents: number;
  /** UTC epoch milliseconds from when it is so. */
  readonly at: number;
};

export type RowPlot = Plot & {
  /** The month of which the story is, on the channels' clocks: its first day and the first after it, in ms. */
  readonly from: number;
  readonly to: number;
  readonly feeChange: FeeChange;
  readonly uncosted: ReadonlySet<number>;
  /** Filled when the world begins. */
  readonly planted: readonly PlantedOrder[];
};

/** A month that was closed right away moves soon after. */
const MOVES_AFTER = 20 * MINUTE_MS;
/** Products that sell every other day, but are not most of the sales. */
const UNCOSTED = { from: 8, to: 40, count: 2 } as const;
const FEE_CHANGE = { canal: 'Plaza Andina', category: 'Cocina', day: 12, percent: 1_400 } as const;

/** @param beginsAt UTC epoch milliseconds: the story is of the last month that is over by then, whatever the channel's clock */
export function rowPlot(seed: number, beginsAt: number): RowPlot {
  const month = lastMonthOver(beginsAt);
  const [before, from, to] = [-1, 0, 1].map((months) =>
    localToMs(startOfMonth(shiftMonth(month, months))),
  ) as [number, number, number];
  const stream = new Stream(hash(seed, from / DAY_MS, 0, 0x570e));
  const account = LUMBRE_ACCOUNTS.find(({ channel }) => channel.name === FEE_CHANGE.canal)?.account;
  if (account === undefined) throw new RangeError(`No account of ${FEE_CHANGE.canal}.`);
  const uncosted = new Set<number>();
  while (uncosted.size < UNCOSTED.count) uncosted.add(stream.integer(UNCOSTED.from, UNCOSTED.to));
  const planted: PlantedOrder[] = [];
  return {
    from,
    to,
    feeChange: {
      account,
      category: FEE_CHANGE.category,
      from: from + (FEE_CHANGE.day - 1) * DAY_MS,
      percent: FEE_CHANGE.percent,
    },
    isCosted: (index) => !uncosted.has(index),
    uncosted,
    planted,
    plant: (ordersSince, firstSale) =>
      plantIn(planted, { stream, before, from, to, beginsAt, ordersSince, firstSale }),
  };
}

type Ground = {
  readonly stream: Stream;
  readonly before: number;
  readonly from: number;
  readonly to: number;
  readonly beginsAt: number;
  readonly ordersSince: OrdersSince;
  readonly firstSale: (order: OrderPlan) => number;
};

/** So that what is charged too much is an error, and no margin of its own (20,000 pesos). */
const LEAST_SALE = 2_000_000;

type Candidate = { readonly id: number; readonly order: OrderPlan };

const OFFICIAL = 'Lumbre Oficial';
const ANDINA = 'Lumbre Hogar';

const has = ({ subOrders }: OrderPlan, kind: LifeEvent['kind']): boolean =>
  subOrders.some(({ events }) => events.some((event) => event.kind === kind));
const boughtAt = ({ subOrders }: OrderPlan): number => subOrders[0]?.purchaseLocal ?? 0;
const createdAt = ({ subOrders }: OrderPlan): number => subOrders[0]?.events[0]?.at ?? 0;
const canceledAt = ({ subOrders }: OrderPlan): number =>
  subOrders[0]?.events.find(({ kind }) => kind === 'canceled')?.at ?? 0;

/** Draws the orders and gives what befalls each. Nothing is planted where a world is too small to have such an order. */
function plantIn(
  planted: PlantedOrder[],
  { stream, before, from, to, beginsAt, ordersSince, firstSale }: Ground,
): ReadonlyMap<number, readonly LifeEvent[]> {
  const events = new Map<number, readonly LifeEvent[]>();
  const left: Candidate[] = [];
  for (const each of ordersSince(before)) {
    // Of one parcel, so that what befalls it befalls the order.
    const isOne = each.order.kind === 'sale' && each.order.subOrders.length === 1;
    if (isOne && boughtAt(each.order) < to) left.push(each);
  }
  const draw = (cuenta: string, isFit: (order: OrderPlan) => boolean): Candidate | undefined => {
    const fit = left.filter(({ order }) => order.account.name === cuenta && isFit(order));
    const one = fit[Math.floor(stream.next() * fit.length)];
    if (one !== undefined) left.splice(left.indexOf(one), 1);
    return one;
  };
  const isWhole = (order: OrderPlan) =>
    !has(order, 'canceled') && !has(order, 'returned') && firstSale(order) >= LEAST_SALE;
  const ofMonth = (order: OrderPlan) => boughtAt(order) >= from && isWhole(order);
  const add = (
    kind: PlantedOrder['kind'],
    one: Candidate | undefined,
    cents: number,
    at: number,
    column: string,
  ) => {
    if (one === undefined) return;
    planted.push({ kind, order: one.order, cents, at });
    const event: LifeEvent = { at, kind: 'amount-added', column, cents, item: 0 };
    events.set(one.id, [...(events.get(one.id) ?? []), event]);
  };
  const pesos = (low: number, high: number): number => stream.integer(low, high) * 100;
  for (let nth = 0; nth < 3; nth += 1) {
    const one = draw(OFFICIAL, ofMonth);
    const at = (one === undefined ? 0 : createdAt(one.order)) + SECOND_MS;
    add('overcharged-commission', one, pesos(1_500, 4_900), at, 'Cobro de Comisiones');
  }
  for (let nth = 0; nth < 2; nth += 1) {
    const one = draw(ANDINA, ofMonth);
    const at = (one === undefined ? 0 : createdAt(one.order)) + SECOND_MS;
    add('overcharged-shipping', one, pesos(900, 2_400), at, 'Cobro de Envío');
  }
  // Canceled within the month, and so among the money of the month.
  const canceled = draw(
    OFFICIAL,
    (order) => boughtAt(order) >= from && has(order, 'canceled') && canceledAt(order) < to - DAY_MS,
  );
  const keptAt = (canceled === undefined ? 0 : canceledAt(canceled.order)) + MINUTE_MS;
  add('canceled-charge', canceled, pesos(1_400, 3_600), keptAt, 'Cobro de Envío');
  for (const cents of [pesos(1_200, 4_000), pesos(1_200, 4_000)]) {
    const one = draw(stream.pick([OFFICIAL, ANDINA]), ofMonth);
    add('moved-cost', one, cents, beginsAt + MOVES_AFTER, 'Costo de Producto');
  }
  const isOfMonthBefore = (order: OrderPlan) => boughtAt(order) < from && isWhole(order);
  const overdue = [draw(ANDINA, isOfMonthBefore), draw(OFFICIAL, ofMonth)];
  for (const one of overdue) {
    if (one === undefined) continue;
    const at = createdAt(one.order);
    planted.push({ kind: 'overdue-order', order: one.order, cents: 0, at });
    events.set(one.id, [{ at, kind: 'withheld' }]);
  }
  // No statement speaks of it: it may change without one being wrong.
  add('moved-charge', overdue[1], pesos(600, 1_900), beginsAt + MOVES_AFTER, 'Cobro de Envío');
  return events;
}
