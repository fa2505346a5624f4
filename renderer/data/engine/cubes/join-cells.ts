import { type CellWeights, keepWeights, weightsOf } from '#renderer/data/engine/aggregate/cell-weights.ts';
import { addAny } from '#renderer/data/engine/aggregate/sum-kernels.ts';
import { dayCodesOf, firstDayOfMonth, unitOfDay } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type {
  DecimalColumn,
  Exceptions,
  Meaning,
  SegmentColumn,
  StoredSegment,
  TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { dictionaryOf, NO_TEXTS } from '#renderer/data/engine/columns/text-dictionary.ts';
import { closeColumn } from '#renderer/data/engine/own-costs/patched-column.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';
import { datesOfCells } from './condense-segment.ts';
import { type CodedColumn, CUBE_TEXTS, numberCells } from './number-cells.ts';
import { createOrderSets, type OrderCells } from './order-cells.ts';

/** Cells of several segments told as those of one: by day or by month, whatever segment they are of. */

/** Columns joined in one go. */
const COLUMNS_A_STEP = 8;

/** Cells of a segment: those that are listed, or all of them. */
export type CellsPart = { readonly cells: StoredSegment; readonly listed: Uint32Array | null };

type Part = CellsPart & {
  readonly weights: CellWeights;
  /** By cell of the segment, that of the whole which it is part of; that past the last one where it is not listed. */
  readonly into: Uint32Array;
};

/** Segments that can be joined have the same: their columns with kind and scale, that of their weights included. */
export function shapeOf({ columns }: StoredSegment, { salesWithCost }: CellWeights): string {
  const scaleOf = (column: SegmentColumn) => (column.kind === 'decimal' ? column.scale : column.kind);
  return JSON.stringify([[...columns].map(([key, column]) => [key, scaleOf(column)]), salesWithCost?.scale]);
}

/**
 * The days or months of cells of one shape: a cell of it has its day or the first one of its month, the texts of CUBE_TEXTS,
 * and the sums and weights of all cells that it is made of. Orders of several cells that are not named have all or none of
 * them among those that are listed.
 * @returns null where a sum might not be exact, or there are too many of them
 */
export function* joinCells(
  { dictionary }: Pick<ColumnStore, 'dictionary'>,
  parts: readonly CellsPart[],
  date: PeriodColumn,
  unit: 'day' | 'month',
): Task<StoredSegment | null> {
  const first = parts[0]?.cells;
  if (first === undefined) return null;
  const texts: { readonly key: string; readonly codes: Uint32Array }[] = [];
  for (const key of CUBE_TEXTS) {
    if (first.columns.get(key)?.kind !== 'text') continue;
    texts.push({ key, codes: globalCodes(dictionary(key), parts) });
    yield;
  }
  const dates = dateCodes(parts, date, unit);
  const coded: CodedColumn[] = texts.map(({ key, codes }) => ({ codes, size: dictionary(key).texts.length }));
  const cellCount = countCells(parts);
  const numbers = numberCells(
    new Uint8Array(cellCount).fill(1),
    [{ codes: dates.codes, size: dates.days.length }, ...coded],
    cellCount,
  );
  yield;
  if (numbers === null) return null;
  const { count, cellOf, rowOf } = numbers;
  const placed = placeParts(parts, cellOf, count);
  const columns = new Map<string, SegmentColumn>();
  for (const [at, [key, { kind }]] of [...first.columns].entries()) {
    if (at % COLUMNS_A_STEP === 0) yield;
    const text = texts.find((each) => each.key === key);
    const joined =
      text !== undefined
        ? textsOf(dictionary(key).texts, text.codes, rowOf)
        : kind === 'decimal'
          ? sumsOf(placed, ({ cells }) => cells.columns.get(key), count)
          : datesOfCells(dates.codes, dates.days, { rowOf, count });
    if (joined === null) return null;
    columns.set(key, joined);
  }
  yield;
  const { salesWithCost } = placed[0]?.weights ?? {};
  const sales = salesWithCost == null ? null : sumsOf(placed, ({ weights }) => weights.salesWithCost, count);
  if (salesWithCost != null && sales === null) return null;
  const weights: CellWeights = {
    rows: countsOf(placed, ({ rows }) => rows, count),
    rowsWithoutCost: countsOf(placed, ({ rowsWithoutCost }) => rowsWithoutCost, count),
    salesWithCost: sales,
    ...(yield* ordersOf(placed, count)),
  };
  const joined: StoredSegment = {
    ...first,
    ...{ rowCount: count, columns, isLive: new Uint8Array(count).fill(1) },
    firstPurchase: Math.min(...parts.map(({ cells }) => cells.firstPurchase)),
    lastPurchase: Math.max(...parts.map(({ cells }) => cells.lastPurchase)),
  };
  return keepWeights(joined, weights);
}

const countCells = (parts: readonly CellsPart[]): number =>
  parts.reduce((sum, { cells, listed }) => sum + (listed?.length ?? cells.rowCount), 0);

function placeParts(parts: readonly CellsPart[], cellOf: Uint32Array, count: number): readonly Part[] {
  let end = 0;
  return parts.map(({ cells, listed }) => {
    const weights = weightsOf(cells);
    if (weights === undefined) throw new RangeError('These are rows.');
    const from = end;
    end += listed?.length ?? cells.rowCount;
    const own = cellOf.subarray(from, end);
    if (listed === null) return { cells, listed, weights, into: own };
    const into = new Uint32Array(cells.rowCount).fill(count);
    for (let at = 0; at < listed.length; at += 1) into[listed[at] ?? 0] = own[at] ?? 0;
    return { cells, listed, weights, into };
  });
}

function globalCodes(
  dictionary: ReturnType<ColumnStore['dictionary']>,
  parts: readonly CellsPart[],
): Uint32Array {
  const codes = new Uint32Array(countCells(parts));
  let at = 0;
  for (const { cells, listed } of parts) {
    const own = dictionary.codesOf(0, cells);
    const length = listed?.length ?? cells.rowCount;
    for (let place = 0; place < length; place += 1) {
      codes[at + place] = rowCode(own, listed === null ? place : (listed[place] ?? 0));
    }
    at += length;
  }
  return codes;
}

/** By cell, a code of its day or month; the first day of each code. Code 0: it has no day. */
function dateCodes(parts: readonly CellsPart[], date: PeriodColumn, unit: 'day' | 'month') {
  const codes = new Uint32Array(countCells(parts));
  const codeOf = new Map<number, number>();
  const firstDays = [0];
  let at = 0;
  for (const { cells, listed } of parts) {
    const { codes: own, days } = dayCodesOf(cells, date);
    const length = listed?.length ?? cells.rowCount;
    /** Of the codes that occur. */
    const codeOfOwn = new Uint32Array(days.length);
    for (let place = 0; own !== null && place < length; place += 1) {
      const code = own[listed === null ? place : (listed[place] ?? 0)] ?? 0;
      if (code === 0) continue;
      if (codeOfOwn[code] === 0) {
        const value = unitOfDay(unit, days[code] ?? 0);
        const known = codeOf.get(value);
        const firstDay = () => (unit === 'day' ? value : firstDayOfMonth(value));
        codeOfOwn[code] = known ?? firstDays.push(firstDay()) - 1;
        codeOf.set(value, codeOfOwn[code] ?? 0);
      }
      codes[at + place] = codeOfOwn[code] ?? 0;
    }
    at += length;
  }
  return { codes, days: Int32Array.from(firstDays) };
}

/** A column of those texts that occur. */
function textsOf(texts: readonly string[], codes: Uint32Array, rowOf: Uint32Array): TextColumn {
  const localOf = new Map<number, number>();
  const own: string[] = [];
  const local = Uint32Array.from(rowOf, (row) => {
    const code = codes[row] ?? 0;
    const known = localOf.get(code);
    if (known !== undefined) return known;
    localOf.set(code, own.length);
    return own.push(texts[code] ?? '') - 1;
  });
  return { kind: 'text', codes: local, dictionary: dictionaryOf(own) };
}

/** Null where a sum of some of them might not be exact. */
function sumsOf(
  parts: readonly Part[],
  columnOf: (part: Part) => SegmentColumn | null | undefined,
  count: number,
): DecimalColumn | null {
  const units = new Float64Array(count + 1);
  const odd = createOddCells(count);
  let magnitude = 0;
  let scale = 0;
  for (const part of parts) {
    const column = columnOf(part);
    if (column?.kind !== 'decimal') throw new RangeError('Cells of another shape.');
    scale = column.scale;
    magnitude += column.magnitude;
    if (column.rows === null && part.listed !== null) addListed(part, part.listed, column.values, units);
    else addAny(part.into, column.rows, column.values, units);
    odd.add(column.exceptions, part.into);
  }
  if (magnitude > Number.MAX_SAFE_INTEGER) return null;
  const closed = closeColumn({
    scale,
    units: units.subarray(0, count),
    places: new Uint8Array(count),
    odd: new Map(),
  });
  return { ...closed, places: 0, exceptions: odd.made() };
}

function addListed(
  { into }: Part,
  listed: Uint32Array,
  values: DecimalColumn['values'],
  units: Float64Array,
): void {
  for (let at = 0; at < listed.length; at += 1) {
    const own = listed[at] ?? 0;
    const cell = into[own] ?? 0;
    units[cell] = (units[cell] ?? 0) + (values[own] ?? 0);
  }
}

const ABSENT = 0;
const UNREADABLE = 1;
const COUNTED: readonly Meaning[] = [{ kind: 'absent' }, { kind: 'unreadable' }];

/** Gathers what the arrays do not carry: what means no number is counted cell by cell, numbers are listed. */
function createOddCells(count: number) {
  let counts: Float64Array | null = null;
  const meanings: Meaning[] = [...COUNTED];
  const cells: number[] = [];
  return {
    add({ rows, codes, meanings: own, times }: Exceptions, into: Uint32Array): void {
      if (rows.length === 0) return;
      counts ??= new Float64Array(count * COUNTED.length);
      for (let at = 0; at < rows.length; at += 1) {
        const cell = into[rows[at] ?? 0] ?? 0;
        if (cell === count) continue;
        const meaning = own[codes[at] ?? 0];
        if (meaning?.kind === 'value') {
          cells.push(cell);
          meanings.push(meaning);
          continue;
        }
        const place = cell * COUNTED.length + (meaning?.kind === 'unreadable' ? UNREADABLE : ABSENT);
        counts[place] = (counts[place] ?? 0) + (times?.[at] ?? 1);
      }
    },
    made(): Exceptions {
      const counted = counts ?? new Float64Array(0);
      const places = [...counted.keys()].filter((place) => (counted[place] ?? 0) > 0);
      return {
        rows: Uint32Array.from([...places.map((place) => Math.floor(place / COUNTED.length)), ...cells]),
        codes: Uint32Array.from([
          ...places.map((place) => place % COUNTED.length),
          ...cells.map((_, at) => COUNTED.length + at),
        ]),
        dictionary: NO_TEXTS,
        meanings,
        times: Float64Array.from([...places.map((place) => counted[place] ?? 0), ...cells.map(() => 1)]),
      };
    },
  };
}

function countsOf(parts: readonly Part[], read: (weights: CellWeights) => Int32Array, count: number) {
  const counts = new Int32Array(count + 1);
  for (const { weights, into } of parts) {
    const own = read(weights);
    for (let cell = 0; cell < own.length; cell += 1) {
      const at = into[cell] ?? 0;
      counts[at] = (counts[at] ?? 0) + (own[cell] ?? 0);
    }
  }
  return counts.subarray(0, count);
}

/** Orders whose cells are one now are of that one; those that are named stay so. */
function* ordersOf(parts: readonly Part[], count: number): Task<OrderCells> {
  const orders = countsOf(parts, (weights) => weights.orders, count);
  const sets = createOrderSets();
  const named = { orders: [] as number[], cells: [] as number[] };
  for (const { weights, into } of parts) {
    yield;
    const { starts, cells, counts } = weights.orderSets;
    for (let set = 0; set < counts.length; set += 1) {
      if (into[cells[starts[set] ?? 0] ?? 0] === count) continue;
      const of = new Set(Array.from(cells.subarray(starts[set], starts[set + 1]), (cell) => into[cell] ?? 0));
      const ordersOfSet = counts[set] ?? 0;
      const [only = 0] = of;
      if (of.size > 1) sets.add([...of], ordersOfSet);
      else orders[only] = (orders[only] ?? 0) + ordersOfSet;
    }
    const { scatteredOrders } = weights;
    for (const [at, order] of scatteredOrders.orders.entries()) {
      const cell = into[scatteredOrders.cells[at] ?? 0] ?? 0;
      if (cell === count) continue;
      // The cells of an order stand one after another.
      if (named.orders.at(-1) === order && named.cells.at(-1) === cell) continue;
      named.orders.push(order);
      named.cells.push(cell);
    }
  }
  return {
    orders,
    orderSets: sets.made(),
    scatteredOrders: { orders: Uint32Array.from(named.orders), cells: Uint32Array.from(named.cells) },
  };
}
