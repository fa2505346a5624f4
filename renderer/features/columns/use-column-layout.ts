import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo, useUndoNewest } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  arrange,
  type ColumnLayout,
  hiddenToo,
  isNatural,
  moved,
  NATURAL_LAYOUT,
  nudged,
  pinnedAs,
  resized,
  withGroupRoom,
} from '#renderer/ui/grid/column-layout.ts';
import type { ColumnActions, GridColumn } from '#renderer/ui/grid/grid-types.ts';

const schema = z.object({
  order: z.array(z.string()),
  // A view of others may say anything: no column is wider than any screen.
  widths: z.record(z.string(), z.number().min(1).max(10_000)),
  pinned: z.array(z.string()).nullable(),
  hidden: z.array(z.string()),
});

export type HeldLayout = {
  readonly layout: ColumnLayout;
  /** Takes a step that can be undone. */
  readonly change: (next: ColumnLayout) => void;
  /** Notes a step that was taken elsewhere, with the way back. */
  readonly remember: (back: () => void) => void;
  readonly undo: (() => void) | null;
};

/** How a screen's table has its columns; a part of the screen's own state. Its steps are undone with all others. */
export function useColumnLayout(screen: string): HeldLayout {
  const text = useText();
  const [layout, set] = useScreenState(`${screen}.columns`, schema, NATURAL_LAYOUT);
  const steps = useUndo();
  const undo = useUndoNewest();
  const remember = useCallback(
    (back: () => void) => steps.remember(text('undo.columns'), back),
    [steps, text],
  );
  const change = useCallback(
    (next: ColumnLayout) => {
      if (next === layout) return;
      remember(() => set(layout));
      set(next);
    },
    [layout, remember, set],
  );
  return { layout, change, remember, undo };
}

/** The first column begins at the screen's own gutter. */
const GUTTER_EXTRA = 14;

/**
 * The columns as they are laid out, and what can be done to them. `shortfall` says what a group's name lacks over
 * columns of a width; `onHide` is given where hiding is not the layout's own.
 */
export function useArranged(
  natural: readonly GridColumn[],
  held: HeldLayout,
  shortfall: (group: string, width: number) => number,
  onHide?: (id: string) => void,
): { readonly columns: readonly GridColumn[]; readonly actions: ColumnActions } {
  const { layout, change, undo } = held;
  const columns = useMemo(() => {
    const arranged = withGroupRoom(arrange(natural, layout), layout, shortfall);
    const [first, ...rest] = arranged;
    return first === undefined || first.id === natural[0]?.id || layout.widths[first.id] !== undefined
      ? arranged
      : [{ ...first, width: first.width + GUTTER_EXTRA }, ...rest];
  }, [natural, layout, shortfall]);
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
