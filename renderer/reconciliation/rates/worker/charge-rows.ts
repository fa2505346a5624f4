import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  eachException,
  powerOfTen,
  type SegmentColumn,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { sortedByCounting } from '#renderer/data/engine/scan/counting.ts';
import {
  PAID_SHIPPING_COLUMN,
  RATE_SOURCES,
  type RateKind,
  type RateUnjudged,
  SALES_COLUMN,
} from '#renderer/reconciliation/rates/model/rates.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { rescale } from '#shared/domain/decimal.ts';

/** Rows with a charge, side by side and group by group: amounts are whole numbers of units at one scale. */
export type ChargeRows = {
  readonly kind: RateKind;
  readonly scale: number;
  readonly count: number;
  /** Number of the row in the store. */
  readonly row: Uint32Array;
  readonly charge: Float64Array;
  readonly installments: Float64Array;
  readonly refunded: Float64Array;
  readonly sales: Float64Array;
  readonly paidShipping: Float64Array;
  readonly units: Float64Array;
  /** Days since 1970 of the purchase. */
  readonly day: Int32Array;
  /** Code of each level's text; rows of equal codes stand together, and by day within them. */
  readonly codes: readonly Uint32Array[];
  readonly unjudged: RateUnjudged;
};

/** Twice of any sum of two of them times a unit count stays exact. */
const MAX_UNITS = 2 ** 46;
/** Amounts with more decimal places are no money. */
const MAX_SCALE = 6;
const REGULAR = 'Regular';

type Selected = Pick<SelectionMask, 'mask' | 'rows' | 'rowsIn'>;

/** The rows of a selection that a charge can be checked in, in the order of their groups. */
export function* gatherCharges(
  store: ColumnStore,
  { mask, rows, rowsIn }: Selected,
  kind: RateKind,
): Task<ChargeRows> {
  const { charge, installments, refund, levels } = RATE_SOURCES[kind];
  const keys = [charge, refund, SALES_COLUMN, PAID_SHIPPING_COLUMN, installments].filter(
    (key) => key !== null,
  );
  const scale = Math.min(
    MAX_SCALE,
    Math.max(0, ...keys.flatMap((key) => store.scalesOf(key).map((each) => each.scale))),
  );
  yield;
  const made = emptyRows(kind, scale, rows, levels.length);
  yield;
  const states = store.dictionary('Estado de Orden');
  const dictionaries = levels.map((level) => store.dictionary(level));
  const unjudged = { states: 0, uncharged: 0, unsold: 0, unreadable: 0 };
  let count = 0;
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const amounts = amountsOf(segment, kind, scale);
    yield;
    const stateCodes = states.codesOf(index, segment);
    const codes = dictionaries.map((dictionary) => dictionary.codesOf(index, segment));
    yield;
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (mask[segment.base + at] !== 1) continue;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      const charged = amounts.charge[at] ?? Number.NaN;
      const sales = amounts.sales[at] ?? Number.NaN;
      const units = amounts.units[at] ?? Number.NaN;
      if (states.texts[rowCode(stateCodes, at)] !== REGULAR) unjudged.states += 1;
      else if (charged === 0) unjudged.uncharged += 1;
      else if (!isReadable(amounts, at) || Number.isNaN(ms)) unjudged.unreadable += 1;
      else if (charged < 0 || sales <= 0 || units <= 0 || !Number.isInteger(units)) unjudged.unsold += 1;
      else {
        made.row[count] = segment.base + at;
        made.charge[count] = charged;
        made.installments[count] = amounts.installments[at] ?? 0;
        made.refunded[count] = amounts.refunded[at] ?? 0;
        made.sales[count] = sales;
        made.paidShipping[count] = amounts.paidShipping[at] ?? 0;
        made.units[count] = units;
        made.day[count] = Math.floor(ms / DAY_MS);
        for (let level = 0; level < codes.length; level += 1) {
          const own = codes[level];
          const into = made.codes[level];
          if (own !== undefined && into !== undefined) into[count] = rowCode(own, at);
        }
        count += 1;
      }
    }
    yield;
  }
  return yield* byGroup({ ...made, count, unjudged });
}

