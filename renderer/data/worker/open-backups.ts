import type { BackupOrder } from '#renderer/data/api/backups.ts';
import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { PulledCalls } from '#renderer/data/api/pulled.ts';
import {
  commitRestore,
  discardRestore,
  type RestoredCopy,
} from '#renderer/data/storage/backup/restore-backup.ts';
import { type Backup, startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { currentDatabase, newCopyName } from '#renderer/data/storage/database/copies.ts';
import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import { type Claim, claimLedger, type Locks } from '#renderer/data/storage/database/ledger-access.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import type { FileReader, OpenFileReader } from './reader/file-reader.ts';
import { NOTHING_ASKED } from './reader/file-readings.ts';

type BackupCalls = Pick<
  PulledCalls,
  | 'startBackup'
  | 'readBackupChunk'
  | 'endBackup'
  | 'startRestore'
  | 'writeRestore'
  | 'finishRestore'
  | 'commitRestore'
  | 'endRestore'
>;

type Dependencies = {
  readonly locks: Locks;
  readonly openReader: OpenFileReader;
  readonly pause: Pause;
  /** Says that an account's segments are to stay as they are, until the given function is called. */
  readonly hold: (accountId: string) => () => void;
  /** Does something while nobody has an account's copy open. */
  readonly replacing: (accountId: string, work: () => Promise<void>) => Promise<void>;
};

/** A backup that is read aside, by a worker of its own, and the copy that is built of it. */
type OpenRestore = {
  readonly name: string;
  readonly reader: FileReader;
  readonly release: () => void;
  /** Null until all was read. */
  copy: RestoredCopy | null;
};

const missing = () => new BridgeError(UNKNOWN_FILE, 'There is no such backup.');

/** Backups that are pulled chunk by chunk, and those that are read piece by piece. Long: a list of short calls. */
export function createOpenBackups({
  locks,
  openReader,
  pause,
  hold,
  replacing,
}: Dependencies): Handlers<BackupCalls> {
  const writing = new Map<string, { readonly backup: Backup; readonly release: () => void }>();
  const reading = new Map<string, OpenRestore>();
  const needRestore = (restoreId: string): OpenRestore => {
    const found = reading.get(restoreId);
    if (found === undefined) throw missing();
    return found;
  };

  async function begin(accountId: string, order: BackupOrder) {
    const release = hold(accountId);
    try {
      const backup = await startBackup(await currentDatabase(accountId), order, pause);
      if (backup === null) {
        release();
        return null;
      }
      const backupId = crypto.randomUUID();
      writing.set(backupId, { backup, release });
      return { backupId, rows: backup.rows, isWhole: backup.isWhole };
    } catch (error) {
      release();
      throw asLedgerFailure(error);
    }
  }
  /** Forgets it at once; what was built of it stays only where it became an account's copy. */
  async function endRestore(restoreId: string, isCommitted = false): Promise<null> {
    const found = reading.get(restoreId);
    if (found === undefined) return null;
    const { name, reader, release } = found;
    reading.delete(restoreId);
    reader.end();
    if (isCommitted) release();
    else await discardRestore(name).finally(release);
    return null;
  }
  return {
    startBackup: ({ accountId, order }) => begin(accountId, order),
    readBackupChunk: async ({ backupId }) => {
      const found = writing.get(backupId);
      if (found === undefined) throw missing();
      const { done, value } = await found.backup.chunks.next();
      return done === true ? null : value;
    },
    endBackup: async ({ backupId }) => {
      const found = writing.get(backupId);
      writing.delete(backupId);
      if (found === undefined) return null;
      // A chunk that is being made ends first.
      await found.backup.chunks.return(undefined).catch(() => undefined);
      found.backup.close();
      found.release();
      return null;
    },
    startRestore: async () => {
      const name = newCopyName();
      const lease = await claimLedger(locks, name, FREE);
      const reader = openReader(NOTHING_ASKED);
      const restoreId = crypto.randomUUID();
      reading.set(restoreId, { name, reader, release: lease?.release ?? (() => undefined), copy: null });
      await reader.call.startRestore({ name });
      return { restoreId };
    },
    writeRestore: async ({ restoreId, bytes }) => {
      await needRestore(restoreId).reader.call.writeRestore({ bytes });
      return null;
    },
    finishRestore: async ({ restoreId }) => {
      const open = needRestore(restoreId);
      const { end, copy } = await open.reader.call.finishRestore(null);
      open.reader.end();
      open.copy = copy;
      return end;
    },
    commitRestore: async ({ restoreId, accountId }) => {
      const { name, copy } = needRestore(restoreId);
      if (copy === null) throw new Error('There is nothing to restore.');
      await replacing(accountId, () => commitRestore(name, accountId, copy));
      return endRestore(restoreId, true);
    },
    endRestore: ({ restoreId }) => endRestore(restoreId),
  };
}

const FREE: Claim = 'free';
