import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { type AccountCodes, accountCodes, MAX_ACCOUNTS } from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS, dayNumber, dayOfNumber, type LocalDate, type Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';

type Slot = {
  readonly settlement: string;
  readonly canal: string;
  readonly cuenta: string;
  rows: number;
  paid: number;
  pending: number;
  readonly orders: Set<number>;
  readonly purchases: Range;
  readonly payments: Range;
  readonly days: Set<number>;
  oldestPending: number;
};
type Range = { first: number; last: number };

const PAID = 'Pagado';
const NO_ACCOUNT = { canal: '', cuenta: '' };
const NAMES = ['N° de Liquidación', 'Estado de Pago'] as const;

/**
 * All settlements of all accounts, as they stood at the end of a day: what was bought later is not in them.
 * @param day the day on which it is asked what is owed
 */
export function* readSettlements(store: ColumnStore, day: LocalDate): Task<readonly Settlement[]> {
  const asOf = dayNumber(day);
  const slots: Slot[] = [];
  const placeOf = new Map<number, number>();
  const codes = accountCodes(store);
  const slotOfRows: Int32Array[] = [];
  const isPending: Uint8Array[] = [];
  for (const [index, segment] of store.segments.entries()) {
    slotOfRows.push(new Int32Array(segment.rowCount).fill(-1));
    isPending.push(new Uint8Array(segment.rowCount));
    if (segment.retired) continue;
    placeRows(store, segment, index, {
      asOf,
      slots,
      placeOf,
      codes,
      into: slotOfRows[index] ?? new Int32Array(0),
      pending: isPending[index] ?? new Uint8Array(0),
    });
    yield;
  }
  const ventas = yield* sumsBy(store, 'Ventas', slots.length, (index, row) => slotOfRows[index]?.[row] ?? -1);
  const rentabilidad = yield* sumsBy(
    store,
    'Rentabilidad Marketplace',
    slots.length,
    (index, row) => slotOfRows[index]?.[row] ?? -1,
  );
  const owed = yield* sumsBy(store, 'Rentabilidad Marketplace', slots.length, (index, row) =>
    isPending[index]?.[row] === 1 ? (slotOfRows[index]?.[row] ?? -1) : -1,
  );
  return slots.map((slot, at): Settlement => {
    const { settlement, canal, cuenta, rows, paid, pending, orders, purchases, payments } = slot;
    return {
      settlement,
      canal,
      cuenta,
      rows,
      orders: orders.size,
      ventas: ventas(at),
      rentabilidad: rentabilidad(at),
      firstPurchase: dayText(purchases.first),
      lastPurchase: dayText(purchases.last),
      firstPayment: dayText(payments.first),
      lastPayment: dayText(payments.last),
      months: [...new Set([...slot.days].map((each) => (dayText(each) ?? '').slice(0, 7) as Month))].sort(),
      paidRows: paid,
      pendingRows: pending,
      owed: owed(at),
      oldestPendingDays: slot.oldestPending === Number.POSITIVE_INFINITY ? null : asOf - slot.oldestPending,
    };
  });
}

type Places = {
  readonly asOf: number;
  readonly slots: Slot[];
  readonly placeOf: Map<number, number>;
  readonly codes: AccountCodes;
  /** Of each row its slot, -1: it is in none. */
  readonly into: Int32Array;
  readonly pending: Uint8Array;
};

function placeRows(
  store: ColumnStore,
  segment: StoredSegment,
  index: number,
  { asOf, slots, placeOf, codes, into, pending }: Places,
): void {
  const [settled, state] = NAMES.map((name) => {
    const dictionary = store.dictionary(name);
    const codes = dictionary.codesOf(index, segment);
    return { codeAt: (row: number) => rowCode(codes, row), texts: dictionary.texts };
  });
  if (settled === undefined || state === undefined) return;
  const accountOf = codes.placesIn(index, segment);
  const payments = dayCodesOf(segment, 'Fecha de Pago');
  let last = -1;
  let place = -1;
  for (let row = 0; row < segment.rowCount; row += 1) {
    if (segment.isLive[row] !== 1) continue;
    const ms = segment.purchaseMs[row] ?? Number.NaN;
    const bought = Number.isNaN(ms) ? null : Math.floor(ms / DAY_MS);
    if (bought !== null && bought > asOf) continue;
    const account = accountOf[row] ?? 0;
    const key = settled.codeAt(row) * MAX_ACCOUNTS + account;
    if (key !== last) {
      place = placeOf.get(key) ?? -1;
      if (place < 0) {
        place = slots.push(
          createSlot({
            settlement: settled.texts[settled.codeAt(row)] ?? '',
            ...(codes.accounts[account] ?? NO_ACCOUNT),
          }),
        );
        place -= 1;
        placeOf.set(key, place);
      }
      last = key;
    }
    const slot = slots[place];
    if (slot === undefined) continue;
    into[row] = place;
    slot.rows += 1;
    slot.orders.add(segment.orderOf[row] ?? 0);
    if (bought !== null) {
      widen(slot.purchases, bought);
      slot.days.add(bought);
    }
    const code = payments.codes?.[row] ?? 0;
    const paidOn = code === 0 ? null : (payments.days[code] ?? null);
    if (paidOn !== null) widen(slot.payments, paidOn);
    const isPaid = paidOn === null ? state.texts[state.codeAt(row)] === PAID : paidOn <= asOf;
    if (isPaid) slot.paid += 1;
    else {
      slot.pending += 1;
      pending[row] = 1;
      if (bought !== null) slot.oldestPending = Math.min(slot.oldestPending, bought);
    }
  }
}

function createSlot(names: Pick<Slot, 'settlement' | 'canal' | 'cuenta'>): Slot {
  const range = (): Range => ({ first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY });
  return {
    ...names,
    rows: 0,
    paid: 0,
    pending: 0,
    orders: new Set(),
    purchases: range(),
    payments: range(),
    days: new Set(),
    oldestPending: Number.POSITIVE_INFINITY,
  };
}

function widen(range: Range, day: number): void {
  range.first = Math.min(range.first, day);
  range.last = Math.max(range.last, day);
}

/** The exact sum of a column in each slot. */
function* sumsBy(
  store: ColumnStore,
  column: string,
  slots: number,
  slotOf: (index: number, row: number) => number,
): Task<(slot: number) => Decimal> {
  const { scale, isSafe } = scaleFor(store, column, 0);
  const sums: UnitSums = createUnitSums(slots, isSafe);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    addColumn(segment, column, scale, sums, (row) => slotOf(index, row));
    yield;
  }
  return (slot) => toDecimal({ units: sums.of(slot), scale });
}

function dayText(day: number): LocalDate | null {
  return Number.isFinite(day) ? dayOfNumber(day) : null;
}
