import type { Damage } from '#renderer/data/api.ts';
import { needsKey } from '#renderer/features/messages/failures.tsx';
import { readAtMs } from '#renderer/features/messages/sync-messages.ts';
import type { Account, Connection, SyncStatus } from '#shared/contract/app.ts';
import type { SyncFailure } from '#shared/contract/run-log.ts';

/** Which one notice stands under the header: the gravest (ui/README.md, Frame). Pure. */

export type NoticeFacts = {
  readonly connection: Connection;
  readonly account: Account | null;
  readonly status: SyncStatus | null;
  /** Rows lost to damaged storage, as the open ledger tells; null where all is whole or none is open. */
  readonly damage: Damage | null;
  readonly copyLost: boolean;
  readonly copyNoticeRead: boolean;
  /** The sync screen tells failures, waits and the load itself. */
  readonly onSyncScreen: boolean;
  readonly nowMs: number;
};

export type NoticeChoice =
  | { readonly kind: Exclude<Connection, 'connected'> }
  | { readonly kind: 'other-company'; readonly account: Account; readonly failure: SyncFailure }
  /** `rejected`: the server no longer takes the key; else it is simply not there. */
  | {
      readonly kind: 'key';
      readonly account: Account;
      readonly rejected: boolean;
      readonly words: string | null;
    }
  | { readonly kind: 'damage'; readonly damage: Damage }
  | { readonly kind: 'failure'; readonly failure: SyncFailure }
  /** `lost`: while it was open; else it was found to be another one than this account was read into. */
  | { readonly kind: 'copy'; readonly lost: boolean }
  | { readonly kind: 'held'; readonly rows: number }
  | { readonly kind: 'back-off' }
  | { readonly kind: 'stale'; readonly readAtMs: number }
  | { readonly kind: 'paused' }
  | { readonly kind: 'loading' };

/** Changes older than the schedule promises, and half as long again, are worth a word; never before an hour. */
export function staleAfterMs(syncEveryMinutes: number): number {
  return Math.max(60, syncEveryMinutes * 1.5) * 60_000;
}

export function chooseNotice(facts: NoticeFacts): NoticeChoice | null {
  const { account, status, nowMs, onSyncScreen } = facts;
  if (facts.connection !== 'connected') return { kind: facts.connection };
  if (account === null || status === null) return null;
  const failure = status.state === 'error' ? status.failure : null;
  // What only the user can mend comes first: without a key nothing else mends itself either.
  if (failure?.code === 'other-company') return { kind: 'other-company', account, failure };
  if (account.kind === 'api' && (!account.hasKey || needsKey(failure)))
    return { kind: 'key', account, rejected: account.hasKey, words: failure?.words ?? null };
  if (facts.damage !== null) return { kind: 'damage', damage: facts.damage };
  if (failure !== null) return onSyncScreen ? null : { kind: 'failure', failure };
  if ((facts.copyLost || status.copy === 'replaced') && !facts.copyNoticeRead)
    return { kind: 'copy', lost: facts.copyLost };
  if (status.rowsHeld > 0) return { kind: 'held', rows: status.rowsHeld };
  if (status.state === 'waiting' && status.waiting?.reason === 'back-off')
    return onSyncScreen ? null : { kind: 'back-off' };
  const readAt = readAtMs(status);
  if (
    readAt !== null &&
    nowMs - readAt > staleAfterMs(account.syncEveryMinutes) &&
    status.state !== 'running' &&
    status.historyComplete
  )
    return { kind: 'stale', readAtMs: readAt };
  if (status.state === 'paused') return onSyncScreen ? null : { kind: 'paused' };
  if (!onSyncScreen && !status.historyComplete && (status.progress?.monthsDone ?? 0) > 0)
    return { kind: 'loading' };
  return null;
}
