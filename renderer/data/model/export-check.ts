import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { ColumnDifference, OrderDifference } from './changes.ts';

/** A workbook of ours held against its evidence and today's rows. */

/** Why a file is not checked. */
export type CheckRefusal =
  /** No archive, or one that holds no workbook. */
  | 'not-workbook'
  /** Its parts are larger than any that could be of use, or made to fill memory. */
  | 'too-large'
  /** It took too long to be read, or more room than there is: its reading was ended. */
  | 'too-much'
  | 'encrypted'
  /** Damaged, or written in a way that no spreadsheet writes. */
  | 'unreadable'
  /** A workbook without the evidence of this program. */
  | 'no-evidence'
  | 'damaged-evidence'
  /** Its evidence is of a newer version of this program. */
  | 'newer';

/** Two texts that ought to be the same: what the evidence tells, and what is found. */
export type RecordedAndFound = {
  readonly name: string;
  readonly recorded: string | null;
  readonly found: string | null;
};

/** Kinds of alterations, by what they mean for whoever reads the workbook. */
export const ALTERATION_KINDS = [
  /** Rows that are others, and the sums and hashes that tell it. */
  'rows',
  /** A formula is not the one that was written. */
  'formula',
  /** The value that a cell shows is not what its formula gives. */
  'value',
  /** Title and headings. */
  'heading',
  'hidden',
  /** Cells, sheets, names, drawings that were not there, or are not any more. */
  'structure',
  /** Cells that look like something else than they hold. */
  'format',
  /** A readable line of the evidence. */
  'evidence',
] as const;
export type AlterationKind = (typeof ALTERATION_KINDS)[number];

/** An alteration of something that has no text to compare. */
export type AlterationWhat =
  | 'row-other'
  | 'rows-lost'
  | 'row-hidden'
  | 'columns-hidden'
  | 'rows-hidden-by-default'
  | 'sheet-hidden'
  | 'sheet-added'
  | 'cell-added'
  | 'name-added'
  | 'cells-merged'
  | 'choices'
  | 'sheets-reordered'
  | 'conditional-format'
  | 'drawings'
  | 'part-added'
  | 'date-system'
  | 'number-hidden'
  | 'number-scaled'
  | 'number-unsigned'
  | 'number-disguised'
  | 'text-invisible';

/** `table`: on which of several; null: of the workbook, or of its only one. */
export type Alteration = RecordedAndFound & {
  readonly table: string | null;
  readonly kind: AlterationKind;
  /** As formulas name it, with its sheet; null: of no cell. */
  readonly cell: string | null;
  /** Null: what was told and what is found say it all. */
  readonly what: AlterationWhat | null;
  /** The number of alterations of which this is the first. */
  readonly count: number;
};

/** A part of a workbook that was not compared. */
export type Unchecked =
  /** Formulas, computed values and single rows: the evidence is of before it told of them. */
  | 'older-evidence'
  /** Digits after the fifteenth of figures that another program rounded. */
  | 'last-digits'
  /** Values that take too many cells to be computed anew. */
  | 'long-formulas'
  /** The data of the charts. */
  | 'charts';

/** A workbook held against its own evidence. */
export type FileState = {
  /** Rows of all its tables. */
  readonly rows: number;
  readonly tables: readonly { readonly name: string; readonly isAltered: boolean }[];
  /** Alterations of the file, the first ones of each kind and table; none: the file is as it was written. */
  readonly altered: readonly Alteration[];
  /** All of them. */
  readonly counts: { readonly [kind in AlterationKind]?: number };
  /** The program that saved it since it was exported, "" where it does not name itself; null: none did. */
  readonly savedBy: string | null;
  readonly unchecked: readonly Unchecked[];
  /** Figures with more digits than a spreadsheet's numbers carry: their last digits are in no hash. */
  readonly longFigures: number;
};

/** An order that is not what it was in the file, or that changed since. */
export type CheckedOrder = {
  readonly Canal: string;
  readonly Cuenta: string;
  /** "" of rows without an order number. */
  readonly Orden: string;
  readonly kind: OrderDifference['kind'];
  /** Whether it is in the selection by now; null: not told. */
  readonly isSelected: boolean | null;
  readonly columns: readonly ColumnDifference[];
};

export type CheckedOrders = {
  /** `rows`: by the rows of the file. `log`: by the change log since the file's revision. `unknown`: by neither. */
  readonly by: 'rows' | 'log' | 'unknown';
  readonly counts: Readonly<Record<OrderDifference['kind'], number>>;
  /** The first ones of them. */
  readonly lines: readonly CheckedOrder[];
};

export type CheckedMeasure = {
  readonly column: string;
  readonly kind: 'money' | 'count' | 'number';
  readonly before: Decimal | null;
  readonly now: Decimal | null;
  readonly difference: Decimal;
};

/** The same question, answered by today's rows. */
export type CheckedToday = {
  readonly isSame: boolean;
  readonly rows: { readonly before: number; readonly now: number };
  /** Null where the table was laid out by a screen: its rows are not made again. */
  readonly hash: { readonly before: string; readonly now: string } | null;
  readonly measures: readonly CheckedMeasure[];
  readonly orders: CheckedOrders;
  readonly readUntil: UtcInstant | null;
};

export type ExportCheck = {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly file: FileState;
  /** Null: what was asked concerns no selection, or is not known. */
  readonly selection: Selection | null;
  /** The last reading that the file's rows held. */
  readonly readUntil: UtcInstant | null;
  readonly isOtherAccount: boolean;
  /** Null: it is another account's, or cannot be asked for again. */
  readonly today: CheckedToday | null;
};

/** A step of a check: how far it has come, or its end. */
export type CheckStep =
  | {
      readonly kind: 'running';
      readonly phase: 'file' | 'today' | 'orders';
      readonly done: number;
      readonly rows: number;
    }
  | { readonly kind: 'refused'; readonly reason: CheckRefusal }
  | { readonly kind: 'done'; readonly check: ExportCheck };

export type CheckProgress = Extract<CheckStep, { readonly kind: 'running' }>;
export type CheckEnd = Exclude<CheckStep, CheckProgress>;
