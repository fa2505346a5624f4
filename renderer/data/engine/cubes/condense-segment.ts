import { type CellWeights, keepWeights } from '#renderer/data/engine/aggregate/cell-weights.ts';
import {
  HAS_COST,
  LACKS_COST,
  productCostFlags,
  rowFlagsOf,
} from '#renderer/data/engine/aggregate/row-flags.ts';
import { addAny } from '#renderer/data/engine/aggregate/sum-kernels.ts';
import { dayCodesOf, unitOfDay } from '#renderer/data/engine/columns/calendar.ts';
import { countOnes } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type {
  Codes,
  DateColumn,
  DecimalColumn,
  Exceptions,
  SegmentColumn,
  StoredSegment,
  TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { NO_TEXTS } from '#renderer/data/engine/columns/text-dictionary.ts';
import { closeColumn } from '#renderer/data/engine/own-costs/patched-column.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';
import { type CellNumbers, CUBE_TEXTS, codedColumns, numberCells } from './number-cells.ts';
import { type OrderCells, orderCells } from './order-cells.ts';

const createSums = () => defineDerivation<DecimalColumn, DecimalColumn>();
/** By column: a segment with own costs shares most of its columns with the one below, and so it does their sums. */
const sumsOf: { readonly [date in PeriodColumn]: ReturnType<typeof createSums> } = {
  'Fecha de compra': createSums(),
  'Fecha de Pago': createSums(),
};

/** Columns condensed in one go. */
const COLUMNS_A_STEP = 8;

/**
 * A segment whose rows are the cells of the live rows of another: the day of a date, the texts of CUBE_TEXTS, and of each
 * figure the sum, exact at the same scale. Its exceptions are those of all rows, so that a cell may have several.
 * @param most cells that it may have
 * @returns null where there would be more, or a cell's sum of some figure might not be exact
 */
export function* condenseSegment(
  segment: StoredSegment,
  date: PeriodColumn,
  most: number,
): Task<StoredSegment | null> {
  const summed = [...segment.columns].flatMap(([key, column]) =>
    isSummed(key, column) ? [{ key, column }] : [],
  );
  if (summed.some(({ column }) => column.magnitude > Number.MAX_SAFE_INTEGER)) return null;
  const liveRows = countOnes(segment.isLive);
  const cells = numberCells(segment.isLive, codedColumns(segment, date), most);
  yield;
  if (cells === null) return null;
  const columns = new Map<string, SegmentColumn>();
  for (const key of CUBE_TEXTS) {
    const column = segment.columns.get(key);
    if (column?.kind === 'text') columns.set(key, textsOfCells(column, cells));
  }
  const days = daysOfCells(segment, date, cells);
  if (days !== null) columns.set(date, days);
  yield;
  const ofRows = weighRows(segment, cells);
  yield;
  const monthOf = monthsOfCells(segment, date, cells);
  const weights = { ...ofRows, ...orderCells(segment, rowFlagsOf(segment), cells, monthOf) };
  for (const [at, { key, column }] of summed.entries()) {
    if (at % COLUMNS_A_STEP === 0) yield;
    const make = () => sumsOfCells(column, cells.cellOf, cells.count);
    // Rows only ever die: while as many are alive, they are the same, and of the same cells.
    columns.set(key, sumsOf[date].of(column, make, liveRows));
  }
  const made: StoredSegment = {
    ...segment,
    columns,
    rowCount: cells.count,
    isLive: new Uint8Array(cells.count).fill(1),
    notes: new Uint8Array(0),
    orderOf: new Uint32Array(0),
    purchaseMs: new Float64Array(0),
  };
  return keepWeights(made, weights);
}

function isSummed(key: string, column: SegmentColumn): column is DecimalColumn {
  const known = findColumn(key);
  return column.kind === 'decimal' && known !== undefined && isSummable(known);
}

function weighRows(
  segment: StoredSegment,
  { cellOf, count }: CellNumbers,
): Omit<CellWeights, keyof OrderCells> {
  const flags = productCostFlags(segment);
  const rows = new Int32Array(count + 1);
  const rowsWithoutCost = new Int32Array(count + 1);
  const cellOfCost = new Uint32Array(cellOf.length);
  for (let row = 0; row < cellOf.length; row += 1) {
    const cell = cellOf[row] ?? 0;
    rows[cell] = (rows[cell] ?? 0) + 1;
    if (flags[row] === LACKS_COST) rowsWithoutCost[cell] = (rowsWithoutCost[cell] ?? 0) + 1;
    cellOfCost[row] = flags[row] === HAS_COST ? cell : count;
  }
  const sales = segment.columns.get(RATE_BASE_COLUMN);
  return {
    rows: rows.subarray(0, count),
    rowsWithoutCost: rowsWithoutCost.subarray(0, count),
    salesWithCost: sales?.kind === 'decimal' ? sumsOfCells(sales, cellOfCost, count) : null,
  };
}

function textsOfCells(column: TextColumn, { rowOf, count }: CellNumbers): TextColumn {
  const { codes, dictionary } = column;
  if (codes === null) return column;
  const made = codes.slice(0, count);
  for (let cell = 0; cell < count; cell += 1) made[cell] = codes[rowOf[cell] ?? 0] ?? 0;
  return { kind: 'text', codes: made, dictionary };
}

/** Of a date without a day it is not told whether it is absent or unreadable. */
const UNDATED: Pick<Exceptions, 'dictionary' | 'meanings'> = {
  dictionary: NO_TEXTS,
  meanings: [{ kind: 'absent' }],
};

function daysOfCells(segment: StoredSegment, date: PeriodColumn, cells: CellNumbers): DateColumn | null {
  const { codes, days } = dayCodesOf(segment, date);
  return codes === null ? null : datesOfCells(codes, days, cells);
}

/** The beginning of each cell's day, by the codes of rows; code 0: it has none. */
export function datesOfCells(
  codes: Codes,
  days: Int32Array,
  { rowOf, count }: Pick<CellNumbers, 'rowOf' | 'count'>,
): DateColumn {
  const offsets = new Float64Array(count);
  const undated: number[] = [];
  for (let cell = 0; cell < count; cell += 1) {
    const code = codes[rowOf[cell] ?? 0] ?? 0;
    if (code === 0) undated.push(cell);
    else offsets[cell] = (days[code] ?? 0) * DAY_MS;
  }
  const exceptions = { ...UNDATED, rows: Uint32Array.from(undated), codes: new Uint32Array(undated.length) };
  return { kind: 'date', utc: false, base: 0, offsets, exceptions };
}

/** The month of each cell; those without a day are of one that no other is. */
function monthsOfCells(segment: StoredSegment, date: PeriodColumn, { rowOf }: CellNumbers): Int32Array {
  const { codes, days } = dayCodesOf(segment, date);
  const months = days.map((day, code) => (code === 0 ? NO_MONTH : unitOfDay('month', day)));
  return Int32Array.from(rowOf, (row) => months[codes?.[row] ?? 0] ?? NO_MONTH);
}

const NO_MONTH = -(2 ** 31);

/** `cellOf`: by row; rows of cell `count` are left out. */
function sumsOfCells(column: DecimalColumn, cellOf: Uint32Array, count: number): DecimalColumn {
  const units = new Float64Array(count + 1);
  addAny(cellOf, column.rows, column.values, units);
  const closed = closeColumn({
    scale: column.scale,
    units: units.subarray(0, count),
    places: new Uint8Array(count),
    odd: new Map(),
  });
  return { ...closed, places: 0, exceptions: exceptionsOfCells(column.exceptions, cellOf, count) };
}

function exceptionsOfCells(exceptions: Exceptions, cellOf: Uint32Array, count: number): Exceptions {
  const { rows, codes } = exceptions;
  if (rows.length === 0) return exceptions;
  const kept = [...rows.keys()].filter((at) => (cellOf[rows[at] ?? 0] ?? 0) < count);
  const { dictionary, meanings } = exceptions;
  return {
    dictionary,
    meanings,
    rows: Uint32Array.from(kept, (at) => cellOf[rows[at] ?? 0] ?? 0),
    codes: Uint32Array.from(kept, (at) => codes[at] ?? 0),
  };
}
