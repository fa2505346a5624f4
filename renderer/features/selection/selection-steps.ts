import { describePeriod, type PeriodMessages } from '#renderer/features/period/period.ts';
import { besideName } from '#renderer/features/selection/beside-messages.ts';
import type { UndoStep } from '#renderer/features/undo/undo-stack.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Selection } from '#shared/domain/selection.ts';
import type { SelectionAction } from './selection-state.ts';

/** What was done to the selection, in words for whoever may want it undone. Pure. */

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
