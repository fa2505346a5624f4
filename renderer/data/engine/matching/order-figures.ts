import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { blankEntries } from '#renderer/data/engine/columns/order-index.ts';
import {
  codeAt,
  type DecimalColumn,
  eachException,
  powerOfTen,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { NO_DAY } from '#shared/domain/matching/universe.ts';
import type { HeldFigure } from '#shared/domain/statements/marketplace-layout.ts';

/** Exact sums by order (or any other slot) in whole units of one scale. */
export type UnitSums = {
  readonly add: (slot: number, units: number) => void;
  readonly addBig: (slot: number, units: bigint) => void;
  readonly of: (slot: number) => bigint;
};

/** @param isSafe no partial sum leaves what doubles hold exactly */
export function createUnitSums(slots: number, isSafe: boolean): UnitSums {
  const doubles = new Float64Array(slots);
  const big = new Map<number, bigint>();
  const addBig = (slot: number, units: bigint): void => void big.set(slot, (big.get(slot) ?? 0n) + units);
  return {
    add: isSafe
      ? (slot, units) => {
          doubles[slot] = (doubles[slot] ?? 0) + units;
        }
      : (slot, units) => addBig(slot, BigInt(units)),
    addBig,
    of: (slot) => BigInt(doubles[slot] ?? 0) + (big.size === 0 ? 0n : (big.get(slot) ?? 0n)),
  };
}

/** The digits after the point that hold every value of a column, and whether doubles hold every sum at that scale. */
export function scaleFor(
  store: ColumnStore,
  column: string,
  least: number,
): { readonly scale: number; readonly isSafe: boolean } {
  let scale = least;
  for (const each of store.scalesOf(column)) scale = Math.max(scale, each.scale);
  for (const segment of store.segments) {
    const found = segment.columns.get(column);
    if (found?.kind !== 'decimal') continue;
    for (const meaning of found.exceptions.meanings) {
      if (meaning.kind === 'value') scale = Math.max(scale, meaning.value.scale);
    }
  }
  const reach = store
    .scalesOf(column)
    .reduce((all, each) => all + each.magnitude * powerOfTen(scale - each.scale), 0);
  return { scale, isSafe: reach <= Number.MAX_SAFE_INTEGER };
}

/** Adds each live row's value to the sums of the slot that `slotOf` names; negative: to none. */
export function addColumn(
  segment: StoredSegment,
  column: string,
  scale: number,
  sums: UnitSums,
  slotOf: (row: number) => number,
): void {
  const found = segment.columns.get(column);
  if (found?.kind !== 'decimal') return;
  const { rows, values } = found;
  const { isLive } = segment;
  const exact = 10n ** BigInt(scale - found.scale);
  const factor = Number(exact);
  const isPlain = found.magnitude * factor <= Number.MAX_SAFE_INTEGER;
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    const value = values[at] ?? 0;
    if (value === 0 || isLive[row] !== 1) continue;
    const slot = slotOf(row);
    if (slot < 0) continue;
    if (isPlain) sums.add(slot, value * factor);
    else sums.addBig(slot, BigInt(value) * exact);
  }
  addExceptions(found, segment, scale, sums, slotOf);
}

function addExceptions(
  { exceptions }: DecimalColumn,
  { isLive }: StoredSegment,
  scale: number,
  sums: UnitSums,
  slotOf: (row: number) => number,
): void {
  eachException(exceptions, (row, meaning) => {
    if (meaning.kind !== 'value' || isLive[row] !== 1) return;
    const slot = slotOf(row);
    const { units, scale: own } = meaning.value;
    if (slot >= 0) sums.addBig(slot, units * 10n ** BigInt(scale - own));
  });
}

/** What matching needs of every order, by its number in the store. */
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
  /** A number for each channel and account; -1: no live row. */
  readonly account: Int32Array;
  readonly accounts: readonly { readonly canal: string; readonly cuenta: string }[];
  /** Days since 1970-01-01: the first purchase and the last payment of its rows. */
  readonly purchased: Int32Array;
  readonly paid: Int32Array;
  readonly isMovement: Uint8Array;
};

/** What costs the seller is negative, as in a statement. */
const negated = (sums: UnitSums): UnitSums => ({ ...sums, of: (slot) => -sums.of(slot) });

