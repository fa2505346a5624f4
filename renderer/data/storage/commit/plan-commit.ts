import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import type { CollectedRows } from '#renderer/data/storage/segment/collected-rows.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { CommitResult } from '#shared/contract/ledger.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { isBlankOrder, type OrderKey } from '#shared/domain/order-identity.ts';
import type { RowTable } from '#shared/domain/row-table.ts';
import { windowStartMs } from '#shared/domain/window.ts';
import { decideMissing, monthSpan, monthsToDecide, noteMissing, type OrderPlan } from './missing-rows.ts';
import { firstPurchaseMs, orderChange, type PlannedChange } from './order-change.ts';
import {
  type AuthoritativeRange,
  authoritativeRange,
  type IncomingRow,
  isDated,
  ownRows,
  type PlannedRow,
  prepareOwnRows,
  type ReadWindow,
} from './planned-rows.ts';
import type { Tally } from './removal-guard.ts';
import { GivenCells } from './row-cells.ts';
import { compareRows } from './row-differences.ts';
import {
  byOrder,
  multisetDifference,
  needsVerification,
  purchaseInstants,
  replacements,
  rowsReplacedByLaterSelves,
  subOrdersThatCame,
  toTable,
  unmatchedRows,
} from './row-matching.ts';

/** Plans a commit before its transaction opens. Pure: rows in, changes out. */

export type StoredRows = {
  /** Reads the rows of many orders, so that `ofOrder` knows them. */
  readonly readOrders: (keys: Iterable<OrderKey>) => Task<void>;
  readonly ofOrder: (key: OrderKey) => readonly PlannedRow[];
  /** The orders with a live row bought in [from, to). */
  readonly ordersBoughtIn: (range: AuthoritativeRange) => Iterable<OrderKey>;
  /** Those of them with a row that is missing (rule 11). */
  readonly ordersMissingIn: (range: AuthoritativeRange) => Iterable<OrderKey>;
  /** The orders with a live row whose purchase nobody can read. */
  readonly ordersUndated: () => Iterable<OrderKey>;
  /** Live rows bought in [from, to), by channel and account. */
  readonly tallyOf: (range: AuthoritativeRange) => Tally;
};

/** Orders "por verificar" and the purchase instants at which they are still to be read. */
export type VerificationQueue = ReadonlyMap<OrderKey, ReadonlySet<number>>;

/** Collected rows by their places. */
export type PickedRows = { readonly rows: CollectedRows; readonly places: Uint32Array };

/** A planned change of rows, whoever decided it. */
export type RowsPlan = {
  /** Numbers of the stored rows that die. */
  readonly remove: readonly number[];
  readonly insert: RowTable;
  /** The same rows among those that were collected; null where not all of them are of one reading. */
  readonly collected: PickedRows | null;
  /** Stored rows that stay of orders that get others: their orders stand in several places from now on. */
  readonly beside: readonly number[];
  /** Stored rows that are missing from now on, or no longer. */
  readonly notes: readonly { readonly row: number; readonly note: RowNote }[];
  /** Months that wait for the user's word afterwards, and those of them that were just found to. */
  readonly held: ReadonlySet<Month>;
  readonly heldNow: ReadonlySet<Month>;
  readonly changes: readonly PlannedChange[];
};

export type CommitPlan = RowsPlan & {
  /** The whole queue after the commit. */
  readonly queue: VerificationQueue;
  readonly result: CommitResult;
};

type CommitRequest = {
  readonly main: ReadWindow;
  /** Settled purchase windows of the same commit, in the order they were asked for. */
  readonly verifiedBy: readonly ReadWindow[];
  readonly stored: StoredRows;
  readonly queue: VerificationQueue;
  /** Up to where changes were known before this commit. */
  readonly knownUntil: UtcInstant | null;
  /** The purchases that a reading by purchase date can ask for: rows of others are as good as undated (rule 16). */
  readonly believed: AuthoritativeRange;
  readonly completes: readonly Month[];
  readonly held: ReadonlySet<Month>;
  /** Whether an order bought then, if the load brings it, is new and not only new to us. */
  readonly isNews: (purchaseMs: number) => boolean;
};

