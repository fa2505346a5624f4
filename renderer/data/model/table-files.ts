import type { Selection } from '#shared/domain/selection.ts';
import type { ChangesQuery } from './changes.ts';
import type { GroupLayout } from './group-table.ts';
import type { GroupsQuery } from './groups.ts';
import type { ClaimNames, RateDeviationsQuery } from './rate-deviations.ts';
import type { FailingRowsQuery } from './row-rules.ts';
import type { RowsQuery } from './rows.ts';
import type { WholeTable } from './sheet-table.ts';
import type { CsvFormat } from './spreadsheet.ts';
import type { Totals } from './totals.ts';

/** Files of tables: CSV and workbooks. */

/** Content of a file: the very query that a table shows, or a table that is laid out already. */
export type FileContent =
  | { readonly kind: 'rows'; readonly name: string; readonly query: RowsQuery }
  | { readonly kind: 'changes'; readonly name: string; readonly query: ChangesQuery }
  /** The rows that a rule fails in; `names` are those of columns that are none of the API's. */
  | {
      readonly kind: 'failing-rows';
      readonly names: { readonly table: string; readonly expected: string; readonly difference: string };
      readonly query: FailingRowsQuery;
    }
  /** The rows that do not follow a rule of charges. */
  | {
      readonly kind: 'rate-deviations';
      readonly names: ClaimNames;
      readonly query: RateDeviationsQuery;
    }
  /** `of`: the figures that it was made of, so that they can be asked for again when the file is checked. */
  | { readonly kind: 'table'; readonly table: WholeTable; readonly of?: FiguresOf }
  /** Several tables of one revision, a sheet each: fails with OUTDATED where the rows are of another by now. */
  | {
      readonly kind: 'book';
      readonly revision: number;
      readonly of?: FiguresOf;
      readonly tables: readonly BookTable[];
    };

/** A selection, and what it came to at a revision. */
type FiguresOf = {
  readonly selection: Selection;
  readonly totals: Pick<Totals, 'revision' | 'rows' | 'sums'>;
};

/** A table that is laid out already, or groups that are read where the rows are: there may be any number of them. */
export type BookTable =
  | { readonly kind: 'table'; readonly table: WholeTable }
  | { readonly kind: 'groups'; readonly query: GroupsQuery; readonly layout: GroupLayout };

/** RpcError code of a file whose tables would be of several revisions: what was read for it is to be read again. */
export const OUTDATED = 'outdated';

/** How amounts look: decimal places where the table's sums are whole, and where some is not; and negatives. */
export type WorkbookLook = {
  readonly places: { readonly ofWhole: number; readonly ofBroken: number };
  readonly negatives: 'minus' | 'parentheses';
};

export type FileFormat =
  | { readonly kind: 'csv'; readonly csv: CsvFormat }
  | {
      readonly kind: 'xlsx';
      /** Over the headings of each sheet, after the table's name. */
      readonly title: string;
      readonly look: WorkbookLook;
      /** For the sheet with the evidence: whose figures these are, of which days, under which filters, as of when. */
      readonly facts: readonly { readonly name: string; readonly value: string }[];
    };

export type FileChunk = { readonly bytes: Uint8Array; readonly linesDone: number };

/** A file that is pulled: how many lines it has, and of which revision (null: the page laid it out), then its bytes. */
export type FilePiece =
  | { readonly kind: 'begun'; readonly lines: number; readonly revision: number | null }
  | ({ readonly kind: 'chunk' } & FileChunk);

export type FileOrder = {
  readonly content: FileContent;
  readonly format: FileFormat;
  /** Whether it is of the newest rows, also while others are shown. */
  readonly isLatest?: boolean;
};
