import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/reconciliation/parts/opened-order.ts';
import type {
  ReceivableOrder,
  ReceivableOrdersQuery,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import styles from './receivables.module.css';

const AT_ONCE = 20;

const identityOf = ({ key }: ReceivableOrder, at: number) => {
  const cells = cellsOfKey(key);
  return orderOf({ identity: cells, cells }, at);
};

/** The orders that an amount is the sum of, the largest first. */
export function ReceivableOrders(props: {
  readonly query: ReceivableOrdersQuery;
  readonly places: number;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const formats = useFormats();
  const { places, onOpenOrder } = props;
  const [limit, setLimit] = useState(AT_ONCE);
  const { canal, cuenta, month, today, place } = props.query;
  const asked = useMemo(
    () => ({ canal, cuenta, month, today, place, offset: 0, limit }),
    [canal, cuenta, month, today, place, limit],
  );
  const answer = useLiveQuery(`receivable-orders-${place}`, asked, (call, query, slot) =>
    call.readReceivableOrders({ ...query, slot }),
  );
  const dayText = (day: ReceivableOrder['bought']) => (day === null ? '—' : formatDay(day, formats.dates));
  return (
    <div className={styles.orders}>
      <Answered answer={answer} loading={text('receivable.loading-orders')}>
        {({ orders, total }) => (
          <>
            <ListTable
              name={text('receivable.orders', { count: total })}
              caption={<caption>{text('receivable.orders', { count: total })}</caption>}
              columns={[
                {
                  heading: 'Orden',
                  value: ({ key }) => cellsOfKey(key).Orden,
                  draw: ({ key }, { at }) => (
                    <Button
                      className={ui.smallLink}
                      onClick={() => onOpenOrder({ orders: orders.map(identityOf), at, places })}
                    >
                      {cellsOfKey(key).Orden || text('order.none')}
                    </Button>
                  ),
                },
                { heading: text('receivable.bought'), value: ({ bought }) => dayText(bought) },
                { heading: text('receivable.released-on'), value: ({ released }) => dayText(released) },
                {
                  heading: text(`receivable.${place}`),
                  kind: 'money',
                  value: 'amount',
                  testId: 'receivable-order',
                },
              ]}
              rows={orders}
              keyOf={({ key }) => key}
              places={places}
              empty={text('receivable.no-orders')}
            />
            <MoreLink left={total - orders.length} onMore={() => setLimit(limit + 5 * AT_ONCE)} />
          </>
        )}
      </Answered>
    </div>
  );
}
