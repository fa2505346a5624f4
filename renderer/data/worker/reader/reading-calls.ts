import type { RestoreEnd } from '#renderer/data/api/backups.ts';
import type { CheckStep } from '#renderer/data/api/export-check.ts';
import type { IntakeAnswer, IntakeAsk, IntakeStep } from '#renderer/data/api/intake.ts';
import type { Today, TodayTable } from '#renderer/data/files/check/check-export.ts';
import type { FoundStatement, StatementAsk } from '#renderer/data/files/intake/read-statement-file.ts';
import type { RestoredCopy } from '#renderer/data/storage/backup/restore-backup.ts';
import type { TableCell } from '#shared/domain/sheet-table.ts';
import type { StatementQuestion } from '#shared/domain/statements/read-statement.ts';
import type { StatementPart } from './statement-parts.ts';

/** What the data worker and a worker that reads one file say to each other. All of it is plain data. */

type Call<Input, Output> = { readonly input: Input; readonly output: Output };

/** Asked of the worker that reads. It reads one file, for one thing, and is ended then. */
export type ReadingCalls = {
  readonly startIntake: Call<
    { readonly file: Blob; readonly ask: IntakeAsk; readonly question: StatementQuestion },
    null
  >;
  readonly startCheck: Call<
    { readonly file: Blob; readonly account: string; readonly anyAccount: boolean },
    null
  >;
  /** The next step of what was started. */
  readonly readIntake: Call<null, IntakeStep>;
  readonly readCheck: Call<null, CheckStep>;
  /** Begins to build a copy of this name out of a backup that comes in pieces. */
  readonly startRestore: Call<{ readonly name: string }, null>;
  readonly writeRestore: Call<{ readonly bytes: Uint8Array<ArrayBuffer> }, null>;
  /** `copy`: what is known of the one that was built; null where none was. */
  readonly finishRestore: Call<null, { readonly end: RestoreEnd; readonly copy: RestoredCopy | null }>;
};

export const READING_CALL_NAMES = [
  'startIntake',
  'startCheck',
  'readIntake',
  'readCheck',
  'startRestore',
  'writeRestore',
  'finishRestore',
] as const satisfies readonly (keyof ReadingCalls)[];

/** What a table has besides its lines. */
export type TableFacts = Pick<TodayTable, 'columns' | 'lineCount'>;

/** Asked back by the worker that reads, of what only the data worker knows. */
export type AskedCalls = {
  /** Lines of a statement, and whatever else of it may be as many; the next come when these were taken. */
  readonly takePart: Call<StatementPart, null>;
  /** The rest of it. */
  readonly tellStatement: Call<
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
