import type { GroupBy, TimeUnit } from '#renderer/data/api.ts';
import { dayNumber, unitOfDay, unitText } from '#renderer/data/engine/calendar/calendar-units.ts';
import { dayCodesOf } from '#renderer/data/engine/calendar/day-codes.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { RowCodes } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { Codes } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { afterSpan, beforeSpan } from '#shared/domain/date-span.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';

/** A dimension as small integers: each value that occurs has a key over all segments. */
export type DimensionCodes = {
  /** Keys are below it. Key 0: the rows carry no value. */
  readonly keyCount: number;
  /** Keys of each segment's codes, by the segment's place; a comparison's rows may have keys of their own. */
  readonly segments: readonly SegmentKeys[];
  readonly textOf: (key: number) => string;
};

export type SegmentKeys = {
  /** Null: every row carries code 0. */
  readonly codes: Codes | null;
  /** Key of each code. */
  readonly keys: Uint32Array;
  /** The same for rows of a compared period. */
  readonly comparedKeys: Uint32Array;
};

/** A dimension with nothing left unsaid. */
export type NamedDimension = { readonly column: string; readonly unit: TimeUnit | null };

/** 'month' is that of the selection's own date. */
export function namedDimension(dimension: GroupBy, periodColumn: PeriodColumn): NamedDimension {
  if (typeof dimension !== 'string') return dimension;
  return dimension === 'month' ? { column: periodColumn, unit: 'month' } : { column: dimension, unit: null };
}

/** `shiftDay` brings days of a compared period to this one's; null where none is compared. */
export function* codeDimension(
  store: ColumnStore,
  { column, unit }: NamedDimension,
  shiftDay: ((day: number) => number) | null,
): CooperativeTask<DimensionCodes> {
  return unit === null ? yield* codeTexts(store, column) : yield* codeTime(store, column, unit, shiftDay);
}

function* codeTexts(store: ColumnStore, column: string): CooperativeTask<DimensionCodes> {
  const dictionary = store.dictionary(column);
  const mapped: RowCodes[] = [];
  for (const [index, segment] of store.segments.entries()) {
    // The first time, all texts of the segment are looked at.
    yield;
    mapped.push(dictionary.codesOf(index, segment));
  }
  // Codes that are global already map to themselves.
  let same: Uint32Array | null = null;
  const segments = mapped.map(({ constant, codes, map }): SegmentKeys => {
    let keys = map;
    if (constant !== null) keys = Uint32Array.of(constant);
    if (keys === null) {
      same ??= Uint32Array.from(dictionary.texts, (_, code) => code);
      keys = same;
    }
    return { codes, keys, comparedKeys: keys };
  });
  const { texts } = dictionary;
  return { keyCount: texts.length, segments, textOf: (key) => texts[key] ?? '' };
}

/** Units of the days out of range. */
const BEFORE = Number.NEGATIVE_INFINITY;
const AFTER = Number.POSITIVE_INFINITY;

function* codeTime(
  store: ColumnStore,
  column: string,
  unit: TimeUnit,
  shiftDay: ((day: number) => number) | null,
): CooperativeTask<DimensionCodes> {
  const { dates } = store;
  const [first, last] = [dayNumber(dates.from), dayNumber(dates.to)];
  const units: number[] = [0];
  const keyOfUnit = new Map<number, number>();
  const isWithin = (day: number) => day >= first && day <= last;
  const keyOfDay = remember((day) => {
    const value = isWithin(day) ? unitOfDay(unit, day) : day < first ? BEFORE : AFTER;
    const known = keyOfUnit.get(value);
    if (known !== undefined) return known;
    keyOfUnit.set(value, units.length);
    return units.push(value) - 1;
  });
  // A day out of range has no counterpart: its group is one, whichever period is looked at.
  const comparedKeyOfDay =
    shiftDay === null ? null : remember((day) => keyOfDay(isWithin(day) ? shiftDay(day) : day));
  const segments: SegmentKeys[] = [];
  for (const segment of store.segments) {
    yield;
    const { codes, days } = dayCodesOf(segment, column);
    const keysOf = (keyOf: (day: number) => number) =>
      Uint32Array.from(days, (day, code) => (code === 0 ? 0 : keyOf(day)));
    const keys = keysOf(keyOfDay);
    segments.push({ codes, keys, comparedKeys: comparedKeyOfDay === null ? keys : keysOf(comparedKeyOfDay) });
  }
  return {
    keyCount: units.length,
    segments,
    textOf: (key) => {
      const value = units[key] ?? 0;
      if (key === 0) return '';
      if (value === BEFORE) return beforeSpan(dates);
      return value === AFTER ? afterSpan(dates) : unitText(unit, value);
    },
  };
}

/** Segments share most of their days: each is looked at once. */
function remember(keyOf: (day: number) => number): (day: number) => number {
  const known = new Map<number, number>();
  return (day) => {
    let key = known.get(day);
    if (key === undefined) {
      key = keyOf(day);
      known.set(day, key);
    }
    return key;
  };
}
