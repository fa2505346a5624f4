import type { CompanyMaker } from '../world/company.ts';
import { ProductRange } from '../world/products.ts';
import { createRowWriter } from '../world/wire-row.ts';
import { chargeItem, chargeMovement } from './charges.ts';
import { payoutNumber } from './payouts.ts';
import { planOrder } from './plan-order.ts';
import { drawPulse } from './pulse.ts';
import { termsOf } from './terms.ts';

/**
 * "Lumbre Hogar", the company of the demo account: its channels charge by published rules and pay in settlements of their own
 * rhythm, each account in its own currency.
 */
export const lumbre: CompanyMaker = (seed) => {
  const products = new ProductRange(seed, () => true);
  const writeRow = createRowWriter(seed, products, {
    chargeItem: (amounts, sold, state, place) => {
      const percent = termsOf(sold.order.account).commission?.percents[sold.product.category] ?? 0;
      chargeItem(amounts, sold, state, place, percent);
    },
    chargeMovement: (amounts, order, state) => chargeMovement(seed, amounts, order, state),
    settlementOf: ({ channel, account }, settledAt) =>
      payoutNumber(termsOf(account).payouts, channel, settledAt),
  });
  return {
    planOrder: (serial, purchase, shape) => planOrder(seed, serial, purchase, shape),
    writeRow,
    drawPulse: (store, pulse, at) => drawPulse(seed, store, pulse, at),
  };
};
