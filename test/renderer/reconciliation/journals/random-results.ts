import fc from 'fast-check';
import { COUNTRIES } from '#renderer/data/model/journal-terms.ts';
import { BOOKED_COLUMNS } from '#renderer/data/model/section-columns.ts';
import type { ResultOfRows } from '#renderer/reconciliation/journals/model/entries.ts';
import { RULE_LINES } from '#renderer/reconciliation/journals/model/journal-lines.ts';
import { type JournalRule, ruleBook, SUSPENSE } from '#renderer/reconciliation/journals/model/rules.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';

/** Random months of random accounts, and random rules about them. */

export const CHANNELS = ['Uno', 'Dos'] as const;
export const ACCOUNTS = ['A', 'B'] as const;

/** Of up to four decimal places, of either sign, now and then nothing. */
export const amount: fc.Arbitrary<Decimal> = fc
  .record({ units: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), scale: fc.nat({ max: 4 }) })
  .map(toDecimal);

/** Columns that no row has are not there. */
export const sums: fc.Arbitrary<Sums> = fc
  .array(fc.option(amount, { freq: 3 }), {
    minLength: BOOKED_COLUMNS.length,
    maxLength: BOOKED_COLUMNS.length,
  })
  .map((values) =>
    Object.fromEntries(
      BOOKED_COLUMNS.flatMap((column, at) => {
        const value = values[at] ?? null;
        return value === null ? [] : [[column, value] as const];
      }),
    ),
  );

export const months = fc.constantFrom('2026-08', '2026-09', '2026-10') as fc.Arbitrary<Month>;

export const result: fc.Arbitrary<ResultOfRows> = fc.record({
  month: months,
  Canal: fc.constantFrom(...CHANNELS),
  Cuenta: fc.constantFrom(...ACCOUNTS),
  settlement: fc.constantFrom(null, '', 'L-1', 'L-2'),
  sums,
});

const rule: fc.Arbitrary<JournalRule> = fc
  .record({
    line: fc.constantFrom(...RULE_LINES, SUSPENSE),
    Canal: fc.option(fc.constantFrom(...CHANNELS)),
    Cuenta: fc.option(fc.constantFrom(...ACCOUNTS)),
    account: fc.nat({ max: 30 }).map((code) => `9${code}`),
    name: fc.constantFrom('', 'Una cuenta'),
    costCentre: fc.constantFrom('', 'CC1'),
    taxCode: fc.constantFrom('', 'IVA'),
  })
  // An account is one of a channel.
  .map((each) => (each.Canal === null ? { ...each, Cuenta: null } : each));

export const rules = fc.array(rule, { maxLength: 60 });
export const country = fc.option(fc.constantFrom(...COUNTRIES));
export const books = fc.record({ rules, country }).map((each) => ruleBook(each.rules, each.country));

const PLACES = 6;
/** In millionths, by other means than the product's. */
export function millionths(text: string | undefined): bigint {
  const [whole = '0', fraction = ''] = (text ?? '0').replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return text?.startsWith('-') === true ? -units : units;
}

export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);
