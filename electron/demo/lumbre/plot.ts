import type { Account } from '../world/channels.ts';
import type { OrdersSince } from '../world/company.ts';
import type { LifeEvent } from '../world/events.ts';
import type { OrderPlan } from '../world/order-plan.ts';

/** Faults in the company's own rows. */
export type Plot = {
  /** The channel raises the commission of a category, and tells nobody. */
  readonly feeChange: FeeChange | null;
  /** Whether the cost of the product at an index of the range is loaded. */
  readonly isCosted: (index: number) => boolean;
  /** @param firstSale Ventas of an order's first item when it was bought, in cents */
  readonly plant: (
    ordersSince: OrdersSince,
    firstSale: (order: OrderPlan) => number,
  ) => ReadonlyMap<number, readonly LifeEvent[]>;
};

export type FeeChange = {
  readonly account: Account;
  readonly category: string;
  /** Milliseconds on the channel's clock: purchases from here on. */
  readonly from: number;
  /** Hundredths of a percent. */
  readonly percent: number;
};

export const NOTHING_WRONG: Plot = { feeChange: null, isCosted: () => true, plant: () => new Map() };
