import { useMemo } from 'react';
import type { GridColumn, GridGroup } from './grid-types.ts';

/** Where the columns stand: pinned at the left, some at the right end, the rest in a scrolled strip between. */

/** The pointer's gesture on a column. */
export type ColumnGesture =
  | { readonly kind: 'resize'; readonly id: string; readonly width: number }
  | {
      readonly kind: 'move';
      readonly id: string;
      readonly before: string | null;
      readonly isPinned: boolean;
      /** Px in the table: where it would stand, and where the pointer is. */
      readonly markPx: number;
      readonly pointPx: number;
    };

export type Placed = {
  readonly column: GridColumn;
  readonly index: number;
  readonly left: number;
  /** It begins a group, and is ruled off from the one before. */
  readonly first: boolean;
};

export type Placement = {
  readonly columns: readonly Placed[];
  readonly pinnedCount: number;
  readonly pinnedPx: number;
  readonly stripPx: number;
  /** Columns from here on stand at the right end. */
  readonly endFrom: number;
  readonly endPx: number;
  /** Where these begin: at the right edge, or beside the strip where that ends before. */
  readonly endLeftPx: number;
};

/**
 * A part of the strip that must stay in view beside what is pinned: as many names of the right end stand there as leave
 * that, the last ones first; the others are scrolled.
 */
const MIN_STRIP_PX = 160;

/** Where the right end may begin, the widest first: at the first column of each name; or after all, which is nowhere. */
function endStarts(columns: readonly GridColumn[], endFrom: number): readonly number[] {
  const starts = columns.flatMap(({ atEnd }, index) =>
    index >= endFrom && (index === endFrom || columns[index - 1]?.atEnd !== atEnd) ? [index] : [],
  );
  return [...starts, columns.length];
}

/** Places columns, pinned ones first and those of the right end last, in `viewPx` of room. */
export function place(columns: readonly GridColumn[], viewPx = Number.POSITIVE_INFINITY): Placement {
  const notPinned = columns.findIndex((column) => !column.pinned);
  const pinned = notPinned < 0 ? columns.length : notPinned;
  const widthOf = (some: readonly GridColumn[]): number => some.reduce((sum, { width }) => sum + width, 0);
  const pinnedPx = widthOf(columns.slice(0, pinned));
  const lastOfStrip = columns.findLastIndex((column) => column.atEnd === undefined);
  const endFrom = Math.max(pinned, lastOfStrip + 1);
  const isRoomy = (from: number): boolean => viewPx - pinnedPx - widthOf(columns.slice(from)) >= MIN_STRIP_PX;
  const end = endStarts(columns, endFrom).find(isRoomy) ?? columns.length;
  let left = 0;
  const placed = columns.map((column, index): Placed => {
    const isFirst = index === pinned || index === end;
    if (isFirst) left = 0;
    const at = left;
    left += column.width;
    const first = isFirst || (index > pinned && columns[index - 1]?.group !== column.group);
    return { column, index, left: at, first };
  });
  const [stripPx, endPx] = [widthOf(columns.slice(pinned, end)), widthOf(columns.slice(end))];
  const endLeftPx = Math.min(viewPx - endPx, pinnedPx + stripPx);
  return { columns: placed, pinnedCount: pinned, pinnedPx, stripPx, endFrom: end, endPx, endLeftPx };
}

/** Columns of the strip, all of them. */
export function stripOf({ columns, pinnedCount, endFrom }: Placement): readonly Placed[] {
  return columns.slice(pinnedCount, endFrom);
}

/** Columns of the strip that are drawn: from (included) to (excluded), as indexes of all columns. */
export type Seen = { readonly from: number; readonly to: number };

/** Px beyond the screen's edges that are drawn too, so that a small scroll draws nothing. */
const MARGIN_PX = 160;

