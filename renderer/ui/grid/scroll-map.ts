/**
 * Browsers bound the height of an element (Chromium near 33.5 million px, Firefox near 17.8): a longer list is scrolled
 * in a shorter space. Small movements stay exact, so that a turn of the wheel moves as many lines as anywhere; long ones
 * (the scroll bar pulled, a jump) go to the same share of the list. Where the two drift apart the scroll bar is put
 * right: what is seen does not hang on its place, so nothing jumps.
 */

/** Height that every browser can scroll. */
export const MAX_SPACE_PX = 15_000_000;

/** A longer movement than so many screens is a jump. */
const SMALL_SCREENS = 4;
/** Drift of the scroll bar that is put right while one scrolls. */
const MAX_DRIFT_PX = 100_000;

/** Px at both ends of a long list where the scroll bar is exact; more than it may have drifted. */
const EXACT_PX = 200_000;

/** Heights in px: of all lines, and of the part of the screen that shows them. */
export type Extent = { readonly contentPx: number; readonly viewPx: number };
/** Where the scroll bar stands, and the first px of the lines that is seen. */
export type ScrollState = { readonly barPx: number; readonly topPx: number };
/** The px of the lines that are seen: from `topPx` on. */
export type ScrolledView = { readonly topPx: number; readonly viewPx: number };

/** Height to give the element that is scrolled. */
export function spaceOf(extent: Extent): number {
  return Math.min(extent.contentPx, MAX_SPACE_PX);
}

function endsOf(extent: Extent) {
  return {
    bar: Math.max(0, spaceOf(extent) - extent.viewPx),
    top: Math.max(0, extent.contentPx - extent.viewPx),
  };
}

/**
 * Where a place of the bar is in the list, or of the list on the bar. Near both ends a px is a px, so that the wheel
 * reaches them; between, a share of it.
 */
function onOther(px: number, end: number, otherEnd: number): number {
  if (px <= EXACT_PX) return Math.max(0, px);
  if (end - px <= EXACT_PX) return Math.min(otherEnd, otherEnd - (end - px));
  const share = (px - EXACT_PX) / (end - 2 * EXACT_PX);
  return Math.round(EXACT_PX + share * (otherEnd - 2 * EXACT_PX));
}

/** Where to scroll to for a row to be seen whole, by the shortest way; null: it is. */
export function topForRow(row: number, rowPx: number, seen: ScrolledView): number | null {
  const [startPx, endPx] = [row * rowPx, (row + 1) * rowPx];
  if (startPx < seen.topPx) return startPx;
  return endPx > seen.topPx + seen.viewPx ? endPx - seen.viewPx : null;
}

/** The `count` rows that are drawn from the first one that is seen on, both ends included; the list's last ones at its end. */
export function drawnRows(
  topPx: number,
  rowPx: number,
  rowCount: number,
  count: number,
): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.min(Math.floor(topPx / rowPx), rowCount - count));
  return { first, last: first + count - 1 };
}

/** The state with the lines at `topPx` (brought inside), the scroll bar at its share. */
export function scrolledTo(topPx: number, extent: Extent): ScrollState {
  const ends = endsOf(extent);
  const top = Math.round(Math.min(ends.top, Math.max(0, topPx)));
  return { barPx: ends.top <= ends.bar ? top : onOther(top, ends.top, ends.bar), topPx: top };
}

/** The scroll bar has moved to `barPx`. Where the answer's `barPx` is another, the scroll bar must be put there. */
export function followBar(before: ScrollState, barPx: number, extent: Extent): ScrollState {
  const ends = endsOf(extent);
  if (ends.top <= ends.bar) return { barPx, topPx: barPx };
  const moved = barPx - before.barPx;
  if (Math.abs(moved) > SMALL_SCREENS * extent.viewPx)
    return { barPx, topPx: onOther(barPx, ends.bar, ends.top) };
  const there = scrolledTo(before.topPx + moved, extent);
  const isBarAtEnd = barPx <= 0 || barPx >= ends.bar;
  const isTopAtEnd = there.topPx === 0 || there.topPx === ends.top;
  return isBarAtEnd || isTopAtEnd || Math.abs(barPx - there.barPx) > MAX_DRIFT_PX
    ? there
    : { barPx, topPx: there.topPx };
}
