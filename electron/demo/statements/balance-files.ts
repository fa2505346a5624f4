import { hash } from '../world/random.ts';
import { type AccountLedger, type Entry, payoutsOf } from './ledger.ts';
import { delimited, isoDay, monthOfDay, plain, rowOf } from './text.ts';

/** Reports of an account whose money goes to a balance first: what was released in a month, and what was withdrawn. */

type Movement = {
  readonly day: number;
  readonly net: number;
  /** Null: a withdrawal. */
  readonly entry: Entry | null;
  readonly operation: string;
};

/** Operations have a number of their own, which nobody else knows. */
const operationOf = ({ order, what }: Entry): string => {
  let digits = 0;
  for (const letter of `${order}${what}`) digits = hash(digits, letter.charCodeAt(0), 0, 0x0b5);
  return String(10_000_000_000 + digits * 7);
};

/** All movements of the balance until the end of a day. A withdrawal takes what was released before its day. */
function movementsOf(ledger: AccountLedger, until: number): readonly Movement[] {
  const released = ledger.entries
    .filter(({ paid }) => paid <= until)
    .map((entry) => ({ day: entry.paid, net: entry.net, entry, operation: operationOf(entry) }));
  const withdrawn = payoutsOf(ledger, until).map(({ reference, day, net }) => {
    return { day, net: -net, entry: null, operation: reference };
  });
  // In the morning, before anything is released.
  const order = ({ entry }: Movement): number => (entry === null ? 0 : 1);
  return [...released, ...withdrawn].toSorted(
    (one: Movement, other: Movement) => one.day - other.day || order(one) - order(other),
  );
}

const RELEASES_HEADER =
  'DATE;SOURCE_ID;EXTERNAL_REFERENCE;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT;GROSS_AMOUNT;MP_FEE_AMOUNT;FINANCING_FEE_AMOUNT;SHIPPING_FEE_AMOUNT;TAXES_AMOUNT;COUPON_AMOUNT;INSTALLMENTS;PAYMENT_METHOD;TAX_DETAIL;TRANSACTION_APPROVAL_DATE;CURRENCY;TAXES_DISAGGREGATED;ORDER_ID;METADATA;BALANCE_AMOUNT;PAYMENT_METHOD_TYPE'.split(
    ';',
  );

const WORDS = { sale: 'payment', refund: 'refund', movement: 'fee', charge: 'shipping' } as const;

/** The file of released money, with its running balance. `alter`: adds cents to the credit of an order, and to nothing else. */
export function releasesFile(
  ledger: AccountLedger,
  { month, until }: { readonly month: string; readonly until: number },
  alter: ReadonlyMap<string, number>,
): string {
  const all = movementsOf(ledger, until);
  const before = all.filter(({ day }) => monthOfDay(day) < month);
  const own = all.filter(({ day }) => monthOfDay(day) === month);
  const opening = before.reduce((sum, { net }) => sum + net, 0);
  const moment = (day: number, time: string): string => `${isoDay(day)}T${time}.000-03:00`;
  const record = (day: string, type: string, credit: number, debit: number) =>
    rowOf(RELEASES_HEADER, {
      DATE: day,
      RECORD_TYPE: type,
      NET_CREDIT_AMOUNT: plain(credit),
      NET_DEBIT_AMOUNT: plain(debit),
    });
  let balance = opening;
  let [credits, debits] = [Math.max(0, opening), Math.max(0, -opening)];
  const lines = own.map(({ day, net, entry, operation }) => {
    balance += net;
    credits += Math.max(0, net);
    debits += Math.max(0, -net);
    const parts = entry ?? { gross: net, commission: 0, shipping: 0, taxes: 0, others: 0 };
    return rowOf(RELEASES_HEADER, {
      DATE: moment(day, entry === null ? '08:30:00' : '22:39:50'),
      SOURCE_ID: operation,
      RECORD_TYPE: 'release',
      DESCRIPTION: entry === null ? 'payout' : WORDS[entry.what],
      NET_CREDIT_AMOUNT: plain(Math.max(0, net) + (alter.get(entry?.order ?? '') ?? 0)),
      NET_DEBIT_AMOUNT: plain(Math.max(0, -net)),
      GROSS_AMOUNT: plain(parts.gross),
      MP_FEE_AMOUNT: plain(parts.commission + parts.others),
      FINANCING_FEE_AMOUNT: '0.00',
      SHIPPING_FEE_AMOUNT: plain(parts.shipping),
      TAXES_AMOUNT: plain(parts.taxes),
      COUPON_AMOUNT: '0.00',
      INSTALLMENTS: '1',
      TRANSACTION_APPROVAL_DATE: entry === null ? '' : moment(entry.bought, '10:00:00'),
      CURRENCY: ledger.terms.currency,
      ORDER_ID: entry?.order ?? '',
      BALANCE_AMOUNT: plain(balance),
    });
  });
  const first = own[0]?.day ?? 0;
  const last = own.at(-1)?.day ?? 0;
  return delimited(
    [
      RELEASES_HEADER,
      record(
        moment(first, '00:00:00'),
        'initial_available_balance',
        credits - sumOf(own, 1),
        debits - sumOf(own, -1),
      ),
      ...lines,
      record(moment(last, '23:59:59'), 'available_balance', Math.max(0, balance), Math.max(0, -balance)),
      record(moment(last, '23:59:59'), 'total', credits, debits),
    ],
    ';',
  );
}

