import type { SyncFailureCode } from '#shared/contract/run-log.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';

/** When the sync begins by itself (electron/README.md, Schedule). Pure. */

/** Changes are read every hour while the app is open. */
export const DEFAULT_PERIOD_MS = 60 * MINUTE_MS;

/** The schedule is judged at least so often: a machine that slept is late by no more. */
export const TICK_MS = 30_000;

/** After a failure that may pass the next try comes sooner than the period: so long after the first, then twice as long. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;

/** A moment on both clocks of this machine: one may be set, the other stands still while it sleeps. */
export type Moment = { readonly wallMs: number; readonly monotonicMs: number };

/** Failures that may pass by themselves; after the others nothing is asked until the user has done something. */
const PASSING: ReadonlySet<SyncFailureCode> = new Set([
  'unreachable',
  'timed-out',
  'server-error',
  'rate-limited',
  'bad-answer',
  'unclear-time',
  'storage-full',
  'ledger',
]);

export function mayPass(code: SyncFailureCode): boolean {
  return PASSING.has(code);
}

/**
 * How long after a run's end the next one begins.
 * @param failures failures that may pass since the last run that ended well
 */
export function waitMs(periodMs: number, failures: number): number {
  if (failures === 0) return periodMs;
  return Math.min(periodMs, FIRST_RETRY_MS * 2 ** Math.min(20, failures - 1));
}

/**
 * When the next run is due, in epoch milliseconds of this machine as it sees them now; due when that has come. By
 * whichever clock says so first: a machine that slept has a wall clock far ahead, and one whose wall clock was set back
 * does not wait longer for it.
 */
export function nextRunAtMs(lastEnd: Moment, waitMs: number, now: Moment): number {
  const byMonotonic = now.wallMs + lastEnd.monotonicMs + waitMs - now.monotonicMs;
  return Math.round(Math.min(lastEnd.wallMs + waitMs, byMonotonic));
}
