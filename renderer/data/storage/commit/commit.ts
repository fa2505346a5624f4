import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { keysOfCells } from '#renderer/data/storage/cubes/cube-records.ts';
import { checksum, clearedBits, countBits } from '#renderer/data/storage/database/bytes.ts';
import {
  addSegmentChunks,
  type LedgerDatabase,
  type MissingRecord,
  notesRecord,
  type PageRecord,
  type PendingRemovalRecord,
  pagesOfWindow,
  readContents,
  segmentRecord,
  type WindowRecord,
} from '#renderer/data/storage/database/database.ts';
import { WINDOW_NOT_SETTLED } from '#renderer/data/storage/database/failures.ts';
import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import { encodeCollected, encodeInSteps } from '#renderer/data/storage/segment/encode.ts';
import { type PurchaseBounds, purchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import type { OpenLedger } from '#renderer/data/storage/startup/opening.ts';
import { groupBy } from '#shared/base/group-by.ts';
import { type Pause, runTask } from '#shared/base/tasks.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult, CommitWindow } from '#shared/contract/ledger.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { instantFromMs, localToMs } from '#shared/domain/dates.ts';
import { addChangeRecords } from './change-log.ts';
import { changeRecords } from './order-change.ts';
import { planCommit, type RowsPlan, type StoredRows, type VerificationQueue } from './plan-commit.ts';
import type { ReadWindow } from './planned-rows.ts';
import { mainEntry, verificationEntry } from './run-log.ts';
import { deleteWindows, readReadings, requireWindow } from './staging.ts';

/** A window's way from staged pages to committed orders, up to the moment its transaction opens. */

/** Commits whose result is remembered, for calls made again after a lost acknowledgement. */
const REMEMBERED_COMMITS = 50;

type PreparedCommit = {
  readonly result: CommitResult;
  readonly rows: PreparedRows;
  readonly changes: readonly ChangesRecord[];
  /** Everything but the checkpoint, which is the same for every kind of write. */
  readonly write: () => Promise<void>;
};

export type Settled = {
  readonly read: ReadWindow;
  readonly window: WindowRecord;
  readonly pages: readonly PageRecord[];
};

export async function earlierResult(database: LedgerDatabase, windowId: string) {
  return (await readCommits(database)).find((each) => each.windowId === windowId)?.result;
}

async function readCommits(database: LedgerDatabase) {
  const record = await database.meta.get('committed');
  return record?.key === 'committed' ? record.commits : [];
}

/** A window whose readings settled it. `rows` are its pages where the judgement has just read them. */
export async function readSettled(
  database: LedgerDatabase,
  windowId: string,
  rows: ReadWindow['pages'] | undefined,
  pause: Pause,
): Promise<Settled> {
  const window = await requireWindow(database, windowId);
  const settled = window.settledReading;
  const pages = await pagesOfWindow(database, windowId).toArray();
  const expected = pages.filter(({ reading }) => reading === settled).length;
  const read =
    rows ?? (settled === null ? [] : (await readReadings(database, windowId, pause)).get(settled)) ?? [];
  if (settled === null || read.length !== expected) {
    throw new RpcError(WINDOW_NOT_SETTLED, `The window ${windowId} has not been judged settled.`);
  }
  const { window: range, purpose, requestTo } = window;
  return { read: { windowId, window: range, purpose, requestTo, pages: read }, window, pages };
}

export async function prepareCommit(
  open: RowsOfLedger,
  stored: StoredRows,
  { windowId, verifiedBy, runId, effort, completes, checkpoint }: CommitWindow,
  settled: readonly Settled[],
  before: Checkpoint | null,
): Promise<PreparedCommit> {
  const { database, pause } = open;
  const [main, ...verifications] = settled;
  if (main === undefined) throw new RangeError('A commit is about a window.');
  const queue = await readQueue(database);
  const held = await database.held.toArray();
  const planning = planCommit({
    main: main.read,
    verifiedBy: verifications.map(({ read }) => read),
    stored,
    queue,
    knownUntil: before?.changes.knownUntil ?? null,
    believed: believedPurchases(dateSpanAt(presentOf(checkpoint))),
    completes,
    held: new Set(held.map(({ month }) => month)),
    isNews: isNews(before),
  });
  const plan = await runTask(planning, pause);
  const { window, purpose } = main.read;
  const answeredAt = main.pages.flatMap(({ serverDate }) => serverDate ?? []);
  const readAt = answeredAt.sort().at(-1) ?? null;
  const purchases = window.field === 'purchase_date' ? rangeMs(window) : null;
  const heldAt = readAt ?? instantFromMs(Date.now());
  const rows = await prepareRows(open, plan, purchases, heldAt);
  const changes = changeRecords({ runId, purpose, windowId, window, readAt }, plan.changes);
  const entries = [
    mainEntry(runId, main, effort, plan.result),
    ...verifications.map((verification) => verificationEntry(runId, verification)),
  ];
  const remembered = [...(await readCommits(database)), { windowId, result: plan.result }];
  return {
    result: plan.result,
    rows,
    changes,
    write: async () => {
      // One after the other: among such steps deaths are tried (test/model), and would not fall among what is asked for at once.
      await rows.write(database);
      await addChangeRecords(database, changes);
      await writeQueue(database, plan.queue);
      await database.runWindows.bulkPut(entries);
      await deleteWindows(database, [windowId, ...verifiedBy]);
      await database.meta.put({ key: 'committed', commits: remembered.slice(-REMEMBERED_COMMITS) });
    },
  };
}

/** Whether an order that the load brings is new: bought in what was read before, or later. (The load goes backwards.) */
function isNews(checkpoint: Checkpoint | null): (purchaseMs: number) => boolean {
  const reads = (checkpoint?.reads ?? []).map(rangeMs);
  const endMs = Math.max(...reads.map(({ toMs }) => toMs));
  return (ms) =>
    reads.length > 0 && (ms >= endMs || reads.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs));
}

