import { Fragment } from 'react';
import { CANCELLED, ORDER_STATUS_COLUMN } from '#renderer/data/model/order-status.ts';
import { onlyWith, useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ShortAmount } from '#renderer/ui/short-amount.tsx';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { Counted } from './counted.ts';
import styles from './panel.module.css';

/** What counts in Ventas though it was undone: each kind leads to its orders, one press leaves all of them out. */
export function CountedLine({ counted, places }: { readonly counted: Counted; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { change } = useSelection();
  const { parts, sales, leaveOut } = counted;
  if (parts.length === 0) return null;
  const orders = parts.reduce((sum, part) => sum + part.orders, 0);
  return (
    <p className={classNames(styles.line, styles.sentence)}>
      {text('panel.counts')}{' '}
      {parts.map(({ status, orders: ownOrders, rows, sales: own }, at) => {
        const kind = status === CANCELLED ? 'cancelled' : 'returned';
        return (
          <Fragment key={status}>
            {at === 0 ? null : ` ${text('panel.counts-and')} `}
            <button
              type="button"
              className={classNames(ui.link, styles.quiet)}
              data-testid={`counted-${kind}`}
              data-value={own ?? ''}
              data-rows={rows}
              title={`${text.column(RATE_BASE_COLUMN)} ${own === null ? '—' : formats.exact(own)} · ${text('count.rows', { count: rows, shown: formats.count(rows) })}`}
              onClick={() => open({ only: [onlyWith(ORDER_STATUS_COLUMN, status)], by: RATE_BASE_COLUMN })}
            >
              {text(`panel.counts-${kind}`, { count: ownOrders, shown: formats.count(ownOrders) })}
            </button>
          </Fragment>
        );
      })}
      {fromDecimal(sales).units === 0n ? text('panel.counts-nothing', { count: orders }) : ':'}{' '}
      <ShortAmount value={sales} places={places} />
      {leaveOut === null ? null : (
        <>
          {' · '}
          <button
            type="button"
            className={ui.link}
            data-testid="counted-leave-out"
            title={text('panel.counts-leave-out-title')}
            onClick={() => change(leaveOut)}
          >
            {text('panel.counts-leave-out')}
          </button>
        </>
      )}
    </p>
  );
}
