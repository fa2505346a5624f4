import { createScrollWatch } from '#shared/base/scroll-watch.ts';
import {
  cellClass,
  rangeClass,
  treeClass,
  writeContent,
  writeExpanded,
  writeLook,
  writePlace,
} from './cell-painter.ts';
import type { CellPosition, GridCell, RowTest, RowTree, rangeBounds } from './grid-types.ts';
import type { Placement, Seen } from './placement.ts';
import { fitCells, makeRow, type RowSlot } from './row-slot.ts';

/**
 * The table's rows, drawn by hand: a scroll bar pulled through a million lines changes every cell of the screen sixty
 * times a second, which is more than a tree of components can be walked in a frame. Elements are made once; a row
 * takes the place of the one that left the screen, and only what differs is written.
 */

export type BodyModel = {
  readonly placement: Placement;
  readonly seen: Seen;
  readonly rowPx: number;
  /** A line's own object, or undefined where it has not been read. */
  readonly line: (row: number) => object | undefined;
  readonly cell: (line: object, columnId: string) => GridCell;
  readonly openRow: number | null;
  readonly opens: boolean;
  readonly bounds: ReturnType<typeof rangeBounds> | null;
  readonly active: CellPosition | null;
  readonly rowTest: RowTest | undefined;
  readonly tree: RowTree | undefined;
};

/** Rows of the screen, both included, and the px of the list at its upper edge. */
export type BodyWindow = { readonly first: number; readonly last: number; readonly topPx: number };

export type BodyPainter = {
  readonly paint: (model: BodyModel, window: BodyWindow, scrolledPx: number) => void;
  /** Only the strip of columns has moved. */
  readonly slide: (scrolledPx: number) => void;
  /** What a cell of the screen says. */
  readonly cellOf: (element: HTMLElement) => GridCell | null;
  /** What has been drawn of a column. */
  readonly shownTexts: (columnId: string) => readonly string[];
};

/** Lines are drawn once a pulled scroll bar has rested so long. */
const REST_MS = 60;
/** Lines that are waited for so long show that they are. */
const SLOW_MS = 200;
/** Rows are placed from the beginning of their thousands: a browser's numbers lose whole px in the millions. */
const BASE_ROWS = 4096;

