import type { Damage } from '#renderer/data/api.ts';
import { readContents } from '#renderer/data/storage/commit/row-writes.ts';
import {
  chunksOfSegment,
  type LedgerDatabase,
  SCHEMA_VERSION,
} from '#renderer/data/storage/database/database.ts';
import { NewerSchemaError, unlessStorageFull } from '#renderer/data/storage/database/failures.ts';
import { type Checkpoint, checkpointSchema } from '#shared/contract/checkpoint.ts';
import { noteDamage, reopenHistory } from './damage.ts';
import type { Loaded } from './load.ts';

/** What a start does before the ledger is open: who owns it, what is lost, where the sync stands. */

/** Dexie multiplies its versions by ten. */
const INDEXED_DB_VERSION_FACTOR = 10;

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
 * Sets aside what cannot be read, in the transaction that reopens the history over the lost purchases and keeps the
 * note of it. Does nothing when all is whole.
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
