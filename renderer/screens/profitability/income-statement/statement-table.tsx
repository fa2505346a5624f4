import { memoize } from 'es-toolkit/function';
import { useCallback, useMemo } from 'react';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import {
  changeOf,
  coverageAmount,
  coverageRate,
  figureOf,
  lineChange,
  type NamedColumn,
  toldRate,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  lineName,
  STATEMENT_LINES,
  type StatementLine,
  shownLines,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { useCopy } from '#renderer/features/provenance/use-copy.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { boundsMessage } from '#renderer/screens/profitability/figures/figures.ts';
import { type CellStyle, favouredTone } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { useTellShades } from '#renderer/screens/profitability/state/shades.ts';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { differenceTone, type FigureKind, figureText, figureTone } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type {
  CellMark,
  CellRange,
  CopyForm,
  GridCell,
  GridColumn,
  GridGroup,
  PaperTable,
  RowTree,
} from '#renderer/ui/grid/grid-types.ts';
import { type CharWidths, useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useRowPx } from '#renderer/ui/grid/row-height.tsx';
import { chosenTsv } from '#renderer/ui/grid/tsv.ts';
import { MOVED_SIGN, type MovedFigures, useMovedFigures } from '#renderer/ui/moved-figures.tsx';
import scopeMarkStyles from '#renderer/ui/scope-mark.module.css';
import { SCOPE_LETTERS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import styles from './statement.module.css';
import { atEndOf, heatOfLine } from './statement-data.ts';

/** How much of the sales has a product cost, below all lines. */
const COVERAGE = { id: 'coverage', kind: 'coverage' } as const;
type StatementRow = StatementLine | typeof COVERAGE;

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

const NAME_COLUMN = 'name';
const SCOPES_COLUMN = 'scopes';

/** change: percent of the compared amount, in columns of differences alone. */
const PARTS = ['amount', 'change', 'rate'] as const;
type Part = (typeof PARTS)[number];

function figureColumnId({ id }: Pick<NamedColumn, 'id'>, part: Part): string {
  return `${part} ${id}`;
}

/** The column of the statement that a column of the grid shows a part of; null of the names. */
function figureColumnOf(columnId: string): { readonly part: Part; readonly id: string } | null {
  const part = PARTS.find((each) => columnId.startsWith(`${each} `));
  if (part === undefined) return null;
  return { part, id: columnId.slice(part.length + 1) };
}

type StatementLayout = {
  readonly columns: readonly NamedColumn[];
  /** Stand at the right end: the whole, where it is not among the others, and its change. */
  readonly atEnd: readonly NamedColumn[];
  readonly values: StatementView['values'];
  readonly places: number;
  /** The currency that its amounts are in; null: it has no name. */
  readonly unit: string | null;
  readonly text: Text;
  readonly formats: Formats;
  readonly widths: CharWidths;
  /** Own costs move figures, which is marked. */
  readonly isMoved: boolean;
};

const MIN_NAME_PX = 262;
/** Around a line's name: its operator, its mark, and what opens it. */
const NAME_EXTRA = 77;
const SCOPES_PX = 46;
/** Two of the scopes say that own costs move them. */
const MOVED_EXTRA = 16;
const RATE_PX = 47;
const MIN_CHANGE_PX = 42;
/** The columns at the right end have room around them. */
const END_EXTRA: { readonly [part in Part]: number } = { amount: 12, change: 8, rate: 8 };
const CELL_EXTRA = 16;
const MIN_RATE_PX = 64;
/** Column names longer than this are cut, with the whole in their title. */
const MAX_NAME_PX = 190;

function statementColumns(layout: StatementLayout): readonly GridColumn[] {
  const { columns, atEnd, unit, text } = layout;
  const atStart = { align: 'start', group: 'pinned', pinned: true, sortable: false } as const;
  const names: GridColumn = {
    ...atStart,
    id: NAME_COLUMN,
    label: (
      <>
        {text('panel.line')} <span className={ui.faint}>{unit}</span>
      </>
    ),
    name: text('panel.line'),
    width: namesPx(layout),
    rowHeader: true,
  };
  const scopes: GridColumn = {
    ...atStart,
    id: SCOPES_COLUMN,
    label: (
      <>
        {SCOPES.map((scope) => (
          <ScopeMark key={scope} scope={scope} />
        ))}
        <span className={ui.visuallyHidden}>{text('statement.counts-in')}</span>
      </>
    ),
    name: text('statement.counts-in'),
    width: SCOPES_PX + (layout.isMoved ? MOVED_EXTRA : 0),
  };
  const px = partWidths(layout);
  const figures = columns.flatMap((column) => figureColumns(column, px, layout));
  const endFigures = atEnd
    .flatMap((column) => figureColumns(column, px, layout))
    .map((column) => ({ ...column, atEnd: 'whole' }));
  return [names, scopes, ...figures, ...endFigures];
}

function figureColumns(
  column: NamedColumn,
  px: { readonly [part in Part]: number },
  { values, atEnd, unit, text }: StatementLayout,
): readonly GridColumn[] {
  const labels: { readonly [part in Part]: string } = {
    amount: unit ?? text('panel.amount'),
    change: '%',
    rate: column.kind === 'difference' ? text('unit.points') : '%',
  };
  return partsOf(column, values, atEnd).map((part) => ({
    id: figureColumnId(column, part),
    label: labels[part],
    name: `${column.name}: ${labels[part]}`,
    align: 'end',
    width: px[part] + (atEnd.includes(column) ? END_EXTRA[part] : 0),
    group: column.id,
    pinned: false,
    sortable: false,
  }));
}

/** A difference of amounts is told in percent too; at the right end in percent alone. */
function partsOf(
  column: NamedColumn,
  values: StatementView['values'],
  atEnd: readonly NamedColumn[],
): readonly Part[] {
  const isDifference = column.kind === 'difference';
  const isTarget = column.isTarget === true;
  return PARTS.filter((part) => {
    // A target is missed by an amount.
    if (part === 'change') return isDifference && !isTarget && values !== 'rate';
    if (part === 'amount' && isDifference && !isTarget && atEnd.includes(column)) return false;
    return values === 'both' || values === part;
  });
}

/** The names over the columns; each leads to its orders, where there are rows that are its own. */
function statementGroups(
  { columns, atEnd, text }: Pick<StatementLayout, 'columns' | 'atEnd' | 'text'>,
  onOpen: (column: NamedColumn) => void,
): readonly GridGroup[] {
  return [...columns, ...atEnd].map((column) => {
    const leads = !atEnd.includes(column) && column.kind !== 'rest' && column.kind !== 'difference';
    return {
      id: column.id,
      label: column.label ?? column.name,
      title: column.name,
      note: column.until,
      align: 'end',
      ink: null,
      fold: null,
      ...(leads ? { open: { title: text('panel.open-orders'), run: () => onOpen(column) } } : {}),
    };
  });
}

/** Every line of the result is named whole, in larger text too. */
function namesPx({ text, widths }: StatementLayout): number {
  const names = [...shownLines(new Set()).map((line) => lineName(line, text)), text('statement.coverage')];
  return names.reduce((px, name) => Math.max(px, Math.ceil(widths.regular(name)) + NAME_EXTRA), MIN_NAME_PX);
}

/** Every amount is shown whole: the widest of the results decides, and the columns' names fit over them. */
function partWidths(layout: StatementLayout): { readonly [part in Part]: number } {
  const { values, widths } = layout;
  const all = [...layout.columns, ...layout.atEnd];
  const change = Math.ceil(widestChange(all, layout)) + CELL_EXTRA;
  const nameWidth = ({ kind, label, name, until }: NamedColumn): number => {
    const px = widths.bold(`${label ?? name} ${until ?? ''}`) - (kind === 'difference' ? change : 0);
    return Math.min(MAX_NAME_PX, px);
  };
  const namesPx = all.reduce((px, column) => Math.max(px, nameWidth(column)), 0);
  if (values === 'rate')
    return { amount: 0, change: 0, rate: Math.ceil(Math.max(MIN_RATE_PX, namesPx)) + CELL_EXTRA };
  const rate = values === 'both' ? RATE_PX : 0;
  const amount = Math.ceil(Math.max(widestAmount(all, layout), namesPx - rate)) + CELL_EXTRA;
  return { amount, change, rate };
}

const WIDE_COLUMNS = ['Ingreso Total', 'Ventas', 'Rentabilidad Total', 'Costo de Producto'];

function widestAmount(columns: readonly NamedColumn[], { widths, formats, places }: StatementLayout): number {
  return columns
    .flatMap(({ totals, less }) => [totals.sums, less?.sums])
    .flatMap((sums) => WIDE_COLUMNS.map((column) => sums?.[column]))
    .reduce((px, sum) => (sum === undefined ? px : Math.max(px, widths.bold(formats.money(sum, places)))), 0);
}

/** A line that was next to nothing changes by thousands of percent. */
function widestChange(columns: readonly NamedColumn[], { widths, formats }: StatementLayout): number {
  return columns
    .flatMap((column) => STATEMENT_LINES.map((line) => lineChange(line, column)))
    .reduce(
      (px, change) =>
        change === null
          ? px
          : Math.max(px, widths.bold(`+${figureText(change, 'points', CHANGE_PLACES, formats)}`)),
      MIN_CHANGE_PX,
    );
}
const CHANGE_PLACES = 1;

/** The cells of the lines; `isShaded`: rates are shaded within their line over `columns`. */
function statementCells(
  columns: readonly NamedColumn[],
  isShaded: boolean,
  style: CellStyle,
  moved: MovedFigures | null,
): (row: StatementRow, columnId: string) => GridCell {
  const positions = new Map(columns.map(({ id }, at) => [id, at]));
  const shadesOf = memoize((line: StatementLine) => {
    const figures = columns.map((column) => figureOf(line, column));
    return heatOfLine(line, columns, figures);
  });
  return (row, columnId) => {
    if (columnId === NAME_COLUMN) return nameCell(row, style.text, moved);
    if (columnId === SCOPES_COLUMN) return scopesCell(row, style.text);
    const asked = figureColumnOf(columnId);
    const at = asked === null ? undefined : positions.get(asked.id);
    const column = at === undefined ? undefined : columns[at];
    if (asked === null || at === undefined || column === undefined) return { text: '', tone: 'none' };
    if (row.kind === 'coverage') return coverageCell(asked.part, column, style);
    const shown = lineCell(row, asked.part, column, style);
    return asked.part === 'rate' ? { ...shown, shade: isShaded ? (shadesOf(row)[at] ?? null) : null } : shown;
  };
}

function isHolder({ kind }: StatementRow): boolean {
  return kind === 'section' || kind === 'income';
}

const MOVED_MARK: CellMark = { text: MOVED_SIGN, className: scopeMarkStyles.moved, isSilent: true };

function nameCell(row: StatementRow, text: Text, moved: MovedFigures | null): GridCell {
  if (row.kind === 'coverage') {
    const title = text('statement.coverage-title');
    return {
      text: text('statement.coverage'),
      tone: 'plain',
      title,
      marks: [{ text: '', className: styles.sign }],
    };
  }
  const name = lineName(row, text);
  const isMoved = moved !== null && row.column !== null && moved.columns.has(row.column);
  return {
    text: name,
    tone: 'plain',
    title: isMoved ? `${name} ${MOVED_SIGN} ${moved.title}` : name,
    marks: [
      { text: row.operator, className: styles.sign },
      ...marksOf(row),
      ...(isMoved ? [MOVED_MARK] : []),
    ],
    ...(isHolder(row) ? { opens: true } : {}),
    ...(row.kind === 'part' ? { overflows: true } : {}),
  };
}

function marksOf({ section, kind, scope }: StatementLine): readonly CellMark[] {
  if (kind === 'section' && section !== null)
    return [{ text: '', className: classNames(ui.swatch, styles.swatch), ink: SECTION_INKS[section] }];
  if (scope !== null)
    return [
      {
        text: SCOPE_LETTERS[scope],
        className: classNames(scopeMarkStyles.mark, styles.scope, scopeMarkStyles[scope]),
        isSilent: true,
      },
    ];
  return kind === 'product-cost'
    ? [{ text: '', className: classNames(styles.swatch, ui.hatchedSwatch) }]
    : [];
}

/** Which results a line counts in: a dot for each. */
function scopesCell(row: StatementRow, text: Text): GridCell {
  if (row.kind === 'coverage' || row.kind === 'part' || row.countsIn.length === 0)
    return { text: '', tone: 'plain' };
  const { countsIn } = row;
  return {
    text: '',
    tone: 'plain',
    title: countsIn
      .map((scope) => text('statement.counts-in-of', { scope: text(`scope.${scope}`) }))
      .join('\n'),
    marks: SCOPES.map((scope) => ({
      text: '',
      className: classNames(styles.dot, countsIn.includes(scope) && styles[scope]),
    })),
  };
}

/** A line's amount, or its share of Ventas, in a column. */
function lineCell(line: StatementLine, part: Part, column: NamedColumn, style: CellStyle): GridCell {
  const { amount, ratePercent } = figureOf(line, column);
  const favour = column.less === null ? null : favourOf(line);
  if (part === 'change')
    return figureCell(
      { value: lineChange(line, column), kind: 'points', places: CHANGE_PLACES, favour },
      style.formats,
    );
  if (part === 'rate') {
    const title = divisionMessage(line, amount, column, style);
    const shown = figureCell({ value: ratePercent, kind: 'points', places: 1, favour }, style.formats);
    return quiet(title === null ? shown : { ...shown, title });
  }
  const shown = figureCell({ value: amount, kind: 'money', places: style.places, favour }, style.formats);
  const known = column.until === null ? shown : quiet(shown);
  return column.kind === 'whole' ? { ...known, testId: `line-${line.id}` } : known;
}

/** How much of the sales has a product cost: the amount, or its share. */
function coverageCell(part: Part, column: NamedColumn, style: CellStyle): GridCell {
  const { formats, places } = style;
  const { sums, ventasWithProductCost } = column.totals;
  const favour = column.less === null ? null : 1;
  if (column.isTarget === true)
    return figureCell({ value: null, kind: 'points', places: 1, favour }, formats);
  if (part === 'change') {
    const value = changeOf(ventasWithProductCost, column.less?.ventasWithProductCost ?? null);
    return figureCell({ value, kind: 'points', places: 1, favour }, formats);
  }
  if (part === 'amount') {
    const value = sums.Ventas === undefined ? null : coverageAmount(column);
    return figureCell({ value, kind: 'money', places, favour }, formats);
  }
  const share = coverageRate(column);
  const shown = figureCell({ value: share, kind: 'points', places: 1, favour }, formats);
  if (column.less !== null || sums.Ventas === undefined) return shown;
  return {
    ...shown,
    title: quotient(ventasWithProductCost, sums.Ventas, formats),
    ...(share === null || share.startsWith('100.') ? {} : { tone: 'warn' }),
  };
}

/** Beside the amounts, and where a column's time is not over. */
function quiet(cell: GridCell): GridCell {
  return cell.tone === 'plain' ? { ...cell, tone: 'soft' } : cell;
}

/** Whether more of a line is good (1) or bad (-1) for the seller. */
function favourOf({ kind, section, operator }: StatementLine): 1 | -1 {
  if (kind === 'part' && section !== null) return operator === '+' ? -1 : 1;
  return kind === 'result' || kind === 'income' || operator === '+' ? 1 : -1;
}

/** A figure; of a difference (`favour` is not null) with its sign, its colour saying favourable or not. */
function figureCell(
  figure: {
    readonly value: string | null;
    readonly kind: FigureKind;
    readonly places: number;
    readonly favour: 1 | -1 | null;
  },
  formats: Formats,
): GridCell {
  const { value, kind, places, favour } = figure;
  if (value === null) return { text: '—', tone: 'none' };
  const shown = figureText(value, kind, places, formats);
  const title = (kind === 'money' ? formats.title : formats.figure)(value);
  if (favour === null) return { text: shown, tone: figureTone(value, kind, formats), value, title };
  const tone = differenceTone(value, kind, shown, formats);
  return { text: tone === 'gained' ? `+${shown}` : shown, tone: favouredTone(tone, favour), value, title };
}

/** The division that a rate is, and the bounds of a result; null of differences, and where there is nothing to divide. */
function divisionMessage(
  line: StatementLine,
  amount: string | null,
  column: NamedColumn,
  { text, formats }: CellStyle,
): string | null {
  const { Ventas } = column.totals.sums;
  if (column.less !== null || amount === null || Ventas === undefined) return null;
  if (toldRate(line, column.totals) !== null) return null;
  const words = division(amount, Ventas, formats, text, lineName(line, text));
  const bounds = boundsMessage(line.column, column.totals, text, formats);
  return bounds === null ? words : `${words}\n${bounds}`;
}
