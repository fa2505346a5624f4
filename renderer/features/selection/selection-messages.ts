import { describePeriod, type PeriodMessages } from '#renderer/features/period/period.ts';
import type { UndoStep } from '#renderer/features/undo/undo.tsx';
import type { Text } from '#renderer/i18n/text.tsx';
import type { BeyondDay, Selection } from '#shared/domain/selection.ts';
import { ownDateFilter, type SelectionAction } from './selection-state.ts';

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

function actionMessage(action: SelectionAction, next: Selection, text: Text, words: PeriodMessages): string {
  switch (action.type) {
    case 'set-period':
      return text('undo.period', { period: describePeriod(next.period, words) });
    case 'set-period-column':
      return text('undo.period-column', { column: action.column });
    case 'set-dates':
      return action.filter === null || action.column !== next.periodColumn
        ? text('undo.filter', { column: action.column })
        : text('undo.period', { period: besideName(action.filter.beyond, text) });
    case 'set-filter':
    case 'set-numbers':
      return text('undo.filter', { column: action.column });
    case 'set-preset':
      return text('undo.preset', { preset: text('preset.name') });
    case 'search':
      return action.text === '' ? text('undo.search-none') : text('undo.search', { text: action.text });
    case 'set-all':
      return text('undo.selection');
    case 'clear':
      return text('undo.clear');
  }
}

/** «período oct 2026»; of several actions together, that the selection changed. */
export function stepMessage(
  actions: readonly SelectionAction[],
  next: Selection,
  text: Text,
  words: PeriodMessages,
): string {
  const [only] = actions;
  return actions.length === 1 && only !== undefined
    ? actionMessage(only, next, text, words)
    : text('undo.selection');
}

/** A search is one step from its first letter on; one that begins anew is another. */
export function stepPart(action: SelectionAction, before: Selection): UndoStep['part'] {
  return action.type === 'search' ? { of: 'search', goesOn: before.search !== '' } : null;
}
