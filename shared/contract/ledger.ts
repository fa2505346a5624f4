import { z } from 'zod';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { checkpointSchema } from './checkpoint.ts';
import { controlRangeSchema, controlScopeSchema, controlTotalSchema } from './control-total.ts';
import { pageMetaSchema } from './page.ts';
import { DISAGREEMENTS } from './readings.ts';
import type { Checks, Frozen, ReplyChecks } from './rpc.ts';
import { runEntrySchema, runWindowSchema, WINDOW_PURPOSES, windowEffortSchema } from './run-log.ts';
import { localDateTime, monthSchema, utcInstant } from './wire-dates.ts';

/**
 * Calls of the main process to the ledger (in the page's data worker): page -> stage -> judge -> commit. Every write
 * checks the owner's epoch. All calls are idempotent: after a lost acknowledgement they may be repeated. Inputs are
 * checked by the ledger, answers by the main process: whatever gets into the page answers in its name.
 */

const count = z.int().min(0);
const id = z.string().min(1);
/** [from, to) of `Fecha de compra`. */
const purchaseRange = { from: localDateTime, to: localDateTime };
const doubt = z.enum(DISAGREEMENTS);

const windowSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('purchase_date'), ...purchaseRange }),
  z.object({ field: z.literal('updated_at'), from: utcInstant, to: utcInstant }),
]) satisfies z.ZodType<SyncWindow>;

const openWindowSchema = z.object({
  /** Unique per attempt at a window; made by the main process. */
  windowId: id,
  window: windowSchema,
  purpose: z.enum(WINDOW_PURPOSES),
  /** The texts sent as `from` and `to` with every page. */
  requestFrom: z.string(),
  requestTo: z.string(),
  /** Epoch milliseconds on the main process's clock: a window older than MAX_WINDOW_AGE_MS starts anew. */
  startedAtMs: z.number(),
});
export type OpenWindow = Frozen<z.infer<typeof openWindowSchema>>;

const stagePageSchema = z.object({
  windowId: id,
  /** 1 for the first pass over the window's pages. */
  reading: z.int().min(1),
  /** The server's Date header for this answer, or null when it sent none. */
  serverDate: utcInstant.nullable(),
  /** Checked by readPage in the main process. */
  page: z.object({
    meta: pageMetaSchema,
    correlationId: z.string(),
    columns: z.array(z.string()),
    /** JSON of the rows' cells: staged as it is, read again only when the window is judged. */
    rowsJson: z.string(),
  }),
});
export type StagePage = Frozen<z.infer<typeof stagePageSchema>>;

/** A staged page as the main process needs to know it: enough to go on without asking for it again. */
const stagedPageSchema = z.object({
  reading: z.int().min(1),
  page: z.int().min(1),
  totalRows: count,
  totalPages: count,
  count,
  metaTo: z.string(),
  correlationId: z.string(),
  serverDate: utcInstant.nullable(),
});
export type StagedPage = Frozen<z.infer<typeof stagedPageSchema>>;

const stagedWindowSchema = openWindowSchema.extend({ pages: z.array(stagedPageSchema) });
export type StagedWindow = Frozen<z.infer<typeof stagedWindowSchema>>;

/** Follows a row's own date, however far: the end of a range at the end of the year 9999 lies in the year 10000. */
const purchaseTime = z
  .string()
  .regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => text as LocalDateTime);
/** [from, to) of purchases to be read whole, and how many stored rows lie in it. */
const verificationRangeSchema = z.object({ from: purchaseTime, to: purchaseTime, storedRows: count });
export type VerificationRange = Frozen<z.infer<typeof verificationRangeSchema>>;

const judgementSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read-again'), doubt }),
  z.object({ kind: z.literal('halve'), doubt }),
  z.object({
    kind: z.literal('settled'),
    /** Rows inside the window (the wider request's other rows are ignored). */
    ownRows: count,
    /** Greatest readable `Fecha de actualización` among them. */
    greatestUpdate: utcInstant.nullable(),
    /** For a window of changes: purchases to read before the commit (rule 5), newest first. */
    verification: z.array(verificationRangeSchema),
    ordersToVerify: count,
  }),
]);
export type Judgement = Frozen<z.infer<typeof judgementSchema>>;

const commitWindowSchema = z.object({
  windowId: id,
  /** Settled verification windows, committed in the same transaction. */
  verifiedBy: z.array(id),
  /** As it stands after this commit. */
  checkpoint: checkpointSchema,
  /** The run this commit belongs to, and what reading the window took: for the run's history. */
  runId: id,
  effort: windowEffortSchema,
  /**
   * Months completed by this commit: what did not come is removed, or held where it is too much (rule 11). Rows missed
   * by a part of a month wait for its last part.
   */
  completes: z.array(monthSchema),
});
export type CommitWindow = Frozen<z.infer<typeof commitWindowSchema>>;

const commitResultSchema = z.object({
  rowsAdded: count,
  rowsRemoved: count,
  ordersNew: count,
  ordersChanged: count,
  ordersUnchanged: count,
  /** Orders that stay "por verificar" after this commit. */
  ordersQueued: count,
  /** Rows of the completed months that the source no longer gives and that wait for the user's word (rule 11). */
  rowsHeld: count,
});
export type CommitResult = Frozen<z.infer<typeof commitResultSchema>>;

/** A month's rows that a complete reading no longer found and that only the user may remove (rule 11). */
const pendingRemovalSchema = z.object({
  month: monthSchema,
  /** Rows that did not come, and the month's rows with them. */
  rowsMissing: count,
  rows: count,
  ordersMissing: count,
  /** Channels and accounts of which nothing came. */
  emptied: z.array(z.object({ Canal: z.string(), Cuenta: z.string().nullable() })),
  readAt: utcInstant,
});
export type PendingRemoval = Frozen<z.infer<typeof pendingRemovalSchema>>;

