import type { FileRow } from '#shared/domain/file-cells.ts';
import type { ColumnMapping } from '#shared/domain/file-columns.ts';
import type { CostField, CostImport, SaidConventions } from '#shared/domain/own-costs-import.ts';
import type { StatementMapping } from '#shared/domain/statements/mapping.ts';
import type { RowAnswer, WholeRowAnswer } from '#shared/domain/statements/row-answers.ts';
import type { StatementPreview } from './statements.ts';
import type { TableFileFacts } from './table-file.ts';

/** Files of tables from elsewhere: what one is understood as. */

/** Why a table file is not read. */
export type IntakeReason =
  | 'empty'
  /** A picture, a PDF, a program: nothing that holds a table. */
  | 'not-table'
  /** A compressed file that holds no workbook. */
  | 'archive'
  /** A workbook of another program, or of a kind that is not read: it can be saved as .xlsx. */
  | 'other-workbook'
  /** A workbook as it was saved before 1995. */
  | 'old-workbook'
  | 'encrypted'
  | 'too-large'
  | 'too-many-columns'
  /** Damaged, or written in a way that no spreadsheet writes. */
  | 'unreadable'
  /** Names that stand for other texts, as attacks declare them. */
  | 'entities'
  /** Quotes that are never closed, from here on. */
  | 'open-quote'
  | 'long-cell'
  /** Most rows have more cells than the heading has names: nobody could tell which belong under which. */
  | 'moved-cells'
  /** A formula whose result is not in the file. */
  | 'no-value'
  /** It was changed or taken away while it was read. */
  | 'gone'
  | 'too-many-lines'
  /** It took too long to be read, or more room than there is: its reading was ended. */
  | 'too-much';

/** `line` and `column` from 1, and the sheet, where they are known. */
export type IntakeRefusal = {
  readonly reason: IntakeReason;
  readonly sheet: string | null;
  readonly line: number | null;
  readonly column: number | null;
};

/** What is wanted of a table file: what it looks like, own costs out of one of its sheets, or a statement. */
export type IntakeAsk =
  | { readonly kind: 'look' }
  | {
      readonly kind: 'own-costs';
      readonly sheet: string;
      /** 0: there is none, every line is data. */
      readonly headerLine: number;
      readonly columns: ColumnMapping<CostField>;
      readonly said: SaidConventions;
      /** The account's own; null: it has no name. */
      readonly currency: string | null;
    }
  | {
      readonly kind: 'statement';
      /** Null: the sheet that has the most lines of a statement. */
      readonly sheet: string | null;
      /** What the user says of a header that is not known, before it is kept: it counts before what was kept. */
      readonly mapping: { readonly fingerprint: string; readonly mapping: StatementMapping } | null;
      readonly rows?: SaidOfRows | undefined;
    };

/** What the user says of rows that were not understood, before it is kept: it counts before what was kept. */
export type SaidOfRows = {
  /** Null: what was said is to be asked again. */
  readonly said: readonly { readonly key: string; readonly answer: RowAnswer | null }[];
  readonly others: WholeRowAnswer | null;
};

/** A sheet's beginning, and its size. */
export type SheetLook = {
  /** "" of a file that has no sheets. */
  readonly name: string;
  readonly isHidden: boolean;
  readonly lines: number;
  readonly columns: number;
  readonly head: readonly FileRow[];
};

export type IntakeAnswer =
  | { readonly kind: 'look'; readonly facts: TableFileFacts; readonly sheets: readonly SheetLook[] }
  | { readonly kind: 'own-costs'; readonly read: CostImport }
  | { readonly kind: 'statement'; readonly statement: StatementPreview };

/** A step of reading a file: how far it has come (0 to 1), or its end. */
export type IntakeStep =
  | { readonly kind: 'running'; readonly share: number; readonly lines: number }
  | { readonly kind: 'refused'; readonly refusal: IntakeRefusal }
  | { readonly kind: 'done'; readonly answer: IntakeAnswer };

export type IntakeProgress = Extract<IntakeStep, { readonly kind: 'running' }>;
export type IntakeEnd = Exclude<IntakeStep, IntakeProgress>;