function rangeMs({ from, to }: { readonly from: LocalDateTime; readonly to: LocalDateTime }) {
  return { fromMs: localToMs(from), toMs: localToMs(to) };
}

export async function readQueue(database: LedgerDatabase): Promise<VerificationQueue> {
  const records = await database.toVerify.toArray();
  return new Map(records.map(({ order, instants }) => [order, new Set(instants)]));
}

/** Makes the stored queue equal to the plan's, touching only what differs. */
async function writeQueue(database: LedgerDatabase, queue: VerificationQueue): Promise<void> {
  const stored = await database.toVerify.toArray();
  const gone = stored.filter(({ order }) => !queue.has(order)).map(({ order }) => order);
  const storedInstants = new Map(stored.map(({ order, instants }) => [order, instants.join()]));
  const put = [...queue]
    .map(([order, instants]) => ({ order, instants: [...instants].sort((a, b) => a - b) }))
    .filter(({ order, instants }) => storedInstants.get(order) !== instants.join());
  await database.toVerify.bulkDelete(gone);
  await database.toVerify.bulkPut(put);
}

/** How a change of rows is written: a new segment, marks on older ones; prepared before its transaction opens. */

type RowsOfLedger = Pick<OpenLedger, 'database' | 'store' | 'memory' | 'pause'>;

export type PreparedRows = {
  /** Writes it; inside the caller's transaction. */
  readonly write: (database: LedgerDatabase) => Promise<void>;
  /** Makes it visible in memory once it is written. */
  readonly apply: () => void;
  readonly changesRows: boolean;
};

