import { z } from 'zod';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { type Checkpoint, checkpointSchema, wireDates } from './checkpoint.ts';
import { CONTROL_SCOPES, type ControlTotal } from './control-total.ts';
import { pageMetaSchema } from './page.ts';
import { DISAGREEMENTS, type Disagreement } from './readings.ts';
import type { Checks, ReplyChecks } from './rpc.ts';
import {
  monthSchema,
  type RunEntry,
  type RunWindow,
  runEntrySchema,
  runWindowSchema,
  WINDOW_PURPOSES,
  windowEffortSchema,
} from './run-log.ts';

/**
 * What the main process asks of the ledger (in the page's data worker): page -> stage -> judge -> commit. Every write
 * checks the owner's epoch. All calls are idempotent: after a lost acknowledgement they may be repeated.
 */

const windowSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('purchase_date'), from: wireDates.localDateTime, to: wireDates.localDateTime }),
  z.object({ field: z.literal('updated_at'), from: wireDates.utcInstant, to: wireDates.utcInstant }),
]) satisfies z.ZodType<SyncWindow>;

const purposeSchema = z.enum(WINDOW_PURPOSES);

export const openWindowSchema = z.object({
  /** Unique per attempt at a window; made by the main process. */
  windowId: z.string().min(1),
  window: windowSchema,
  purpose: purposeSchema,
  /** The texts sent as `from` and `to` with every page. */
  requestFrom: z.string(),
  requestTo: z.string(),
  /** Epoch milliseconds on the main process's clock: a window older than MAX_WINDOW_AGE_MS starts anew. */
  startedAtMs: z.number(),
});
export type OpenWindow = z.infer<typeof openWindowSchema>;

const stagePageSchema = z.object({
  windowId: z.string().min(1),
  /** 1 for the first pass over the window's pages. */
  reading: z.int().min(1),
  /** The server's Date header for this answer, or null when it sent none. */
  serverDate: wireDates.utcInstant.nullable(),
  /** Checked by readPage in the main process. */
  page: z.object({
    meta: pageMetaSchema,
    correlationId: z.string(),
    columns: z.array(z.string()),
    /** JSON of the rows' cells: staged as it is, read again only when the window is judged. */
    rowsJson: z.string(),
  }),
});
export type StagePage = z.infer<typeof stagePageSchema>;

/** A staged page as the main process needs to know it: enough to go on without asking for it again. */
export type StagedPage = {
  readonly reading: number;
  readonly page: number;
  readonly totalRows: number;
  readonly totalPages: number;
  readonly count: number;
  readonly metaTo: string;
  readonly correlationId: string;
  readonly serverDate: UtcInstant | null;
};

export type StagedWindow = OpenWindow & { readonly pages: readonly StagedPage[] };

/** [from, to) of purchases to be read whole, and how many stored rows lie in it. */
export type VerificationRange = {
  readonly from: LocalDateTime;
  readonly to: LocalDateTime;
  readonly storedRows: number;
};

export type Judgement =
  | { readonly kind: 'read-again'; readonly doubt: Disagreement }
  | { readonly kind: 'halve'; readonly doubt: Disagreement }
  | {
      readonly kind: 'settled';
      /** Rows inside the window (the wider request's other rows are ignored). */
      readonly ownRows: number;
      /** Greatest readable `Fecha de actualización` among them. */
      readonly greatestUpdate: UtcInstant | null;
      /** For a window of changes: purchases to read before the commit (rule 5), newest first. */
      readonly verification: readonly VerificationRange[];
      readonly ordersToVerify: number;
    };

const commitWindowSchema = z.object({
  windowId: z.string().min(1),
  /** Settled verification windows to be committed in the same transaction. */
  verifiedBy: z.array(z.string().min(1)),
  /** The checkpoint as it stands after this commit. */
  checkpoint: checkpointSchema,
  /** The run this commit belongs to, and what reading the window took: for the run's history. */
  runId: z.string().min(1),
  effort: windowEffortSchema,
  /**
   * Months whose reading this commit completes: what of them did not come is removed, or held where it is too much
   * (rule 11). Rows missed by a part of a month wait for its last part.
   */
  completes: z.array(monthSchema),
});
export type CommitWindow = z.infer<typeof commitWindowSchema>;

export type CommitResult = {
  readonly rowsAdded: number;
  readonly rowsRemoved: number;
  readonly ordersNew: number;
  readonly ordersChanged: number;
  readonly ordersUnchanged: number;
  /** Orders that stay "por verificar" after this commit. */
  readonly ordersQueued: number;
  /** Rows of the completed months that the source no longer gives and that wait for the user's word (rule 11). */
  readonly rowsHeld: number;
};

