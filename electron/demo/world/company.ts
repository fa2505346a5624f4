import type { OrderPlan, OrderShape } from './order-plan.ts';
import type { PulseDraw } from './pulse.ts';
import type { SubOrderState } from './sub-order-state.ts';
import type { SubOrderStore } from './sub-order-store.ts';
import type { Cells } from './wire-row.ts';

/** What one invented company does its own way; a world gives it time. All of it follows from what it was made of. */
export type Company = {
  /** @param purchase UTC epoch milliseconds */
  readonly planOrder: (serial: number, purchase: number, shape?: OrderShape) => OrderPlan;
  readonly writeRow: (order: OrderPlan, subOrder: number, item: number, state: SubOrderState) => Cells;
  /** What happens at pulse number `pulse` (from 0), at the instant `at`. */
  readonly drawPulse: (store: SubOrderStore, pulse: number, at: number) => PulseDraw;
};

/** Makes a company from the world's seed and its beginning (UTC epoch milliseconds). */
export type CompanyMaker = (seed: number, beginsAt: number) => Company;
