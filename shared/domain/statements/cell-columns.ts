import { mapInSteps, ROWS_A_STEP, type Steps } from '#shared/base/steps.ts';
import { type Convention, createColumnReading, type Readings, readBy } from '../column-reading.ts';
import { instantFromMs, type LocalDate, parseLocalDate, readDateTimeMs } from '../dates.ts';
import { type Decimal, readFigure } from '../decimal.ts';
import { type FileCell, fileCellText, hasLostDigits } from '../file-cells.ts';
import {
  DAY_ORDERS,
  type DayOrder,
  isSameDate,
  readWrittenDate,
  type WrittenDate,
} from '../written-dates.ts';
import { DECIMAL_SIGNS, type DecimalSign, readWrittenNumber } from '../written-numbers.ts';
import type { NotUnderstoodReason, StatementDate } from './statement.ts';

/** Columns of cells as amounts, dates and ids. Each is judged whole: which decimal sign, whether the day comes first. */

export type CellDoubt = { readonly at: number; readonly text: string; readonly why: NotUnderstoodReason };

/** The same texts come again and again; more of them are read each time. */
const MOST_KEPT = 20_000;

function keeping<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const found = kept.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (kept.size < MOST_KEPT) kept.set(text, value);
    return value;
  };
}

const isNothing = (text: string): boolean =>
  text === '' || text === '-' || /^(?:n\/?a|null|--+)$/i.test(text);

/** Digits, a minus and at most two places: what needs no pattern of currencies and groups. */
const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.(\d{1,2}))?$/;

/** Groups of three by one sign, perhaps with two places behind the other; one group alone may be three places. */
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+(?:,\d\d)?|(?:,\d{3})+(?:\.\d\d)?)$/;

function readAmount(text: string): Readings<DecimalSign, Decimal> {
  const plain = PLAIN.exec(text);
  if (plain !== null && !text.startsWith('-0')) {
    return { '.': text as Decimal, ',': plain[1] === undefined ? (text as Decimal) : undefined };
  }
  if (text.length > 20 || text.length < 9 || !GROUPED.test(text)) return readWrittenNumber(text);
  const marks = text.replace(/[-\d]/g, '');
  // With one mark only, it may be of either kind.
  if (marks.length < 2) return readWrittenNumber(text);
  const grouping = marks[0] === '.' ? '.' : ',';
  const value = text.replaceAll(grouping, '').replace(',', '.') as Decimal;
  return grouping === '.' ? { '.': undefined, ',': value } : { '.': value, ',': undefined };
}

export type AmountColumn = {
  /** Units at the scale; null where nothing stands, or nothing that is an amount. */
  readonly units: readonly (bigint | null)[];
  readonly scale: number;
  readonly doubts: readonly CellDoubt[];
};

export type AmountTexts = {
  readonly cells: readonly (Readings<DecimalSign, Decimal> | Decimal | null)[];
  readonly convention: Convention<DecimalSign>;
  readonly doubts: CellDoubt[];
  readonly counts: { readonly [sign in DecimalSign]: number };
};

/** Amounts by both decimal signs, and which of them the column is written with. */
export function* readAmountTexts(cells: readonly (FileCell | undefined)[]): Steps<AmountTexts> {
  const read = keeping(readAmount);
  const judged = createColumnReading(DECIMAL_SIGNS);
  const doubts: CellDoubt[] = [];
  const counts = { '.': 0, ',': 0 };
  const found = yield* mapInSteps(cells, (cell, at) => {
    if (typeof cell === 'object' && cell.kind === 'number') {
      const value = readAmount(cell.text)['.'];
      if (value !== undefined) return value;
    }
    const text = fileCellText(cell).trim();
    if (isNothing(text)) return null;
    const readings = read(text);
    const [dot, comma] = [readings['.'], readings[',']];
    if (dot === undefined && comma === undefined) {
      doubts.push({ at, text, why: 'amount' });
      return null;
    }
    judged.add(readings, dot === comma);
    if (comma === undefined) counts['.'] += 1;
    if (dot === undefined) counts[','] += 1;
    return readings;
  });
  return { cells: found, convention: judged.convention(), doubts, counts };
}

/**
 * What texts mean that the two decimal signs read as two amounts, where their column decides nothing: by a sign; `thousands`:
 * its amounts have no decimals.
 */