const sumOf = (movements: readonly Movement[], sign: 1 | -1): number =>
  movements.reduce((sum, { net }) => sum + Math.max(0, net * sign), 0);

const SETTLEMENT_HEADER =
  'TRANSACTION_DATE;SETTLEMENT_DATE;MONEY_RELEASE_DATE;EXTERNAL_REFERENCE;SOURCE_ID;USER_ID;PAYMENT_METHOD_TYPE;PAYMENT_METHOD;SITE;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_CURRENCY;REAL_AMOUNT;COUPON_AMOUNT;METADATA;MKP_FEE_AMOUNT;FINANCING_FEE_AMOUNT;SHIPPING_FEE_AMOUNT;TAXES_AMOUNT;INSTALLMENTS;TAX_DETAIL;TAXES_DISAGGREGATED;ORDER_ID;PACK_ID'.split(
    ';',
  );

/** The file of all transactions of a month, by the day of the money. */
export function transactionsFile(
  ledger: AccountLedger,
  { month, until }: { readonly month: string; readonly until: number },
): string {
  const { currency } = ledger.terms;
  const lines = movementsOf(ledger, until)
    .filter(({ day }) => monthOfDay(day) === month)
    .map(({ day, net, entry, operation }) => {
      const moment = (each: number): string => `${isoDay(each)}T10:30:00.000-06:00`;
      const parts = entry ?? { gross: net, commission: 0, shipping: 0, taxes: 0, others: 0, bought: day };
      return rowOf(SETTLEMENT_HEADER, {
        TRANSACTION_DATE: moment(parts.bought),
        SETTLEMENT_DATE: moment(parts.bought),
        MONEY_RELEASE_DATE: moment(day),
        SOURCE_ID: operation,
        USER_ID: '77',
        TRANSACTION_TYPE: entry === null ? 'PAYOUTS' : entry.what === 'refund' ? 'REFUND' : 'SETTLEMENT',
        TRANSACTION_AMOUNT: plain(parts.gross),
        TRANSACTION_CURRENCY: currency,
        FEE_AMOUNT: plain(parts.commission + parts.shipping + parts.others),
        SETTLEMENT_NET_AMOUNT: plain(net),
        SETTLEMENT_CURRENCY: currency,
        REAL_AMOUNT: plain(net),
        COUPON_AMOUNT: '0.00',
        MKP_FEE_AMOUNT: '0.00',
        FINANCING_FEE_AMOUNT: '0.00',
        SHIPPING_FEE_AMOUNT: plain(parts.shipping),
        TAXES_AMOUNT: plain(parts.taxes),
        INSTALLMENTS: '1',
        ORDER_ID: entry?.order ?? '',
      });
    });
  return delimited([SETTLEMENT_HEADER, ...lines], ';', { newline: '\n' });
}
