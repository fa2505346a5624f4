import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { EMPTY_CODE, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { eachException, meaningAt, powerOfTen, type Segment } from '#renderer/data/engine/columns/segment.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { startsOf } from '#renderer/data/engine/scan/counting.ts';
import {
  compareFractions,
  type Fraction,
  minus,
  roundedTo,
  sizeOf,
  times,
} from '#renderer/data/model/fraction.ts';
import { type AnomalyThresholds, MARGIN_COLUMN } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { lowerBound } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { compare, fromDecimal, type Scaled, ZERO } from '#shared/domain/decimal.ts';
import { flagsOf } from './screened-rows.ts';

/** Margins far from what a SKU usually leaves in an account: medians of exact fractions, found by doubles. */

export type OddMargin = {
  readonly canal: string;
  readonly cuenta: string;
  readonly sku: string;
  /** Rows without a product cost are held against each other. */
  readonly hasCost: boolean;
  /** The median over `history` rows. */
  readonly usual: Fraction;
  readonly history: number;
  /** Farthest first. */
  readonly rows: readonly OddMarginRow[];
};

export type OddMarginRow = {
  readonly row: number;
  readonly rate: Fraction;
  /** Distance of the row's profit from the usual share of its Ventas, without sign. */
  readonly amount: Scaled;
  readonly ventas: Scaled;
  readonly profit: Scaled;
};

type SkuName = Pick<OddMargin, 'canal' | 'cuenta' | 'sku' | 'hasCost'>;

type MarginLimits = {
  readonly points: number;
  readonly spreads: number;
  readonly rows: number;
  readonly amount: Scaled;
};

/** Sales with a margin, group after group. */
type Sales = {
  readonly rows: Uint32Array;
  readonly rates: Float64Array;
  /** Where each group begins, and the end of the last. */
  readonly starts: Uint32Array;
  readonly names: readonly SkuName[];
};

const GROUPS_PER_STEP = 400;

export function* findOddMargins(
  store: ColumnStore,
  thresholds: AnomalyThresholds,
): Task<readonly OddMargin[]> {
  const limits: MarginLimits = {
    points: thresholds.marginPoints,
    spreads: thresholds.marginSpreads,
    rows: thresholds.marginRows,
    amount: fromDecimal(thresholds.amounts.margin),
  };
  const sales = yield* salesBySku(store);
  const odd: OddMargin[] = [];
  let looked = 0;
  for (const [group, name] of sales.names.entries()) {
    const [from, to] = [sales.starts[group] ?? 0, sales.starts[group + 1] ?? 0];
    if (to - from < Math.max(1, limits.rows)) continue;
    const found = oddIn(store, sales.rows.subarray(from, to), sales.rates.subarray(from, to), limits);
    if (found !== null) odd.push({ ...name, ...found });
    looked += to - from;
    if (looked < ROWS_PER_STEP && group % GROUPS_PER_STEP !== 0) continue;
    looked = 0;
    yield;
  }
  return odd;
}

const NO_ACCOUNT = { canal: '', cuenta: '' };
const ROWS_PER_STEP = 20_000;
const READ_PER_STEP = 16_384;
const PLACED_PER_STEP = 100_000;

/**
 * Regular rows that sell something and tell their profit, put together by account, SKU and whether they have a cost. Long,
 * for its passes fill the same arrays.
 */
function* salesBySku(store: ColumnStore): Task<Sales> {
  const { accounts, placesIn } = accountCodes(store);
  const skus = store.dictionary('SKU Producto');
  /** By the codes of SKU and account: a map of numbers as large as both together takes most of the time. */
  const groupOf: (number | undefined)[][] = [];
  const names: SkuName[] = [];
  const counts: number[] = [];
  const rows = new Uint32Array(store.liveRows);
  const rates = new Float64Array(store.liveRows);
  const groups = new Uint32Array(store.liveRows);
  let count = 0;
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const margins = marginsOf(segment);
    yield;
    const costs = productCostFlags(segment);
    const accountOf = placesIn(index, segment);
    const skuOf = skus.codesOf(index, segment);
    yield;
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (row % READ_PER_STEP === READ_PER_STEP - 1) yield;
      const rate = margins[row] ?? Number.NaN;
      if (Number.isNaN(rate) || segment.isLive[row] !== 1) continue;
      const sku = rowCode(skuOf, row);
      if (sku === EMPTY_CODE) continue;
      const account = accountOf[row] ?? 0;
      const hasCost = costs[row] !== LACKS_COST;
      groupOf[sku] ??= [];
      const ofSku = groupOf[sku];
      const place = account * 2 + (hasCost ? 1 : 0);
      let group = ofSku[place];
      if (group === undefined) {
        group = names.length;
        ofSku[place] = group;
        const { canal, cuenta } = accounts[account] ?? NO_ACCOUNT;
        names.push({ canal, cuenta, sku: skus.texts[sku] ?? '', hasCost });
        counts.push(0);
      }
      counts[group] = (counts[group] ?? 0) + 1;
      rows[count] = segment.base + row;
      rates[count] = rate;
      groups[count] = group;
      count += 1;
    }
    yield;
  }
  const starts = startsOf(counts);
  const places = starts.slice();
  const sorted = { rows: new Uint32Array(count), rates: new Float64Array(count) };
  for (let at = 0; at < count; at += 1) {
    if (at % PLACED_PER_STEP === 0) yield;
    const group = groups[at] ?? 0;
    const place = places[group] ?? 0;
    places[group] = place + 1;
    sorted.rows[place] = rows[at] ?? 0;
    sorted.rates[place] = rates[at] ?? 0;
  }
  yield;
  return { ...sorted, starts, names };
}

