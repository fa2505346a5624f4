import { DAY_MS } from '#shared/domain/dates.ts';
import { hash, Stream } from '../world/random.ts';
import { type AccountLedger, payoutsOf } from './ledger.ts';
import { isoDay, monthOfDay } from './text.ts';

/** Movements of the company's bank accounts, one for each currency: the channels' payouts, and the company's own payments. */

export type BankLine = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly words: string;
  readonly number: string;
  /** Cents; negative where it leaves the account. */
  readonly amount: number;
  /** The reference of the payout that came in it. */
  readonly payout: string | null;
};

/** How the banks name who pays, by channel. */
const PAYERS: { readonly [canal: string]: string } = {
  'Mercado Austral': 'TRANSFERENCIA DE MERCADO PAGO',
  'Plaza Andina': 'ABONO PROVEEDOR FALABELLA',
  Vitrina: 'AMAZON PAGAMENTOS',
  'Bodega Uno': 'SPEI RECIBIDO MERCADO PAGO',
  'Tienda propia': 'SHOPIFY PAYMENTS',
};

/** Days are counted from a Thursday. */
const isWeekend = (day: number): boolean => day % 7 === 2 || day % 7 === 3;

export function nextWorkingDay(day: number): number {
  let next = day + 1;
  while (isWeekend(next)) next += 1;
  return next;
}

/** The payouts of some accounts as they came, a working day after they left. */
export function depositsOf(ledgers: readonly AccountLedger[], until: number): readonly BankLine[] {
  return ledgers.flatMap((ledger) =>
    payoutsOf(ledger, until).flatMap(({ reference, day, net }) => {
      const came = nextWorkingDay(day);
      const words = `${PAYERS[ledger.channel.name] ?? ledger.channel.name} ${reference}`;
      return came > until || net === 0
        ? []
        : [{ day: came, words, number: documentOf(reference), amount: net, payout: reference }];
    }),
  );
}

/** The bank's own number of a movement. */
function documentOf(text: string): string {
  let digits = 0;
  for (const letter of text) digits = hash(digits, letter.charCodeAt(0), 0, 0x0b7);
  return String(10_000_000 + (digits % 89_999_999));
}

/** Payments to others in a month, as parts of the money that came in the month before. */
const SPENDINGS = [
  { on: 5, percent: 14, words: 'PAGO PROVEEDORES' },
  { on: 12, percent: 17, words: 'PAGO PROVEEDORES' },
  { on: 19, percent: 13, words: 'PAGO PROVEEDORES' },
  { on: 20, percent: 9, words: 'PAGO DE IMPUESTOS MENSUALES' },
  { on: 26, percent: 15, words: 'PAGO PROVEEDORES' },
  { on: 28, percent: 16, words: 'PAGO REMUNERACIONES' },
] as const;

/** Every month begins and ends with a fee of the bank: an extract is seen to be whole. */
const FIRST_WORDS = 'COMISION MANTENCION CUENTA';
const LAST_WORDS = 'COMISION TRANSFERENCIAS DEL MES';
/** Part of a month's money, in hundredths of a percent. */
const FIRST_FEE = 8;
const LAST_FEE = 5;

/** All lines of an account by day. @param unit what its amounts are multiples of, in cents */
export function bankLinesOf(deposits: readonly BankLine[], unit: number, until: number): readonly BankLine[] {
  const came = new Map<string, number>();
  for (const { day, amount } of deposits) {
    came.set(monthOfDay(day), (came.get(monthOfDay(day)) ?? 0) + Math.max(0, amount));
  }
  const months = [...came.keys()].toSorted();
  const spent = months.flatMap((month, at) => {
    const base = came.get(months[at - 1] ?? month) ?? 0;
    const first = Date.parse(`${month}-01T00:00:00Z`) / DAY_MS;
    const last = lastOfMonth(first);
    const line = (day: number, words: string, amount: number): BankLine => {
      const number = documentOf(`${words}${isoDay(day)}${unit}`);
      return { day, words, number, amount: Math.round(amount / unit) * unit, payout: null };
    };
    // No two months cost the same.
    const stream = new Stream(hash(first, unit, 0, 0xba4c));
    const part = (percent: number): number => -((base * percent) / 100) * stream.between(0.9, 1.1);
    return [
      line(first, FIRST_WORDS, part(FIRST_FEE / 100)),
      ...SPENDINGS.map(({ on, percent, words }) => line(first + on - 1, words, part(percent))),
      line(last, LAST_WORDS, part(LAST_FEE / 100)),
    ].filter(({ day, amount }) => day <= until && amount !== 0);
  });
  return [...deposits, ...spent].toSorted(
    (one, other) => one.day - other.day || (one.number < other.number ? -1 : 1),
  );
}

function lastOfMonth(first: number): number {
  const date = new Date(first * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY_MS;
}
