import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { monthInSentence, sentence } from '#renderer/features/messages/window-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { driftOfTotal, sumOfAccounts } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import { formatDay, machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { dayOf, type LocalDateTime, type Month, monthOf } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, sumOf } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { AccountsScope, Selection } from '#shared/domain/selection.ts';

/** Closed months among what is selected: what they were closed with, and what came since. */

export type ClosedMonth = {
  readonly month: Month;
  readonly owner: string;
  /** "": nobody is named. */
  readonly reviewer: string;
  /** By this machine's clock. */
  readonly atMs: number;
  /** Rentabilidad Total when it was closed, and by how much it is another now; of the accounts in view, whole months. */
  readonly closed: Decimal;
  readonly drift: Decimal;
  /** Its figures are not what they were, though they may add up to the same. */
  readonly isMoved: boolean;
};

const TOTAL = SCOPE_COLUMNS.total.profitability;
const NOTHING = '0' as Decimal;
const ALL = {};

/**
 * Months that a selection has days of and that are closed, ascending. Of a selection by payment dates there are none: a
 * month is closed by its purchases.
 */
export function closedMonthsIn(
  closes: readonly CloseOfMonth[],
  { period, periodColumn }: Pick<Selection, 'period' | 'periodColumn'>,
  scope: AccountsScope | null,
): readonly ClosedMonth[] {
  if (period !== null && periodColumn !== 'Fecha de compra') return [];
  return closes.flatMap(({ month, close, state, now }) => {
    const isIn = period === null || (month >= monthOf(period.from) && month <= monthOf(period.to));
    const entry = close.log.findLast(({ what }) => what === 'closed');
    if (state === 'open' || !isIn || entry === undefined) return [];
    const drift = driftOfTotal(close.figures, now, scope);
    return [
      {
        month,
        owner: entry.owner,
        reviewer: entry.reviewer ?? '',
        atMs: entry.atMs,
        closed: sumOfAccounts(close.figures, scope).sums[TOTAL] ?? NOTHING,
        drift,
        isMoved: state === 'drifted' || fromDecimal(drift).units !== 0n,
      },
    ];
  });
}

/** What several months were closed with, and what came since. */
export const sumOfClosed = (months: readonly ClosedMonth[]): Pick<ClosedMonth, 'closed' | 'drift'> => ({
  closed: sumOf(months.map(({ closed }) => closed)),
  drift: sumOf(months.map(({ drift }) => drift)),
});

/** The closes of the account; empty until they are known. */
export function useCloses(): readonly CloseOfMonth[] {
  const { output } = useLiveQuery('closes', ALL, (call) => call.readCloses(null));
  return useMemo(() => output?.months ?? [], [output]);
}

/** «Octubre de 2026, cerrado el 18-11-2026 por Ana». */
export function closedWords(
  { month, owner, reviewer, atMs }: Pick<ClosedMonth, 'month' | 'owner' | 'reviewer' | 'atMs'>,
  { text, formats }: { readonly text: Text; readonly formats: Formats },
): string {
  const closed = text('closed.by', {
    month: monthInSentence(month, text),
    date: formatDay(dayOf(machineLocal(atMs) as LocalDateTime), formats.dates),
    owner: owner === '' ? text('closing.nobody') : owner,
  });
  return sentence(reviewer === '' ? closed : `${closed}, ${text('closing.log-reviewed', { reviewer })}`);
}

/** Each closed month in a line for files: whose it is, what it was closed with, and what came since. */
export function closedFacts(
  months: readonly ClosedMonth[],
  words: { readonly text: Text; readonly formats: Formats },
): string {
  const { text, formats } = words;
  return months
    .map((each) =>
      [
        closedWords(each, words),
        `${TOTAL} ${formats.figure(each.closed)}`,
        each.isMoved ? text('closed.since', { amount: formats.figure(each.drift) }) : text('closed.same'),
      ].join(' · '),
    )
    .join('; ');
}
