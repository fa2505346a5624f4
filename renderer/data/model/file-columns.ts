import { type FileRow, fileCellText } from './file-cells.ts';
import { plainHeadingKey } from './headings.ts';

/** Which column of a file is what, by the words of its header; which row is its header. */

/**
 * By field, how headers name it: whole headers, as keys; the better names first, equally good ones together. Of two fields
 * that one column fits, the one named first has it.
 */
export type FieldNames<F extends string> = { readonly [field in F]: readonly (string | readonly string[])[] };

/** By field, the place of its column from 0; null: the file has none. */
export type ColumnMapping<F extends string> = { readonly [field in F]: number | null };

export type GuessedColumns<F extends string> = {
  readonly columns: ColumnMapping<F>;
  /** Fields that several columns fit equally, and which: none of them is guessed, of any field. */
  readonly tied: readonly { readonly field: F; readonly places: readonly number[] }[];
};

export type FoundHeader<F extends string> = { readonly line: number; readonly columns: ColumnMapping<F> };

/**
 * Guesses the columns by their headings: never two fields on one, nor one of two that fit equally.
 * @param keys the headings in the order of the columns, written as the names are
 * @param fits whether what stands in a column is of the field
 */
export function guessColumns<F extends string>(
  keys: readonly string[],
  names: FieldNames<F>,
  fits: (field: F, place: number) => boolean = () => true,
): GuessedColumns<F> {
  const taken = new Set<number>();
  const columns = {} as { [field in F]: number | null };
  const tied: { readonly field: F; readonly places: readonly number[] }[] = [];
  for (const field of Object.keys(names) as F[]) {
    columns[field] = null;
    for (const equal of names[field]) {
      const isNamed = (key: string): boolean =>
        typeof equal === 'string' ? key === equal : equal.includes(key);
      const places = keys.flatMap((key, place) =>
        isNamed(key) && !taken.has(place) && fits(field, place) ? [place] : [],
      );
      const [only] = places;
      if (only === undefined) continue;
      for (const place of places) taken.add(place);
      if (places.length === 1) columns[field] = only;
      else tied.push({ field, places });
      break;
    }
  }
  return { columns, tied };
}

/** The first row that names all fields that are needed, be it twice; undefined where none does. Names are as `plainHeadingKey` writes them. */
export function findHeader<F extends string>(
  rows: readonly FileRow[],
  names: FieldNames<F>,
  needed: readonly NoInfer<F>[],
): FoundHeader<F> | undefined {
  for (const row of rows) {
    const keys = row.cells.map((cell) => plainHeadingKey(fileCellText(cell)));
    const { columns, tied } = guessColumns(keys, names);
    const isNamed = (field: F): boolean =>
      columns[field] !== null || tied.some((each) => each.field === field);
    if (needed.every(isNamed)) return { line: row.line, columns };
  }
  return undefined;
}
