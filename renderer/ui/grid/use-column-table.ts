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
import { useMemo } from 'react';
import {
  type ColumnLayout,
  hiddenToo,
  isNatural,
  moved,
  NATURAL_LAYOUT,
  nudged,
  pinnedAs,
  resized,
  withGroupRoom,
} from './column-layout.ts';
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
  const atEnd = new Set(natural.filter((column) => column.atEnd === true).map(({ id }) => id));
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
  { widths }: Pick<ColumnLayout, 'widths'>,
): readonly GridColumn[] {
  const byId = new Map(natural.map((column) => [column.id, column]));
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
