import { useMemo } from 'react';
import type { ExplainedRowsQuery } from '#renderer/data/api/explanation.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { orderDetail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './explain.module.css';

const COLUMNS = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Fecha de Pago'];
const DATES = ['Fecha de compra', 'Fecha de Pago'];
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
  const places = formats.places(
    output.rows.map(({ moved, cells }) => moved ?? ((cells.at(-1) ?? undefined) as Decimal | undefined)),
  );
  const left = output.total - output.rows.length;
  return (
    <section
      className={styles.rows}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={text('explain.see-rows')}
      data-testid="explain-row-list"
      data-value={output.total}
    >
      <table className={ui.denseTable}>
        <thead>
          <tr>
            <th>
              <span className={ui.visuallyHidden}>{text('explain.row-change')}</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column}>{column}</th>
            ))}
            <th className={ui.number}>{step.measure}</th>
          </tr>
        </thead>
        <tbody>
          {output.rows.map(({ id, isIn, moved, cells }) => (
            <tr key={id} data-testid="explain-row">
              {moved === null ? (
                <td title={text(isIn ? 'explain.row-in' : 'explain.row-out')}>{isIn ? '+' : '−'}</td>
              ) : (
                <td title={text('explain.row-moved')}>≠</td>
              )}
              {COLUMNS.map((column, at) => (
                <td key={column}>
                  <RowCell column={column} cell={cells[at] ?? ''} />
                </td>
              ))}
              <td className={ui.number}>
                <Figure value={moved ?? cells.at(-1) ?? null} kind="money" places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <p className={ui.caption}>{text('explain.rows-more', { count: left, shown: formats.count(left) })}</p>
      ) : null}
    </section>
  );
}

/** An order opens beside the orders; a date is written as everywhere. */
function RowCell({ column, cell }: { readonly column: string; readonly cell: string }) {
  const { dates } = useFormats();
  const { go } = useNavigation();
  if (cell === '') return null;
  if (DATES.includes(column)) return formatMoment(cell, dates);
  if (column !== 'Orden') return cell;
  return (
    <Button className={ui.smallLink} onClick={() => go('orders', orderDetail(cell))}>
      {cell}
    </Button>
  );
}
