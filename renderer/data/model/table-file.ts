import type { FileRow } from './file-cells.ts';

/** A file that holds tables: what it is, and its sheets. */

/** A part of a file that is not read, or may not be what it seems. */
export type IntakeNote = 'macros' | 'external-links' | 'hidden-sheets' | 'damaged-characters';

/** How a table file was understood. */
export type TableFileFacts = {
  readonly format: 'text' | 'xlsx' | 'xls' | 'html' | 'xml';
  /** The encoding of a text file. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly notes: readonly IntakeNote[];
};

/** A sheet that a statement was looked for on, and how many lines of one it has. */
export type SheetOfFile = { readonly name: string; readonly isHidden: boolean; readonly lines: number };

/** A sheet's beginning, and its size. */
export type SheetLook = {
  /** "" of a file that has no sheets. */
  readonly name: string;
  readonly isHidden: boolean;
  readonly lines: number;
  readonly columns: number;
  readonly head: readonly FileRow[];
};

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
  | 'too-many-costs'
  /** It took too long to be read, or more room than there is: its reading was ended. */
  | 'too-much';

/** `line` and `column` from 1, and the sheet, where they are known. */
export type IntakeRefusal = {
  readonly reason: IntakeReason;
  readonly sheet: string | null;
  readonly line: number | null;
  readonly column: number | null;
};

/** How far a file is read: 0 to 1. */
export type IntakeProgress = { readonly kind: 'running'; readonly share: number; readonly lines: number };
