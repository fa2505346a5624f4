import { atOnce, type Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { turnOfPayment } from '../lumbre/payouts.ts';
import { LUMBRE_ACCOUNTS, type Terms } from '../lumbre/terms.ts';
import type { Account, Channel } from '../world/channels.ts';
import type { WireRow } from '../world/world.ts';

/** Payments of the channels, order by order, as their own books have them. Amounts are cents, to the seller positive. */

export type Entry = {
  readonly order: string;
  readonly suborder: string;
  readonly sku: string;
  readonly product: string;
  /** Days from 1970-01-01 on the channel's calendar: of the purchase, and of the money. */
  readonly bought: number;
  readonly paid: number;
  readonly what: 'sale' | 'refund' | 'movement' | 'charge';
  readonly gross: number;
  readonly commission: number;
  readonly shipping: number;
  readonly taxes: number;
  /** Advertising, logistics, coupons, financing: all that is in no other part. */
  readonly others: number;
  readonly net: number;
};

export type Payout = {
  /** Of the settlement, as the rows have it. */
  readonly number: string;
  /** The name of the transfer at channel and bank: a withdrawal has a number of its own. */
  readonly reference: string;
  /** The day on which it leaves the channel. */
  readonly day: number;
  readonly entries: readonly Entry[];
  readonly net: number;
};

export type AccountLedger = {
  readonly channel: Channel;
  readonly account: Account;
  readonly terms: Terms;
  /** By day of the money. */
  readonly entries: readonly Entry[];
};

function cents(text: string | undefined): number {
  return Math.round(Number(text ?? '0') * 100);
}

const dayOf = (text: string): number => Math.floor(Date.parse(`${text}Z`) / DAY_MS);

/** Payments by now in each account; orders that came to nothing are in no statement. */
export const readLedgers = (rows: Iterable<WireRow>): readonly AccountLedger[] =>
  atOnce(readLedgersInSteps(rows));

/** To write one of a world's rows takes some 50 µs. */
const ROWS_AT_ONCE = 128;

/** The same, giving way between its steps. */
export function* readLedgersInSteps(rows: Iterable<WireRow>): Task<readonly AccountLedger[]> {
  const byAccount = new Map<string, Map<string, PaidOrder>>();
  let read = 0;
  for (const row of rows) {
    read += 1;
    if (read % ROWS_AT_ONCE === 0) yield;
    if (row['Fecha de Pago'] === '') continue;
    const account = JSON.stringify([row.Canal, row.Cuenta]);
    const orders = byAccount.get(account) ?? new Map<string, PaidOrder>();
    byAccount.set(account, orders);
    const order = row.Orden ?? '';
    orders.set(order, withRow(orders.get(order), row));
  }
  const ledgers: AccountLedger[] = [];
  for (const { channel, account, terms } of LUMBRE_ACCOUNTS) {
    const orders =
      byAccount.get(JSON.stringify([channel.name, account.name])) ?? new Map<string, PaidOrder>();
    const entries = [...orders.values()].map(entryOf).filter(({ net }) => net !== 0);
    entries.sort((one, other) => one.paid - other.paid || (one.order < other.order ? -1 : 1));
    ledgers.push({ channel, account, terms, entries });
    yield;
  }
  return ledgers;
}

/** An order's rows so far: its first one, and what all of them come to. */
type PaidOrder = {
  readonly first: WireRow;
  readonly bought: number;
  readonly paid: number;
} & { readonly [part in 'gross' | 'net' | 'commission' | 'shipping' | 'taxes']: number };

function withRow(before: PaidOrder | undefined, row: WireRow): PaidOrder {
  const bought = dayOf(row['Fecha de compra'] ?? '');
  const paid = dayOf(row['Fecha de Pago'] ?? '');
  return {
    first: before?.first ?? row,
    bought: Math.min(before?.bought ?? bought, bought),
    paid: Math.max(before?.paid ?? paid, paid),
    gross: (before?.gross ?? 0) + cents(row.Ventas),
    net: (before?.net ?? 0) + cents(row['Rentabilidad Marketplace']),
    commission: (before?.commission ?? 0) - cents(row['Costo de Comisiones']),
    shipping: (before?.shipping ?? 0) - cents(row['Costo Envío']),
    taxes: (before?.taxes ?? 0) + cents(row['Reembolso de Impuestos']) - cents(row['Cobro de Impuestos']),
  };
}

function entryOf({ first, ...sums }: PaidOrder): Entry {
  const { gross, net, commission, shipping, taxes } = sums;
  const isMovement = first['Tipo de Dato'] === 'Marketplace';
  return {
    order: first.Orden ?? '',
    suborder: first['Nro. suborden'] ?? '',
    sku: isMovement ? '' : (first['SKU Producto'] ?? ''),
    product: first.Producto ?? '',
    what: isMovement ? 'movement' : net < 0 ? 'refund' : 'sale',
    ...sums,
    others: net - gross - commission - shipping - taxes,
  };
}

const withdrawalOf = (number: string): string => `5${number}`;

/** The payouts of some entries of an account, by day; without those that have not left by the end of a day. */
export function payoutsOf({ terms, entries }: AccountLedger, until: number): readonly Payout[] {
  const byNumber = new Map<string, { readonly day: number; readonly entries: Entry[] }>();
  for (const entry of entries) {
    const { number, day } = turnOfPayment(terms.payouts, entry.paid);
    if (day > until) continue;
    const own = byNumber.get(number) ?? { day, entries: [] };
    byNumber.set(number, own);
    own.entries.push(entry);
  }
  return [...byNumber]
    .map(([number, { day, entries: own }]) => {
      const net = own.reduce((sum, each) => sum + each.net, 0);
      const reference = terms.payouts.way === 'balance' ? withdrawalOf(number) : number;
      return { number, reference, day, entries: own, net };
    })
    .toSorted((one, other) => one.day - other.day);
}
