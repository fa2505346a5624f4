import type { Text } from '#renderer/i18n/text.tsx';
import { fold } from '#shared/base/fold.ts';

/** Whether a column is found by what was typed: by its name as it is shown, or as the API spells it. */
export function columnFinder(typed: string, text: Text): (column: string) => boolean {
  const needle = fold(typed.trim());
  return (column) => fold(column).includes(needle) || fold(text.column(column)).includes(needle);
}
