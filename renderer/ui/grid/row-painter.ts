import {
  cellClass,
  rangeClass,
  treeClass,
  writeColumn,
  writeContent,
  writeExpanded,
  writeLook,
  writePlace,
} from './cell-painter.ts';
import type { CellPosition, GridCell, RowTree, rangeBounds } from './grid-types.ts';
import type { Placed, Placement, Seen } from './placement.ts';
import { fitCells, type RowSlot } from './row-slot.ts';

/** One row of the screen, written by hand: only what differs from what it shows (see body-painter.ts). */

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
  readonly rowKind: ((line: object) => string) | undefined;
  readonly rowData: ((line: object | undefined) => { readonly [name: string]: string }) | undefined;
  readonly tree: RowTree | undefined;
};

/** Which row a slot is to show, and how. */
export type RowToPaint = {
  readonly row: number;
  /** Undefined: not read yet, or gone by too fast to be read. */
  readonly line: object | undefined;
  /** Px from the beginning of the sheet of rows. */
  readonly topPx: number;
  /** The columns, or which of them are drawn, are others than those this slot was last drawn for. */
  readonly isNewLayout: boolean;
};

/** Draws rows; `activeId` becomes the id of the cell that has the focus. */
export function createRowPainter(
  activeId: string,
): (slot: RowSlot, to: RowToPaint, model: BodyModel) => void {
  const contentOf = createContents();
  return (slot, to, model) => {
    const { row, line, isNewLayout } = to;
    const held = model.tree?.stateOf(row) ?? null;
    writeRow(slot, to, model, held);
    const look = lookOf(row, held, model);
    if (!isNewLayout && slot.look === look && slot.line === line && slot.drawnCell === model.cell) return;
    if (isNewLayout) fitCells(slot, model.placement, model.seen);
    slot.line = line;
    slot.look = look;
    slot.drawnCell = model.cell;
    if (model.rowData !== undefined) Object.assign(slot.element.dataset, model.rowData(line));
    const { bounds, active, placement } = model;
    const range = bounds !== null && row >= bounds.top && row <= bounds.bottom ? bounds : null;
    const activeColumn = active?.row === row ? active.column : -1;
    for (const [index, cell] of slot.cells) {
      const placed = placement.columns[index];
      if (placed === undefined) continue;
      const { column } = placed;
      const content = line === undefined ? null : contentOf(model, line, column.id);
      writeColumn(cell, column);
      writePlace(cell, placed.left, widthOf(placed, content, placement));
      writeContent(cell, content);
      let className = cellClass(column, placed.first, content, content?.opens === true && model.opens);
      if (index === 0) {
        className += treeClass(held);
        writeExpanded(cell, held);
      }
      if (range !== null) className += rangeClass(range, row, index);
      if (index === activeColumn) className += ' act';
      writeLook(cell, className, index === activeColumn ? activeId : null);
    }
  };
}

/** What the cells say, worked out once for each line as long as they come from the same function. */
function createContents(): (model: BodyModel, line: object, id: string) => GridCell {
  let source: BodyModel['cell'] | null = null;
  let cells = new WeakMap<object, Map<string, GridCell>>();
  return ({ cell }, line, id) => {
    if (source !== cell) {
      source = cell;
      cells = new WeakMap();
    }
    let known = cells.get(line);
    if (known === undefined) {
      known = new Map();
      cells.set(line, known);
    }
    let content = known.get(id);
    if (content === undefined) {
      content = cell(line, id);
      known.set(id, content);
    }
    return content;
  };
}

/** The row's own element: where it stands, and what kind of row it is. */
function writeRow(
  slot: RowSlot,
  { row, line, topPx }: RowToPaint,
  model: BodyModel,
  held: ReturnType<RowTree['stateOf']>,
): void {
  const { element } = slot;
  if (slot.row !== row) {
    slot.row = row;
    element.setAttribute('aria-rowindex', String(row + 3));
    element.dataset.row = String(row);
  }
  const top = `translateY(${topPx}px)`;
  if (element.style.transform !== top) element.style.transform = top;
  let name = 'gr';
  if (model.openRow === row) name += ' open';
  if (line === undefined) name += ' wait';
  if (held === 'item') name += ' item';
  if (line !== undefined && model.rowKind !== undefined) name += ` ${model.rowKind(line)}`;
  if (element.className !== name) element.className = name;
}

/** All that a row's cells look like besides what they say, as a text: where it stays, nothing is drawn. */
function lookOf(
  row: number,
  held: ReturnType<RowTree['stateOf']>,
  { bounds, active }: Pick<BodyModel, 'bounds' | 'active'>,
): string {
  const range =
    bounds !== null && row >= bounds.top && row <= bounds.bottom
      ? `${bounds.left} ${bounds.right} ${row === bounds.top} ${row === bounds.bottom} ${active?.row === row ? active.column : -1}`
      : '';
  return held === null ? range : `${range} ${held}`;
}

/** A text that overflows is as wide as its column and the next one of the same zone. */
function widthOf({ column, index }: Placed, content: GridCell | null, placement: Placement): number {
  if (content?.overflows !== true) return column.width;
  const next = index + 1;
  const isOfZone = next !== placement.pinnedCount && next !== placement.endFrom;
  return column.width + (isOfZone ? (placement.columns[next]?.column.width ?? 0) : 0);
}
