import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { RunJournal } from './journal.ts';

/** Identifies one run among the others. */
export type RunJob = {
  readonly key: string;
  readonly signal: AbortSignal;
  /** Its calls end with an interruption. */
  readonly ledger: Caller<LedgerCalls>;
  readonly journal: RunJournal;
};
