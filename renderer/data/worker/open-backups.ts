import type { BackupOrder } from '#renderer/data/api/backups.ts';
import type { DataCalls } from '#renderer/data/api.ts';
import { createRestore, type Restore } from '#renderer/data/storage/backup/restore-backup.ts';
import { type Backup, startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { currentDatabase } from '#renderer/data/storage/database/copies.ts';
import { asLedgerFailure, UNKNOWN_FILE } from '#renderer/data/storage/database/failures.ts';
import { type Claim, claimLedger, type Locks } from '#renderer/data/storage/database/ledger-access.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';

type BackupCalls = Pick<
  DataCalls,
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
  readonly pause: () => Promise<void>;
  /** Says that an account's segments are to stay as they are, until the given function is called. */
  readonly hold: (accountId: string) => () => void;
  /** Does something while nobody has an account's copy open. */
  readonly replacing: (accountId: string, work: () => Promise<void>) => Promise<void>;
};

const missing = () => new BridgeError(UNKNOWN_FILE, 'There is no such backup.');

/** Backups that are pulled chunk by chunk, and those that are read piece by piece. Long: a list of short calls. */
export function createOpenBackups({ locks, pause, hold, replacing }: Dependencies): Handlers<BackupCalls> {
  const writing = new Map<string, { readonly backup: Backup; readonly release: () => void }>();
  const reading = new Map<string, { readonly restore: Restore; readonly release: () => void }>();
  const needRestore = (restoreId: string): Restore => {
    const found = reading.get(restoreId);
    if (found === undefined) throw missing();
    return found.restore;
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
  async function endRestore(restoreId: string, work: (restore: Restore) => Promise<unknown>): Promise<null> {
    const found = reading.get(restoreId);
    reading.delete(restoreId);
    if (found !== undefined) await work(found.restore).finally(found.release);
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
      const restore = createRestore();
      const lease = await claimLedger(locks, restore.name, FREE);
      const restoreId = crypto.randomUUID();
      reading.set(restoreId, { restore, release: lease?.release ?? (() => undefined) });
      return { restoreId };
    },
    writeRestore: async ({ restoreId, bytes }) => {
      await needRestore(restoreId)
        .write(bytes)
        .catch((error: unknown) => {
          throw asLedgerFailure(error);
        });
      return null;
    },
    finishRestore: ({ restoreId }) =>
      needRestore(restoreId)
        .finish()
        .catch((error: unknown) => {
          throw asLedgerFailure(error);
        }),
    commitRestore: async ({ restoreId, accountId }) => {
      const restore = needRestore(restoreId);
      await replacing(accountId, () => restore.commit(accountId));
      return endRestore(restoreId, async () => undefined);
    },
    endRestore: ({ restoreId }) => endRestore(restoreId, (restore) => restore.discard()),
  };
}

const FREE: Claim = 'free';
