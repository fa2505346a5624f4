import { type CellSlot, makeCell } from './cell-painter.ts';
import type { Placement, Seen } from './placement.ts';

/** One row of the screen: its element, and the cells that are drawn in it (see body-painter.ts). */
export type RowSlot = {
  readonly element: HTMLElement;
  readonly pins: HTMLElement;
  readonly strip: HTMLElement;
  /** Holds the columns of the right end, where there are any. */
  end: HTMLElement | null;
  readonly cells: Map<number, CellSlot>;
  row: number;
  line: object | undefined;
  look: string;
  /** What its cells were made by; null: nothing has been drawn. */
  drawnCell: unknown;
};

/** A row without cells, its strip scrolled by so many px. It is put on the sheet once its cells are drawn. */
export function makeRow(document: Document, scrolledPx: number): RowSlot {
  const element = document.createElement('div');
  element.setAttribute('role', 'row');
  const pins = makeZone(element, 'gpins');
  const strip = makeZone(element, 'gstrip');
  strip.style.transform = `translateX(${-scrolledPx}px)`;
  return {
    element,
    pins,
    strip,
    end: null,
    cells: new Map(),
    row: -1,
    line: undefined,
    look: '',
    drawnCell: null,
  };
}

function makeZone(row: HTMLElement, className: string): HTMLElement {
  const zone = row.ownerDocument.createElement('div');
  zone.className = className;
  zone.setAttribute('role', 'presentation');
  row.append(zone);
  return zone;
}

/** The row's cells are those of the pinned columns, of those of the right end, and of the ones that are seen. */
export function fitCells(slot: RowSlot, { pinnedCount, endFrom, columns }: Placement, seen: Seen): void {
  if (endFrom < columns.length) slot.end ??= makeZone(slot.element, 'gend');
  else if (slot.end !== null) {
    slot.end.remove();
    slot.end = null;
  }
  const zoneOf = (column: number): HTMLElement | null => {
    if (column < pinnedCount) return slot.pins;
    if (column >= endFrom) return slot.end;
    return column >= seen.from && column < seen.to ? slot.strip : null;
  };
  for (const [column, cell] of slot.cells) {
    if (column < columns.length && cell.element.parentElement === zoneOf(column)) continue;
    cell.element.remove();
    slot.cells.delete(column);
  }
  const want = (from: number, to: number): void => {
    for (let column = from; column < to; column += 1) {
      const zone = slot.cells.has(column) ? null : zoneOf(column);
      if (zone !== null) slot.cells.set(column, makeCell(zone, column));
    }
  };
  want(0, pinnedCount);
  want(seen.from, seen.to);
  want(endFrom, columns.length);
}