/** Plans one commit. Changes first; readings by purchase date are newer, and speak for everything in their range. */
export function* planCommit(request: CommitRequest): Task<CommitPlan> {
  const { main, verifiedBy, stored, queue, believed } = request;
  for (const read of [main, ...verifiedBy]) yield* prepareOwnRows(read);
  const readings = purchaseReadings([main, ...verifiedBy]);
  const changed: ReadonlyMap<OrderKey, readonly IncomingRow[]> =
    main.window.field === 'updated_at' ? byOrder(ownRows(main)) : new Map();
  const queueAfter = createQueue(queue, readings);
  yield;
  const cameWhole = subOrdersThatCame(changed);
  yield;
  const affected = affectedOrders(changed, readings, stored);
  yield* stored.readOrders(affected);
  const keys = [...affected, ...movementsBeside(affected, stored, believed)];
  yield;
  const plans = yield* inSteps(keys, (key): OrderPlan => {
    const before = stored.ofOrder(key);
    const incoming = changed.get(key) ?? [];
    const unmatched = incoming.length === 0 ? before : unmatchedRows(before, incoming);
    const isUnsure =
      incoming.length > 0 && needsVerification(before, incoming, request.knownUntil, believed, unmatched);
    if (isUnsure) queueAfter.add(key, purchaseInstants([...before, ...incoming], believed));
    // The source has said of these orders that they changed: they are replaced by what comes.
    const isVerified = changed.has(key) || queue.has(key);
    const left = unmatched.filter((row) => isDated(row, believed) || !cameWhole(row));
    const { after, missing } = readByPurchase(key, [...left, ...incoming], readings, isVerified);
    const isAuthoritative = ({ purchaseMs }: PlannedRow) =>
      purchaseMs !== null && readings.some(({ spoken }) => holds(spoken, purchaseMs));
    const stays = after.filter((row) => row.note !== ROW_NOTE.none && !isAuthoritative(row));
    if (stays.length === 0 && missing.size === 0) return { key, before, after, missing: NONE_MISSING };
    return {
      key,
      before,
      after,
      missing: noteMissing(
        after,
        new Map([
          ...stays.map((row) => [row, { byVerification: false }] as const),
          ...[...missing].map(
            ([row, { read }]) => [row, { byVerification: read.purpose === 'verification' }] as const,
          ),
        ]),
      ),
    };
  });
  const orders = withoutFormerSelves(plans, believed).filter(
    ({ key, before, after }) => affected.has(key) || after.length < before.length,
  );
  yield;
  const rows = yield* settleRows(request, orders);
  return {
    ...rows.plan,
    queue: queueAfter.orders,
    result: { ...rows.result, ordersQueued: queueAfter.orders.size },
  };
}

const NONE_MISSING: OrderPlan['missing'] = new Map();

/** An order may have many rows, each of over a hundred cells. */
const ORDERS_A_STEP = 50;

function* inSteps<T, U>(items: readonly T[], make: (item: T) => U): Task<readonly U[]> {
  const made: U[] = [];
  for (const item of items) {
    if (made.push(make(item)) % ORDERS_A_STEP === 0) yield;
  }
  return made;
}

function withoutFormerSelves(plans: readonly OrderPlan[], believed: AuthoritativeRange) {
  // Mostly there is none: all that the rest would do is copy lists.
  const hasUndated = plans.some(({ after }) =>
    after.some((row) => row.stored !== null && !isDated(row, believed)),
  );
  if (!hasUndated) return plans;
  const replaced = rowsReplacedByLaterSelves(
    plans.map(({ key, before, after, missing }) => ({
      key,
      before,
      there: after.filter((row) => !missing.has(row)),
    })),
    believed,
  );
  if (replaced.size === 0) return plans;
  return plans.map((plan) => ({ ...plan, after: plan.after.filter((row) => !replaced.has(row)) }));
}

