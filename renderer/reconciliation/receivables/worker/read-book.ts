import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { NOT_YET } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import {
  type StatedDays,
  statedDayReader,
} from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import type {
  ReceivableBook,
  ReceivablePart,
} from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';

const LEFT = 'Rentabilidad Marketplace';
const SALES = 'Ventas';
const PAID = 'Pagado';
const ROWS_AT_ONCE = 8192;

/** By slot, Ventas above zero and below it, and Rentabilidad Marketplace. */
export type ReceivableSums = {
  readonly scale: number;
  readonly of: (slot: number) => Pick<ReceivablePart, 'sales' | 'refunds' | 'left'>;
};

/** The part of each row, by segment: -1 where it is in none. */
export type PlacedRows = readonly Int32Array[];

/**
 * All rows' receivables, and which part each row is in. A row is released on the day that statements name for it, else on its
 * payment date; where its state alone says that it is paid, on the day it was bought.
 */
export function* readBook(
  store: ColumnStore,
  stated: StatedDays,
): Task<{ readonly book: ReceivableBook; readonly placed: PlacedRows }> {
  const codes = accountCodes(store);
  const placed: Int32Array[] = [];
  const parts: Place[] = [];
  const placeOf = new Map<string, number>();
  const states = store.dictionary('Estado de Pago');
  const statedIn = statedDayReader(store, stated);
  for (const [index, segment] of store.segments.entries()) {
    const into = new Int32Array(segment.retired ? 0 : segment.rowCount).fill(-1);
    placed.push(into);
    if (segment.retired) continue;
    const accountOf = codes.placesIn(index, segment);
    const state = states.codesOf(index, segment);
    const payments = dayCodesOf(segment, 'Fecha de Pago');
    const statedDay = statedIn(index, segment);
    let [lastKey, last] = ['', -1];
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
      if (segment.isLive[row] !== 1) continue;
      const ms = segment.purchaseMs[row] ?? Number.NaN;
      const bought = Number.isNaN(ms) ? NO_DAY : Math.floor(ms / DAY_MS);
      const said = statedDay(row);
      const code = payments.codes?.[row] ?? 0;
      const paid = said !== NO_DAY ? said : code === 0 ? NO_DAY : (payments.days[code] ?? NO_DAY);
      const isUndated = paid === NO_DAY && states.texts[rowCode(state, row)] === PAID;
      const came = isUndated ? bought : paid === NO_DAY ? NOT_YET : Math.max(paid, bought);
      const by = said === NO_DAY ? 'columns' : 'statement';
      const account = accountOf[row] ?? 0;
      const key = `${account} ${bought} ${came} ${by} ${isUndated}`;
      if (key !== lastKey) {
        last = placeOf.get(key) ?? parts.push({ account, bought, came, by, isUndated, rows: 0 }) - 1;
        placeOf.set(key, last);
        lastKey = key;
      }
      const part = parts[last];
      if (part !== undefined) part.rows += 1;
      into[row] = last;
    }
    yield;
  }
  const sums = yield* sumBySlot(store, parts.length, (index, row) => placed[index]?.[row] ?? -1);
  const book: ReceivableBook = {
    scale: sums.scale,
    accounts: codes.accounts,
    parts: parts.map((part, at) => ({ ...part, ...sums.of(at) })),
  };
  return { book, placed };
}

type Place = Omit<ReceivablePart, 'sales' | 'refunds' | 'left' | 'rows'> & { rows: number };

/** Adds up what receivables are made of over the rows that `slotOf` gives a slot (negative: none). */
export function* sumBySlot(
  store: ColumnStore,
  slots: number,
  slotOf: (index: number, row: number) => number,
): Task<ReceivableSums> {
  const ofLeft = scaleFor(store, LEFT, 0);
  const ofSales = scaleFor(store, SALES, ofLeft.scale);
  const { scale } = ofSales;
  const isSafe = ofSales.isSafe && scaleFor(store, LEFT, scale).isSafe;
  const [sales, refunds, left] = [0, 1, 2].map(() => createUnitSums(slots, isSafe)) as [
    UnitSums,
    UnitSums,
    UnitSums,
  ];
  const bySign: UnitSums = {
    ...sales,
    add: (slot, units) => (units < 0 ? refunds.add(slot, -units) : sales.add(slot, units)),
    addBig: (slot, units) => (units < 0n ? refunds.addBig(slot, -units) : sales.addBig(slot, units)),
  };
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    addColumn(segment, SALES, scale, bySign, (row) => slotOf(index, row));
    yield;
    addColumn(segment, LEFT, scale, left, (row) => slotOf(index, row));
    yield;
  }
  return {
    scale,
    of: (slot) => ({ sales: sales.of(slot), refunds: refunds.of(slot), left: left.of(slot) }),
  };
}
