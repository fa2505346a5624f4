import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { runTask } from '#shared/base/tasks.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type {
  CommitResult,
  CommitWindow,
  LedgerCalls,
  LedgerState,
  ResolveMissing,
} from '#shared/contract/ledger.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { windowBetween } from '#shared/domain/window.ts';
import { addChangeRecords } from './commit/change-log.ts';
import {
  earlierResult,
  type PreparedRows,
  prepareCommit,
  prepareRows,
  readQueue,
  readSettled,
} from './commit/commit.ts';
import { judgeReadings, verificationRanges } from './commit/judge-window.ts';
import { monthSpan } from './commit/missing-rows.ts';
import { changeRecords } from './commit/order-change.ts';
import { describePendingRemovals, planResolution } from './commit/pending-removals.ts';
import type { StoredRows } from './commit/plan-commit.ts';
import type { ReadWindow } from './commit/planned-rows.ts';
import { putRun } from './commit/run-log.ts';
import {
  createStagedTexts,
  deleteWindows,
  preparePage,
  putPage,
  putWindow,
  readReadings,
  readStagedWindows,
  requireWindow,
} from './commit/staging.ts';
import { countKnownOrders, newestRange, purchaseCounter, storedRowsOf } from './commit/stored-rows.ts';
import { compareControl, countStored, freeSeconds } from './coverage/control-count.ts';
import { countByMonth } from './coverage/coverage.ts';
import { latestOf, presentOf } from './database/known-time.ts';
import { type OpenLedger, remainingDamage } from './startup/opening.ts';

/** How an open ledger's rows change: what the calls of the main process have in common. Long, for they share what is judged. */
function createCommits(open: OpenLedger) {
  const { database, store, listeners } = open;
  const { write, follow } = open.access;
  /** The settled pages of judged windows: the commit that follows need not read them a second time. */
  const settledPages = new Map<string, ReadWindow['pages']>();
  const stagedTexts = createStagedTexts();
  /** The rows that a judgement read serve the commit that follows, unless something came in between. */
  let lastStored: { readonly changes: number; readonly stored: StoredRows } | null = null;
  const storedNow = (): StoredRows => {
    if (lastStored?.changes === store.changes) return lastStored.stored;
    lastStored = { changes: store.changes, stored: storedRowsOf(store) };
    return lastStored.stored;
  };
  const forget = (windowIds: readonly string[]) => {
    for (const windowId of windowIds) {
      settledPages.delete(windowId);
      stagedTexts.forget(windowId);
    }
  };

  /** Writes a checkpoint, and what is left of the damage at it; the way to tell memory once it is written. */
  const putCheckpoint = async (checkpoint: Checkpoint): Promise<() => void> => {
    await database.meta.put({ key: 'checkpoint', checkpoint });
    const left = open.damage === null ? null : remainingDamage(open.damage, checkpoint);
    if (left !== null) await database.meta.put({ key: 'damage', damage: left });
    else if (open.damage !== null) await database.meta.delete('damage');
    return () => {
      open.checkpoint = checkpoint;
      open.damage = left;
      store.setPresent(presentOf(checkpoint));
    };
  };

  const show = (rows: PreparedRows, changes: readonly ChangesRecord[]): void => {
    lastStored = null;
    follow(() => {
      rows.apply();
      for (const record of changes) open.changes?.add(record);
    });
    if (!rows.changesRows) {
      listeners.onMetadataChanged();
      return;
    }
    store.raiseRevision();
    listeners.onCommitted();
  };

  const commit = async (request: CommitWindow): Promise<CommitResult> => {
    const { windowId, verifiedBy, checkpoint } = request;
    const done = await earlierResult(database, windowId);
    if (done !== undefined) return done;
    const windowIds = [windowId, ...verifiedBy];
    const settled = await Promise.all(
      windowIds.map((id) => readSettled(database, id, settledPages.get(id), open.pause)),
    );
    const stored = storedNow();
    const prepared = await prepareCommit(open, stored, request, settled, open.checkpoint);
    const written = await write(async () => {
      await prepared.write();
      return putCheckpoint(checkpoint);
    });
    forget(windowIds);
    written();
    show(prepared.rows, prepared.changes);
    return prepared.result;
  };
  return { settledPages, stagedTexts, storedNow, forget, putCheckpoint, show, commit };
}

type Commits = ReturnType<typeof createCommits>;