/** A month's rows that a complete reading no longer found and that only the user may remove (rule 11). */
export type HeldMonth = {
  readonly month: Month;
  /** Rows that did not come, and the month's rows with them. */
  readonly rowsMissing: number;
  readonly rows: number;
  readonly ordersMissing: number;
  /** Channels and accounts of which nothing came. */
  readonly emptied: readonly { readonly Canal: string; readonly Cuenta: string | null }[];
  readonly readAt: UtcInstant;
};

const resolveMissingSchema = z.object({
  month: monthSchema,
  decision: z.enum(['remove', 'keep']),
  /** By the server's clock, where it was heard: a removal is a change of this moment, however long ago rows were missed. */
  decidedAt: wireDates.utcInstant.nullable(),
});
export type ResolveMissing = z.infer<typeof resolveMissingSchema>;

/** The server's count of a range, to be compared with the ledger's own over the same bounds (rule 12). */
const controlCountSchema = z.object({
  /** A month, or everything from the plan's start to `to`. */
  range: z.union([monthSchema, z.literal('all')]),
  scope: z.enum(CONTROL_SCOPES),
  /** As sent, in whole seconds; free of stored rows (`freeSeconds`), so that [from, to) is what was counted. */
  from: wireDates.localDateTime,
  to: wireDates.localDateTime,
  there: z.int().min(0),
  checkedAt: wireDates.utcInstant,
  correlationId: z.string(),
});
export type ControlCount = z.infer<typeof controlCountSchema>;

/** [from, to) of `Fecha de compra`. */
const purchaseRangeSchema = z.object({ from: wireDates.localDateTime, to: wireDates.localDateTime });
/** A range of purchases to be counted as a control counts it. */
const storedCountSchema = z.object({
  from: wireDates.localDateTime,
  to: wireDates.localDateTime,
  scope: z.enum(CONTROL_SCOPES),
});
export type StoredCount = z.infer<typeof storedCountSchema>;

const freeSecondsSchema = z.object({
  points: z.array(wireDates.localDateTime),
  /** Seconds before or not wholly before these are not looked at. */
  from: wireDates.localDateTime,
  to: wireDates.localDateTime,
});
export type FreeSeconds = z.infer<typeof freeSecondsSchema>;

/** Rows of another key's answer, by what tells orders apart. */
const foreignRowsSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
});

export type LedgerState = {
  /** Null in a ledger that has never been written. */
  readonly checkpoint: Checkpoint | null;
  readonly windows: readonly StagedWindow[];
  readonly rows: number;
  /** Purchases of the orders "por verificar", as few ranges as possible, newest first. */
  readonly verificationQueue: readonly VerificationRange[];
  /** Orders "por verificar". */
  readonly ordersQueued: number;
  /** Months with stored rows, ascending: what a reading of them is expected to bring. */
  readonly months: readonly { readonly month: Month; readonly rows: number }[];
  readonly controls: readonly ControlTotal[];
  /** Months with rows that wait for the user's word (rule 11). */
  readonly held: readonly HeldMonth[];
};

export type LedgerCalls = {
  readonly readState: { readonly input: null; readonly output: LedgerState };
  /** Writes a checkpoint that comes with no rows (the load begins, the plan was corrected). */
  readonly saveCheckpoint: { readonly input: Checkpoint; readonly output: null };
  /** Begins a window, or does nothing when the same windowId is open. */
  readonly openWindow: { readonly input: OpenWindow; readonly output: null };
  readonly stagePage: { readonly input: StagePage; readonly output: StagedPage };
  /** Judges the complete readings of a window; see shared/contract/readings.ts. */
  readonly judgeWindow: { readonly input: { readonly windowId: string }; readonly output: Judgement };
  /** One transaction: orders replaced, change log written, checkpoint moved, the windows' staging emptied. */
  readonly commitWindow: { readonly input: CommitWindow; readonly output: CommitResult };
  /** Forgets windows and their staged pages: too many pages, too old, or read in another way. */
  readonly dropWindows: { readonly input: { readonly windowIds: readonly string[] }; readonly output: null };
  /** Writes a run down, at its start, now and then, and at its end; the same runId replaces what was written. */
  readonly writeRun: { readonly input: RunEntry; readonly output: null };
  /** Writes down a window that was read for nothing, or a control; committed windows are written by their commit. */
  readonly writeRunWindow: { readonly input: RunWindow; readonly output: null };
  /**
   * For each point the nearest whole second of [from, to) without stored rows, a bound that every server counts
   * alike; or null.
   */
  readonly freeSeconds: { readonly input: FreeSeconds; readonly output: readonly (LocalDateTime | null)[] };
  /** Rows stored over [from, to), as a control counts them. */
  readonly countStored: { readonly input: StoredCount; readonly output: number };
  /** Keeps a control total beside the ledger's own count, which it returns. */
  readonly recordControl: { readonly input: ControlCount; readonly output: ControlTotal };
  /** Removes the missing rows of a month, or lets them stay. The number is of rows removed. */
  readonly resolveMissing: {
    readonly input: ResolveMissing;
    readonly output: { readonly rowsRemoved: number };
  };
  /** Newest purchases in a range that are stored, some hundred rows; null where there are none. */
  readonly readNewestRange: {
    readonly input: z.infer<typeof purchaseRangeSchema>;
    readonly output: VerificationRange | null;
  };
  /** How many orders of an answer are known, bought when it says (rule 14); order numbers alone may coincide. */
  readonly countKnownOrders: {
    readonly input: { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] };
    readonly output: { readonly orders: number; readonly known: number };
  };
};

