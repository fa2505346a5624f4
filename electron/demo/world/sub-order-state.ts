import type { LifeEvent } from './events.ts';
import { MAX_ITEMS, type SubOrderPlan } from './order-plan.ts';
import { hash } from './random.ts';

/** Where a sub-order stands at an instant: what filters and rows need to know of its past. */

export const PAYMENT = { paid: 0, unpaid: 1, noinformation: 2 } as const;
export const ITEM_STATUS = { paid: 0, canceled: 1, returned: 2 } as const;

export type Dispatch = 'Pendiente' | 'En tránsito' | 'Entregado' | 'Cancelado' | 'Devuelto';

export type SubOrderState = {
  /** UTC instant of the last event; 0 before the sub-order appears. */
  readonly updated: number;
  readonly purchaseLocal: number;
  /** Bit i set: item i is there. */
  readonly present: number;
  readonly publications: number;
  readonly payment: number;
  readonly itemStatus: number;
  readonly dispatch: Dispatch;
  readonly paidAt: number | undefined;
  readonly settledAt: number | undefined;
  /** What changed amounts, in the order it happened. */
  readonly amounts: readonly LifeEvent[];
  /** Instant of the next event that is already known, or infinity. */
  readonly next: number;
};

/** Events of two lists that are each in order of time, in order of time. */
export function mergeEvents(plan: readonly LifeEvent[], extra: readonly LifeEvent[]): readonly LifeEvent[] {
  if (extra.length === 0) return plan;
  return [...plan, ...extra].sort((a, b) => a.at - b.at);
}

/** Folds a sub-order's events up to and including an instant. `serial` decides the payment state it begins with. */
export function stateAt(
  plan: SubOrderPlan,
  events: readonly LifeEvent[],
  serial: number,
  instant: number,
): SubOrderState {
  let updated = 0;
  let { purchaseLocal } = plan;
  let items = plan.items;
  let present = (1 << items) - 1;
  let payment: number = hash(serial, 0, 0, 0x9a) % 100 < 5 ? PAYMENT.noinformation : PAYMENT.unpaid;
  let itemStatus: number = ITEM_STATUS.paid;
  let dispatch: Dispatch = 'Pendiente';
  let paidAt: number | undefined;
  let settledAt: number | undefined;
  let next = Number.POSITIVE_INFINITY;
  const amounts: LifeEvent[] = [];
  for (const event of events) {
    if (event.at > instant) {
      next = event.at;
      break;
    }
    updated = event.at;
    switch (event.kind) {
      case 'created':
      case 'touched':
        break;
      case 'paid':
        payment = PAYMENT.paid;
        paidAt ??= event.at;
        break;
      case 'shipped':
        if (itemStatus === ITEM_STATUS.paid) dispatch = 'En tránsito';
        break;
      case 'delivered':
        if (itemStatus === ITEM_STATUS.paid) dispatch = 'Entregado';
        break;
      case 'settled':
        settledAt = event.at;
        break;
      case 'canceled':
        // What is canceled stays so; a second cancelation is an update without effect.
        if (itemStatus === ITEM_STATUS.paid) {
          itemStatus = ITEM_STATUS.canceled;
          dispatch = 'Cancelado';
          amounts.push(event);
        }
        break;
      case 'returned':
        if (itemStatus === ITEM_STATUS.paid) {
          itemStatus = ITEM_STATUS.returned;
          dispatch = 'Devuelto';
          amounts.push(event);
        }
        break;
      case 'adjusted':
      case 'refunded':
      case 'amount-added':
        amounts.push(event);
        break;
      case 'row-removed':
        present &= ~(1 << event.item);
        break;
      case 'rows-removed':
        present = 0;
        break;
      case 'row-added':
        if (items < MAX_ITEMS) {
          present |= 1 << items;
          items += 1;
        }
        break;
      case 'purchase-moved':
        purchaseLocal = event.local;
        break;
    }
  }
  return {
    updated,
    purchaseLocal,
    present,
    publications: plan.publications,
    payment,
    itemStatus,
    dispatch,
    paidAt,
    settledAt,
    amounts,
    next,
  };
}
