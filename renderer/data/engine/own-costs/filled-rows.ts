import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import { dayCodesOf, dayNumber } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type RowCodes, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { meaningAt, powerOfTen, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { fromDecimal, type Scaled } from '#shared/domain/decimal.ts';
import type { OwnCost, OwnCostsBySku } from '#shared/domain/own-costs.ts';

/** Which rows own costs are of, and what each of them comes to. */

/** An own cost as rows are compared with it: days as numbers, no zeros at the end of its figure. */
type CostSpan = {
  readonly cost: OwnCost;
  readonly from: number;
  readonly to: number;
  readonly figure: Scaled;
};

/** Finds the own cost of a row by the global code of its SKU; undefined where there is none. */
type SpansOfSku = (sku: number) => readonly CostSpan[] | undefined;

const SKU = 'SKU Producto';
const UNITS = 'Unidades';
const COST = 'Costo de Producto';

/** Makes the function that finds a SKU's costs by its code in all segments, now and after commits that bring others. */
export function spansBySku(store: ColumnStore, costs: OwnCostsBySku): SpansOfSku {
  const { texts } = store.dictionary(SKU);
  const spans: (readonly CostSpan[] | undefined)[] = [];
  return (sku) => {
    for (let code = spans.length; code <= sku; code += 1) {
      spans.push(costs.get(texts[code] ?? '')?.map(spanOf));
    }
    return spans[sku];
  };
}

function spanOf(cost: OwnCost): CostSpan {
  return {
    cost,
    from: cost.from === null ? Number.NEGATIVE_INFINITY : dayNumber(cost.from),
    to: cost.to === null ? Number.POSITIVE_INFINITY : dayNumber(cost.to),
    figure: trimmed(fromDecimal(cost.cost)),
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
  spansOf: SpansOfSku,
  visit: (row: number, span: CostSpan) => void,
): void {
  const skus = store.dictionary(SKU).codesOf(index, segment);
  if (!mentionsAny(skus, spansOf)) return;
  const { codes, days } = dayCodesOf(segment, 'Fecha de compra');
  for (let row = 0; row < segment.rowCount; row += 1) {
    const spans = spansOf(rowCode(skus, row));
    if (spans === undefined) continue;
    const code = codes === null ? 0 : (codes[row] ?? 0);
    const day = code === 0 ? null : (days[code] ?? 0);
    const span = spans.find((each) => (day === null ? isForEver(each) : each.from <= day && day <= each.to));
    if (span !== undefined) visit(row, span);
  }
}

const isForEver = ({ cost }: CostSpan): boolean => cost.from === null && cost.to === null;

function mentionsAny({ constant, map }: RowCodes, spansOf: SpansOfSku): boolean {
  if (constant !== null) return spansOf(constant) !== undefined;
  return map === null || map.some((sku) => spansOf(sku) !== undefined);
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

/**
 * The rows of a segment that have Ventas, no product cost of the source's, and an own cost. A cost that the source wrote
 * unreadably stays; rows without readable units, or with none, come to nothing.
 */
export function fillRows(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  spansOf: SpansOfSku,
): FilledRows | null {
  const units = segment.columns.get(UNITS);
  if (units?.kind !== 'decimal') return null;
  const rows: number[] = [];
  const amounts: Scaled[] = [];
  eachFilledRow(store, index, segment, spansOf, (row, { figure }) => {
    const count = meaningAt(units, row);
    if (count.kind !== 'value') return;
    rows.push(row);
    amounts.push(amountOf(figure, count.value));
  });
  return rows.length === 0 ? null : packed(rows, amounts);
}

/** The same of those rows that take it: they have Ventas and no product cost of the source's. */
export function eachFilledRow(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  spansOf: SpansOfSku,
  visit: (row: number, span: CostSpan) => void,
): void {
  const flags = productCostFlags(segment);
  eachCostedRow(store, index, segment, spansOf, (row, span) => {
    if (flags[row] === LACKS_COST && isFillable(segment, row)) visit(row, span);
  });
}

/** Whether a row without product cost can get one: it has units, and the source wrote nothing unreadable for it. */
export function isFillable({ columns }: StoredSegment, row: number): boolean {
  const units = columns.get(UNITS);
  const source = columns.get(COST);
  if (units?.kind !== 'decimal' || source?.kind === 'text') return false;
  const count = meaningAt(units, row);
  if (count.kind !== 'value' || count.value.units === 0n) return false;
  return source === undefined || meaningAt(source, row).kind !== 'unreadable';
}

/** What some units cost. */
export function amountOf(figure: Scaled, count: Scaled): Scaled {
  return trimmed({ units: figure.units * count.units, scale: figure.scale + count.scale });
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

function packed(rows: readonly number[], amounts: readonly Scaled[]): FilledRows {
  const fits = ({ units, scale }: Scaled): boolean => units <= MOST && units >= -MOST && scale <= MOST_SCALE;
  const scale = amounts.reduce((most, each) => (fits(each) && each.scale > most ? each.scale : most), 0);
  const units = new Float64Array(rows.length);
  const places = new Uint8Array(rows.length);
  const long = new Map<number, Scaled>();
  for (const [at, amount] of amounts.entries()) {
    const value = Number(amount.units) * powerOfTen(scale - Math.min(scale, amount.scale));
    if (fits(amount) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      units[at] = value;
      places[at] = amount.scale;
    } else long.set(at, amount);
  }
  return { rows: Uint32Array.from(rows), units, places, scale, long };
}

/** Amounts with more places are rare, and would take the room that all others have. */
const MOST_SCALE = 8;
