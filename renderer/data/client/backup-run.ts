import { omit } from 'es-toolkit';
import type { RestoreEnd } from '#renderer/data/api/backups.ts';
import type { Account, AppBridge } from '#shared/contract/app.ts';
import type { BackupFile, BackupReason } from '#shared/contract/backups.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import { readAccountSettings } from './account-settings.ts';
import type { Puller } from './data-calls.ts';
import { readParts } from './opened-files.ts';

export type WrittenBackup = BackupFile & { readonly path: string };

type BackupResult =
  | { readonly kind: 'done'; readonly file: WrittenBackup }
  /** There is no copy of the account here, or no row in it. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'cancelled' };

type Progress = (done: number, all: number) => void;

/** Writes a backup of an account's copy, one chunk in flight at a time. Where it fails or is cancelled, none is left. */
export async function runBackup(
  calls: AppBridge['call'],
  data: Puller,
  {
    account,
    reason,
    app,
  }: { readonly account: Account; readonly reason: BackupReason; readonly app: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<BackupResult> {
  const told = omit(account, ['hasKey', 'key', 'isAddressConfirmed']);
  const order = { account: told, settings: readAccountSettings(account.id), app, reason };
  const backup = await data.startBackup({ accountId: account.id, order });
  if (backup === null) return { kind: 'nothing' };
  const { backupId, rows, isWhole } = backup;
  let exportId: string | null = null;
  try {
    if (rows === 0 && isWhole && reason !== 'manual') return { kind: 'nothing' };
    ({ exportId } = await calls.openBackup({ accountId: account.id, reason }));
    progress(0, rows);
    let coming = data.readBackupChunk({ backupId });
    for (let next = await coming; next !== null; next = await coming) {
      if (signal.aborted) {
        await calls.cancelBackup({ exportId });
        return { kind: 'cancelled' };
      }
      // The next one is made while this one is written.
      coming = data.readBackupChunk({ backupId });
      coming.catch(() => null);
      await calls.writeBackup({ exportId, bytes: next.bytes });
      progress(next.rowsDone, rows);
    }
    return { kind: 'done', file: await calls.closeBackup({ exportId, rows, isWhole }) };
  } catch (error) {
    if (exportId !== null) await calls.cancelBackup({ exportId }).catch(() => null);
    throw error;
  } finally {
    await data.endBackup({ backupId }).catch(() => null);
  }
}

/** The bytes of a backup, piece by piece. */
export type BackupSource = {
  /** Null before the first piece, where only the main process knows. */
  readonly bytes: number | null;
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
};

const PIECE_BYTES = 2 ** 20;

/** A file that the user chose. */
export function chosenBackup(file: File): BackupSource {
  async function* pieces() {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      yield new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
    }
  }
  return { bytes: file.size, pieces: pieces() };
}

/** One of those in the account's folder. */
export function storedBackup(
  calls: AppBridge['call'],
  accountId: string,
  { name, bytes }: BackupFile,
): BackupSource {
  return { bytes, pieces: readParts((offset) => calls.readBackup({ accountId, name, offset })) };
}

type ReadBackup = { readonly restoreId: string; readonly end: RestoreEnd };

/**
 * Reads a backup aside, touching nothing that is there; null where it was cancelled, which ends the step in hand. Whoever gets
 * it ends the restore.
 */
export async function readBackup(
  data: Puller,
  { bytes, pieces }: BackupSource,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReadBackup | null> {
  const { restoreId } = await data.startRestore(null);
  const end = () => data.endRestore({ restoreId }).catch(() => null);
  signal.addEventListener('abort', end);
  let done = 0;
  try {
    for await (const piece of pieces) {
      if (signal.aborted) {
        await end();
        return null;
      }
      done += piece.length;
      await data.writeRestore({ restoreId, bytes: piece });
      progress(done, bytes ?? done);
    }
    return { restoreId, end: await data.finishRestore({ restoreId }) };
  } catch (error) {
    await end();
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

export const BACKUP_FAILED = 'backup-failed';

/** A backup that must be there before anything is lost: rejects where it could not be written, with a code of its own. */
export async function requireBackup(write: () => Promise<BackupResult>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new BridgeError(BACKUP_FAILED, error instanceof Error ? error.message : String(error));
  }
}
