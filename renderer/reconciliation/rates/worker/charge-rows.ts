import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  type Codes,
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
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { rescale } from '#shared/domain/decimal.ts';
import type { Seams } from './part-walk.ts';

/** Whole numbers in as few bytes as they need: they are kept, eight for each row. */
export type Wholes = Int8Array | Int16Array | Int32Array | Float64Array;

/** Rows with a charge, side by side and group by group: amounts are whole numbers of units at one scale. */
export type ChargeRows = {
  readonly kind: RateKind;
  readonly scale: number;
  readonly count: number;
  /** Number of the row in the store. */
  readonly row: Uint32Array;
  readonly charge: Wholes;
  readonly installments: Wholes;
  readonly refunded: Wholes;
  readonly sales: Wholes;
  readonly paidShipping: Wholes;
  readonly units: Wholes;
  /** Days since 1970 of the purchase. */
  readonly day: Wholes;
  /** Code of each level's text; rows of equal codes stand together, by day within them, then by their numbers. */
  readonly codes: readonly Codes[];
  readonly unjudged: RateUnjudged;
};

/** The charges of a selection, with what the next gathering of them goes on from. */
export type GatheredCharges = {
  readonly rows: ChargeRows;
  /** By the number of the row in the store: 0 where it is not selected, else one of STATE. */
  readonly states: Uint8Array;
};

const UNJUDGED = [
  'states',
  'uncharged',
  'unsold',
  'unreadable',
] as const satisfies readonly (keyof RateUnjudged)[];
/** Of a selected row; from 2 on the place in UNJUDGED. */
const STATE = { judged: 1, states: 2, uncharged: 3, unsold: 4, unreadable: 5 } as const;

/** Twice of any sum of two of them times a unit count stays exact. */
const MAX_UNITS = 2 ** 46;
/** Amounts with more decimal places are no money. */
const MAX_SCALE = 6;
const REGULAR = 'Regular';

type Selected = Pick<SelectionMask, 'mask' | 'rowsIn'>;

/**
 * The rows of a selection that a charge can be checked in, in the order of their groups. A row never changes: those that were
 * gathered before are taken over from there, less those that are gone.
 * @param before of the same store, whatever was selected then
 * @returns `seams`: where rows stand otherwise than before; null where they were gathered anew
 */
export function* gatherCharges(
  store: ColumnStore,
  { mask, rowsIn }: Selected,
  kind: RateKind,
  before: GatheredCharges | null = null,
): Task<GatheredCharges & { readonly seams: Seams }> {
  const { charge, installments, refund, levels } = RATE_SOURCES[kind];
  const keys = [charge, refund, SALES_COLUMN, PAID_SHIPPING_COLUMN, installments].filter(
    (key) => key !== null,
  );
  const scale = Math.min(
    MAX_SCALE,
    Math.max(0, ...keys.flatMap((key) => store.scalesOf(key).map((each) => each.scale))),
  );
  yield;
  const known = before?.rows.scale === scale && before.states.length <= mask.length ? before : null;
  const states = new Uint8Array(mask.length);
  if (known !== null) states.set(known.states);
  yield;
  const { come, counts } = compareSelected(mask, states);
  const made = emptyRows(kind, scale, come, levels.length);
  yield;
  const texts = store.dictionary('Estado de Orden');
  const dictionaries = levels.map((level) => store.dictionary(level));
  let count = 0;
  for (const [index, segment] of store.segments.entries()) {
    const part = mask.subarray(segment.base, segment.base + segment.rowCount);
    const own = states.subarray(segment.base, segment.base + segment.rowCount);
    if ((rowsIn[index] ?? 0) === 0 || !hasCome(part, own)) continue;
    const amounts = amountsOf(segment, kind, scale);
    yield;
    const stateCodes = texts.codesOf(index, segment);
    const codes = dictionaries.map((dictionary) => dictionary.codesOf(index, segment));
    yield;
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (part[at] !== 1 || own[at] !== 0) continue;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      const isRegular = texts.texts[rowCode(stateCodes, at)] === REGULAR;
      const state = isRegular ? stateOf(amounts, at, ms) : STATE.states;
      own[at] = state;
      counts[state] = (counts[state] ?? 0) + 1;
      if (state !== STATE.judged) continue;
      made.row[count] = segment.base + at;
      made.charge[count] = amounts.charge[at] ?? 0;
      made.installments[count] = amounts.installments[at] ?? 0;
      made.refunded[count] = amounts.refunded[at] ?? 0;
      made.sales[count] = amounts.sales[at] ?? 0;
      made.paidShipping[count] = amounts.paidShipping[at] ?? 0;
      made.units[count] = amounts.units[at] ?? 0;
      made.day[count] = Math.floor(ms / DAY_MS);
      for (let level = 0; level < codes.length; level += 1) {
        const from = codes[level];
        const into = made.codes[level];
        if (from !== undefined && into !== undefined) into[count] = rowCode(from, at);
      }
      count += 1;
    }
    yield;
  }
  const fresh = yield* inFewBytes(yield* byGroup(made, count));
  const { rows, seams } =
    known === null ? { rows: fresh, seams: null } : yield* joined(known.rows, fresh, states);
  const unjudged = { states: 0, uncharged: 0, unsold: 0, unreadable: 0 };
  for (const [place, reason] of UNJUDGED.entries()) {
    unjudged[reason] = (known?.rows.unjudged[reason] ?? 0) + (counts[STATE.states + place] ?? 0);
  }
  return { rows: { ...rows, unjudged }, states, seams };
}

