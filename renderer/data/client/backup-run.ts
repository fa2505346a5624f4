import { omit } from 'es-toolkit';
import type { RestoreEnd } from '#renderer/data/model/backups.ts';
import type { Account, AppBridge } from '#shared/contract/app.ts';
import type { BackupFile, BackupReason } from '#shared/contract/backups.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { feedToEnd, whileOpen } from '#shared/contract/streams.ts';
import { readAccountSettings } from './account-settings.ts';
import type { DataPuller } from './data-calls.ts';
import { type Chunk, feedChunks } from './feed-chunks.ts';
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
  main: Pick<AppBridge['pull'], 'backup'>,
  data: Pick<DataPuller, 'backUp'>,
  {
    account,
    reason,
    app,
  }: { readonly account: Account; readonly reason: BackupReason; readonly app: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<BackupResult> {
  const publicAccount = omit(account, ['hasKey', 'key', 'isAddressConfirmed']);
  const order = { account: publicAccount, settings: readAccountSettings(account.id), app, reason };
  const backup = data.backUp({ accountId: account.id, order });
  const file = main.backup({ accountId: account.id, reason });
  const result = await whileOpen(backup, signal, async (keep): Promise<BackupResult> => {
    const begun = await backup.next();
    if (begun.done === true || begun.value.kind !== 'begun') return { kind: 'nothing' };
    const { rows, isWhole } = begun.value;
    if (rows === 0 && isWhole && reason !== 'manual') return { kind: 'nothing' };
    const nextChunk = async (): Promise<Chunk | null> => {
      const { done, value } = await backup.next();
      if (done === true) return null;
      return value.kind === 'chunk' ? { bytes: value.bytes, done: value.rowsDone } : nextChunk();
    };
    const made = await feedToEnd(
      file,
      async () => {
        progress(0, rows);
        await feedChunks(file, nextChunk, (done) => progress(done, rows));
        keep();
        return { kind: 'end', rows, isWhole } as const;
      },
      signal,
    );
    return made === null ? { kind: 'cancelled' } : { kind: 'done', file: made };
  });
  return result ?? { kind: 'cancelled' };
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
  main: Pick<AppBridge['pull'], 'storedBackup'>,
  accountId: string,
  { name, bytes }: BackupFile,
): BackupSource {
  return { bytes, pieces: readParts(main.storedBackup({ accountId, name })) };
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
