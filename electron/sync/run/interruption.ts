import type { LedgerCalls } from '#shared/contract/ledger.ts';
import { LEDGER_CALL_NAMES } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';

export type Stop = 'paused' | 'ledger' | 'stopped';

/** Why a run was interrupted from outside. */
export class Interruption extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(`The sync was interrupted: ${stop}.`);
    this.name = 'Interruption';
    this.stop = stop;
  }
}

/**
 * A ledger that went away may never answer: its calls end with the interruption. A pause waits for the answer
 * instead, so that the next run finds the ledger at rest.
 */
export function untilInterrupted(caller: Caller<LedgerCalls>, signal: AbortSignal): Caller<LedgerCalls> {
  const guard = <T>(call: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        const { reason } = signal;
        if (!(reason instanceof Interruption) || reason.stop !== 'paused') reject(reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
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
