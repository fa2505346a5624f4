import type { GridColumn } from './grid-types.ts';

/** What a person did to a table's columns: their order, widths, which are pinned, which are hidden. Pure. */
export type ColumnLayout = {
  /** Ids in the order wished for; those it does not name stand after the ones they follow by nature. */
  readonly order: readonly string[];
  /** Px, where not as wide as what they hold. */
  readonly widths: { readonly [id: string]: number };
  /** Null: those that are pinned by nature. */
  readonly pinned: readonly string[] | null;
  readonly hidden: readonly string[];
};

export const NATURAL_LAYOUT: ColumnLayout = { order: [], widths: {}, pinned: null, hidden: [] };

export const MIN_WIDTH = 40;
export const MAX_WIDTH = 800;

export function isNatural(layout: ColumnLayout): boolean {
  return (
    layout.order.length === 0 &&
    layout.pinned === null &&
    layout.hidden.length === 0 &&
    Object.keys(layout.widths).length === 0
  );
}

/** A width within reason; null: as wide as what it holds. */
export function resized(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const { [id]: _, ...others } = layout.widths;
  const fitting = width === null ? null : Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
  return { ...layout, widths: fitting === null ? others : { ...others, [id]: fitting } };
}

/** Brings a column before another (null: last of its zone), pinned or not. `shown`: the columns in order. */
export function moved(
  layout: ColumnLayout,
  shown: readonly GridColumn[],
  id: string,
  before: string | null,
  isPinned: boolean,
): ColumnLayout {
  const rest = shown.filter((column) => column.id !== id).map((column) => column.id);
  const pinned = shown.filter((column) => column.pinned && column.id !== id).map((column) => column.id);
  const at = before === null ? (isPinned ? pinned.length : rest.length) : rest.indexOf(before);
  const order = rest.toSpliced(at < 0 ? rest.length : at, 0, id);
  const wasPinned = shown.some((column) => column.id === id && column.pinned);
  return {
    ...layout,
    order,
    pinned: isPinned === wasPinned ? layout.pinned : isPinned ? [...pinned, id] : pinned,
  };
}

/** A column goes among the pinned ones, last of them, or back among the others, first of them. */
export function pinnedAs(
  layout: ColumnLayout,
  shown: readonly GridColumn[],
  id: string,
  isPinned: boolean,
): ColumnLayout {
  const first = shown.find((column) => !column.pinned && column.id !== id)?.id ?? null;
  return moved(layout, shown, id, isPinned ? null : first, isPinned);
}

/** One place to the left (-1) or right (1) within its zone; the same layout where there is none. */
export function nudged(
  layout: ColumnLayout,
  shown: readonly GridColumn[],
  id: string,
  direction: -1 | 1,
): ColumnLayout {
  const column = shown.find((other) => other.id === id);
  if (column === undefined) return layout;
  const zone = shown.filter((other) => other.pinned === column.pinned && isAtEnd(other) === isAtEnd(column));
  const at = zone.indexOf(column);
  if (zone[at + direction] === undefined) return layout;
  const before = direction < 0 ? zone[at - 1] : zone[at + 2];
  return moved(layout, shown, id, before?.id ?? null, column.pinned);
}

/** Whether a column stands at the right end: one that was pinned stands at the left. */
function isAtEnd({ atEnd, pinned }: GridColumn): boolean {
  return atEnd === true && !pinned;
}

export function hiddenToo(layout: ColumnLayout, id: string): ColumnLayout {
  return { ...layout, hidden: [...layout.hidden, id] };
}

/** A group's last unsized column makes up what its name lacks: `shortfall`, px over columns of a width. */
export function withGroupRoom(
  columns: readonly GridColumn[],
  layout: ColumnLayout,
  shortfall: (group: string, width: number) => number,
): readonly GridColumn[] {
  let run = 0;
  return columns.map((column, index) => {
    run += column.width;
    const next = columns[index + 1];
    if (next !== undefined && next.group === column.group && next.pinned === column.pinned) return column;
    const lacking =
      column.pinned || layout.widths[column.id] !== undefined ? 0 : shortfall(column.group, run);
    run = 0;
    return lacking === 0 ? column : { ...column, width: column.width + lacking };
  });
}
