import { type RefObject, useLayoutEffect, useRef } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import figureStyles from '#renderer/ui/figure.module.css';
import { createScrollWatch } from '#shared/base/scroll-watch.ts';
import styles from './grid.module.css';
import {
  type CellMark,
  type CellPosition,
  type CellRange,
  type GridCell,
  type GridColumn,
  type GridProps,
  type RowTree,
  rangeBounds,
  TONE_CLASSES,
} from './grid-types.ts';
import type { CharWidths } from './measure.ts';
import {
  columnsAtEdges,
  cutBy,
  type Placed,
  type Placement,
  type Seen,
  type Span,
  stripInView,
  zonePlaces,
} from './placement.ts';
import type { GridScroll } from './use-grid-scroll.ts';

/*
 * The table's rows, drawn by hand: a scroll bar pulled through a million lines changes every cell of the screen sixty
 * times a second, more than a tree of components can be walked in a frame. Elements are made once; a row takes the place
 * of the one that left the screen, and only what differs from what it shows is written.
 */

type DrawnBody = {
  readonly body: RefObject<HTMLDivElement | null>;
  /** The whole table: head and foot are in it. */
  readonly view: RefObject<HTMLDivElement | null>;
  readonly painter: RefObject<BodyPainter | null>;
  /** Becomes what draws the rows where they are scrolled to. */
  readonly draw: RefObject<() => void>;
  readonly activeId: string;
  readonly placement: Placement;
  readonly scroll: GridScroll;
  readonly rowPx: number;
  /** Width of the table; 0 before it is measured. */
  readonly viewPx: number;
  readonly widths: CharWidths;
  readonly range: CellRange | null;
  /** The column that somebody was led to; null: none. */
  readonly marked: string | null;
  readonly props: GridProps;
};

/** Everything that is drawn by hand, after whatever React has drawn and before the frame is painted. */
export function useDrawnBody(drawn: DrawnBody): void {
  /** How far head and foot follow the strip; null: React may have drawn some of it anew, which stands as if unscrolled. */
  const slidPx = useRef<number | null>(null);
  useLayoutEffect(() => {
    const { body, view, painter, draw, placement, scroll, viewPx, widths, range, props } = drawn;
    const root = body.current;
    if (root === null) return;
    painter.current ??= createBodyPainter(root, drawn.activeId);
    const made = painter.current;
    const model: BodyModel = {
      ...props,
      placement,
      seen: scroll.columns.seen,
      rowPx: drawn.rowPx,
      viewPx,
      widths,
      bounds: range === null ? null : rangeBounds(range),
      active: range?.to ?? null,
      marked: drawn.marked,
    };
    draw.current = () => {
      const window = scroll.rows.window();
      const scrolledPx = scroll.columns.scrolledPx();
      made.paint(model, window, scrolledPx);
      if (slidPx.current !== scrolledPx) slideHead(view.current, scrolledPx);
      slidPx.current = scrolledPx;
      markFoot(view.current, model, scrolledPx);
      if (window.last >= window.first) props.onVisible?.(window.first, window.last);
    };
    slidPx.current = null;
    draw.current();
  });
}

/**
 * The head and the foot follow the strip of columns; a group's name stays in view as long as its columns are. What stands there
 * already is not written: a table is drawn again more often than anything of it has moved.
 */
function slideHead(view: HTMLElement | null, scrolledPx: number): void {
  if (view === null) return;
  const moved = `translateX(${-scrolledPx}px)`;
  for (const { style } of view.querySelectorAll<HTMLElement>(
    '[data-part=head] [data-zone=strip], [data-part=foot] [data-zone=strip]',
  ))
    if (style.transform !== moved) style.transform = moved;
  for (const { style, dataset } of view.querySelectorAll<HTMLElement>('[data-zone=strip] > [data-left]')) {
    const hidden = scrolledPx - Number(dataset.left);
    const room = `${Math.max(0, Math.min(hidden, Number(dataset.width) - 40))}px`;
    if (style.getPropertyValue('--hidden') !== room) style.setProperty('--hidden', room);
  }
}

/**
 * A figure that an edge of the strip cuts would be read as a smaller one: in its place stand dots
 * (grid.module.css). All its digits are bold at most.
 */
function writeEdge(element: HTMLElement, placed: Placed, text: string, widths: CharWidths, view: Span): void {
  const edge = cutBy(placed, text, widths.bold(text), view) ?? undefined;
  if (element.dataset.edge !== edge) writeAttribute(element, 'data-edge', edge);
}

