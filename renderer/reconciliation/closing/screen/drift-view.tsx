import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import type { DriftCause } from '#renderer/data/model/drift-causes.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { CloseOfMonth, DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import { countedSum, type MonthOrder } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/reconciliation/parts/opened-order.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { AdjustmentView } from './adjustment-view.tsx';
import styles from './closing.module.css';
import { driftColumns, driftTable, SHOWN_OF_DRIFT } from './drift-table.tsx';
import { selectionOfClose } from './month-lines.ts';
import { scopeColumns, scopeTotals } from './scope-columns.tsx';
import type { useCloser } from './use-closing.ts';

const AT_ONCE = 20;

/** The drift of a closed month: why, by scope; and order by order. */
export function DriftView(props: {
  readonly close: CloseOfMonth;
  readonly closer: ReturnType<typeof useCloser>;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const { close } = props;
  const { month } = close;
  const { scope } = useCurrency();
  const [cause, setCause] = useState<DriftCause | null>(null);
  const [limit, setLimit] = useState(AT_ONCE);
  const input = useMemo(() => ({ month, scope, cause, offset: 0, limit }), [month, scope, cause, limit]);
  const answer = useLiveQuery('drift', input, (call, query) => call.readDrift(query));
  return (
    <Answered answer={answer} loading={text('closing.drift-loading')}>
      {(drift) =>
        drift.causes.length === 0 ? (
          <>
            <p className={ui.hint}>{text('closing.drift-none')}</p>
            <AdjustmentView close={close} drift={drift} closer={props.closer} />
          </>
        ) : (
          <div data-testid="drift" className={styles.detail}>
            <Causes
              drift={drift}
              chosen={cause}
              onChoose={(next) => setCause(next === cause ? null : next)}
            />
            <AdjustmentView close={close} drift={drift} closer={props.closer} />
            <DriftOrders drift={drift} close={close} onOpenOrder={props.onOpenOrder} />
            <MoreLink
              left={drift.total - drift.orders.length}
              onMore={() => setLimit(limit + 10 * AT_ONCE)}
            />
          </div>
        )
      }
    </Answered>
  );
}

function Causes(props: {
  readonly drift: DriftPage;
  readonly chosen: DriftCause | null;
  readonly onChoose: (cause: DriftCause) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { causes, sums } = props.drift;
  return (
    <ListTable
      name={text('closing.causes')}
      className={styles.causes}
      places={formats.places(SCOPES.map((scope) => sums[scope]))}
      columns={[
        {
          heading: text('closing.causes'),
          value: ({ cause }) => text(`closing.cause-${cause}`),
          draw: ({ cause }) => (
            <Button
              className={ui.smallLink}
              aria-pressed={props.chosen === cause}
              onClick={() => props.onChoose(cause)}
            >
              {text(`closing.cause-${cause}`)}
            </Button>
          ),
        },
        { heading: text('closing.orders'), kind: 'count', value: 'orders' },
        ...scopeColumns<DriftPage['causes'][number]>((each) => each.sums, 'drift-cause'),
      ]}
      rows={causes}
      keyOf={({ cause }) => cause}
      line={({ cause }) => ({ 'data-testid': 'drift-cause', 'data-cause': cause })}
      sums={[
        {
          key: 'all',
          name: text('closing.difference'),
          isPlain: true,
          line: { className: styles.sums },
          sums: scopeTotals(sums, 'drift-sum'),
        },
      ]}
    />
  );
}

function DriftOrders(props: {
  readonly drift: DriftPage;
  readonly close: CloseOfMonth;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const formats = useFormats();
  const { drift, close } = props;
  const sumOf = (order: MonthOrder | null) =>
    order === null ? [] : (countedSum(order, SHOWN_OF_DRIFT) ?? []);
  const places = formats.places(drift.orders.flatMap(({ before, after }) => [before, after].flatMap(sumOf)));
  const identities = drift.orders.map(({ key }, at) => {
    const cells = cellsOfKey(key);
    return orderOf({ identity: cells, cells }, at);
  });
  return (
    <>
      <div className={styles.buttons}>
        <b>{text('closing.orders')}</b>
        <DriftExport close={close} />
      </div>
      <ListTable
        name={text('closing.orders')}
        columns={driftColumns(text, (at) => props.onOpenOrder({ orders: identities, at, places }))}
        rows={drift.orders}
        keyOf={({ key }) => key}
        places={places}
        line={({ differences }) => ({
          'data-testid': 'drift-order',
          'data-value': differences[SHOWN_OF_DRIFT],
        })}
      />
    </>
  );
}

function DriftExport({ close }: { readonly close: CloseOfMonth }) {
  const text = useText();
  const { data } = useSession();
  const currency = useCurrency();
  const all = { cause: null, offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;
  const query = { month: close.month, scope: currency.scope, ...all };
  return (
    <TableExport
      label={text('closing.drift-export')}
      fileName={text('closing.drift')}
      selection={selectionOfClose(close, currency)}
      table={async () => driftTable(await data.call.readDrift(query), text)}
      revision={null}
    />
  );
}
