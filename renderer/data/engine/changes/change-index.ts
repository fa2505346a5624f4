import type { OrderFigures } from '#renderer/data/api.ts';
import { fold } from '#shared/base/fold.ts';
import { type LocalDateTime, localFromMs, localToMs } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { type AmountColumn, createAmountColumn } from './amount-column.ts';
import { CHANGE_AMOUNTS } from './change-amounts.ts';
import type { ChangesRecord } from './change-record.ts';

/**
 * The whole change log in memory, in plain arrays of numbers: a change is a number, in the order they happened;
 * texts that many changes share are kept once. Built when first asked for, extended by every commit.
 */
export type ChangeIndex = {
  /** Changes so far. */
  readonly size: number;
  readonly add: (record: ChangesRecord) => void;
  /** What a change was written under. */
  readonly readings: readonly ChangeReading[];
  readonly readingOf: readonly number[];
  readonly orders: readonly ChangedOrder[];
  readonly orderOf: readonly number[];
  /** The changes of one order, newest first; none where it never changed. */
  readonly changesOf: (key: OrderKey) => readonly number[];
  /** Milliseconds of the first purchase; NaN where it is unknown. */
  readonly purchaseMs: readonly number[];
  readonly before: FiguresColumns;
  readonly after: FiguresColumns;
  readonly correlationIds: (change: number) => readonly string[];
  /** Columns that differed; null where that was not kept. */
  readonly columns: (change: number) => readonly string[] | null;
};

export type ChangeReading = Omit<ChangesRecord, 'changes' | 'id' | 'windowId'>;
export type ChangedOrder = {
  readonly key: OrderKey;
  readonly Canal: string;
  readonly Cuenta: string;
  readonly Orden: string;
  /** As people look for it. */
  readonly folded: string;
};

/** One side of every change. */
export type FiguresColumns = {
  /** -1: the order was not there. */
  readonly rows: readonly number[];
  /** Equal numbers: equal states and payments. */
  readonly labels: readonly number[];
  readonly amounts: readonly AmountColumn[];
  readonly figures: (change: number) => OrderFigures | null;
};

export function createChangeIndex(): ChangeIndex {
  const readings: ChangeReading[] = [];
  const readingOf: number[] = [];
  const orders: ChangedOrder[] = [];
  const orderNumbers = new Map<string, number>();
  const orderOf: number[] = [];
  /** The newest change of each order, and of each change the one of its order before it; -1: none. */
  const newestOf: number[] = [];
  const previousOf: number[] = [];
  const purchaseMs: number[] = [];
  const labels = createInterned<Pick<OrderFigures, 'states' | 'payments'>>();
  const before = createFigures(labels);
  const after = createFigures(labels);
  const ids = createInterned<readonly string[]>();
  const idsOf: number[] = [];
  const columns = createInterned<readonly string[] | null>();
  const columnsOf: number[] = [];

  const numberOf = (key: OrderKey): number => {
    const known = orderNumbers.get(key);
    if (known !== undefined) return known;
    // Rows without an order number are grouped under longer keys (shared/domain/order-identity.ts).
    const parts = JSON.parse(key) as readonly (string | null)[];
    const Orden = parts.length === 3 ? (parts[2] ?? '') : '';
    orders.push({ key, Canal: parts[0] ?? '', Cuenta: parts[1] ?? '', Orden, folded: fold(Orden) });
    orderNumbers.set(key, orders.length - 1);
    return orders.length - 1;
  };

  return {
    get size() {
      return orderOf.length;
    },
    add({ runId, purpose, window, readAt, changes }) {
      readings.push({ runId, purpose, window, readAt });
      for (const change of changes) {
        readingOf.push(readings.length - 1);
        const order = numberOf(change.order);
        previousOf.push(newestOf[order] ?? -1);
        newestOf[order] = orderOf.length;
        orderOf.push(order);
        purchaseMs.push(change.purchase === null ? Number.NaN : localToMs(change.purchase));
        before.push(change.before);
        after.push(change.after);
        idsOf.push(ids.codeOf(change.correlationIds));
        columnsOf.push(columns.codeOf(change.columns ?? null));
      }
    },
    readings,
    readingOf,
    orders,
    orderOf,
    changesOf(key) {
      const changes: number[] = [];
      const order = orderNumbers.get(key) ?? -1;
      for (let change = newestOf[order] ?? -1; change >= 0; change = previousOf[change] ?? -1)
        changes.push(change);
      return changes;
    },
    purchaseMs,
    before: before.columns,
    after: after.columns,
    correlationIds: (change) => ids.valueOf(idsOf[change] ?? 0) ?? [],
    columns: (change) => columns.valueOf(columnsOf[change] ?? 0) ?? null,
  };
}

/** The first purchase of a change as text; null where it is unknown. */
export function purchaseOf(index: ChangeIndex, change: number): LocalDateTime | null {
  const ms = index.purchaseMs[change] ?? Number.NaN;
  return Number.isNaN(ms) ? null : localFromMs(ms);
}

type Interned<T> = ReturnType<typeof createInterned<T>>;

function createInterned<T>() {
  const codes = new Map<string, number>();
  const values: T[] = [];
  return {
    codeOf(value: T): number {
      const text = JSON.stringify(value);
      const known = codes.get(text);
      if (known !== undefined) return known;
      codes.set(text, values.length);
      values.push(value);
      return values.length - 1;
    },
    valueOf: (code: number): T | undefined => values[code],
  };
}

function createFigures(interned: Interned<Pick<OrderFigures, 'states' | 'payments'>>) {
  const rows: number[] = [];
  const labels: number[] = [];
  const amounts = CHANGE_AMOUNTS.map(createAmountColumn);
  const columns: FiguresColumns = {
    rows,
    labels,
    amounts,
    figures(change) {
      const count = rows[change] ?? -1;
      const shared = interned.valueOf(labels[change] ?? 0);
      if (count < 0 || shared === undefined) return null;
      const sums: { [column: string]: Decimal } = {};
      for (const [at, column] of CHANGE_AMOUNTS.entries()) {
        const amount = amounts[at]?.at(change) ?? null;
        if (amount !== null) sums[column] = toDecimal(amount);
      }
      return { rows: count, states: shared.states, payments: shared.payments, amounts: sums };
    },
  };
  return {
    columns,
    push(figures: OrderFigures | null): void {
      rows.push(figures?.rows ?? -1);
      labels.push(interned.codeOf({ states: figures?.states ?? [], payments: figures?.payments ?? [] }));
      for (const [at, column] of CHANGE_AMOUNTS.entries()) amounts[at]?.push(figures?.amounts[column]);
    },
  };
}