/** Decides on the missing rows and draws the orders' differences. */
function* settleRows(request: CommitRequest, affected: readonly OrderPlan[]) {
  const { main, verifiedBy, stored, completes, held } = request;
  const known = new Set(affected.map(({ key }) => key));
  const facts = { completes: new Set(completes), held };
  const others: OrderPlan[] = [];
  for (const month of monthsToDecide({ ...facts, orders: affected })) {
    for (const key of stored.ordersMissingIn(monthSpan(month))) {
      if (known.has(key)) continue;
      known.add(key);
      others.push(untouchedOrder(key, stored.ofOrder(key)));
    }
  }
  const orders = [...affected, ...others];
  const decision = decideMissing({
    ...facts,
    orders,
    monthRows: (month) => stored.tallyOf(monthSpan(month)),
  });

  const remove: number[] = [];
  const added: PlannedRow[] = [];
  const beside: number[] = [];
  const notes: { row: number; note: RowNote }[] = [];
  const changes: PlannedChange[] = [];
  const counts = { ordersNew: 0, ordersChanged: 0, ordersUnchanged: 0 };
  yield;
  const differences = yield* compareRows(orders.flatMap(({ before, after }) => replacements(before, after)));
  for (const [index, { key, before, after: planned, missing }] of orders.entries()) {
    if (index % ORDERS_A_STEP === ORDERS_A_STEP - 1) yield;
    const after = decision.removed.size === 0 ? planned : planned.filter((row) => !decision.removed.has(row));
    const { gone, come } = multisetDifference(before, after, differences);
    const dead = new Set(gone);
    for (const row of before) {
      const note = missing.get(row)?.note ?? ROW_NOTE.none;
      if (row.stored !== null && !dead.has(row) && note !== row.note) notes.push({ row: row.stored, note });
    }
    if (gone.length === 0 && come.length === 0) {
      if (index < affected.length) counts.ordersUnchanged += 1;
      continue;
    }
    if (before.length === 0) counts.ordersNew += 1;
    else counts.ordersChanged += 1;
    if (before.length > 0 || isChange(request, after)) {
      changes.push(orderChange(key, before, after, [main, ...verifiedBy], differences));
    }
    for (const { stored: row } of gone) if (row !== null) remove.push(row);
    for (const row of come) added.push(row);
    if (come.length === 0) continue;
    for (const row of before) if (row.stored !== null && !dead.has(row)) beside.push(row.stored);
  }
  const { held: heldAfter, heldNow } = decision;
  const plan: RowsPlan = {
    remove,
    insert: toTable(added),
    collected: pickedRows(added),
    beside,
    notes,
    held: heldAfter,
    heldNow,
    changes,
  };
  const rowCounts = { rowsAdded: added.length, rowsRemoved: remove.length, rowsHeld: decision.rowsHeld };
  return { plan, result: { ...rowCounts, ...counts } };
}

function pickedRows(added: readonly PlannedRow[]): PickedRows | null {
  const collected = added.map(({ cells }) => (cells instanceof GivenCells ? cells.collected : null));
  const rows = collected[0]?.rows;
  if (rows === undefined || collected.some((each) => each?.rows !== rows)) return null;
  return { rows, places: Uint32Array.from(collected, (each) => each?.place ?? 0) };
}

/** An order that this commit does not speak of, with the rows that are missing already. */
function untouchedOrder(key: OrderKey, rows: readonly PlannedRow[]): OrderPlan {
  const noted = rows.filter(({ note }) => note !== ROW_NOTE.none);
  const missing = noteMissing(rows, new Map(noted.map((row) => [row, { byVerification: false }])));
  return { key, before: rows, after: rows, missing };
}

/** A first load brings nothing but new orders: that is no change. */
function isChange({ main, isNews }: CommitRequest, after: readonly PlannedRow[]): boolean {
  if (main.purpose !== 'history') return true;
  return isNews(firstPurchaseMs(after) ?? windowStartMs(main.window));
}

function affectedOrders(
  changed: ReadonlyMap<OrderKey, unknown>,
  readings: readonly PurchaseReading[],
  stored: StoredRows,
): ReadonlySet<OrderKey> {
  const affected = new Set<OrderKey>(changed.keys());
  for (const { rows, spoken } of readings) {
    for (const key of rows.keys()) affected.add(key);
    for (const key of stored.ordersBoughtIn(spoken)) affected.add(key);
  }
  return affected;
}

