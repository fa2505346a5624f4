import { type Convention, createColumnReading, type Readings } from '#renderer/data/model/column-reading.ts';
import { type FileCell, fileCellText } from '#renderer/data/model/file-cells.ts';
import { hasShortYear, shortYearsOf } from '#renderer/data/model/short-years.ts';
import {
  DAY_ORDERS,
  type DayOfMonth,
  type DayOrder,
  isSameDate,
  readDayOfMonth,
  readShortYearFirst,
  readWrittenDate,
  serialDate,
  serialWritten,
  type WrittenDate,
} from '#renderer/data/model/written-dates.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import {
  instantFromMs,
  type LocalDate,
  parseLocalDate,
  readDateTimeMs,
  shiftDay,
} from '#shared/domain/dates.ts';
import { type CellDoubt, isNothing, keeping } from './cell-columns.ts';
import type { StatementDate } from './statement.ts';
import type { Period } from './statement-period.ts';
import { assignYears } from './years-of-days.ts';

/** Columns of cells as days. Each is judged whole: whether the day or the month comes first, and which year days without one have. */

/** Bounds of a file's days. */
export type DateBounds = {
  /** On which it is read. */
  readonly today: LocalDate;
  /** The period that the file names, where its own days are written by an order; null: none. */
  readonly period: (order: DayOrder) => Period | null;
};

type Yearless = { readonly yearless: Readings<DayOrder, DayOfMonth> };
type DateCell = WrittenDate | Readings<DayOrder, WrittenDate> | Yearless | null;

/** The cells of a column as dates, by both orders of day and month. */
export type DateTexts = {
  readonly texts: readonly string[];
  readonly cells: readonly DateCell[];
  readonly convention: Convention<DayOrder>;
  /** By which order most are written that are written by one only. */
  readonly usual: DayOrder;
  /** Some of them are two days, by the two orders. */
  readonly isOpen: boolean;
  readonly doubts: readonly CellDoubt[];
};

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{3}))?(Z|[+-]\d\d:\d\d)?)?$/;
const parseDay = keeping((text) => parseLocalDate(text) ?? null);

function readIso(text: string): WrittenDate | undefined {
  const match = ISO.exec(text);
  const day = match === null ? null : parseDay(match[1] ?? '');
  if (match === null || day === null) return undefined;
  const [, , time, milliseconds = '000', zone] = match;
  const minutes = (from: string): number => Number(from.slice(1, 3)) * 60 + Number(from.slice(4, 6));
  const offset =
    zone === undefined ? null : zone === 'Z' ? 0 : minutes(zone) * (zone.startsWith('-') ? -1 : 1);
  return { day, time: time === undefined ? null : `${time}.${milliseconds}`, offset };
}

/**
 * The day of a spreadsheet's number without a format; a text's is of 1900, unless it may be of 1904 too: one that would not be
 * later than today.
 */
function serialOf(
  cell: FileCell | undefined,
  text: string,
  today: LocalDate,
): WrittenDate | 'open' | undefined {
  const serial = serialWritten(text);
  if (serial === undefined) return undefined;
  if (typeof cell === 'object')
    return serialDate(serial, cell.kind === 'number' ? (cell.system ?? 1900) : 1900);
  const [late, early] = [serialDate(serial, 1904), serialDate(serial, 1900)];
  return late === undefined || late.day > shiftDay(today, 1) ? early : 'open';
}

/** A column that has fewer of them has none: they are something else. */
const MIN_YEARLESS = 0.5;

