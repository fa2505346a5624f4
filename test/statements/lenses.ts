import type { Lens } from './demo-truth.ts';
import type { WrittenStatement } from './writers.ts';

/** What each layout tells of an order, and by what a fault in such a file can be found. */

const lens = (parts: Lens['parts'], by: Lens['by'], unit: Lens['unit']): Lens => ({ parts, by, unit });

const MARKETPLACES: { readonly [layout: string]: Lens } = {
  'mercado-pago-releases': lens('all', 'paid', 1),
  'mercado-pago-releases-es': lens('all', 'paid', 1),
  'mercado-pago-settlement': lens('all', 'bought', 1),
  'mercado-pago-account': lens('all', 'paid', 1),
  'mercado-libre-billing': lens('costs', 'settlement', 100),
  'mercado-libre-sales': lens('all', 'bought', 100),
  'falabella-transactions': lens('sale-and-costs', 'settlement', 100),
  'falabella-invoice': lens('costs', 'settlement', 100),
  ripley: lens('all', 'settlement', 100),
  paris: lens('sale-and-costs', 'settlement', 100),
  'walmart-cl': lens('sale-and-costs', 'settlement', 100),
  hites: lens('sale-costs-shipping', 'bought', 100),
  'amazon-settlement': lens('sale-and-costs', 'bought', 1),
  'shopify-payments': lens('sale-and-costs', 'bought', 1),
};
const WITH_CENTS = [
  'argentina-letters',
  'argentina-state',
  'argentina-balance',
  'argentina-balance-opening',
  'any-one-column',
  'ofx',
  'bbva-mx',
];

export function lensOf(name: string): Lens {
  const unit = WITH_CENTS.some((bank) => name === `bank-${bank}`) ? 1 : 100;
  return MARKETPLACES[name] ?? lens('all', 'paid', unit);
}

/** By what a fault is found: arithmetic of the file, and the number of the order or else amount and date in matching. */
export type Means = {
  /** The net of each row is the sum of its parts. */
  readonly rows: boolean;
  readonly balance: boolean;
  /** A total of all lines, or of a settlement's. */
  readonly total: boolean;
  readonly matching: 'number' | 'amount';
};

const WITH_TOTALS = [
  'mercado-pago-releases',
  'mercado-pago-account',
  'mercado-libre-billing',
  'ripley',
  'hites',
  'amazon-settlement',
];

const WITHOUT_NUMBERS = ['mercado-pago-releases-es', 'mercado-pago-account'];

/** Whether its lines say of which order they are. */
export const writesNumbers = (name: string): boolean =>
  !name.startsWith('bank-') && !WITHOUT_NUMBERS.includes(name);

export const meansOf = ({ name, proves, balanceColumn }: WrittenStatement): Means => ({
  rows: proves.rows,
  balance: balanceColumn !== null,
  total: WITH_TOTALS.includes(name),
  matching: writesNumbers(name) ? 'number' : 'amount',
});
