import type { LyingFile } from '#shared/contract/app-streams.ts';

/** All rows for other engines, a file a month. */

/** The beginning of an export for engines: what lies in its folder, and what the rows do not tell. */
export type DatasetStart = {
  readonly manifest: string | null;
  readonly files: readonly LyingFile[];
  readonly account: string;
  /** This app's version. */
  readonly app: string;
  /** Also as lines that PostgreSQL loads without a program that reads Parquet: two to three times the size. */
  readonly forPostgresql: boolean;
};

/** More of a month's file. Months whose rows did not change since the export before are passed over. */
export type DatasetChunk = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows of the account that are done, those of files that stay among them. */
  readonly rowsDone: number;
};

/** The rows that an export is of: those of one moment, whatever comes while it is written. */
export type DatasetRows = {
  readonly rows: number;
  readonly orders: number;
  readonly revision: number;
  /** The last reading that they hold, by the server's clock; null before the first. */
  readonly readUntil: string | null;
};

export type DatasetPiece =
  /** Every cell was looked at. */
  | ({ readonly kind: 'begun' } & DatasetRows)
  | ({ readonly kind: 'chunk' } & DatasetChunk)
  /** All months are: what was written of them is to be fed. */
  | { readonly kind: 'complete' };

export type DatasetEnd = {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Files of the export before that stay. */
  readonly kept: readonly string[];
};
