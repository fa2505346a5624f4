import type { Annotation, AnnotationChanges, AnnotationKind } from '#shared/contract/annotations.ts';
import type { WrittenFile } from '#shared/contract/app.ts';
import type { PageError } from '#shared/contract/page-errors.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import type {
  Anomalies,
  AnomaliesQuery,
  AnomalousOrdersPage,
  AnomalousOrdersQuery,
} from '#shared/domain/anomalies.ts';
import type { Bridge, BridgeQuery } from '#shared/domain/bridge.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { ExplainQuery } from '#shared/domain/explanation.ts';
import type { MissingCosts, MissingCostsQuery } from '#shared/domain/missing-costs.ts';
import type {
  OwnCostLines,
  OwnCostsQuery,
  OwnCostTrial,
  OwnCostTrialQuery,
  UsedOwnCosts,
} from '#shared/domain/own-costs.ts';
import type { RateDeviationsPage, RateDeviationsQuery, Rates, RatesQuery } from '#shared/domain/rates.ts';
import type { FailingRowsPage, FailingRowsQuery, FailureGroups, RowProof } from '#shared/domain/row-proof.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection, SellerAccount } from '#shared/domain/selection.ts';
import type { BackupChunk, BackupOrder, RestoreEnd } from './api/backups.ts';
import type { ChainPage, ChainQuery, MonthMatch, OrderChain } from './api/chain.ts';
import type { ChangesPage, ChangesQuery, OrderHistory } from './api/changes.ts';
import type {
  AdjustmentDecision,
  CloseDecision,
  CloseOfMonth,
  DriftPage,
  DriftQuery,
  MonthDecision,
} from './api/closes.ts';
import type { Coverage } from './api/coverage.ts';
import type { DatasetChunk, DatasetEnd, DatasetStart } from './api/datasets.ts';
import type { Exceptions, ExceptionsQuery } from './api/exceptions.ts';
import type { ExplainedRows, ExplainedRowsQuery, ExplanationProgress } from './api/explanation.ts';
import type { CheckStep } from './api/export-check.ts';
import type { Groups, GroupsQuery } from './api/groups.ts';
import type { IntakeAsk, IntakeStep } from './api/intake.ts';
import type { LedgerConnection, LedgerFacts, Opening } from './api/ledger.ts';
import type { MatchesPage, MatchesQuery } from './api/matches.ts';
import type { RowsQuery, TableRowsPage } from './api/rows.ts';
import type { ReleasesPage, ReleasesQuery, SettlementsPage, SettlementsQuery } from './api/settlements.ts';
import type { ImportedStatement } from './api/statements.ts';
import type { FileChunk, FileContent, FileFormat } from './api/table-files.ts';
import type { Totals } from './api/totals.ts';
import type { ValuesAnswer, ValuesQuery } from './api/values.ts';

/**
 * What views may ask of the data worker. Read-only: views never write the ledger and never see rows by the
 * million. Every answer carries the revision it was computed at; a commit raises it.
 */

/**
 * The place on the screen that a question is asked for. A newer question of the same slot supersedes one that has not been
 * answered: that one fails with SUPERSEDED and never answers late.
 */
export type InSlot = { readonly slot?: string };

/** BridgeError code of a question that a newer one of its slot took the place of. */
export const SUPERSEDED = 'superseded';

/** BridgeError code of a file that took too long, or more room than there is: whatever was read of it is gone. */
export const FILE_TOO_MUCH = 'file-too-much';

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

type Slice = { readonly offset: number; readonly limit: number };

