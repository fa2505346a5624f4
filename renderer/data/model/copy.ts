import type { Freshness } from '#renderer/data/questions/question.ts';
import type { PageError } from '#shared/contract/page-errors.ts';
import type { LedgerConnection, LedgerFacts, Opening, RowsOpening } from './ledger.ts';
import type { RowMemoryBound, RowMemoryState } from './row-memory.ts';

/** The page's calls for local copies, and the events of the one that is open. */

type Call<Input, Output> = { readonly input: Input; readonly output: Output };

type OpenCall = Call<
  {
    readonly accountId: string;
    readonly line: LedgerConnection;
    /** The copy may be brought to the present version. */
    readonly migrates?: boolean;
  },
  Opening
>;

export type CopyCalls = {
  readonly open: OpenCall;
  readonly takeOver: OpenCall;
  readonly close: Call<null, null>;
  /** Deletes the local copy of an account for good, whoever has it open. */
  readonly deleteCopy: Call<{ readonly accountId: string }, null>;
  readonly forgetSettings: Call<{ readonly accountId: string }, null>;
  /** Holds the rows as they are: questions are answered from them until `release`, while commits go on beside. */
  readonly freeze: Call<null, LedgerFacts>;
  readonly release: Call<null, LedgerFacts>;
  readonly readFacts: Call<null, LedgerFacts>;
  /** Bounds the memory of the rows from here on, of copies that are opened later too. Answers how they are kept; null: no copy is open. */
  readonly boundRows: Call<{ readonly bound: RowMemoryBound }, RowMemoryState | null>;
};

export type DataEvents = {
  /** Freshness of each question, by its name: sent once, before anything is answered. */
  readonly questions: { readonly [name: string]: Freshness };
  /** How far the opening of a local copy has come; several times while it lasts. */
  readonly opening: RowsOpening;
  /** The rows of a copy that was opened without them are there: its facts are to be asked for again. */
  readonly rowsOpened: null;
  /** The rows of a copy that was opened without them could not be read: it is closed again. */
  readonly openingFailed: Extract<Opening, { readonly kind: 'failed' }>;
  /** A commit became visible: figures of an older revision are stale, where they are not frozen. */
  readonly committed: { readonly revision: number };
  /** Something else was written: a run, a control total, a checkpoint. Coverage and history are stale. */
  readonly noted: null;
  /** The user said something beside the rows: answers that rest on it are stale, frozen or not. */
  readonly annotated: null;
  /** Another page took the ledger over: this one no longer writes and shows that it is closed. */
  readonly ownershipLost: null;
  /** The database went away under us (cleared, evicted): the ledger has to be opened again. */
  readonly ledgerLost: null;
  /** Rows that had left memory cannot be read back: the ledger, which is whole, has to be opened again. */
  readonly rowsLost: null;
  /** An error that nobody caught in the worker. */
  readonly failed: PageError;
};
