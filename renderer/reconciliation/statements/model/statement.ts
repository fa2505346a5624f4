import type { AmountPart, DateField, TEXT_FIELDS, TextField } from '#renderer/data/model/statement-fields.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AnsweredRow } from './row-answers.ts';
import type { StatementKind } from './statement-kinds.ts';

/** The content of a settlement report or a bank extract: its lines in one shape, and the checks that prove them. */

export type StatementDate = {
  readonly day: LocalDate;
  /** HH:MM:SS.mmm as written; null where none is. */
  readonly time: string | null;
  /** Null where the file does not say the zone. */
  readonly instant: UtcInstant | null;
};

export type StatementLine = {
  /** In the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Absent in lines stored before it was read. */
  readonly reference?: string | null;
  /** What the file says of its taxes; absent where it says nothing, and in lines stored before it was read. */
  readonly taxDetail?: string;
} & { readonly [field in (typeof TEXT_FIELDS)[number]]: string | null } & {
  readonly [field in DateField]: StatementDate | null;
} & {
  readonly [part in AmountPart]: Decimal | null;
};

export type LeftAsideReason =
  | 'title'
  | 'header'
  | 'repeated-header'
  | 'total'
  | 'subtotal'
  /** Without a name or a day: what the lines above it come to. */
  | 'unnamed-total'
  | 'opening-balance'
  | 'closing-balance'
  /** A record of its kind moves no money: a block, a balance. */
  | 'informational'
  /** An article of the package whose money is in the line above. */
  | 'package-item'
  /** Words below the last line. */
  | 'footer'
  /** The user said that it is no movement. */
  | 'said'
  /** A row of a table that such files have beside their lines: balances of days, a summary. */
  | 'other-table';
export type LeftAside = { readonly line: number; readonly why: LeftAsideReason };

export type NotUnderstoodReason =
  | 'amount'
  | 'date'
  /** A day that no movement can be of: years after the reading, or before there were marketplaces. */
  | 'far-date'
  /** Digits of an id are lost: it was opened and saved in a spreadsheet. */
  | 'lost-digits'
  /** A long number that ends as those do that lost digits; with its line all the same. */
  | 'maybe-lost-digits'
  /** A row of a text with more cells than names, or with too few: they may stand under others than their own. */
  | 'moved-cells'
  /** It is two amounts by the two decimal signs, and nothing in the file says which. */
  | 'scale'
  /** Read, by the other decimal sign or order of day and month than the most of its column. */
  | 'mixed-convention'
  /** It is two days by the two orders of day and month, and nothing in the file says which. */
  | 'day-order'
  /** The number of a spreadsheet's day, which may be counted from 1900 or from 1904. */
  | 'serial-date'
  /** An amount of the row is in another currency than its line, its column or the file. */
  | 'currency'
  /** Neither a letter nor the balance says whether the money came or went. */
  | 'sign'
  | RowDoubt;
/** Doubts about a whole row that has an amount and is no line. */
export type RowDoubt =
  /** A row of another shape: no date or no amount where the lines have them. */
  | 'row'
  /** A kind of record that the layout does not know. */
  | 'record'
  /** It may be a total: without a day, or with no other word than that it is one. */
  | 'total'
  /** A balance that is not that of the lines beside it. */
  | 'balance';
export type NotUnderstood = {
  readonly line: number;
  /** As the header has it; "" where no column is meant. */
  readonly column: string;
  readonly text: string;
  readonly why: NotUnderstoodReason;
  /**
   * The key of the answer about the row, where it may be answered about, and whether it has an amount where lines have
   * theirs.
   */
  readonly row?: { readonly key: string; readonly mayBeLine: boolean };
  /** The field of its line, of a number of which digits may be lost. */
  readonly field?: TextField | 'reference';
};

export type CheckName =
  /** The net of each row is the sum of its parts. */
  | 'row-net'
  /** The amount with tax, without, and the tax of each row, rounded row by row. */
  | 'row-tax'
  | 'running-balance'
  /** A line of the first table of the file, or a row of it, that is about all lines. */
  | 'summary'
  | 'total-row'
  | 'statement-total';

export type FaultKind =
  /** The parts of the line do not add up to its net. */
  | 'row'
  /** A line is missing between the two, or the amount of the latter is another by this much. */
  | 'missing-or-altered'
  /** The balance of the line is off, and of no other. */
  | 'balance-altered'
  | 'repeated'
  /** All lines are there, in another order. */
  | 'moved'
  /** A total of the lines between two others. */
  | 'total';

