import { sleep } from '#electron/api/clock.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls } from '#shared/contract/ledger.ts';
import { type Caller, CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import type { RunEntry, RunTrigger, SyncFailure } from '#shared/contract/run-log.ts';
import { cancelMonths } from '../plan/rereads.ts';
import { failureOf } from '../status/status.ts';
import { createRunContext } from './create-run-context.ts';
import type { EngineContext } from './engine-context.ts';
import { createRunJournal, type RunJournal } from './journal.ts';
import { runSync } from './run.ts';

type Stop = 'paused' | 'ledger' | 'stopped';

/** Why a run was interrupted from outside. */
export class Interruption extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(`The sync was interrupted: ${stop}.`);
    this.name = 'Interruption';
    this.stop = stop;
  }
}

/** A lost ledger may never answer: an interruption ends its calls. A pause waits, so that the ledger is at rest. */
function untilInterrupted(caller: Caller<LedgerCalls>, signal: AbortSignal): Caller<LedgerCalls> {
  const guard = <T>(call: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        const { reason } = signal;
        if (!(reason instanceof Interruption) || reason.stop !== 'paused') reject(reason);
      };
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
      call.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  const guarded: { [name: string]: (input: never) => Promise<unknown> } = {};
  for (const name of LEDGER_CALL_NAMES) {
    const call = caller[name] as (input: unknown) => Promise<unknown>;
    guarded[name] = (input: unknown) => guard(call(input));
  }
  return guarded as Caller<LedgerCalls>;
}

export type RunEnd =
  | { readonly kind: 'done' }
  /** By a pause, by the engine's end, or because the ledger went away. */
  | { readonly kind: 'interrupted'; readonly isLedgerLost: boolean; readonly unwritten: RunEntry | null }
  | { readonly kind: 'failed'; readonly failure: SyncFailure };

type RunRequest = {
  readonly caller: Caller<LedgerCalls>;
  readonly key: string;
  readonly trigger: RunTrigger;
  readonly signal: AbortSignal;
};

/** Never rejects. */
export async function runOnce(engine: EngineContext, request: RunRequest): Promise<RunEnd> {
  const { clock, memory, reporter } = engine;
  const { caller, key, trigger, signal } = request;
  // Another browser's ledger, or one that was opened again: nobody knows what it holds of what was read.
  if (caller !== memory.lastCaller) memory.bursts = [];
  memory.lastCaller = caller;
  const ledger = untilInterrupted(caller, signal);
  const journal = createRunJournal({
    trigger,
    ledger,
    clock,
    onChange: (run) => reporter.update({ run }),
  });
  reporter.update({ state: 'running', waiting: null, failure: null, run: journal.entry() });
  try {
    await runSync(await createRunContext(engine, { key, signal, ledger, journal }));
    await writeEnd(engine, journal, caller, 'done', null);
    reporter.update({ lastRun: journal.entry() });
    return { kind: 'done' };
  } catch (error) {
    reporter.update({ activity: null, waiting: null });
    const { reason } = signal;
    const isLedgerLost =
      (error instanceof RpcError && error.code === CHANNEL_CLOSED) ||
      (reason instanceof Interruption && reason.stop === 'ledger');
    if (isLedgerLost) {
      // It will not answer any more: the end is written when it, or its successor, calls in.
      const unwritten: RunEntry = { ...journal.entry(), outcome: 'cut-off', endedAtMs: clock.wallMs() };
      return { kind: 'interrupted', isLedgerLost, unwritten };
    }
    if (signal.aborted) {
      const isPause = reason instanceof Interruption && reason.stop === 'paused';
      const unwritten = await writeEnd(engine, journal, caller, isPause ? 'paused' : 'cut-off', null);
      return { kind: 'interrupted', isLedgerLost, unwritten };
    }
    const failure = failureOf(error, clock.wallMs());
    await writeEnd(engine, journal, caller, 'failed', failure);
    return { kind: 'failed', failure };
  }
}

/** Whoever stops the engine waits no longer for a ledger that does not answer. */
const WRITE_END_WITHIN_MS = 2_000;

/** Writes a run's end down; null when it is written, else the entry that is not. */
async function writeEnd(
  { clock }: EngineContext,
  journal: RunJournal,
  caller: Caller<LedgerCalls>,
  outcome: RunEntry['outcome'],
  failure: SyncFailure | null,
): Promise<RunEntry | null> {
  const waiting = new AbortController();
  const tooLong = sleep(clock, WRITE_END_WITHIN_MS, waiting.signal).then(
    () => false,
    () => false,
  );
  const written = journal.end(caller, outcome, failure).then(
    () => true,
    () => false,
  );
  const isWritten = await Promise.race([written, tooLong]);
  waiting.abort();
  return isWritten ? null : journal.entry();
}

/** Takes the months that the user cancelled off the list outside a run: it needs no request. */
export async function cancelRereads(engine: EngineContext, caller: Caller<LedgerCalls>): Promise<void> {
  const { memory, commands, reporter } = engine;
  const { checkpoint } = await caller.readState(null);
  const months = commands.take('cancel').flatMap((command) => ('months' in command ? command.months : []));
  memory.declined = new Set([...memory.declined, ...months]);
  if (checkpoint === null) return;
  const next = cancelMonths(checkpoint, months);
  await caller.saveCheckpoint(next);
  reporter.checkpoint(next);
  reporter.update({ queue: [] });
}
