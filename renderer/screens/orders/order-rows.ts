import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { queryKey } from '#renderer/data/client/queries.ts';
import { usePages, useSession } from '#renderer/data/client/session-context.tsx';
import {
  createTableRowsSource,
  type TableRowsQuery,
  type TableRowsSource,
  type TableRowsView,
} from '#renderer/data/client/table-rows.ts';
import { ORDER_STATUS_COLUMN } from '#renderer/data/model/order-status.ts';
import type { Grouping, SortOrder, TableRow } from '#renderer/data/model/rows.ts';
import { inTableOrder, openingColumns, type TableKeys } from '#renderer/features/columns/column-sections.ts';
import { useSelection, useSelectionAhead } from '#renderer/features/selection/selection-context.tsx';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import {
  add,
  type Decimal,
  percentOf,
  readFigure,
  type Scaled,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import { PROFITABILITY_COLUMNS, RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { type ColumnFilter, SEARCH_COLUMNS, type Selection } from '#shared/domain/selection.ts';

/**
 * The columns that a table is of: those that were kept (null: none were), else those it opens with; and the one that was
 * `asked` for besides. Where no column of these is there, as of a view of another copy, those it opens with: there is no
 * table of nothing.
 */
export function chosenColumns(
  kept: readonly string[] | null,
  asked: string | null,
  unknownColumns: readonly string[],
  keys: TableKeys,
): ReadonlySet<string> {
  const opening = openingColumns(keys);
  const own = kept ?? opening;
  const wanted = new Set(asked === null ? own : [...own, asked]);
  return inTableOrder(wanted, unknownColumns, keys.date).length > 0 ? wanted : new Set(opening);
}

/** Columns to ask for: those shown, and the sums that their rates' divisions are told from. */
export function requestedColumns(shown: readonly string[]): readonly string[] {
  const parts = shown.flatMap((column) => {
    const part = RATE_COLUMNS[column];
    return part === undefined ? [] : [part, RATE_BASE_COLUMN];
  });
  return [...new Set([...shown, ...parts])];
}

/** Reads the cells of a line of a view by column; "" where there is none. */
export function lineReader(view: Pick<TableRowsView, 'query'>, line: TableRow): (column: string) => string {
  const asked = view.query?.rows.columns ?? [];
  return (column) => line.cells[asked.indexOf(column)] ?? '';
}

/** The filters that leave the rows of one order, or of one group of rows without order number. */
export function orderFilters(read: (column: string) => string): readonly ColumnFilter[] {
  const columns = read('Orden').trim() === '' ? IDENTITY_COLUMNS : ['Orden', 'Canal', 'Cuenta'];
  return columns.map((column) => ({ column, values: [read(column)] }));
}

/** Columns to total: every sum that the foot, the status bar and the checks need. */
export function totalledColumns(shown: readonly string[]): readonly string[] {
  const summed = requestedColumns(shown).filter((key) => {
    const column = findColumn(key);
    return column !== undefined && isSummable(column);
  });
  return [...new Set([...summed, ...PROFITABILITY_COLUMNS, 'Costo de Producto', 'Unidades'])];
}

/** A press on a header: figures and dates begin with the greatest, texts with A; then the other way; then none. */
export function nextSort(sort: SortOrder | null, column: string): SortOrder | null {
  const kind = findColumn(column)?.kind ?? 'text';
  const first = kind === 'text' ? 'ascending' : 'descending';
  if (sort?.column !== column) return { column, direction: first };
  if (sort.direction === first)
    return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
  return null;
}

export type RangeFigures = {
  readonly sum: Decimal;
  /** Rounded to four places more than the sum has; null where it is not known how many values the sum is of. */
  readonly average: Decimal | null;
  readonly count: number;
};

/** Sum, average and number of the figures among the texts; null where there is none. */
export function rangeFigures(values: readonly (string | null)[]): RangeFigures | null {
  let sum: Scaled = ZERO;
  let count = 0;
  for (const value of values) {
    const figure = readFigure(value ?? '');
    if (figure === undefined) continue;
    sum = add(sum, figure);
    count += 1;
  }
  if (count === 0) return null;
  const average = percentOf(sum, { units: BigInt(count) * 100n, scale: 0 }, sum.scale + 4);
  return average === undefined ? null : { sum: toDecimal(sum), average: toDecimal(average), count };
}

/**
 * The lines of the current selection, whole views only; with what tells orders apart, and what is searched in. Who comes
 * back with the same question finds them there, as long as no commit came in between.
 */
export function useOrderRows(
  shown: readonly string[],
  grouping: Grouping,
  sort: SortOrder | null,
): TableRowsSource {
  const session = useSession();
  const answers = useQueryClient();
  const { selection } = useSelection();
  const questionOf = useCallback(
    (asked: Selection): TableRowsQuery => {
      const searched = asked.search.trim() === '' ? [] : SEARCH_COLUMNS;
      const columns = [
        ...new Set([...requestedColumns(shown), ...IDENTITY_COLUMNS, ORDER_STATUS_COLUMN, ...searched]),
      ];
      return { rows: { selection: asked, grouping, sort, columns }, totalColumns: totalledColumns(shown) };
    },
    [grouping, sort, shown],
  );
  const question = useMemo(() => questionOf(selection), [questionOf, selection]);
  const [source] = useState(() => {
    const last = answers.getQueryData<TableRowsView>(queryKey('order-rows', question));
    return createTableRowsSource(session.data.call, last?.revision === session.revision.get() ? last : null);
  });
  usePages(source, question);
  // Another date is another column: what is shown with it is known once it is drawn.
  const { periodColumn } = selection;
  useSelectionAhead(
    useCallback(
      (next) => {
        if (next.periodColumn === periodColumn && session.ledger.get().kind === 'open')
          source.ask(questionOf(next));
      },
      [periodColumn, session, source, questionOf],
    ),
  );
  useEffect(
    () =>
      source.store.subscribe(() => {
        const view = source.store.get();
        if (view.query === null || view.stale || view.error !== null) return;
        const key = queryKey('order-rows', view.query);
        answers.removeQueries({ queryKey: [key[0]], predicate: (other) => other.queryKey[1] !== key[1] });
        answers.setQueryData(key, view);
      }),
    [source, answers],
  );
  return source;
}
