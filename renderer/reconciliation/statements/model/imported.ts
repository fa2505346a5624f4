import type { FileRow } from '#renderer/data/model/file-cells.ts';
import type { SheetOfFile, TableFileFacts } from '#renderer/data/model/table-file.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import type { CheckState } from './check-state.ts';
import type { GuessedMapping } from './guess-mapping.ts';
import type { AnsweredRow } from './row-answers.ts';
import type { LeftAsideReason, NotUnderstood, StatementReading } from './statement.ts';
import type { StatementKind } from './statement-kinds.ts';

/** Statements of marketplaces and banks. */

/** Days from the first to the last, both within. */
export type Days = { readonly from: LocalDate; readonly to: LocalDate };

/** How a file was understood, before anything of it is stored. Lists are cut at MAX_LISTED; their numbers are whole. */
export type StatementPreview = {
  /** The id for `confirmStatement`. Kept until the next file is read. */
  readonly readingId: string;
  readonly facts: TableFileFacts;
  readonly sheet: string;
  readonly sheets: readonly SheetOfFile[];
  /** The beginning of the sheet, for a mapping made by hand. */
  readonly head: readonly FileRow[];
  /** The lines of it that money moves in. */
  readonly rows: number;
  readonly days: Days | null;
  /** The sum of the lines, by currency ("": none is told). */
  readonly nets: readonly { readonly currency: string; readonly net: Decimal }[];
  readonly settlements: number;
  readonly leftAside: readonly {
    readonly why: LeftAsideReason;
    readonly count: number;
    /** The first of them. */
    readonly lines: readonly number[];
  }[];
  readonly notUnderstood: { readonly count: number; readonly listed: readonly NotUnderstood[] };
  /** Shapes of the orders' numbers, where one of the lines is asked about (`shapeOfNumber`); else none. */
  readonly numberShapes: readonly string[];
  /** Rows that were not understood, and are by the user's word what they are. */
  readonly said: { readonly count: number; readonly listed: readonly AnsweredRow[] };
  /** Lines that no earlier import has, and those in common with each of them that has any. */
  readonly overlap: {
    readonly fresh: number;
    /** `isSame`: line by line what is read now, which takes its place. */
    readonly shared: readonly {
      readonly id: string;
      readonly name: string;
      readonly lines: number;
      readonly isSame: boolean;
    }[];
  };
  /** Channels and accounts whose orders the lines name. */
  readonly accounts: readonly StatementAccount[];
  /** The account, as the user said of the last one of its kind; null: that of the orders it names. */
  readonly account: SellerAccount | null;
  /** Of an extract of a bank that earlier ones are of; else absent. */
  readonly bank?: BankOfPreview | undefined;
  /** The guessed mapping of an unknown file of which nothing was said. */
  readonly guess: GuessedMapping | null;
} & Pick<
  StatementReading,
  'kind' | 'layout' | 'reasons' | 'fingerprint' | 'headers' | 'proof' | 'changes' | 'dayOrders'
>;

/** Which of its bank's accounts an extract is of, counted from 1; null: it is to be asked. */
export type BankOfPreview = {
  readonly account: number | null;
  /** Those that are known, each by the file that came last. */
  readonly known: readonly { readonly account: number; readonly name: string }[];
};

export const MAX_LISTED = 200;

/** `orders`: how many of them a statement names. */
type StatementAccount = { readonly canal: string; readonly cuenta: string; readonly orders: number };

/** A statement that was imported. */
export type ImportedStatement = {
  readonly id: string;
  /** The name of the file. */
  readonly name: string;
  /** Digest of what its lines say: the same for the same statement, whatever its file is called. */
  readonly digest: string;
  readonly kind: StatementKind;
  readonly layout: string | null;
  /** All lines of the file, and those of them that no earlier import had. */
  readonly lines: number;
  readonly fresh: number;
  readonly days: Days | null;
  readonly nets: StatementPreview['nets'];
  readonly accounts: readonly StatementAccount[];
  /** The account, as the user says; none: that of the orders it names. */
  readonly account?: SellerAccount | null | undefined;
  /** Of an extract which of its bank's accounts, from 2; absent: the first. */
  readonly bankAccount?: number | undefined;
  readonly proof: StoredChecks;
  /** Rows that were not understood: so many are in it, and left out, by the user's word. Absent before they were asked about. */
  readonly said?: { readonly movements: number; readonly leftOut: number } | undefined;
  /** By this machine's clock. */
  readonly importedAtMs: number;
  readonly owner: string;
};

export type StoredChecks = {
  readonly state: CheckState;
  /** The gap of the checks that fail. */
  readonly gap: Decimal;
  /** Lines that are covered by it, and rows whose amount was left out; absent in what was stored before they were counted. */
  readonly covered?: number | undefined;
  readonly doubts?: number | undefined;
};

/** RpcError code of `confirmStatement` where another file was read meanwhile. */
export const UNKNOWN_READING = 'unknown-reading';
/** RpcError code of `confirmStatement` where amounts were not understood and it is not told to leave so many rows out. */
export const OPEN_DOUBTS = 'open-doubts';

/** A statement that was read is stored under these. Rows whose amount was not understood are left out only where so many are named. */
export type ConfirmedStatement = {
  readonly readingId: string;
  readonly name: string;
  readonly owner: string;
  readonly account?: SellerAccount | null;
  /** Of an extract which of its bank's accounts; absent: as it was told, else the first. */
  readonly bankAccount?: number | undefined;
  readonly leavesOut?: number | undefined;
};
