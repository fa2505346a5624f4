import { ApiError, type ApiFailureKind } from '#electron/api/failure.ts';
import type { RequestUsage, SyncStatus } from '#shared/contract/app.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import type { SyncFailure, SyncFailureCode } from '#shared/contract/run-log.ts';

const NO_USAGE: RequestUsage = {
  lastMinute: 0,
  perMinute: 0,
  lastDay: 0,
  perDay: 0,
  recentAtMs: [],
  nextFreeAtMs: null,
  byHour: [],
};

/** The status while no account is open, or before a sync has reported any. */
export function idleStatus(accountId: string | null = null): SyncStatus {
  return {
    accountId,
    state: 'idle',
    activity: null,
    waiting: null,
    progress: null,
    run: null,
    lastRun: null,
    failure: null,
    nextRunAtMs: null,
    queue: [],
    copy: 'known',
    knownUntil: null,
    historyComplete: false,
    earliestNotice: null,
    ordersToVerify: 0,
    unsettledWindows: 0,
    rowsHeld: 0,
    requests: NO_USAGE,
  };
}

/** The sync ends a run for a reason of its own, not because server or ledger failed. */
export class SyncRefusal extends Error {
  readonly code: SyncFailureCode;
  constructor(code: SyncFailureCode) {
    super(`The sync refuses: ${code}.`);
    this.name = 'SyncRefusal';
    this.code = code;
  }
}

/** The code of a BridgeError for a full disk or quota. */
const STORAGE_FULL = 'storage-full';

const CODES: { readonly [K in ApiFailureKind]: SyncFailureCode } = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'bad-request': 'bad-request',
  'rate-limited': 'rate-limited',
  'server-error': 'server-error',
  unreachable: 'unreachable',
  'timed-out': 'timed-out',
  'bad-answer': 'bad-answer',
  aborted: 'internal',
};

/** What ended a run, as the user reads it. */
export function failureOf(error: unknown, atMs: number): SyncFailure {
  if (error instanceof ApiError) {
    const { kind, words, status } = error.failure;
    return { code: CODES[kind], words, status, atMs };
  }
  if (error instanceof SyncRefusal) return { code: error.code, words: null, status: null, atMs };
  const words = error instanceof Error ? error.message : String(error);
  if (!(error instanceof BridgeError)) return { code: 'internal', words, status: null, atMs };
  return { code: error.code === STORAGE_FULL ? 'storage-full' : 'ledger', words, status: null, atMs };
}