/** The margin of each row, to a double's precision; NaN where there is none to be compared. */
function marginsOf(segment: Segment): Float64Array {
  const { columns, rowCount } = segment;
  const margins = new Float64Array(rowCount).fill(Number.NaN);
  const ventas = columns.get('Ventas');
  const profit = columns.get(MARGIN_COLUMN);
  if (ventas?.kind !== 'decimal' || profit?.kind !== 'decimal') return margins;
  const isRegular = flagsOf(columns.get('Estado de Orden'), rowCount, 'Regular');
  const isMovement = flagsOf(columns.get('Tipo de Dato'), rowCount, 'Marketplace');
  const profits = new Float64Array(rowCount);
  for (let at = 0; at < profit.values.length; at += 1) {
    profits[profit.rows === null ? at : (profit.rows[at] ?? 0)] = profit.values[at] ?? 0;
  }
  const factor = powerOfTen(ventas.scale) / powerOfTen(profit.scale);
  for (let at = 0; at < ventas.values.length; at += 1) {
    const row = ventas.rows === null ? at : (ventas.rows[at] ?? 0);
    const sale = ventas.values[at] ?? 0;
    if (sale > 0) margins[row] = ((profits[row] ?? 0) / sale) * factor;
  }
  const again = (row: number): void => {
    const margin = marginAt(segment, row);
    margins[row] = margin === null ? Number.NaN : asNumber(margin.rate);
  };
  eachException(ventas.exceptions, again);
  eachException(profit.exceptions, again);
  for (let row = 0; row < rowCount; row += 1) {
    if (isRegular[row] !== 1 || isMovement[row] === 1) margins[row] = Number.NaN;
  }
  return margins;
}

type Margin = { readonly ventas: Scaled; readonly profit: Scaled; readonly rate: Fraction };

function marginAt({ columns }: Segment, at: number): Margin | null {
  const figure = (key: string): Scaled | null => {
    const column = columns.get(key);
    const meaning = column?.kind === 'decimal' ? meaningAt(column, at) : null;
    return meaning?.kind === 'value' ? meaning.value : null;
  };
  const ventas = figure('Ventas');
  const profit = figure(MARGIN_COLUMN);
  if (ventas === null || profit === null || compare(ventas, ZERO) <= 0) return null;
  const top = profit.units * 10n ** BigInt(ventas.scale);
  return { ventas, profit, rate: { top, bottom: ventas.units * 10n ** BigInt(profit.scale) } };
}

