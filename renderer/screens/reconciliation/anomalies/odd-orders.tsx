import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { errorMessage, QueryFailure } from '#renderer/features/messages/failures.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CopyText } from '#renderer/screens/reconciliation/frame/copy-text.tsx';
import { MoreLink } from '#renderer/screens/reconciliation/frame/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { ScrolledRows } from '#renderer/screens/reconciliation/frame/scrolled-rows.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ANOMALY_COLUMNS, type AnomalousOrder, type AnomalousOrdersQuery } from '#shared/domain/anomalies.ts';
import styles from './anomalies.module.css';
import { anomaliesText, anomalyWords } from './anomaly-words.ts';
import { useDismissal } from './use-dismissal.ts';

const AT_ONCE = 50;
/** So many orders make a message. */
const IN_A_MESSAGE = 50;
const SKU = 'SKU Producto';

/**
 * The odd orders of one kind, or those that were dismissed, most at stake first. Long for its states: failed, loading,
 * listed.
 */
export function OddOrders(props: { readonly query: AnomalousOrdersQuery; readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const formats = useFormats();
  const { dismiss, takeBack } = useDismissal();
  const [shown, setShown] = useState(AT_ONCE);
  const [problem, setProblem] = useState<string | null>(null);
  const { query, onOpenOrder } = props;
  const { kind, isDismissed } = query;
  const input = useMemo(() => ({ ...query, offset: 0, limit: shown }), [query, shown]);
  const {
    output,
    input: answered,
    error,
    refresh,
  } = useLiveQuery('anomalous-orders', input, (call, asked, slot) =>
    call.readAnomalousOrders({ ...asked, slot }),
  );
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  // The answer before is of another kind.
  if (output === null || answered?.kind !== kind || answered.isDismissed !== isDismissed) {
    return (
      <p className={ui.hint} role="status">
        {text('anomaly.loading')}
      </p>
    );
  }
  const { lines, total } = output;
  const places = formats.places(lines.map(({ amount }) => amount));
  const change = (odd: AnomalousOrder) => {
    setProblem(null);
    (isDismissed ? takeBack : dismiss)(odd).catch((failure: unknown) =>
      setProblem(errorMessage(failure, text)),
    );
  };
  const name = text(`anomaly.kind.${kind}`);
  return (
    <>
      {isDismissed ? (
        <p className={ui.caption}>{text('anomaly.dismissed-note')}</p>
      ) : (
        <CopyKind query={query} />
      )}
      {problem === null ? null : (
        <p role="alert" className={ui.negative}>
          {problem}
        </p>
      )}
      <ScrolledRows
        name={isDismissed ? `${text('anomaly.dismissed')}: ${name}` : name}
        className={styles.rows}
      >
        <table className={ui.denseTable}>
          <thead>
            <tr>
              {ANOMALY_COLUMNS.map((key) => (
                <th key={key}>{key}</th>
              ))}
              <th className={ui.number}>{text('proof.rows')}</th>
              <th className={ui.number}>{text('anomaly.amount')}</th>
              <th>correlation_id</th>
            </tr>
          </thead>
          {lines.map((odd, at) => (
            <OddLine
              key={odd.key}
              odd={odd}
              query={query}
              places={places}
              onOpen={() => onOpenOrder({ orders: lines.map(orderOf), at, places })}
              onChange={() => change(odd)}
            />
          ))}
        </table>
      </ScrolledRows>
      <MoreLink left={total - lines.length} onMore={() => setShown(shown + AT_ONCE)} />
    </>
  );
}

/** An odd order: what tells it, and below it why it is odd and the way not to hear of it again. */
function OddLine(props: {
  readonly odd: AnomalousOrder;
  readonly query: AnomalousOrdersQuery;
  readonly places: number;
  readonly onOpen: () => void;
  readonly onChange: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const openOrders = useOpenOrders();
  const { odd, query, places, onOpen, onChange } = props;
  const { cells, amount } = odd;
  const { isDismissed } = query;
  const sku = cells[SKU] ?? '';
  const order = cells.Orden || text('order.none');
  const isOfSku = query.kind === 'margin';
  const cellOf = (key: string) => {
    if (key === 'Fecha de compra') return formatDay(cells[key] ?? '', formats.dates);
    if (key === 'Orden') {
      return (
        <Button className={ui.smallLink} onClick={onOpen}>
          {order}
        </Button>
      );
    }
    if (key !== SKU || !isOfSku) return cells[key] ?? '';
    return (
      <Button
        className={ui.smallLink}
        title={text('anomaly.see-sku', { sku })}
        onClick={() => openOrders({ only: [onlyWith(SKU, sku)], by: 'Ventas' })}
      >
        {sku}
      </Button>
    );
  };
  return (
    <tbody data-testid="anomaly-order" data-value={cells.Orden ?? ''}>
      <tr className={styles.line}>
        {ANOMALY_COLUMNS.map((key) => (
          <td key={key}>{cellOf(key)}</td>
        ))}
        <td className={ui.number}>
          <Figure value={String(odd.rows)} kind="count" />
        </td>
        <td className={ui.number}>
          <Figure value={amount} kind="money" places={places} testId="anomaly-amount" />
        </td>
        <td>
          <CorrelationIds ids={odd.correlationIds} />
        </td>
      </tr>
      <tr>
        <td colSpan={ANOMALY_COLUMNS.length + 3} className={styles.why}>
          <span data-testid="anomaly-words">{anomalyWords(odd.parts, text, formats)}</span>
          <Button
            className={ui.smallLink}
            data-testid={isDismissed ? 'anomaly-take-back' : 'anomaly-dismiss'}
            title={text(isDismissed ? 'anomaly.take-back-title' : 'anomaly.dismiss-title', {
              order: isOfSku ? sku : order,
            })}
            onClick={onChange}
          >
            {text(isDismissed ? 'anomaly.take-back' : 'anomaly.dismiss')}
          </Button>
        </td>
      </tr>
    </tbody>
  );
}

/** The first orders of a kind, in words. */
function CopyKind({ query }: { readonly query: AnomalousOrdersQuery }) {
  const text = useText();
  const { data } = useSession();
  const written = async (): Promise<string> => {
    const page = await data.call.readAnomalousOrders({ ...query, offset: 0, limit: IN_A_MESSAGE });
    const title = `${text(`anomaly.kind.${query.kind}`)}: ${text(`anomaly.about.${query.kind}`)}`;
    return anomaliesText(title, page, text);
  };
  return (
    <p className={styles.actions}>
      <CopyText label={text('anomaly.copy')} testId="anomaly-copy" written={written} />
    </p>
  );
}
