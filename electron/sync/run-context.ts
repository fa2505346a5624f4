import type { Plan, SyncActivity, SyncProgress } from '#shared/bridge/app.ts';
import type {
  CommitResult,
  LedgerCalls,
  LedgerState,
  StagedWindow,
  WindowPurpose,
} from '#shared/bridge/ledger.ts';
import type { Caller } from '#shared/bridge/rpc.ts';
import { type LocalDateTime, startOfDay, type UtcInstant } from '#shared/dates.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import {
  MAX_WINDOW_AGE_MS,
  MAX_WINDOW_PAGES,
  requestRange,
  type SyncWindow,
  windowEndMs,
  windowStartMs,
} from '#shared/windows/window.ts';
import type { Clock } from '../api/clock.ts';
import type { Ask } from './ask.ts';
import { type Density, NO_DENSITY } from './density.ts';
import { type HistoryFacts, PAGE_ROWS, type WindowSize } from './plan-history.ts';
import { progressOf } from './progress.ts';
import type { LocalRange } from './ranges.ts';
import { readWindow, type Settled, type WindowReading } from './read-window.ts';
import type { ServerClock } from './server-clock.ts';

/** What the parts of one run share: the checkpoint as it stands, the way to read a window and to commit it. */

/** What is worth knowing across the runs of one process, and harmless to forget. */
export type SyncMemory = {
  density: Density;
  /** Points no history window may cross, because one was cut there. */
  cuts: readonly LocalDateTime[];
  /** Rows of a page, as the server last had it. */
  pageRows: number;
  /** Windows of several pages that settled, and those of them that equal rows had made suspect though sound. */
  severalPages: { readonly settled: number; readonly withTwins: number };
  /** Whether the server was asked how far the plan reaches. */
  isProbed: boolean;
};

export function createSyncMemory(): SyncMemory {
  return {
    density: NO_DENSITY,
    cuts: [],
    pageRows: PAGE_ROWS,
    severalPages: { settled: 0, withTwins: 0 },
    isProbed: false,
  };
}

/** Reading a window twice costs more than windows of less than a page once a third of them are read twice. */
function areTwinsCommon({ severalPages: { settled, withTwins } }: SyncMemory): boolean {
  return withTwins >= 2 && withTwins * 3 > settled;
}

/** What a run tells of itself while it goes on. */
export type RunNews = {
  readonly activity: (activity: SyncActivity | null) => void;
  readonly progress: (progress: Omit<SyncProgress, 'secondsLeft'> | null) => void;
  readonly checkpoint: (checkpoint: Checkpoint) => void;
  readonly ordersToVerify: (orders: number) => void;
};

export type RunTools = {
  readonly ledger: Caller<LedgerCalls>;
  readonly ask: Ask;
  readonly plan: Plan;
  readonly marginMs: number;
  /** Most pages of a window. */
  readonly maxPages: number;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly signal: AbortSignal;
  readonly memory: SyncMemory;
  readonly news: RunNews;
  /** True once after every time changes were asked for. */
  readonly takeChangesWanted: () => boolean;
  /** How long after the last reading of changes they are due again during a long load; null: not by themselves. */
  readonly periodMs: number | null;
  /** Requests made so far in this process, tries that failed included. */
  readonly requestsMade: () => number;
};

/** Requests a sync may spend on verification (rule 5). */
export const VERIFICATION_BUDGET = 120;

export type RunContext = {
  readonly tools: RunTools;
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
  readonly read: (window: SyncWindow, purpose: WindowPurpose) => Promise<WindowReading>;
  /** Staged windows of an earlier run that were not taken up yet. */
  readonly stagedWindows: () => readonly StagedWindow[];
  readonly dropLeftovers: () => Promise<void>;
  readonly historyFacts: (checkpoint: Checkpoint) => HistoryFacts | null;
  /** History ranges tried in this run without success. */
  readonly skip: (range: LocalRange) => void;
  /** The server has nothing to tell of purchases from here on, today. */
  readonly setSpokenUntil: (until: LocalDateTime | null) => void;
  /** How large a window may be. */
  readonly size: () => WindowSize;
  readonly canVerify: () => boolean;
  /** True when this window has been found too old before. */
  readonly isStaleAgain: (window: SyncWindow) => boolean;
  readonly tellProgress: () => void;
  readonly totals: () => {
    readonly rowsRead: number;
    readonly ordersNew: number;
    readonly ordersChanged: number;
  };
};

/** Windows of a second or less cannot be cut. */
export function isDivisible(window: SyncWindow): boolean {
  return windowEndMs(window) - windowStartMs(window) > 1000;
}

/** Pages a window may have at a pace: at most ten, and few enough to be read twice within its age. */
export function windowPages(perMinute: number): number {
  const readable = Math.floor((perMinute * MAX_WINDOW_AGE_MS) / 60_000 / 2);
  return Math.max(1, Math.min(MAX_WINDOW_PAGES, readable));
}

function nameOf(purpose: WindowPurpose, window: SyncWindow): string {
  return `${purpose} ${window.field} ${window.from} ${window.to}`;
}

