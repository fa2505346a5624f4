import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import { localFromMs, localToMs, type Month, monthOf } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { monthRange } from '#shared/domain/purchase-ranges.ts';
import { type AuthoritativeRange, compareContent, itemOf, type PlannedRow, textOf } from './planned-rows.ts';
import { createTally, type MonthTallies, mayRemove, type Tally } from './removal-guard.ts';

/** Decides about rows that readings by purchase date no longer find (rule 11). Pure. */

/** An order as a commit leaves it, before the missing rows are decided on. */
export type OrderPlan = {
  readonly key: OrderKey;
  readonly before: readonly PlannedRow[];
  readonly after: readonly PlannedRow[];
  readonly missing: ReadonlyMap<PlannedRow, MissingRow>;
};
type MissingRow = {
  readonly note: Exclude<RowNote, 0>;
  /** A verification looked for it just now: it decides at once, without waiting for the rest of the month. */
  readonly byVerification: boolean;
};

type MissingFacts = {
  /** Orders of this commit, and all others with missing rows in the months of `monthsToDecide`. */
  readonly orders: readonly OrderPlan[];
  readonly completes: ReadonlySet<Month>;
  /** Months that wait for the user's word before this commit. */
  readonly held: ReadonlySet<Month>;
  /** Live rows of a month before this commit. */
  readonly monthRows: (month: Month) => Tally;
};

type MissingDecision = {
  readonly removed: ReadonlySet<PlannedRow>;
  /** Months that wait for the user's word after this commit. */
  readonly held: ReadonlySet<Month>;
  /** Those of them that this very commit decided to hold, and the rows that are gone in them. */
  readonly heldNow: ReadonlySet<Month>;
  readonly rowsHeld: number;
};

export function monthAt(ms: number): Month {
  return monthOf(localFromMs(ms));
}

/** [from, to) of a month's purchases in milliseconds. */
export function monthSpan(month: Month): AuthoritativeRange {
  const { from, to } = monthRange(month);
  return { fromMs: localToMs(from), toMs: localToMs(to) };
}

/**
 * Tells rows that are gone from those that moved: the order has the same item at another purchase date. One row that
 * is there explains one that is missing, the latest purchase first; between rows bought at once the content decides,
 * never the place.
 */
export function noteMissing(
  after: readonly PlannedRow[],
  missing: ReadonlyMap<PlannedRow, { readonly byVerification: boolean }>,
): ReadonlyMap<PlannedRow, MissingRow> {
  if (missing.size === 0) return new Map();
  const there = new Map<string, number[]>();
  for (const row of after) {
    if (missing.has(row) || row.purchaseMs === null) continue;
    const item = itemOf(row);
    there.set(item, [...(there.get(item) ?? []), row.purchaseMs]);
  }
  for (const dates of there.values()) dates.sort((a, b) => a - b);
  const latestFirst = [...missing].sort(
    ([a], [b]) => (b.purchaseMs ?? 0) - (a.purchaseMs ?? 0) || compareContent(a, b),
  );
  return new Map(
    latestFirst.map(([row, { byVerification }]) => {
      const dates = there.get(itemOf(row)) ?? [];
      const elsewhere = dates.findIndex((ms) => ms !== row.purchaseMs);
      if (elsewhere >= 0) dates.splice(elsewhere, 1);
      return [row, { note: elsewhere >= 0 ? ROW_NOTE.moved : ROW_NOTE.gone, byVerification }];
    }),
  );
}

/** Months whose reading is complete, in which a verification misses rows, and held ones whose missing rows changed. */
export function monthsToDecide({
  orders,
  completes,
  held,
}: Pick<MissingFacts, 'orders' | 'completes' | 'held'>): ReadonlySet<Month> {
  const months = new Set(completes);
  for (const { before, missing } of orders) {
    for (const [{ purchaseMs }, { byVerification }] of missing) {
      if (byVerification && purchaseMs !== null) months.add(monthAt(purchaseMs));
    }
    for (const row of before) {
      if (row.note === ROW_NOTE.none || row.purchaseMs === null || row.note === missing.get(row)?.note)
        continue;
      const month = monthAt(row.purchaseMs);
      if (held.has(month)) months.add(month);
    }
  }
  return months;
}

/** Removes what the guard lets go and holds the rest. */
export function decideMissing(facts: MissingFacts): MissingDecision {
  const { orders, completes, held } = facts;
  const removed = new Set<PlannedRow>();
  const heldAfter = new Set(held);
  const heldNow = new Set<Month>();
  let rowsHeld = 0;
  for (const month of monthsToDecide(facts)) {
    const inMonth = missingIn(orders, month);
    const tallies = talliesOf(facts, month, inMonth);
    if (mayRemove(tallies)) {
      // A verification alone does not decide for rows that it did not look for.
      const all = completes.has(month) || held.has(month);
      for (const [row, { byVerification }] of inMonth) if (all || byVerification) removed.add(row);
      heldAfter.delete(month);
    } else {
      heldAfter.add(month);
      heldNow.add(month);
      rowsHeld += tallies.gone.total();
    }
  }
  return { removed, held: heldAfter, heldNow, rowsHeld };
}

function missingIn(orders: readonly OrderPlan[], month: Month) {
  const { fromMs, toMs } = monthSpan(month);
  return orders.flatMap(({ missing }) =>
    [...missing].filter(
      ([{ purchaseMs }]) => purchaseMs !== null && purchaseMs >= fromMs && purchaseMs < toMs,
    ),
  );
}

function talliesOf(
  { orders, monthRows }: MissingFacts,
  month: Month,
  inMonth: readonly (readonly [PlannedRow, MissingRow])[],
): MonthTallies {
  const { fromMs, toMs } = monthSpan(month);
  const rows = createTally();
  for (const group of monthRows(month).groups()) rows.add(group.Canal, group.Cuenta, group.rows);
  const count = (list: readonly PlannedRow[], by: 1 | -1) => {
    for (const row of list) {
      if (row.purchaseMs !== null && row.purchaseMs >= fromMs && row.purchaseMs < toMs) put(rows, row, by);
    }
  };
  for (const { before, after } of orders) {
    count(before, -1);
    count(after, 1);
  }
  const gone = createTally();
  const moved = createTally();
  for (const [row, { note }] of inMonth) put(note === ROW_NOTE.gone ? gone : moved, row, 1);
  return { rows, gone, moved };
}

function put(tally: Tally, row: PlannedRow, by: number): void {
  tally.add(textOf(row, 'Canal') ?? '', textOf(row, 'Cuenta') ?? '', by);
}