/** The totals' figures at the edges. React draws them; whatever it draws anew is marked anew. */
function markFoot(
  view: HTMLElement | null,
  { placement, seen, viewPx, widths }: BodyModel,
  scrolledPx: number,
): void {
  const cells = view?.querySelectorAll<HTMLElement>('[data-part=foot] [data-zone=strip] > *') ?? [];
  const inView = stripInView(placement, scrolledPx, viewPx);
  for (const [at, element] of [...cells].entries()) {
    const placed = placement.columns[seen.from + at];
    if (placed !== undefined) writeEdge(element, placed, element.textContent ?? '', widths, inView);
  }
}

/** Rows of the screen, both included, and the px of the list at its upper edge. */
type BodyWindow = { readonly first: number; readonly last: number; readonly topPx: number };

/** Lines are drawn once a pulled scroll bar has rested so long. */
const REST_MS = 60;
/** Lines that are waited for so long show that they are. */
const SLOW_MS = 200;
/** Rows are placed from the beginning of their thousands: a browser's numbers lose whole px in the millions. */
const BASE_ROWS = 4096;

/** Draws into `root`; `activeId` becomes the id of the cell that has the focus. */
export function createBodyPainter(root: HTMLElement, activeId: string) {
  const sheet = root.ownerDocument.createElement('div');
  sheet.className = classNames(styles.rows);
  root.append(sheet);
  const slots: RowSlot[] = [];
  const paintRow = createRowPainter(activeId);
  const watch = createScrollWatch(() => performance.now());
  const showWaiting = createWaiting(root);
  let layout: Pick<BodyModel, 'placement' | 'seen'> | null = null;
  let slidPx = 0;
  let atEdges: readonly Placed[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  function paint(model: BodyModel, window: BodyWindow, scrolledPx: number): void {
    fitSlots(slots, window, () => makeRow(root.ownerDocument, slidPx));
    const base = Math.floor(window.first / BASE_ROWS) * BASE_ROWS;
    const isNewLayout = !isSameLayout(layout, model);
    layout = model;
    const isPulled = watch(window.first, window.last) === 'pull';
    clearTimeout(resting);
    if (isPulled) resting = setTimeout(() => paint(model, window, scrolledPx), REST_MS);
    let isWaiting = false;
    for (const [place, slot] of slots.entries()) {
      const row = window.last - ((window.last - place) % slots.length);
      const line = isPulled && slot.row !== row ? undefined : model.line(row);
      const topPx = (row - base) * model.rowPx;
      paintRow(slot, { row, line, topPx, isNewLayout: isNewLayout || slot.drawnCell === null }, model);
      isWaiting ||= line === undefined;
    }
    const fresh = slots.filter(({ element }) => element.parentElement === null);
    if (fresh.length > 0) sheet.append(...fresh.map(({ element }) => element));
    showWaiting(isWaiting);
    const moved = `translateY(${base * model.rowPx - window.topPx}px)`;
    if (sheet.style.transform !== moved) sheet.style.transform = moved;
    atEdges = markEdges(slots, atEdges, model, scrolledPx);
    if (slidPx === scrolledPx) return;
    slidPx = scrolledPx;
    for (const slot of slots) slot.strip.style.transform = `translateX(${-scrolledPx}px)`;
  }

  return {
    paint,
    /** The content of a cell on the screen. */
    cellOf: (element: HTMLElement): GridCell | null => {
      const row = slots.find((slot) => slot.element.contains(element));
      for (const cell of row?.cells.values() ?? []) {
        if (cell.element === element) return cell.content;
      }
      return null;
    },
    /** The texts drawn of a column. */
    shownTexts: (columnId: string): readonly string[] =>
      slots.flatMap((slot) =>
        [...slot.cells.values()].flatMap(({ id, content }) =>
          id === columnId && content !== null
            ? [[...(content.marks ?? []), content].map(({ text }) => text).join('')]
            : [],
        ),
      ),
  };
}

export type BodyPainter = ReturnType<typeof createBodyPainter>;

/** Marks the figures that the edges of the strip cut, and no longer those of `before`; says whose they are now. */
function markEdges(
  slots: readonly RowSlot[],
  before: readonly Placed[],
  { placement, viewPx, widths }: BodyModel,
  scrolledPx: number,
): readonly Placed[] {
  const inView = stripInView(placement, scrolledPx, viewPx);
  const now = columnsAtEdges(placement, inView);
  const left = before.filter(({ index }) => now.every((other) => other.index !== index));
  for (const { cells } of slots) {
    for (const { index } of left) cells.get(index)?.element.removeAttribute('data-edge');
    for (const placed of now) {
      const cell = cells.get(placed.index);
      if (cell !== undefined) writeEdge(cell.element, placed, cell.content?.text ?? '', widths, inView);
    }
  }
  return now;
}

function isSameLayout(
  drawn: Pick<BodyModel, 'placement' | 'seen'> | null,
  { placement, seen }: BodyModel,
): boolean {
  return drawn?.placement === placement && drawn.seen.from === seen.from && drawn.seen.to === seen.to;
}

/**
 * Enough rows for the screen, each line keeping the one it has as long as it is seen: also where there is room for more of
 * them, or fewer.
 */
function fitSlots(slots: RowSlot[], { first, last }: BodyWindow, make: () => RowSlot): void {
  const count = Math.max(0, last - first + 1);
  if (slots.length === count) return;
  const spare = slots.filter(({ row }) => row < first || row > last);
  const kept = new Map(slots.filter((slot) => !spare.includes(slot)).map((slot) => [slot.row % count, slot]));
  slots.length = 0;
  for (let place = 0; place < count; place += 1) slots.push(kept.get(place) ?? spare.pop() ?? make());
  for (const { element } of spare) element.remove();
}

function createWaiting(root: HTMLElement): (isWaiting: boolean) => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return (isWaiting) => {
    if (isWaiting) waiting ??= setTimeout(() => root.classList.add(classNames(styles.slow)), SLOW_MS);
    else {
      clearTimeout(waiting);
      waiting = undefined;
      const slow = classNames(styles.slow);
      if (root.classList.contains(slow)) root.classList.remove(slow);
    }
  };
}

