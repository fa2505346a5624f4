import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';

/**
 * Tables of an export for engines beside the rows: what was decided, closed, stated and paid. A table is one record: its name,
 * its columns with what each holds, and the function that makes its rows of what the worker has.
 */

export type TableCell = string | number | null;

type CellOf = {
  /** Never null; the keys of a row together are its own within an account. */
  readonly key: string;
  /** The same as a whole number. */
  readonly place: number;
  readonly text: string | null;
  /** Exact. */
  readonly amount: Decimal | null;
  /** A whole number. */
  readonly count: number | null;
  readonly day: LocalDate | null;
  /** Milliseconds since 1970, UTC. */
  readonly moment: number | null;
};
export type TableColumnKind = keyof CellOf;

/** What stands in a column: its kind, and in words for those who ask the table. */
export type TableColumn<Kind extends TableColumnKind = TableColumnKind> = readonly [
  kind: Kind,
  about: string,
];
export type TableColumns = { readonly [name: string]: TableColumn };

export type TableRow<Columns extends TableColumns> = {
  readonly [Name in keyof Columns]: CellOf[Columns[Name][0]];
};

/** The shape of a table, whatever makes its rows. */
export type TableShape = {
  /** In engines. */
  readonly name: string;
  /** What one of its rows is. */
  readonly about: string;
  readonly columns: TableColumns;
};

/** Rows in their order, made as they are asked for: an array is that, and what is long need not be one. */
export type RowsOfTable<Row> = Pick<readonly Row[], 'length' | 'slice'>;

export type TableSource = {
  /** What of a table cannot be read any more: it is left out, and said (`cuadra_tablas`). */
  readonly leaveOut: (table: string, what: string) => void;
};

export type DatasetTable<Source, Columns extends TableColumns = TableColumns> = TableShape & {
  readonly columns: Columns;
} & (
    | {
        /** By part; each is written again only where it changed. */
        readonly partBy: keyof Columns & string;
        readonly parts: (source: Source & TableSource) => Promise<ReadonlyMap<string, PartOf<Columns>>>;
      }
    | {
        readonly partBy: null;
        readonly rows: (source: Source & TableSource) => Promise<RowsOf<Columns>>;
      }
  );
type PartOf<Columns extends TableColumns> = { readonly stamp: string; readonly rows: RowsOf<Columns> };
type RowsOf<Columns extends TableColumns> = RowsOfTable<TableRow<Columns>>;

/** A table whose rows are checked by the compiler against its columns. */
export const datasetTable = <Source, const Columns extends TableColumns>(
  table: DatasetTable<Source, Columns>,
): DatasetTable<Source> => table as unknown as DatasetTable<Source>;

/** What the tables are asked with: what the page's settings say. */
export type CurrencyView = {
  /** ISO 4217; null: it has no name. */
  readonly currency: string | null;
  readonly scope: AccountsScope | null;
};

/** The currency of an account; "": none is named. */
export type CurrencyOf = (account: SellerAccount) => string;

export const currencyBy =
  (views: readonly CurrencyView[]): CurrencyOf =>
  (account) =>
    views.find(({ scope }) => inScope(scope, account))?.currency ?? '';

/** A table with the rows of a moment. */
export type FilledTable = TableShape & {
  /** The column that names the part of a row, a month or "": it is one of the keys; null: there is one part. */
  readonly partBy: string | null;
  /** At least one. */
  readonly parts: readonly FilledPart[];
};
export type FilledPart = {
  readonly part: string;
  /** The same stamp by the same app: the same rows, which need not be looked at. Null: nobody knows. */
  readonly stamp: string | null;
  readonly rows: RowsOfTable<{ readonly [name: string]: TableCell }>;
};

const isKey = (kind: TableColumnKind): boolean => kind === 'key' || kind === 'place';

export const keysOf = ({ columns }: Pick<TableShape, 'columns'>): readonly string[] =>
  Object.entries(columns).flatMap(([name, [kind]]) => (isKey(kind) ? [name] : []));

/** As they are called where tables are documented. */
const TYPE_WORDS: { readonly [Kind in TableColumnKind]: string } = {
  key: 'texto',
  text: 'texto',
  place: 'entero',
  count: 'entero',
  amount: 'importe',
  day: 'dia',
  moment: 'momento',
};

export const columnsOfTable = ({ columns }: Pick<TableShape, 'columns'>) =>
  Object.entries(columns).map(([name, [kind, about]]) => ({
    ...{ name, about, type: TYPE_WORDS[kind], isKey: isKey(kind) },
  }));
