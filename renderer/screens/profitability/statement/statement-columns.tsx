import type { Text } from '#renderer/i18n/text.tsx';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import type { CharWidths } from '#renderer/ui/grid/measure.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import type { NamedColumn } from './statement-data.ts';

/** The statement's columns as the grid takes them: the lines' names at the left, the whole at the right end. Pure. */

export const NAME_COLUMN = 'name';
export const SCOPES_COLUMN = 'scopes';

type Part = 'amount' | 'rate';

function figureColumnId({ id }: Pick<NamedColumn, 'id'>, part: Part): string {
  return `${part} ${id}`;
}

/** The column of the statement that a column of the grid shows a part of; null of the names. */
export function figureColumnOf(columnId: string): { readonly part: Part; readonly id: string } | null {
  const [part] = columnId.split(' ', 1);
  if (part !== 'amount' && part !== 'rate') return null;
  return { part, id: columnId.slice(part.length + 1) };
}

export type StatementLayout = {
  readonly columns: readonly NamedColumn[];
  /** Stands at the right end; null where it is among the others. */
  readonly whole: NamedColumn | null;
  readonly values: StatementView['values'];
  readonly places: number;
  /** The currency that its amounts are in; null: it has no name. */
  readonly unit: string | null;
  readonly text: Text;
  readonly formats: Formats;
  readonly widths: CharWidths;
};

const NAME_PX = 237;
const SCOPES_PX = 46;
const RATE_PX = 47;
/** What stands at the right end has room around it. */
const WHOLE_EXTRA: { readonly [part in Part]: number } = { amount: 12, rate: 8 };
const CELL_EXTRA = 16;
const LEAST_RATE_PX = 64;
/** Column names longer than this are cut, with the whole in their title. */
const MOST_NAME_PX = 190;

export function statementColumns(layout: StatementLayout): readonly GridColumn[] {
  const { columns, whole, unit, text } = layout;
  const names: GridColumn = {
    id: NAME_COLUMN,
    label: (
      <>
        {text('panel.line')} <span className="dim">{unit}</span>
      </>
    ),
    name: text('panel.line'),
    align: 'start',
    width: NAME_PX,
    group: 'pinned',
    pinned: true,
    sortable: false,
    rowHeader: true,
  };
  const scopes: GridColumn = {
    id: SCOPES_COLUMN,
    label: (
      <>
        {SCOPES.map((scope) => (
          <ScopeMark key={scope} scope={scope} />
        ))}
        <span className="sr">{text('statement.counts-in')}</span>
      </>
    ),
    name: text('statement.counts-in'),
    align: 'start',
    width: SCOPES_PX,
    group: 'pinned',
    pinned: true,
    sortable: false,
  };
  const px = partWidths(layout);
  const figures = columns.flatMap((column) => figureColumns(column, px, layout));
  const wholeFigures =
    whole === null
      ? []
      : figureColumns(whole, px, layout).map((column) => ({ ...column, atEnd: true as const }));
  return [names, scopes, ...figures, ...wholeFigures];
}

function figureColumns(
  column: NamedColumn,
  px: { readonly [part in Part]: number },
  { values, whole, unit, text }: StatementLayout,
): readonly GridColumn[] {
  const labels: { readonly [part in Part]: string } = {
    amount: unit ?? text('panel.amount'),
    rate: column.kind === 'difference' ? text('unit.points') : '%',
  };
  const parts: readonly Part[] = values === 'both' ? ['amount', 'rate'] : [values];
  return parts.map((part) => ({
    id: figureColumnId(column, part),
    label: labels[part],
    name: `${column.name}: ${labels[part]}`,
    align: 'end',
    width: px[part] + (column === whole ? WHOLE_EXTRA[part] : 0),
    group: column.id,
    pinned: false,
    sortable: false,
  }));
}

/** The names over the columns; each leads to its orders, where there are rows that are its own. */
export function statementGroups(
  { columns, whole, text }: Pick<StatementLayout, 'columns' | 'whole' | 'text'>,
  onOpen: (column: NamedColumn) => void,
): readonly GridGroup[] {
  return [...columns, ...(whole === null ? [] : [whole])].map((column) => {
    const leads = column !== whole && column.kind !== 'rest' && column.kind !== 'difference';
    return {
      id: column.id,
      label: column.name,
      title: column.name,
      note: column.until,
      align: 'end',
      ink: null,
      fold: null,
      ...(leads ? { open: { title: text('panel.open-orders'), run: () => onOpen(column) } } : {}),
    };
  });
}

/** Every amount is shown whole: the widest of the results decides, and the columns' names fit over them. */
function partWidths(layout: StatementLayout): { readonly [part in Part]: number } {
  const { values, widths } = layout;
  const all = layout.whole === null ? layout.columns : [...layout.columns, layout.whole];
  const nameWidth = ({ name, until }: NamedColumn): number =>
    Math.min(MOST_NAME_PX, widths.bold(`${name} ${until ?? ''}`));
  const namesPx = all.reduce((px, column) => Math.max(px, nameWidth(column)), 0);
  if (values === 'rate') return { amount: 0, rate: Math.ceil(Math.max(LEAST_RATE_PX, namesPx)) + CELL_EXTRA };
  const rate = values === 'both' ? RATE_PX : 0;
  const amount = Math.ceil(Math.max(widestAmount(all, layout), namesPx - rate)) + CELL_EXTRA;
  return { amount, rate };
}

const WIDE_COLUMNS = ['Ingreso Total', 'Ventas', 'Rentabilidad Total', 'Costo de Producto'];

function widestAmount(columns: readonly NamedColumn[], { widths, formats, places }: StatementLayout): number {
  let widest = 0;
  for (const { totals, less } of columns) {
    for (const sums of [totals.sums, less?.sums]) {
      for (const column of WIDE_COLUMNS) {
        const sum = sums?.[column];
        if (sum !== undefined) widest = Math.max(widest, widths.bold(formats.money(sum, places)));
      }
    }
  }
  return widest;
}