/** Takes off the states of rows that are selected no longer; how many have none yet, and how many of each state went. */
function compareSelected(mask: Uint8Array, states: Uint8Array) {
  const counts = [0, 0, 0, 0, 0, 0];
  let come = 0;
  for (let row = 0; row < mask.length; row += 1) {
    const state = states[row] ?? 0;
    if (mask[row] === 1) {
      if (state === 0) come += 1;
    } else if (state !== 0) {
      counts[state] = (counts[state] ?? 0) - 1;
      states[row] = 0;
    }
  }
  return { come, counts };
}

function hasCome(part: Uint8Array, states: Uint8Array): boolean {
  for (let row = 0; row < part.length; row += 1) if (part[row] === 1 && states[row] === 0) return true;
  return false;
}

function stateOf(amounts: Amounts, at: number, ms: number): number {
  const charged = amounts.charge[at] ?? Number.NaN;
  const units = amounts.units[at] ?? Number.NaN;
  if (charged === 0) return STATE.uncharged;
  if (!isReadable(amounts, at) || Number.isNaN(ms)) return STATE.unreadable;
  const isSold = charged >= 0 && (amounts.sales[at] ?? 0) > 0 && units > 0 && Number.isInteger(units);
  return isSold ? STATE.judged : STATE.unsold;
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
    day: new Float64Array(rows),
    codes: Array.from({ length: levels }, () => new Uint32Array(rows)),
  };
}

const AMOUNTS = ['charge', 'installments', 'refunded', 'sales', 'paidShipping', 'units'] as const;
type Amounts = { readonly [amount in (typeof AMOUNTS)[number]]: Float64Array };

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

type Gathered = Omit<ChargeRows, 'unjudged'>;
type MadeRows = ReturnType<typeof emptyRows> & { readonly count: number };
const COLUMNS = [...AMOUNTS, 'day'] as const;

function* inFewBytes(made: MadeRows): Task<Gathered> {
  const columns: { [column in (typeof COLUMNS)[number]]?: Wholes } = {};
  for (const column of COLUMNS) {
    columns[column] = wholesOf(made[column]);
    yield;
  }
  const codes: Codes[] = [];
  for (const each of made.codes) {
    codes.push(codesOf(each));
    yield;
  }
  return { ...made, ...(columns as Required<typeof columns>), codes };
}

function wholesOf(values: Float64Array): Wholes {
  let most = 0;
  for (let at = 0; at < values.length; at += 1) most = Math.max(most, Math.abs(values[at] ?? 0));
  if (most < 2 ** 7) return new Int8Array(values);
  if (most < 2 ** 15) return new Int16Array(values);
  return most < 2 ** 31 ? new Int32Array(values) : values;
}

function codesOf(values: Uint32Array): Codes {
  let most = 0;
  for (let at = 0; at < values.length; at += 1) most = Math.max(most, values[at] ?? 0);
  if (most < 2 ** 8) return new Uint8Array(values);
  return most < 2 ** 16 ? new Uint16Array(values) : values;
}

