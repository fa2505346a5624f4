import { z } from 'zod';
import type { Checks } from '#shared/bridge/rpc.ts';
import type { LocalDateTime, UtcInstant } from '#shared/dates.ts';
import { type Checkpoint, checkpointSchema, wireDates } from '#shared/sync/checkpoint.ts';
import type { Disagreement } from '#shared/windows/readings.ts';
import type { SyncWindow } from '#shared/windows/window.ts';
import type { Page } from '#shared/wire/page.ts';

/**
 * What the main process asks of the ledger (in the page's data worker): page -> stage -> judge -> commit. The
 * ledger is served by the page that owns it; every write checks its owner epoch. All calls are idempotent: after
 * a lost acknowledgement the same call may be made again.
 */

const windowSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('purchase_date'), from: wireDates.localDateTime, to: wireDates.localDateTime }),
  z.object({ field: z.literal('updated_at'), from: wireDates.utcInstant, to: wireDates.utcInstant }),
]) satisfies z.ZodType<SyncWindow>;

/** Why a window is read: the historical load, changes since the watermark, or orders to be verified (rule 5). */
const purposeSchema = z.enum(['history', 'changes', 'verification']);
export type WindowPurpose = z.infer<typeof purposeSchema>;

const openWindowSchema = z.object({
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
  /** Checked by readPage in the main process; here only its outline is checked again. */
  page: z.custom<Page>((value) => {
    const page = value as Partial<Page> | null;
    return (
      typeof page === 'object' &&
      page !== null &&
      typeof page.correlationId === 'string' &&
      typeof page.meta?.page === 'number' &&
      Array.isArray(page.table?.columns) &&
      Array.isArray(page.table?.rows) &&
      page.table.rows.every((row) => Array.isArray(row) && row.length === page.table?.columns.length)
    );
  }, 'not a page'),
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
};

export type LedgerState = {
  /** Null in a ledger that has never been written. */
  readonly checkpoint: Checkpoint | null;
  readonly windows: readonly StagedWindow[];
  readonly rows: number;
  /** Purchases of the orders "por verificar", as few ranges as possible, newest first. */
  readonly verificationQueue: readonly VerificationRange[];
};

export type LedgerCalls = {
  readonly readState: { readonly input: null; readonly output: LedgerState };
  /** Writes a checkpoint that comes with no rows (the load begins, the plan was corrected). */
  readonly saveCheckpoint: { readonly input: Checkpoint; readonly output: null };
  /** Begins a window, or does nothing when the same windowId is open. */
  readonly openWindow: { readonly input: OpenWindow; readonly output: null };
  readonly stagePage: { readonly input: StagePage; readonly output: StagedPage };
  /** Judges the complete readings of a window; see shared/windows/readings.ts. */
  readonly judgeWindow: { readonly input: { readonly windowId: string }; readonly output: Judgement };
  /** One transaction: orders replaced, change log written, checkpoint moved, the windows' staging emptied. */
  readonly commitWindow: { readonly input: CommitWindow; readonly output: CommitResult };
  /** Forgets windows and their staged pages: too many pages, too old, or read in another way. */
  readonly dropWindows: { readonly input: { readonly windowIds: readonly string[] }; readonly output: null };
};

export const ledgerChecks: Checks<LedgerCalls> = {
  readState: z.null(),
  saveCheckpoint: checkpointSchema,
  openWindow: openWindowSchema,
  stagePage: stagePageSchema,
  judgeWindow: z.object({ windowId: z.string().min(1) }),
  commitWindow: commitWindowSchema,
  dropWindows: z.object({ windowIds: z.array(z.string().min(1)) }),
};

export const LEDGER_CALL_NAMES = Object.keys(ledgerChecks) as readonly (keyof LedgerCalls)[];

/** First message of a data worker to the main process: whose ledger it serves, and with which right. */
export const ledgerHelloSchema = z.object({
  type: z.literal('ledger-hello'),
  accountId: z.string().min(1),
  /** Grows with every change of owner; the main process serves the greatest it has seen. */
  ownerEpoch: z.int().min(1),
});
export type LedgerHello = z.infer<typeof ledgerHelloSchema>;
