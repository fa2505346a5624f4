import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { fold } from '#shared/base/fold.ts';
import { type LocalDateTime, localFromMs, localToMs } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  parseDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { CHANGE_AMOUNTS, type ChangesRecord } from './change-record.ts';
import {
  type ColumnChange,
  MAX_LOG_BYTES,
  type PackedValues,
  packedBytes,
  valuePlaces,
  valuesAt,
} from './kept-values.ts';

type AmountColumn = ReturnType<typeof createAmountColumn>;

/** A column of exact amounts, one a change, as small integers with their scales; what does not fit is kept apart. */
function createAmountColumn() {
  const units: number[] = [];
  const scales: number[] = [];
  const absent = new Set<number>();
  const large = new Map<number, Scaled>();
  return {
    push(amount: Decimal | undefined): void {
      const index = units.length;
      if (amount === undefined) {
        absent.add(index);
        units.push(0);
        scales.push(0);
        return;
      }
      const value = fromDecimal(amount);
      const asNumber = Number(value.units);
      const fits = Number.isSafeInteger(asNumber);
      if (!fits) large.set(index, value);
      units.push(fits ? asNumber : Number.NaN);
      scales.push(value.scale);
    },
    /** Null: there was no readable value. */
    at(index: number): Scaled | null {
      if (absent.has(index)) return null;
      return large.get(index) ?? { units: BigInt(units[index] ?? 0), scale: scales[index] ?? 0 };
    },
    /** Units of a value that is a safe integer, at `scaleAt`; NaN for all others, 0 where there is none. */
    unitsAt: (index: number): number => units[index] ?? 0,
    scaleAt: (index: number): number => scales[index] ?? 0,
  };
}

/** An exact sum that takes many values: plain integers while they are safe. */
export function createExactSum() {
  const small: number[] = [];
  let rest: Scaled = ZERO;
  return {
    add(column: AmountColumn, index: number): void {
      const units = column.unitsAt(index);
      const scale = column.scaleAt(index);
      const sum = (small[scale] ?? 0) + units;
      if (Number.isSafeInteger(sum)) small[scale] = sum;
      else rest = add(rest, column.at(index) ?? ZERO);
    },
    total: (): Scaled => small.reduce((sum, units, scale) => add(sum, { units: BigInt(units), scale }), rest),
  };
}

/** after − before, either of them 0 where there is none. */
export function differenceOf(before: Scaled | null, after: Scaled | null): Scaled {
  return subtract(after ?? ZERO, before ?? ZERO);
}

/** The whole change log in memory, each change a number, shared texts kept once. Built when asked for, then extended. */
export type ChangeIndex = ReturnType<typeof createChangeIndex>;

type ChangeReading = Omit<ChangesRecord, 'changes' | 'id' | 'windowId' | 'values'>;
type ChangedOrder = {
  readonly key: OrderKey;
  readonly Canal: string;
  readonly Cuenta: string;
  readonly Orden: string;
  readonly folded: string;
};

/** One side of every change. */
type FiguresColumns = {
  /** -1: the order was not there. */
  readonly rows: readonly number[];
  /** Equal numbers: equal states and payments. */
  readonly labels: readonly number[];
  readonly amounts: readonly AmountColumn[];
  readonly figures: (change: number) => OrderFigures | null;
};

/**
 * The log of changes by order and by reading. Long, for its arrays have one index.
 *
 * @param limit bytes of other columns' values that are kept, the newest
 */
export function createChangeIndex(limit = MAX_LOG_BYTES) {
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
  const kept = createKeptValues(limit);

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
    get size(): number {
      return orderOf.length;
    },
    add({ runId, purpose, window, readAt, changes, values }: ChangesRecord): void {
      readings.push({ runId, purpose, window, readAt });
      kept.add(readings.length - 1, values, changes.length);
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
    /** The reading that each change was written under. */
    readings,
    readingOf,
    orders,
    orderOf,
    /** The changes of one order, newest first; none where it never changed. */
    changesOf(key: OrderKey): readonly number[] {
      const changes: number[] = [];
      const order = orderNumbers.get(key) ?? -1;
      for (let change = newestOf[order] ?? -1; change >= 0; change = previousOf[change] ?? -1)
        changes.push(change);
      return changes;
    },
    /** Milliseconds of the first purchase; NaN where it is unknown. */
    purchaseMs,
    before: before.columns,
    after: after.columns,
    correlationIds: (change: number) => ids.valueOf(idsOf[change] ?? 0) ?? [],
    /** Columns that differed; null where that was not kept. */
    columns: (change: number) => columns.valueOf(columnsOf[change] ?? 0) ?? null,
    /** Values of the other columns, as far as there was room; null where they were not kept. */
    values: (change: number) => kept.of(readingOf[change] ?? 0, change),
    /** Whether a change brought the product cost: there was none, and there is one now. False where that was not kept. */
    broughtCost: (change: number) => kept.broughtCost(readingOf[change] ?? 0, change),
  };
}

const PRODUCT_COST = 'Costo de Producto';

/** The packed values of the newest records, read where somebody asks. */
function createKeptValues(limit: number) {
  const packed: (PackedValues | null)[] = [];
  const hasCost: boolean[] = [];
  const placeOf: number[] = [];
  let bytes = 0;
  let forgotten = 0;
  const of = (reading: number, change: number): readonly ColumnChange[] | null => {
    const own = packed[reading];
    return own == null ? null : valuesAt(own, placeOf[change] ?? 0);
  };
  return {
    /** Adds a record's changes, in their order. */
    add(reading: number, values: PackedValues | undefined, changes: number): void {
      packed[reading] = values ?? null;
      hasCost[reading] = values?.texts.includes(PRODUCT_COST) ?? false;
      const places = values === undefined ? new Array<number>(changes).fill(0) : valuePlaces(values, changes);
      for (const place of places) placeOf.push(place);
      if (values !== undefined) bytes += packedBytes(values);
      for (; bytes > limit && forgotten <= reading; forgotten += 1) {
        const old = packed[forgotten];
        if (old == null) continue;
        bytes -= packedBytes(old);
        packed[forgotten] = null;
      }
    },
    of,
    broughtCost(reading: number, change: number): boolean {
      if (hasCost[reading] !== true) return false;
      const cost = of(reading, change)?.find(({ column }) => column === PRODUCT_COST);
      return cost !== undefined && isNothing(cost.before) && !isNothing(cost.after);
    },
  };
}

/** No product cost: null, blank or 0, as everywhere (spec 2.5.1). */
function isNothing(cells: ColumnChange['before']): boolean {
  return cells.every((cell) => {
    const value = parseDecimal(cell ?? '');
    return value === undefined || value.units === 0n;
  });
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
