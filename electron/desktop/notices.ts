import type { SyncStatus } from '#shared/contract/app.ts';
import type { SyncFailureCode } from '#shared/contract/run-log.ts';
import { isSyncing, progressShare } from '#shared/contract/sync-progress.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { WordId } from '../i18n/words.ts';
import { mayPass } from '../sync/run/timetable.ts';

/** Decides which of the sync's states are worth the taskbar, and which a notification. */

/** A load that took so long was not waited for. */
const LONG_LOAD_MS = 2 * MINUTE_MS;

/** The states noticed of an account so far. */
type Noticed = {
  readonly accountId: string | null;
  /** When its load was first seen going on; null: none is, as far as seen. */
  readonly loadingSinceMs: number | null;
  /** The failure that the user was told of; another one is told when the sync has ended well in between. */
  readonly notifiedFailure: SyncFailureCode | null;
};
export const NOTHING_NOTICED: Noticed = { accountId: null, loadingSinceMs: null, notifiedFailure: null };

export type SyncNotice =
  | { readonly kind: 'load-ended' }
  | { readonly kind: 'needs-user'; readonly code: SyncFailureCode };

/** A sync that stopped and does not go on by itself: somebody has to give a key, free the disk, say whose orders these are. */
function needsUser(code: SyncFailureCode): boolean {
  return code === 'storage-full' || !mayPass(code);
}

/** The news in a status, each once. `nowMs` never jumps. */
export function noticeOf(
  before: Noticed,
  status: SyncStatus,
  nowMs: number,
): { readonly noticed: Noticed; readonly notice: SyncNotice | null } {
  const { accountId, state, historyComplete, failure } = status;
  const known = before.accountId === accountId ? before : { ...NOTHING_NOTICED, accountId };
  const { loadingSinceMs: sinceMs, notifiedFailure } = known;
  if (state === 'idle') {
    const isEnd = historyComplete && sinceMs !== null;
    return {
      noticed: { accountId, loadingSinceMs: historyComplete ? null : sinceMs, notifiedFailure: null },
      notice: isEnd && nowMs - sinceMs >= LONG_LOAD_MS ? { kind: 'load-ended' } : null,
    };
  }
  if (state === 'error' && failure !== null && needsUser(failure.code)) {
    const isNotified = notifiedFailure === failure.code;
    return {
      noticed: { ...known, notifiedFailure: failure.code },
      notice: isNotified ? null : { kind: 'needs-user', code: failure.code },
    };
  }
  const loadingSinceMs = sinceMs ?? (isSyncing(status) && !historyComplete ? nowMs : null);
  return { noticed: { ...known, loadingSinceMs }, notice: null };
}

/** The progress in the taskbar: a share of the load from 0 to 1, -1 for nothing. */
export function taskProgress(status: SyncStatus): number {
  const share = isSyncing(status) ? progressShare(status) : null;
  // To the hundredth: the system redraws at each one.
  return share === null ? -1 : Math.round(share * 100) / 100;
}

/** The place that the user has to look at, in words. */
export function needsUserWords(code: SyncFailureCode): WordId {
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
    case 'key-missing':
      return 'notice.key';
    case 'other-company':
      return 'notice.other-company';
    case 'storage-full':
      return 'notice.storage-full';
    default:
      return 'notice.stopped';
  }
}

/** Closed months that had not moved when the account's page was last heard. */
export function newlyMoved(before: readonly string[], now: readonly string[]): readonly string[] {
  return now.filter((month) => !before.includes(month)).toSorted();
}
