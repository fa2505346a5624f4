import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type GlobalDictionary, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  findByKey,
  type KeyField,
  keysOf,
  ordersByKey,
} from '#renderer/reconciliation/matching/worker/key-hits.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { compare, type Scaled } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** A line of a statement that says on which day its money is released. */
export type ReleaseLine = Pick<MatchLine, KeyField> & {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The size of its amount: an order's day is that of its largest line. */
  readonly size: Scaled;
  /** The number of that which it is paid in; null: it names none. */
  readonly settlement: string | null;
};

export type StatementDays = {
  readonly lines: readonly ReleaseLine[];
  /** Whose it is, as the user says; null: that of the orders it names. */
  readonly account: SellerAccount | null;
};

/** The days that statements name; NO_DAY: none does. */
export type StatedDays = {
  /** By the number of each order. */
  readonly ofOrder: Int32Array;
  /** Of orders that are paid over several settlements, by the settlement of their rows; of one that is not there: none. */
  readonly inParts: ReadonlyMap<number, ReadonlyMap<string, number>>;
};

const SETTLEMENT = 'N° de Liquidación';
const ROWS_AT_ONCE = 8192;

/**
 * The day on which statements say that the money of an order is released, that of its largest line. A number that several
 * orders have tells of none of them. Where the rows of an order are in several settlements, and lines name one of these, each
 * line speaks of the rows of its own settlement: the rest of the order is still to come.
 */
export function* statementDays(store: ColumnStore, statements: readonly StatementDays[]): Task<StatedDays> {
  const ofOrder = createLargest();
  const ofPart = new Map<number, Map<string, ReturnType<typeof createLargest>>>();
  const settled = statements.some(({ lines }) => lines.some(({ settlement }) => settlement !== null))
    ? yield* settlementsOfParts(store)
    : new Map<number, ReadonlySet<string>>();
  for (const { lines, account } of statements) {
    const keys = yield* keysOf(lines);
    yield;
    const owners = account === null ? null : [{ canal: account.Canal, cuenta: account.Cuenta }];
    const { key, hits } = yield* findByKey(store, keys, owners);
    yield;
    const byKey = yield* ordersByKey(hits);
    const keyOfLine = keys.of[key.field];
    yield* eachInSteps(lines, (line, at) => {
      const [order, ...others] = (byKey.get(keyOfLine[at] ?? -1) ?? []).filter(isOwn(store, account));
      if (order === undefined || others.length > 0) return;
      ofOrder.take(order, line);
      const { settlement } = line;
      if (settlement === null || settled.get(order)?.has(settlement) !== true) return;
      const parts = ofPart.get(order) ?? new Map<string, ReturnType<typeof createLargest>>();
      const part = parts.get(settlement) ?? createLargest();
      part.take(order, line);
      ofPart.set(order, parts.set(settlement, part));
    });
    yield;
  }
  const days = new Int32Array(store.orders.orderCount).fill(NO_DAY);
  for (const [order, day] of ofOrder.days) days[order] = day;
  const inParts = new Map(
    [...ofPart].map(([order, parts]) => [
      order,
      new Map([...parts].map(([settlement, part]) => [settlement, part.days.get(order) ?? NO_DAY])),
    ]),
  );
  return { ofOrder: days, inParts };
}

/** By order the day of its largest line; of two as large, the earlier. */
function createLargest() {
  const days = new Map<number, number>();
  const sizes = new Map<number, Scaled>();
  return {
    days,
    take: (order: number, { day, size }: Pick<ReleaseLine, 'day' | 'size'>): void => {
      const known = sizes.get(order);
      const more = known === undefined ? 1 : compare(size, known);
      if (more < 0 || (more === 0 && day >= (days.get(order) ?? NO_DAY))) return;
      days.set(order, day);
      sizes.set(order, size);
    },
  };
}

/** The settlements of each order whose live rows are in several, or of which some are in none. */
function* settlementsOfParts(store: ColumnStore): Task<ReadonlyMap<number, ReadonlySet<string>>> {
  const dictionary = store.dictionary(SETTLEMENT);
  const numberAt = (code: number): string => numberValue(dictionary.texts[code]) ?? '';
  const first = new Int32Array(store.orders.orderCount).fill(-1);
  const several = new Map<number, Set<string>>();
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const codes = dictionary.codesOf(index, segment);
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
      if (segment.isLive[row] !== 1) continue;
      const order = segment.orderOf[row] ?? 0;
      const code = rowCode(codes, row);
      const known = first[order] ?? -1;
      if (known === -1) first[order] = code;
      else if (known !== code) {
        const own = several.get(order) ?? new Set([numberAt(known)]);
        several.set(order, own.add(numberAt(code)));
      }
    }
    yield;
  }
  return several;
}

/** Reads the day that statements name for a row of a segment; NO_DAY: none does. */
export function statedDayReader(store: ColumnStore, { ofOrder, inParts }: StatedDays) {
  const dictionary: GlobalDictionary | null = inParts.size === 0 ? null : store.dictionary(SETTLEMENT);
  return (index: number, segment: StoredSegment): ((row: number) => number) => {
    const { orderOf } = segment;
    const ofWhole = (row: number): number => ofOrder[orderOf[row] ?? 0] ?? NO_DAY;
    if (dictionary === null) return ofWhole;
    const codes = dictionary.codesOf(index, segment);
    return (row) => {
      const parts = inParts.get(orderOf[row] ?? 0);
      if (parts === undefined) return ofWhole(row);
      return parts.get(numberValue(dictionary.texts[rowCode(codes, row)]) ?? '') ?? NO_DAY;
    };
  };
}

/** Whether an order is of the account that the user named for a statement. */
function isOwn(store: ColumnStore, account: SellerAccount | null): (order: number) => boolean {
  if (account === null) return () => true;
  return (order) => {
    const [row] = store.orders.rowsOf(order);
    return (
      row !== undefined &&
      (store.cell(row, 'Canal') ?? '') === account.Canal &&
      (store.cell(row, 'Cuenta') ?? '') === account.Cuenta
    );
  };
}