/** Takes over what the ledger holds; staged windows that are too old are dropped at once. */
export async function createRunContext(tools: RunTools, state: LedgerState): Promise<RunContext> {
  const { ledger, ask, clock, serverClock, signal, memory, news } = tools;
  let checkpoint = state.checkpoint;
  let spokenUntil: LocalDateTime | null = null;
  let rowsStored = state.rows;
  let rowsRead = 0;
  let pagesRead = 0;
  let ordersNew = 0;
  let ordersChanged = 0;
  let verificationRequests = 0;
  const skipped: LocalRange[] = [];
  const stale = new Set<string>();
  /** The history window being read: what is staged of it and what its first page promised. */
  let being: { window: SyncWindow; rows: number; page: number; pages: number | null } | null = null;

  const staged = new Map<string, StagedWindow>();
  const tooOld: string[] = [];
  for (const window of state.windows) {
    const age = clock.wallMs() - window.startedAtMs;
    if (age >= 0 && age <= MAX_WINDOW_AGE_MS) staged.set(nameOf(window.purpose, window.window), window);
    else tooOld.push(window.windowId);
  }
  if (tooOld.length > 0) await ledger.dropWindows({ windowIds: tooOld });
  if (checkpoint !== null) news.checkpoint(checkpoint);

  function current(): Checkpoint {
    if (checkpoint === null) throw new Error('The load has not begun.');
    return checkpoint;
  }

  function serverNow(): UtcInstant {
    const now = serverClock.now();
    if (now === null) throw new Error('The server has not been heard yet.');
    return now;
  }

  const size = (): WindowSize => ({
    maxPages: tools.maxPages,
    pageRows: memory.pageRows,
    hasTwins: areTwinsCommon(memory),
  });

  function historyFacts(of: Checkpoint): HistoryFacts | null {
    const serverNowMs = serverClock.nowMs();
    const { target } = of.history;
    if (target === null || serverNowMs === null) return null;
    return {
      target,
      earliest: of.earliest,
      reads: of.reads,
      serverNowMs,
      spokenUntil,
      skip: skipped,
      cuts: memory.cuts,
      density: memory.density,
      size: size(),
    };
  }

  function tellProgress(): void {
    const facts = checkpoint === null ? null : historyFacts(checkpoint);
    if (facts === null) return;
    if (checkpoint?.history.finishedAt !== null) {
      news.progress(null);
      return;
    }
    news.progress(progressOf({ facts, rowsStored, pagesRead, being }));
  }

  async function askForVerification(query: Parameters<Ask>[0]): ReturnType<Ask> {
    const before = tools.requestsMade();
    try {
      return await ask(query);
    } finally {
      verificationRequests += tools.requestsMade() - before;
    }
  }

  async function read(window: SyncWindow, purpose: WindowPurpose): Promise<WindowReading> {
    const earliest = startOfDay(current().earliest);
    const name = nameOf(purpose, window);
    const found = staged.get(name) ?? null;
    staged.delete(name);
    const range = requestRange(window, earliest);
    const isSame = found?.requestFrom === range.from && found.requestTo === range.to;
    if (found !== null && !isSame) await ledger.dropWindows({ windowIds: [found.windowId] });
    const isHistory = purpose === 'history';
    if (isHistory) being = { window, rows: 0, page: 1, pages: null };
    const reading = await readWindow(
      {
        ledger,
        ask: purpose === 'verification' ? askForVerification : ask,
        clock,
        signal,
        serverNow,
        onPageRows: (rows) => {
          memory.pageRows = rows;
        },
        onRows: (rows) => {
          pagesRead += 1;
          rowsRead += rows;
          if (being !== null) being = { ...being, rows: being.rows + rows };
        },
      },
      {
        window,
        purpose,
        earliest,
        maxPages: tools.maxPages,
        canDivide: isDivisible(window),
        staged: isSame ? found : null,
        mayAsk: () => purpose !== 'verification' || verificationRequests < VERIFICATION_BUDGET,
        onPage: ({ page, pages, reading }) => {
          if (being !== null) {
            being = { ...being, page, pages, rows: page === 1 ? 0 : being.rows };
          }
          news.activity({ purpose, from: window.from, to: window.to, page, pages, reading });
          tellProgress();
        },
      },
    );
    if (reading.kind !== 'settled') being = null;
    else if (reading.totalRows > memory.pageRows) {
      const { settled, withTwins } = memory.severalPages;
      memory.severalPages = { settled: settled + 1, withTwins: withTwins + (reading.wasSuspect ? 1 : 0) };
    }
    return reading;
  }

  return {
    tools,
    checkpoint: current,
    hasBegun: () => checkpoint !== null,
    serverNow,
    save: async (next) => {
      if (next === checkpoint) return;
      await ledger.saveCheckpoint(next);
      checkpoint = next;
      news.checkpoint(next);
      signal.throwIfAborted();
    },
    commit: async (settled, verifiedBy, next) => {
      const result = await ledger.commitWindow({
        windowId: settled.windowId,
        verifiedBy: verifiedBy.map((one) => one.windowId),
        checkpoint: next,
      });
      checkpoint = next;
      being = null;
      ordersNew += result.ordersNew;
      ordersChanged += result.ordersChanged;
      rowsStored += result.rowsAdded - result.rowsRemoved;
      news.checkpoint(next);
      news.ordersToVerify(result.ordersQueued);
      tellProgress();
      signal.throwIfAborted();
      return result;
    },
    read,
    stagedWindows: () => [...staged.values()],
    dropLeftovers: async () => {
      const windowIds = [...staged.values()].map((window) => window.windowId);
      staged.clear();
      if (windowIds.length > 0) await ledger.dropWindows({ windowIds });
    },
    historyFacts,
    skip: (range) => {
      skipped.push(range);
    },
    setSpokenUntil: (until) => {
      spokenUntil = until;
    },
    size,
    canVerify: () => verificationRequests < VERIFICATION_BUDGET,
    isStaleAgain: (window) => {
      const name = nameOf('history', window);
      if (stale.has(name)) return true;
      stale.add(name);
      return false;
    },
    tellProgress,
    totals: () => ({ rowsRead, ordersNew, ordersChanged }),
  };
}
