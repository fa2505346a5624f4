import type { GridColumn, GridGroup } from './grid-types.ts';

/** Where the columns stand: the pinned ones at the left, the others in a strip that is scrolled beneath them. */

export type Placed = {
  readonly column: GridColumn;
  readonly index: number;
  /** Px from the beginning of its zone. */
  readonly left: number;
  /** It begins a group, and is ruled off from the one before. */
  readonly first: boolean;
};

export type Placement = {
  readonly columns: readonly Placed[];
  readonly pinnedCount: number;
  readonly pinnedPx: number;
  readonly stripPx: number;
};

/** `columns` in the order they are shown in, pinned ones first. */
export function place(columns: readonly GridColumn[]): Placement {
  const pinnedCount = columns.findIndex((column) => !column.pinned);
  const pinned = pinnedCount < 0 ? columns.length : pinnedCount;
  let left = 0;
  const placed = columns.map((column, index): Placed => {
    if (index === pinned) left = 0;
    const at = left;
    left += column.width;
    const first = index >= pinned && (index === pinned || columns[index - 1]?.group !== column.group);
    return { column, index, left: at, first };
  });
  const pinnedPx = columns.slice(0, pinned).reduce((sum, { width }) => sum + width, 0);
  const stripPx = columns.slice(pinned).reduce((sum, { width }) => sum + width, 0);
  return { columns: placed, pinnedCount: pinned, pinnedPx, stripPx };
}

/** Columns of the strip that are drawn: from (included) to (excluded), as indexes of all columns. */
export type Seen = { readonly from: number; readonly to: number };

/** Px beyond the screen's edges that are drawn too, so that a small scroll draws nothing. */
const MARGIN_PX = 160;

export function seenColumns(placement: Placement, scrolledPx: number, viewPx: number): Seen {
  const strip = placement.columns.slice(placement.pinnedCount);
  const start = scrolledPx - MARGIN_PX;
  const end = scrolledPx + Math.max(0, viewPx - placement.pinnedPx) + MARGIN_PX;
  const first = strip.findIndex(({ left, column }) => left + column.width > start);
  const last = strip.findLastIndex(({ left }) => left < end);
  const from = placement.pinnedCount + Math.max(0, first);
  return { from, to: Math.max(from, placement.pinnedCount + last + 1) };
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

export function bandsOf(placement: Placement, groups: readonly GridGroup[]): readonly Band[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const bands: Band[] = [];
  const met = new Set<string>();
  for (const { column, left, first } of placement.columns.slice(placement.pinnedCount)) {
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

/** The place between two columns that is nearest to a point: the column it would stand before, and in which zone. */
export function dropPlace(
  placement: Placement,
  pointPx: number,
  scrolledPx: number,
): { readonly before: string | null; readonly isPinned: boolean; readonly markPx: number } {
  const isPinned = pointPx < placement.pinnedPx;
  const zone = isPinned
    ? placement.columns.slice(0, placement.pinnedCount)
    : placement.columns.slice(placement.pinnedCount);
  const offset = isPinned ? 0 : placement.pinnedPx - scrolledPx;
  const next = zone.find(({ left, column }) => offset + left + column.width / 2 > pointPx);
  const last = zone.at(-1);
  const end = last === undefined ? 0 : last.left + last.column.width;
  return { before: next?.column.id ?? null, isPinned, markPx: offset + (next?.left ?? end) };
}

/** Styles that place a column by its index: widths change without a cell being drawn anew. */
export function placeStyle(index: number): { readonly left: string; readonly width: string } {
  return { left: `var(--l${index})`, width: `var(--w${index})` };
}

/** The values of those styles, for the element that holds the whole table. */
export function placeValues(placement: Placement): { readonly [name: string]: string } {
  const values: { [name: string]: string } = { '--pinned': `${placement.pinnedPx}px` };
  for (const { index, left, column } of placement.columns) {
    values[`--l${index}`] = `${left}px`;
    values[`--w${index}`] = `${column.width}px`;
  }
  return values;
}
