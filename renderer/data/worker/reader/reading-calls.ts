import type { Today, TodayTable } from '#renderer/data/files/check/check-export.ts';
import type { RestoreEnd, RestoreFeed, RestorePiece } from '#renderer/data/model/backups.ts';
import type { CheckEnd, CheckProgress } from '#renderer/data/model/export-check.ts';
import type { TableCell } from '#renderer/data/model/sheet-table.ts';
import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import type { RestoredCopy } from '#renderer/data/storage/backup/restore-backup.ts';
import type { StatementQuestion } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import type { FoundStatement } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { IntakeAnswer, IntakeAsk, IntakeEnd } from './intake.ts';
import type { StatementPart } from './statement-parts.ts';

/** Calls between the data worker and a worker that reads one file. All of it is plain data. */

type Call<Input, Output> = { readonly input: Input; readonly output: Output };

/** Streams of the worker that reads one file. It reads it for one thing, and is ended then. */
export type ReadingStreams = {
  readonly intake: {
    readonly input: {
      readonly file: Blob;
      readonly ask: IntakeAsk;
      readonly question: StatementQuestion;
    };
    readonly feed: undefined;
    readonly piece: IntakeProgress;
    readonly end: IntakeEnd;
  };
  readonly checkWorkbook: {
    readonly input: { readonly file: Blob; readonly account: string; readonly anyAccount: boolean };
    readonly feed: undefined;
    readonly piece: CheckProgress;
    readonly end: CheckEnd;
  };
  /** Builds a copy of this name out of a backup that it is fed. `copy`: what is known of it; null where none was built. */
  readonly restore: {
    readonly input: { readonly name: string };
    readonly feed: RestoreFeed | undefined;
    readonly piece: Extract<RestorePiece, { readonly kind: 'more' }>;
    readonly end: { readonly end: RestoreEnd; readonly copy: RestoredCopy | null };
  };
};

/** Facts of a table besides its lines. */
export type TableFacts = Pick<TodayTable, 'columns' | 'lineCount'>;

/** Asked back by the worker that reads, of what only the data worker knows. */
export type ReaderCallbacks = {
  /** Lines of a statement, and whatever else of it may be as many; the next come when these were taken. */
  readonly takePart: Call<StatementPart, null>;
  /** The rest of it. */
  readonly describeStatement: Call<
    { readonly found: FoundStatement; readonly ask: StatementAsk },
    Extract<IntakeAnswer, { readonly kind: 'statement' }>
  >;
  /** Asks a workbook's question of today's rows. */
  readonly startTable: Call<
    Parameters<Today['table']>[0],
    { readonly table: TableFacts; readonly readUntil: Awaited<ReturnType<Today['table']>>['readUntil'] }
  >;
  /** Lines of the table that was asked for last. */
  readonly readTable: Call<
    { readonly offset: number; readonly limit: number },
    readonly (readonly TableCell[])[]
  >;
  readonly readTotals: Call<Parameters<Today['totals']>[0], Awaited<ReturnType<Today['totals']>>>;
  readonly readOrdersSince: Call<
    {
      readonly content: Parameters<Today['ordersSince']>[0];
      readonly readUntil: Parameters<Today['ordersSince']>[1];
    },
    Awaited<ReturnType<Today['ordersSince']>>
  >;
};