export type OpenMeaning = DecimalSign | 'thousands';

const withoutPlaces = (readings: Readings<DecimalSign, Decimal>): Decimal | undefined =>
  [readings['.'], readings[',']].find((value) => value !== undefined && !value.includes('.'));

/** Whether an amount means two things in a column that decides nothing. */
export const isOpenIn = (
  cell: AmountTexts['cells'][number] | undefined,
  { convention }: AmountTexts,
): boolean =>
  (convention === 'unclear' || convention === 'mixed') &&
  cell !== null &&
  typeof cell === 'object' &&
  readBy(cell, convention, (left, right) => left === right) === 'unclear';

/** @param open what amounts mean that the column leaves open; null: nobody says, and each of them is a doubt */
export function* amountColumn(texts: AmountTexts, open: OpenMeaning | null): Steps<AmountColumn> {
  const doubts = [...texts.doubts];
  const { convention } = texts;
  const usual = texts.counts['.'] >= texts.counts[','] ? '.' : ',';
  let scale = 0;
  const values = yield* mapInSteps(texts.cells, (cell, at) => {
    if (cell === null) return null;
    const isOpen = isOpenIn(cell, texts);
    if (isOpen && open === null) doubts.push({ at, text: '', why: 'scale' });
    if (typeof cell !== 'string' && convention === 'mixed' && cell[usual] === undefined) {
      doubts.push({ at, text: '', why: 'mixed-convention' });
    }
    const value = typeof cell === 'string' ? cell : meantBy(cell, convention, isOpen ? open : null);
    const figure = value === undefined ? undefined : readFigure(value);
    if (figure === undefined) return null;
    scale = Math.max(scale, figure.scale);
    return figure;
  });
  const units = yield* mapInSteps(values, (value) =>
    value === null
      ? null
      : value.scale === scale
        ? value.units
        : value.units * 10n ** BigInt(scale - value.scale),
  );
  return { units, scale, doubts };
}

function meantBy(
  readings: Readings<DecimalSign, Decimal>,
  convention: Convention<DecimalSign>,
  open: OpenMeaning | null,
): Decimal | undefined {
  if (open === 'thousands') return withoutPlaces(readings);
  if (open !== null) return readings[open];
  const value = readBy(readings, convention, (left, right) => left === right);
  return value === 'unclear' ? undefined : value;
}