/** Movements without a date, where others came: one that got its date is of another order than before. */
function movementsBeside(
  affected: ReadonlySet<OrderKey>,
  stored: StoredRows,
  { fromMs, toMs }: AuthoritativeRange,
): readonly OrderKey[] {
  if (![...affected].some(isBlankOrder)) return [];
  const undated = new Set([
    ...stored.ordersUndated(),
    ...stored.ordersBoughtIn({ fromMs: Number.NEGATIVE_INFINITY, toMs: fromMs }),
    ...stored.ordersBoughtIn({ fromMs: toMs, toMs: Number.POSITIVE_INFINITY }),
  ]);
  return [...undated].filter((key) => isBlankOrder(key) && !affected.has(key));
}

/** The queue without the instants that the readings speak for, now and as it grows. */
function createQueue(queue: VerificationQueue, readings: readonly PurchaseReading[]) {
  const orders = new Map<OrderKey, ReadonlySet<number>>();
  const isSpoken = (ms: number) => readings.some(({ spoken }) => holds(spoken, ms));
  const add = (key: OrderKey, instants: Iterable<number>) => {
    const open = new Set(orders.get(key));
    for (const ms of instants) if (!isSpoken(ms)) open.add(ms);
    if (open.size > 0) orders.set(key, open);
  };
  for (const [key, instants] of queue) add(key, instants);
  return { orders, add };
}

/** Applies complete answers by purchase date to an order's rows (rules 5 and 11). */

/** A complete answer by purchase date: its own rows by order, and what it speaks for. */
type PurchaseReading = {
  readonly rows: ReadonlyMap<OrderKey, readonly IncomingRow[]>;
  readonly spoken: AuthoritativeRange;
  readonly read: ReadWindow;
};

function purchaseReadings(reads: readonly ReadWindow[]): readonly PurchaseReading[] {
  return reads
    .filter(({ window }) => window.field === 'purchase_date')
    .map((read) => {
      const rows = ownRows(read);
      return { rows: byOrder(rows), spoken: authoritativeRange(read, rows), read };
    });
}

type ReadOrder = {
  readonly after: readonly PlannedRow[];
  /** Those of `after` that the answers should have brought and did not, with the reading that did not. */
  readonly missing: ReadonlyMap<PlannedRow, PurchaseReading>;
};

/**
 * An order's rows after the readings. What came takes the place of its counterparts at once; a row of the spoken
 * range that did not come stays and is missing. An order that is being verified is replaced altogether: the source
 * has said itself that it changed.
 */
function readByPurchase(
  key: OrderKey,
  rows: readonly PlannedRow[],
  readings: readonly PurchaseReading[],
  isVerified: boolean,
): ReadOrder {
  const missing = new Map<PlannedRow, PurchaseReading>();
  if (readings.length === 0) return { after: rows, missing };
  // Ranges do not overlap by design; if they do, a row belongs to the first that speaks for it.
  const speaker = ({ purchaseMs }: PlannedRow) =>
    purchaseMs === null ? undefined : readings.find(({ spoken }) => holds(spoken, purchaseMs));
  const result = rows.filter((row) => speaker(row) === undefined);
  const undated: PlannedRow[] = [];
  for (const reading of readings) {
    const own = reading.rows.get(key) ?? [];
    const dated = own.filter((row) => row.purchaseMs !== null && speaker(row) === reading);
    if (!isVerified) {
      const spokenOf = rows.filter((row) => speaker(row) === reading);
      for (const row of unmatchedRows(spokenOf, dated)) {
        missing.set(row, reading);
        result.push(row);
      }
    }
    for (const row of dated) result.push(row);
    // Several answers may bring the same rows without a readable date: they count once.
    const more = own.filter(({ purchaseMs }) => purchaseMs === null);
    for (const row of multisetDifference(undated, more).come) undated.push(row);
  }
  if (undated.length === 0) return { after: result, missing };
  return { after: [...result.filter(({ purchaseMs }) => purchaseMs !== null), ...undated], missing };
}

export function holds({ fromMs, toMs }: AuthoritativeRange, ms: number): boolean {
  return ms >= fromMs && ms < toMs;
}
