import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { TARGET_COLUMNS, TARGET_MEASURES, type TargetMeasure } from '#renderer/data/model/target-measures.ts';
import { columnOfMeasure, isRate, type TargetPlace, targetKey } from '#renderer/data/model/targets.ts';
import { readTyped, typedText } from '#renderer/features/filters/number-filter.ts';
import { namesOfColumn } from '#renderer/i18n/column-names.ts';
import type { NumberStyle } from '#renderer/ui/number-format.ts';
import { fold } from '#shared/base/fold.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';

/**
 * Targets as they stand in a file or are pasted from a spreadsheet: month, measure, value and, where it is not of all of the
 * company, the column and the value that it is of. Pure.
 */

export type ReadTarget = TargetPlace & { readonly value: Decimal };
export type ReadTargets = {
  readonly targets: readonly ReadTarget[];
  /** Lines, counted from 1, that are no target, with their text: none of them is guessed at. */
  readonly problems: readonly { readonly line: number; readonly text: string }[];
};

const DELIMITERS = ['\t', ';', ','] as const;

/** «2026-12», «12/2026», «12-2026». */
function readMonth(text: string): Month | null {
  const [, year, month] = /^(\d{4})-(\d{2})(?:-\d{2})?$/.exec(text) ?? [];
  const [, monthFirst, yearLast] = /^(\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  const number = Number(month ?? monthFirst);
  const known = year ?? yearLast;
  return known === undefined || !(number >= 1 && number <= 12)
    ? null
    : (`${known}-${String(number).padStart(2, '0')}` as Month);
}

const isColumn = (key: string, name: string): boolean =>
  namesOfColumn(key).some((each) => fold(each) === name);

/** «Ventas», «Rentabilidad Total», «Total profit», «% Rentabilidad Total», «Total», «rate-total». */
function readMeasure(text: string): TargetMeasure | null {
  const name = fold(text.replaceAll('%', '').trim());
  const hasPercent = text.includes('%');
  return (
    TARGET_MEASURES.find((measure) => {
      if (text === measure) return true;
      const scope = measure.replace('rate-', '');
      return isRate(measure) === hasPercent && (scope === name || isColumn(columnOfMeasure(measure), name));
    }) ?? null
  );
}

function readPart(column: string, value: string): TargetPlace['of'] | undefined {
  if (column === '' && value === '') return null;
  const known = TARGET_COLUMNS.find((each) => isColumn(each, fold(column)));
  return known === undefined || value === '' ? undefined : { column: known, value };
}

type Percent = Extract<FileCell, { readonly kind: 'number' }> & { readonly isPercent: true };
const isPercent = (cell: FileCell): cell is Percent =>
  typeof cell === 'object' && cell.kind === 'number' && cell.isPercent === true;

/** «31,5%» of 0.315, as its sheet shows it. */
function percentText({ text }: Percent, style: NumberStyle): string {
  const { units, scale } = fromDecimal(text as Decimal);
  const shown =
    scale >= 2 ? { units, scale: scale - 2 } : { units: units * 10n ** BigInt(2 - scale), scale: 0 };
  return `${typedText(toDecimal(shown), style)}%`;
}

/** How many cells are read as the percent that they are shown as, and not as the number that they hold. */
export const percentCells = (rows: readonly FileRow[]): number =>
  rows.reduce((count, { cells }) => count + cells.filter(isPercent).length, 0);

/** A sheet's rows as they would be pasted, numbers in the user's own style: they are looked at before they count. */
export function targetText(rows: readonly FileRow[], style: NumberStyle): string {
  const written = (cell: FileCell): string =>
    isPercent(cell)
      ? percentText(cell, style)
      : typeof cell === 'object' && cell.kind === 'number'
        ? typedText(cell.text as Decimal, style)
        : fileCellText(cell).replace(/\s+/g, ' ').trim();
  return rows.map(({ cells }) => cells.map(written).join('\t').trimEnd()).join('\n');
}

/** @param currency of amounts, the one in view */
export function readTargets(text: string, style: NumberStyle, currency: string | null): ReadTargets {
  const lines = text.split(/\r\n|\n|\r/);
  const delimiter = DELIMITERS.find((each) => lines.some((line) => line.includes(each))) ?? '\t';
  const targets = new Map<string, ReadTarget>();
  const problems: ReadTargets['problems'][number][] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    // A mark before the first of them is taken off as blanks are.
    const cells = line.split(delimiter).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
    const [month = '', measure = '', value = '', column = '', part = '', ...more] = cells;
    const place = { month: readMonth(month), measure: readMeasure(measure), of: readPart(column, part) };
    const amount = readTyped(value, style);
    // A first line of names is a head; a first line with a figure is meant as a target.
    if (at === 0 && place.month === null && amount === undefined) continue;
    if (
      place.month === null ||
      place.measure === null ||
      place.of === undefined ||
      amount === undefined ||
      // A percent is no amount.
      (value.includes('%') && !isRate(place.measure)) ||
      more.some((cell) => cell !== '')
    ) {
      problems.push({ line: at + 1, text: line });
      continue;
    }
    const read = { month: place.month, measure: place.measure, of: place.of, currency };
    const key = targetKey(read);
    // Of two targets of one thing neither is taken for the other.
    if (targets.has(key)) problems.push({ line: at + 1, text: line });
    else targets.set(key, { ...read, value: amount });
  }
  return { targets: [...targets.values()], problems };
}