/** `window` is where rows without a readable purchase date came from; null: nobody could say where to read again. */
export async function prepareRows(
  { database, store, memory, pause }: RowsOfLedger,
  plan: RowsPlan,
  window: PurchaseBounds | null,
  heldAt: PendingRemovalRecord['readAt'],
): Promise<PreparedRows> {
  const contents = await readContents(database);
  const segmentId = contents.lastSegment + 1;
  const fresh =
    plan.insert.rows.length === 0 ? null : await freshSegment({ memory, pause }, plan, segmentId, window);
  const tombstones = deadBits(store, plan.remove);
  const missing = missingBits(store, plan);
  const held = await database.held.toArray();
  const touched = new Set([...plan.remove, ...plan.beside].map((row) => store.segmentOf(row).id));
  const stale = await keysOfCells(database, touched);

  const write = async (): Promise<void> => {
    if (fresh !== null) {
      await database.segments.add(fresh.record);
      await addSegmentChunks(database, segmentId, fresh.bytes);
    }
    if (tombstones.length > 0) {
      const stored = await database.segments.bulkGet(tombstones.map((each) => each.segment));
      await database.segments.bulkPut(
        stored.flatMap((each, index) =>
          each === undefined ? [] : { ...each, deadRows: tombstones[index]?.deadRows ?? 0 },
        ),
      );
      await database.tombstones.bulkPut(
        tombstones.map(({ segment, bits }) => ({ segment, bits, checksum: checksum(bits) })),
      );
    }
    if (stale.length > 0) await database.cubes.bulkDelete(stale);
    if (missing.put.length > 0) await database.missing.bulkPut(missing.put);
    if (missing.empty.length > 0) await database.missing.bulkDelete(missing.empty);
    const gone = held.filter(({ month }) => !plan.held.has(month)).map(({ month }) => month);
    if (gone.length > 0) await database.held.bulkDelete(gone);
    await database.held.bulkPut([...plan.heldNow].map((month) => ({ month, readAt: heldAt })));
    await database.meta.put({
      key: 'contents',
      segments: contents.segments + (fresh === null ? 0 : 1),
      liveRows: contents.liveRows + plan.insert.rows.length - plan.remove.length,
      lastSegment: fresh === null ? contents.lastSegment : segmentId,
    });
  };
  return {
    write,
    apply: () => {
      for (const { row, note } of plan.notes) store.note(row, note);
      store.markDeleted(plan.remove);
      if (fresh !== null) store.addSegment(segmentId, fresh.segment, null);
    },
    changesRows: plan.remove.length > 0 || fresh !== null,
  };
}

/** The new rows as the store holds them, and as they are written. */
async function freshSegment(
  { memory, pause }: Pick<RowsOfLedger, 'memory' | 'pause'>,
  { insert, collected }: RowsPlan,
  segmentId: number,
  window: PurchaseBounds | null,
) {
  const encoded = await runTask(
    collected === null ? encodeInSteps(insert) : encodeCollected(collected.rows, collected.places),
    pause,
  );
  const segment = memory.open(encoded.bytes, encoded.headerLength);
  const record = segmentRecord(segmentId, encoded, checksum(encoded.bytes), purchaseBounds(segment, window));
  return { segment, record, bytes: encoded.bytes };
}

function deadBits(store: ColumnStore, remove: readonly number[]) {
  return [...groupBy(remove, (row) => store.segmentOf(row))].map(([segment, rows]) => {
    const isLive = segment.isLive.slice();
    for (const row of rows) isLive[row - segment.base] = 0;
    const bits = clearedBits(isLive);
    return { segment: segment.id, bits, deadRows: countBits(bits) };
  });
}

/** The new bitmaps of the segments in which rows are noted as missing, or no longer. */
function missingBits(store: ColumnStore, { notes, remove }: RowsPlan) {
  const dead = new Set(remove);
  const put: MissingRecord[] = [];
  const empty: number[] = [];
  // A note on a dead row says nothing: it goes with the next change of its segment's notes.
  for (const [segment, changed] of groupBy(notes, ({ row }) => store.segmentOf(row))) {
    const fresh = new Map(changed.map(({ row, note }) => [row - segment.base, note]));
    const noteOf = (at: number) =>
      segment.isLive[at] === 0 || dead.has(segment.base + at)
        ? ROW_NOTE.none
        : (fresh.get(at) ?? segment.notes[at]);
    const record = notesRecord(segment.id, segment.rowCount, noteOf);
    if ([...record.gone, ...record.moved].every((byte) => byte === 0)) empty.push(segment.id);
    else put.push(record);
  }
  return { put, empty };
}
