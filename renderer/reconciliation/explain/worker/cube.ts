import { type ColumnSums, scaledOf } from '#renderer/data/engine/aggregate/column-sums.ts';
import { createPairs, type GroupSlots } from '#renderer/data/engine/aggregate/group-codes.ts';
import { sumColumn } from '#renderer/data/engine/aggregate/grouped-sums.ts';
import { productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import { type ColumnStore, readMs } from '#renderer/data/engine/columns/column-store.ts';
import type { RowCodes } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { maskTask } from '#renderer/data/engine/filter/selection-mask.ts';
import {
  type Change,
  EXPLAINED_DATES,
  type ExplainedDate,
  isShiftable,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS, dayNumber, HOUR_MS } from '#shared/domain/dates.ts';
import { rescale, type Scaled, ZERO } from '#shared/domain/decimal.ts';
import { DASHBOARD_FILTERS, FILTER_COLUMNS, type Selection } from '#shared/domain/selection.ts';

/**
 * Rows put together by all that hypotheses tell apart: a cell for each combination that occurs, with exact sums. Rows that
 * no hypothesis can let in (outside every date's surroundings of the period, or kept out by what no hypothesis changes) are
 * in none.
 */
export type Cube = {
  readonly cellCount: number;
  readonly texts: readonly TextDimension[];
  /** How each date lies to the period; none where the selection has no period. */
  readonly dates: readonly DateDimension[];
  /** By cell, 1 where its rows have Ventas and no product cost. */
  readonly lacksCost: Uint8Array;
  readonly rows: Float64Array;
  /** The cell of a row by its number in the store; -1: it is in none. */
  readonly cellOf: (row: number) => number;
  /** The measure asked about, then the others. */
  readonly measures: readonly CubeMeasure[];
  /** Decimal places of all units. */
  readonly scale: number;
  /** Units are exact as doubles, and so is every sum of signed cells; else `exact` of each measure is. */
  readonly isSafe: boolean;
  /** Columns of too many values, which no hypothesis is about. */
  readonly leftOut: readonly LeftOutColumn[];
};

export type LeftOutColumn = { readonly column: string; readonly values: number };

export type TextDimension = {
  readonly column: string;
  /** Those that occur. */
  readonly values: readonly string[];
  readonly codes: Uint16Array;
};

export type DateDimension = {
  readonly column: ExplainedDate;
  /** Milliseconds, ascending; a code counts those at or before the date, plus one. Code 0: no readable date. */
  readonly bounds: readonly number[];
  readonly codes: Uint8Array;
};

export type CubeMeasure = {
  /** Changes that it takes to read it instead of the measure asked about, which takes none. */
  readonly changes: readonly MeasureChange[];
  readonly units: Float64Array;
  /** Null where `units` are safe. */
  readonly exact: readonly bigint[] | null;
};

export type MeasureChange = Extract<Change, { readonly kind: 'measure' | 'before' | 'own-costs' }>;

/** The same rows as stores: row numbers, orders and commits are one. */
export type ExplainedStores = {
  /** As the selection has them. */
  readonly shown: ColumnStore;
  readonly source: ColumnStore;
  /** With own costs the other way than the selection has them; null: there are none, or they decide which rows are in. */
  readonly switched: {
    readonly store: ColumnStore;
    readonly change: Extract<Change, { readonly kind: 'own-costs' }>;
  } | null;
};

/** Where a measure of the cube is read. */
export type MeasureSource = Pick<CubeMeasure, 'changes'> & {
  readonly store: ColumnStore;
  readonly column: string;
};

/** Limits on how finely rows are told apart. */
export type CubeLimits = {
  readonly columns: readonly string[];
  /** A column of more values is told apart by none: its hypotheses would be many, and fit by chance. */
  readonly mostValues: number;
  readonly mostCells: number;
};
const LIMITS: CubeLimits = { columns: FILTER_COLUMNS, mostValues: 64, mostCells: 2 ** 18 };

/** Hours that zones of channels lie apart from each other and from UTC. */
export const ZONE_HOURS: readonly number[] = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];
/** As many signed sums are added up at once. */
const ADDED_AT_ONCE = 8;

export type PeriodBounds = { readonly from: number; readonly to: number };

/** [from, to) of a period in milliseconds; null without one, or where the days beside it have no name. */
export function boundsOf({ period }: Selection): PeriodBounds | null {
  if (period === null || !isShiftable(period.from) || !isShiftable(period.to)) return null;
  return { from: dayNumber(period.from) * DAY_MS, to: (dayNumber(period.to) + 1) * DAY_MS };
}

