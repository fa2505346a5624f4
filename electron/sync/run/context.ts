import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitResult, LedgerState } from '#shared/contract/ledger.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { type LocalDateTime, startOfDay, type UtcInstant } from '#shared/domain/dates.ts';
import { clipRange, type LocalRange, monthRange } from '#shared/domain/purchase-ranges.ts';
import {
  MAX_WINDOW_AGE_MS,
  requestRange,
  type SyncWindow,
  windowEndMs,
  windowStartMs,
} from '#shared/domain/window.ts';
import { type Budget, createBudget } from '../plan/budget.ts';
import { learnStored } from '../plan/density.ts';
import {
  type HistoryFacts,
  horizonAt,
  type PlanFacts,
  remainingHistory,
  type WindowSize,
} from '../plan/history.ts';
import { CONFIRMATION_BUDGET, completedMonths, REREAD_BUDGET } from '../plan/rereads.ts';
import { type StagedWindows, takeOverStaged, windowName } from '../plan/staged-windows.ts';
import { progressOf, type WindowBeingRead } from '../status/progress.ts';
import { readWindow, type Settled, type WindowReading } from './read-window.ts';
import { sizeIn } from './sync-memory.ts';
import type { RunTools } from './tools.ts';

/** What the parts of one run share: the checkpoint as it stands, the way to read a window and to commit it. */

/** Requests a sync may spend on verification (rule 5). */
export const VERIFICATION_BUDGET = 120;

export type RunContext = {
  readonly tools: RunTools;
  /** The ledger as it was last asked. */
  readonly state: () => LedgerState;
  readonly askState: () => Promise<LedgerState>;
  /** The checkpoint the ledger holds. Throws before the load has begun. */
  readonly checkpoint: () => Checkpoint;
  readonly hasBegun: () => boolean;
  readonly serverNow: () => UtcInstant;
  /** Writes a checkpoint that comes with no rows; does nothing when it is the one that stands. */
  readonly save: (next: Checkpoint) => Promise<void>;
  readonly commit: (
    settled: Settled,
    verifiedBy: readonly Settled[],
    next: Checkpoint,
  ) => Promise<CommitResult>;
  /** `notBefore`: pages staged by an earlier run that the server gave before this are no longer good. */
  readonly read: (
    window: SyncWindow,
    purpose: WindowPurpose,
    options?: { readonly budget?: Budget | undefined; readonly notBefore?: UtcInstant },
  ) => Promise<WindowReading>;
  /** Staged windows of an earlier run that were not taken up yet. */
  readonly staged: StagedWindows;
  readonly planFacts: () => PlanFacts;
  readonly historyFacts: (checkpoint: Checkpoint) => HistoryFacts | null;
  /** Purchases from here on cannot be there yet, or the server does not tell of them today. */
  readonly readableUntil: () => LocalDateTime;
  /** Ranges of purchases tried in this run without success. */
  readonly skip: (range: LocalRange) => void;
  /** The server has nothing to tell of purchases from here on, today. */
  readonly setSpokenUntil: (until: LocalDateTime | null) => void;
  /** How large a window may be. */
  readonly size: () => WindowSize;
  readonly budgets: {
    readonly verification: Budget;
    readonly scheduled: Budget;
    readonly confirmation: Budget;
  };
  /** True when this window has been found too old before. */
  readonly isStaleAgain: (window: SyncWindow) => boolean;
  readonly tellProgress: () => void;
};

/** Windows of a second or less cannot be cut. */
export function isDivisible(window: SyncWindow): boolean {
  return windowEndMs(window) - windowStartMs(window) > 1000;
}

