import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, MAX_WINDOW_PAGES } from '#shared/domain/window.ts';
import type { Burst } from '../plan/bursts.ts';
import { type Density, NO_DENSITY } from '../plan/density.ts';
import { PAGE_ROWS, type WindowSize } from '../plan/history.ts';

/** What is worth knowing across the runs of one process, and harmless to forget. */
export type SyncMemory = {
  density: Density;
  /** Points no window of purchases may cross, because one was cut there. */
  cuts: readonly LocalDateTime[];
  /** Rows of a page, as the server last had it. */
  pageRows: number;
  /** Windows of several pages that were read, and those of them that equal rows had made suspect. */
  severalPages: { readonly read: number; readonly suspect: number };
  /** Whether the server was asked in this run how far the plan reaches. */
  isProbed: boolean;
  /** Seconds of changes with more rows than a page, as they were read into the ledger of the last run. */
  bursts: readonly Burst[];
  /** Of the ledger of the last run. */
  lastCaller: Caller<LedgerCalls> | null;
  /** Months whose scheduled re-reading the user took off the list. */
  declined: ReadonlySet<Month>;
};

export function createSyncMemory(): SyncMemory {
  return {
    density: NO_DENSITY,
    cuts: [],
    pageRows: PAGE_ROWS,
    severalPages: { read: 0, suspect: 0 },
    isProbed: false,
    bursts: [],
    lastCaller: null,
    declined: new Set(),
  };
}

/** A suspect window is read twice: windows of less than a page cost less once a third of them are. */
function areTwinsCommon({ severalPages: { read, suspect } }: SyncMemory): boolean {
  return suspect >= 2 && suspect * 3 > read;
}

/** How large a window had better be, by what was seen so far. */
export function sizeIn(memory: SyncMemory, maxPages: number): WindowSize {
  return { maxPages, pageRows: memory.pageRows, hasTwins: areTwinsCommon(memory) };
}

/** Pages a window may have at a pace: at most ten, and few enough to be read twice within its age. */
export function windowPages(perMinute: number): number {
  const readable = Math.floor((perMinute * MAX_WINDOW_AGE_MS) / 60_000 / 2);
  return Math.max(1, Math.min(MAX_WINDOW_PAGES, readable));
}