/** Does what the user decided about a month's missing rows (rule 11). */
async function resolveMissing(open: OpenLedger, commits: Commits, request: ResolveMissing) {
  const { database } = open;
  const { month, decision, decidedAt } = request;
  const held = await database.held.toArray();
  const record = held.find((each) => each.month === month);
  if (record === undefined) return { rowsRemoved: 0 };
  const months = new Set(held.map((each) => each.month));
  const plan = planResolution(commits.storedNow(), month, decision, months);
  const { fromMs, toMs } = monthSpan(month);
  const rows = await prepareRows(open, plan, null, record.readAt);
  const head = {
    runId: null,
    purpose: 'reread' as const,
    windowId: `resolve-${month}`,
    window: windowBetween('purchase_date', fromMs, toMs),
    // A change of now: rows that were missed days ago were there until now.
    readAt: latestOf(record.readAt, presentOf(open.checkpoint), decidedAt),
  };
  const changes = changeRecords(head, plan.changes);
  await open.access.write(async () => {
    await rows.write(database);
    await addChangeRecords(database, changes);
  });
  commits.show(rows, changes);
  return { rowsRemoved: plan.remove.length };
}

async function readState({ database, store, checkpoint }: OpenLedger): Promise<LedgerState> {
  const queue = await readQueue(database);
  const instants = new Set([...queue.values()].flatMap((each) => [...each]));
  return {
    checkpoint,
    windows: await readStagedWindows(database),
    rows: store.liveRows,
    verificationQueue: verificationRanges(instants, purchaseCounter(store), checkpoint),
    ordersQueued: queue.size,
    months: countByMonth(store).months.map(({ month, rows }) => ({ month, rows })),
    controls: await database.controls.toArray(),
    held: describePendingRemovals(store, await database.held.toArray()),
  };
}

async function judgeWindow(
  open: OpenLedger,
  { settledPages, stagedTexts, storedNow }: Commits,
  windowId: string,
) {
  const { database, store, checkpoint } = open;
  const window = await requireWindow(database, windowId);
  const readings = [...(await readReadings(database, windowId, open.pause, stagedTexts))];
  const view = { stored: storedNow(), countRows: purchaseCounter(store), checkpoint };
  const judging = judgeReadings(
    window,
    readings.map(([, pages]) => pages),
    view,
  );
  const judgement = await runTask(judging, open.pause);
  const last = judgement.kind === 'settled' ? readings.at(-1) : undefined;
  const [settledReading, pages] = last ?? [null, null];
  if (pages !== null) {
    settledPages.set(windowId, pages);
    stagedTexts.forget(windowId);
  }
  if (window.settledReading !== settledReading) {
    await open.access.write(() => database.windows.update(windowId, { settledReading }));
  }
  return judgement;
}

/** Calls of the main process to an open ledger: staging, judgement, the one-transaction commit, and its notes. */
export function createLedgerCalls(open: OpenLedger): Handlers<LedgerCalls> {
  const { database, store, listeners } = open;
  const { inTurn, write } = open.access;
  const commits = createCommits(open);
  const { forget } = commits;

  const put = (work: () => Promise<unknown>) =>
    inTurn(async () => {
      await write(work);
      return null;
    });
  /** Writes something that is no figure. */
  const note = async <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const written = await write(work);
      listeners.onMetadataChanged();
      return written;
    });
  const noteOnly = (work: () => Promise<unknown>) => note(work).then(() => null);

  return {
    readState: () => inTurn(() => readState(open)),
    saveCheckpoint: (checkpoint) =>
      inTurn(async () => {
        const written = await write(() => commits.putCheckpoint(checkpoint));
        written();
        listeners.onMetadataChanged();
        return null;
      }),
    openWindow: (window) => put(() => putWindow(database, window)),
    stagePage: (staged) =>
      inTurn(async () => {
        commits.settledPages.delete(staged.windowId);
        const prepared = preparePage(staged, Date.now());
        const put = await write(() => putPage(database, prepared));
        if (put.isNew) commits.stagedTexts.keep(staged);
        return put.staged;
      }),
    judgeWindow: ({ windowId }) => inTurn(() => judgeWindow(open, commits, windowId)),
    commitWindow: (request) => inTurn(() => commits.commit(request)),
    dropWindows: ({ windowIds }) =>
      put(() => {
        forget(windowIds);
        return deleteWindows(database, windowIds);
      }),
    writeRun: (run) => noteOnly(() => putRun(database, run)),
    writeRunWindow: (window) => noteOnly(() => database.runWindows.put(window)),
    freeSeconds: (wanted) => inTurn(async () => freeSeconds(store, wanted)),
    countStored: (wanted) => inTurn(async () => countStored(store, wanted)),
    recordControl: (control) =>
      note(async () => {
        const total = compareControl(store, control);
        await database.controls.put(total);
        return total;
      }),
    resolveMissing: (request) => inTurn(() => resolveMissing(open, commits, request)),
    readNewestRange: (range) => inTurn(async () => newestRange(store, range)),
    countKnownOrders: (answer) => inTurn(async () => countKnownOrders(store, answer)),
  };
}
