import { type FileColumn, LONG_DIGITS, SHORT_DIGITS } from './plan.ts';

/** A table of an engine and the files that it is loaded from, whichever engine it is. */

/** Holds whose rows they are: several companies share a table. */
export const OWNER = 'cuadra_cuenta';

/** Holds what each part of a table was loaded from, by account. */
export const LOADS = 'cuadra_cargas';

export type LoadedPart = {
  /** The month of its rows; "": they have none, or the table has no parts. */
  readonly part: string;
  readonly path: string;
  /** The same rows for PostgreSQL's COPY; null: there are none. */
  readonly copy: string | null;
  readonly rows: number;
  /** Digest of its rows. */
  readonly content: string;
};

export type LoadedTable = {
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly parts: readonly LoadedPart[];
  /** Names of the columns by which its rows are told apart within an account; none: they are a multiset. */
  readonly keys: readonly string[];
  /** The column that holds the part, one of the files' or beside them; null: the table is one part. */
  readonly parted: { readonly by: string; readonly isInFiles: boolean } | null;
};

/** The column that holds the part where the files do not have it; null: there is none. */
export const columnBeside = ({ parted }: LoadedTable): string | null =>
  parted === null || parted.isInFiles ? null : parted.by;

/** A text as SQL has it where backslashes mean nothing. */
export const standardText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const standardName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The same where they escape. */
export const escapedText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const SCALE = 'greatest(n.escala, c.numeric_scale)';
const WHOLE = 'greatest(n.digitos - n.escala, c.numeric_precision - c.numeric_scale)';

/** Digits and places of a column (`c`, as the engine tells it) that holds what is loaded (`n`) too, as expressions of its SQL. */
export const WIDENED = {
  scale: SCALE,
  digits: `if(greatest(n.digitos, c.numeric_precision, ${WHOLE} + ${SCALE}) > ${SHORT_DIGITS}, ${LONG_DIGITS}, ${SHORT_DIGITS})`,
};
