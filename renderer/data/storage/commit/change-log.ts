import type { ChangesRecord, OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import type { LedgerDatabase } from '#renderer/data/storage/database/database.ts';

/** The change log as it is stored: some orders a record, so that a page of a commit's changes is few reads. */

const CHANGES_PER_RECORD = 50;

/** What a commit's changes are written under. */
export type ChangesHead = Omit<ChangesRecord, 'id' | 'changes'>;

export function changeRecords(head: ChangesHead, changes: readonly OrderChange[]): readonly ChangesRecord[] {
  // Orders mostly change in the same columns: a record holds each list of them once (a clone keeps what is one object one).
  const lists = new Map<string, readonly string[]>();
  const sharing = (change: OrderChange): OrderChange => {
    if (change.columns === undefined) return change;
    const key = JSON.stringify(change.columns);
    const columns = lists.get(key) ?? change.columns;
    lists.set(key, columns);
    return { ...change, columns };
  };
  const records: ChangesRecord[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_RECORD) {
    records.push({ ...head, changes: changes.slice(at, at + CHANGES_PER_RECORD).map(sharing) });
  }
  return records;
}

/** Every record, oldest first. */
export function readChangeRecords(database: LedgerDatabase): Promise<readonly ChangesRecord[]> {
  return database.changes.orderBy('id').toArray();
}
