import { useMemo, useState } from 'react';
import type { CloseOfMonth, DriftPage } from '#renderer/data/api/closes.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/screens/reconciliation/frame/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import type { DriftCause } from '#shared/domain/closing/drift.ts';
import { countedSum, type MonthOrder } from '#shared/domain/closing/month-orders.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { AdjustmentView } from './adjustment-view.tsx';
import styles from './closing.module.css';
import { driftTable } from './drift-table.ts';
import { ScopeCells, ScopeHeads } from './scope-cells.tsx';
import { selectionOfClose, type useCloser } from './use-closing.ts';

const AT_ONCE = 20;

/** What became of a closed month: why, by scope; and order by order. */
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
  const { output, error, isStale, refresh } = useLiveQuery('drift', input, (call, query) =>
    call.readDrift(query),
  );
  if (error !== null && output === null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null) {
    return (
      <p className={ui.hint} role="status">
        {text('closing.drift-loading')}
      </p>
    );
  }
  if (output.causes.length === 0) {
    return (
      <>
        <p className={ui.hint}>{text('closing.drift-none')}</p>
        <AdjustmentView close={close} drift={output} closer={props.closer} />
      </>
    );
  }
  return (
    <div data-testid="drift" data-stale={isStale} aria-busy={isStale} className={styles.detail}>
      <Causes drift={output} chosen={cause} onChoose={(next) => setCause(next === cause ? null : next)} />
      <AdjustmentView close={close} drift={output} closer={props.closer} />
      <DriftOrders drift={output} close={close} onOpenOrder={props.onOpenOrder} />
      <MoreLink left={output.total - output.orders.length} onMore={() => setLimit(limit + 10 * AT_ONCE)} />
    </div>
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
  const places = formats.places(SCOPES.map((scope) => sums[scope]));
  return (
    <table className={classNames(ui.denseTable, styles.causes)} aria-label={text('closing.causes')}>
      <thead>
        <tr>
          <th>{text('closing.causes')}</th>
          <th className={ui.number}>{text('closing.orders')}</th>
          <ScopeHeads />
        </tr>
      </thead>
      <tbody>
        {causes.map(({ cause, orders, sums: own }) => (
          <tr key={cause} data-testid="drift-cause" data-cause={cause}>
            <td>
              <Button
                className={ui.smallLink}
                aria-pressed={props.chosen === cause}
                onClick={() => props.onChoose(cause)}
              >
                {text(`closing.cause-${cause}`)}
              </Button>
            </td>
            <FigureCell value={String(orders)} kind="count" />
            <ScopeCells sums={own} places={places} testId="drift-cause" />
          </tr>
        ))}
        <tr className={styles.sums}>
          <td>{text('closing.difference')}</td>
          <td />
          <ScopeCells sums={sums} places={places} testId="drift-sum" />
        </tr>
      </tbody>
    </table>
  );
}

/** Long for its markup, which is one table. */
function DriftOrders(props: {
  readonly drift: DriftPage;
  readonly close: CloseOfMonth;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const formats = useFormats();
  const { drift, close } = props;
  const column = SCOPE_COLUMNS.total.profitability as 'Rentabilidad Total';
  const sumOf = (order: MonthOrder | null) => (order === null ? null : countedSum(order, column));
  const known = drift.orders.flatMap(({ before, after }) => [sumOf(before), sumOf(after)]);
  const places = formats.places(known.filter((each) => each !== null));
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
      <table className={ui.denseTable} aria-label={text('closing.orders')}>
        <thead>
          <tr>
            <th>{text('changes.order')}</th>
            <th>{text('closing.account')}</th>
            <th>{text('closing.cause')}</th>
            <th className={ui.number}>
              {text('closing.before')}
              <MovedMark column={column} />
            </th>
            <th className={ui.number}>
              {text('closing.now')}
              <MovedMark column={column} />
            </th>
            <th className={ui.number}>{text('closing.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {drift.orders.map(({ key, kind, before, after, differences, parts }, at) => {
            const { Canal, Cuenta, Orden } = cellsOfKey(key);
            return (
              <tr key={key} data-testid="drift-order" data-value={differences[column]}>
                <td>
                  <Button
                    className={ui.smallLink}
                    onClick={() => props.onOpenOrder({ orders: identities, at, places })}
                  >
                    {(Orden ?? '') === '' ? text('filter.blank') : Orden}
                  </Button>
                </td>
                <td className={ui.cut} title={`${Canal} · ${Cuenta}`}>
                  {Canal} · {Cuenta}
                </td>
                <td>
                  {kind === 'changed' ? null : `${text(`closing.kind-${kind}`)} · `}
                  {parts.map(({ cause }) => text(`closing.cause-${cause}`)).join(' · ')}
                </td>
                <FigureCell value={sumOf(before)} kind="money" places={places} />
                <FigureCell value={sumOf(after)} kind="money" places={places} />
                <FigureCell value={differences[column]} kind="money" places={places} signed />
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function DriftExport({ close }: { readonly close: CloseOfMonth }) {
  const text = useText();
  const { data } = useSession();
  const { month } = close;
  const currency = useCurrency();
  const { scope } = currency;
  const factsOf = useFigureFacts();
  const selection = selectionOfClose(close, currency);
  const job = (): TableJob => ({
    fileName: exportFileName(text('closing.drift'), selection),
    content: async () => {
      const query = { month, scope, cause: null, offset: 0 } as const;
      return {
        kind: 'table',
        table: driftTable(await data.call.readDrift({ ...query, limit: Number.MAX_SAFE_INTEGER }), text),
      };
    },
    facts: factsOf(selection, null),
  });
  return (
    <ExportMenu
      job={job}
      hasNoKeys
      className={ui.smallButton}
      name={text('closing.drift-export')}
      title={text('closing.drift-export')}
    />
  );
}
