import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { MAX_LOG_BYTES, packedBytes } from '#renderer/data/engine/changes/kept-values.ts';
import type { LedgerDatabase } from '#renderer/data/storage/database/database.ts';

/** Records looked at together when old values are forgotten. */
const RECORDS_AT_ONCE = 20;

export function readChangeRecords(database: LedgerDatabase): Promise<readonly ChangesRecord[]> {
  return database.changes.orderBy('id').toArray();
}

/**
 * Appends to the change log, inside the caller's transaction. Beyond `limit` bytes of values the oldest records lose
 * theirs, and nothing else: what changed, when and by how much stays (`change-index.ts` does the same in memory).
 */
export async function addChangeRecords(
  database: LedgerDatabase,
  records: readonly ChangesRecord[],
  limit = MAX_LOG_BYTES,
): Promise<void> {
  if (records.length === 0) return;
  await database.changes.bulkAdd(records);
  const added = records.reduce((sum, record) => sum + bytesOf(record), 0);
  if (added === 0) return;
  const known = await database.meta.get('changeValues');
  let { bytes, forgotten } = known?.key === 'changeValues' ? known : { bytes: 0, forgotten: 0 };
  bytes += added;
  while (bytes > limit) {
    const oldest = await database.changes.where('id').above(forgotten).limit(RECORDS_AT_ONCE).toArray();
    if (oldest.length === 0) break;
    const lighter: ChangesRecord[] = [];
    for (const record of oldest) {
      if (bytes <= limit) break;
      forgotten = record.id ?? forgotten;
      if (record.values === undefined) continue;
      bytes -= bytesOf(record);
      const { values: _, ...rest } = record;
      lighter.push(rest);
    }
    await database.changes.bulkPut(lighter);
  }
  await database.meta.put({ key: 'changeValues', bytes, forgotten });
}

function bytesOf({ values }: ChangesRecord): number {
  return values === undefined ? 0 : packedBytes(values);
}