/** Days by both orders of day and month, and by which of them the column is written. */
export function* readDateTexts(
  cells: readonly (FileCell | undefined)[],
  { today }: Pick<DateBounds, 'today'>,
): Task<DateTexts> {
  const read = keeping(readWrittenDate);
  const readYearless = keeping(readDayOfMonth);
  const judged = createJudged();
  const doubts: CellDoubt[] = [];
  const yearless: { readonly at: number; readonly readings: Readings<DayOrder, DayOfMonth> }[] = [];
  let written = 0;
  const texts = yield* mapInSteps(cells, (cell) => fileCellText(cell).trim());
  const shortYears = yield* shortYearsOf(texts, today);
  const found: DateCell[] = yield* mapInSteps(texts, (text, at): DateCell => {
    if (isNothing(text)) return null;
    written += 1;
    if (shortYears !== 'last' && hasShortYear(text)) {
      const first = shortYears === 'first' ? readShortYearFirst(text) : undefined;
      if (first === undefined) doubts.push({ at, text, why: 'date' });
      return first ?? null;
    }
    const iso = readIso(text);
    if (iso !== undefined) return iso;
    const serial = serialOf(cells[at], text, today);
    if (serial === 'open') {
      doubts.push({ at, text, why: 'serial-date' });
      return null;
    }
    if (serial !== undefined) return serial;
    // Amazon adds the zone's name where it means none of another.
    const readings = read(text.replace(/ UTC$/, ' utc').replace(/_/g, '-'));
    if (isAny(readings)) {
      judged.add(readings, isSameDate);
      return readings;
    }
    const short = readYearless(text);
    if (isAny(short)) yearless.push({ at, readings: short });
    else doubts.push({ at, text, why: 'date' });
    return null;
  });
  const isYearless = yearless.length >= written * MIN_YEARLESS;
  yield;
  for (const { at, readings } of yearless) {
    if (isYearless) {
      judged.add(readings, isSameDayOfMonth);
      found[at] = { yearless: readings };
    } else doubts.push({ at, text: texts[at] ?? '', why: 'date' });
  }
  return { texts, cells: found, ...judged.end(), doubts };
}

const isAny = ({ 'day-first': one, 'month-first': other }: Readings<DayOrder, unknown>): boolean =>
  one !== undefined || other !== undefined;

const isSameDayOfMonth = (one: DayOfMonth, other: DayOfMonth): boolean =>
  one.month === other.month && one.day === other.day;

function createJudged() {
  const judged = createColumnReading(DAY_ORDERS);
  let [more, isOpen] = [0, false];
  return {
    add<T>(readings: Readings<DayOrder, T>, isSame: (one: T, other: T) => boolean): void {
      const [dayFirst, monthFirst] = [readings['day-first'], readings['month-first']];
      const isBoth = dayFirst !== undefined && monthFirst !== undefined;
      const isOne = isBoth && isSame(dayFirst, monthFirst);
      judged.add(readings, isOne);
      if (isBoth && !isOne) isOpen = true;
      if (!isBoth) more += dayFirst === undefined ? -1 : 1;
    },
    end() {
      const usual: DayOrder = more >= 0 ? 'day-first' : 'month-first';
      return { convention: judged.convention(), usual, isOpen };
    },
  };
}

/** The meaning of a text by an order; by none, only where both mean the same. */
function readingBy<T>(
  readings: Readings<DayOrder, T>,
  order: DayOrder | null,
  isSame: (one: T, other: T) => boolean,
): T | undefined {
  const [one, other] = [readings['day-first'], readings['month-first']];
  if (one === undefined || other === undefined) return one ?? other;
  return isSame(one, other) ? one : order === null ? undefined : readings[order];
}

/** The days of a column by an order; null where nothing stands, or where only an order would tell. */
export function* daysBy(
  { cells }: DateTexts,
  order: DayOrder | null,
  bounds: DateBounds,
): Task<readonly (WrittenDate | null)[]> {
  const yearless: (DayOfMonth & { readonly at: number })[] = [];
  const days = yield* mapInSteps(cells, (cell, at): WrittenDate | null => {
    if (cell === null || 'day' in cell) return cell;
    if (!('yearless' in cell)) return readingBy(cell, order, isSameDate) ?? null;
    const found = readingBy(cell.yearless, order, isSameDayOfMonth);
    if (found !== undefined) yearless.push({ at, ...found });
    return null;
  });
  if (yearless.length === 0) return days;
  const years = yield* assignYears(yearless, bounds.period(order ?? 'day-first'), bounds.today);
  const all = [...days];
  for (const { at, day } of years) all[at] = day === null ? null : { day, time: null, offset: null };
  return all;
}

