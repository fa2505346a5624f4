import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo, useUndoNewest } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { ColumnLayoutControl } from '#renderer/ui/grid/use-column-table.ts';
import { type ColumnLayout, NATURAL_LAYOUT } from '#renderer/ui/grid/use-column-table.ts';

const schema = z.object({
  order: z.array(z.string()),
  // A view of others may say anything: no column is wider than any screen.
  widths: z.record(z.string(), z.number().min(1).max(10_000)),
  pinned: z.array(z.string()).nullable(),
  hidden: z.array(z.string()),
  letGo: z.array(z.string()).optional(),
});

export type StoredLayout = ColumnLayoutControl & {
  /** Notes a step that was taken elsewhere, with the way back. */
  readonly remember: (back: () => void) => void;
};

const NONE: readonly string[] = [];

/**
 * A layout from before these columns stood at the right end: where they have been moved by hand since, they stay in
 * the place that they were given.
 */
export function withOwnPlaces(layout: ColumnLayout, newAtEnd: readonly string[]): ColumnLayout {
  const isOlder = layout.letGo === undefined && newAtEnd.some((column) => layout.order.includes(column));
  return isOlder ? { ...layout, letGo: newAtEnd } : layout;
}

/**
 * How a screen's table has its columns; a part of the screen's own state. Its steps are undone with all others.
 * `newAtEnd`: columns that stand at the right end, and did not in older layouts.
 */
export function useColumnLayout(screen: string, newAtEnd: readonly string[] = NONE): StoredLayout {
  const text = useText();
  const [stored, set] = useScreenState(`${screen}.columns`, schema, NATURAL_LAYOUT);
  const layout = useMemo(() => withOwnPlaces(stored, newAtEnd), [stored, newAtEnd]);
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
  return useMemo(() => ({ layout, change, remember, undo }), [layout, change, remember, undo]);
}
