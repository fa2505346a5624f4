import type { ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import type { FailingRow } from '#shared/domain/row-proof.ts';
import { MoreLink } from './more-link.tsx';
import { type OpenOrder, orderOf } from './opened-order.ts';
import { ScrolledRows } from './scrolled-rows.tsx';

type ListedRow = Pick<FailingRow, 'row' | 'cells' | 'identity' | 'correlationIds'>;
type Figures<Row> = {
  readonly heading: string;
  readonly of: (row: Row) => ReactNode;
};

/**
 * Rows that a tool found: what tells each, its figures, and the answers that brought it; its order opens by a press. Long for
 * its markup, which is one table.
 */
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
  const { keyColumns, figures, lines, total, places, onOpenOrder } = props;
  return (
    <>
      <ScrolledRows
        name={props.name}
        total={total}
        {...(props.testId === undefined ? {} : { testId: props.testId })}
      >
        <table className={ui.denseTable}>
          <thead>
            <tr>
              {keyColumns.map((key) => (
                <th key={key}>{key}</th>
              ))}
              {figures.map(({ heading }) => (
                <th key={heading} className={ui.number}>
                  {heading}
                </th>
              ))}
              <th>correlation_id</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={line.row} data-testid={props.rowTestId}>
                {keyColumns.map((key) => (
                  <td key={key}>
                    {key === 'Orden' ? (
                      <Button
                        className={ui.smallLink}
                        onClick={() => onOpenOrder({ orders: lines.map(orderOf), at, places })}
                      >
                        {line.cells.Orden || text('order.none')}
                      </Button>
                    ) : (
                      (line.cells[key] ?? '')
                    )}
                  </td>
                ))}
                {figures.map(({ heading, of }) => (
                  <td key={heading} className={ui.number}>
                    {of(line)}
                  </td>
                ))}
                <td>
                  <CorrelationIds ids={line.correlationIds} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledRows>
      <MoreLink left={total - lines.length} onMore={props.onMore} />
    </>
  );
}
