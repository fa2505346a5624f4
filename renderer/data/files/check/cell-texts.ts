import { CANONICAL, canonicalNumber } from '#renderer/data/files/xlsx/cells.ts';
import type { SheetKind } from '#renderer/data/model/sheet-table.ts';
import type { FileCell, FileValue } from './sheet-rows.ts';

/** Cells of a file as texts: as hashes take them, and as people are told of them. */

export function canonicalFileCell(kind: SheetKind, cell: FileCell | undefined): string {
  switch (cell?.kind) {
    case undefined:
      return CANONICAL.empty;
    case 'formula':
      return CANONICAL.formula;
    case 'number':
      return canonicalNumber(kind, cell.text);
    case 'text':
      return JSON.stringify(cell.text);
  }
}

/** A formula with its sign; null where there is nothing. */
export function shownCell(cell: FileCell | undefined): string | null {
  if (cell === undefined) return null;
  return cell.kind === 'formula' ? `=${cell.formula}` : cell.text;
}

/** The number that a cell counts as where it is added: 0 where it has none. */
export function numberIn(cell: FileCell | undefined): number {
  const value = valueIn(cell);
  return value?.kind === 'number' ? Number(value.text) : 0;
}

export function valueIn(cell: FileCell | undefined): FileValue | null {
  if (cell === undefined) return null;
  return cell.kind === 'formula' ? cell.value : cell;
}
