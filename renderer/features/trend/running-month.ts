import type { MonthOutlook, OutlookEstimate } from '#renderer/data/model/month-outlook.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { profitabilityOf, SCOPE_COLUMNS, SCOPES, type ScopeResult } from '#shared/domain/profitability.ts';

/** What stands beside the months of the trend: how the one that goes on will end, and what months were to come to. Pure. */

export type RunningMonth = {
  readonly month: Month;
  /** Its last day that has a purchase. */
  readonly day: number;
  /** How each profitability will end; null while too few months are known. */
  readonly estimates: { readonly [scope in Scope]: Pick<OutlookEstimate, 'low' | 'likely' | 'high'> | null };
  /** The same days of the year before; null where these have no sales. */
  readonly sameDaysYearBefore: readonly ScopeResult[] | null;
};

/** As the trend has its rates. */
const RATE_PLACES = 6;

export function runningMonthOf({ month, days, figures }: MonthOutlook): RunningMonth {
  const before = Object.fromEntries(
    Object.entries(figures).flatMap(([column, { sameDaysOfYearBefore }]) =>
      sameDaysOfYearBefore === null ? [] : [[column, sameDaysOfYearBefore]],
    ),
  );
  return {
    month,
    day: Number(days.to.slice(8)),
    estimates: {
      marketplace: figures['Rentabilidad Marketplace'].estimate,
      comercial: figures['Rentabilidad Comercial'].estimate,
      total: figures['Rentabilidad Total'].estimate,
    },
    sameDaysYearBefore: SCOPES.some((scope) => before[SCOPE_COLUMNS[scope].profitability] !== undefined)
      ? profitabilityOf(before, RATE_PLACES)
      : null,
  };
}

/** What is known of a month beside its figures: nothing but of the one that goes on. */
export function runningIn(running: RunningMonth | null, month: Month | undefined): RunningMonth | null {
  return running !== null && running.month === month ? running : null;
}

/** What is drawn beside the months' own figures. */
export type BesideMonths = {
  readonly running: RunningMonth | null;
  /** What a month's profitability, or its rate, is to come to; null where nothing was said. */
  readonly targetOf: (scope: Scope, month: Month) => Decimal | null;
};

export const NOTHING_BESIDE: BesideMonths = { running: null, targetOf: () => null };
