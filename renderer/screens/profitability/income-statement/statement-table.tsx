import { useCallback, useMemo } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { figureOf, type NamedColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  type StatementLine,
  shownLines,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { useCopy } from '#renderer/features/provenance/use-copy.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useTellShades } from '#renderer/screens/profitability/state/shades.ts';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { CellRange, CopyForm, PaperTable, RowTree } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useRowPx } from '#renderer/ui/grid/row-height.tsx';
import { chosenTsv } from '#renderer/ui/grid/tsv.ts';
import { useMovedFigures } from '#renderer/ui/moved-figures.tsx';
import styles from './statement.module.css';
import { COVERAGE, figureColumnOf, isHolder, type StatementRow, statementCells } from './statement-cells.ts';
import { statementColumns, statementGroups } from './statement-columns.tsx';
import { atEndOf, heatOfLine } from './statement-data.ts';

/** Its rows are that much lower than those of other tables: it has few, and is looked at whole. */
const LOWER_PX = 2;

type TableProps = {
  readonly columns: readonly NamedColumn[];
  /** Pinned at the right; null where it stands among the others. */
  readonly whole: NamedColumn | null;
  /** Beside it; null where there is none. */
  readonly change: NamedColumn | null;
  /** What the whole was to come to, and the difference, at the right end too. */
  readonly targets: readonly NamedColumn[];
  readonly places: number;
  readonly view: StatementView;
  /** Columns come in time's order: it begins with the newest. Give it a key that changes with it. */
  readonly isTime: boolean;
  readonly stale: boolean;
  readonly onToggle: (line: string) => void;
  /** The orders behind a figure; of a column's head, or of the last row (null), those of all its lines. */
  readonly onOpen: (line: StatementLine | null, column: NamedColumn) => void;
};

/**
 * Lines by columns: amounts and their share of Ventas, all of the selection at the right. Sections open to their columns.
 * Arrows walk the cells, Enter opens the orders behind one.
 */
export function StatementTable(props: TableProps) {
  const text = useText();
  const formats = useFormats();
  const rowPx = useRowPx() - LOWER_PX;
  const { rows, all, cell, gridColumns, groups } = useStatementFigures(props);
  const { view, onOpen, onToggle } = props;
  const { values, open } = view;
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
  const toClipboard = useCopy();
  const copy = (range: CellRange, form: CopyForm): void => {
    const from = { columns: gridColumns, lines: rows, cell };
    void toClipboard(chosenTsv(range, from, formats.numbers, form), form);
  };
  return (
    <Grid
      className={classNames(styles.statement, values === 'both' && styles.both)}
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
      paper={paperOf(rows)}
    />
  );
}

/** The rows, the columns and what stands in each cell. */
function useStatementFigures({ columns, whole, change, targets, places, view, onOpen }: TableProps) {
  const text = useText();
  const formats = useFormats();
  const widths = useCharWidths();
  const { code: unit } = useCurrency();
  const { values, heat, open } = view;
  const moved = useMovedFigures();
  const isMoved = moved !== null;
  const rows = useMemo((): readonly StatementRow[] => [...shownLines(new Set(open)), COVERAGE], [open]);
  const atEnd = useMemo(() => atEndOf({ whole, change, targets }), [whole, change, targets]);
  const all = useMemo(() => [...columns, ...atEnd], [columns, atEnd]);
  const cell = useMemo(() => {
    const cells = statementCells(all, heat && values !== 'amount', { text, formats, places }, moved);
    return (row: object, columnId: string) => cells(row as StatementRow, columnId);
  }, [all, heat, values, text, formats, places, moved]);
  const hasShades = useMemo(
    () =>
      heat &&
      values !== 'amount' &&
      rows.some(
        (row) =>
          row.kind !== 'coverage' &&
          heatOfLine(
            row,
            all,
            all.map((column) => figureOf(row, column)),
          ).some((shade) => shade !== null),
      ),
    [heat, values, rows, all],
  );
  useTellShades(hasShades);
  const gridColumns = useMemo(
    () => statementColumns({ columns, atEnd, values, places, unit, text, formats, widths, isMoved }),
    [columns, atEnd, values, places, unit, text, formats, widths, isMoved],
  );
  const groups = useMemo(
    () => statementGroups({ columns, atEnd, text }, (column) => onOpen(null, column)),
    [columns, atEnd, text, onOpen],
  );
  return { rows, all, cell, gridColumns, groups };
}

/** All lines, as they are opened; they are added up in themselves. */
const paperOf = (rows: readonly StatementRow[]): PaperTable => ({
  lines: () => rows,
  total: rows.length,
  isAsSeen: false,
  remark: () => '',
  subtotal: () => () => null,
  testId: 'statement-paper',
});

/** Its lines stand in the order in which they are added up. */
function unsorted(): void {}

/** Above these a darker rule: what is below is another sum. */
const RULED = new Set(['Rentabilidad Marketplace', 'advertising', COVERAGE.id]);

function kindOf(line: object): string {
  const { id, kind } = line as StatementRow;
  return classNames(styles[kind], RULED.has(id) && styles.ruled);
}

function dataOf(line: object | undefined): { readonly line: string } {
  return { line: line === undefined ? '' : (line as StatementRow).id };
}

/** Sections hold the columns they are made of. */
export function treeOf(
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
