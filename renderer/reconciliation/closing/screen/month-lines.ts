import { isCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { driftOfTotal } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth, CloseState } from '#renderer/reconciliation/closing/model/closes.ts';
import { type LocalDateTime, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, type Selection, selectionOfMonth } from '#shared/domain/selection.ts';

/** Months as their close knows them, of what is known of each. Pure. */

export type MonthLine = {
  readonly month: Month;
  readonly coverage: MonthCoverage;
  readonly isComplete: boolean;
  readonly close: CloseOfMonth | null;
  /** `seen` is closed: its drift was looked at. */
  readonly state: 'open' | 'closed' | 'drifted';
  /** Of Rentabilidad Total, of the accounts in view; null where the month is not closed. */
  readonly drift: Decimal | null;
};

const shownState = (state: CloseState): MonthLine['state'] => (state === 'seen' ? 'closed' : state);

/** Months with rows, and those that were closed; newest first. */
export function monthLines(
  { months, knownUntil }: Pick<Coverage, 'months' | 'knownUntil'>,
  closes: readonly CloseOfMonth[],
  { damage, scope }: { readonly damage: Damage | null; readonly scope: AccountsScope | null },
): readonly MonthLine[] {
  const byMonth = new Map(closes.map((each) => [each.month, each]));
  return months
    .filter(({ month, rows }) => rows > 0 || byMonth.has(month))
    .map((each): MonthLine => {
      const close = byMonth.get(each.month) ?? null;
      const state = close === null ? 'open' : shownState(close.state);
      return {
        month: each.month,
        coverage: each,
        isComplete: isCompleteMonth(each, { knownUntil, damage }),
        close,
        state,
        drift:
          close === null || state === 'open' ? null : driftOfTotal(close.close.figures, close.now, scope),
      };
    })
    .toReversed();
}

/** Months that no adjustment may count in, whether they are what they were or not. */
export const closedMonths = (lines: readonly Pick<MonthLine, 'month' | 'state'>[]): ReadonlySet<Month> =>
  new Set(lines.filter(({ state }) => state !== 'open').map(({ month }) => month));

/** The month of today, or that of the last purchase where it is later. */
export function presentMonth(today: LocalDateTime, last: LocalDateTime | null): Month {
  const [own, known] = [monthOf(today), last === null ? null : monthOf(last)];
  return known !== null && known > own ? known : own;
}

/** The selection of a close, of the accounts in view: with own costs where it was made with them. */
export function selectionOfClose(
  { month, close }: Pick<CloseOfMonth, 'month' | 'close'>,
  { code, scope }: { readonly code: string | null; readonly scope: AccountsScope | null },
): Selection {
  const isCounted = close.ownCosts.some((each) => each.currency === code);
  return { ...selectionOfMonth(month, scope), ownCosts: isCounted ? { currency: code } : null };
}
