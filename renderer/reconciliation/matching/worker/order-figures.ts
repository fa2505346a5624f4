import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { blankEntries } from '#renderer/data/engine/columns/order-index.ts';
import { codeAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { type AccountNames, accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import type { FigureTerm } from '#renderer/reconciliation/matching/model/basis.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';

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

/** Terms that are subtracted are added with the other sign. */
const negated = (sums: UnitSums): UnitSums => ({
  ...sums,
  add: (slot, units) => sums.add(slot, -units),
  addBig: (slot, units) => sums.addBig(slot, -units),
});

/** The digits after the point that hold every value of the columns, and whether doubles hold every sum at that scale. */
export function scaleOfTerms(store: ColumnStore, terms: readonly FigureTerm[], least: number) {
  const scale = terms.reduce((most, [column]) => scaleFor(store, column, most).scale, least);
  const [only, ...others] = terms;
  const isSafe = only !== undefined && others.length === 0 && scaleFor(store, only[0], scale).isSafe;
  return { scale, isSafe };
}

const WHOLE_TERMS: readonly FigureTerm[] = [['Rentabilidad Marketplace', 1]];

/**
 * One pass over all rows. Long, for all of it is about one row of one segment at a time.
 * @param settlements those that a statement names
 * @param terms of what columns the figure of an order is the sum
 */
export function* orderFigures(
  store: ColumnStore,
  settlements: readonly string[],
  leastScale: number,
  terms: readonly FigureTerm[] = WHOLE_TERMS,
): Task<OrderFigures> {
  const count = store.orders.orderCount;
  const { scale, isSafe } = scaleOfTerms(store, terms, leastScale);
  const [whole, settled] = [createUnitSums(count, isSafe), createUnitSums(count, isSafe)];
  const settledRows = new Uint8Array(count);
  const settlement = new Int32Array(count).fill(-1);
  const more = new Map<number, number[]>();
  const isElsewhere = new Uint8Array(count).fill(1);
  const account = new Int32Array(count).fill(-1);
  const purchased = new Int32Array(count).fill(NO_DAY);
  const paid = new Int32Array(count).fill(NO_DAY);
  const isMovement = new Uint8Array(count);
  const { accounts, readerOf } = accountCodes(store);
  const wanted = new Map<string, number>();
  for (const [at, text] of settlements.entries()) {
    const number = numberValue(text) ?? '';
    if (!wanted.has(number)) wanted.set(number, at);
  }
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const { isLive, orderOf, rowCount } = segment;
    const accountOf = readerOf(index, segment);
    const places = wantedEntries(segment, wanted);
    const bought = dayCodesOf(segment, 'Fecha de compra');
    const paidOn = dayCodesOf(segment, 'Fecha de Pago');
    const orden = segment.columns.get('Orden');
    const blank = orden?.kind === 'text' ? blankEntries(orden.dictionary) : null;
    const settlementColumn = segment.columns.get('N° de Liquidación');
    const numbered = settlementColumn?.kind === 'text' ? settlementColumn : null;
    const unsettled = numbered === null ? null : blankEntries(numbered.dictionary);
    for (let row = 0; row < rowCount; row += 1) {
      if (isLive[row] !== 1) continue;
      const order = orderOf[row] ?? 0;
      if (account[order] === -1) {
        account[order] = accountOf(row);
        if (orden?.kind !== 'text' || blank?.[codeAt(orden, row)] === 1) isMovement[order] = 1;
      }
      const boughtOn = bought.codes?.[row] ?? 0;
      if (boughtOn !== 0) {
        const day = bought.days[boughtOn] ?? NO_DAY;
        const known = purchased[order] ?? NO_DAY;
        if (known === NO_DAY || day < known) purchased[order] = day;
      }
      const code = paidOn.codes?.[row] ?? 0;
      if (code !== 0) {
        const day = paidOn.days[code] ?? NO_DAY;
        if (day > (paid[order] ?? NO_DAY)) paid[order] = day;
      }
      const entry = numbered === null ? -1 : codeAt(numbered, row);
      const place = places?.[entry] ?? -1;
      settledRows[order] = (settledRows[order] ?? 0) | (place >= 0 ? 1 : 2);
      if (place >= 0 || unsettled === null || unsettled[entry] === 1) isElsewhere[order] = 0;
      if (place >= 0) noteSettlement(settlement, more, order, place);
    }
    yield;
    for (const [column, sign] of terms) {
      const into = (sums: UnitSums) => (sign === 1 ? sums : negated(sums));
      addColumn(segment, column, scale, into(whole), (row) => orderOf[row] ?? 0);
      if (places !== null && numbered !== null) {
        addColumn(segment, column, scale, into(settled), (row) =>
          (places[codeAt(numbered, row)] ?? -1) >= 0 ? (orderOf[row] ?? 0) : -1,
        );
      }
    }
    yield;
  }
  return {
    scale,
    whole,
    settled,
    settledRows,
    settlement,
    more,
    isElsewhere,
    account,
    accounts,
    purchased,
    paid,
    isMovement,
  };
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
