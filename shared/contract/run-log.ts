import { z } from 'zod';
import type { Frozen } from './rpc.ts';

/** The sync's log, run by run and window by window: the history on the sync screen, kept in the ledger. */

/** Why a window is read: the load, changes, orders to be verified (rule 5), purchases read before (rule 11). */
export const WINDOW_PURPOSES = ['history', 'changes', 'verification', 'reread'] as const;
export type WindowPurpose = (typeof WINDOW_PURPOSES)[number];

/**
 * Triggers of a run: the app's start or a ledger that came (back), the clock, the user, or the machine's waking.
 * `restore` is no run of the sync: the copy was replaced by a backup.
 */
export const RUN_TRIGGERS = ['start', 'schedule', 'user', 'wake', 'restore'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const SYNC_FAILURE_CODES = [
  'unauthorized',
  'forbidden',
  'bad-request',
  'rate-limited',
  'unreachable',
  'timed-out',
  'server-error',
  'bad-answer',
  /** The answers carry no Date that can be believed (rule 15): without the server's time changes would be lost. */
  'unclear-time',
  'key-missing',
  /** A new key answers with orders none of which is stored: another company's, as far as one can tell. */
  'other-company',
  /** The disk or the browser's quota is full: nothing was written. */
  'storage-full',
  'ledger',
  'internal',
] as const;
export type SyncFailureCode = (typeof SYNC_FAILURE_CODES)[number];

const syncFailureSchema = z.object({
  code: z.enum(SYNC_FAILURE_CODES),
  /** The server's words, as they came; null when it said nothing. */
  words: z.string().nullable(),
  /** What Cuadra found, in plain English, for support; absent where there is no more to say than the code. */
  detail: z.string().optional(),
  status: z.number().nullable(),
  atMs: z.number(),
});
export type SyncFailure = Frozen<z.infer<typeof syncFailureSchema>>;

/** One run, as it stands. Times are epoch milliseconds of this machine. */
export const runEntrySchema = z.object({
  runId: z.string().min(1),
  trigger: z.enum(RUN_TRIGGERS),
  /** Its main purpose: part of the historical load, or a reading of changes with what was due besides. */
  purpose: z.enum(['history', 'changes']),
  startedAtMs: z.number(),
  /** Null while it runs; a run that never ended was cut off (the app was closed or killed). */
  endedAtMs: z.number().nullable(),
  outcome: z.enum(['running', 'done', 'paused', 'cut-off', 'failed']),
  failure: syncFailureSchema.nullable(),
  requests: z.int().min(0),
  /** Requests that had to be asked again: 429, 5xx, time-outs, cut answers. */
  retries: z.int().min(0),
  /** Milliseconds spent in back-offs. */
  backOffMs: z.number().min(0),
  rowsRead: z.int().min(0),
  ordersNew: z.int().min(0),
  ordersChanged: z.int().min(0),
  windows: z.int().min(0),
  /** Windows that would not settle, controls that differ, months with rows held back, clocks that were wrong. */
  notices: z.int().min(0),
});
export type RunEntry = Frozen<z.infer<typeof runEntrySchema>>;

/** The effort of reading a window, whatever became of it. */
export const windowEffortSchema = z.object({
  startedAtMs: z.number(),
  tookMs: z.number().min(0),
  requests: z.int().min(0),
  /** 2 and more: its pages disagreed and it was read again. */
  readings: z.int().min(0),
});
export type WindowEffort = Frozen<z.infer<typeof windowEffortSchema>>;

/** One window of a run. */
export const runWindowSchema = windowEffortSchema.extend({
  runId: z.string().min(1),
  windowId: z.string().min(1),
  /**
   * `clock`: no window, but a time of the server that was wrong: `from` and `to` are the two times (rule 15). `restore`: the
   * rows of a backup: `from` is when it was made, `to` when it was restored.
   */
  kind: z.enum([...WINDOW_PURPOSES, 'control', 'clock', 'restore']),
  field: z.enum(['purchase_date', 'updated_at']),
  from: z.string(),
  to: z.string(),
  pages: z.int().min(0),
  rows: z.int().min(0),
  ordersNew: z.int().min(0),
  ordersChanged: z.int().min(0),
  rowsRemoved: z.int().min(0),
  rowsHeld: z.int().min(0),
  /**
   * `unsettled`: its pages kept disagreeing (rule 3). `agrees`, `differs`: of a control. Of a clock, `doubted` was not
   * believed, `healed` had been stored ahead of the truth and was put right.
   */
  outcome: z.enum(['committed', 'unsettled', 'agrees', 'differs', 'doubted', 'healed']),
  /** The doubt of an unsettled window; both counts of a control; a clock's wrong time and the believed one; null else. */
  detail: z.string().nullable(),
  correlationIds: z.array(z.string()),
});
export type RunWindow = Frozen<z.infer<typeof runWindowSchema>>;