export function* buildCube(
  stores: Pick<ExplainedStores, 'shown' | 'source'>,
  selection: Selection,
  measures: readonly MeasureSource[],
  limits: CubeLimits = LIMITS,
): Task<Cube> {
  const leftOut: LeftOutColumn[] = [];
  for (;;) {
    const tried = yield* tryCube(stores, selection, leftOut, limits);
    if (tried.kind === 'too-large') leftOut.push(tried.leaves);
    else return yield* withSums(stores.shown, tried, measures, leftOut);
  }
}

type CellsOfRows = {
  readonly kind: 'cells';
  readonly slots: Uint32Array;
  readonly rowsIn: Uint32Array;
  readonly mask: Uint8Array;
} & Pick<Cube, 'cellCount' | 'texts' | 'dates' | 'lacksCost' | 'rows'>;
type TooLarge = { readonly kind: 'too-large'; readonly leaves: LeftOutColumn };

/** Addition of a row's code of one dimension to its key. */
type Dimension = {
  readonly size: number;
  readonly add: (
    segment: StoredSegment,
    index: number,
    part: Uint8Array,
    into: Uint32Array,
    factor: number,
  ) => void;
};

/** Numbers the cells; too large where a column has to be left out first. */
function* tryCube(
  { shown: store, source }: Pick<ExplainedStores, 'shown' | 'source'>,
  selection: Selection,
  leftOut: readonly LeftOutColumn[],
  { mostValues, mostCells, ...limits }: CubeLimits,
): Task<CellsOfRows | TooLarge> {
  const columns = limits.columns.filter((column) => !leftOut.some((left) => left.column === column));
  const { mask, rowsIn } = yield* maskTask(store, fixedPart(selection, columns));
  const dates = dateDimensions(selection);
  yield* keepNear(store, dates, mask, rowsIn);
  const texts: { readonly column: string; readonly values: string[]; readonly dimension: Dimension }[] = [];
  for (const column of columns) {
    const { values, keyOf } = yield* occurringValues(store, column, mask, rowsIn);
    if (values.length > mostValues) return { kind: 'too-large', leaves: { column, values: values.length } };
    texts.push({ column, values, dimension: textDimension(store, column, values.length, keyOf) });
  }
  const dimensions = [
    ...texts.map(({ dimension }) => dimension),
    ...dates.map(({ bounds, codesOf }) => bytesDimension(bounds.length + 2, codesOf)),
    bytesDimension(2, (segment, index) =>
      // Flags of the source's cost: own costs are a change of their own.
      productCostFlags(source.segments[index] ?? segment).map((flag) => flag >>> 1),
    ),
  ];
  const numbered = yield* numberCells(store, dimensions, mask, rowsIn, mostCells);
  if (numbered === null) {
    const [widest] = [...texts].sort((a, b) => b.values.length - a.values.length);
    return {
      kind: 'too-large',
      leaves: { column: widest?.column ?? '', values: widest?.values.length ?? 0 },
    };
  }
  yield;
  const { cellCount, slots, rows, codeOf } = numbered;
  const ofText = texts.map(({ column, values }, at) => ({
    column,
    values,
    codes: Uint16Array.from({ length: cellCount }, (_, cell) => codeOf(cell, at)),
  }));
  yield;
  const bytes = (at: number) => Uint8Array.from({ length: cellCount }, (_, cell) => codeOf(cell, at));
  return {
    kind: 'cells',
    cellCount,
    slots,
    mask,
    rowsIn,
    rows,
    texts: ofText,
    dates: dates.map(({ column, bounds }, at) => ({ column, bounds, codes: bytes(texts.length + at) })),
    lacksCost: bytes(texts.length + dates.length),
  };
}

/** The part of a selection that no hypothesis changes. */
function fixedPart(selection: Selection, varied: readonly string[]): Selection {
  const preset = selection.dashboardPreset ? DASHBOARD_FILTERS : [];
  return {
    ...selection,
    period: boundsOf(selection) === null ? selection.period : null,
    dashboardPreset: false,
    filters: [...selection.filters, ...preset].filter(({ column }) => !varied.includes(column)),
  };
}

type DateSource = Pick<DateDimension, 'column' | 'bounds'> & {
  readonly codesOf: (segment: StoredSegment) => Uint8Array;
};

function dateDimensions(selection: Selection): readonly DateSource[] {
  const period = boundsOf(selection);
  if (period === null) return [];
  return EXPLAINED_DATES.map((column) => {
    const hours = column === selection.periodColumn ? [-24, ...ZONE_HOURS, 0, 24] : [-24, 0, 24];
    const shifted = hours.flatMap((hour) => [period.from + hour * HOUR_MS, period.to + hour * HOUR_MS]);
    const bounds = [...new Set(shifted)].sort((a, b) => a - b);
    // Asked twice: which rows are near, and in which cell they are.
    const made = new Map<number, Uint8Array>();
    const codesOf = (segment: StoredSegment): Uint8Array => {
      const codes = made.get(segment.id) ?? dateCodes(segment, column, bounds);
      made.set(segment.id, codes);
      return codes;
    };
    return { column, bounds, codesOf };
  });
}

