import { sumsByCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import type { BankLines } from './payouts-page.ts';

/** The bank lines of a month, with what those come to that nobody explained; one without a day may be of any. Pure. */
export function bankLinesOfMonth({ listed }: Pick<BankLines, 'listed'>, month: Month): BankLines {
  const own = listed.filter(({ day }) => day === null || monthOf(day) === month);
  const open = own.filter(({ isExplained }) => !isExplained);
  return { lines: open.length, sums: sumsByCurrency(open), listed: own };
}
