import { useTable } from '@tanstack/react-table';
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
import { columnTableOptions, shownColumns } from './column-table.ts';
import type { ColumnActions, GridColumn } from './grid-types.ts';

/** Where a table's layout is kept, and how its steps are taken back. */
export type ColumnLayoutControl = {
  readonly layout: ColumnLayout;
  /** Takes a step that can be undone. */
  readonly change: (next: ColumnLayout) => void;
  readonly undo: (() => void) | null;
};

/** The first column begins at the screen's own gutter. */
const GUTTER_EXTRA = 14;

const NO_STATE = (): null => null;

/**
 * The columns as they are laid out, and what can be done to them: the one place where a layout becomes columns.
 * `shortfall` says what a group's name lacks over columns of a width; `onHide` is given where hiding is not the layout's
 * own.
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
