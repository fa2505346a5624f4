import { dayNumber } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, subtract, ZERO } from '#shared/domain/decimal.ts';
import type { Payout } from './payouts.ts';

/** The state of a payout on its way to the bank, and why it is not all there. */

export const PAYOUT_STATES = [
  /** The bank got it, to the last digit or within the tolerance. */
  'arrived',
  /** The bank got another amount. */
  'different',
  /** The bank's files reach over its days, and it is not there. */
  'missing',
  /** Nothing can be said yet. */
  'waiting',
  /** It comes to no bank by itself. */
  'beside',
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const PAYOUT_REASONS = [
  /** Of `arrived`: not to the last digit. */
  'within',
  /** Of `different`. */
  'fee',
  'retained',
  'currency',
  'other',
  /** Of `waiting`. */
  'no-bank',
  'bank-begins',
  'bank-ends',
  'bank-gap',
  'not-yet',
  'no-date',
  /** Of `beside`: not paid yet, nothing to pay, into a balance that is withdrawn as a whole. */
  'not-paid',
  'nothing',
  'balance',
] as const;
export type PayoutReason = (typeof PAYOUT_REASONS)[number];

export type Standing = { readonly state: PayoutState; readonly why: PayoutReason | null };

export type DayWindow = { readonly from: number; readonly to: number };

const BEFORE = 2;
const AFTER = 7;
/** A settlement that tells no date of its payout is paid so long after its last line. */
const AFTER_LAST_LINE = 35;

/** The days in which the bank should get a payout; null: no date is known. */
export function windowOf({ day, isDated }: Pick<Payout, 'day' | 'isDated'>): DayWindow | null {
  if (day === null) return null;
  const at = dayNumber(day);
  return { from: at - BEFORE, to: at + (isDated ? AFTER : AFTER_LAST_LINE) };
}

/** Days that the bank's files reach over. */
export type BankDays = readonly DayWindow[];

/** Why a payout that no bank line was found for is not there. `today`: a day number. */
export function standingOfOpen(window: DayWindow | null, bank: BankDays, today: number): Standing {
  if (bank.length === 0) return { state: 'waiting', why: 'no-bank' };
  if (window === null) return { state: 'waiting', why: 'no-date' };
  const first = Math.min(...bank.map(({ from }) => from));
  const last = Math.max(...bank.map(({ to }) => to));
  if (window.to < first || window.from < first) return { state: 'waiting', why: 'bank-begins' };
  // The newest file may be older than the day on which the money came.
  if (window.to > last) return { state: 'waiting', why: today < window.to ? 'not-yet' : 'bank-ends' };
  return isCovered(window, bank) ? { state: 'missing', why: null } : { state: 'waiting', why: 'bank-gap' };
}

function isCovered({ from, to }: DayWindow, bank: BankDays): boolean {
  let next = from;
  for (const days of bank.toSorted((one, other) => one.from - other.from)) {
    if (days.from > next) return false;
    next = Math.max(next, days.to + 1);
    if (next > to) return true;
  }
  return false;
}

/** A bank or whoever sends the money takes no more than this part of it. */
const MAX_FEE_PERCENT = 5n;

/** So much may be off by rounding: one unit of the currency. */
export const DEFAULT_TOLERANCE = '1' as Decimal;

export type MatchedAmounts = {
  /** What came less what was paid out. */
  readonly difference: Decimal;
  readonly paid: Decimal;
  readonly retained: Decimal;
  /** What is off by no more counts as arrived. */
  readonly tolerance: Decimal;
};

/** Whether the bank got what was paid out, and why it got another amount. */
export function standingOfMatched({ difference, paid, retained, tolerance }: MatchedAmounts): Standing {
  const gap = fromDecimal(difference);
  if (compare(gap, ZERO) === 0) return { state: 'arrived', why: null };
  const most = fromDecimal(tolerance);
  if (compare(gap, most) <= 0 && compare(subtract(ZERO, gap), most) <= 0)
    return { state: 'arrived', why: 'within' };
  const held = fromDecimal(retained);
  if (held.units !== 0n && [held, subtract(ZERO, held)].some((each) => compare(gap, each) === 0))
    return { state: 'different', why: 'retained' };
  const [short, whole] = [subtract(ZERO, gap), fromDecimal(paid)];
  const isFee =
    short.units > 0n &&
    compare({ ...short, units: short.units * 100n }, { ...whole, units: whole.units * MAX_FEE_PERCENT }) <= 0;
  return { state: 'different', why: isFee ? 'fee' : 'other' };
}
