import { dayCodesOf, unitOfDay, unitText } from '#renderer/data/engine/columns/calendar.ts';
import { addByMember, loopsOver, placeByMember } from '#renderer/data/engine/columns/code-kernels.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { RowCodes } from '#renderer/data/engine/columns/global-dictionary.ts';
import { createHashTable, grown } from '#renderer/data/engine/columns/hash-table.ts';
import type { Codes } from '#renderer/data/engine/columns/segment.ts';
import type { MemberLayer, Members } from '#renderer/data/engine/filter/selection-mask.ts';
import { afterSpan, beforeSpan } from '#renderer/data/model/date-span.ts';
import type { GroupBy, TimeUnit } from '#renderer/data/model/groups.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayNumber } from '#shared/domain/dates.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';

/** A dimension as small integers: each value that occurs has a key over all segments. */
export type DimensionCodes = {
  /** Keys are below it. Key 0: the rows carry no value. */
  readonly keyCount: number;
  /** Keys of each segment's codes, by the segment's place; a comparison's rows may have keys of their own. */
  readonly segments: readonly SegmentKeys[];
  readonly textOf: (key: number) => string;
};

type SegmentKeys = {
  /** Null: every row carries code 0. */
  readonly codes: Codes | null;
  readonly keys: Uint32Array;
  readonly comparedKeys: Uint32Array;
};

/** A dimension with nothing left unsaid. */
export type NamedDimension = { readonly column: string; readonly unit: TimeUnit | null };

/** 'month' is that of the selection's own date. */
export function namedDimension(dimension: GroupBy, periodColumn: PeriodColumn): NamedDimension {
  if (typeof dimension !== 'string') return dimension;
  return dimension === 'month' ? { column: periodColumn, unit: 'month' } : { column: dimension, unit: null };
}

/**
 * `shiftDay` brings days of a compared period to this one's; null where none is compared. Where members are given, dates have
 * keys in their segments alone: a month of many years has as many places as it has days.
 */
export function* codeDimension(
  store: ColumnStore,
  { column, unit }: NamedDimension,
  shiftDay: ((day: number) => number) | null,
  members: Members | null = null,
): Task<DimensionCodes> {
  return unit === null
    ? yield* codeTexts(store, column)
    : yield* codeTime(store, { column, unit }, shiftDay, members);
}