/** Close enough to find a fraction by; exact ones are compared afterwards. */
function asNumber({ top, bottom }: Fraction): number {
  const whole = top / bottom;
  return Number(whole) + Number(((top - whole * bottom) * 2n ** 60n) / bottom) / 2 ** 60;
}

/** Doubles this close may stand for fractions in either order. */
const nearTo = (...values: readonly number[]): number =>
  1e-9 * values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);

function oddIn(
  store: ColumnStore,
  rows: Uint32Array,
  rates: Float64Array,
  limits: MarginLimits,
): Pick<OddMargin, 'usual' | 'history' | 'rows'> | null {
  const history = rows.length;
  const rank = Math.floor((history - 1) / 2);
  const sorted = rates.slice().sort();
  const middle = sorted[rank] ?? 0;
  const least = Math.abs((sorted[0] ?? 0) - middle);
  const most = Math.abs((sorted[history - 1] ?? 0) - middle);
  const near = nearTo(least, most, middle);
  const wanted = limits.points / 100 - near;
  if (least < wanted && most < wanted) return null;
  const away = rates.map((rate) => Math.abs(rate - middle));
  const spread = away.slice().sort()[rank] ?? 0;
  const places: number[] = [];
  for (let at = 0; at < history; at += 1) {
    const own = away[at] ?? 0;
    if (own >= wanted && own >= (spread - near) * limits.spreads - near) places.push(at);
  }
  if (places.length === 0) return null;
  // Only here are fractions needed: where something is found, or nearly.
  const marginOf = (at: number): Margin => {
    const row = rows[at] ?? 0;
    const segment = store.segmentOf(row);
    const margin = marginAt(segment, row - segment.base);
    if (margin === null) throw new RangeError('A row without a margin was compared.');
    return margin;
  };
  const usual = exactRank(rates, (at) => marginOf(at).rate, rank, near);
  const distance = (rate: Fraction): Fraction => sizeOf(minus(rate, usual));
  const usualSpread = exactRank(away, (at) => distance(marginOf(at).rate), rank, near);
  const limit = times(usualSpread, BigInt(limits.spreads));
  const points: Fraction = { top: BigInt(limits.points), bottom: 100n };
  const odd = places.flatMap((at) => {
    const { ventas, profit, rate } = marginOf(at);
    const own = distance(rate);
    if (compareFractions(own, points) < 0 || compareFractions(own, limit) < 0) return [];
    const share = times({ top: own.top, bottom: own.bottom * 10n ** BigInt(ventas.scale) }, ventas.units);
    const amount = fromDecimal(roundedTo(share, Math.max(2, ventas.scale)));
    return compare(amount, limits.amount) < 0
      ? []
      : [{ row: rows[at] ?? 0, rate, own, amount, ventas, profit }];
  });
  if (odd.length === 0) return null;
  odd.sort((a, b) => compareFractions(b.own, a.own) || a.row - b.row);
  return { usual, history, rows: odd.map(({ own: _, ...row }) => row) };
}

/** The fraction of a rank, of those that stand close enough to the double of that rank. */
function exactRank(
  values: Float64Array,
  exact: (at: number) => Fraction,
  rank: number,
  near: number,
): Fraction {
  const sorted = values.slice().sort();
  const middle = sorted[rank] ?? 0;
  const before = lowerBound(sorted, middle - near);
  const close: Fraction[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (Math.abs((values[at] ?? 0) - middle) <= near) close.push(exact(at));
  }
  close.sort(compareFractions);
  const found = close[rank - before];
  if (found === undefined) throw new RangeError('There is no such rank.');
  return found;
}
