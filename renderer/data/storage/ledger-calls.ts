import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
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
import {
  earlierResult,
  type PreparedRows,
  prepareCommit,
  prepareRows,
  readQueue,
  readSettled,
} from './commit/commit.ts';
import { describeHeld, planResolution } from './commit/held-months.ts';
import { judgeReadings, verificationRanges } from './commit/judge-window.ts';
import { monthSpan } from './commit/missing-rows.ts';
import { changeRecords } from './commit/order-change.ts';
import type { StoredRows } from './commit/plan-commit.ts';
import type { ReadWindow } from './commit/planned-rows.ts';
import { putRun } from './commit/run-log.ts';
import {
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
import { latestOf, presentOf } from './database/known-time.ts';
import { type OpenLedger, remainingDamage } from './startup/opening.ts';

/** What the main process may ask of an open ledger: staging, judgement, the one-transaction commit, and its notes. */
export function createLedgerCalls(open: OpenLedger): Handlers<LedgerCalls> {
  const { database, store, listeners } = open;
  const { inTurn, write, follow } = open.access;

  /** The settled pages of judged windows: the commit that follows need not read them a second time. */
  const settledPages = new Map<string, ReadWindow['pages']>();
  const forget = (windowIds: readonly string[]) => {
    for (const windowId of windowIds) settledPages.delete(windowId);
  };

  /** The rows that a judgement read serve the commit that follows, unless something came in between. */
  let lastStored: { readonly changes: number; readonly stored: StoredRows } | null = null;
  const storedNow = (): StoredRows => {
    if (lastStored?.changes !== store.changes) {
      lastStored = { changes: store.changes, stored: storedRowsOf(store) };
    }
    return lastStored.stored;
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
    const settled = await Promise.all(windowIds.map((id) => readSettled(database, id, settledPages.get(id))));
    const stored = storedNow();
    const prepared = await prepareCommit(database, store, stored, request, settled, open.checkpoint);
    const written = await write(async () => {
      await prepared.write();
      return putCheckpoint(checkpoint);
    });
    forget(windowIds);
    written();
    show(prepared.rows, prepared.changes);
    return prepared.result;
  };

  const resolve = async ({
    month,
    decision,
    decidedAt,
  }: ResolveMissing): Promise<{ rowsRemoved: number }> => {
    const held = await database.held.toArray();
    const record = held.find((each) => each.month === month);
    if (record === undefined) return { rowsRemoved: 0 };
    const months = new Set(held.map((each) => each.month));
    const plan = planResolution(storedNow(), month, decision, months);
    const { fromMs, toMs } = monthSpan(month);
    const rows = await prepareRows(database, store, plan, null, record.readAt);
    const changes = changeRecords(
      {
        runId: null,
        purpose: 'reread',
        windowId: `resolve-${month}`,
        window: windowBetween('purchase_date', fromMs, toMs),
        // A change of now: rows that were missed days ago were there until now.
        readAt: latestOf(record.readAt, presentOf(open.checkpoint), decidedAt),
      },
      plan.changes,
    );
    await write(async () => {
      await rows.write(database);
      await database.changes.bulkAdd(changes);
    });
    show(rows, changes);
    return { rowsRemoved: plan.remove.length };
  };

  const readState = async (): Promise<LedgerState> => {
    const { checkpoint } = open;
    const queue = await readQueue(database);
    const instants = new Set([...queue.values()].flatMap((each) => [...each]));
    return {
      checkpoint,
      windows: await readStagedWindows(database),
      rows: store.liveRows,
      verificationQueue: verificationRanges(instants, purchaseCounter(store), checkpoint),
      ordersQueued: queue.size,
      months: open.rowsByMonth().months.map(({ month, rows }) => ({ month, rows })),
      controls: await database.controls.toArray(),
      held: describeHeld(store, await database.held.toArray()),
    };
  };

  /** Writes something that is no figure. */
  const note = (work: () => Promise<unknown>) =>
    inTurn(async () => {
      await write(work);
      listeners.onMetadataChanged();
      return null;
    });

  return {
    readState: () => inTurn(readState),
    saveCheckpoint: (checkpoint) =>
      inTurn(async () => {
        const written = await write(() => putCheckpoint(checkpoint));
        written();
        listeners.onMetadataChanged();
        return null;
      }),
    openWindow: (window) =>
      inTurn(async () => {
        await write(() => putWindow(database, window));
        return null;
      }),
    stagePage: (staged) =>
      inTurn(() => {
        forget([staged.windowId]);
        const prepared = preparePage(staged, Date.now());
        return write(() => putPage(database, prepared));
      }),
    judgeWindow: ({ windowId }) =>
      inTurn(async () => {
        const window = await requireWindow(database, windowId);
        const readings = [...(await readReadings(database, windowId))];
        const judgement = judgeReadings(
          window,
          readings.map(([, pages]) => pages),
          {
            stored: storedNow(),
            countRows: purchaseCounter(store),
            checkpoint: open.checkpoint,
          },
        );
        const [settledReading, pages] =
          judgement.kind === 'settled' ? (readings.at(-1) ?? [null, null]) : [null, null];
        if (pages !== null) settledPages.set(windowId, pages);
        if (window.settledReading !== settledReading) {
          await write(() => database.windows.update(windowId, { settledReading }));
        }
        return judgement;
      }),
    commitWindow: (request) => inTurn(() => commit(request)),
    dropWindows: ({ windowIds }) =>
      inTurn(async () => {
        forget(windowIds);
        await write(() => deleteWindows(database, windowIds));
        return null;
      }),
    writeRun: (run) => note(() => putRun(database, run)),
    writeRunWindow: (window) => note(() => database.runWindows.put(window)),
    freeSeconds: (wanted) => inTurn(async () => freeSeconds(store, wanted)),
    countStored: (wanted) => inTurn(async () => countStored(store, wanted)),
    recordControl: (control) =>
      inTurn(async () => {
        const total = compareControl(store, control);
        await write(() => database.controls.put(total));
        listeners.onMetadataChanged();
        return total;
      }),
    resolveMissing: (request) => inTurn(() => resolve(request)),
    readNewestRange: (range) => inTurn(async () => newestRange(store, range)),
    countKnownOrders: (answer) => inTurn(async () => countKnownOrders(store, answer)),
  };
}