export function seenColumns(placement: Placement, scrolledPx: number, viewPx: number): Seen {
  const strip = stripOf(placement);
  const start = scrolledPx - MARGIN_PX;
  const end = scrolledPx + Math.max(0, viewPx - placement.pinnedPx - placement.endPx) + MARGIN_PX;
  const first = strip.findIndex(({ left, column }) => left + column.width > start);
  const last = strip.findLastIndex(({ left }) => left < end);
  const from = placement.pinnedCount + Math.max(0, first);
  return { from, to: Math.max(from, placement.pinnedCount + last + 1) };
}

/** How far the strip can be scrolled, px. */
export function lastScrollPx({ pinnedPx, stripPx, endPx }: Placement, viewPx: number): number {
  return Math.max(0, pinnedPx + stripPx + endPx - viewPx);
}

/**
 * Where to scroll the strip to for a column to be seen whole, by the shortest way; the beginning of one that is wider than
 * the room. Null: it is, or stands at either end.
 */
export function leftForColumn(
  placement: Placement,
  index: number,
  scrolledPx: number,
  viewPx: number,
): number | null {
  const placed = stripOf(placement)[index - placement.pinnedCount];
  if (placed === undefined) return null;
  const room = viewPx - placement.pinnedPx - placement.endPx;
  const end = placed.left + placed.column.width;
  if (placed.left < scrolledPx) return placed.left;
  return end > scrolledPx + room ? Math.min(placed.left, end - room) : null;
}

/** The px of the strip that are in view. */
export type Span = { readonly from: number; readonly to: number };

/** The part of the strip in view; all of it before the table is measured. */
export function stripInView({ pinnedPx, endPx }: Placement, scrolledPx: number, viewPx: number): Span {
  const room = viewPx === 0 ? Number.POSITIVE_INFINITY : viewPx - pinnedPx - endPx;
  return { from: scrolledPx, to: scrolledPx + room };
}

/** What lies beyond the right edge of the view, in whole or in part. */
export type Hidden = {
  readonly columns: number;
  /** Of how many groups they are. */
  readonly groups: number;
  /** Where the first of them begins in the strip. */
  readonly firstPx: number;
};

/** The columns of the strip that are not seen whole for the right edge of the view; none before it is measured. */
export function hiddenAfter(placement: Placement, scrolledPx: number, viewPx: number): Hidden {
  const { to } = stripInView(placement, scrolledPx, viewPx);
  const beyond = stripOf(placement).filter(({ left, column }) => left + column.width > to + EDGE_SLACK_PX);
  const groups = new Set(beyond.map(({ column }) => column.group)).size;
  return { columns: beyond.length, groups, firstPx: beyond[0]?.left ?? 0 };
}

/** The edge of the view that lies within some px of the strip, past which they go on; null: they are seen whole, or not at all. */
export function edgeWithin(px: Span, view: Span): 'start' | 'end' | null {
  const crosses = (edge: number): boolean => px.from < edge - EDGE_SLACK_PX && px.to > edge + EDGE_SLACK_PX;
  return crosses(view.from) ? 'start' : crosses(view.to) ? 'end' : null;
}
/** Scroll bars stand at fractions of a px, and letters in theirs. */
const EDGE_SLACK_PX = 0.5;

/** Columns of the strip that an edge of the view lies in: two at most. */
export function columnsAtEdges(placement: Placement, view: Span): readonly Placed[] {
  return stripOf(placement).filter(
    ({ left, column }) => edgeWithin({ from: left, to: left + column.width }, view) !== null,
  );
}

/** Both sides of a cell (grid.module.css). */
const CELL_PAD_PX = 6;

/**
 * The edge of the view by which the text of a cell is cut so that what is left could be read as another: a figure without
 * its thousands, half of a number. A cut word is seen to be one.
 */