export type CheckFault = {
  readonly kind: FaultKind;
  /** Lines of the file between which it lies (of one line: that line twice); null: the beginning or the end. */
  readonly after: number | null;
  readonly before: number | null;
  /** The stated amount less the sum of its lines: the amount of a line that is missing. */
  readonly gap: Decimal;
  /** Where the sign of an amount is not known: the gap by the other sign. */
  readonly orElse: Decimal | null;
  /** The header it is about; null: the net. */
  readonly column: string | null;
};

export const MAX_FAULTS = 1_000;

export type StatementCheck = {
  readonly name: CheckName;
  readonly holds: boolean;
  /** Rows, steps of the balance or totals that were held against their lines. */
  readonly checked: number;
  readonly failures: number;
  /** The sum of all gaps. */
  readonly gap: Decimal;
  /** At most MAX_FAULTS of them, in order of lines. */
  readonly where: readonly CheckFault[];
  /** Lines at the beginning of the file, and at its end, that no two running balances stand around. */
  readonly beyond: { readonly first: number; readonly last: number } | null;
};

export type StatementChecks = {
  /** Every check does, and no amount of the file is left out. */
  readonly holds: boolean;
  /** None: nothing in such a file can be held against anything. */
  readonly checks: readonly StatementCheck[];
  /** Lines that a check holds against something. */
  readonly covered: number;
  /** Rows with an amount that is in no sum, for it was not understood. */
  readonly doubts: number;
};

/** A column that a known layout did not have, has no more, or calls otherwise. */
export type LayoutChange = {
  readonly change: 'added' | 'gone' | 'renamed';
  /** The header in the file; of one gone, as the layout has it. */
  readonly column: string;
  readonly former: string | null;
  /**
   * Added or renamed: the sum of its amounts. Gone: what of the net no column tells any more. Null: it is no money, or that
   * is not known.
   */
  readonly money: Decimal | null;
  /** The arithmetic of the rows holds with it, and not without. */
  readonly isProved: boolean;
  /** The user must say that it is right. */
  readonly asks: boolean;
};

export type RecognitionReason =
  | { readonly reason: 'headers'; readonly found: number; readonly of: number; readonly line: number }
  | { readonly reason: 'mapping' }
  /** An open scale of a column, and what settled it: no decimals in its currency, or the only way in which sums come out. */
  | {
      readonly reason: 'decided';
      readonly column: string;
      readonly what: 'decimal-sign';
      readonly by: 'currency' | 'row-net' | 'running-balance';
    }
  | { readonly reason: 'arithmetic'; readonly check: CheckName; readonly holds: number; readonly of: number }
  /** Headers fit this kind, and its rows do not. */
  | { readonly reason: 'refuted'; readonly kind: StatementKind; readonly check: CheckName };

/** The source of a decision; `column`: another column of days in the file. */
export const DAY_ORDER_SOURCES = ['said', 'heading', 'layout', 'column', 'period', 'chronology'] as const;
export type DayOrderBy = (typeof DAY_ORDER_SOURCES)[number];

/** A column of days that its own days leave open, or that they say otherwise than its layout. */
export type DayOrderOfColumn = {
  readonly column: string;
  /** Null: it is to be asked. */
  readonly order: DayOrder | null;
  readonly by: DayOrderBy | null;
};

/** The net of the lines of one settlement, or invoice, as the seller sees it. */
export type StatementGroup = { readonly settlement: string; readonly lines: number; readonly net: Decimal };

export type StatementReading = {
  readonly kind: StatementKind;
  /** Which layout of the kind: a bank's name, a language. Null where none. */
  readonly layout: string | null;
  readonly reasons: readonly RecognitionReason[];
  /** Fingerprint of the header; the same for any order of its columns. */
  readonly fingerprint: string;
  readonly headers: readonly string[];
  readonly lines: readonly StatementLine[];
  readonly leftAside: readonly LeftAside[];
  readonly notUnderstood: readonly NotUnderstood[];
  /** Rows that were not understood, and of which the user said what they are. */
  readonly said: readonly AnsweredRow[];
  readonly proof: StatementChecks;
  readonly changes: readonly LayoutChange[];
  readonly dayOrders: readonly DayOrderOfColumn[];
  readonly settlements: readonly StatementGroup[];
};
