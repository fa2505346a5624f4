import type { LifeEvent } from './events.ts';
import type { OrderPlan, OrderShape } from './order-plan.ts';
import type { PulseDraw } from './pulse.ts';
import type { SubOrderState } from './sub-order-state.ts';
import type { SubOrderStore } from './sub-order-store.ts';
import type { Cells } from './wire-row.ts';

/** The ways of one invented company; a world gives it time. All of it follows from what it was made of. */
export type Company = {
  /** @param purchase UTC epoch milliseconds */
  readonly planOrder: (serial: number, purchase: number, shape?: OrderShape) => OrderPlan;
  readonly writeRow: (order: OrderPlan, subOrder: number, item: number, state: SubOrderState) => Cells;
  /** The events of pulse number `pulse` (from 0), at the instant `at`. */
  readonly drawPulse: (store: SubOrderStore, pulse: number, at: number) => PulseDraw;
  /** Events of sub-orders beside their orders' plans, in the past and in the future: asked once, at the beginning. */
  readonly plant?: (ordersSince: OrdersSince) => ReadonlyMap<number, readonly LifeEvent[]>;
};

/** The orders bought since an instant of their channel's clock, each with the place of its first sub-order in the world. */
export type OrdersSince = (local: number) => Iterable<{ readonly id: number; readonly order: OrderPlan }>;

/** Makes a company from the world's seed and its beginning (UTC epoch milliseconds). */
export type CompanyMaker = (seed: number, beginsAt: number) => Company;
