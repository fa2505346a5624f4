import {
  type Convention,
  createColumnReading,
  type Readings,
  readBy,
} from '#renderer/data/model/column-reading.ts';
import {
  type FileCell,
  fileCellText,
  hasLostDigits,
  isLongNumber,
  mayBeRounded,
} from '#renderer/data/model/file-cells.ts';
import { DECIMAL_SIGNS, type DecimalSign, readWrittenNumber } from '#renderer/data/model/written-numbers.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { type Decimal, readFigure } from '#shared/domain/decimal.ts';
import type { NotUnderstoodReason } from './statement.ts';

/** Columns of cells as amounts and ids. Each is judged whole: by which decimal sign it is written. */

export type CellDoubt = { readonly at: number; readonly text: string; readonly why: NotUnderstoodReason };

/** The same texts come again and again; more of them than these are read each time. */
const MAX_KEPT = 20_000;

/** The same reading, that reads a text that comes again once. */
export function keeping<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const found = kept.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (kept.size < MAX_KEPT) kept.set(text, value);
    return value;
  };
}

/** A cell that says that nothing stands there. */
export const isNothing = (text: string): boolean =>
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
export function* readAmountTexts(cells: readonly (FileCell | undefined)[]): Task<AmountTexts> {
  const read = keeping(readAmount);
  const judged = createColumnReading(DECIMAL_SIGNS);
  const doubts: CellDoubt[] = [];
  const counts = { '.': 0, ',': 0 };
  const found = yield* mapInSteps(cells, (cell, at) => {
    if (typeof cell === 'object' && cell.kind === 'number') {
      const value = readAmount(cell.text)['.'];
      if (value !== undefined && cell.isShownNegative !== true) return value;
    }
    const text = fileCellText(cell).trim();
    if (isNothing(text)) return null;
    if (typeof cell === 'object' && cell.kind === 'number' && cell.isShownNegative === true) {
      doubts.push({ at, text: `−${text} (${text})`, why: 'amount' });
      return null;
    }
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
 * The meaning of texts that the two decimal signs read as two amounts, where their column decides nothing: by a sign;
 * `thousands`: its amounts have no decimals.
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
export function* amountColumn(texts: AmountTexts, open: OpenMeaning | null): Task<AmountColumn> {
  const doubts = [...texts.doubts];
  const { convention } = texts;
  const usual = texts.counts['.'] >= texts.counts[','] ? '.' : ',';
  let scale = 0;
  const isOddGroup = convention === '.' || convention === ',' ? yield* oddGroups(texts, convention) : null;
  const values = yield* mapInSteps(texts.cells, (cell, at) => {
    if (cell === null) return null;
    if (isOddGroup?.(cell) === true) {
      doubts.push({ at, text: '', why: 'scale' });
      return null;
    }
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

/**
 * Amounts of exactly three places, in a column where no other has as many, that are whole by the other sign: 1.234 beside 12.50 may
 * be a thousand, or a little more than one. Null: the column has none.
 */
function* oddGroups({ cells }: AmountTexts, sign: DecimalSign) {
  const other = sign === '.' ? ',' : '.';
  const placesOf = (amount: Decimal): number => amount.split('.')[1]?.length ?? 0;
  const isGroup = (cell: AmountTexts['cells'][number]): boolean => {
    if (cell === null || typeof cell === 'string') return false;
    const [own, whole] = [cell[sign], cell[other]];
    return own !== undefined && whole !== undefined && placesOf(own) === 3 && placesOf(whole) === 0;
  };
  let [isAny, hasThree] = [false, false];
  yield* eachInSteps(cells, (cell) => {
    if (cell === null || hasThree) return;
    const own = typeof cell === 'string' ? cell : cell[sign];
    if (own === undefined || placesOf(own) < 3) return;
    if (isGroup(cell)) isAny = true;
    else hasThree = true;
  });
  return isAny && !hasThree ? isGroup : null;
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

const NUMBER_AS_TEXT = /^['’](?=\d+$)/;
const NUMBER_AS_DECIMAL = /^\d{9,}\.0+$/;
const NUMBER_IN_GROUPS = /^\d{1,3}(?:\.\d{3}){3,}$|^\d{1,3}(?:,\d{3}){3,}$/;

/** An id as it was, of what programs make of long numbers: a text by an apostrophe, a decimal, groups of three. */
function asNumbered(id: string): string {
  if (NUMBER_AS_TEXT.test(id)) return id.slice(1);
  if (NUMBER_AS_DECIMAL.test(id)) return id.slice(0, id.indexOf('.'));
  return NUMBER_IN_GROUPS.test(id) ? id.replace(/[.,]/g, '') : id;
}

export type TextColumn = {
  readonly texts: readonly (string | null)[];
  readonly doubts: readonly CellDoubt[];
};

/**
 * Ids and words; an id of which digits are lost is none. Of long numbers that a workbook holds whole none is lost: one of them
 * that cannot be rounded says so of its column. Where each may be, each is a doubt, and stands until somebody knows better.
 * @param nothing values that stand for nothing, folded
 */
export function* textColumn(
  cells: readonly (FileCell | undefined)[],
  { isId, nothing }: { readonly isId: boolean; readonly nothing: readonly string[] },
): Task<TextColumn> {
  const doubts: CellDoubt[] = [];
  const long: CellDoubt[] = [];
  let isWhole = false;
  const texts = yield* mapInSteps(cells, (cell, at) => {
    const text = fileCellText(cell).trim();
    if (text === '' || nothing.includes(text.toLowerCase())) return null;
    if (!isId || cell === undefined) return text;
    if (isLongNumber(cell)) {
      if (mayBeRounded(text)) long.push({ at, text, why: 'maybe-lost-digits' });
      else isWhole = true;
      return text;
    }
    if (hasLostDigits(cell)) {
      doubts.push({ at, text, why: 'lost-digits' });
      return null;
    }
    return asNumbered(text);
  });
  return { texts, doubts: isWhole ? doubts : [...doubts, ...long] };
}
