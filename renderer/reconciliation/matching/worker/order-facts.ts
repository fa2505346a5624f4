import { keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { blankEntries } from '#renderer/data/engine/columns/order-index.ts';
import { codeAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import {
  type AccountCodes,
  type AccountNames,
  accountCodes,
} from '#renderer/data/engine/scan/account-codes.ts';
import { changedOrdersBetween } from '#renderer/data/engine/scan/compared-rows.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { eachInSteps, stretchesOf, type Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** What the rows of each order say of it, whatever it is held against; after a commit only the orders with other rows are read. */
export type OrderFacts = {
  /** Live rows of each order. */
  readonly rows: Uint32Array;
  /** A number for each channel and account, in the order of their first orders; -1: no live row. */
  readonly account: Int32Array;
  readonly accounts: readonly AccountNames[];
  /** Days since 1970-01-01: the first purchase and the last payment of its rows. */
  readonly purchased: Int32Array;
  readonly paid: Int32Array;
  readonly isMovement: Uint8Array;
  /** 1: every live row is in some settlement. */
  readonly isSettled: Uint8Array;
};

const facts = keepAnswers<OrderFacts>(1);
const factsBefore = defineDerivation<ColumnStore, FactsBefore>();

/** The facts of every order, by its number in the store. */
export function orderFacts(store: ColumnStore): Task<OrderFacts> {
  return facts({ store }).task('', () =>
    factsBefore.goOn(
      store,
      () => store.numbering,
      (before) => findFacts(store, before),
    ),
  );
}

/** By order, as they are read. */
type ReadFacts = Pick<OrderFacts, 'rows' | 'purchased' | 'paid' | 'isMovement' | 'isSettled'> & {
  /** By the numbers that are kept. */
  readonly code: Int32Array;
};

type FactsBefore = { readonly mask: Uint8Array; readonly codes: AccountCodes; readonly read: ReadFacts };

function* findFacts(store: ColumnStore, before: FactsBefore | undefined) {
  const { mask, rowsIn } = yield* maskOf({ store }, EVERYTHING);
  const changed = before === undefined ? null : yield* changedOrdersBetween(store, before.mask, mask);
  const isKnown = before !== undefined && changed !== null;
  const codes = isKnown ? before.codes : accountCodes(store);
  const read = isKnown ? goneOn(before.read, store.orders.orderCount) : noFacts(store.orders.orderCount);
  if (changed !== null) yield* eachInSteps(changed.orders, (order) => forget(read, order));
  const wanted = isKnown ? changed.rows : { mask, rowsIn };
  for (const [index, segment] of store.segments.entries()) {
    if ((wanted.rowsIn[index] ?? 0) === 0) continue;
    const part = wanted.mask.subarray(segment.base, segment.base + segment.rowCount);
    readSegment(segment, part, codes.readerOf(index, segment), read);
    yield;
  }
  const { code, ...own } = read;
  const answer: OrderFacts = { ...own, ...(yield* numbered(code, codes.accounts)) };
  return { answer, next: { mask, codes, read } };
}

function noFacts(orders: number): ReadFacts {
  return {
    rows: new Uint32Array(orders),
    code: new Int32Array(orders).fill(-1),
    purchased: new Int32Array(orders).fill(NO_DAY),
    paid: new Int32Array(orders).fill(NO_DAY),
    isMovement: new Uint8Array(orders),
    isSettled: new Uint8Array(orders).fill(1),
  };
}

/** As those of before, of more orders. */
function goneOn(before: ReadFacts, orders: number): ReadFacts {
  return {
    rows: longer(before.rows, orders, 0),
    code: longer(before.code, orders, -1),
    purchased: longer(before.purchased, orders, NO_DAY),
    paid: longer(before.paid, orders, NO_DAY),
    isMovement: longer(before.isMovement, orders, 0),
    isSettled: longer(before.isSettled, orders, 1),
  };
}

/** A copy, with one value in the places that come. */
function longer<T extends Int32Array | Uint32Array | Uint8Array>(values: T, count: number, come: number): T {
  const all = new (values.constructor as new (count: number) => T)(count);
  all.set(values);
  all.fill(come, values.length);
  return all;
}

function forget({ rows, code, purchased, paid, isMovement, isSettled }: ReadFacts, order: number): void {
  rows[order] = 0;
  code[order] = -1;
  purchased[order] = NO_DAY;
  paid[order] = NO_DAY;
  isMovement[order] = 0;
  isSettled[order] = 1;
}

/** The rows of a segment that are wanted, in a loop of its own. */
function readSegment(
  segment: StoredSegment,
  isWanted: Uint8Array,
  accountOf: (row: number) => number,
  { rows, code, purchased, paid, isMovement, isSettled }: ReadFacts,
): void {
  const { orderOf, rowCount, columns } = segment;
  const bought = dayCodesOf(segment, 'Fecha de compra');
  const paidOn = dayCodesOf(segment, 'Fecha de Pago');
  const orden = columns.get('Orden');
  const blank = orden?.kind === 'text' ? blankEntries(orden.dictionary) : null;
  const settlement = columns.get('N° de Liquidación');
  const numberedBy = settlement?.kind === 'text' ? settlement : null;
  const unsettled = numberedBy === null ? null : blankEntries(numberedBy.dictionary);
  for (let row = 0; row < rowCount; row += 1) {
    if (isWanted[row] !== 1) continue;
    const order = orderOf[row] ?? 0;
    rows[order] = (rows[order] ?? 0) + 1;
    if (code[order] === -1) {
      code[order] = accountOf(row);
      if (orden?.kind !== 'text' || blank?.[codeAt(orden, row)] === 1) isMovement[order] = 1;
    }
    const boughtOn = bought.codes?.[row] ?? 0;
    if (boughtOn !== 0) {
      const day = bought.days[boughtOn] ?? NO_DAY;
      const known = purchased[order] ?? NO_DAY;
      if (known === NO_DAY || day < known) purchased[order] = day;
    }
    const paidAt = paidOn.codes?.[row] ?? 0;
    if (paidAt !== 0) {
      const day = paidOn.days[paidAt] ?? NO_DAY;
      if (day > (paid[order] ?? NO_DAY)) paid[order] = day;
    }
    if (numberedBy === null || unsettled?.[codeAt(numberedBy, row)] === 1) isSettled[order] = 0;
  }
}

/** Accounts in the order of their first orders: those that have none any more are left out. */
function* numbered(
  code: Int32Array,
  names: readonly AccountNames[],
): Task<Pick<OrderFacts, 'account' | 'accounts'>> {
  const places = new Int32Array(names.length).fill(-1);
  const accounts: AccountNames[] = [];
  const account = new Int32Array(code.length);
  for (const { from, to } of stretchesOf(code.length)) {
    for (let order = from; order < to; order += 1) {
      const own = code[order] ?? -1;
      const name = names[own];
      if (name !== undefined && places[own] === -1) places[own] = accounts.push(name) - 1;
      account[order] = places[own] ?? -1;
    }
    yield;
  }
  return { account, accounts };
}
