import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { MAX_WINDOW_AGE_MS, MAX_WINDOW_PAGES, type SyncWindow } from '#shared/domain/window.ts';
import type { Burst } from '../plan/changes.ts';
import { NO_DENSITY } from '../plan/density.ts';
import { type HistoryFacts, horizonAt, PAGE_ROWS, type PlanFacts, type WindowSize } from '../plan/history.ts';
import type { ServerClock } from '../plan/server-clock.ts';
import { windowName } from './staged-windows.ts';

/** Knowledge that is worth keeping across the runs of one process, and harmless to forget. */
export type SyncMemory = ReturnType<typeof createSyncMemory>;

export function createSyncMemory() {
  return {
    density: NO_DENSITY,
    /** Points no window of purchases may cross, because one was cut there. */
    cuts: [] as readonly LocalDateTime[],
    /** Rows of a page, as the server last had it. */
    pageRows: PAGE_ROWS,
    /** Windows of several pages that were read, and those of them that equal rows had made suspect. */
    severalPages: { read: 0, suspect: 0 },
    /** Whether the server was asked in this run how far the plan reaches. */
    isProbed: false,
    /** Seconds of changes with more rows than a page, as they were read into the ledger of the last run. */
    bursts: [] as readonly Burst[],
    /** The caller of the last run's ledger. */
    lastCaller: null as Caller<LedgerCalls> | null,
    /** Months whose scheduled re-reading the user took off the list. */
    declined: new Set() as ReadonlySet<Month>,
  };
}

/** A suspect window is read twice: windows of less than a page cost less once a third of them are. */
function areTwinsCommon({ severalPages: { read, suspect } }: SyncMemory): boolean {
  return suspect >= 2 && suspect * 3 > read;
}

function sizeIn(memory: SyncMemory, maxPages: number): WindowSize {
  return { maxPages, pageRows: memory.pageRows, hasTwins: areTwinsCommon(memory) };
}

/** Pages a window may have at a pace: at most ten, and few enough to be read twice within its age. */
export function windowPages(perMinute: number): number {
  const readable = Math.floor((perMinute * MAX_WINDOW_AGE_MS) / 60_000 / 2);
  return Math.max(1, Math.min(MAX_WINDOW_PAGES, readable));
}

/** The facts that the functions of plan/ decide by, and what only this run has learnt of them. */
export type RunPlan = ReturnType<typeof createRunPlan>;

export function createRunPlan(
  { serverClock, memory }: { readonly serverClock: ServerClock; readonly memory: SyncMemory },
  maxPages: number,
  checkpoint: () => Checkpoint,
) {
  let authoritativeUntil: LocalDateTime | null = null;
  const skipped: LocalRange[] = [];
  const stale = new Set<string>();

  /** Throws before the server's time is known. */
  function serverNow(): UtcInstant {
    const now = serverClock.now();
    if (now === null) throw new Error('The server’s time is not known yet.');
    return now;
  }
  const factsOf = ({ earliest }: Checkpoint): PlanFacts => ({
    earliest,
    serverNowMs: Date.parse(serverNow()),
    authoritativeUntil,
    skip: skipped,
    cuts: memory.cuts,
    density: memory.density,
    size: sizeIn(memory, maxPages),
  });

  return {
    serverNow,
    planFacts: () => factsOf(checkpoint()),
    /** Null where there is no load, or the server's time is not known yet. */
    historyFacts: (of: Checkpoint): HistoryFacts | null => {
      const { target } = of.history;
      if (target === null || serverClock.nowMs() === null) return null;
      return { ...factsOf(of), target, reads: of.reads };
    },
    /** Purchases from here on cannot be there yet, or the server's answers do not reach them today. */
    readableUntil: (): LocalDateTime => {
      const horizon = horizonAt(Date.parse(serverNow()));
      return authoritativeUntil !== null && authoritativeUntil < horizon ? authoritativeUntil : horizon;
    },
    /** Up to where the server's answers are authoritative today (its `meta.to`); null: it has shown no limit. */
    setAuthoritativeUntil: (until: LocalDateTime | null): void => {
      authoritativeUntil = until;
    },
    /** Leaves out a range of purchases that was tried in this run without success. */
    skip: (range: LocalRange): void => {
      skipped.push(range);
    },
    size: () => sizeIn(memory, maxPages),
    /** Whether this window was too old before in this run; from now on it was. */
    isStaleAgain: (window: SyncWindow): boolean => {
      const name = windowName('history', window);
      if (stale.has(name)) return true;
      stale.add(name);
      return false;
    },
  };
}
