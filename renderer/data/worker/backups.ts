import type { BackupOrder, BackupPiece, RestoreFeed, RestorePiece } from '#renderer/data/model/backups.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import { commitRestore, discardRestore } from '#renderer/data/storage/backup/restore-backup.ts';
import { type Backup, startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { currentDatabase, newCopyName } from '#renderer/data/storage/database/copies.ts';
import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import { type Claim, claimLedger, type Locks } from '#renderer/data/storage/database/ledger-access.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { OpenFileReader } from './reader/file-reader.ts';
import { NO_CALLBACKS } from './reader/file-readings.ts';

/** Backups of accounts' copies, open or not. */

type Copies = {
  readonly locks: Locks;
  readonly openReader: OpenFileReader;
  readonly pause: Pause;
  /** Says that an account's segments are to stay as they are, until the given function is called. */
  readonly hold: (accountId: string) => () => void;
  /** Does something while nobody has an account's copy open. */
  readonly replacing: (accountId: string, work: () => Promise<void>) => Promise<void>;
};

const FREE: Claim = 'free';

/** A backup of an account's copy as it is when it begins; no piece where there is none. */
export const backUp = stream(
  'backUp',
  async function* (
    { hold, pause }: Copies,
    { accountId, order }: { readonly accountId: string; readonly order: BackupOrder },
  ): AsyncGenerator<BackupPiece, null> {
    const release = hold(accountId);
    let backup: Backup | null = null;
    try {
      backup = await startBackup(await currentDatabase(accountId), order, pause);
      if (backup === null) return null;
      yield { kind: 'begun', rows: backup.rows, isWhole: backup.isWhole };
      for await (const chunk of backup.chunks) yield { kind: 'chunk', ...chunk };
      return null;
    } catch (error) {
      throw asLedgerFailure(error);
    } finally {
      backup?.close();
      release();
    }
  },
);

/**
 * Reads a backup that it is fed piece by piece, by a worker of its own. Nothing that is there is touched until it is told whose
 * copy it becomes; what was built of it goes where that is never told.
 */
export const restore = stream(
  'restore',
  async function* (
    { locks, openReader, replacing }: Copies,
    _: null,
    signal,
  ): AsyncGenerator<RestorePiece, null, RestoreFeed | undefined> {
    const name = newCopyName();
    const lease = await claimLedger(locks, name, FREE);
    const reader = openReader(NO_CALLBACKS);
    // Its work fails, rather than being waited for.
    signal.addEventListener('abort', reader.end);
    let isCommitted = false;
    try {
      const reading = reader.pull.restore({ name });
      let step = await reading.next();
      while (step.done !== true) step = await reading.next(yield step.value);
      const { end, copy } = step.value;
      reader.end();
      const fed = yield { kind: 'read', end };
      if (fed?.kind !== 'commit' || copy === null) throw new Error('There is nothing to restore.');
      const { accountId } = fed;
      await replacing(accountId, () => commitRestore(name, accountId, copy));
      isCommitted = true;
      return null;
    } finally {
      reader.end();
      const release = lease?.release ?? (() => undefined);
      if (isCommitted) release();
      else await discardRestore(name).finally(release);
    }
  },
);
