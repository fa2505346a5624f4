import type { LifeEvent } from './events.ts';
import { MAX_ITEMS, type SubOrderPlan } from './order-plan.ts';

/** Where a sub-order stands at an instant: what filters and rows need to know of its past. */

export const PAYMENT = { paid: 0, unpaid: 1, noinformation: 2 } as const;
export const ITEM_STATUS = { paid: 0, canceled: 1, returned: 2 } as const;

type Dispatch = 'Pendiente' | 'En tránsito' | 'Entregado' | 'Cancelado' | 'Devuelto';

export type SubOrderState = {
  /** UTC instant of the last event; 0 before the sub-order appears. */
  readonly updated: number;
  /** Milliseconds on the channel's clock. */
  readonly purchaseLocal: number;
  /** Bit i set: item i is there. */
  readonly present: number;
  readonly publications: number;
  readonly payment: number;
  readonly itemStatus: number;
  readonly dispatch: Dispatch;
  readonly paidAt: number | undefined;
  readonly settledAt: number | undefined;
  /** Events that changed amounts, in the order they happened. */
  readonly amounts: readonly LifeEvent[];
  /** Instant of the next event that is already known, or infinity. */
  readonly next: number;
};

/** Events of two lists that are each in order of time, in order of time. */
export function mergeEvents(plan: readonly LifeEvent[], extra: readonly LifeEvent[]): readonly LifeEvent[] {
  if (extra.length === 0) return plan;
  return [...plan, ...extra].sort((a, b) => a.at - b.at);
}

/** Folds a sub-order's events up to and including an instant. */
export function stateAt(plan: SubOrderPlan, events: readonly LifeEvent[], instant: number): SubOrderState {
  const state: Growing = {
    updated: 0,
    purchaseLocal: plan.purchaseLocal,
    present: (1 << plan.items) - 1,
    publications: plan.publications,
    payment: plan.isPaymentUnknown ? PAYMENT.noinformation : PAYMENT.unpaid,
    itemStatus: ITEM_STATUS.paid,
    dispatch: 'Pendiente',
    paidAt: undefined,
    settledAt: undefined,
    amounts: [],
    next: events.find(({ at }) => at > instant)?.at ?? Number.POSITIVE_INFINITY,
    items: plan.items,
    isWithheld: false,
  };
  for (const event of events) {
    if (event.at > instant) break;
    apply(state, event);
  }
  return state;
}

type Growing = { -readonly [K in keyof SubOrderState]: SubOrderState[K] } & {
  readonly amounts: LifeEvent[];
  items: number;
  isWithheld: boolean;
};

function apply(state: Growing, event: LifeEvent): void {
  state.updated = event.at;
  const isRegular = state.itemStatus === ITEM_STATUS.paid;
  switch (event.kind) {
    case 'created':
    case 'touched':
      break;
    case 'withheld':
      state.isWithheld = true;
      break;
    case 'paid':
      if (state.isWithheld) break;
      state.payment = PAYMENT.paid;
      state.paidAt ??= event.at;
      break;
    case 'shipped':
    case 'delivered':
      if (isRegular) state.dispatch = event.kind === 'shipped' ? 'En tránsito' : 'Entregado';
      break;
    case 'settled':
      if (state.isWithheld) break;
      state.settledAt = event.at;
      break;
    case 'canceled':
    case 'returned':
      // A canceled sub-order stays so; a second cancelation is an update without effect.
      if (!isRegular) break;
      state.itemStatus = ITEM_STATUS[event.kind];
      state.dispatch = event.kind === 'canceled' ? 'Cancelado' : 'Devuelto';
      state.amounts.push(event);
      break;
    case 'adjusted':
    case 'refunded':
    case 'amount-added':
      state.amounts.push(event);
      break;
    case 'row-removed':
      state.present &= ~(1 << event.item);
      break;
    case 'rows-removed':
      state.present = 0;
      break;
    case 'row-added':
      if (state.items >= MAX_ITEMS) break;
      state.present |= 1 << state.items;
      state.items += 1;
      break;
    case 'purchase-moved':
      state.purchaseLocal = event.local;
      break;
  }
}
