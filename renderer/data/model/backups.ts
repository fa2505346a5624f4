import type { BackupAccount, BackupReason } from '#shared/contract/backups.ts';

/** Backups of a copy, and what restoring one brings. */

/** The page's settings of an account: texts by name. */
export type StoredSettings = { readonly [name: string]: string };

/** The part of a backup that describes its account, besides the copy's content. */
export type BackupOrder = {
  readonly account: BackupAccount;
  readonly settings: StoredSettings;
  /** This app's version. */
  readonly app: string;
  readonly reason: BackupReason;
};

export type BackupChunk = { readonly bytes: Uint8Array<ArrayBuffer>; readonly rowsDone: number };

/** Rows of a month of purchases, null where none is readable, and the exact sum of their Ventas. */
export type MonthFacts = { readonly month: string | null; readonly rows: number; readonly ventas: string };

/** Tables beside the rows, whose records a backup counts. */
export const BACKED_UP_TABLES = [
  'annotations',
  'closedOrders',
  'statements',
  'statementLines',
  'changes',
  'runs',
  'runWindows',
] as const;
export type BackedUpTable = (typeof BACKED_UP_TABLES)[number];

/** Content of a backup, and the parts of it that could not be read. */
export type RestoreSummary = {
  readonly account: BackupAccount;
  readonly settings: StoredSettings;
  readonly app: string;
  readonly madeAtMs: number;
  readonly readUntil: string | null;
  readonly rows: number;
  /** Every byte is as it was written. */
  readonly isWhole: boolean;
  readonly lost: {
    readonly rows: number;
    /** Null where it is not known: it could not be read when the backup was made. */
    readonly months: readonly MonthFacts[] | null;
    readonly ventas: string;
    /** Records by table, of those that lost any; null: the backup does not say how many there were. */
    readonly records: { readonly [table in BackedUpTable]?: number | null };
  };
};

export type RestoreEnd =
  | { readonly kind: 'ready'; readonly summary: RestoreSummary }
  /** `not-a-backup`: nothing in it is one of ours, or neither its beginning nor its end can be read. */
  | { readonly kind: 'refused'; readonly reason: 'not-a-backup' }
  | { readonly kind: 'refused'; readonly reason: 'newer'; readonly app: string };

/** A backup that is pulled: what it will hold, then its bytes. */
export type BackupPiece =
  | { readonly kind: 'begun'; readonly rows: number; readonly isWhole: boolean }
  | ({ readonly kind: 'chunk' } & BackupChunk);

/** A restore's next request: more of the backup's bytes; or, where it was read, whose copy it shall become. */
export type RestorePiece = { readonly kind: 'more' } | { readonly kind: 'read'; readonly end: RestoreEnd };

/** A restore's input. */
export type RestoreFeed =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'all' }
  /** Makes what was read the account's copy, all at once; whoever has the former open closes it. */
  | { readonly kind: 'commit'; readonly accountId: string };