/** The model of the rows: the grid's props, and what follows from them and from where it is scrolled to. */
export type BodyModel = GridProps & {
  readonly placement: Placement;
  readonly seen: Seen;
  readonly rowPx: number;
  readonly viewPx: number;
  readonly widths: CharWidths;
  readonly bounds: ReturnType<typeof rangeBounds> | null;
  readonly active: CellPosition | null;
  readonly marked: string | null;
};

type RowToPaint = {
  readonly row: number;
  /** Undefined: not read yet, or gone by too fast to be read. */
  readonly line: object | undefined;
  /** Px from the beginning of the sheet of rows. */
  readonly topPx: number;
  /** The columns, or which of them are drawn, are others than those this slot was last drawn for. */
  readonly isNewLayout: boolean;
};

function createRowPainter(activeId: string): (slot: RowSlot, to: RowToPaint, model: BodyModel) => void {
  const contentOf = createContents();
  return (slot, to, model) => {
    const { row, line, isNewLayout } = to;
    const held = model.tree?.stateOf(row) ?? null;
    writeRow(slot, to, model, held);
    const look = lookOf(row, held, model);
    if (!isNewLayout && slot.look === look && slot.line === line && slot.drawnCell === model.cell) return;
    if (isNewLayout) {
      fitCells(slot, model.placement, model.seen);
      placeZones(slot, model.placement);
    }
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
      let className = cellClass(
        column,
        placed.first,
        content,
        content?.opens === true && model.onOpen !== null,
      );
      if (index === 0) {
        className += treeClass(held);
        writeExpanded(cell, held);
      }
      if (range !== null) className += rangeClass(range, row, index);
      if (index === activeColumn) className += ` ${styles.active}`;
      if (column.id === model.marked) className += ` ${styles.marked}`;
      writeLook(cell, className, index === activeColumn ? activeId : null);
    }
  };
}

/** The contents of the cells, worked out once for each line as long as they come from the same function. */
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
  let name = `${styles.row}`;
  if (model.openRow === row) name += ` ${styles.open}`;
  if (line === undefined) name += ` ${styles.waiting}`;
  if (held === 'item') name += ` ${styles.item}`;
  if (line !== undefined && model.rowKind !== undefined) name += ` ${model.rowKind(line)}`;
  if (element.className !== name) {
    element.className = name;
    element.dataset.tree = held === 'item' ? 'item' : 'line';
    element.dataset.read = String(line !== undefined);
  }
}

/** All that a row's cells look like besides what they say, as a text: where it stays, nothing is drawn. */
function lookOf(
  row: number,
  held: ReturnType<RowTree['stateOf']>,
  { bounds, active, marked }: Pick<BodyModel, 'bounds' | 'active' | 'marked'>,
): string {
  const range =
    bounds !== null && row >= bounds.top && row <= bounds.bottom
      ? `${bounds.left} ${bounds.right} ${row === bounds.top} ${row === bounds.bottom} ${active?.row === row ? active.column : -1}`
      : '';
  return `${range} ${held ?? ''} ${marked ?? ''}`;
}

