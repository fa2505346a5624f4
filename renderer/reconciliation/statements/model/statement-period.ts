import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { type DayOrder, monthNamed, readWrittenDate } from '#renderer/data/model/written-dates.ts';
import { fold } from '#shared/base/fold.ts';
import { type LocalDate, parseLocalDate, shiftDay } from '#shared/domain/dates.ts';
import { textsOfRow } from './row-words.ts';

/** The period of a file, where a title above its lines names one. */

/** Both within; `from` null: only its end is named. */
export type Period = { readonly from: LocalDate | null; readonly to: LocalDate };

/** A title that names a period; a day in any other is of a customer, an account, a print, a due date. */
const PERIOD =
  /\bper[ií]?odo\b|\bcartola\b|\bestado de cuenta\b|\bmovimientos\b|\bextrato\b|\bhasta\b|\bate\b|\bal?\b(?= *\d{1,4}(?:[-/.]| de ))/;
const NO_PERIOD = /\bcliente\b|\bvencimiento\b|\bvence\b|\bemision\b|\bemitid[oa]\b|\bimpres[oa]\b/;
/** Whole: no part of a longer number. */
const WRITTEN_DAY = /(?<![\d/.-])\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}(?![\d/]|[.-]\d)/g;
/** No number of a statement («Cartola N° 12 diciembre 2023»). */
const NAMED_DAY =
  /(?<![\d/.-]|n[°º.] ?)\d{1,2}(?:[ºª°]? de [a-z]{3,10} del? |[-/][a-z]{3,10}[-/])\d{4}(?!\d)/g;
const NAMED_MONTH = /(?<![a-z])([a-z]{3,10})(?: del? |[-/ ])(\d{4})(?!\d)/g;

/** The searched part of a title is bounded. */
const LONGEST_TITLE = 500;

function daysNamed(title: string, order: DayOrder): readonly LocalDate[] {
  const days = [...title.matchAll(WRITTEN_DAY), ...title.matchAll(NAMED_DAY)].flatMap(([text]) => {
    const { 'day-first': dayFirst, 'month-first': monthFirst } = readWrittenDate(text);
    const read = order === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
    return read?.day ?? [];
  });
  if (days.length > 0) return days;
  return [...title.matchAll(NAMED_MONTH)].flatMap(([, name = '', year = '']) => {
    const month = monthNamed(name);
    const first =
      month === undefined ? undefined : parseLocalDate(`${year}-${String(month).padStart(2, '0')}-01`);
    return first === undefined ? [] : [first, lastOfMonth(first)];
  });
}

function lastOfMonth(first: LocalDate): LocalDate {
  const next = shiftDay(first, 31);
  return shiftDay(next, -Number(next.slice(8)));
}

/**
 * From the first to the last day that titles name as a period; null where none does.
 * @param order by which its days are read where they are two by the two orders
 */
export function periodNamed(above: readonly FileRow[], order: DayOrder): Period | null {
  let [from, to]: (LocalDate | null)[] = [null, null];
  for (const row of above) {
    const title = fold(textsOfRow(row).join(' ').slice(0, LONGEST_TITLE));
    if (NO_PERIOD.test(title)) continue;
    const isStart = /^desde\b/.test(title);
    if (!isStart && !PERIOD.test(title)) continue;
    const days = daysNamed(title, order).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) continue;
    if ((isStart || days.length > 1) && (from == null || first < from)) from = first;
    if ((!isStart || days.length > 1) && (to == null || last > to)) to = last;
  }
  if (to == null) return null;
  return { from: from != null && from <= to ? from : null, to };
}