function emptyRows(kind: RateKind, scale: number, rows: number, levels: number) {
  return {
    kind,
    scale,
    row: new Uint32Array(rows),
    charge: new Float64Array(rows),
    installments: new Float64Array(rows),
    refunded: new Float64Array(rows),
    sales: new Float64Array(rows),
    paidShipping: new Float64Array(rows),
    units: new Float64Array(rows),
    day: new Int32Array(rows),
    codes: Array.from({ length: levels }, () => new Uint32Array(rows)),
  };
}

type Amounts = Readonly<
  Pick<ChargeRows, 'charge' | 'installments' | 'refunded' | 'sales' | 'paidShipping' | 'units'>
>;

function isReadable(amounts: Amounts, at: number): boolean {
  // NaN reaches the sum from any of them.
  const { charge, installments, refunded, sales, paidShipping, units } = amounts;
  const sum =
    (charge[at] ?? 0) +
    (installments[at] ?? 0) +
    (refunded[at] ?? 0) +
    (sales[at] ?? 0) +
    (paidShipping[at] ?? 0) +
    (units[at] ?? 0);
  return !Number.isNaN(sum);
}

/** The columns of a segment that a kind of charge is about, by row. What other charges than its own lack counts as 0. */
function amountsOf(segment: StoredSegment, kind: RateKind, scale: number): Amounts {
  const source = RATE_SOURCES[kind];
  const read = (key: string | null, places = scale, absent = Number.NaN) =>
    amountsAt(key === null ? undefined : segment.columns.get(key), segment.rowCount, places, absent);
  return {
    charge: read(source.charge),
    installments: read(source.installments, scale, 0),
    refunded: read(source.refund, scale, 0),
    sales: read(SALES_COLUMN),
    paidShipping: read(PAID_SHIPPING_COLUMN, scale, 0),
    units: read('Unidades', 0),
  };
}

/** A column as units at a scale, by row; NaN where it has no number that doubles carry there, `absent` where it has none. */
function amountsAt(
  column: SegmentColumn | undefined,
  rowCount: number,
  scale: number,
  absent: number,
): Float64Array {
  const out = new Float64Array(rowCount);
  if (column?.kind !== 'decimal') return out.fill(absent);
  const { rows, values } = column;
  const up = powerOfTen(Math.max(0, scale - column.scale));
  const down = powerOfTen(Math.max(0, column.scale - scale));
  for (let at = 0; at < values.length; at += 1) {
    const units = ((values[at] ?? 0) * up) / down;
    const isCarried = Number.isInteger(units) && Math.abs(units) <= MAX_UNITS;
    out[rows === null ? at : (rows[at] ?? 0)] = isCarried ? units : Number.NaN;
  }
  eachException(column.exceptions, (row, meaning) => {
    if (meaning.kind === 'value' && meaning.value.scale <= scale) {
      const units = Number(rescale(meaning.value, scale).units);
      out[row] = Math.abs(units) <= MAX_UNITS ? units : Number.NaN;
    } else out[row] = meaning.kind === 'absent' ? absent : Number.NaN;
  });
  return out;
}

/** The same rows, those of a group together, by day within the finest one. */
function* byGroup(rows: ChargeRows): Task<ChargeRows> {
  const { count } = rows;
  let order = new Uint32Array(count);
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < count; at += 1) {
    order[at] = at;
    first = Math.min(first, rows.day[at] ?? 0);
  }
  const days = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) days[at] = (rows.day[at] ?? 0) - first;
  yield;
  for (const keys of [days, ...rows.codes.toReversed()]) {
    order = sortedByCounting(order, keys);
    yield;
  }
  const take = <T extends Uint32Array | Float64Array | Int32Array>(values: T): T => {
    const taken = values.slice(0, count) as T;
    for (let at = 0; at < count; at += 1) taken[at] = values[order[at] ?? 0] ?? 0;
    return taken;
  };
  const codes: Uint32Array[] = [];
  for (const each of rows.codes) {
    codes.push(take(each));
    yield;
  }
  const charge = take(rows.charge);
  yield;
  const installments = take(rows.installments);
  yield;
  const refunded = take(rows.refunded);
  yield;
  const sales = take(rows.sales);
  yield;
  const paidShipping = take(rows.paidShipping);
  yield;
  const units = take(rows.units);
  yield;
  const row = take(rows.row);
  yield;
  const day = take(rows.day);
  return { ...rows, row, day, charge, installments, refunded, sales, paidShipping, units, codes };
}