/** A text that overflows is as wide as its column and the next one of the same zone. */
function widthOf({ column, index }: Placed, content: GridCell | null, placement: Placement): number {
  if (content?.overflows !== true) return column.width;
  const next = index + 1;
  const isOfZone = next !== placement.pinnedCount && next !== placement.endFrom;
  return column.width + (isOfZone ? (placement.columns[next]?.column.width ?? 0) : 0);
}

/** A row without cells, its strip scrolled by so many px. It is put on the sheet once its cells are drawn. */
function makeRow(document: Document, scrolledPx: number) {
  const element = document.createElement('div');
  element.setAttribute('role', 'row');
  const pins = makeZone(element, 'pins');
  const strip = makeZone(element, 'strip');
  strip.style.transform = `translateX(${-scrolledPx}px)`;
  return {
    element,
    pins,
    strip,
    end: null as HTMLElement | null,
    cells: new Map<number, CellSlot>(),
    row: -1,
    line: undefined as object | undefined,
    look: '',
    /** The function that its cells were made by; null: nothing has been drawn. */
    drawnCell: null as GridProps['cell'] | null,
  };
}
type RowSlot = ReturnType<typeof makeRow>;

function makeZone(row: HTMLElement, name: 'pins' | 'strip' | 'end'): HTMLElement {
  const zone = row.ownerDocument.createElement('div');
  zone.className = classNames(styles[name]);
  zone.dataset.zone = name;
  zone.setAttribute('role', 'presentation');
  row.append(zone);
  return zone;
}

/** Written into each row: a variable of the table would have all cells styled anew where a zone moves. */
function placeZones({ pins, strip, end }: RowSlot, placement: Placement): void {
  const zones = zonePlaces(placement);
  pins.style.width = `${zones.pins.width}px`;
  strip.style.left = `${zones.strip.left}px`;
  if (end === null) return;
  end.style.left = `${zones.end.left}px`;
  end.style.width = `${zones.end.width}px`;
}