export type DataCalls = {
  readonly open: OpenCall;
  readonly takeOver: OpenCall;
  readonly close: Call<null, null>;
  /** Deletes the local copy of an account for good, whoever has it open. */
  readonly deleteCopy: Call<{ readonly accountId: string }, null>;
  /** Holds the rows as they are: questions are answered from them until `release`, while commits go on beside. */
  readonly freeze: Call<null, LedgerFacts>;
  readonly release: Call<null, LedgerFacts>;
  readonly readFacts: Call<null, LedgerFacts>;
  readonly readTotals: Call<
    { readonly selection: Selection; readonly columns: readonly string[] } & InSlot,
    Totals
  >;
  /** Of the rows as they are by now, also while others are shown. */
  readonly readLatestTotals: Call<
    { readonly selection: Selection; readonly columns: readonly string[] } & InSlot,
    Totals
  >;
  readonly readTableRows: Call<RowsQuery & Slice & InSlot, TableRowsPage>;
  /** The rows of one line of a table grouped by order, in the same columns. */
  readonly readOrderRows: Call<RowsQuery & { readonly lineId: string }, TableRowsPage>;
  readonly readGroups: Call<GroupsQuery & InSlot, Groups>;
  readonly readBridge: Call<BridgeQuery & InSlot, Bridge>;
  readonly readValues: Call<ValuesQuery & InSlot, ValuesAnswer>;
  /** The rules of rows over a selection, and the rows that one of them fails in: in groups of like ones, and page by page. */
  readonly readRowProof: Call<{ readonly selection: Selection } & InSlot, RowProof>;
  readonly readFailureGroups: Call<
    { readonly selection: Selection; readonly id: string } & InSlot,
    FailureGroups
  >;
  readonly readFailingRows: Call<FailingRowsQuery & Slice & InSlot, FailingRowsPage>;
  readonly readMissingCosts: Call<MissingCostsQuery & InSlot, MissingCosts>;
  /** The rules of charges, and the rows that do not follow one of them. */
  readonly readRates: Call<RatesQuery & InSlot, Rates>;
  readonly readRateDeviations: Call<RateDeviationsQuery & Slice & InSlot, RateDeviationsPage>;
  /** What is odd in a selection (shared/domain/anomalies.ts), without what the user dismissed. */
  readonly readAnomalies: Call<AnomaliesQuery & InSlot, Anomalies>;
  /** `limit` null: all of them, for a file. */
  readonly readAnomalousOrders: Call<
    AnomalousOrdersQuery & { readonly offset: number; readonly limit: number | null } & InSlot,
    AnomalousOrdersPage
  >;
  /** What the user says products cost, and what it does. */
  readonly readOwnCosts: Call<OwnCostsQuery & InSlot, OwnCostLines>;
  readonly readUsedOwnCosts: Call<OwnCostsQuery & InSlot, UsedOwnCosts>;
  readonly readOwnCostTrial: Call<OwnCostTrialQuery & InSlot, OwnCostTrial>;
  /** Answered in an idle moment after the last of several commits: it never delays another question. */
  readonly readExceptions: Call<ExceptionsQuery & InSlot, Exceptions>;
  /** Begins a file of the rows as they are now; it is pulled chunk by chunk, so that it can be cancelled at any moment. */
  readonly startFile: Call<
    {
      readonly content: FileContent;
      readonly format: FileFormat;
      /** Of the newest rows, also while others are shown. */
      readonly isLatest?: boolean;
    },
    { readonly fileId: string; readonly lines: number }
  >;
  /** Null when the file is complete. */
  readonly readFileChunk: Call<{ readonly fileId: string }, FileChunk | null>;
  readonly endFile: Call<{ readonly fileId: string }, null>;
  /** Begins to hold a workbook against today's rows; `anyAccount`: also where it was written from another account. */
  readonly startCheck: Call<
    { readonly file: Blob; readonly anyAccount: boolean },
    { readonly checkId: string }
  >;
  /** Goes on for a while. */
  readonly readCheck: Call<{ readonly checkId: string }, CheckStep>;
  readonly endCheck: Call<{ readonly checkId: string }, null>;
  /** Begins to read a table file; it is pulled step by step, so that it can be cancelled. */
  readonly startIntake: Call<{ readonly file: Blob; readonly ask: IntakeAsk }, { readonly intakeId: string }>;
  readonly readIntake: Call<{ readonly intakeId: string }, IntakeStep>;
  readonly endIntake: Call<{ readonly intakeId: string }, null>;
  /**
   * Stores the statement that was read, whole or not at all; the very same file again takes the place of the former. Rows
   * with an amount that was not understood are left out only where so many are named.
   */
  readonly confirmStatement: Call<
    {
      readonly readingId: string;
      readonly name: string;
      readonly owner: string;
      readonly account?: SellerAccount | null;
      readonly leavesOut?: number | undefined;
    },
    { readonly id: string }
  >;
  /** Newest first. */
  readonly readStatements: Call<null, readonly ImportedStatement[]>;
  /** Says whose a statement is; null: that of the orders it names. */
  readonly setStatementAccount: Call<{ readonly id: string; readonly account: SellerAccount | null }, null>;
  /** Takes a statement out; until the next one is imported or taken out it can be brought back. */
  readonly deleteStatement: Call<{ readonly id: string }, null>;
  readonly restoreStatement: Call<{ readonly id: string }, null>;
  readonly readMatches: Call<MatchesQuery & Slice & InSlot, MatchesPage>;
  readonly readSettlements: Call<SettlementsQuery & Slice & InSlot, SettlementsPage>;
  readonly readReleases: Call<ReleasesQuery & InSlot, ReleasesPage>;
  readonly readChain: Call<ChainQuery & InSlot, ChainPage>;
  /** `identity`: cells of the columns that tell the order from all others. */
  readonly readOrderChain: Call<
    { readonly identity: { readonly [column: string]: Cell }; readonly day: LocalDate } & InSlot,
    OrderChain
  >;
  readonly readMonthMatch: Call<ChainQuery & { readonly month: Month } & InSlot, MonthMatch>;
  /** Begins an export of all rows for engines. Takes as long as looking at every cell, or until it is ended. */
  readonly startDataset: Call<DatasetStart, { readonly rows: number }>;
  /** Null where all months are complete. */
  readonly readDatasetChunk: Call<{ readonly datasetId: string }, DatasetChunk | null>;
  readonly readDatasetEnd: Call<
    { readonly datasetId: string; readonly written: readonly WrittenFile[] },
    DatasetEnd
  >;
  readonly endDataset: Call<{ readonly datasetId: string }, null>;
  /** Begins a backup of an account's copy, open or not, as it is now. Null: there is none. */
  readonly startBackup: Call<
    { readonly accountId: string; readonly order: BackupOrder },
    { readonly backupId: string; readonly rows: number; readonly isWhole: boolean } | null
  >;
  /** Null when it is complete. */
  readonly readBackupChunk: Call<{ readonly backupId: string }, BackupChunk | null>;
  readonly endBackup: Call<{ readonly backupId: string }, null>;
  /** Begins to read a backup, piece by piece. Nothing that is there is touched until `commitRestore`. */
  readonly startRestore: Call<null, { readonly restoreId: string }>;
  readonly writeRestore: Call<{ readonly restoreId: string; readonly bytes: Uint8Array<ArrayBuffer> }, null>;
  readonly finishRestore: Call<{ readonly restoreId: string }, RestoreEnd>;
  /** Makes what was read the account's copy, all at once; whoever has the former open closes it. */
  readonly commitRestore: Call<{ readonly restoreId: string; readonly accountId: string }, null>;
  readonly endRestore: Call<{ readonly restoreId: string }, null>;
  readonly forgetSettings: Call<{ readonly accountId: string }, null>;
  /** What the user said beside the rows, by key: of these kinds. */
  readonly readAnnotations: Call<
    { readonly kind: AnnotationKind },
    readonly { readonly key: string; readonly value: Annotation }[]
  >;
  /** Fails with INVALID_ANNOTATION where something is none of its kind; nothing is written then. */
  readonly writeAnnotations: Call<AnnotationChanges, null>;
  /** Keeps what a month holds by now, order by order; a close before goes. */
  readonly closeMonth: Call<CloseDecision, null>;
  /** The same month is open again; what it held stays until it is closed anew. */
  readonly reopenMonth: Call<MonthDecision, null>;
  /** Says that somebody has looked at what became of a closed month. */
  readonly seeDrift: Call<MonthDecision, null>;
  readonly takeAdjustment: Call<AdjustmentDecision, { readonly id: string }>;
  /** It was not taken: it is proposed again. */
  readonly removeAdjustment: Call<MonthDecision & { readonly id: string }, null>;
  /** Months that were ever closed, oldest first, as the newest rows have them. */
  readonly readCloses: Call<null, { readonly revision: number; readonly months: readonly CloseOfMonth[] }>;
  readonly readDrift: Call<DriftQuery & Slice, DriftPage>;
  /** Begins to look for what makes a figure seen elsewhere differ; it is pulled step by step, so that it can be cancelled. */
  readonly startExplanation: Call<ExplainQuery, { readonly explanationId: string }>;
  readonly readExplanation: Call<{ readonly explanationId: string }, ExplanationProgress>;
  readonly endExplanation: Call<{ readonly explanationId: string }, null>;
  readonly readExplainedRows: Call<ExplainedRowsQuery & InSlot, ExplainedRows>;
  readonly readCoverage: Call<null, Coverage>;
  /** Runs of the sync, newest first. */
  readonly readRuns: Call<
    Slice & { readonly onlyNoted: boolean },
    { readonly total: number; readonly noted: number; readonly runs: readonly RunEntry[] }
  >;
  /** The windows of a run, in the order they were read. */
  readonly readRunWindows: Call<{ readonly runId: string }, readonly RunWindow[]>;
  readonly readChanges: Call<ChangesQuery & Slice, ChangesPage>;
  /** What became of one order, told by the cells of its identity (shared/domain/order-identity.ts). */
  readonly readOrderHistory: Call<{ readonly identity: { readonly [column: string]: Cell } }, OrderHistory>;
};

