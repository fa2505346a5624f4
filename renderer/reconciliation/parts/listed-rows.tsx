import type { ReactNode } from 'react';
import type { FailingRow } from '#renderer/data/model/row-rules.ts';
import { shownCell } from '#renderer/features/messages/shown-cell.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column, Line } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MoreLink } from './more-link.tsx';
import { type OpenOrder, orderOf } from './opened-order.ts';

type ListedRow = Pick<FailingRow, 'row' | 'cells' | 'identity' | 'correlationIds'>;
type Figures<Row> = {
  readonly heading: string;
  /** Its exact value, as it is copied. */
  readonly value: (row: Row) => string | null;
  readonly draw: (row: Row) => ReactNode;
};

/** Rows that a tool found: what tells each, its figures, and the answers that brought it; its order opens by a press. */
export function ListedRows<Row extends ListedRow>(props: {
  readonly name: string;
  readonly testId?: string;
  readonly rowTestId: string;
  readonly keyColumns: readonly string[];
  readonly figures: readonly Figures<Row>[];
  readonly lines: readonly Row[];
  readonly total: number;
  /** Decimal places of an order that is opened. */
  readonly places: number;
  readonly onOpenOrder: OpenOrder;
  readonly onMore: () => void;
}) {
  const text = useText();
  const { dates } = useFormats();
  const { keyColumns, figures, lines, total, places, onOpenOrder } = props;
  const order = ({ cells }: Row, { at }: Line) => (
    <Button className={ui.smallLink} onClick={() => onOpenOrder({ orders: lines.map(orderOf), at, places })}>
      {cells.Orden || text('order.none')}
    </Button>
  );
  const drawn = (key: string): Pick<Column<Row>, 'draw'> =>
    key === 'Orden' ? { draw: order } : { draw: ({ cells }) => shownCell(key, cells[key] ?? '', dates) };
  return (
    <>
      <ListTable
        name={props.name}
        frame={{ total, ...(props.testId === undefined ? {} : { testId: props.testId }) }}
        columns={[
          ...keyColumns.map(
            (key): Column<Row> => ({
              id: key,
              heading: key,
              value: ({ cells }) => cells[key] ?? '',
              ...drawn(key),
            }),
          ),
          ...figures.map(
            ({ heading, value, draw }): Column<Row> => ({ id: heading, heading, kind: 'money', value, draw }),
          ),
          {
            heading: text('history.request-id'),
            value: ({ correlationIds }) => correlationIds.join(' '),
            draw: ({ correlationIds }) => <CorrelationIds ids={correlationIds} />,
          },
        ]}
        rows={lines}
        keyOf={({ row }) => row}
        line={() => ({ 'data-testid': props.rowTestId })}
      />
      <MoreLink left={total - lines.length} onMore={props.onMore} />
    </>
  );
}
