import { useMemo } from 'react';
import type { GridColumn } from './grid-types.ts';
import { type Placement, place, placeValues } from './placement.ts';
import type { ColumnGesture } from './use-column-pointer.ts';

/** CSS variables of the whole table. */
export type PlaceValues = { readonly [name: string]: string };

/** Where the columns stand, one of them as wide as it is being dragged to. */
export function usePlacement(
  columns: readonly GridColumn[],
  gesture: ColumnGesture | null,
  widthPx: number,
  rowPx: number,
): { readonly placement: Placement; readonly values: PlaceValues } {
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
  const values = useMemo(
    () => ({ ...placeValues(placement, viewPx), '--row': `${rowPx}px` }),
    [placement, viewPx, rowPx],
  );
  return { placement, values };
}
