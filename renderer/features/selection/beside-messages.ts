import { describePeriod, type PeriodMessages } from '#renderer/features/period/period.ts';
import { ownDateFilter } from '#renderer/features/selection/selection-state.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { BeyondDay, Selection } from '#shared/domain/selection.ts';

/** The words of rows that lie in no month of a date. Pure. */

/** «Sin fecha», «Fecha fuera de rango (< 2000)»: what stands beside the months of a date. */
export function besideName(beyond: BeyondDay | null, text: Text): string {
  if (beyond === null) return text('pivot.no-date');
  return text('pivot.out-of-range', { side: beyond.side, year: beyond.day.slice(0, 4) });
}

/** The same where the date is named before it: «Fecha de Pago: sin fecha». */
export function besideMessage(beyond: BeyondDay | null, text: Text): string {
  if (beyond === null) return text('filter.undated');
  return text('filter.beyond', { side: beyond.side, year: beyond.day.slice(0, 4) });
}

/** What of its date's calendar a selection holds: days, all of it, or what lies beside it. */
export function describeHeld(selection: Selection, words: PeriodMessages, text: Text): string {
  const beside = selection.period === null ? ownDateFilter(selection) : null;
  return beside === null ? describePeriod(selection.period, words) : besideName(beside.beyond, text);
}
