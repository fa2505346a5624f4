import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { checkSegment } from '#renderer/data/engine/row-rules/check-segment.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor } from '#renderer/data/engine/scan/unit-sums.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { type ByMonth, createByMonth, createMonthOfDay } from './by-month.ts';

/** What the rows of each month and account come to by themselves: how many break a rule, and which lack their cost. */

export type RowsOfMonth = {
  rows: number;
  /** Rows that break a documented rule. */
  failing: number;
  /** Sums of SUMMED, of the source's own values. */
  amounts: readonly Decimal[];
};

export type CostsOfMonth = {
  /** All that were sold, and those of rows with Ventas and no product cost. */
  readonly skus: Set<string>;
  readonly missing: Set<string>;
  /** Such rows, and their Ventas. */
  rows: number;
  ventas: Decimal;
};

/** What a month is looked at by. */
const SUMMED = [RATE_BASE_COLUMN, ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability)];

/** The rules that a close asks of its rows. */
const DOCUMENTED = ROW_RULES.flatMap(({ standing }, at) => (standing === 'documented' ? [at] : []));

type Placed = { readonly slots: Int32Array[]; readonly count: number };

/** Of each row the place of its month and account among `slots`; -1: it is not live, or in no month. */
function* placeRows<T extends object>(
  store: ColumnStore,
  byMonth: ReturnType<typeof createByMonth<T>>,
): Task<Placed & { readonly of: readonly T[] }> {
  const codes = accountCodes(store);
  const monthOfDay = createMonthOfDay();
  const places = new Map<string, number>();
  const of: T[] = [];
  const slots: Int32Array[] = [];
  for (const [index, segment] of store.segments.entries()) {
    const into = new Int32Array(segment.retired ? 0 : segment.rowCount).fill(-1);
    slots.push(into);
    if (segment.retired) continue;
    const accountOf = codes.placesIn(index, segment);
    let [lastMonth, lastAccount, last] = ['', -1, -1];
    for (let row = 0; row < into.length; row += 1) {
      if (segment.isLive[row] !== 1) continue;
      const ms = segment.purchaseMs[row] ?? Number.NaN;
      if (Number.isNaN(ms)) continue;
      const month = monthOfDay(Math.floor(ms / DAY_MS));
      const account = accountOf[row] ?? 0;
      if (month !== lastMonth || account !== lastAccount) {
        const key = `${month} ${account}`;
        last = places.get(key) ?? of.push(byMonth.of(month, codes.accounts[account] ?? null)) - 1;
        places.set(key, last);
        [lastMonth, lastAccount] = [month, account];
      }
      into[row] = last;
    }
    yield;
  }
  return { slots, of, count: of.length };
}

/** Rows of each month and account, and those of them that break a documented rule, each once. */
export function* rowsByMonth(store: ColumnStore): Task<ByMonth<RowsOfMonth>> {
  const byMonth = createByMonth<RowsOfMonth>(() => ({
    rows: 0,
    failing: 0,
    amounts: [],
  }));
  const { slots, of, count } = yield* placeRows(store, byMonth);
  const sums = SUMMED.map((column) => {
    const { scale, isSafe } = scaleFor(store, column, 0);
    return { column, scale, units: createUnitSums(count, isSafe) };
  });
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const slotOf = slots[index] ?? new Int32Array(0);
    for (let row = 0; row < slotOf.length; row += 1) {
      const own = of[slotOf[row] ?? -1];
      if (own !== undefined) own.rows += 1;
    }
    for (const { column, scale, units } of sums) {
      addColumn(segment, column, scale, units, (row) => slotOf[row] ?? -1);
    }
    const { rules } = yield* checkSegment(segment);
    const failing = new Set(DOCUMENTED.flatMap((at) => [...(rules[at]?.failing ?? [])]));
    for (const row of failing) {
      const own = of[slotOf[row] ?? -1];
      if (own !== undefined) own.failing += 1;
    }
    yield;
  }
  for (const [slot, own] of of.entries()) {
    own.amounts = sums.map(({ scale, units }) => toDecimal({ units: units.of(slot), scale }));
  }
  return byMonth.all();
}

/** What of each month and account lacks its product cost. */
export function* costsByMonth(store: ColumnStore): Task<ByMonth<CostsOfMonth>> {
  const byMonth = createByMonth<CostsOfMonth>(() => ({
    skus: new Set(),
    missing: new Set(),
    rows: 0,
    ventas: '0' as Decimal,
  }));
  const { slots, of, count } = yield* placeRows(store, byMonth);
  const { scale, isSafe } = scaleFor(store, 'Ventas', 0);
  const sums = createUnitSums(count, isSafe);
  const skus = store.dictionary('SKU Producto');
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const slotOf = slots[index] ?? new Int32Array(0);
    const flags = productCostFlags(segment);
    const codes = skus.codesOf(index, segment);
    for (let row = 0; row < slotOf.length; row += 1) {
      const own = of[slotOf[row] ?? -1];
      if (own === undefined || flags[row] === 0) continue;
      const sku = skus.texts[rowCode(codes, row)] ?? '';
      own.skus.add(sku);
      if (flags[row] !== LACKS_COST) continue;
      own.missing.add(sku);
      own.rows += 1;
    }
    addColumn(segment, 'Ventas', scale, sums, (row) =>
      flags[row] === LACKS_COST ? (slotOf[row] ?? -1) : -1,
    );
    yield;
  }
  for (const [slot, own] of of.entries()) own.ventas = toDecimal({ units: sums.of(slot), scale });
  return byMonth.all();
}
