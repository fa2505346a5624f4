import type { WrittenFile } from '#shared/contract/app.ts';
import type { ExplainQuery } from '#shared/domain/explanation.ts';
import type { BackupChunk, BackupOrder, RestoreEnd } from './backups.ts';
import type { DatasetChunk, DatasetEnd, DatasetStart } from './datasets.ts';
import type { ExplanationProgress } from './explanation.ts';
import type { CheckStep } from './export-check.ts';
import type { IntakeAsk, IntakeStep } from './intake.ts';
import type { FileChunk, FileContent, FileFormat } from './table-files.ts';

type Call<Input, Output> = { readonly input: Input; readonly output: Output };

/** What is pulled piece by piece. */
export type PulledCalls = {
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
  /** Begins to look for what makes a figure seen elsewhere differ; it is pulled step by step, so that it can be cancelled. */
  readonly startExplanation: Call<ExplainQuery, { readonly explanationId: string }>;
  readonly readExplanation: Call<{ readonly explanationId: string }, ExplanationProgress>;
  readonly endExplanation: Call<{ readonly explanationId: string }, null>;
};
