import type { SegmentColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { COST_COLUMNS, COST_RATES } from '#renderer/data/model/own-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { percentOf, type Scaled } from '#shared/domain/decimal.ts';
import { isRateBase, RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { FilledRows } from './filled-rows.ts';
import {
  absentColumn,
  addLong,
  addUnits,
  closeColumn,
  type OpenColumn,
  openColumn,
  setValue,
  valueAt,
  widen,
} from './patched-column.ts';

/** The one column that says the product cost: it is there where no row carried it. */
const PRODUCT_COST = 'Costo de Producto';

/** A segment's columns with own costs counted: those of MOVED_COLUMNS anew, all others as they are. */
export function* overlaidColumns(
  segment: StoredSegment,
  filled: FilledRows,
): Task<ReadonlyMap<string, SegmentColumn>> {
  const { columns, rowCount } = segment;
  const open = new Map<string, OpenColumn>();
  for (const [key, sign] of COST_COLUMNS) {
    const column = openOf(columns.get(key), rowCount, key === PRODUCT_COST);
    if (column === null) continue;
    addCosts(column, filled, sign, key === PRODUCT_COST);
    open.set(key, column);
    yield;
  }
  const ventas = openOf(columns.get(RATE_BASE_COLUMN), rowCount, false);
  for (const [key, part] of COST_RATES) {
    const column = openOf(columns.get(key), rowCount, false);
    if (column === null || ventas === null) continue;
    // Where a segment has no numbers of the part, its rows have no rate of it, as where a row alone has none.
    const of = open.get(part) ?? absentColumn(rowCount);
    setRates(column, of, ventas, filled);
    open.set(key, column);
    yield;
  }
  const made = new Map(columns);
  for (const [key, column] of open) {
    made.set(key, closeColumn(column));
    yield;
  }
  return made;
}

/** Null: the column holds no numbers. */
function openOf(column: SegmentColumn | undefined, rowCount: number, makes: boolean): OpenColumn | null {
  if (column === undefined) return makes ? absentColumn(rowCount) : null;
  return column.kind === 'decimal' ? openColumn(column, rowCount) : null;
}

function addCosts(column: OpenColumn, filled: FilledRows, sign: 1 | -1, fills: boolean): void {
  const { rows, units, places, scale, long } = filled;
  widen(column, scale);
  const factor = 10 ** (column.scale - scale);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const amount = long.get(at);
    const own = (units[at] ?? 0) * factor;
    if (amount !== undefined) addLong(column, row, signed(amount, sign), fills);
    else if (Math.abs(own) <= Number.MAX_SAFE_INTEGER) {
      addUnits(column, row, { units: sign * own, places: places[at] ?? 0, fills });
    } else addLong(column, row, signed({ units: BigInt(units[at] ?? 0), scale }, sign), fills);
  }
}

function signed({ units, scale }: Scaled, sign: 1 | -1): Scaled {
  return { units: units * BigInt(sign), scale };
}

/** Decimal places of the rows' own percentages. */
const RATE_PLACES = 2;

/** The percentages of rows that moved, of their own values; where the source has one. No rate over Ventas of 0 or less. */
function setRates(column: OpenColumn, part: OpenColumn, ventas: OpenColumn, { rows }: FilledRows): void {
  widen(column, RATE_PLACES);
  for (const row of rows) {
    if (valueAt(column, row) === null) continue;
    setValue(column, row, rateAt(part, ventas, row));
  }
}

function rateAt(part: OpenColumn, ventas: OpenColumn, row: number): Scaled | null {
  if (part.scale === ventas.scale && !part.odd.has(row) && !ventas.odd.has(row)) {
    const [top, base] = [10 ** (2 + RATE_PLACES) * (part.units[row] ?? 0), ventas.units[row] ?? 0];
    if (base <= 0) return null;
    if (Number.isSafeInteger(2 * top) && Number.isSafeInteger(base)) {
      return { units: BigInt(halfAwayFromZero(top, base)), scale: RATE_PLACES };
    }
  }
  const value = valueAt(part, row);
  const base = valueAt(ventas, row);
  if (value === null || base === null || !isRateBase(base)) return null;
  return percentOf(value, base, RATE_PLACES) ?? null;
}

/** top / base in whole numbers, rounded half away from zero; both are exact, and so is what is left over. */
function halfAwayFromZero(top: number, base: number): number {
  const size = Math.abs(top);
  const rest = size % base;
  const whole = (size - rest) / base + (rest >= base - rest ? 1 : 0);
  return top < 0 && whole > 0 ? -whole : whole;
}
