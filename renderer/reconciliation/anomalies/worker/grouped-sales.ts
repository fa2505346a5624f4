import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { EMPTY_CODE, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
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

/** The sales of a group: rows ascending, and the margin of each to a double's precision. */
type SkuSales = { readonly rows: Uint32Array; readonly rates: Float64Array };

export type GroupedSales = {
  /** A group keeps its number; none is taken back. */
  readonly numbers: GroupNumbers;
  /** By the number of the group; one may have no sales any more. */
  readonly groups: readonly SkuSales[];
  /** By the number of the row: that of its group plus one, 0 where it has no margin to be compared. */
  readonly groupOf: Uint32Array;
  /** Segments that were read. */
  readonly segments: number;
};

const READ_PER_STEP = 16_384;
const PLACED_PER_STEP = 100_000;
const NO_SALES: SkuSales = { rows: new Uint32Array(0), rates: new Float64Array(0) };

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
  const groupOf = new Uint32Array(store.rowSpan);
  if (before !== null) groupOf.set(before.groupOf);
  yield;
  const segments = store.segments.length;
  const come = yield* readSales(store, before?.segments ?? 0, segments, numbers, groupOf);
  const changed = new Uint8Array(numbers.names.length);
  for (const [index, { base, rowCount, isLive }] of store.segments.entries()) {
    if (index >= (before?.segments ?? 0)) break;
    for (let row = 0; row < rowCount; row += 1) {
      const group = groupOf[base + row] ?? 0;
      if (group === 0 || isLive[row] === 1) continue;
      groupOf[base + row] = 0;
      changed[group - 1] = 1;
    }
    yield;
  }
  const groups: SkuSales[] = before === null ? [] : before.groups.slice();
  let moved = 0;
  for (let group = 0; group < numbers.names.length; group += 1) {
    const [from, to] = [come.starts[group] ?? 0, come.starts[group + 1] ?? 0];
    const known = groups[group] ?? NO_SALES;
    if (changed[group] !== 1 && from === to && groups[group] !== undefined) continue;
    changed[group] = 1;
    groups[group] = joined(known, groupOf, come.rows.subarray(from, to), come.rates.subarray(from, to));
    moved += known.rows.length + to - from;
    if (moved < PLACED_PER_STEP) continue;
    moved = 0;
    yield;
  }
  return { sales: { numbers, groups, groupOf, segments }, changed };
}

/** Those that are left of a group, and those that came. */
function joined(known: SkuSales, groupOf: Uint32Array, rows: Uint32Array, rates: Float64Array): SkuSales {
  let left = 0;
  for (let at = 0; at < known.rows.length; at += 1) if (groupOf[known.rows[at] ?? 0] !== 0) left += 1;
  const all = { rows: new Uint32Array(left + rows.length), rates: new Float64Array(left + rows.length) };
  all.rows.set(rows, left);
  all.rates.set(rates, left);
  for (let at = 0, place = 0; place < left; at += 1) {
    const row = known.rows[at] ?? 0;
    if (groupOf[row] === 0) continue;
    all.rows[place] = row;
    all.rates[place] = known.rates[at] ?? 0;
    place += 1;
  }
  return all;
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

/** Sales of some segments, group after group. Long, for its passes fill the same arrays. */
function* readSales(
  store: ColumnStore,
  from: number,
  to: number,
  numbers: GroupNumbers,
  groupOf: Uint32Array,
): Task<SkuSales & { readonly starts: Uint32Array }> {
  const skus = store.dictionary('SKU Producto');
  const read = store.segments.slice(from, to);
  const most = read.reduce((all, { rowCount }) => all + rowCount, 0);
  const rows = new Uint32Array(most);
  const rates = new Float64Array(most);
  let count = 0;
  for (const [place, segment] of read.entries()) {
    if (segment.retired) continue;
    const margins = marginsOf(segment);
    yield;
    const costs = productCostFlags(segment);
    const accountOf = numbers.accounts.placesIn(from + place, segment);
    const skuOf = skus.codesOf(from + place, segment);
    yield;
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (row % READ_PER_STEP === READ_PER_STEP - 1) yield;
      const rate = margins[row] ?? Number.NaN;
      if (Number.isNaN(rate) || segment.isLive[row] !== 1) continue;
      const sku = rowCode(skuOf, row);
      if (sku === EMPTY_CODE) continue;
      const number = segment.base + row;
      groupOf[number] = numbers.numberOf(sku, accountOf[row] ?? 0, costs[row] !== LACKS_COST) + 1;
      rows[count] = number;
      rates[count] = rate;
      count += 1;
    }
    yield;
  }
  const counts = new Uint32Array(numbers.names.length);
  const groupAt = (at: number): number => (groupOf[rows[at] ?? 0] ?? 0) - 1;
  for (const part of stretchesOf(count)) {
    for (let at = part.from; at < part.to; at += 1) counts[groupAt(at)] = (counts[groupAt(at)] ?? 0) + 1;
    yield;
  }
  const starts = startsOf(counts);
  const places = starts.slice();
  const sorted = { rows: new Uint32Array(count), rates: new Float64Array(count) };
  for (const part of stretchesOf(count)) {
    for (let at = part.from; at < part.to; at += 1) {
      const group = groupAt(at);
      const place = places[group] ?? 0;
      places[group] = place + 1;
      sorted.rows[place] = rows[at] ?? 0;
      sorted.rates[place] = rates[at] ?? 0;
    }
    yield;
  }
  return { ...sorted, starts };
}
