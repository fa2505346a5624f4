import type { GridCell } from './grid-types.ts';
import { type BodyModel, createRowPainter } from './row-painter.ts';
import { makeRow, type RowSlot } from './row-slot.ts';

/**
 * The table's rows, drawn by hand: a scroll bar pulled through a million lines changes every cell of the screen sixty
 * times a second, which is more than a tree of components can be walked in a frame. Elements are made once; a row
 * takes the place of the one that left the screen, and only what differs is written.
 */

/** Rows of the screen, both included, and the px of the list at its upper edge. */
export type BodyWindow = { readonly first: number; readonly last: number; readonly topPx: number };

export type BodyPainter = {
  readonly paint: (model: BodyModel, window: BodyWindow, scrolledPx: number) => void;
  /** What a cell of the screen says. */
  readonly cellOf: (element: HTMLElement) => GridCell | null;
  /** What has been drawn of a column. */
  readonly shownTexts: (columnId: string) => readonly string[];
};

/** Jumps that follow each other so closely are a scroll bar being pulled: nobody can read what flies by. */
const HURRY_MS = 120;
/** Lines are drawn once the bar has rested so long. */
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
  const paintRow = createRowPainter(activeId);
  const isHurry = createHurry();
  const showWaiting = createWaiting(root);
  let layout: Pick<BodyModel, 'placement' | 'seen'> | null = null;
  let slidPx = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function paint(model: BodyModel, window: BodyWindow, scrolledPx: number): void {
    const count = Math.max(0, window.last - window.first + 1);
    fitSlots(slots, count, () => makeRow(root.ownerDocument, slidPx));
    const base = Math.floor(window.first / BASE_ROWS) * BASE_ROWS;
    const isNewLayout = !isSameLayout(layout, model);
    layout = model;
    const isHurried = isHurry(window);
    clearTimeout(resting);
    if (isHurried) resting = setTimeout(() => paint(model, window, scrolledPx), REST_MS);
    let isWaiting = false;
    for (let row = window.first; row <= window.last; row += 1) {
      const slot = slots[row % count];
      if (slot === undefined) continue;
      const line = isHurried && slot.row !== row ? undefined : model.line(row);
      const topPx = (row - base) * model.rowPx;
      paintRow(slot, { row, line, topPx, isNewLayout: isNewLayout || slot.drawnCell === null }, model);
      isWaiting ||= line === undefined;
    }
    const fresh = slots.filter(({ element }) => element.parentElement === null);
    if (fresh.length > 0) sheet.append(...fresh.map(({ element }) => element));
    showWaiting(isWaiting);
    sheet.style.transform = `translateY(${base * model.rowPx - window.topPx}px)`;
    if (slidPx === scrolledPx) return;
    slidPx = scrolledPx;
    for (const slot of slots) slot.strip.style.transform = `translateX(${-scrolledPx}px)`;
  }

  return {
    paint,
    cellOf: (element) => {
      const row = slots.find((slot) => slot.element.contains(element));
      for (const cell of row?.cells.values() ?? []) {
        if (cell.element === element) return cell.content;
      }
      return null;
    },
    shownTexts: (columnId) =>
      slots.flatMap((slot) =>
        [...slot.cells.values()].flatMap(({ id, content }) =>
          id === columnId && content !== null
            ? [[...(content.marks ?? []), content].map(({ text }) => text).join('')]
            : [],
        ),
      ),
  };
}

function isSameLayout(
  drawn: Pick<BodyModel, 'placement' | 'seen'> | null,
  { placement, seen }: BodyModel,
): boolean {
  return drawn?.placement === placement && drawn.seen.from === seen.from && drawn.seen.to === seen.to;
}

/** Enough rows for the screen, each line keeping the one it has as long as it is seen. */
function fitSlots(slots: RowSlot[], count: number, make: () => RowSlot): void {
  if (slots.length === count) return;
  while (slots.length < count) slots.push(make());
  for (const slot of slots.splice(count)) slot.element.remove();
  for (const slot of slots) slot.row = -1;
}

/** Tells of each window whether it is one of those that fly by: jump after jump. */
function createHurry(): (window: BodyWindow) => boolean {
  let last: BodyWindow = { first: 0, last: -1, topPx: 0 };
  let jumpedAtMs = Number.NEGATIVE_INFINITY;
  return (window) => {
    const isJump = last.last >= last.first && (window.first > last.last || window.last < last.first);
    last = window;
    if (!isJump) return false;
    const nowMs = performance.now();
    const isAgain = nowMs - jumpedAtMs < HURRY_MS;
    jumpedAtMs = nowMs;
    return isAgain;
  };
}

/** Shows that lines are waited for, once that has lasted. */
function createWaiting(root: HTMLElement): (isWaiting: boolean) => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return (isWaiting) => {
    if (isWaiting) waiting ??= setTimeout(() => root.classList.add('slow'), SLOW_MS);
    else {
      clearTimeout(waiting);
      waiting = undefined;
      root.classList.remove('slow');
    }
  };
}