/** The worker, as one who asks it sees it. */
export type DataCaller = Caller<DataCalls>;

export const DATA_CALL_NAMES = [
  'open',
  'takeOver',
  'close',
  'deleteCopy',
  'freeze',
  'release',
  'readFacts',
  'readTotals',
  'readLatestTotals',
  'readTableRows',
  'readOrderRows',
  'readGroups',
  'readBridge',
  'readValues',
  'readRowProof',
  'readFailureGroups',
  'readFailingRows',
  'readMissingCosts',
  'readRates',
  'readRateDeviations',
  'readAnomalies',
  'readAnomalousOrders',
  'readOwnCosts',
  'readUsedOwnCosts',
  'readOwnCostTrial',
  'readExceptions',
  'startFile',
  'readFileChunk',
  'endFile',
  'startCheck',
  'readCheck',
  'endCheck',
  'startIntake',
  'readIntake',
  'endIntake',
  'confirmStatement',
  'readStatements',
  'setStatementAccount',
  'deleteStatement',
  'restoreStatement',
  'readMatches',
  'readSettlements',
  'readReleases',
  'readChain',
  'readOrderChain',
  'readMonthMatch',
  'startDataset',
  'readDatasetChunk',
  'readDatasetEnd',
  'endDataset',
  'startBackup',
  'readBackupChunk',
  'endBackup',
  'startRestore',
  'writeRestore',
  'finishRestore',
  'commitRestore',
  'endRestore',
  'forgetSettings',
  'readAnnotations',
  'writeAnnotations',
  'closeMonth',
  'reopenMonth',
  'seeDrift',
  'takeAdjustment',
  'removeAdjustment',
  'readCloses',
  'readDrift',
  'startExplanation',
  'readExplanation',
  'endExplanation',
  'readExplainedRows',
  'readCoverage',
  'readRuns',
  'readRunWindows',
  'readChanges',
  'readOrderHistory',
] as const satisfies readonly (keyof DataCalls)[];

export type DataEvents = {
  /** How far the opening of a local copy has come; several times while it lasts. */
  readonly opening: { readonly rowsRead: number; readonly rows: number };
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
  /** Nobody caught this in the worker. */
  readonly failed: PageError;
};
