import type { ReactNode } from 'react';
import type { ColumnDifference, OrderDifference } from '#renderer/data/model/changes.ts';
import {
  ChangedValues,
  changedDifference,
  UnkeptValues,
} from '#renderer/features/changes/changed-values.tsx';
import { differenceOf, transition, whatChanged } from '#renderer/features/changes/changes-state.ts';
import { ColumnName } from '#renderer/features/columns/column-name.tsx';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { boundsMessage } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CellAttributes, Column, LineAttributes } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './changes.module.css';

/** A line of the difference: before, after and by how much; or one text over all three. */
type DetailLine = {
  readonly id: string;
  readonly name: ReactNode;
  readonly cell?: CellAttributes;
  readonly line?: LineAttributes;
  readonly cells: readonly [ReactNode, ReactNode, ReactNode] | { readonly over: ReactNode };
};

/** A column that no figure of the order tells, with what its rows held. */
function changedColumn(value: ColumnDifference, places: number): DetailLine {
  const difference = changedDifference(value);
  const { column } = value;
  const was = <ChangedValues column={column} cells={value.before} places={places} />;
  const is = <ChangedValues column={column} cells={value.after} places={places} />;
  const line = { 'data-testid': 'change-values', 'data-column': column };
  const detail = {
    id: `value ${column}`,
    name: <ColumnName column={column} />,
    line,
    cell: { className: styles.wraps },
  };
  if (difference === null) {
    // Texts have no columns of their own width.
    const over = (
      <>
        <span className={ui.faint}>{was}</span> → {is}
      </>
    );
    return { ...detail, cells: { over } };
  }
  // A higher cost is no gain: the sign tells, no colour.
  const { kind } = difference;
  const figure = <Figure value={difference.value} kind={kind} places={kind === 'money' ? places : 0} />;
  return { ...detail, cells: [was, is, figure] };
}

/** The difference of one order at the head of its panel: before, after, and where it was read. */
export function ChangeDetails(props: { readonly line: OrderDifference; readonly places: number }) {
  const text = useText();
  const { line, places } = props;
  const figures = useFigureLines(line, places);
  const values = (line.values ?? []).map((value) => changedColumn(value, places));
  return (
    <section className={styles.change} data-testid="change-details" aria-label={text('changes.change')}>
      <p>
        <i className={classNames(styles.kind, styles[line.kind])} aria-hidden="true" />
        <b className={ui.medium}>{whatChanged(line, AMOUNT_COLUMNS, text)}</b>
        {line.changes > 1 ? (
          <span className={ui.faint}> {text('changes.put-together', { count: line.changes })}</span>
        ) : null}
      </p>
      <ListTable
        className={styles.values}
        columns={[
          { heading: text('changes.what'), cell: ({ cell }) => cell ?? {}, draw: ({ name }) => name },
          ...(['before', 'after', 'difference'] as const).map(
            (side, at): Column<DetailLine> => ({
              id: side,
              heading: text(`changes.${side}`),
              kind: 'end',
              cell: ({ cells }) =>
                'over' in cells ? { colSpan: 3, className: classNames(styles.wraps, styles.over) } : {},
              draw: ({ cells }) => ('over' in cells ? cells.over : cells[at]),
            }),
          ),
        ]}
        groups={[
          { key: 'figures', rows: figures },
          ...(values.length === 0 ? [] : [{ key: 'values', heading: text('changes.columns'), rows: values }]),
        ]}
        keyOf={({ id }) => id}
        line={({ line }) => line ?? {}}
      />
      <UnkeptValues difference={line} />
      <WhereRead line={line} />
    </section>
  );
}

/** Rows and amounts before and after. */
function useFigureLines(line: OrderDifference, places: number): readonly DetailLine[] {
  const text = useText();
  const formats = useFormats();
  const { before, after } = line;
  const rowsOf = (side: OrderDifference['before']) => (side === null ? '—' : formats.count(side.rows));
  return [
    {
      id: 'rows',
      name: text('sync.rows'),
      cells: [
        rowsOf(before),
        rowsOf(after),
        <Figure key="difference" value={String((after?.rows ?? 0) - (before?.rows ?? 0))} kind="count" />,
      ],
    },
    ...AMOUNT_COLUMNS.map((column): DetailLine => {
      const amount = (side: OrderDifference['before']) => (
        <Figure value={side?.amounts[column] ?? null} kind="money" places={places} />
      );
      const difference = differenceOf(before, after, column);
      return {
        id: column,
        name: <ColumnName column={column} />,
        cell: { className: ui.noWrap, title: column },
        cells: [
          amount(before),
          amount(after),
          <Figure key="difference" value={difference} kind="money" places={places} signed />,
        ],
      };
    }),
  ];
}

/** The states of the order, and the reading that brought the change. */
function WhereRead({ line }: { readonly line: OrderDifference }) {
  const text = useText();
  const formats = useFormats();
  return (
    <dl>
      <dt>{text.column('Estado de Orden')}</dt>
      <dd>{transition(line, 'states').text}</dd>
      <dt>{text.column('Estado de Pago')}</dt>
      <dd>{transition(line, 'payments').text}</dd>
      <dt>{text('changes.read')}</dt>
      <dd>{line.readAt === null ? '—' : formatMoment(line.readAt, formats.dates)}</dd>
      <dt>{text('history.kind')}</dt>
      <dd>
        {text(`kind.${line.purpose}`)}, {boundsMessage(line.windowFrom, line.windowTo, text, formats)}
      </dd>
      <dt>{text('history.request-id')}</dt>
      <dd>
        <CorrelationIds ids={line.correlationIds} />
      </dd>
    </dl>
  );
}