const resolveMissingSchema = z.object({
  month: monthSchema,
  decision: z.enum(['remove', 'keep']),
  /** By the server's clock, where it was heard: a removal is a change of this moment, however long ago rows were missed. */
  decidedAt: utcInstant.nullable(),
});
export type ResolveMissing = Frozen<z.infer<typeof resolveMissingSchema>>;

/** The server's count of a range, to be compared with the ledger's own over the same bounds (rule 12). */
const controlCountSchema = z.object({
  /** A month, or everything from the plan's start to `to`. */
  range: controlRangeSchema,
  scope: controlScopeSchema,
  /** As sent, in whole seconds; free of stored rows (`freeSeconds`), so that [from, to) is what was counted. */
  ...purchaseRange,
  there: count,
  checkedAt: utcInstant,
  correlationId: z.string(),
});
export type ControlCount = Frozen<z.infer<typeof controlCountSchema>>;

/** A range of purchases to be counted as a control counts it. */
const storedCountSchema = z.object({ ...purchaseRange, scope: controlScopeSchema });
export type StoredCount = Frozen<z.infer<typeof storedCountSchema>>;

/** Seconds before or not wholly before the range are not looked at. */
const freeSecondsSchema = z.object({ points: z.array(localDateTime), ...purchaseRange });
export type FreeSeconds = Frozen<z.infer<typeof freeSecondsSchema>>;

const ledgerStateSchema = z.object({
  /** Null in a ledger that has never been written. */
  checkpoint: checkpointSchema.nullable(),
  windows: z.array(stagedWindowSchema),
  rows: count,
  /** Purchases of the orders "por verificar", as few ranges as possible, newest first. */
  verificationQueue: z.array(verificationRangeSchema),
  ordersQueued: count,
  /** Months with stored rows, ascending: what a reading of them is expected to bring. */
  months: z.array(z.object({ month: monthSchema, rows: count })),
  controls: z.array(controlTotalSchema),
  /** Months with rows that wait for the user's word (rule 11). */
  held: z.array(pendingRemovalSchema),
});
export type LedgerState = Frozen<z.infer<typeof ledgerStateSchema>>;

/** The input of each call. */
const inputs = {
  readState: z.null(),
  /** Writes a checkpoint that comes with no rows (the load begins, the plan was corrected). */
  saveCheckpoint: checkpointSchema,
  /** Begins a window, or does nothing when the same windowId is open. */
  openWindow: openWindowSchema,
  stagePage: stagePageSchema,
  /** Judges the complete readings of a window; see shared/contract/readings.ts. */
  judgeWindow: z.object({ windowId: id }),
  /** One transaction: orders replaced, change log written, checkpoint moved, the windows' staging emptied. */
  commitWindow: commitWindowSchema,
  /** Forgets windows and their staged pages: too many pages, too old, or read in another way. */
  dropWindows: z.object({ windowIds: z.array(id) }),
  /** Writes a run down, at its start, now and then, and at its end; the same runId replaces what was written. */
  writeRun: runEntrySchema,
  /** Writes down a window that was read for nothing, or a control; committed windows are written by their commit. */
  writeRunWindow: runWindowSchema,
  /** The nearest second of [from, to) without stored rows for each point: bounds that every server counts alike. */
  freeSeconds: freeSecondsSchema,
  /** Rows stored over [from, to), as a control counts them. */
  countStored: storedCountSchema,
  /** Keeps a control total beside the ledger's own count, which it returns. */
  recordControl: controlCountSchema,
  /** Removes the missing rows of a month, or lets them stay. The number is of rows removed. */
  resolveMissing: resolveMissingSchema,
  /** Newest purchases in a range that are stored, some hundred rows; null where there are none. */
  readNewestRange: z.object(purchaseRange),
  /** How many orders of an answer are known, bought when it says (rule 14); order numbers alone may coincide. */
  countKnownOrders: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string().nullable())),
  }),
};

/** The output of each call. */
const outputs = {
  readState: ledgerStateSchema,
  saveCheckpoint: z.null(),
  openWindow: z.null(),
  stagePage: stagedPageSchema,
  judgeWindow: judgementSchema,
  commitWindow: commitResultSchema,
  dropWindows: z.null(),
  writeRun: z.null(),
  writeRunWindow: z.null(),
  freeSeconds: z.array(localDateTime.nullable()),
  countStored: count,
  recordControl: controlTotalSchema,
  resolveMissing: z.object({ rowsRemoved: count }),
  readNewestRange: verificationRangeSchema.nullable(),
  countKnownOrders: z.object({ orders: count, known: count }),
};

export type LedgerCalls = {
  readonly [K in keyof typeof inputs]: {
    readonly input: Frozen<z.infer<(typeof inputs)[K]>>;
    readonly output: Frozen<z.infer<(typeof outputs)[K]>>;
  };
};

export const ledgerChecks: Checks<LedgerCalls> = inputs;
export const ledgerReplyChecks: ReplyChecks<LedgerCalls> = outputs;
export const LEDGER_CALL_NAMES = Object.keys(inputs) as readonly (keyof LedgerCalls)[];

/** First message of a data worker to the main process: whose ledger it serves, and with which right. */
export const ledgerHelloSchema = z.object({
  type: z.literal('ledger-hello'),
  accountId: id,
  /** Grows with every change of owner; the main process serves the greatest it has seen. */
  ownerEpoch: z.int().min(1),
  /** Made with the database: another one in the account's place means that the copy was lost or is another browser's. */
  ledgerId: id,
});
export type LedgerHello = z.infer<typeof ledgerHelloSchema>;
