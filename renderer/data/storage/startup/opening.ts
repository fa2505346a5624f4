import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import {
  chunksOfSegment,
  INDEXED_DB_VERSION_FACTOR,
  type LedgerDatabase,
  readContents,
  SCHEMA_VERSION,
} from '#renderer/data/storage/database/database.ts';
import { NewerSchemaError, unlessStorageFull } from '#renderer/data/storage/database/failures.ts';
import { latestInstant } from '#renderer/data/storage/database/known-time.ts';
import type { AccessListeners, LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import type { RowMemory } from '#renderer/data/storage/memory/row-memory.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { type Checkpoint, checkpointSchema } from '#shared/contract/checkpoint.ts';
import { DAY_MS, instantToMs, type LocalDateTime, localFromMs, startOfDay } from '#shared/domain/dates.ts';
import { covers, cutRanges, END_OF_TIME, START_OF_TIME } from '#shared/domain/purchase-ranges.ts';
import type { Loaded, Loss } from './load.ts';

export type LedgerListeners = AccessListeners & {
  readonly onCommitted: () => void;
  /** Something was written that is no figure: a run, a control, a checkpoint. */
  readonly onMetadataChanged: () => void;
  /** Rows that had left memory cannot be read back: nothing can be answered until the ledger is opened again. */
  readonly onRowsLost?: () => void;
};

export type OpenLedger = {
  readonly database: LedgerDatabase;
  readonly access: LedgerAccess;
  readonly store: ColumnStore;
  /** Where the rows of `store` are, in memory or not. */
  readonly memory: RowMemory;
  readonly listeners: LedgerListeners;
  /** Waited for between the steps of a judgement and of a plan: no question waits for the whole of them. */
  readonly pause: Pause;
  /** As they are stored; nobody but this page writes them. */
  checkpoint: Checkpoint | null;
  damage: Damage | null;
  /** Null until somebody has asked for the change log. */
  changes: ChangeIndex | null;
};

/** A start before the ledger is open: who owns it, what is lost, where the sync stands. */

export type Identity = { readonly ownerEpoch: number; readonly ledgerId: string };

/** Opens the database, or throws NewerSchemaError. */
export async function openDatabase(database: LedgerDatabase): Promise<void> {
  await database.open();
  if (database.backendDB().version > SCHEMA_VERSION * INDEXED_DB_VERSION_FACTOR) throw new NewerSchemaError();
}

/** Makes this page the owner: all earlier owners' writes are refused from here on. */
export async function acquireOwnership(database: LedgerDatabase): Promise<Identity> {
  const former: { identity: Identity | null } = { identity: null };
  try {
    return await database.transaction('rw', database.meta, async () => {
      const [schema, owner, ledger] = await database.meta.bulkGet(['schema', 'owner', 'ledger']);
      if (schema?.key === 'schema' && schema.version > SCHEMA_VERSION) throw new NewerSchemaError();
      const epoch = owner?.key === 'owner' ? owner.epoch : 0;
      const ledgerId = ledger?.key === 'ledger' ? ledger.ledgerId : null;
      if (epoch > 0 && ledgerId !== null) former.identity = { ownerEpoch: epoch, ledgerId };
      const identity = { ownerEpoch: epoch + 1, ledgerId: ledgerId ?? crypto.randomUUID() };
      await database.meta.bulkPut([
        { key: 'schema', version: SCHEMA_VERSION },
        { key: 'ledger', ledgerId: identity.ledgerId },
        { key: 'owner', epoch: identity.ownerEpoch },
      ]);
      return identity;
    });
  } catch (error) {
    unlessStorageFull(error);
    // The lock of the page says who the owner is; whatever is written is checked against the former epoch.
    if (former.identity === null) throw error;
    return former.identity;
  }
}

/** Where the sync stands; null in a new ledger, and where what is stored is no checkpoint: all is read again then. */
export async function readCheckpoint(database: LedgerDatabase): Promise<Checkpoint | null> {
  const record = await database.meta.get('checkpoint');
  const parsed = checkpointSchema.safeParse(record?.key === 'checkpoint' ? record.checkpoint : null);
  return parsed.success ? parsed.data : null;
}

export async function readDamage(database: LedgerDatabase): Promise<Damage | null> {
  const record = await database.meta.get('damage');
  return record?.key === 'damage' ? record.damage : null;
}

/**
 * Sets aside what cannot be read, notes the loss and reopens the history over it, in one transaction. Does nothing when
 * all is whole.
 */
export async function repairLedger(
  database: LedgerDatabase,
  write: <T>(work: () => Promise<T>) => Promise<T>,
  { store, unreadable, segments, loss }: Loaded,
): Promise<void> {
  const contents = await readContents(database);
  const isAsWritten = contents.segments === segments && contents.liveRows === store.liveRows;
  if (loss === null && unreadable.length === 0 && isAsWritten) return;
  const checkpoint = await readCheckpoint(database);
  const earlier = await readDamage(database);
  const kept = new Set(store.segments.map(({ id }) => id));
  await write(async () => {
    const ids = new Set<number>(unreadable);
    for (const key of await database.segmentChunks.toCollection().primaryKeys()) {
      if (!kept.has(key[0])) ids.add(key[0]);
    }
    for (const id of ids) await chunksOfSegment(database, id).delete();
    for (const table of [database.segments, database.tombstones, database.missing]) {
      await table.bulkDelete([...ids]);
    }
    await database.meta.put({
      key: 'contents',
      segments,
      liveRows: store.liveRows,
      lastSegment: Math.max(contents.lastSegment, ...ids, ...kept),
    });
    if (loss === null) return;
    const damage = noteDamage(loss, earlier, checkpoint, Date.now());
    await database.meta.put({ key: 'damage', damage });
    if (checkpoint !== null) {
      await database.meta.put({ key: 'checkpoint', checkpoint: reopenHistory(checkpoint, damage) });
    }
  });
}

/** Rows lost to damaged storage: what is read again, and until when the ledger says that its figures lack them. Pure. */

/** The note of a loss, together with that of an earlier one that has not been mended yet. */
function noteDamage(loss: Loss, earlier: Damage | null, checkpoint: Checkpoint | null, foundAtMs: number) {
  const from = loss.purchases === null ? null : localFromMs(loss.purchases.fromMs);
  const to = loss.purchases === null ? null : localFromMs(loss.purchases.toMs);
  const bounds =
    earlier === null
      ? { from, to }
      : {
          from: from === null || earlier.from === null ? null : from < earlier.from ? from : earlier.from,
          to: to === null || earlier.to === null ? null : to > earlier.to ? to : earlier.to,
        };
  const rowsLost =
    loss.rows === null || earlier?.rowsLost === null ? null : loss.rows + (earlier?.rowsLost ?? 0);
  return {
    foundAtMs: earlier?.foundAtMs ?? foundAtMs,
    rowsLost,
    ...bounds,
    outsidePlan: checkpoint !== null && reachesOutside(bounds.from, checkpoint),
  };
}

/** Whether purchases from `from` on (null: any) may lie before what the plan lets us ask for. */
function reachesOutside(from: LocalDateTime | null, checkpoint: Checkpoint): boolean {
  const earliest = startOfDay(checkpoint.earliest);
  if (from !== null) return from < earliest;
  return checkpoint.partialBefore !== null || checkpoint.reads.some((read) => read.from < earliest);
}

/** The checkpoint of a ledger that lost rows: their purchases count as never read, the load goes on. */
function reopenHistory(checkpoint: Checkpoint, damage: Damage): Checkpoint {
  const lost = { from: damage.from ?? START_OF_TIME, to: damage.to ?? END_OF_TIME };
  const { history, partialBefore } = checkpoint;
  const earliest = startOfDay(checkpoint.earliest);
  // Purchases after the first load came by changes only: the load has to reach that far now.
  const now = latestInstant(checkpoint);
  const newest = damage.to ?? (now === null ? null : localFromMs(instantToMs(now) + DAY_MS));
  const target =
    history.target === null || newest === null || newest <= history.target.to
      ? history.target
      : { from: history.target.from, to: newest };
  const lostOutside = lost.to < earliest ? lost.to : earliest;
  return {
    ...checkpoint,
    reads: cutRanges(checkpoint.reads, [lost]),
    rereads: cutRanges(checkpoint.rereads, [lost]),
    history: { ...history, target, finishedAt: null },
    partialBefore:
      damage.outsidePlan && (partialBefore === null || partialBefore < lostOutside)
        ? lostOutside
        : partialBefore,
  };
}

/** Null once the lost purchases have been read again. What lies before the plan cannot be, and stays said. */
export function remainingDamage(damage: Damage, checkpoint: Checkpoint): Damage | null {
  const earliest = startOfDay(checkpoint.earliest);
  const { target } = checkpoint.history;
  const from = damage.from === null || damage.from < earliest ? earliest : damage.from;
  const to = damage.to ?? target?.to ?? END_OF_TIME;
  const outsidePlan = damage.outsidePlan || (damage.from !== null && damage.from < earliest);
  if (to <= from) return { ...damage, outsidePlan };
  if (!covers(checkpoint.reads, { from, to })) return { ...damage, outsidePlan };
  return outsidePlan ? { ...damage, rowsLost: null, to: earliest, outsidePlan } : null;
}