/** Takes over what the ledger holds. */
export async function createRunContext(tools: RunTools, begun: LedgerState): Promise<RunContext> {
  const { ledger, fetchPage, clock, serverClock, signal, memory, reporter, journal } = tools;
  let state = begun;
  let checkpoint = begun.checkpoint;
  let spokenUntil: LocalDateTime | null = null;
  let rowsStored = begun.rows;
  let pagesRead = 0;
  const budgets = {
    verification: createBudget(VERIFICATION_BUDGET),
    scheduled: createBudget(REREAD_BUDGET),
    confirmation: createBudget(CONFIRMATION_BUDGET),
  };
  const skipped: LocalRange[] = [];
  const stale = new Set<string>();
  /** The window of the load being read: what is staged of it and what its first page promised. */
  let being: WindowBeingRead | null = null;

  const staged = await takeOverStaged(ledger, begun.windows, clock);
  // Pages of the last minutes tell the server's time well enough to begin with.
  const observedAt = staged.lastHeardAt();
  if (serverClock.nowMs() === null && observedAt !== null) serverClock.resume(observedAt, MAX_WINDOW_AGE_MS);
  observeServerTime(begun);

  function observeServerTime(heard: LedgerState): void {
    state = heard;
    const horizon = horizonAt(serverClock.nowMs() ?? clock.wallMs());
    const months = heard.months.flatMap(({ month, rows }) => {
      const range = clipRange(monthRange(month), { from: monthRange(month).from, to: horizon });
      return range === null ? [] : [{ range, rows }];
    });
    memory.density = learnStored(memory.density, months);
    if (checkpoint !== null) reporter.checkpoint(checkpoint);
    reporter.state(heard);
  }

  function current(): Checkpoint {
    if (checkpoint === null) throw new Error('The load has not begun.');
    return checkpoint;
  }

  function serverNow(): UtcInstant {
    const now = serverClock.now();
    if (now === null) throw new Error('The server has not been heard yet.');
    return now;
  }

  const planFacts = (of: Checkpoint = current()): PlanFacts => ({
    earliest: of.earliest,
    serverNowMs: Date.parse(serverNow()),
    spokenUntil,
    skip: skipped,
    cuts: memory.cuts,
    density: memory.density,
    size: sizeIn(memory, tools.maxPages),
  });

  function historyFacts(of: Checkpoint): HistoryFacts | null {
    const { target } = of.history;
    if (target === null || serverClock.nowMs() === null) return null;
    return { ...planFacts(of), target, reads: of.reads };
  }

  function tellProgress(): void {
    const facts = checkpoint === null ? null : historyFacts(checkpoint);
    if (facts === null) return;
    const isLoading = checkpoint?.history.finishedAt === null;
    reporter.progress(isLoading ? progressOf({ facts, rowsStored, pagesRead, being }) : null);
  }

  const read: RunContext['read'] = async (window, purpose, { budget, notBefore } = {}) => {
    await journal.keep();
    const { earliest: earliestDay, changes } = current();
    const earliest = startOfDay(earliestDay);
    // Purchases read before the latest changes: what these brought would be undone, and might not come again (rule 7).
    const since = window.field === 'purchase_date' ? (notBefore ?? changes.lastReadAt) : null;
    const found = await staged.take(window, purpose, requestRange(window, earliest), since);
    if (purpose === 'history') being = { window, rows: 0, page: 1, pages: null };
    const before = tools.requestsMade();
    const reading = await readWindow(
      {
        ledger,
        fetchPage,
        clock,
        signal,
        serverNow,
        requestsMade: tools.requestsMade,
        onPageRows: (rows) => {
          memory.pageRows = rows;
        },
        onRows: (rows) => {
          pagesRead += 1;
          journal.add({ rowsRead: rows });
          if (being !== null) being = { ...being, rows: being.rows + rows };
        },
      },
      {
        window,
        purpose,
        earliest,
        maxPages: tools.maxPages,
        canDivide: isDivisible(window),
        staged: found,
        mayAsk: (wanted) => budget?.allows(tools.requestsMade() - before + wanted) ?? true,
        onPage: ({ page, pages, reading }) => {
          if (being !== null) being = { ...being, page, pages, rows: page === 1 ? 0 : being.rows };
          reporter.activity({ purpose, from: window.from, to: window.to, page, pages, reading });
          tellProgress();
        },
      },
    ).finally(() => budget?.spend(tools.requestsMade() - before));
    if (reading.kind !== 'settled') being = null;
    const isSuspect = reading.kind === 'suspect';
    if (isSuspect || (reading.kind === 'settled' && reading.totalRows > memory.pageRows)) {
      const { read, suspect } = memory.severalPages;
      memory.severalPages = { read: read + 1, suspect: suspect + (isSuspect ? 1 : 0) };
    }
    return reading;
  };

  /** Months whose reading is complete with a window: what did not come of them is decided on (rule 11). */
  function completes(settled: Settled, next: Checkpoint): ReturnType<typeof completedMonths> {
    const { window, purpose } = settled.report;
    if (window.field !== 'purchase_date' || purpose === 'verification') return [];
    const facts = historyFacts(next);
    // What was tried in vain is still to be read: it counts here.
    return completedMonths(
      window,
      next.rereads,
      facts === null ? [] : remainingHistory({ ...facts, skip: [] }),
    );
  }

  async function askState(): Promise<LedgerState> {
    const heard = await ledger.readState(null);
    signal.throwIfAborted();
    observeServerTime(heard);
    return heard;
  }

  return {
    tools,
    state: () => state,
    askState,
    checkpoint: current,
    hasBegun: () => checkpoint !== null,
    serverNow,
    save: async (next) => {
      if (next === checkpoint) return;
      await ledger.saveCheckpoint(next);
      checkpoint = next;
      reporter.checkpoint(next);
      signal.throwIfAborted();
    },
    commit: async (settled, verifiedBy, next) => {
      const completed = completes(settled, next);
      const result = await ledger.commitWindow({
        windowId: settled.windowId,
        verifiedBy: verifiedBy.map((one) => one.windowId),
        checkpoint: next,
        runId: journal.entry().runId,
        effort: settled.report.effort,
        completes: completed,
      });
      checkpoint = next;
      being = null;
      const { ordersNew, ordersChanged, rowsHeld } = result;
      journal.add({
        ordersNew,
        ordersChanged,
        windows: 1 + verifiedBy.length,
        notices: rowsHeld > 0 ? 1 : 0,
      });
      rowsStored += result.rowsAdded - result.rowsRemoved;
      reporter.checkpoint(next);
      reporter.ordersToVerify(result.ordersQueued);
      tellProgress();
      signal.throwIfAborted();
      // Only the ledger knows how many rows wait for the user's word in all.
      if (rowsHeld > 0 || state.held.length > 0) await askState();
      return result;
    },
    read,
    staged,
    planFacts: () => planFacts(),
    historyFacts,
    readableUntil: () => {
      const horizon = horizonAt(Date.parse(serverNow()));
      return spokenUntil !== null && spokenUntil < horizon ? spokenUntil : horizon;
    },
    skip: (range) => {
      skipped.push(range);
    },
    setSpokenUntil: (until) => {
      spokenUntil = until;
    },
    size: () => sizeIn(memory, tools.maxPages),
    budgets,
    isStaleAgain: (window) => {
      const name = windowName('history', window);
      if (stale.has(name)) return true;
      stale.add(name);
      return false;
    },
    tellProgress,
  };
}
