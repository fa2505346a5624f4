import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { Month } from '#shared/domain/dates.ts';
import {
  add,
  compare,
  type Decimal,
  divideRounded,
  fromDecimal,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { AGES, type Age } from './ageing.ts';

export type Ages = { readonly [age in Age]: Decimal };
export type AllowanceRecord = Annotation<'receivable-allowance'>;

/** Percent of what is owed of an age that is proposed as lost: a beginning, for whoever keeps the books to set. */
export const ALLOWANCE_RATES: { readonly [age in Age]: number } = {
  'not-due': 0,
  'to-30': 5,
  'to-60': 25,
  'to-90': 50,
  'over-90': 100,
  undated: 100,
};

/**
 * The allowance by the rates, rounded once for each age; a debt to the marketplace within an age takes nothing off the
 * others.
 */
export function proposedAllowance(ages: Ages): Decimal {
  return toDecimal(
    AGES.reduce((sum, age) => {
      const { units, scale } = fromDecimal(ages[age]);
      if (units <= 0n) return sum;
      return add(sum, { units: divideRounded(units * BigInt(ALLOWANCE_RATES[age]), 100n), scale });
    }, ZERO),
  );
}

/** The key of the allowance of an account at the end of a month. */
export const allowanceKey = (canal: string, cuenta: string, month: Month): string =>
  JSON.stringify([canal, cuenta, month]);

/** Whether what was set was set of these figures: of others it is shown, and asked again. */
export const isOfThese = ({ ages }: AllowanceRecord, now: Ages): boolean =>
  AGES.every((age) => compare(fromDecimal(ages[age]), fromDecimal(now[age])) === 0);
