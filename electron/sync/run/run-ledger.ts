import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerCalls, LedgerState } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import { clipRange, monthRange } from '#shared/domain/purchase-ranges.ts';
import { learnStored } from '../plan/density.ts';
import { horizonAt } from '../plan/history.ts';
import type { EngineContext } from './engine-context.ts';

/** One run's knowledge of the ledger: its state when it was last read, and its checkpoint as it stands. */
export type RunLedger = ReturnType<typeof createRunLedger>;

export function createRunLedger(
  engine: EngineContext,
  ledger: Caller<LedgerCalls>,
  signal: AbortSignal,
  begun: LedgerState,
) {
  const { clock, serverClock, memory, reporter } = engine;
  let state = begun;
  let { checkpoint } = begun;

  function take(fresh: LedgerState): void {
    state = fresh;
    const horizon = horizonAt(serverClock.nowMs() ?? clock.wallMs());
    const months = fresh.months.flatMap(({ month, rows }) => {
      const range = clipRange(monthRange(month), { from: monthRange(month).from, to: horizon });
      return range === null ? [] : [{ range, rows }];
    });
    memory.density = learnStored(memory.density, months);
    if (checkpoint !== null) reporter.checkpoint(checkpoint);
    reporter.ledger(fresh);
  }
  /** A commit has stored this checkpoint. */
  function setCheckpoint(stored: Checkpoint): void {
    checkpoint = stored;
    reporter.checkpoint(stored);
  }

  take(begun);
  return {
    state: () => state,
    readState: async (): Promise<LedgerState> => {
      const fresh = await ledger.readState(null);
      signal.throwIfAborted();
      take(fresh);
      return fresh;
    },
    /** Throws before the load has begun. */
    checkpoint: (): Checkpoint => {
      if (checkpoint === null) throw new Error('The load has not begun.');
      return checkpoint;
    },
    hasBegun: () => checkpoint !== null,
    /** Writes a checkpoint that comes with no rows; does nothing when it is the one that stands. */
    save: async (next: Checkpoint): Promise<void> => {
      if (next === checkpoint) return;
      await ledger.saveCheckpoint(next);
      setCheckpoint(next);
      signal.throwIfAborted();
    },
    setCheckpoint,
  };
}