function* codeTexts(store: ColumnStore, column: string): Task<DimensionCodes> {
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

const NO_KEYS: SegmentKeys = { codes: null, keys: new Uint32Array(1), comparedKeys: new Uint32Array(1) };

function* codeTime(
  store: ColumnStore,
  { column, unit }: { readonly column: string; readonly unit: TimeUnit },
  shiftDay: ((day: number) => number) | null,
  members: Members | null,
): Task<DimensionCodes> {
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
  for (const [index, segment] of store.segments.entries()) {
    if (members?.layers.every(({ rowsIn }) => rowsIn[index] === 0) === true) {
      segments.push(NO_KEYS);
      continue;
    }
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

/**
 * The place (slot) where each row is added up: one for each pair of keys and each period. Slot 0 takes the rows that
 * are not selected. Keys of no dimension are 0, so that totals, groups and groups of groups are one thing.
 */
export type GroupSlots = {
  readonly slotCount: number;
  /** 1, or 2 with a compared period: slots of one pair stand side by side. */
  readonly periods: number;
  /** The keys of a pair; slot = 1 + pair × periods + period. */
  readonly firstKeyOf: (pair: number) => number;
  readonly secondKeyOf: (pair: number) => number;
  readonly firstKeyCount: number;
  /** Writes the slots of a segment's rows in a layer of the members. */
  readonly fill: (segmentIndex: number, layer: MemberLayer, into: Uint32Array) => void;
};

/** Pairs of keys up to this number have a slot each, whether they occur or not; more are numbered as they come. */
const MAX_DIRECT_PAIRS = 2 ** 17;

export function* slotsOf(
  store: ColumnStore,
  members: Members,
  dimensions: readonly DimensionCodes[],
  mostDirectPairs = MAX_DIRECT_PAIRS,
): Task<GroupSlots> {
  const [first, second] = dimensions;
  const firstKeyCount = first?.keyCount ?? 1;
  const secondKeyCount = second?.keyCount ?? 1;
  if (second !== undefined && firstKeyCount * secondKeyCount > mostDirectPairs) {
    return yield* numberedSlots(store, members, dimensions, firstKeyCount);
  }
  const { periods } = members;
  return {
    slotCount: 1 + firstKeyCount * secondKeyCount * periods,
    periods,
    firstKeyOf: (pair) => Math.floor(pair / secondKeyCount),
    secondKeyOf: (pair) => pair % secondKeyCount,
    firstKeyCount,
    fill(index, layer, into) {
      const rows = partOf(store, index, layer.of);
      place(into, rows, first?.segments[index], periods, (period) => 1 + period, secondKeyCount * periods);
      if (second !== undefined) add(into, rows, second.segments[index], periods, periods);
    },
  };
}

/** By code of a segment, its addition to the slot for rows of each membership. */
function tablesOf(
  keys: SegmentKeys | undefined,
  periods: number,
  startOf: (period: number) => number,
  factor: number,
): { readonly tables: Uint32Array; readonly size: number } {
  const size = keys?.keys.length ?? 1;
  const tables = new Uint32Array(size * (periods + 1));
  for (let period = 0; period < periods; period += 1) {
    const keysOfPeriod = period === 0 ? keys?.keys : keys?.comparedKeys;
    for (let code = 0; code < size; code += 1) {
      tables[(period + 1) * size + code] = startOf(period) + (keysOfPeriod?.[code] ?? 0) * factor;
    }
  }
  return { tables, size };
}

function place(
  into: Uint32Array,
  members: Uint8Array,
  keys: SegmentKeys | undefined,
  periods: number,
  startOf: (period: number) => number,
  factor: number,
): void {
  const { tables, size } = tablesOf(keys, periods, startOf, factor);
  const codes = keys?.codes ?? null;
  if (codes === null) placeByMember(into, members, firstOfEach(tables, size));
  else loopsOver(codes).placeByCode(into, members, codes, tables, size);
}

function add(
  into: Uint32Array,
  members: Uint8Array,
  keys: SegmentKeys | undefined,
  periods: number,
  factor: number,
): void {
  const { tables, size } = tablesOf(keys, periods, () => 0, factor);
  const codes = keys?.codes ?? null;
  if (codes === null) addByMember(into, members, firstOfEach(tables, size));
  else loopsOver(codes).addByCode(into, members, codes, tables, size);
}

/** Where all rows carry code 0. */
function firstOfEach(tables: Uint32Array, size: number): Uint32Array {
  return size === 1 ? tables : tables.filter((_, at) => at % size === 0);
}

/** Numbers the pairs that occur, in order of appearance. */
function* numberedSlots(
  store: ColumnStore,
  members: Members,
  [first, second]: readonly DimensionCodes[],
  firstKeyCount: number,
): Task<GroupSlots> {
  const { periods, layers } = members;
  const pairs = createPairs();
  const numbered = new Map<MemberLayer, Uint32Array>();
  for (const layer of layers) {
    const slots = new Uint32Array(store.rowSpan);
    numbered.set(layer, slots);
    for (const index of store.segments.keys()) {
      const rows = partOf(store, index, layer.of);
      const into = partOf(store, index, slots);
      const secondKeys = new Uint32Array(rows.length);
      // Keys plus one, so that 0 says that the row is not selected.
      place(into, rows, first?.segments[index], periods, () => 1, 1);
      place(secondKeys, rows, second?.segments[index], periods, () => 0, 1);
      for (let row = 0; row < rows.length; row += 1) {
        const firstKey = into[row] ?? 0;
        if (firstKey === 0) continue;
        const pair = pairs.numberOf(firstKey - 1, secondKeys[row] ?? 0);
        into[row] = pair * periods + (rows[row] ?? 0);
      }
      yield;
    }
  }
  return {
    slotCount: 1 + pairs.size * periods,
    periods,
    firstKeyOf: pairs.firstOf,
    secondKeyOf: pairs.secondOf,
    firstKeyCount,
    fill(index, layer, into) {
      const slots = numbered.get(layer);
      if (slots !== undefined) into.set(partOf(store, index, slots));
    },
  };
}

/** The part of an array over all rows that speaks of one segment. */
function partOf<T extends Uint8Array | Uint32Array>(store: ColumnStore, index: number, all: T): T {
  const { base = 0, rowCount = 0 } = store.segments[index] ?? {};
  return all.subarray(base, base + rowCount) as T;
}

/** Pairs of integers to running numbers. */
export function createPairs() {
  const table = createHashTable();
  let firsts = new Uint32Array(1024);
  let seconds = new Uint32Array(1024);
  // Looked for in every row: one function for all of them.
  let wantedFirst = 0;
  let wantedSecond = 0;
  const isWanted = (pair: number) => firsts[pair] === wantedFirst && seconds[pair] === wantedSecond;
  return {
    get size() {
      return table.size;
    },
    numberOf(first: number, second: number): number {
      wantedFirst = first;
      wantedSecond = second;
      const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
      const hash = mixed ^ (mixed >>> 15);
      const known = table.search(hash, isWanted);
      if (known >= 0) return known;
      const pair = table.insert(hash);
      if (pair === firsts.length) {
        firsts = grown(firsts, pair * 2);
        seconds = grown(seconds, pair * 2);
      }
      firsts[pair] = first;
      seconds[pair] = second;
      return pair;
    },
    firstOf: (pair: number): number => firsts[pair] ?? 0,
    secondOf: (pair: number): number => seconds[pair] ?? 0,
  };
}
