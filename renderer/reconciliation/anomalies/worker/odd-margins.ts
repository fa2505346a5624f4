import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  compareFractions,
  type Fraction,
  minus,
  roundedTo,
  sizeOf,
  times,
} from '#renderer/data/model/fraction.ts';
import type { AnomalyThresholds } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { lowerBound } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { compare, fromDecimal, type Scaled } from '#shared/domain/decimal.ts';
import { type GroupedSales, groupSales } from './grouped-sales.ts';
import { type Margin, marginAt } from './row-margins.ts';

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

type MarginLimits = {
  readonly points: number;
  readonly spreads: number;
  readonly rows: number;
  readonly amount: Scaled;
};

const ROWS_PER_STEP = 20_000;
/** As many rows are looked at in the time that any group takes. */
const LOOK_AT_A_GROUP = 100;

/** What the next finding goes on from. */
export type MarginsBefore = {
  readonly sales: GroupedSales;
  readonly limits: string;
  /** By the number of the group, where something is odd. */
  readonly found: ReadonlyMap<number, FoundMargins>;
};
type FoundMargins = Pick<OddMargin, 'usual' | 'history' | 'rows'>;

/**
 * The odd margins of all rows, SKUs in the order of their first sale. A group whose sales are the same comes to the same under
 * the same limits.
 * @param before of the same store
 */
export function* findOddMargins(
  store: ColumnStore,
  thresholds: AnomalyThresholds,
  before: MarginsBefore | null = null,
): Task<{ readonly odd: readonly OddMargin[]; readonly next: MarginsBefore }> {
  const limits: MarginLimits = {
    points: thresholds.marginPoints,
    spreads: thresholds.marginSpreads,
    rows: thresholds.marginRows,
    amount: fromDecimal(thresholds.amounts.margin),
  };
  const { sales, changed } = yield* groupSales(store, before?.sales ?? null);
  const key = JSON.stringify([limits.points, limits.spreads, limits.rows, thresholds.amounts.margin]);
  const isKnown = before?.limits === key;
  const found = new Map(isKnown ? before.found : []);
  let looked = 0;
  for (const group of isKnown ? placesOfOnes(changed) : changed.keys()) {
    const [from, to] = [sales.starts[group] ?? 0, sales.starts[group + 1] ?? 0];
    const [rows, rates] = [sales.rows.subarray(from, to), sales.rates.subarray(from, to)];
    const margins = to - from < Math.max(1, limits.rows) ? null : oddIn(store, rows, rates, limits);
    if (margins === null) found.delete(group);
    else found.set(group, margins);
    looked += LOOK_AT_A_GROUP + to - from;
    if (looked < ROWS_PER_STEP) continue;
    looked = 0;
    yield;
  }
  const firstRow = (group: number): number => sales.rows[sales.starts[group] ?? 0] ?? 0;
  const odd = [...found]
    .sort(([a], [b]) => firstRow(a) - firstRow(b))
    .flatMap(([group, margins]): readonly OddMargin[] => {
      const name = sales.numbers.names[group];
      return name === undefined ? [] : [{ ...name, ...margins }];
    });
  return { odd, next: { sales, limits: key, found } };
}

function placesOfOnes(flags: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < flags.length; at += 1) if (flags[at] === 1) places.push(at);
  return places;
}

/** Doubles this close may stand for fractions in either order. */
const nearTo = (...values: readonly number[]): number =>
  1e-9 * values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);

function oddIn(
  store: ColumnStore,
  rows: Uint32Array,
  rates: Float64Array,
  limits: MarginLimits,
): FoundMargins | null {
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
