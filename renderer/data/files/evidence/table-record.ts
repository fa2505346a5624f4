import type { Table, TableLine } from '#renderer/data/model/sheet-table.ts';
import { createRowDigest } from './row-digest.ts';
import { createLayoutRecord, inSureDigits, type TableLayout } from './table-layout.ts';

/** The evidence of a table, gathered while its lines are written: the hash of its cells, and its layout. */

export type TableRecord = {
  /** @param canonical the line's cells as JSON each (`canonicalCell`), one a column */
  readonly add: (line: TableLine, canonical: readonly string[]) => void;
  readonly hex: () => string;
  readonly layout: () => TableLayout;
};

export function createTableRecord(table: Table, title: string): TableRecord {
  const digest = createRowDigest(table.columns.map(({ name }) => name));
  const layout = createLayoutRecord(table, title);
  return {
    add: (line, canonical) => {
      const hash = digest.addRow(canonical);
      const sure = inSureDigits(canonical);
      layout.add(line, sure === canonical ? hash : digest.hashOf(sure));
    },
    hex: () => digest.hex(),
    layout: layout.end,
  };
}