/**
 * One pass over all rows. Long, for all of it is about one row of one segment at a time.
 * @param settlements those that a statement names
 */
export function* orderFigures(
  store: ColumnStore,
  settlements: readonly string[],
  leastScale: number,
  amount: HeldFigure = 'Rentabilidad Marketplace',
): Task<OrderFigures> {
  const count = store.orders.orderCount;
  const { scale, isSafe } = scaleFor(store, amount, leastScale);
  const [whole, settled] = [createUnitSums(count, isSafe), createUnitSums(count, isSafe)];
  const settledRows = new Uint8Array(count);
  const settlement = new Int32Array(count).fill(-1);
  const more = new Map<number, number[]>();
  const account = new Int32Array(count).fill(-1);
  const purchased = new Int32Array(count).fill(NO_DAY);
  const paid = new Int32Array(count).fill(NO_DAY);
  const isMovement = new Uint8Array(count);
  const accounts: { readonly canal: string; readonly cuenta: string }[] = [];
  const accountOf = new Map<string, number>();
  const channels = store.dictionary('Canal');
  const owners = store.dictionary('Cuenta');
  const wanted = new Map(settlements.map((text, at) => [text, at]));
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const { isLive, orderOf, purchaseMs, rowCount } = segment;
    const [canal, cuenta] = [channels.codesOf(index, segment), owners.codesOf(index, segment)];
    const own = new Map<number, number>();
    const places = wantedEntries(segment, wanted);
    const days = dayCodesOf(segment, 'Fecha de Pago');
    const orden = segment.columns.get('Orden');
    const blank = orden?.kind === 'text' ? blankEntries(orden.dictionary) : null;
    const settlementColumn = segment.columns.get('N° de Liquidación');
    for (let row = 0; row < rowCount; row += 1) {
      if (isLive[row] !== 1) continue;
      const order = orderOf[row] ?? 0;
      if (account[order] === -1) {
        const pair = rowCode(canal, row) * 0x100000 + rowCode(cuenta, row);
        let place = own.get(pair);
        if (place === undefined) {
          const names = {
            canal: channels.texts[rowCode(canal, row)] ?? '',
            cuenta: owners.texts[rowCode(cuenta, row)] ?? '',
          };
          const key = JSON.stringify(names);
          place = accountOf.get(key) ?? accounts.push(names) - 1;
          accountOf.set(key, place);
          own.set(pair, place);
        }
        account[order] = place;
        if (orden?.kind !== 'text' || blank?.[codeAt(orden, row)] === 1) isMovement[order] = 1;
      }
      const ms = purchaseMs[row] ?? Number.NaN;
      if (!Number.isNaN(ms)) {
        const day = Math.floor(ms / DAY_MS);
        const known = purchased[order] ?? NO_DAY;
        if (known === NO_DAY || day < known) purchased[order] = day;
      }
      const code = days.codes?.[row] ?? 0;
      if (code !== 0) {
        const day = days.days[code] ?? NO_DAY;
        if (day > (paid[order] ?? NO_DAY)) paid[order] = day;
      }
      const place =
        places === null || settlementColumn?.kind !== 'text'
          ? -1
          : (places[codeAt(settlementColumn, row)] ?? -1);
      settledRows[order] = (settledRows[order] ?? 0) | (place >= 0 ? 1 : 2);
      if (place >= 0) noteSettlement(settlement, more, order, place);
    }
    yield;
    addColumn(segment, amount, scale, whole, (row) => orderOf[row] ?? 0);
    if (places !== null && settlementColumn?.kind === 'text') {
      addColumn(segment, amount, scale, settled, (row) =>
        (places[codeAt(settlementColumn, row)] ?? -1) >= 0 ? (orderOf[row] ?? 0) : -1,
      );
    }
    yield;
  }
  return {
    scale,
    whole: amount === 'Costo de Marketplace' ? negated(whole) : whole,
    settled: amount === 'Costo de Marketplace' ? negated(settled) : settled,
    settledRows,
    settlement,
    more,
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
    (_, entry) => wanted.get(textAt(dictionary, entry) ?? '') ?? -1,
  );
  return places.some((place) => place >= 0) ? places : null;
}
