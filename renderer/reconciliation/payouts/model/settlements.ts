import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { ForecastReport } from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import type { ForecastDays } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** Settlements: what marketplaces owe, and when it comes. */

/** Settlements of a scope as they stood at the end of a day; the latest purchases first. */
export type SettlementsQuery = { readonly scope: AccountsScope | null; readonly day: LocalDate };

export type SettlementsPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly settlements: readonly Settlement[];
  /** By channel and account: what the marketplace owes in all of them. */
  readonly owed: readonly {
    readonly canal: string;
    readonly cuenta: string;
    readonly owed: Decimal;
    readonly rows: number;
  }[];
};

/** Query of the forecast of what the accounts of a scope have sold, and of how earlier ones held. */
export type PayoutForecastQuery = { readonly scope: AccountsScope | null } & ForecastDays;

export type PayoutForecastPage = { readonly revision: number } & ForecastReport;