export type DateColumn = {
  readonly dates: readonly (StatementDate | null)[];
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

function statementDate({ day, time, offset }: WrittenDate): StatementDate {
  if (time === null || offset === null) return { day, time, instant: null };
  const ms = readDateTimeMs(`${day}T${time}`, 'local');
  return { day, time, instant: ms === undefined ? null : instantFromMs(ms - offset * 60_000) };
}

/** A day without a year: `31/12`, `31-dic`. */
const YEARLESS = /^(\d{1,2})[-/.](\d{1,2}|[a-z]{3})\.?$/;
const SHORT_MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

type DayOfMonth = { readonly month: number; readonly day: number };

function readYearless(text: string): DayOfMonth | undefined {
  const match = YEARLESS.exec(text.toLowerCase());
  if (match === null) return undefined;
  const named = SHORT_MONTHS.indexOf(match[2] ?? '') + 1;
  const month = named > 0 ? named : Number(match[2]);
  const day = Number(match[1]);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { month, day } : undefined;
}

export type DateHints = {
  readonly monthFirst: boolean;
  /** No movement is later: the end of the file's period, or the day on which it is read. For days without a year. */
  readonly notAfter: LocalDate;
};

export function* dateColumn(cells: readonly (FileCell | undefined)[], hints: DateHints): Steps<DateColumn> {
  const texts = yield* mapInSteps(cells, (cell) => fileCellText(cell).trim());
  const yearless = yield* yearlessDates(texts, hints.notAfter);
  if (yearless !== null) return yearless;
  const read = keeping(readWrittenDate);
  const judged = createColumnReading(DAY_ORDERS);
  const doubts: CellDoubt[] = [];
  const found = yield* mapInSteps(texts, (text, at) => {
    if (isNothing(text)) return null;
    const iso = readIso(text);
    if (iso !== undefined) return iso;
    // Amazon adds the zone's name where it means none of another.
    const readings = read(text.replace(/ UTC$/, ' utc').replace(/_/g, '-'));
    const [dayFirst, monthFirst] = [readings['day-first'], readings['month-first']];
    if (dayFirst === undefined && monthFirst === undefined) {
      doubts.push({ at, text, why: 'date' });
      return null;
    }
    const isSame = dayFirst !== undefined && monthFirst !== undefined && isSameDate(dayFirst, monthFirst);
    judged.add(readings, isSame);
    return readings;
  });
  const told = judged.convention();
  const usual: DayOrder = hints.monthFirst ? 'month-first' : 'day-first';
  const order = told === 'unclear' || told === 'none' ? usual : told;
  const dates = yield* mapInSteps(found, (date, at) => {
    if (date === null) return null;
    if ('day' in date) return statementDate(date);
    const value = order === 'mixed' ? (date[usual] ?? date[otherThan(usual)]) : date[order];
    if (order === 'mixed' && date[usual] === undefined) {
      doubts.push({ at, text: texts[at] ?? '', why: 'mixed-convention' });
    }
    return value === undefined ? null : statementDate(value);
  });
  return { dates, doubts };
}

const otherThan = (order: DayOrder): DayOrder => (order === 'day-first' ? 'month-first' : 'day-first');

/** Days without a year, in one of two orders of time, of which the latest is not after the given day. Null: they have years. */
function* yearlessDates(texts: readonly string[], notAfter: LocalDate): Steps<DateColumn | null> {
  const days = yield* mapInSteps(texts, readYearless);
  const written = texts.filter((text) => !isNothing(text)).length;
  const readable = days.filter((day) => day !== undefined).length;
  if (readable === 0 || readable < written / 2) return null;
  yield;
  const order = days.flatMap((day, at) => (day === undefined ? [] : [{ at, ...day }]));
  const [first, last] = [order[0], order.at(-1)];
  // Over a turn of the year the month falls by much; whether by going on or back tells the order of time.
  let balance = 0;
  for (const [at, each] of order.entries()) {
    const before = order[at - 1];
    if (before === undefined) continue;
    const step = each.month * 31 + each.day - (before.month * 31 + before.day);
    if (step !== 0) balance += Math.abs(step) > 180 ? -Math.sign(step) : Math.sign(step);
  }
  const newestFirst = balance < 0;
  const backwards = newestFirst ? order : order.toReversed();
  const newest = newestFirst ? first : last;
  const [year = 0, month = 0, day = 0] = notAfter.split('-').map(Number);
  let current = year;
  if (newest !== undefined && newest.month * 31 + newest.day > month * 31 + day) current -= 1;
  let previous = newest;
  const dates: (StatementDate | null)[] = texts.map(() => null);
  const doubts: CellDoubt[] = [];
  for (const [index, each] of backwards.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    if (previous !== undefined && each.month - previous.month > 6) current -= 1;
    if (previous !== undefined && previous.month - each.month > 6) current += 1;
    previous = each;
    const pad = (value: number): string => String(value).padStart(2, '0');
    const found = parseLocalDate(`${current}-${pad(each.month)}-${pad(each.day)}`);
    if (found === undefined) doubts.push({ at: each.at, text: texts[each.at] ?? '', why: 'date' });
    else dates[each.at] = { day: found, time: null, instant: null };
  }
  for (const [at, text] of texts.entries()) {
    if (days[at] === undefined && !isNothing(text)) doubts.push({ at, text, why: 'date' });
  }
  return { dates, doubts };
}

export type TextColumn = {
  readonly texts: readonly (string | null)[];
  readonly doubts: readonly CellDoubt[];
};

/** Ids and words; an id of which digits are lost is none. `nothing`: values that stand for nothing, folded. */
export function* textColumn(
  cells: readonly (FileCell | undefined)[],
  { isId, nothing }: { readonly isId: boolean; readonly nothing: readonly string[] },
): Steps<TextColumn> {
  const doubts: CellDoubt[] = [];
  const texts = yield* mapInSteps(cells, (cell, at) => {
    const text = fileCellText(cell).trim();
    if (text === '' || nothing.includes(text.toLowerCase())) return null;
    if (isId && cell !== undefined && hasLostDigits(cell)) {
      doubts.push({ at, text, why: 'lost-digits' });
      return null;
    }
    return text;
  });
  return { texts, doubts };
}
