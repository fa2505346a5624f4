import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { type HistoryFacts, horizonAt, type PlanFacts, type WindowSize } from '../plan/history.ts';
import type { EngineContext } from './context.ts';
import { windowName } from './staged-windows.ts';
import { sizeIn } from './sync-memory.ts';

/** The facts that the functions of plan/ decide by, and what only this run has learnt of them. */
export type RunPlan = {
  /** Throws before the server's time is known. */
  readonly serverNow: () => UtcInstant;
  readonly planFacts: () => PlanFacts;
  /** Null where there is no load, or the server's time is not known yet. */
  readonly historyFacts: (checkpoint: Checkpoint) => HistoryFacts | null;
  /** Purchases from here on cannot be there yet, or the server's answers do not reach them today. */
  readonly readableUntil: () => LocalDateTime;
  /** Up to where the server's answers are authoritative today (its `meta.to`); null: it has shown no limit. */
  readonly setAuthoritativeUntil: (until: LocalDateTime | null) => void;
  /** Leaves out a range of purchases that was tried in this run without success. */
  readonly skip: (range: LocalRange) => void;
  /** How large a window may be. */
  readonly size: () => WindowSize;
  /** Whether this window was too old before in this run; from now on it was. */
  readonly isStaleAgain: (window: SyncWindow) => boolean;
};

/** @param maxPages most pages of a window */
export function createRunPlan(
  { serverClock, memory }: EngineContext,
  maxPages: number,
  checkpoint: () => Checkpoint,
): RunPlan {
  let authoritativeUntil: LocalDateTime | null = null;
  const skipped: LocalRange[] = [];
  const stale = new Set<string>();

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
    historyFacts: (of) => {
      const { target } = of.history;
      if (target === null || serverClock.nowMs() === null) return null;
      return { ...factsOf(of), target, reads: of.reads };
    },
    readableUntil: () => {
      const horizon = horizonAt(Date.parse(serverNow()));
      return authoritativeUntil !== null && authoritativeUntil < horizon ? authoritativeUntil : horizon;
    },
    setAuthoritativeUntil: (until) => {
      authoritativeUntil = until;
    },
    skip: (range) => {
      skipped.push(range);
    },
    size: () => sizeIn(memory, maxPages),
    isStaleAgain: (window) => {
      const name = windowName('history', window);
      if (stale.has(name)) return true;
      stale.add(name);
      return false;
    },
  };
}
