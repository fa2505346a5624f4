import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { shownCell } from '#renderer/features/messages/shown-cell.ts';
import { orderDetail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  ExplainedRow,
  ExplainedRowsQuery,
} from '#renderer/reconciliation/explain/model/explained-rows.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './explain.module.css';

const COLUMNS = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Fecha de Pago'];
const SHOWN = 100;

/** The rows that a step lets in or leaves out, or makes another amount of, where no selection says which they are. */
export function StepRows(props: { readonly step: Omit<ExplainedRowsQuery, 'columns' | 'limit'> }) {
  const text = useText();
  const formats = useFormats();
  const { step } = props;
  const input = useMemo(
    (): ExplainedRowsQuery => ({ ...step, columns: [...COLUMNS, step.measure], limit: SHOWN }),
    [step],
  );
  const { output, error, refresh } = useLiveQuery('explained-rows', input, (call, query, slot) =>
    call.readExplainedRows({ ...query, slot }),
  );
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null) return <p className={ui.hint}>{text('explain.rows-loading')}</p>;
  const left = output.total - output.rows.length;
  const columns: readonly Column<ExplainedRow>[] = [
    {
      heading: text('explain.row-change'),
      isHeadingHidden: true,
      cell: ({ isIn, moved }) => ({
        title: text(moved !== null ? 'explain.row-moved' : isIn ? 'explain.row-in' : 'explain.row-out'),
      }),
      value: ({ isIn, moved }) => (moved !== null ? '≠' : isIn ? '+' : '−'),
    },
    ...COLUMNS.map(
      (column, at): Column<ExplainedRow> => ({
        id: column,
        heading: column,
        value: ({ cells }) => cells[at] ?? '',
        draw: ({ cells }) => <RowCell column={column} cell={cells[at] ?? ''} />,
      }),
    ),
    { heading: step.measure, kind: 'money', value: ({ moved, cells }) => moved ?? cells.at(-1) ?? null },
  ];
  return (
    <>
      <ListTable
        name={text('explain.see-rows')}
        frame={{ className: styles.rows, isBare: true, testId: 'explain-row-list', total: output.total }}
        columns={columns}
        rows={output.rows}
        keyOf={({ id }) => id}
        line={() => ({ 'data-testid': 'explain-row' })}
      />
      {left > 0 ? (
        <p className={ui.caption}>{text('explain.rows-more', { count: left, shown: formats.count(left) })}</p>
      ) : null}
    </>
  );
}

/** An order opens beside the orders; a date is written as everywhere. */
function RowCell({ column, cell }: { readonly column: string; readonly cell: string }) {
  const { dates } = useFormats();
  const { go } = useNavigation();
  if (cell === '') return null;
  if (column !== 'Orden') return shownCell(column, cell, dates);
  return (
    <Button className={ui.smallLink} onClick={() => go('orders', orderDetail(cell))}>
      {cell}
    </Button>
  );
}
