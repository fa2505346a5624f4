import { omit } from 'es-toolkit';
import type { BackupPiece, RestoreEnd } from '#renderer/data/model/backups.ts';
import type { Account, AppBridge } from '#shared/contract/app.ts';
import type { BackupFile, BackupReason } from '#shared/contract/backups.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { readAccountSettings } from './account-settings.ts';
import type { DataPuller } from './data-calls.ts';
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
  data: Pick<DataPuller, 'backUp'>,
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
  const backup = data.backUp({ accountId: account.id, order });
  let exportId: string | null = null;
  try {
    const begun = await backup.next();
    if (begun.done === true || begun.value.kind !== 'begun') return { kind: 'nothing' };
    const { rows, isWhole } = begun.value;
    if (rows === 0 && isWhole && reason !== 'manual') return { kind: 'nothing' };
    ({ exportId } = await calls.openBackup({ accountId: account.id, reason }));
    progress(0, rows);
    let coming: Promise<IteratorResult<BackupPiece, null>> = backup.next();
    for (let next = await coming; next.done !== true; next = await coming) {
      if (signal.aborted) {
        await calls.cancelBackup({ exportId });
        return { kind: 'cancelled' };
      }
      // The next one is made while this one is written.
      coming = backup.next();
      coming.catch(() => null);
      if (next.value.kind !== 'chunk') continue;
      await calls.writeBackup({ exportId, bytes: next.value.bytes });
      progress(next.value.rowsDone, rows);
    }
    return { kind: 'done', file: await calls.closeBackup({ exportId, rows, isWhole }) };
  } catch (error) {
    if (exportId !== null) await calls.cancelBackup({ exportId }).catch(() => null);
    throw error;
  } finally {
    await backup.cancel().catch(() => null);
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

/** A restore that waits to be told whose copy it becomes. */
export type Restore = ReturnType<DataPuller['restore']>;

type ReadBackup = { readonly restore: Restore; readonly end: RestoreEnd };

/**
 * Reads a backup aside, touching nothing that is there; null where it was cancelled, which ends the step in hand. Whoever gets
 * it commits the restore or cancels it.
 */
export async function readBackup(
  data: Pick<DataPuller, 'restore'>,
  { bytes, pieces }: BackupSource,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReadBackup | null> {
  const restore = data.restore(null);
  const end = () => restore.cancel().catch(() => undefined);
  signal.addEventListener('abort', end);
  let done = 0;
  try {
    await restore.next();
    for await (const piece of pieces) {
      signal.throwIfAborted();
      done += piece.length;
      await restore.next({ kind: 'bytes', bytes: piece });
      progress(done, bytes ?? done);
    }
    signal.throwIfAborted();
    const { value } = await restore.next({ kind: 'all' });
    if (value?.kind !== 'read') throw new Error('The backup was not read.');
    return { restore, end: value.end };
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
    throw new RpcError(BACKUP_FAILED, error instanceof Error ? error.message : String(error));
  }
}
