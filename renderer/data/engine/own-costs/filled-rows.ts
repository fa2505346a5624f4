import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { eachException, powerOfTen, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { countedCost, type OwnCost, type OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { dayNumber } from '#shared/domain/dates.ts';
import { fromDecimal, type Scaled } from '#shared/domain/decimal.ts';
import { type OpenColumn, openColumn, valueAt } from './patched-column.ts';

/** Which rows own costs are of, and what each of them comes to. */

/** An own cost as rows are compared with it: days as numbers, no zeros at the end of its figure. */
export type CostSpan = {
  /** Its place among all of them. */
  readonly at: number;
  readonly cost: OwnCost;
  readonly from: number;
  readonly to: number;
  readonly figure: Scaled;
};

/** The own costs of a store's SKUs, now and after commits that bring others. */
export type CostSpans = {
  readonly all: readonly CostSpan[];
  /** By the global code of its SKU; undefined where there is none. */
  readonly ofSku: (sku: number) => readonly CostSpan[] | undefined;
};

const SKU = 'SKU Producto';
const UNITS = 'Unidades';
const COST = 'Costo de Producto';

export function spansBySku(store: ColumnStore, costs: OwnCostsBySku): CostSpans {
  const { texts } = store.dictionary(SKU);
  const all: CostSpan[] = [];
  const bySku = new Map<string, readonly CostSpan[]>();
  for (const [sku, own] of costs) {
    const spans = own.map((cost, at) => spanOf(cost, all.length + at));
    all.push(...spans);
    bySku.set(sku, spans);
  }
  const byCode: (readonly CostSpan[] | undefined)[] = [];
  return {
    all,
    ofSku: (sku) => {
      for (let code = byCode.length; code <= sku; code += 1) byCode.push(bySku.get(texts[code] ?? ''));
      return byCode[sku];
    },
  };
}

function spanOf(cost: OwnCost, at: number): CostSpan {
  return {
    at,
    cost,
    from: cost.from === null ? Number.NEGATIVE_INFINITY : dayNumber(cost.from),
    to: cost.to === null ? Number.POSITIVE_INFINITY : dayNumber(cost.to),
    figure: trimmed(fromDecimal(countedCost(cost))),
  };
}

/** The same number without zeros at its end. */
function trimmed({ units, scale }: Scaled): Scaled {
  let made = { units, scale };
  while (made.scale > 0 && made.units % 10n === 0n) made = { units: made.units / 10n, scale: made.scale - 1 };
  return made;
}

/** Calls `visit` with the rows of a segment that an own cost is of. A row without a date has one only if it is for ever. */
export function eachCostedRow(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  { ofSku }: CostSpans,
  visit: (row: number, span: CostSpan) => void,
): void {
  const { constant, codes: local, map } = store.dictionary(SKU).codesOf(index, segment);
  const spansOf = Array.from(map ?? [constant ?? 0], ofSku);
  if (!spansOf.some((spans) => spans !== undefined)) return;
  const { codes, days } = dayCodesOf(segment, 'Fecha de compra');
  for (let row = 0; row < segment.rowCount; row += 1) {
    const spans = spansOf[local?.[row] ?? 0];
    if (spans === undefined) continue;
    const code = codes === null ? 0 : (codes[row] ?? 0);
    const day = code === 0 ? null : (days[code] ?? 0);
    for (const span of spans) {
      if (day === null ? !isForEver(span) : day < span.from || span.to < day) continue;
      visit(row, span);
      break;
    }
  }
}

const isForEver = ({ cost }: CostSpan): boolean => cost.from === null && cost.to === null;

/** The columns of a segment that decide whether an own cost counts. */
export type CostedColumns = {
  readonly flags: Uint8Array;
  readonly counts: OpenColumn;
  /** Null: no row carries it. */
  readonly source: OpenColumn | null;
};

/** Null where no own cost can count: nothing says how many units there were, or the source's costs are no numbers. */
export function costedColumns(segment: StoredSegment): CostedColumns | null {
  const counts = segment.columns.get(UNITS);
  const source = segment.columns.get(COST);
  if (counts?.kind !== 'decimal' || (source !== undefined && source.kind !== 'decimal')) return null;
  return {
    flags: productCostFlags(segment),
    counts: openColumn(counts, segment.rowCount),
    source: source === undefined ? null : openColumn(source, segment.rowCount),
  };
}

/** Whether a row gets its product cost from the user: it has Ventas and units, and the source wrote no cost, nor anything unreadable. */
export function isFilled({ flags, counts, source }: CostedColumns, row: number): boolean {
  if (flags[row] !== LACKS_COST) return false;
  if (counts.odd.size > 0 && counts.odd.has(row)) {
    if ((valueAt(counts, row)?.units ?? 0n) === 0n) return false;
  } else if (counts.units[row] === 0) return false;
  return source === null || source.odd.get(row)?.meaning.kind !== 'unreadable';
}

/** Rows that get their product cost from the user, ascending, with what it comes to: units at `scale`. */
export type FilledRows = {
  readonly rows: Uint32Array;
  readonly units: Float64Array;
  /** Decimal places that each needs. */
  readonly places: Uint8Array;
  readonly scale: number;
  /** Amounts that doubles cannot carry at that scale, by place; their units are 0. */
  readonly long: ReadonlyMap<number, Scaled>;
};

/** Amounts with more places are rare, and would take the room that all others have. */
const MAX_SCALE = 8;

/** The rows of a segment that own costs fill; null where they fill none. */
export function fillRows(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  spans: CostSpans,
): FilledRows | null {
  const columns = costedColumns(segment);
  if (columns === null) return null;
  const { counts } = columns;
  const rows: number[] = [];
  const units: number[] = [];
  const places: number[] = [];
  const long = new Map<number, Scaled>();
  eachCostedRow(store, index, segment, spans, (row, { figure }) => {
    if (!isFilled(columns, row)) return;
    const at = rows.push(row) - 1;
    let amount = Number(figure.units) * (counts.units[row] ?? 0);
    let scale = figure.scale + counts.scale;
    if (amount === 0 || !Number.isSafeInteger(amount)) {
      long.set(at, amountOf(figure, valueAt(counts, row) ?? figure));
      amount = 0;
      scale = 0;
    }
    while (scale > 0 && amount % 10 === 0) {
      amount /= 10;
      scale -= 1;
    }
    if (scale > MAX_SCALE) {
      long.set(at, { units: BigInt(amount), scale });
      amount = 0;
      scale = 0;
    }
    units.push(amount);
    places.push(scale);
  });
  return rows.length === 0 ? null : atOneScale(rows, units, places, long);
}

/** The cost of some units. */
export function amountOf(figure: Scaled, count: Scaled): Scaled {
  return trimmed({ units: figure.units * count.units, scale: figure.scale + count.scale });
}

function atOneScale(
  rows: readonly number[],
  units: readonly number[],
  places: readonly number[],
  long: Map<number, Scaled>,
): FilledRows {
  const scale = places.reduce((most, each) => Math.max(most, each), 0);
  const scaled = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const value = (units[at] ?? 0) * powerOfTen(scale - (places[at] ?? 0));
    if (Number.isSafeInteger(value)) scaled[at] = value;
    else long.set(at, { units: BigInt(units[at] ?? 0), scale: places[at] ?? 0 });
  }
  return { rows: Uint32Array.from(rows), units: scaled, places: Uint8Array.from(places), scale, long };
}

/** A mark for each row of a segment that gets its product cost from the user; null: none does. */
export function filledRows(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  spans: CostSpans,
): Uint8Array | null {
  const columns = costedColumns(segment);
  if (columns === null) return null;
  const filled = new Uint8Array(segment.rowCount);
  eachCostedRow(store, index, segment, spans, (row) => {
    if (isFilled(columns, row)) filled[row] = 1;
  });
  return filled;
}

/** Which cells of a column own costs leave as they are, for they say no number; `all` where the column holds none. */
export function unmovedRows(segment: StoredSegment, key: string): ReadonlySet<number> | 'all' {
  // It says the cost alone: a row gets it whether it carried one or not.
  if (key === COST) return NO_ROWS;
  const column = segment.columns.get(key);
  if (column?.kind !== 'decimal') return 'all';
  if (column.exceptions.rows.length === 0) return NO_ROWS;
  const unmoved = new Set<number>();
  eachException(column.exceptions, (row, { kind }) => {
    if (kind !== 'value') unmoved.add(row);
  });
  return unmoved;
}

const NO_ROWS: ReadonlySet<number> = new Set();

export const isUnmoved = (unmoved: ReadonlySet<number> | 'all', row: number): boolean =>
  unmoved === 'all' || unmoved.has(row);
