import { z } from 'zod';
import { BACKUP_REASONS, type BackupFile, backupNameSchema } from './backups.ts';
import type { Check, Frozen } from './rpc.ts';
import { monthSchema } from './wire-dates.ts';

/**
 * Streams between page and main process: files that the page feeds and the main process writes, files that it reads.
 * Each stream is one record: checks of what it is asked with and fed, types of its pieces and of what it comes to. The
 * first pull begins it. What is given up, fails, or loses its page leaves nothing.
 */

/** The end of an export: written to a file the user chose, or ready at an address of the host. */
export type ExportEnd =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'download'; readonly url: string };

/** A file of an account's export for engines, as it lies in its folder. */
export type LyingFile = { readonly path: string; readonly bytes: number };
export type WrittenFile = LyingFile & { readonly sha256: string };

/** RpcError code: the account is not the demo company's, or its company does not run. */
export const NO_DEMO = 'no-demo';

/** The answer to a pull of a dataset. */
export type DatasetAnswer =
  /** The files there from the export before. */
  | { readonly kind: 'begun'; readonly manifest: string | null; readonly files: readonly LyingFile[] }
  | { readonly kind: 'taken' }
  /** The files written so far. */
  | { readonly kind: 'written'; readonly files: readonly WrittenFile[] };

/** A statement or an extract of the demo company, as its channel or bank would send it. */
export type DemoFile = { readonly name: string; readonly of: 'account' | 'bank'; readonly text: string };
export type DemoFilesPiece =
  /** They are still being made. */
  | { readonly kind: 'making' }
  /** `at` from 0 on, of `total`. */
  | { readonly kind: 'file'; readonly file: DemoFile; readonly at: number; readonly total: number };

type StreamRecord<Input, Feed, Piece, End> = {
  readonly input: Check<Input>;
  readonly feed: Check<Feed>;
  readonly gives?: (piece: Piece) => End;
};

const gives =
  <Piece, End>() =>
  <Input, Feed>(checks: {
    readonly input: z.ZodType<Input>;
    readonly feed: z.ZodType<Feed>;
  }): StreamRecord<Input, Feed, Piece, End> =>
    checks;

/** The files that an export for engines has: months of purchases, tables beside them, what they hold, and how they are loaded. */
const DATASET_PATH =
  /^(?:Mes=(?:\d{4}-\d{2}|__HIVE_DEFAULT_PARTITION__)\/(?:filas\.parquet|_filas\.tar\.gz)|tablas\/(?:_?[a-z_]{1,60}(?:-(?:\d{4}-\d{2}|sin-mes))?\.(?:parquet|tar\.gz))|manifest\.json|(?:cargar|vistas)-(?:duckdb|postgresql|clickhouse|clickhouse-cluster|bigquery)\.sql)$/;

const accountId = z.object({ accountId: z.string().min(1) });
const fileName = z.object({ fileName: z.string().min(1).max(200) });
const datasetPath = z.string().regex(DATASET_PATH);
/** Whether an export for engines has a file there. */
export const isDatasetPath = (path: string): boolean => DATASET_PATH.test(path);
const chunk = z.object({
  kind: z.literal('chunk'),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
const end = z.object({ kind: z.literal('end') });
const file = z.discriminatedUnion('kind', [chunk, end]);
const dataset = z.discriminatedUnion('kind', [
  chunk.extend({ path: datasetPath }),
  z.object({ kind: z.literal('complete') }),
  end.extend({ kept: z.array(datasetPath) }),
]);
/** Of what is only read. */
const nothing = z.undefined();

export const appStreams = {
  /** A file of the user's choice; null: they thought better of it. */
  exportFile: gives<null, ExportEnd | null>()({ input: fileName, feed: file }),
  /** The page as paper, lying: a PDF. Only in the desktop app; a browser prints by itself. */
  exportPaper: gives<never, ExportEnd | null>()({ input: fileName, feed: nothing }),
  /** A file of a scheduled export, in the account's folder. */
  scheduledFile: gives<null, ExportEnd | null>()({ input: accountId.extend(fileName.shape), feed: file }),
  /**
   * All rows of an account for engines, below its folder; null: the user chose none. `isQuiet`: none is asked for. A file is
   * whole when another one begins. At its end the files take the place of those that lay there; of these the kept ones stay.
   */
  dataset: gives<DatasetAnswer, { readonly path: string } | null>()({
    input: accountId.extend({ isQuiet: z.boolean().optional() }),
    feed: dataset,
  }),
  /** A backup of an account's copy, in its folder for backups. */
  backup: gives<null, (BackupFile & { readonly path: string }) | null>()({
    input: accountId.extend({ reason: z.enum(BACKUP_REASONS) }),
    feed: z.discriminatedUnion('kind', [chunk, end.extend({ rows: z.int().min(0), isWhole: z.boolean() })]),
  }),
  /** The bytes of a backup, each piece in base64. */
  storedBackup: gives<string, null>()({ input: accountId.extend({ name: backupNameSchema }), feed: nothing }),
  /** Those of a file that was opened with Cuadra. */
  openedFile: gives<string, null>()({ input: z.object({ id: z.string().min(1).max(100) }), feed: nothing }),
  /** Those of the file that a program's question, which the page took, is about. */
  askedFile: gives<string, null>()({ input: z.object({ id: z.string().min(1).max(100) }), feed: nothing }),
  /** A file for the folder that a program's question, which the page took, names. */
  askedExport: gives<null, ExportEnd | null>()({
    input: fileName.extend({ id: z.string().min(1).max(100) }),
    feed: file,
  }),
  /** The same as `dataset`, below the folder that a program's question, which the page took, names. */
  askedDataset: gives<DatasetAnswer, { readonly path: string } | null>()({
    input: accountId.extend({ id: z.string().min(1).max(100) }),
    feed: dataset,
  }),
  /** What it takes to close a month of the demo company, file by file; of another account it fails with NO_DEMO. */
  demoFiles: gives<DemoFilesPiece, null>()({
    input: accountId.extend({ month: monthSchema }),
    feed: nothing,
  }),
};

type StreamOf<R> =
  R extends StreamRecord<infer Input, infer Feed, infer Piece, infer End>
    ? {
        readonly input: Frozen<Input>;
        readonly feed: Frozen<Feed>;
        readonly piece: Piece;
        readonly end: End;
      }
    : never;

export type AppStreams = { readonly [K in keyof typeof appStreams]: StreamOf<(typeof appStreams)[K]> };

/** The names of the calls that carry them, and how these are checked: what a stream is asked with and fed, by its record. */
const id = z.string().min(1).max(100);
export const streamInputs = {
  openStream: z.object({ id, name: z.string().max(100), input: z.unknown() }),
  pullStream: z.object({ id, feed: z.unknown().optional() }),
  cancelStream: z.object({ id }),
};