export type DateColumn = {
  readonly dates: readonly (StatementDate | null)[];
  readonly doubts: readonly CellDoubt[];
};

/** @param order null: nobody says it, and each day that is two by the two orders is a doubt */
export function* dateColumn(column: DateTexts, order: DayOrder | null, bounds: DateBounds): Task<DateColumn> {
  const { texts, cells, convention, usual } = column;
  const days = yield* daysBy(column, order, bounds);
  const doubts = [...column.doubts];
  const dates = yield* mapInSteps(days, (day, at) => {
    const cell = cells[at] ?? null;
    if (cell === null) return null;
    if (day === null) {
      const readings: Readings<DayOrder, unknown> | null =
        'day' in cell ? null : 'yearless' in cell ? cell.yearless : cell;
      const isTwo =
        order === null && readings?.['day-first'] !== undefined && readings['month-first'] !== undefined;
      // A day that no year about it has is none.
      const why = isTwo && !isNamed(readings) ? 'day-order' : 'date';
      doubts.push({ at, text: texts[at] ?? '', why });
      return null;
    }
    if (isFar(day.day, bounds.today)) {
      doubts.push({ at, text: texts[at] ?? '', why: 'far-date' });
      return null;
    }
    if (convention === 'mixed' && isOtherwise(cell, order ?? usual)) {
      doubts.push({ at, text: texts[at] ?? '', why: 'mixed-convention' });
    }
    return statementDate(day);
  });
  return { dates, doubts };
}

/** Money is promised for months ahead; what lies further is a year that was mistyped, or a day counted from elsewhere. */
const MAX_YEARS_AHEAD = 2;
const FIRST_YEAR = 1990;
const yearOf = (day: LocalDate): number => Number(day.slice(0, 4));
const isFar = (day: LocalDate, today: LocalDate): boolean =>
  yearOf(day) > yearOf(today) + MAX_YEARS_AHEAD || yearOf(day) < FIRST_YEAR;

/** Its month is a word: both orders read the one day. */
const isNamed = (readings: Readings<DayOrder, unknown>): boolean =>
  JSON.stringify(readings['day-first']) === JSON.stringify(readings['month-first']);

/** Written by the other order only. */
function isOtherwise(cell: Exclude<DateCell, null>, usual: DayOrder): boolean {
  if ('day' in cell) return false;
  return ('yearless' in cell ? cell.yearless : cell)[usual] === undefined;
}

function statementDate({ day, time, offset }: WrittenDate): StatementDate {
  if (time === null || offset === null) return { day, time, instant: null };
  const ms = readDateTimeMs(`${day}T${time}`, 'local');
  return { day, time, instant: ms === undefined ? null : instantFromMs(ms - offset * 60_000) };
}

/** The chronology of rows in order: how often the day changes, and whether it only ever goes one way. */
export function* chronologyOf(
  days: readonly (WrittenDate | null)[],
): Task<{ readonly isOrdered: boolean; readonly steps: number; readonly last: LocalDate | null }> {
  let [ups, downs] = [0, 0];
  let [before, last]: (LocalDate | null)[] = [null, null];
  yield* eachInSteps(days, (found) => {
    const day = found?.day;
    if (day === undefined) return;
    if (before != null && day > before) ups += 1;
    if (before != null && day < before) downs += 1;
    if (last == null || day > last) last = day;
    before = day;
  });
  return { isOrdered: ups === 0 || downs === 0, steps: ups + downs, last: last ?? null };
}
