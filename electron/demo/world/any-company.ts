import { DAY_MS } from '#shared/domain/dates.ts';
import { type Amounts, at } from './amount-model.ts';
import type { CompanyMaker } from './company.ts';
import { drawMovement } from './movement-catalogue.ts';
import { type OrderPlan, planOrder } from './order-plan.ts';
import { ProductRange } from './products.ts';
import { drawPulse } from './pulse.ts';
import { hash, Stream } from './random.ts';
import { applyEvents, chargeSale } from './sale-amounts.ts';
import type { SubOrderState } from './sub-order-state.ts';
import { type Books, createRowWriter } from './wire-row.ts';

/**
 * The company that tests and benchmarks are made of: whatever the API may send occurs in it, at random, and no rule stands
 * behind its charges and settlements. For one whose books can be believed see ../lumbre.
 */
export const anyCompany: CompanyMaker = (seed) => ({
  planOrder: (serial, purchase, shape) => planOrder(seed, serial, purchase, shape),
  writeRow: createRowWriter(seed, new ProductRange(seed, hasCost), booksOf(seed)),
  drawPulse: (store, pulse, at) => drawPulse(hash(seed, pulse, 0, 0x9015e), store, pulse, at),
});

/** Every eleventh product has no cost loaded, about 9 % of the sales. */
const hasCost = (index: number): boolean => index % 11 !== 5;

const booksOf = (seed: number): Books => ({
  chargeItem: (amounts, sold, state, { stream, item, source }) => {
    chargeSale(amounts, sold, stream);
    applyEvents(amounts, state, item, source);
  },
  chargeMovement: (amounts, order, state) => chargeMovement(seed, amounts, order, state),
  settlementOf: ({ account }, settledAt) =>
    `LIQ-${account.name.slice(0, 2).toUpperCase()}-${Math.floor(settledAt / (7 * DAY_MS))}`,
});

function chargeMovement(seed: number, amounts: Amounts, order: OrderPlan, state: SubOrderState): string {
  const stream = new Stream(hash(seed, order.serial, 0, 0x1e5));
  const movement = drawMovement(stream);
  const column = at(movement.column);
  amounts[column] =
    movement.low === movement.high ? movement.low : stream.integer(movement.low, movement.high);
  for (const event of state.amounts) {
    // A correction keeps to the movement's own measure, which is what says what the movement is (spec 2.2).
    if (event.kind === 'adjusted') amounts[column] += 1 + (event.salt % 99991);
    else if (event.kind === 'refunded')
      amounts[column] = Math.round(amounts[column] / (2 + (event.salt % 5)));
    else if (event.kind === 'amount-added')
      amounts[at(event.column)] = (amounts[at(event.column)] ?? 0) + event.cents;
  }
  return movement.text[order.account.language];
}
