/** A file that holds tables: what it is, and its sheets. */

/** What of a file is not read, or may not be what it seems. */
export type IntakeNote = 'macros' | 'external-links' | 'hidden-sheets' | 'damaged-characters';

/** What a table file was understood as. */
export type TableFileFacts = {
  readonly format: 'text' | 'xlsx' | 'xls' | 'html' | 'xml';
  /** Of texts. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly notes: readonly IntakeNote[];
};

/** A sheet that a statement was looked for on, and how many lines of one it has. */
export type SheetOfFile = { readonly name: string; readonly isHidden: boolean; readonly lines: number };
