import type { SegmentColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { percentOf, type Scaled } from '#shared/domain/decimal.ts';
import { isRateBase, RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
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

/** The columns that contain the product cost, and which way (spec 2.5). Marketplace has none. */
const COST_COLUMNS: readonly (readonly [column: string, sign: 1 | -1])[] = [
  ['Costo de Producto', 1],
  ['Rentabilidad Comercial', -1],
  ['Rentabilidad Total', -1],
  ['Costo Comercial', 1],
  ['Costo Total', 1],
];

/** What the product cost is said in alone: it is there where no row carried it. */
const [[PRODUCT_COST]] = COST_COLUMNS as readonly [readonly [string, 1 | -1]];

/** A row's percentages of what moves. */
const RATES = Object.entries(RATE_COLUMNS).filter(([, part]) => COST_COLUMNS.some(([key]) => key === part));

/** Every column whose values own costs change. */
export const MOVED_COLUMNS: readonly string[] = [
  ...COST_COLUMNS.map(([key]) => key),
  ...RATES.map(([key]) => key),
];

/** A segment's columns with own costs counted: those of MOVED_COLUMNS anew, all others as they are. */
export function overlaidColumns(
  segment: StoredSegment,
  filled: FilledRows,
): ReadonlyMap<string, SegmentColumn> {
  const { columns, rowCount } = segment;
  const open = new Map<string, OpenColumn>();
  for (const [key, sign] of COST_COLUMNS) {
    const column = openOf(columns.get(key), rowCount, key === PRODUCT_COST);
    if (column === null) continue;
    addCosts(column, filled, sign, key === PRODUCT_COST);
    open.set(key, column);
  }
  const ventas = openOf(columns.get(RATE_BASE_COLUMN), rowCount, false);
  for (const [key, part] of RATES) {
    const column = openOf(columns.get(key), rowCount, false);
    const of = open.get(part);
    if (column === null || of === undefined || ventas === null) continue;
    setRates(column, of, ventas, filled);
    open.set(key, column);
  }
  return new Map([...columns, ...[...open].map(([key, column]) => [key, closeColumn(column)] as const)]);
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
  const value = valueAt(part, row);
  const base = valueAt(ventas, row);
  if (value === null || base === null || !isRateBase(base)) return null;
  return percentOf(value, base, RATE_PLACES) ?? null;
}
