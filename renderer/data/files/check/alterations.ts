import { columnLetters } from '#renderer/data/files/xlsx/cells.ts';
import type {
  Alteration,
  AlterationKind,
  AlterationWhat,
  RecordedAndFound,
} from '#renderer/data/model/export-check.ts';

/** Alterations found, counted by kind; of each kind a limited number is kept. */

const MAX_LISTED = 20;
const LONGEST_LISTED = 300;

export type Place = { readonly sheet: string; readonly column: number; readonly row: number };

export type Alterations = ReturnType<typeof createAlterations>;

/** @param table null: of the workbook */
export function createAlterations(table: string | null) {
  const counts: { [kind in AlterationKind]?: number } = {};
  const listed: Alteration[] = [];
  const put = (kind: AlterationKind, each: Omit<Alteration, 'kind' | 'table' | 'count'>, count = 1): void => {
    const before = counts[kind] ?? 0;
    counts[kind] = before + count;
    if (before < MAX_LISTED)
      listed.push({
        ...each,
        recorded: shortened(each.recorded),
        found: shortened(each.found),
        kind,
        table,
        count,
      });
  };
  return {
    counts,
    listed,
    /** Two texts, where they are not the same. */
    compare(kind: AlterationKind, { name, ...pair }: RecordedAndFound, at: Place | null = null): void {
      if (pair.recorded === pair.found) return;
      put(kind, { name, ...pair, cell: at === null ? null : cellName(at), what: null });
    },
    /** @param count of how many the one that is told is the first */
    add(
      kind: AlterationKind,
      what: AlterationWhat,
      {
        name,
        cell = null,
        found = null,
      }: Pick<Alteration, 'name'> & Partial<Pick<Alteration, 'cell' | 'found'>>,
      count = 1,
    ): void {
      put(kind, { name, recorded: null, found, cell, what }, count);
    },
  };
}

function shortened(text: string | null): string | null {
  return text === null || text.length <= LONGEST_LISTED ? text : `${text.slice(0, LONGEST_LISTED)}…`;
}

/** As a formula of another sheet names a cell, or without a column a row. */
export function cellName({ sheet, column, row }: Place): string {
  const name = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${columnLetters(column)}${row}`;
}

export function rowName({ sheet, row }: Omit<Place, 'column'>): string {
  return cellName({ sheet, column: 0, row }).replace(/A(\d+)$/, '$1:$1');
}
