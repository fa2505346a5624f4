import { at } from '../world/amount-model.ts';
import type { CompanyMaker } from '../world/company.ts';
import type { OrderPlan } from '../world/order-plan.ts';
import { ProductRange } from '../world/products.ts';
import { stateAt } from '../world/sub-order-state.ts';
import { createRowWriter } from '../world/wire-row.ts';
import { chargeItem, chargeMovement } from './charges.ts';
import { payoutNumber } from './payouts.ts';
import { planOrder } from './plan-order.ts';
import { NOTHING_WRONG, type Plot } from './plot.ts';
import { drawPulse } from './pulse.ts';
import { termsOf } from './terms.ts';

/**
 * "Lumbre Hogar", the company of the demo account: its channels charge by published rules and pay in settlements of their own
 * rhythm, each account in its own currency. `plotOf` says what goes wrong in it.
 */
export const createLumbre =
  (plotOf: (seed: number, beginsAt: number) => Plot): CompanyMaker =>
  (seed, beginsAt) => {
    const { feeChange, isCosted, plant } = plotOf(seed, beginsAt);
    const products = new ProductRange(seed, isCosted);
    const writeRow = createRowWriter(seed, products, {
      chargeItem: (amounts, sold, state, place) => {
        const { order, product } = sold;
        const isChanged =
          feeChange !== null &&
          feeChange.account === order.account &&
          feeChange.category === product.category &&
          state.purchaseLocal >= feeChange.from;
        const percent = isChanged
          ? feeChange.percent
          : (termsOf(order.account).commission?.percents[product.category] ?? 0);
        chargeItem(amounts, sold, state, place, percent);
      },
      chargeMovement: (amounts, order, state) => chargeMovement(seed, amounts, order, state),
      settlementOf: ({ channel, account }, settledAt) =>
        payoutNumber(termsOf(account).payouts, channel, settledAt),
    });
    const firstSale = (order: OrderPlan): number => {
      const [plan] = order.subOrders;
      const [created] = plan?.events ?? [];
      if (plan === undefined || created === undefined) return 0;
      return Number(writeRow(order, 0, 0, stateAt(plan, [created], created.at))[at('Ventas')]) * 100;
    };
    return {
      planOrder: (serial, purchase, shape) => planOrder(seed, serial, purchase, shape),
      writeRow,
      drawPulse: (store, pulse, at) => drawPulse(seed, store, pulse, at),
      plant: (ordersSince) => plant(ordersSince, firstSale),
    };
  };

/** The company with nothing wrong in its books. */
export const lumbre: CompanyMaker = createLumbre(() => NOTHING_WRONG);
