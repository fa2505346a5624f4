import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { codeAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { AccountNames } from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import type { FigureTerm } from '#renderer/reconciliation/matching/model/basis.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';
import { orderFacts } from './order-facts.ts';
import { orderSums, signed } from './order-sums.ts';

/** Figures of every order for matching, by its number in the store. */
export type OrderFigures = {
  readonly scale: number;
  readonly whole: UnitSums;
  /** Over the rows in settlements that are wanted. */
  readonly settled: UnitSums;
  /** 1: some live row is in such a settlement; 2: and some is not. */
  readonly settledRows: Uint8Array;
  /** Place of the first wanted settlement of each order, -1: none; `more`: the others. */
  readonly settlement: Int32Array;
  readonly more: ReadonlyMap<number, readonly number[]>;
  /** 1: every live row is in some settlement, and none of them in one that is wanted. */
  readonly isElsewhere: Uint8Array;
  /** A number for each channel and account; -1: no live row. */
  readonly account: Int32Array;
  readonly accounts: readonly AccountNames[];
  /** Days since 1970-01-01: the first purchase and the last payment of its rows. */
  readonly purchased: Int32Array;
  readonly paid: Int32Array;
  readonly isMovement: Uint8Array;
};

/** The digits after the point that hold every value of the columns, and whether doubles hold every sum at that scale. */
export function scaleOfTerms(store: ColumnStore, terms: readonly FigureTerm[], least: number) {
  const scale = terms.reduce((most, [column]) => scaleFor(store, column, most).scale, least);
  const [only, ...others] = terms;
  const isSafe = only !== undefined && others.length === 0 && scaleFor(store, only[0], scale).isSafe;
  return { scale, isSafe };
}

const WHOLE_TERMS: readonly FigureTerm[] = [['Rentabilidad Marketplace', 1]];

/**
 * Figures of all orders: their facts and sums, which are kept, and what their rows in the settlements that are wanted come to.
 * @param settlements those that a statement names
 * @param terms of what columns the figure of an order is the sum
 */
export function* orderFigures(
  store: ColumnStore,
  settlements: readonly string[],
  leastScale: number,
  terms: readonly FigureTerm[] = WHOLE_TERMS,
): Task<OrderFigures> {
  const of = scaleOfTerms(store, terms, leastScale);
  const { rows, isSettled, ...facts } = yield* orderFacts(store);
  const whole = yield* orderSums(store, terms, of);
  const settled = yield* settledFigures(store, settlements, terms, of, rows);
  const isElsewhere = isSettled.slice();
  const settledRows = new Uint8Array(rows.length);
  for (const part of stretchesOf(rows.length)) {
    tellSettled(part, rows, settled.rows, settledRows, isElsewhere);
    yield;
  }
  const { sums, settlement, more } = settled;
  return { scale: of.scale, whole, settled: sums, settledRows, settlement, more, isElsewhere, ...facts };
}

function tellSettled(
  { from, to }: { readonly from: number; readonly to: number },
  rows: Uint32Array,
  wanted: Uint32Array,
  settledRows: Uint8Array,
  isElsewhere: Uint8Array,
): void {
  for (let order = from; order < to; order += 1) {
    const [all, own] = [rows[order] ?? 0, wanted[order] ?? 0];
    settledRows[order] = (own > 0 ? 1 : 0) | (all > own ? 2 : 0);
    if (own > 0) isElsewhere[order] = 0;
  }
}

type SettledFigures = Pick<OrderFigures, 'settlement' | 'more'> & {
  readonly sums: UnitSums;
  /** Rows of each order in wanted settlements. */
  readonly rows: Uint32Array;
};

/** One pass over the segments that have rows in settlements that are wanted. */
function* settledFigures(
  store: ColumnStore,
  settlements: readonly string[],
  terms: readonly FigureTerm[],
  { scale, isSafe }: ReturnType<typeof scaleOfTerms>,
  { length: count }: Uint32Array,
): Task<SettledFigures> {
  const more = new Map<number, number[]>();
  const found = {
    sums: createUnitSums(count, isSafe),
    rows: new Uint32Array(count),
    settlement: new Int32Array(count).fill(-1),
    more,
  };
  const wanted = new Map<string, number>();
  for (const [at, text] of settlements.entries()) {
    const number = numberValue(text) ?? '';
    if (!wanted.has(number)) wanted.set(number, at);
  }
  for (const segment of store.segments) {
    const numbered = segment.columns.get('N° de Liquidación');
    const places = wantedEntries(segment, wanted);
    yield;
    if (places === null || numbered?.kind !== 'text') continue;
    const placeOf = (row: number): number => places[codeAt(numbered, row)] ?? -1;
    const { isLive, orderOf } = segment;
    for (let row = 0; row < isLive.length; row += 1) {
      const place = isLive[row] === 1 ? placeOf(row) : -1;
      if (place < 0) continue;
      const order = orderOf[row] ?? 0;
      found.rows[order] = (found.rows[order] ?? 0) + 1;
      noteSettlement(found.settlement, more, order, place);
    }
    yield;
    for (const [column, sign] of terms) {
      const slotOf = (row: number) => (placeOf(row) >= 0 ? (orderOf[row] ?? 0) : -1);
      addColumn(segment, column, scale, signed(found.sums, sign), slotOf);
    }
    yield;
  }
  return found;
}

function noteSettlement(first: Int32Array, more: Map<number, number[]>, order: number, place: number): void {
  const known = first[order] ?? -1;
  if (known === place) return;
  if (known === -1) {
    first[order] = place;
    return;
  }
  const others = more.get(order) ?? [];
  if (!others.includes(place)) more.set(order, [...others, place]);
}

/** Of each entry of a segment's settlements its place among those wanted; null: none is. */
function wantedEntries(segment: StoredSegment, wanted: ReadonlyMap<string, number>): Int32Array | null {
  const found = segment.columns.get('N° de Liquidación');
  if (found?.kind !== 'text' || wanted.size === 0) return null;
  const { dictionary } = found;
  const places = Int32Array.from(
    { length: dictionary.size },
    (_, entry) => wanted.get(numberValue(textAt(dictionary, entry)) ?? '') ?? -1,
  );
  return places.some((place) => place >= 0) ? places : null;
}

/** How many orders each account has, by its place. */
export function* ordersByAccount({
  account,
  accounts,
}: Pick<OrderFigures, 'account' | 'accounts'>): Task<Uint32Array> {
  const counts = new Uint32Array(accounts.length);
  for (const { from, to } of stretchesOf(account.length)) {
    for (let order = from; order < to; order += 1) {
      const own = account[order] ?? -1;
      if (own >= 0) counts[own] = (counts[own] ?? 0) + 1;
    }
    yield;
  }
  return counts;
}
