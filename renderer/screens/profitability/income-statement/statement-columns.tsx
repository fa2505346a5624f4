import {
  lineChange,
  type NamedColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  lineName,
  STATEMENT_LINES,
  shownLines,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import ui from '#renderer/ui/controls.module.css';
import { figureText } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import type { CharWidths } from '#renderer/ui/grid/measure.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import {
  CHANGE_PLACES,
  figureColumnId,
  NAME_COLUMN,
  PARTS,
  type Part,
  SCOPES_COLUMN,
} from './statement-cells.ts';

/** The columns of the statement's grid: which there are, what they are called, and how wide they are. Pure. */

export type StatementLayout = {
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

/** The columns of the grid: names, scopes, and the parts of every column, those at the right end last. */
export function statementColumns(layout: StatementLayout): readonly GridColumn[] {
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
export function statementGroups(
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