function dateCodes(segment: StoredSegment, column: string, bounds: readonly number[]): Uint8Array {
  const times = readMs(segment.columns.get(column), segment.rowCount);
  const sorted = Float64Array.from(bounds);
  const codes = new Uint8Array(times.length);
  for (let row = 0; row < codes.length; row += 1) {
    const ms = times[row] ?? Number.NaN;
    if (Number.isNaN(ms)) continue;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    codes[row] = low + 1;
  }
  return codes;
}

/** Leaves the rows of which no date lies within the furthest bounds. */
function* keepNear(
  store: ColumnStore,
  dates: readonly DateSource[],
  mask: Uint8Array,
  rowsIn: Uint32Array,
): Task<undefined> {
  if (dates.length === 0) return;
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const near = new Uint8Array(segment.rowCount);
    for (const { bounds, codesOf } of dates) {
      const codes = codesOf(segment);
      const last = bounds.length + 1;
      for (let row = 0; row < near.length; row += 1) {
        const code = codes[row] ?? 0;
        if (code > 1 && code < last) near[row] = 1;
      }
    }
    let count = 0;
    for (let row = 0; row < near.length; row += 1) {
      const kept = (mask[segment.base + row] ?? 0) & (near[row] ?? 0);
      mask[segment.base + row] = kept;
      count += kept;
    }
    rowsIn[index] = count;
    yield;
  }
}

/** The values of a column among the rows, and the number of each by its code of the dictionary. */
function* occurringValues(store: ColumnStore, column: string, mask: Uint8Array, rowsIn: Uint32Array) {
  const dictionary = store.dictionary(column);
  const seen = new Set<number>();
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const { constant, codes, map } = dictionary.codesOf(index, segment);
    if (constant !== null) seen.add(constant);
    else if (codes !== null) {
      const found = new Uint8Array(map?.length ?? dictionary.texts.length);
      for (let row = 0; row < codes.length; row += 1) {
        if (mask[segment.base + row] === 1) found[codes[row] ?? 0] = 1;
      }
      for (let code = 0; code < found.length; code += 1) {
        if (found[code] === 1) seen.add(map === null ? code : (map[code] ?? 0));
      }
    }
    yield;
  }
  const keyOf = new Map<number, number>();
  const values: string[] = [];
  for (const code of [...seen].sort((a, b) => a - b))
    keyOf.set(code, values.push(dictionary.texts[code] ?? '') - 1);
  return { values, keyOf };
}

function textDimension(
  store: ColumnStore,
  column: string,
  size: number,
  keyOf: ReadonlyMap<number, number>,
): Dimension {
  const dictionary = store.dictionary(column);
  const keysOf = ({ map }: RowCodes) =>
    map === null
      ? Uint32Array.from(dictionary.texts, (_, code) => keyOf.get(code) ?? 0)
      : map.map((code) => keyOf.get(code) ?? 0);
  return {
    size,
    add(segment, index, part, into, factor) {
      const own = dictionary.codesOf(index, segment);
      if (own.codes !== null) return addCodes(into, part, own.codes, keysOf(own), factor);
      const added = (keyOf.get(own.constant ?? 0) ?? 0) * factor;
      if (added > 0) for (let row = 0; row < into.length; row += 1) into[row] = (into[row] ?? 0) + added;
    },
  };
}

function bytesDimension(
  size: number,
  codesOf: (segment: StoredSegment, index: number) => Uint8Array,
): Dimension {
  const same = Uint32Array.from({ length: 256 }, (_, code) => code);
  return {
    size,
    add: (segment, index, part, into, factor) => addCodes(into, part, codesOf(segment, index), same, factor),
  };
}

function addCodes(
  into: Uint32Array,
  part: Uint8Array,
  codes: Uint8Array | Uint16Array | Uint32Array,
  keys: Uint32Array,
  factor: number,
): void {
  const tables = new Uint32Array(keys.length * 2);
  for (let code = 0; code < keys.length; code += 1) tables[keys.length + code] = (keys[code] ?? 0) * factor;
  loopsOver(codes).addByCode(into, part, codes, tables, keys.length);
}

