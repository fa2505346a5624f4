import { useMemo, useState } from 'react';
import type { TableRow } from '#renderer/data/api.ts';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import { type CellStyle, kindOf, showCell } from '#renderer/features/columns/cells.ts';
import { PINNED_COLUMNS, sectionOf, shortName } from '#renderer/features/columns/column-sections.ts';
import { columnWidth } from '#renderer/features/columns/widths.ts';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useSame } from '#renderer/ui/hooks.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { isDecimalKind, type Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { footCell } from './orders-table.tsx';

/** The columns of the orders, each as wide as what it holds. */

const SCOPE_OF_COLUMN = new Map<string, Scope>(
  (['marketplace', 'comercial', 'total'] as const).map((scope) => [
    SCOPE_COLUMNS[scope].profitability,
    scope,
  ]),
);

/** Labels follow from ids: a table is laid out anew only when a column comes, goes or changes its width. */
function sameColumns(a: readonly GridColumn[], b: readonly GridColumn[]): boolean {
  return (
    a.length === b.length &&
    a.every((column, index) => column.id === b[index]?.id && column.width === b[index]?.width)
  );
}

/**
 * The longest text of each column among the lines read so far. Each page of lines is looked at once, and what has been
 * seen stays seen: a column does not become narrower because one scrolls on.
 */
function useLongest(view: TableRowsView): ReadonlyMap<string, string> {
  const [held] = useState(() => ({
    query: view.query,
    looked: new WeakSet<readonly TableRow[]>(),
    found: new Map<string, string>() as ReadonlyMap<string, string>,
  }));
  return useMemo(() => {
    if (held.query !== view.query) {
      held.query = view.query;
      held.looked = new WeakSet();
      held.found = new Map();
    }
    const asked = view.query?.rows.columns ?? [];
    let fresh: Map<string, string> | null = null;
    for (const lines of view.pages.values()) {
      if (held.looked.has(lines)) continue;
      held.looked.add(lines);
      for (const line of lines) {
        for (const [index, column] of asked.entries()) {
          const value = line.cells[index] ?? '';
          if (value.length <= ((fresh ?? held.found).get(column)?.length ?? 0)) continue;
          fresh ??= new Map(held.found);
          fresh.set(column, value);
        }
      }
    }
    if (fresh !== null) held.found = fresh;
    return held.found;
  }, [held, view.pages, view.query]);
}

/** A column that would be narrower by so much at most stays as it is: figures do not jump sideways at each step. */
const SLACK_PX = 16;

function keptWidth(before: number | undefined, width: number): number {
  return before !== undefined && before >= width && before - width <= SLACK_PX ? before : width;
}

export function useColumns(
  shown: readonly string[],
  view: TableRowsView,
  style: CellStyle,
): readonly GridColumn[] {
  const longest = useLongest(view);
  const widths = useCharWidths();
  const [kept] = useState(() => new Map<string, number>());
  const columns = useMemo(() => {
    return shown.map((column): GridColumn => {
      const header = shortName(column);
      const scope = SCOPE_OF_COLUMN.get(column);
      const value = longest.get(column);
      const sample =
        value === undefined
          ? ''
          : showCell(column, value, style, {
              unreadable: false,
              mixed: false,
              productCostMissing: false,
              cellOf: () => null,
            }).text;
      const total = footCell(column, view.head, style);
      const input = { column, header, total: total?.text ?? null, longest: sample };
      const width = keptWidth(kept.get(column), columnWidth(input, widths));
      kept.set(column, width);
      const decimal = isDecimalKind(kindOf(column));
      return {
        id: column,
        label:
          scope === undefined ? (
            header
          ) : (
            <>
              <ScopeMark scope={scope} /> {header}
            </>
          ),
        name: column,
        align: decimal ? 'end' : 'start',
        width: width + (scope === undefined ? 0 : 4) + (column === PINNED_COLUMNS[0] ? 30 : 0),
        group: sectionOf(column),
        pinned: PINNED_COLUMNS.includes(column),
        sortable: true,
      };
    });
  }, [shown, longest, style, view.head, widths, kept]);
  return useSame(columns, sameColumns);
}
