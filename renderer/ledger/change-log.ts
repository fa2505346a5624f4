import type { ChangesRecord, OrderChange } from '../analysis/changes/change-record.ts';
import type { LedgerDatabase } from './database.ts';

/** The change log as it is stored: some orders a record, so that a page of a commit's changes is few reads. */

const CHANGES_PER_RECORD = 50;

/** What a commit's changes are written under. */
export type ChangesHead = Omit<ChangesRecord, 'id' | 'changes'>;

export function changeRecords(head: ChangesHead, changes: readonly OrderChange[]): readonly ChangesRecord[] {
  const records: ChangesRecord[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_RECORD) {
    records.push({ ...head, changes: changes.slice(at, at + CHANGES_PER_RECORD) });
  }
  return records;
}

/** Every record, oldest first. */
export function readChangeRecords(database: LedgerDatabase): Promise<readonly ChangesRecord[]> {
  return database.changes.orderBy('id').toArray();
}
