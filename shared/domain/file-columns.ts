import { fold } from '#shared/base/fold.ts';
import { type FileRow, fileCellText } from './file-cells.ts';

/** Which column of a file is what, by the words of its header; which row is its header. */

/** By field, how headers name it: whole headers, folded; the better names first. */
export type FieldNames<F extends string> = { readonly [field in F]: readonly string[] };

/** By field, the place of its column from 0; null: the file has none. */
export type ColumnMapping<F extends string> = { readonly [field in F]: number | null };

export type FoundHeader<F extends string> = { readonly line: number; readonly columns: ColumnMapping<F> };

/** As headers are compared: «N° de OC:» and «no de oc» are one. */
export function headerKey(text: string): string {
  return fold(text)
    .replace(/n[º°]/g, 'no')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim();
}

function columnsOf<F extends string>(row: FileRow, names: FieldNames<F>): ColumnMapping<F> {
  const keys = row.cells.map((cell) => headerKey(fileCellText(cell)));
  const taken = new Set<number>();
  const found = {} as { [field in F]: number | null };
  for (const field of Object.keys(names) as F[]) {
    found[field] = null;
    for (const name of names[field]) {
      const at = keys.findIndex((key, place) => key === name && !taken.has(place));
      if (at < 0) continue;
      taken.add(at);
      found[field] = at;
      break;
    }
  }
  return found;
}

/** The first row that names all fields that are needed; undefined where none does. */
export function findHeader<F extends string>(
  rows: readonly FileRow[],
  names: FieldNames<F>,
  needed: readonly NoInfer<F>[],
): FoundHeader<F> | undefined {
  for (const row of rows) {
    const columns = columnsOf(row, names);
    if (needed.every((field) => columns[field] !== null)) return { line: row.line, columns };
  }
  return undefined;
}