/** The row's cells are those of the pinned columns, of those of the right end, and of the ones that are seen. */
function fitCells(slot: RowSlot, { pinnedCount, endFrom, columns }: Placement, seen: Seen): void {
  if (endFrom < columns.length) slot.end ??= makeZone(slot.element, 'end');
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

/** An empty cell for each place: to copy one costs a part of what it takes to make it. */
const patterns: HTMLElement[] = [];

function patternOf(document: Document, column: number): HTMLElement {
  const known = patterns[column];
  if (known?.ownerDocument === document) return known;
  const made = document.createElement('div');
  made.setAttribute('role', 'gridcell');
  made.setAttribute('aria-colindex', String(column + 1));
  patterns[column] = made;
  return made;
}

function makeCell(parent: HTMLElement, column: number) {
  const element = patternOf(parent.ownerDocument, column).cloneNode() as HTMLElement;
  const text = parent.ownerDocument.createTextNode('');
  element.append(text);
  parent.append(element);
  return {
    element,
    text,
    marks: [] as HTMLElement[],
    isRowHeader: false,
    /** Whether it has opened its lines: their arrow is drawn by its class. */
    expanded: undefined as 'true' | 'false' | undefined,
    id: '',
    content: null as GridCell | null,
    className: '',
    /** Its direction is that of its first letter. */
    isTurned: false,
    /** Where it stands, as it was last placed. */
    leftPx: -1,
    widthPx: -1,
  };
}
type CellSlot = ReturnType<typeof makeCell>;

function writeAttribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function writeColumn(cell: CellSlot, { id, rowHeader }: GridColumn): void {
  if (cell.id === id) return;
  cell.id = id;
  cell.element.dataset.column = id;
  const isRowHeader = rowHeader === true;
  if (cell.isRowHeader === isRowHeader) return;
  cell.isRowHeader = isRowHeader;
  cell.element.setAttribute('role', isRowHeader ? 'rowheader' : 'gridcell');
}

function writePlace(cell: CellSlot, leftPx: number, widthPx: number): void {
  const { style } = cell.element;
  if (cell.leftPx !== leftPx) {
    cell.leftPx = leftPx;
    style.left = `${leftPx}px`;
  }
  if (cell.widthPx !== widthPx) {
    cell.widthPx = widthPx;
    style.width = `${widthPx}px`;
  }
}

function writeContent(cell: CellSlot, content: GridCell | null): void {
  const was = cell.content;
  if (was === content) return;
  cell.content = content;
  const text = content?.text ?? '';
  cell.text.data = text;
  writeDirection(cell, text);
  if (content?.value !== was?.value) writeAttribute(cell.element, 'data-value', content?.value);
  if (content?.testId !== was?.testId) writeAttribute(cell.element, 'data-testid', content?.testId);
  // The full text comes with the pointer, see use-grid-input.ts.
  if (cell.element.title !== '') cell.element.removeAttribute('title');
  if (content?.marks !== was?.marks) writeMarks(cell, content?.marks ?? NO_MARKS);
}

const NO_MARKS: readonly CellMark[] = [];

function writeMarks(cell: CellSlot, marks: readonly CellMark[]): void {
  for (const extra of cell.marks.splice(marks.length)) extra.remove();
  for (const [index, { text, className, ink, isSilent }] of marks.entries()) {
    let element = cell.marks[index];
    if (element === undefined) {
      element = cell.element.ownerDocument.createElement('span');
      cell.marks.push(element);
      cell.text.before(element);
    }
    element.className = className ?? '';
    element.textContent = text;
    element.style.background = ink ?? '';
    writeAttribute(element, 'aria-hidden', isSilent === true ? 'true' : undefined);
  }
}

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Whether a text holds letters that run from right to left, and may therefore begin at the right. */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** A text is cut at its own end. Only with such letters the browser looks which direction comes first. */
function writeDirection(cell: CellSlot, text: string): void {
  const isTurned = mayTurn(text);
  if (cell.isTurned === isTurned) return;
  cell.isTurned = isTurned;
  writeAttribute(cell.element, 'dir', isTurned ? 'auto' : undefined);
}

/** The class of a line's first cell: it bears the arrow by which the line is opened, or stands under such a one. */
function treeClass(state: ReturnType<RowTree['stateOf']>): string {
  if (state === null) return '';
  return state === 'item'
    ? ` ${styles.itemCell}`
    : state === 'open'
      ? ` ${styles.holder} ${styles.open}`
      : ` ${styles.holder}`;
}

function writeExpanded(cell: CellSlot, state: ReturnType<RowTree['stateOf']>): void {
  const expanded = state === 'open' ? 'true' : state === 'closed' ? 'false' : undefined;
  if (cell.expanded === expanded) return;
  cell.expanded = expanded;
  writeAttribute(cell.element, 'aria-expanded', expanded);
}

/** The classes of what a cell shows. */
export function cellClass(
  column: GridColumn,
  isFirstOfGroup: boolean,
  content: GridCell | null,
  opens: boolean,
): string {
  const tone = content === null ? '' : TONE_CLASSES[content.tone];
  let className = tone === '' ? `${styles.cell}` : `${styles.cell} ${tone}`;
  if (column.align === 'end') className += ` ${styles.number}`;
  if (column.narrowed === true) className += ` ${styles.clipped}`;
  if (isFirstOfGroup) className += ` ${styles.firstOfGroup}`;
  if (content?.partial === true) className += ` ${figureStyles.partial}`;
  if (opens) className += ` ${styles.opens}`;
  if (content?.hit === true) className += ` ${styles.hit}`;
  if (content?.shade != null) className += ` ${styles[`shade${content.shade}`]}`;
  if (content?.overflows === true) className += ` ${styles.overflowing}`;
  return className;
}

function rangeClass(bounds: ReturnType<typeof rangeBounds>, row: number, column: number): string {
  if (column < bounds.left || column > bounds.right) return '';
  let className = ` ${styles.selected}`;
  if (column === bounds.left) className += ` ${styles.edgeLeft}`;
  if (column === bounds.right) className += ` ${styles.edgeRight}`;
  if (row === bounds.top) className += ` ${styles.edgeTop}`;
  if (row === bounds.bottom) className += ` ${styles.edgeBottom}`;
  return className;
}

/** Its classes; the active cell bears an id, which the table names, and its title without a pointer. */
function writeLook(cell: CellSlot, className: string, activeId: string | null): void {
  if (cell.className !== className) {
    cell.className = className;
    cell.element.className = className;
    writeAttribute(
      cell.element,
      'aria-selected',
      className.includes(` ${styles.selected}`) ? 'true' : undefined,
    );
  }
  if (activeId !== null) {
    cell.element.id = activeId;
    if (cell.content?.title !== undefined) cell.element.title = cell.content.title;
  } else if (cell.element.id !== '') cell.element.removeAttribute('id');
}
