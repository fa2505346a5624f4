import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { EMPTY_CODE, type RowCodes, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { type AccountCodes, accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { startsOf } from '#renderer/data/engine/scan/counting.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';
import { marginsOf } from './row-margins.ts';

/** Sales with a margin, put together by account, SKU and whether they have a cost: gone on from as rows come and go. */

type SkuName = {
  readonly canal: string;
  readonly cuenta: string;
  readonly sku: string;
  readonly hasCost: boolean;
};

/** Rows with the margin of each to a double's precision. */
type Sales = { readonly rows: Uint32Array; readonly rates: Float64Array };
/** Those of group g stand from `starts[g]` to `starts[g + 1]`, their rows ascending. */
type SalesByGroup = Sales & { readonly starts: Uint32Array };

/** A group may have no sales any more. */
export type GroupedSales = SalesByGroup & {
  /** A group keeps its number; none is taken back. */
  readonly numbers: GroupNumbers;
  /** By the number of the row: that of its group plus one, 0 where it has no margin to be compared. */
  readonly groupOf: Uint32Array;
  /** Segments that were read. */
  readonly segments: number;
};

const GROUPS_PER_STEP = 2048;
const NO_SALES: SalesByGroup = {
  rows: new Uint32Array(0),
  rates: new Float64Array(0),
  starts: new Uint32Array(1),
};

/**
 * Regular rows that sell something and tell their profit. A row never changes: of segments that were read before only the rows
 * that died are looked for.
 * @param before of the same store
 */
export function* groupSales(
  store: ColumnStore,
  before: GroupedSales | null,
): Task<{
  readonly sales: GroupedSales;
  /** By the number of a group: 1 where its rows are other ones. */
  readonly changed: Uint8Array;
}> {
  const numbers = before?.numbers ?? createGroupNumbers(store);
  // Both of one moment: a commit between two steps brings rows that have no place here.
  const segments = store.segments.length;
  const groupOf = new Uint32Array(store.rowSpan);
  if (before !== null) groupOf.set(before.groupOf);
  yield;
  const come = yield* readSales(store, before?.segments ?? 0, segments, numbers, groupOf);
  const changed = new Uint8Array(numbers.names.length);
  let dead = 0;
  for (const { base, isLive } of store.segments.slice(0, before?.segments ?? 0)) {
    dead += takeDead(isLive, groupOf.subarray(base, base + isLive.length), changed);
    yield;
  }
  const all = yield* joined(before ?? NO_SALES, dead, come, groupOf, changed);
  return { sales: { ...all, numbers, groupOf, segments }, changed };
}

/** Takes the rows of a segment that died out of their groups; how many. */
function takeDead(isLive: Uint8Array, groupOf: Uint32Array, changed: Uint8Array): number {
  let dead = 0;
  for (let row = 0; row < isLive.length; row += 1) {
    const group = groupOf[row] ?? 0;
    if (group === 0 || isLive[row] === 1) continue;
    groupOf[row] = 0;
    changed[group - 1] = 1;
    dead += 1;
  }
  return dead;
}

/** Those that are left of each group, and those that came; marks the groups that some came to. */
function* joined(
  before: SalesByGroup,
  dead: number,
  come: SalesByGroup,
  groupOf: Uint32Array,
  changed: Uint8Array,
): Task<SalesByGroup> {
  const count = before.rows.length - dead + come.rows.length;
  const [rows, rates] = [new Uint32Array(count), new Float64Array(count)];
  const starts = new Uint32Array(changed.length + 1);
  const into = { rows, rates, starts };
  for (let from = 0; from < changed.length; from += GROUPS_PER_STEP) {
    joinGroups(from, Math.min(changed.length, from + GROUPS_PER_STEP), before, come, groupOf, changed, into);
    yield;
  }
  return into;
}

function joinGroups(
  from: number,
  to: number,
  before: SalesByGroup,
  come: SalesByGroup,
  groupOf: Uint32Array,
  changed: Uint8Array,
  into: SalesByGroup,
): void {
  let next = into.starts[from] ?? 0;
  for (let group = from; group < to; group += 1) {
    const end = before.starts[group + 1] ?? 0;
    for (let at = before.starts[group] ?? end; at < end; at += 1) {
      const row = before.rows[at] ?? 0;
      if (changed[group] === 1 && groupOf[row] === 0) continue;
      into.rows[next] = row;
      into.rates[next] = before.rates[at] ?? 0;
      next += 1;
    }
    const last = come.starts[group + 1] ?? 0;
    for (let at = come.starts[group] ?? last; at < last; at += 1) {
      into.rows[next] = come.rows[at] ?? 0;
      into.rates[next] = come.rates[at] ?? 0;
      next += 1;
      changed[group] = 1;
    }
    into.starts[group + 1] = next;
  }
}

type GroupNumbers = ReturnType<typeof createGroupNumbers>;

function createGroupNumbers(store: ColumnStore) {
  const accounts: AccountCodes = accountCodes(store);
  const { texts: skus } = store.dictionary('SKU Producto');
  /** By the codes of SKU and account: a map of numbers as large as both together takes most of the time. */
  const groupOf: (number | undefined)[][] = [];
  const names: SkuName[] = [];
  return {
    names,
    accounts,
    numberOf(sku: number, account: number, hasCost: boolean): number {
      groupOf[sku] ??= [];
      const ofSku = groupOf[sku];
      const place = account * 2 + (hasCost ? 1 : 0);
      const known = ofSku[place];
      if (known !== undefined) return known;
      const { canal = '', cuenta = '' } = accounts.accounts[account] ?? {};
      const group = names.push({ canal, cuenta, sku: skus[sku] ?? '', hasCost }) - 1;
      ofSku[place] = group;
      return group;
    },
  };
}

/** Sales of some segments, group after group. */
function* readSales(
  store: ColumnStore,
  from: number,
  to: number,
  numbers: GroupNumbers,
  groupOf: Uint32Array,
): Task<SalesByGroup> {
  const skus = store.dictionary('SKU Producto');
  const read = store.segments.slice(from, to);
  const most = read.reduce((all, { rowCount }) => all + rowCount, 0);
  const made = { rows: new Uint32Array(most), rates: new Float64Array(most) };
  let count = 0;
  for (const [place, segment] of read.entries()) {
    if (segment.retired) continue;
    const margins = marginsOf(segment);
    yield;
    const accountOf = numbers.accounts.placesIn(from + place, segment);
    const skuOf = skus.codesOf(from + place, segment);
    for (const part of stretchesOf(segment.rowCount)) {
      yield;
      count = readStretch({ segment, ...part, margins, accountOf, skuOf, numbers, groupOf }, made, count);
    }
    yield;
  }
  const counts = new Uint32Array(numbers.names.length);
  const ofRows = { rows: made.rows.subarray(0, count), rates: made.rates.subarray(0, count) };
  for (const part of stretchesOf(count)) {
    countGroups(ofRows.rows.subarray(part.from, part.to), groupOf, counts);
    yield;
  }
  const starts = startsOf(counts);
  const places = starts.slice();
  const sorted = { rows: new Uint32Array(count), rates: new Float64Array(count) };
  for (const { from: begin, to: end } of stretchesOf(count)) {
    const part = { rows: ofRows.rows.subarray(begin, end), rates: ofRows.rates.subarray(begin, end) };
    placeByGroup(part, groupOf, places, sorted);
    yield;
  }
  return { ...sorted, starts };
}

type Stretch = {
  readonly segment: StoredSegment;
  readonly from: number;
  readonly to: number;
  readonly margins: Float64Array;
  readonly accountOf: Uint32Array;
  readonly skuOf: RowCodes;
  readonly numbers: GroupNumbers;
  readonly groupOf: Uint32Array;
};

/** Adds the sales of a part of a segment behind the first `count`; how many there are then. */
function readStretch(
  { segment, from, to, margins, accountOf, skuOf, numbers, groupOf }: Stretch,
  { rows, rates }: Sales,
  count: number,
): number {
  const costs = productCostFlags(segment);
  let next = count;
  for (let row = from; row < to; row += 1) {
    const rate = margins[row] ?? Number.NaN;
    if (Number.isNaN(rate) || segment.isLive[row] !== 1) continue;
    const sku = rowCode(skuOf, row);
    if (sku === EMPTY_CODE) continue;
    const number = segment.base + row;
    groupOf[number] = numbers.numberOf(sku, accountOf[row] ?? 0, costs[row] !== LACKS_COST) + 1;
    rows[next] = number;
    rates[next] = rate;
    next += 1;
  }
  return next;
}

function countGroups(rows: Uint32Array, groupOf: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const group = (groupOf[rows[at] ?? 0] ?? 0) - 1;
    counts[group] = (counts[group] ?? 0) + 1;
  }
}

function placeByGroup({ rows, rates }: Sales, groupOf: Uint32Array, places: Uint32Array, into: Sales): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const group = (groupOf[row] ?? 0) - 1;
    const place = places[group] ?? 0;
    places[group] = place + 1;
    into.rows[place] = row;
    into.rates[place] = rates[at] ?? 0;
  }
}
