import type { IntakeRefusal } from '#renderer/data/model/table-file.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { shownName } from '#shared/base/shown-name.ts';

/** A column as spreadsheets name it: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Where in a file it was given up, as far as that is known; "" where it is not. */
export function refusedPlace({ sheet, line, column }: IntakeRefusal, text: Text): string {
  const parts = [
    sheet === null ? null : text('intake.place-sheet', { sheet: shownName(sheet) }),
    line === null ? null : text('intake.place-line', { line: String(line) }),
    column === null ? null : text('intake.place-column', { column: columnLetters(column - 1) }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Why a file is not read, where, and what to do. */
export function refusalText(refusal: IntakeRefusal, text: Text): string {
  const place = refusedPlace(refusal, text);
  const what = text(`intake.refused-${refusal.reason}`);
  return place === '' ? what : `${place}: ${what}`;
}