export const ledgerChecks: Checks<LedgerCalls> = {
  readState: z.null(),
  saveCheckpoint: checkpointSchema,
  openWindow: openWindowSchema,
  stagePage: stagePageSchema,
  judgeWindow: z.object({ windowId: z.string().min(1) }),
  commitWindow: commitWindowSchema,
  dropWindows: z.object({ windowIds: z.array(z.string().min(1)) }),
  writeRun: runEntrySchema,
  writeRunWindow: runWindowSchema,
  freeSeconds: freeSecondsSchema,
  countStored: storedCountSchema,
  recordControl: controlCountSchema,
  resolveMissing: resolveMissingSchema,
  readNewestRange: purchaseRangeSchema,
  countKnownOrders: foreignRowsSchema,
};

export const LEDGER_CALL_NAMES = Object.keys(ledgerChecks) as readonly (keyof LedgerCalls)[];

/** First message of a data worker to the main process: whose ledger it serves, and with which right. */
export const ledgerHelloSchema = z.object({
  type: z.literal('ledger-hello'),
  accountId: z.string().min(1),
  /** Grows with every change of owner; the main process serves the greatest it has seen. */
  ownerEpoch: z.int().min(1),
  /** Made with the database: another one in the account's place means that the copy was lost or is another browser's. */
  ledgerId: z.string().min(1),
});
export type LedgerHello = z.infer<typeof ledgerHelloSchema>;

/**
 * The ledger's answers, checked in the main process: whatever gets into the page that serves it answers in its name.
 */

const count = z.int().min(0);
/** Follows a row's own date, however far: the end of a range at the end of the year 9999 lies in the year 10000. */
const purchaseTime = z
  .string()
  .regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => text as LocalDateTime);
const range = { from: purchaseTime, to: purchaseTime };
const verificationRange = z.object({ ...range, storedRows: count });
const doubt = z.enum(DISAGREEMENTS);

const stagedPage = z.object({
  reading: z.int().min(1),
  page: z.int().min(1),
  totalRows: count,
  totalPages: count,
  count,
  metaTo: z.string(),
  correlationId: z.string(),
  serverDate: wireDates.utcInstant.nullable(),
});

const controlTotal = z.object({
  range: z.union([monthSchema, z.literal('all')]),
  scope: z.enum(CONTROL_SCOPES),
  from: wireDates.localDateTime,
  to: wireDates.localDateTime,
  there: count,
  here: count,
  agrees: z.boolean(),
  checkedAt: wireDates.utcInstant,
  correlationId: z.string(),
});

const heldMonth = z.object({
  month: monthSchema,
  rowsMissing: count,
  rows: count,
  ordersMissing: count,
  emptied: z.array(z.object({ Canal: z.string(), Cuenta: z.string().nullable() })),
  readAt: wireDates.utcInstant,
});

const done = z.null();

export const ledgerReplyChecks: ReplyChecks<LedgerCalls> = {
  readState: z.object({
    checkpoint: checkpointSchema.nullable(),
    windows: z.array(openWindowSchema.extend({ pages: z.array(stagedPage) })),
    rows: count,
    verificationQueue: z.array(verificationRange),
    ordersQueued: count,
    months: z.array(z.object({ month: monthSchema, rows: count })),
    controls: z.array(controlTotal),
    held: z.array(heldMonth),
  }),
  saveCheckpoint: done,
  openWindow: done,
  stagePage: stagedPage,
  judgeWindow: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('read-again'), doubt }),
    z.object({ kind: z.literal('halve'), doubt }),
    z.object({
      kind: z.literal('settled'),
      ownRows: count,
      greatestUpdate: wireDates.utcInstant.nullable(),
      verification: z.array(verificationRange),
      ordersToVerify: count,
    }),
  ]),
  commitWindow: z.object({
    rowsAdded: count,
    rowsRemoved: count,
    ordersNew: count,
    ordersChanged: count,
    ordersUnchanged: count,
    ordersQueued: count,
    rowsHeld: count,
  }),
  dropWindows: done,
  writeRun: done,
  writeRunWindow: done,
  freeSeconds: z.array(wireDates.localDateTime.nullable()),
  countStored: count,
  recordControl: controlTotal,
  resolveMissing: z.object({ rowsRemoved: count }),
  readNewestRange: verificationRange.nullable(),
  countKnownOrders: z.object({ orders: count, known: count }),
};
