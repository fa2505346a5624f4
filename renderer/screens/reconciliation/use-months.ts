import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useMonthsQuery } from '#renderer/reconciliation/closing/screen/close-checks.ts';
import { useMonthLines } from '#renderer/reconciliation/closing/screen/use-closing.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { monthCells } from './month-cells.ts';

/** All months with how far each is; what takes a question of its own is not known at once. */
export function useMonths() {
  const lines = useMonthLines();
  const input = useMonthsQuery();
  const walks = useLiveQuery('months', input, (call, query, slot) => call.readMonths({ ...query, slot }));
  const months = walks.output?.months ?? null;
  const cells = useMemo(
    () => (lines.output === null ? null : monthCells(lines.output, months)),
    [lines.output, months],
  );
  return {
    cells,
    /** Whether it is known how far each is. */
    isKnown: months !== null,
    walkOf: (month: Month) => months?.find((each) => each.month === month) ?? null,
    /** As far as they are known. */
    walks: months ?? [],
    /** The month after one, where there is one. */
    after: (month: Month) => cells?.find((each) => each.month === shiftMonth(month, 1)) ?? null,
    error: lines.error ?? walks.error,
    refresh: () => {
      lines.refresh();
      walks.refresh();
    },
  };
}

/** All rows of a month in the accounts in view, with own costs where they count on the screen. */
export function useMonthSelection(month: Month) {
  const { scope, code } = useCurrency();
  const isCounted = useSelection().selection.ownCosts !== null;
  return useMemo(
    () => ({ ...selectionOfMonth(month, scope), ownCosts: isCounted ? { currency: code } : null }),
    [month, scope, code, isCounted],
  );
}
