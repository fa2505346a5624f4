import { useCallback, useMemo } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { type StatementLine, shownLines } from '#renderer/features/statement/statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { CellRange, RowTree } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useRowPx } from '#renderer/ui/grid/row-height.tsx';
import { chosenTsv } from '#renderer/ui/grid/tsv.ts';
import {
  COVERAGE,
  figureColumnOf,
  isHolder,
  type StatementRow,
  statementCells,
  statementColumns,
  statementGroups,
} from './statement-cells.tsx';
import type { NamedColumn } from './statement-data.ts';
import './statement.css';

/** Its rows are that much lower than those of other tables: it has few, and is looked at whole. */
const LOWER_PX = 2;

/**
 * Lines by columns: amounts and their share of Ventas, all of the selection at the right. Sections open to their columns.
 * Arrows walk the cells, Enter opens the orders behind one.
 */
export function StatementTable(props: {
  readonly columns: readonly NamedColumn[];
  /** Pinned at the right; null where it stands among the others. */
  readonly whole: NamedColumn | null;
  readonly places: number;
  readonly view: StatementView;
  /** Columns come in time's order: it begins with the newest. Give it a key that changes with it. */
  readonly isTime: boolean;
  readonly stale: boolean;
  readonly onToggle: (line: string) => void;
  /** The orders behind a figure; of a column's head, or of the last row (null), those of all its lines. */
  readonly onOpen: (line: StatementLine | null, column: NamedColumn) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const widths = useCharWidths();
  const rowPx = useRowPx() - LOWER_PX;
  const { code: unit } = useCurrency();
  const { columns, whole, places, view, onOpen, onToggle } = props;
  const { values, heat, open } = view;
  const rows = useMemo((): readonly StatementRow[] => [...shownLines(new Set(open)), COVERAGE], [open]);
  const all = useMemo(() => (whole === null ? columns : [...columns, whole]), [columns, whole]);
  const cell = useMemo(() => {
    const cells = statementCells(all, heat && values !== 'amount', { text, formats, places });
    return (row: object, columnId: string) => cells(row as StatementRow, columnId);
  }, [all, heat, values, text, formats, places]);
  const gridColumns = useMemo(
    () => statementColumns({ columns, whole, values, places, unit, text, formats, widths }),
    [columns, whole, values, places, unit, text, formats, widths],
  );
  const groups = useMemo(
    () => statementGroups({ columns, whole, text }, (column) => onOpen(null, column)),
    [columns, whole, text, onOpen],
  );
  const tree = useMemo(() => treeOf(rows, open, onToggle), [rows, open, onToggle]);
  const line = useCallback((row: number) => rows[row], [rows]);
  function openAt(row: number, columnId: string): void {
    const shown = rows[row];
    const asked = figureColumnOf(columnId);
    const column = all.find(({ id }) => id === asked?.id);
    if (shown === undefined) return;
    if (column !== undefined) onOpen(shown.kind === 'coverage' ? null : shown, column);
    else if (isHolder(shown)) onToggle(shown.id);
  }
  const copy = (range: CellRange, withNames: boolean): void => {
    const from = { columns: gridColumns, lines: rows, cell };
    void navigator.clipboard.writeText(chosenTsv(range, from, formats.numbers.decimal, withNames));
  };
  return (
    <Grid
      className={`result-lines v-${values}`}
      label={text('statement.label')}
      columns={gridColumns}
      groups={groups}
      actions={null}
      rowCount={rows.length}
      rowPx={rowPx}
      isWhole
      line={line}
      cell={cell}
      foot={null}
      sort={null}
      onSort={unsorted}
      openRow={null}
      reveal={null}
      onOpen={openAt}
      onCopy={copy}
      tree={tree}
      linesKey="lines"
      stale={props.stale}
      empty={null}
      rowKind={kindOf}
      rowData={dataOf}
      startsAtEnd={props.isTime}
    />
  );
}

/** Its lines stand in the order in which they are added up. */
function unsorted(): void {}

/** Above these a darker rule: what is below is another sum. */
const RULED = new Set(['Rentabilidad Marketplace', 'advertising', COVERAGE.id]);

function kindOf(line: object): string {
  const { id, kind } = line as StatementRow;
  return RULED.has(id) ? `k-${kind} ruled` : `k-${kind}`;
}

function dataOf(line: object | undefined): { readonly line: string } {
  return { line: line === undefined ? '' : (line as StatementRow).id };
}

/** Sections hold the columns they are made of. */
function treeOf(
  rows: readonly StatementRow[],
  open: readonly string[],
  onToggle: (line: string) => void,
): RowTree {
  return {
    stateOf: (row) => {
      const shown = rows[row];
      if (shown === undefined) return null;
      if (shown.kind === 'part') return 'item';
      return isHolder(shown) ? (open.includes(shown.id) ? 'open' : 'closed') : null;
    },
    holderOf: (row) => rows.findLastIndex((shown, at) => at < row && isHolder(shown)),
    toggle: (row) => {
      const shown = rows[row];
      if (shown !== undefined && isHolder(shown)) onToggle(shown.id);
    },
  };
}
