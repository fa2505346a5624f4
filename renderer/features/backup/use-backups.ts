import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type BackupSource,
  chosenBackup,
  type Restore,
  readBackup,
  runBackup,
  storedBackup,
  type WrittenBackup,
} from '#renderer/data/client/backup-run.ts';
import { useAccounts, useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import type { RestoreSummary } from '#renderer/data/model/backups.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { Account, AppCalls } from '#shared/contract/app.ts';
import type { BackupFile } from '#shared/contract/backups.ts';

export type BackupList =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'listed' } & AppCalls['listBackups']['output'])
  | { readonly kind: 'failed'; readonly detail: string };

/** A backup that was read, and whose copy it may become. */
export type ReadyBackup = {
  readonly restore: Restore;
  readonly summary: RestoreSummary;
  /** Why the present copy could not be saved; null: that was not tried. */
  readonly unsaved: string | null;
};

export type BackupPhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'writing' | 'reading'; readonly done: number; readonly all: number }
  | { readonly kind: 'written'; readonly file: WrittenBackup }
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'asked' } & ReadyBackup)
  | { readonly kind: 'refused'; readonly app: string | null }
  | { readonly kind: 'restoring' }
  | { readonly kind: 'restored'; readonly summary: RestoreSummary; readonly isShown: boolean }
  | { readonly kind: 'failed'; readonly detail: string };

/** The parts of the former copy that are kept while another takes its place. */
export type Replaced = {
  readonly intoId: string;
  readonly saved: readonly Account[];
  readonly gone: Account | null;
};

/** The accounts whose copy a backup may become, and what would be replaced: the first is what one means most often. */
export function placesFor(
  { account }: RestoreSummary,
  accounts: readonly Account[],
  looked: Account | null,
): readonly Replaced[] {
  const own = accounts.find(({ id }) => id === account.id);
  if (own !== undefined) return [{ intoId: own.id, saved: [own], gone: null }];
  if (account.kind === 'demo') {
    const gone = accounts.find(({ kind }) => kind === 'demo') ?? null;
    return [{ intoId: account.id, saved: gone === null ? [] : [gone], gone }];
  }
  const added = { intoId: account.id, saved: [], gone: null };
  if (looked === null || looked.kind === 'demo' || looked.baseUrl !== account.baseUrl) return [added];
  return [{ intoId: looked.id, saved: [looked], gone: null }, added];
}

/** Writes and restores the backups of an account, one at a time. Long, for its functions share how far it is. */
export function useBackups(account: Account | null) {
  const text = useText();
  const session = useSession();
  const { bridge, data } = session;
  const activeId = useAccounts()?.activeId ?? null;
  const app = useHostInfo()?.version ?? '';
  const [phase, setPhase] = useState<BackupPhase>({ kind: 'idle' });
  const [list, setList] = useState<BackupList>({ kind: 'loading' });
  const abort = useRef<AbortController | null>(null);
  const accountId = account?.id ?? null;

  const refresh = useCallback((): void => {
    if (accountId === null) return;
    bridge.call.listBackups({ accountId }).then(
      (found) => setList(found === null ? { kind: 'failed', detail: '' } : { kind: 'listed', ...found }),
      (error: unknown) => setList({ kind: 'failed', detail: errorMessage(error, text) }),
    );
  }, [accountId, bridge, text]);
  useEffect(refresh, [refresh]);
  useEffect(() => () => abort.current?.abort(), []);

  const progress =
    (kind: 'writing' | 'reading') =>
    (done: number, all: number): void =>
      setPhase((now) => (now.kind === kind ? { kind, done, all } : now));

  async function attempt(work: (signal: AbortSignal) => Promise<BackupPhase>): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    try {
      setPhase(await work(controller.signal));
    } catch (error) {
      setPhase({ kind: 'failed', detail: errorMessage(error, text) });
    }
    refresh();
  }

  function create(): void {
    if (account === null) return;
    setPhase({ kind: 'writing', done: 0, all: 0 });
    const order = { account, reason: 'manual', app } as const;
    void attempt(async (signal) => {
      const result = await runBackup(bridge.pull, data.pull, order, progress('writing'), signal);
      if (result.kind === 'done') return { kind: 'written', file: result.file };
      return { kind: result.kind === 'nothing' ? 'nothing' : 'idle' };
    });
  }

  function read(source: BackupSource): void {
    setPhase({ kind: 'reading', done: 0, all: source.bytes ?? 0 });
    void attempt(async (signal) => {
      const result = await readBackup(data.pull, source, progress('reading'), signal);
      if (result === null) return { kind: 'idle' };
      const { restore, end } = result;
      if (end.kind === 'ready' && !signal.aborted) {
        return { kind: 'asked', restore, summary: end.summary, unsaved: null };
      }
      await restore.cancel();
      if (end.kind === 'ready') return { kind: 'idle' };
      return { kind: 'refused', app: end.reason === 'newer' ? end.app : null };
    });
  }

  function restoreInto({ restore, summary }: ReadyBackup, place: Replaced, without: boolean): void {
    const isShown = place.intoId === activeId;
    setPhase({ kind: 'restoring' });
    void attempt(async (signal) => {
      if (!without) {
        try {
          for (const saved of place.saved) {
            const order = { account: saved, reason: 'restore', app } as const;
            const result = await runBackup(bridge.pull, data.pull, order, () => {}, signal);
            // The page went on to something else: nothing is replaced that was not saved.
            if (result.kind === 'cancelled') {
              await restore.cancel();
              return { kind: 'idle' };
            }
          }
        } catch (error) {
          return { kind: 'asked', restore, summary, unsaved: errorMessage(error, text) };
        }
      }
      await session.restoreCopy(restore, summary, place.intoId);
      if (place.gone !== null) await session.deleteCopy(place.gone.id).catch(() => null);
      return { kind: 'restored', summary, isShown };
    });
  }

  function close(): void {
    // One copy takes the place of the other: that is not given up half way.
    if (phase.kind === 'restoring') return;
    abort.current?.abort();
    if (phase.kind === 'asked') void phase.restore.cancel().catch(() => null);
    // The page's settings of the account are another's now.
    if (phase.kind === 'restored' && phase.isShown) window.location.reload();
    setPhase({ kind: 'idle' });
  }
  return {
    phase,
    list,
    refresh,
    create,
    read,
    readFile: (file: File) => read(chosenBackup(file)),
    readStored: (file: BackupFile) =>
      accountId === null ? undefined : read(storedBackup(bridge.pull, accountId, file)),
    restore: restoreInto,
    close,
  };
}

export type Backups = ReturnType<typeof useBackups>;