/** Draws into `root`; `activeId` becomes the id of the cell that has the focus. */
export function createBodyPainter(root: HTMLElement, activeId: string): BodyPainter {
  const sheet = root.ownerDocument.createElement('div');
  sheet.className = 'grows';
  root.append(sheet);
  const slots: RowSlot[] = [];
  let base = 0;
  let slid = 0;
  let cells = new WeakMap<object, Map<string, GridCell>>();
  let cellSource: BodyModel['cell'] | null = null;

  function contentOf(model: BodyModel, line: object, id: string): GridCell {
    let known = cells.get(line);
    if (known === undefined) {
      known = new Map();
      cells.set(line, known);
    }
    let content = known.get(id);
    if (content === undefined) {
      content = model.cell(line, id);
      known.set(id, content);
    }
    return content;
  }

  /** Draws one row; says whether its line is still waited for. */
  function paintRow(
    slot: RowSlot,
    row: number,
    model: BodyModel,
    isNewLayout: boolean,
    isPulled: boolean,
  ): boolean {
    const line = isPulled && slot.row !== row ? undefined : model.line(row);
    const { bounds, active, placement } = model;
    const inside = bounds !== null && row >= bounds.top && row <= bounds.bottom;
    const activeColumn = active?.row === row ? active.column : -1;
    const held = model.tree?.stateOf(row) ?? null;
    const chosen = inside
      ? `${bounds.left} ${bounds.right} ${row === bounds.top} ${row === bounds.bottom} ${activeColumn}`
      : '';
    const look = held === null ? chosen : `${chosen} ${held}`;
    const isNewLook = slot.look !== look;
    if (slot.row !== row) {
      slot.row = row;
      slot.element.setAttribute('aria-rowindex', String(row + 3));
      slot.element.dataset.row = String(row);
    }
    const top = `translateY(${(row - base) * model.rowPx}px)`;
    if (slot.element.style.transform !== top) slot.element.style.transform = top;
    const name = `gr${model.openRow === row ? ' open' : ''}${line === undefined ? ' wait' : ''}${held === 'item' ? ' item' : ''}`;
    if (slot.element.className !== name) slot.element.className = name;
    if (!isNewLayout && !isNewLook && slot.line === line && slot.drawnCell === model.cell)
      return line === undefined;
    if (isNewLayout) fitCells(slot, model.placement, model.seen);
    slot.line = line;
    slot.look = look;
    slot.drawnCell = model.cell;
    if (model.rowTest !== undefined) {
      slot.element.dataset.testid = model.rowTest.id;
      slot.element.dataset.value = line === undefined ? '' : model.rowTest.value(line);
    }
    for (const [index, cell] of slot.cells) {
      const placed = placement.columns[index];
      if (placed === undefined) continue;
      const { column } = placed;
      if (isNewLayout) writePlace(cell, placed);
      if (cell.id !== column.id) {
        cell.id = column.id;
        cell.element.dataset.column = column.id;
      }
      const content = line === undefined ? null : contentOf(model, line, column.id);
      writeContent(cell, content);
      const opens = content?.opens === true && model.opens;
      let className = cellClass(column, placed.first, content, opens);
      if (index === 0) {
        className += treeClass(held);
        writeExpanded(cell, held);
      }
      if (inside) className += rangeClass(bounds, row, index);
      if (index === activeColumn) className += ' act';
      writeLook(cell, className, index === activeColumn ? activeId : null);
    }
    return line === undefined;
  }

  /** Enough rows for the screen, each line keeping the one it has as long as it is seen. */
  function fitRows(count: number): void {
    if (slots.length === count) return;
    while (slots.length < count) slots.push(makeRow(root.ownerDocument, slid));
    for (const slot of slots.splice(count)) slot.element.remove();
    for (const slot of slots) slot.row = -1;
  }

  let layout: Pick<BodyModel, 'placement' | 'seen'> | null = null;
  const watch = createScrollWatch(() => performance.now());
  let resting: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function showWaiting(isWaiting: boolean): void {
    if (!isWaiting) {
      clearTimeout(waiting);
      waiting = undefined;
      root.classList.remove('slow');
    } else waiting ??= setTimeout(() => root.classList.add('slow'), SLOW_MS);
  }

  function paint(model: BodyModel, window: BodyWindow, scrolledPx: number): void {
    if (cellSource !== model.cell) {
      cellSource = model.cell;
      cells = new WeakMap();
    }
    const count = Math.max(0, window.last - window.first + 1);
    fitRows(count);
    base = Math.floor(window.first / BASE_ROWS) * BASE_ROWS;
    const isNewLayout =
      layout === null ||
      layout.placement !== model.placement ||
      layout.seen.from !== model.seen.from ||
      layout.seen.to !== model.seen.to;
    layout = model;
    const isPulled = watch(window.first, window.last) === 'pull';
    clearTimeout(resting);
    if (isPulled) resting = setTimeout(() => paint(model, window, scrolledPx), REST_MS);
    let isWaiting = false;
    for (let row = window.first; row <= window.last; row += 1) {
      const slot = slots[row % count];
      if (slot === undefined) continue;
      isWaiting = paintRow(slot, row, model, isNewLayout || slot.drawnCell === null, isPulled) || isWaiting;
    }
    const fresh = slots.filter(({ element }) => element.parentElement === null);
    if (fresh.length > 0) sheet.append(...fresh.map(({ element }) => element));
    showWaiting(isWaiting);
    sheet.style.transform = `translateY(${base * model.rowPx - window.topPx}px)`;
    if (slid !== scrolledPx) slide(scrolledPx);
  }

  return {
    paint,
    slide,
    cellOf: (element) => {
      const row = slots.find((slot) => slot.element.contains(element));
      for (const cell of row?.cells.values() ?? []) {
        if (cell.element === element) return cell.content;
      }
      return null;
    },
    shownTexts: (columnId) =>
      slots.flatMap((slot) =>
        [...slot.cells.values()].flatMap((cell) =>
          cell.id === columnId && cell.content !== null
            ? [`${cell.content.before?.text ?? ''}${cell.content.text}`]
            : [],
        ),
      ),
  };

  function slide(scrolledPx: number): void {
    slid = scrolledPx;
    const moved = `translateX(${-scrolledPx}px)`;
    for (const slot of slots) slot.strip.style.transform = moved;
  }
}