/** Each combination that occurs gets a number; null where there are too many. */
function* numberCells(
  store: ColumnStore,
  dimensions: readonly Dimension[],
  mask: Uint8Array,
  rowsIn: Uint32Array,
  mostCells: number,
) {
  const places = placesOf(dimensions);
  if (places === null) return null;
  const pairs = createPairs();
  const slots = new Uint32Array(store.rowSpan);
  const rows: number[] = [];
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const { base, rowCount } = segment;
    const part = mask.subarray(base, base + rowCount);
    const keys = [new Uint32Array(rowCount), new Uint32Array(rowCount)] as const;
    for (const [at, { add }] of dimensions.entries()) {
      const place = places[at];
      if (place !== undefined) add(segment, index, part, keys[place.half], place.factor);
    }
    for (let row = 0; row < rowCount; row += 1) {
      if (part[row] === 0) continue;
      const cell = pairs.numberOf(keys[0][row] ?? 0, keys[1][row] ?? 0);
      slots[base + row] = cell + 1;
      rows[cell] = (rows[cell] ?? 0) + 1;
    }
    if (pairs.size > mostCells) return null;
    yield;
  }
  const codeOf = (cell: number, at: number): number => {
    const { half, factor } = places[at] ?? { half: 0, factor: 1 };
    const key = half === 0 ? pairs.firstOf(cell) : pairs.secondOf(cell);
    return Math.floor(key / factor) % (dimensions[at]?.size ?? 1);
  };
  return { cellCount: pairs.size, slots, rows: Float64Array.from(rows), codeOf };
}

/** Where each dimension stands in a key of two halves of 32 bits; null where they do not hold all. */
function placesOf(dimensions: readonly Dimension[]) {
  const widths = [1, 1];
  const places: { readonly half: 0 | 1; readonly factor: number }[] = [];
  for (const { size } of dimensions) {
    const half = (widths[0] ?? 1) * size <= 2 ** 32 ? 0 : 1;
    const factor = widths[half] ?? 1;
    if (factor * size > 2 ** 32) return null;
    places.push({ half, factor });
    widths[half] = factor * size;
  }
  return places;
}

function* withSums(
  store: ColumnStore,
  cells: CellsOfRows,
  measures: readonly MeasureSource[],
  leftOut: readonly LeftOutColumn[],
): Task<Cube> {
  const { cellCount, slots, mask, rowsIn, rows } = cells;
  const layer = { of: mask, rowsIn };
  const groups: GroupSlots = {
    slotCount: cellCount + 1,
    periods: 1,
    firstKeyOf: (cell) => cell,
    secondKeyOf: () => 0,
    firstKeyCount: cellCount,
    fill(index, _, into) {
      const { base = 0, rowCount = 0 } = store.segments[index] ?? {};
      into.set(slots.subarray(base, base + rowCount));
    },
  };
  const sums: { readonly changes: CubeMeasure['changes']; readonly sums: ColumnSums }[] = [];
  for (const { store: of, column, changes } of measures) {
    sums.push({ changes, sums: yield* sumColumn(of, { periods: 1, layers: [layer] }, groups, column) });
  }
  yield;
  const scale = Math.max(0, ...sums.map(({ sums: own }) => scaleOf(own)));
  const magnitude = Math.max(0, ...measures.map(({ store: of, column }) => magnitudeOf(of, column, scale)));
  const isSafe =
    sums.every((own) => own.sums.extra.size === 0) &&
    magnitude * ADDED_AT_ONCE * 2 <= Number.MAX_SAFE_INTEGER;
  const { texts, dates, lacksCost } = cells;
  return {
    cellCount,
    texts,
    dates,
    lacksCost,
    rows,
    cellOf: (row) => (slots[row] ?? 0) - 1,
    scale,
    isSafe,
    leftOut,
    measures: sums.map(({ changes, sums: own }) => {
      if (isSafe) return { changes, units: safeUnits(own, cellCount, scale), exact: null };
      const exact = Array.from({ length: cellCount }, (_, cell) => unitsAt(own, cell + 1, scale));
      return { changes, units: Float64Array.from(exact, Number), exact };
    }),
  };
}

function safeUnits({ lanes }: ColumnSums, cellCount: number, scale: number): Float64Array {
  const units = new Float64Array(cellCount);
  for (const lane of lanes) {
    const factor = 10 ** (scale - lane.scale);
    for (let cell = 0; cell < cellCount; cell += 1) {
      units[cell] = (units[cell] ?? 0) + (lane.sums[cell + 1] ?? 0) * factor;
    }
  }
  return units;
}

function scaleOf({ scale, extra }: ColumnSums): number {
  return Math.max(scale, ...[...extra.values()].map((value) => value.scale));
}

function magnitudeOf(store: ColumnStore, column: string, scale: number): number {
  return store.scalesOf(column).reduce((sum, each) => sum + each.magnitude * 10 ** (scale - each.scale), 0);
}

function unitsAt(sums: ColumnSums, slot: number, scale: number): bigint {
  const value: Scaled = scaledOf(sums, slot, Number.POSITIVE_INFINITY) ?? ZERO;
  return rescale(value, scale).units;
}