/** The first `count` of them, those of a group together, by day within the finest one. */
function* byGroup(rows: ReturnType<typeof emptyRows>, count: number): Task<MadeRows> {
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
  const sorted = emptyRows(rows.kind, rows.scale, count, rows.codes.length);
  for (const column of COLUMNS) {
    takeAmounts(rows[column], order, sorted[column]);
    yield;
  }
  takeCodes(rows.row, order, sorted.row);
  for (const [level, into] of sorted.codes.entries()) {
    yield;
    takeCodes(rows.codes[level] ?? into, order, into);
  }
  return { ...sorted, count };
}

/** Twice the same loop: over one kind of array each, it is several times as fast as over both. */
function takeAmounts(from: Float64Array, order: Uint32Array, into: Float64Array): void {
  for (let at = 0; at < order.length; at += 1) into[at] = from[order[at] ?? 0] ?? 0;
}

function takeCodes(from: Uint32Array, order: Uint32Array, into: Uint32Array): void {
  for (let at = 0; at < order.length; at += 1) into[at] = from[order[at] ?? 0] ?? 0;
}

/** The rows of before that are still judged, and others among them where they belong. */
function* joined(
  before: Gathered,
  fresh: Gathered,
  states: Uint8Array,
): Task<{ readonly rows: Gathered; readonly seams: Seams }> {
  const gone = gonePlaces(before.row, states);
  yield;
  const pieces = piecesOf(before, fresh, gone);
  const count = before.count - gone.length + fresh.count;
  yield;
  /** As they lie in memory: most of them stand beside those they stood beside before. */
  const join = <T extends Wholes | Codes>(own: T, others: T): T => {
    const wide = others.BYTES_PER_ELEMENT > own.BYTES_PER_ELEMENT ? others : own;
    const made = new (wide.constructor as new (length: number) => T)(count);
    for (const { isFresh, from, length, at } of pieces) {
      if (isFresh) made[at] = others[from] ?? 0;
      else made.set(own.subarray(from, from + length), at);
    }
    return made;
  };
  const columns: { [column in (typeof COLUMNS)[number]]?: Wholes } = {};
  for (const column of COLUMNS) {
    columns[column] = join<Wholes>(before[column], fresh[column]);
    yield;
  }
  const codes: Codes[] = [];
  for (const [level, own] of before.codes.entries()) {
    codes.push(join<Codes>(own, fresh.codes[level] ?? own));
    yield;
  }
  const row = join(before.row, fresh.row);
  const rows = { ...before, count, row, ...(columns as Required<typeof columns>), codes };
  return { rows, seams: Uint32Array.from([...pieces.map(({ at }) => at), count]) };
}

/** Places of rows that are judged no longer. */
function gonePlaces(row: Uint32Array, states: Uint8Array): readonly number[] {
  const gone: number[] = [];
  for (let place = 0; place < row.length; place += 1) {
    if (states[row[place] ?? 0] !== STATE.judged) gone.push(place);
  }
  return gone;
}

/** Rows beside each other, of before, or one other, and where they stand from now on. */
type Piece = {
  readonly isFresh: boolean;
  readonly from: number;
  readonly length: number;
  readonly at: number;
};

function piecesOf(before: Gathered, fresh: Gathered, gone: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let [at, from, passed] = [0, 0, 0];
  const put = (isFresh: boolean, begin: number, end: number): void => {
    if (end > begin) pieces.push({ isFresh, from: begin, length: end - begin, at });
    at += end - begin;
  };
  const goOn = (to: number): void => {
    for (let place = gone[passed]; place !== undefined && place < to; place = gone[passed]) {
      put(false, from, place);
      from = place + 1;
      passed += 1;
    }
    put(false, from, to);
    from = to;
  };
  for (let other = 0; other < fresh.count; other += 1) {
    goOn(nearPartitionPoint(from, before.count, (place) => standsBefore(before, place, fresh, other)));
    put(true, other, other + 1);
  }
  goOn(before.count);
  return pieces;
}

/** Whether a row stands before another one: by group, by day, by number. */
function standsBefore(rows: Gathered, place: number, others: Gathered, other: number): boolean {
  for (let level = 0; level < rows.codes.length; level += 1) {
    const apart = (rows.codes[level]?.[place] ?? 0) - (others.codes[level]?.[other] ?? 0);
    if (apart !== 0) return apart < 0;
  }
  const days = (rows.day[place] ?? 0) - (others.day[other] ?? 0);
  return days === 0 ? (rows.row[place] ?? 0) < (others.row[other] ?? 0) : days < 0;
}