export function cutBy(
  { column, left }: Pick<Placed, 'column' | 'left'>,
  text: string,
  textPx: number,
  view: Span,
): 'start' | 'end' | null {
  if (!(column.align === 'end' ? /\d/ : /^\S*\d\S*$/).test(text)) return null;
  const right = left + column.width - CELL_PAD_PX;
  const from = column.align === 'end' ? right - textPx : left + CELL_PAD_PX;
  return edgeWithin({ from, to: column.align === 'end' ? right : from + textPx }, view);
}

/** A run of columns of one group, under its name. */
export type Band = {
  readonly key: string;
  readonly group: GridGroup;
  readonly left: number;
  readonly width: number;
  readonly columns: number;
  /** The group's first run: the others do not repeat its fold. */
  readonly isFirst: boolean;
};

/** The bands over some columns of one zone. */
export function bandsOf(columns: readonly Placed[], groups: readonly GridGroup[]): readonly Band[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const bands: Band[] = [];
  const met = new Set<string>();
  for (const { column, left, first } of columns) {
    const band = bands.at(-1);
    if (!first && band !== undefined) {
      bands[bands.length - 1] = { ...band, width: band.width + column.width, columns: band.columns + 1 };
      continue;
    }
    const group = byId.get(column.group) ?? { id: column.group, label: '', title: '', ink: null, fold: null };
    bands.push({
      key: column.id,
      group,
      left,
      width: column.width,
      columns: 1,
      isFirst: !met.has(column.group),
    });
    met.add(column.group);
  }
  return bands;
}

/** The bands over columns that are drawn, and those with a fold, whose arrows are reached by Tab wherever they are. */
export function seenBands(
  bands: readonly Band[],
  { columns }: Placement,
  { from, to }: Seen,
): readonly Band[] {
  const [first, last] = [columns[from], columns[to - 1]];
  if (first === undefined || last === undefined) return bands;
  const endPx = last.left + last.column.width;
  return bands.filter(
    ({ group, left, width }) => group.fold !== null || (left < endPx && left + width > first.left),
  );
}

/** The place between two columns that is nearest to a point: the column it would stand before, and in which zone. */
export function dropPlace(
  placement: Placement,
  pointPx: number,
  scrolledPx: number,
): { readonly before: string | null; readonly isPinned: boolean; readonly markPx: number } {
  const isPinned = pointPx < placement.pinnedPx;
  const zone = isPinned ? placement.columns.slice(0, placement.pinnedCount) : stripOf(placement);
  const offset = isPinned ? 0 : placement.pinnedPx - scrolledPx;
  const next = zone.find(({ left, column }) => offset + left + column.width / 2 > pointPx);
  const last = zone.at(-1);
  const end = last === undefined ? 0 : last.left + last.column.width;
  return { before: next?.column.id ?? null, isPinned, markPx: offset + (next?.left ?? end) };
}

/** The zones' own places, as styles of their elements. */
export function zonePlaces({ pinnedPx, endPx, endLeftPx }: Placement) {
  return { pins: { width: pinnedPx }, strip: { left: pinnedPx }, end: { left: endLeftPx, width: endPx } };
}

/** Where the columns stand, one of them as wide as it is being dragged to. */
export function usePlacement(
  columns: readonly GridColumn[],
  gesture: ColumnGesture | null,
  widthPx: number,
  rowPx: number,
) {
  const resized = gesture?.kind === 'resize' ? gesture : null;
  const id = resized?.id ?? null;
  const width = resized?.width ?? 0;
  // Before it is measured there is all the room there may be.
  const viewPx = widthPx === 0 ? Number.POSITIVE_INFINITY : widthPx;
  const placement = useMemo(
    () =>
      place(
        id === null ? columns : columns.map((column) => (column.id === id ? { ...column, width } : column)),
        viewPx,
      ),
    [columns, id, width, viewPx],
  );
  // No variable for a column nor for a zone: a change would restyle everything beneath it.
  const values = useMemo((): { readonly [variable: string]: string } => ({ '--row': `${rowPx}px` }), [rowPx]);
  return { placement, values };
}
