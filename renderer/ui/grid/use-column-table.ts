import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type Table,
  type TableOptions,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { isEqual } from 'es-toolkit/predicate';
import { useMemo } from 'react';
import type { ColumnActions, GridColumn } from './grid-types.ts';

/** Where a table's layout is kept, and how its steps are taken back. */
export type ColumnLayoutControl = {
  readonly layout: ColumnLayout;
  readonly change: (next: ColumnLayout) => void;
  readonly undo: (() => void) | null;
};

const GUTTER_EXTRA = 14;

const NO_STATE = (): null => null;

/**
 * The columns as they are laid out, and their actions: the one place where a layout becomes columns.
 * `shortfall`: what a group's name lacks over a width; `onHide`: where hiding is not the layout's own.
 */
export function useColumnTable(
  natural: readonly GridColumn[],
  control: ColumnLayoutControl,
  shortfall: (group: string, width: number) => number,
  onHide?: (id: string) => void,
): { readonly columns: readonly GridColumn[]; readonly actions: ColumnActions } {
  const { layout, change, undo } = control;
  const options = useMemo(() => columnTableOptions(natural, layout), [natural, layout]);
  // Its state is the layout: nothing is to be told of it besides.
  const table = useTable(options, NO_STATE);
  const columns = useMemo(() => {
    const shown = withGroupRoom(shownColumns(table, natural, layout), layout, shortfall);
    const [first, ...rest] = shown;
    return first === undefined || first.id === natural[0]?.id || layout.widths[first.id] !== undefined
      ? shown
      : [{ ...first, width: first.width + GUTTER_EXTRA }, ...rest];
  }, [table, natural, layout, shortfall]);
  const actions = useMemo<ColumnActions>(
    () => ({
      resize: (id, width) => change(resized(layout, id, width)),
      move: (id, before, isPinned) => change(moved(layout, columns, id, before, isPinned)),
      nudge: (id, direction) => change(nudged(layout, columns, id, direction)),
      pin: (id, isPinned) => change(pinnedAs(layout, columns, id, isPinned)),
      keepAtEnd: (id, isKept) => change(keptAtEnd(layout, id, isKept)),
      hide: onHide ?? ((id) => change(hiddenToo(layout, id))),
      hidden: layout.hidden.length,
      showHidden: () => change({ ...layout, hidden: [] }),
      undo,
      reset: isNatural(layout) ? null : () => change(NATURAL_LAYOUT),
    }),
    [layout, change, columns, undo, onHide],
  );
  return { columns, actions };
}

/** The columns as a TanStack table whose state is the layout. It has no rows: body-painter.ts draws them. */

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
type ColumnFeatures = typeof features;
/** A table of columns holds no rows. */
type NoRow = { readonly id: string };
type ColumnTable = Pick<
  Table<ColumnFeatures, NoRow>,
  'getStartVisibleLeafColumns' | 'getCenterVisibleLeafColumns' | 'getEndVisibleLeafColumns'
>;
const NO_ROWS: NoRow[] = [];
const helper = createColumnHelper<ColumnFeatures, NoRow>();

/** Columns as they are by nature, and the layout that was chosen for them, as a table takes them. */
export function columnTableOptions(
  natural: readonly GridColumn[],
  layout: ColumnLayout,
): TableOptions<ColumnFeatures, NoRow> {
  const order = inOrder(
    natural.map(({ id }) => id),
    layout.order,
  );
  const pinned = new Set(layout.pinned ?? natural.filter((column) => column.pinned).map(({ id }) => id));
  const letGo = new Set(layout.letGo);
  const atEnd = new Set(
    natural.filter(({ id, atEnd: end }) => end !== undefined && !letGo.has(id)).map(({ id }) => id),
  );
  return {
    features,
    data: NO_ROWS,
    columns: helper.columns(natural.map(({ id, width }) => helper.display({ id, size: width, minSize: 1 }))),
    state: {
      columnOrder: [...order],
      columnPinning: {
        start: order.filter((id) => pinned.has(id)),
        end: order.filter((id) => !pinned.has(id) && atEnd.has(id)),
      },
      columnSizing: layout.widths,
      columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
    },
  };
}

/** Those that have no place of their own stand after the ones they follow by nature. */
function inOrder(natural: readonly string[], order: readonly string[]): readonly string[] {
  const here = new Set(natural);
  const placed = order.filter((id) => here.has(id));
  const known = new Set(placed);
  for (const [index, id] of natural.entries()) {
    if (known.has(id)) continue;
    const before = natural.slice(0, index).findLast((other) => known.has(other));
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id);
    known.add(id);
  }
  return placed;
}

/** The columns that a table shows: pinned ones first, those of the right end last, each in its order and width. */
export function shownColumns(
  table: ColumnTable,
  natural: readonly GridColumn[],
  { widths, letGo = [] }: Pick<ColumnLayout, 'widths' | 'letGo'>,
): readonly GridColumn[] {
  const byId = new Map(
    natural.map((column) => [column.id, letGo.includes(column.id) ? withoutEnd(column) : column]),
  );
  const zone = (columns: ReturnType<ColumnTable['getStartVisibleLeafColumns']>, pinned: boolean) =>
    columns.flatMap((shown): readonly GridColumn[] => {
      const column = byId.get(shown.id);
      if (column === undefined) return [];
      const isNatural = widths[shown.id] === undefined;
      if (isNatural && pinned === column.pinned) return [column];
      const width = shown.getSize();
      return [{ ...column, pinned, ...(isNatural ? {} : { width, narrowed: width < column.width }) }];
    });
  return [
    ...zone(table.getStartVisibleLeafColumns(), true),
    ...zone(table.getCenterVisibleLeafColumns(), false),
    ...zone(table.getEndVisibleLeafColumns(), false),
  ];
}

function withoutEnd({ atEnd, ...column }: GridColumn): GridColumn {
  return atEnd === undefined ? column : { ...column, leftEnd: atEnd };
}

/** A person's changes to a table's columns: their order, widths, which are pinned, which are hidden. Pure. */
export type ColumnLayout = {
  /** Ids in the order wished for; those it does not name stand after the ones they follow by nature. */
  readonly order: readonly string[];
  /** Px, where not as wide as what they hold. */
  readonly widths: { readonly [id: string]: number };
  /** Null: those that are pinned by nature. */
  readonly pinned: readonly string[] | null;
  readonly hidden: readonly string[];
  /** Those of the right end that do not stay there. */
  readonly letGo?: readonly string[] | undefined;
};

export const NATURAL_LAYOUT: ColumnLayout = { order: [], widths: {}, pinned: null, hidden: [] };

export const isNatural = (layout: ColumnLayout): boolean => isEqual(layout, NATURAL_LAYOUT);

export const MIN_WIDTH = 40;
export const MAX_WIDTH = 800;

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
    // Said, so that the layout is known to be of a time when columns stood at the right end.
    letGo: layout.letGo ?? [],
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
  // Before all is before the first of the others: pinned ones stand apart.
  const first = shown.find((column) => column.id !== id)?.id ?? null;
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

/** A column of the right end is scrolled like the others, or stays there again. */
export function keptAtEnd(layout: ColumnLayout, id: string, isKept: boolean): ColumnLayout {
  const others = (layout.letGo ?? []).filter((other) => other !== id);
  return { ...layout, letGo: isKept ? others : [...others, id] };
}

/** Whether a column stands at the right end: one that was pinned stands at the left. */
function isAtEnd({ atEnd, pinned }: GridColumn): boolean {
  return atEnd !== undefined && !pinned;
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
