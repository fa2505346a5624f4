import {
  type CellMark,
  type GridCell,
  type GridColumn,
  type RowTree,
  type rangeBounds,
  TONE_CLASSES,
} from './grid-types.ts';

/** One cell of the table, written by hand: only what differs from what it shows (see body-painter.ts). */

export type CellSlot = {
  readonly element: HTMLElement;
  readonly text: Text;
  readonly marks: HTMLElement[];
  isRowHeader: boolean;
  /** What it says of the lines it holds: their arrow is drawn by its class. */
  expanded: 'true' | 'false' | null;
  column: number;
  id: string;
  content: GridCell | null;
  className: string;
  /** Its direction is that of its first letter. */
  isTurned: boolean;
  /** Where it stands, as it was last placed. */
  leftPx: number;
  widthPx: number;
};

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

/** An empty cell in the place of a column. */
export function makeCell(parent: HTMLElement, column: number): CellSlot {
  const element = patternOf(parent.ownerDocument, column).cloneNode() as HTMLElement;
  const text = parent.ownerDocument.createTextNode('');
  element.append(text);
  parent.append(element);
  return {
    element,
    text,
    marks: [],
    isRowHeader: false,
    expanded: null,
    column,
    id: '',
    content: null,
    className: '',
    isTurned: false,
    leftPx: -1,
    widthPx: -1,
  };
}

/** Which column it is of. */
export function writeColumn(cell: CellSlot, { id, rowHeader }: GridColumn): void {
  if (cell.id === id) return;
  cell.id = id;
  cell.element.dataset.column = id;
  const isRowHeader = rowHeader === true;
  if (cell.isRowHeader === isRowHeader) return;
  cell.isRowHeader = isRowHeader;
  cell.element.setAttribute('role', isRowHeader ? 'rowheader' : 'gridcell');
}

/** Where it stands in its zone, and how wide it is. */
export function writePlace(cell: CellSlot, leftPx: number, widthPx: number): void {
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

/** Its text, exact value, and what stands before the text. */
export function writeContent(cell: CellSlot, content: GridCell | null): void {
  const was = cell.content;
  if (was === content) return;
  cell.content = content;
  const text = content?.text ?? '';
  cell.text.data = text;
  writeDirection(cell, text);
  if (content?.value !== was?.value) {
    if (content?.value === undefined) cell.element.removeAttribute('data-value');
    else cell.element.setAttribute('data-value', content.value);
  }
  if (content?.testId !== was?.testId) {
    if (content?.testId === undefined) cell.element.removeAttribute('data-testid');
    else cell.element.dataset.testid = content.testId;
  }
  // The full text comes with the pointer, see use-grid-pointer.ts.
  if (cell.element.title !== '') cell.element.removeAttribute('title');
  if (content?.marks !== was?.marks) writeMarks(cell, content?.marks ?? NO_MARKS);
}

const NO_MARKS: readonly CellMark[] = [];

/** What stands before its text, in elements that are kept. */
function writeMarks(cell: CellSlot, marks: readonly CellMark[]): void {
  for (const extra of cell.marks.splice(marks.length)) extra.remove();
  for (const [index, { text, className, ink, isSilent }] of marks.entries()) {
    let element = cell.marks[index];
    if (element === undefined) {
      element = cell.element.ownerDocument.createElement('span');
      cell.marks.push(element);
      cell.text.before(element);
    }
    element.className = className;
    element.textContent = text;
    element.style.background = ink ?? '';
    if (isSilent === true) element.setAttribute('aria-hidden', 'true');
    else element.removeAttribute('aria-hidden');
  }
}

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Whether a text holds letters that run from right to left, and may therefore begin at the right. */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * A text is cut at its own end: one that begins with a letter of such a script at the left. Only where there is one the
 * browser looks for which comes first.
 */
function writeDirection(cell: CellSlot, text: string): void {
  const isTurned = mayTurn(text);
  if (cell.isTurned === isTurned) return;
  cell.isTurned = isTurned;
  if (isTurned) cell.element.dir = 'auto';
  else cell.element.removeAttribute('dir');
}

/** The class of a line's first cell: it bears the arrow by which the line is opened, or stands under such a one. */
export function treeClass(state: ReturnType<RowTree['stateOf']>): string {
  if (state === null) return '';
  return state === 'item' ? ' gitem' : state === 'open' ? ' ghold open' : ' ghold';
}

/** Says to assistive programs whether the line is open; drawn is the class. */
export function writeExpanded(cell: CellSlot, state: ReturnType<RowTree['stateOf']>): void {
  const expanded = state === 'open' ? 'true' : state === 'closed' ? 'false' : null;
  if (cell.expanded === expanded) return;
  cell.expanded = expanded;
  if (expanded === null) cell.element.removeAttribute('aria-expanded');
  else cell.element.setAttribute('aria-expanded', expanded);
}

/** The classes of what a cell shows. */
export function cellClass(
  column: GridColumn,
  isFirstOfGroup: boolean,
  content: GridCell | null,
  opens: boolean,
): string {
  const tone = content === null ? '' : TONE_CLASSES[content.tone];
  let className = tone === '' ? 'gc' : `gc ${tone}`;
  if (column.align === 'end') className += ' n';
  if (column.narrowed === true) className += ' clip';
  if (isFirstOfGroup) className += ' gl';
  if (content?.partial === true) className += ' part';
  if (opens) className += ' glink';
  if (content?.hit === true) className += ' hit';
  if (content?.shade != null) className += ` h${content.shade}`;
  if (content?.overflows === true) className += ' gover';
  return className;
}

/** The classes of a cell of a chosen range, its edges among them; "" outside of it. */
export function rangeClass(bounds: ReturnType<typeof rangeBounds>, row: number, column: number): string {
  if (column < bounds.left || column > bounds.right) return '';
  let className = ' sel';
  if (column === bounds.left) className += ' se-l';
  if (column === bounds.right) className += ' se-r';
  if (row === bounds.top) className += ' se-t';
  if (row === bounds.bottom) className += ' se-b';
  return className;
}

/** Its classes; the active cell bears an id, which the table names, and its title without a pointer. */
export function writeLook(cell: CellSlot, className: string, activeId: string | null): void {
  if (cell.className !== className) {
    cell.className = className;
    cell.element.className = className;
    if (className.includes(' sel')) cell.element.setAttribute('aria-selected', 'true');
    else cell.element.removeAttribute('aria-selected');
  }
  if (activeId !== null) {
    cell.element.id = activeId;
    if (cell.content?.title !== undefined) cell.element.title = cell.content.title;
  } else if (cell.element.id !== '') cell.element.removeAttribute('id');
}
