import { useEffect, useState } from 'react';
import type { TableRow } from '#renderer/data/api.ts';
import type { TableRowsSource, TableRowsView } from '#renderer/data/client/table-rows.ts';
import { countedRows } from '#renderer/screens/orders/state/line-places.ts';
import { type RangeFigures, rangeFigures } from '#renderer/screens/orders/state/orders-state.ts';
import { type CellRange, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { rangeValues, wholeFigures } from './range-values.ts';
import type { OpenedOrders } from './use-opened-orders.ts';

/** A range that is still being drawn out is not read for. */
const SETTLE_MS = 150;

/**
 * The lines of a range that count, top to bottom, read where they are not on hand; null where a commit came in between
 * or there are too many.
 */
export async function readCounted(
  bounds: { readonly top: number; readonly bottom: number },
  opened: OpenedOrders,
  source: TableRowsSource,
  maxRows: number,
): Promise<readonly TableRow[] | null> {
  const { top, bottom } = bounds;
  if (bottom - top >= maxRows) return null;
  const rows = countedRows(opened.places, top, bottom);
  const places = rows.map((row) => opened.places.at(row));
  const orders = places.filter(({ item }) => item === null).map(({ line }) => line);
  const [first, last] = [orders[0], orders.at(-1)];
  const read = first === undefined || last === undefined ? [] : await source.readRange(first, last);
  if (read === null) return null;
  const lines = places.map(({ line, item }, index) =>
    item === null ? read[line - (first ?? 0)] : opened.lineOf(rows[index] ?? 0),
  );
  return lines.some((line) => line === undefined) ? null : lines.filter((line) => line !== undefined);
}

export type RangeAnswer =
  | { readonly kind: 'figures'; readonly figures: RangeFigures | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'too-many' };

/** Sum, average and number of the chosen cells; null where nothing or a single cell is chosen. */
export function useRangeFigures(
  range: CellRange | null,
  view: TableRowsView,
  opened: OpenedOrders,
  source: TableRowsSource,
  columns: readonly string[],
  maxRows: number,
): RangeAnswer | null {
  const [read, setRead] = useState<{ readonly key: string; readonly figures: RangeFigures | null } | null>(
    null,
  );
  const bounds = range === null ? null : rangeBounds(range);
  const asked = view.query?.rows.columns ?? [];
  const key = JSON.stringify([bounds, columns, view.revision, asked.length]);
  const { rowCount } = opened.places;
  const isWhole = bounds !== null && bounds.top === 0 && bounds.bottom === rowCount - 1;
  const isLong = bounds !== null && bounds.bottom - bounds.top >= maxRows;
  const isMany = bounds !== null && (bounds.bottom - bounds.top + 1) * columns.length > 1;
  const onHand = bounds === null || !isMany || isLong ? null : linesOnHand(bounds, opened);
  const isWanted = bounds !== null && isMany && !isLong && onHand === null && read?.key !== key;
  const top = bounds?.top ?? 0;
  const bottom = bounds?.bottom ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question is of
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const timer = setTimeout(() => {
      readCounted({ top, bottom }, opened, source, maxRows).then(
        (lines) => {
          if (isOver || lines === null) return;
          setRead({ key, figures: rangeFigures(rangeValues(lines, columns, asked)) });
        },
        () => undefined,
      );
    }, SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, key]);
  if (bounds === null || !isMany) return null;
  if (isWhole && (isLong || onHand === null))
    return { kind: 'figures', figures: wholeFigures(view.head, columns, view.total) };
  if (isLong) return { kind: 'too-many' };
  if (onHand !== null) return { kind: 'figures', figures: rangeFigures(rangeValues(onHand, columns, asked)) };
  return read?.key === key ? { kind: 'figures', figures: read.figures } : { kind: 'reading' };
}

/** The range's lines where all of them have been read; null otherwise. */
function linesOnHand(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  opened: OpenedOrders,
): readonly TableRow[] | null {
  const lines: TableRow[] = [];
  for (const row of countedRows(opened.places, top, bottom)) {
    const line = opened.lineOf(row);
    if (line === undefined) return null;
    lines.push(line);
  }
  return lines;
}
