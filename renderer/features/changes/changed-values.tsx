import type { ColumnDifference, OrderDifference } from '#renderer/data/model/changes.ts';
import { shownCell } from '#renderer/features/messages/shown-cell.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { parseDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { unkeptColumns } from './changes-state.ts';

/** Values of the other columns of a changed order before and after. */

/** The figure that a column's rows came to; null where it is none, or not all of it can be read. */
function figureOf(column: string, cells: readonly Cell[]) {
  const kind = findColumn(column)?.kind;
  if ((kind !== 'money' && kind !== 'count') || cells.length !== 1) return null;
  const value = parseDecimal(cells[0] ?? '');
  return value === undefined ? null : ({ kind, value } as const);
}

/** After minus before; null where either is no figure. */
export function changedDifference({ column, before, after }: ColumnDifference) {
  const was = figureOf(column, before);
  const is = figureOf(column, after);
  return was === null || is === null
    ? null
    : { kind: is.kind, value: toDecimal(subtract(is.value, was.value)) };
}

/** A cell in words: of a row that has none, of one that is blank, or what it says. */
export function cellMessage(column: string, cell: Cell, text: Text, formats: Formats): string {
  if (cell === null) return '—';
  if (cell === '') return text('filter.blank');
  return shownCell(column, cell, formats.dates);
}

/** A figure as a figure, dates as dates, all other values as they are. */
export function ChangedValues(props: {
  readonly column: string;
  readonly cells: readonly Cell[];
  readonly places: number;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const formats = useFormats();
  const { column, cells, className } = props;
  const figure = figureOf(column, cells);
  if (figure !== null) {
    const places = figure.kind === 'money' ? props.places : 0;
    return <Figure value={cells[0] ?? null} kind={figure.kind} places={places} className={className} />;
  }
  const exact = cells.map((cell) => cell ?? '').join(', ');
  return (
    <data value={exact} data-value={exact} className={className}>
      {cells.length === 0 ? '—' : cells.map((cell) => cellMessage(column, cell, text, formats)).join(', ')}
    </data>
  );
}

/** How many columns changed without their values being told, why, and which; nothing where all are told. */
export function UnkeptValues({ difference }: { readonly difference: OrderDifference }) {
  const text = useText();
  const formats = useFormats();
  const columns = unkeptColumns(difference);
  if (difference.kind === 'changed' && difference.columns === null)
    return (
      <p className={ui.faint} data-testid="values-unkept" title={text('changes.values-unkept-title')}>
        {text('changes.values-unknown')}
      </p>
    );
  if (columns.length === 0) return null;
  const counted = { count: columns.length, shown: formats.count(columns.length) };
  const isOld = difference.values === null;
  return (
    <p
      data-testid="values-unkept"
      data-value={columns.length}
      title={isOld ? text('changes.values-unkept-title') : undefined}
    >
      <span className={ui.faint}>
        {text(isOld ? 'changes.values-unkept' : 'changes.values-too-long', counted)}
      </span>{' '}
      {columns.join(', ')}
    </p>
  );
}
