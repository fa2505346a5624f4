/** Rows as the API sent them: text untouched, column order fixed once for the table. */

/** A value on the wire. `null`: the key was missing or JSON null. "" is a value of its own. */
export type Cell = string | null;

export type RowTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

/** Reads single cells of a table by key; null where the table has no such column. */
export function cellReader(table: RowTable, column: string): (row: readonly Cell[]) => Cell {
  const position = table.columns.indexOf(column);
  return position < 0 ? () => null : (row) => row[position] ?? null;
}

/** One text per row, equal exactly when rows are equal in every column that holds a value, whatever the column orders. */
export function rowFingerprinter(columns: readonly string[]): (row: readonly Cell[]) => string {
  const order = columns
    .map((column, position) => ({ column, position }))
    .sort((a, b) => (a.column < b.column ? -1 : 1));
  return (row) => {
    const parts: string[] = [];
    for (const { column, position } of order) {
      const cell = row[position];
      if (cell !== null && cell !== undefined) parts.push(column, cell);
    }
    return JSON.stringify(parts);
  };
}
