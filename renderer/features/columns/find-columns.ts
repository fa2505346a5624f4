import type { Text } from '#renderer/i18n/text.tsx';
import { hasWords } from '#shared/base/find-words.ts';

/** Whether a column is found by what was typed: by its name as it is shown, or as the API spells it. */
export function columnFinder(typed: string, text: Text): (column: string) => boolean {
  return (column) => hasWords(typed, [column, text.column(column)]);
}
