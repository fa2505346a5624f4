import { type ReactNode, useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { errorMessage, QueryFailure } from '#renderer/features/messages/failures.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import {
  ANOMALY_COLUMNS,
  type AnomalousOrder,
  type AnomalousOrdersQuery,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { CopyText } from '#renderer/reconciliation/parts/copy-text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/reconciliation/parts/opened-order.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import styles from './anomalies.module.css';
import { anomaliesText, anomalyWords, PLAIN } from './anomaly-messages.ts';
import { useDismissal } from './use-dismissal.ts';

const AT_ONCE = 50;
/** So many orders make a message. */
const IN_A_MESSAGE = 50;
const SKU = 'SKU Producto';

/**
 * The odd orders of one kind, or those that were dismissed, most at stake first.
 */
export function OddOrders(props: { readonly query: AnomalousOrdersQuery; readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const formats = useFormats();
  const [shown, setShown] = useState(AT_ONCE);
  const { query, onOpenOrder } = props;
  const { kind, isDismissed } = query;
  const { change, problem } = useChange(isDismissed);
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
      <ListTable
        name={isDismissed ? `${text('anomaly.dismissed')}: ${name}` : name}
        frame={{ className: styles.rows }}
        columns={oddColumns(text, (key, odd, at) => (
          <OddCell
            {...{ column: key, odd, query }}
            onOpen={() => onOpenOrder({ orders: lines.map(orderOf), at, places })}
          />
        ))}
        groups={lines.map((odd) => ({
          key: odd.key,
          rows: [odd],
          body: { 'data-testid': 'anomaly-order', 'data-value': odd.cells.Orden ?? '' },
        }))}
        keyOf={({ key }) => key}
        places={places}
        line={() => ({ className: styles.line })}
        belowClass={styles.why}
        below={(odd) => <Why odd={odd} query={query} onChange={() => change(odd)} />}
      />
      <MoreLink left={total - lines.length} onMore={() => setShown(shown + AT_ONCE)} />
    </>
  );
}

/** Dismisses an order, or takes that back; `problem`: why the last one could not be written. */
function useChange(isDismissed: boolean) {
  const text = useText();
  const { dismiss, takeBack } = useDismissal();
  const [problem, setProblem] = useState<string | null>(null);
  const change = (odd: AnomalousOrder): void => {
    setProblem(null);
    (isDismissed ? takeBack : dismiss)(odd).catch((failure: unknown) =>
      setProblem(errorMessage(failure, text)),
    );
  };
  return { change, problem };
}

/** Columns of odd orders, on the screen and in a file. */
function oddColumns(
  text: Text,
  draw?: (column: string, odd: AnomalousOrder, at: number) => ReactNode,
): readonly Column<AnomalousOrder>[] {
  return [
    ...ANOMALY_COLUMNS.map(
      (key): Column<AnomalousOrder> => ({
        id: key,
        heading: key,
        value: ({ cells }) => cells[key] ?? null,
        sheet: { kind: key === 'Fecha de compra' ? 'local-datetime' : 'text' },
        ...(draw === undefined ? {} : { draw: (odd, { at }) => draw(key, odd, at) }),
      }),
    ),
    { heading: text('proof.rows'), kind: 'count', value: 'rows' },
    { heading: text('anomaly.amount'), kind: 'money', value: 'amount', testId: 'anomaly-amount' },
    sheetColumn(text('anomaly.why'), ({ parts }) => anomalyWords(parts, text, PLAIN)),
    {
      heading: text('history.request-id'),
      sheet: { name: 'correlation_id' },
      value: ({ correlationIds }) => correlationIds.join(' '),
      draw: ({ correlationIds }) => <CorrelationIds ids={correlationIds} />,
    },
  ];
}

/** Odd orders of all kinds as a file has them. */
export function anomaliesTable(
  kinds: readonly { readonly name: string; readonly lines: readonly AnomalousOrder[] }[],
  text: Text,
): WholeTable {
  const names = new Map<AnomalousOrder, string>(
    kinds.flatMap(({ name, lines }) => lines.map((odd) => [odd, name] as const)),
  );
  return sheetOf({
    name: text('anomaly.title'),
    columns: [
      sheetColumn<AnomalousOrder>(text('anomaly.kind'), (odd) => names.get(odd)),
      ...oddColumns(text),
    ],
    rows: [...names.keys()],
    keyColumns: 4,
  });
}

/** Cell that identifies an odd order: itself opens, and the SKU of an odd margin leads to its orders. */
function OddCell(props: {
  readonly column: string;
  readonly odd: AnomalousOrder;
  readonly query: AnomalousOrdersQuery;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const openOrders = useOpenOrders();
  const { column, odd, query, onOpen } = props;
  const cell = odd.cells[column] ?? '';
  if (column === 'Fecha de compra') return formatDay(cell, formats.dates);
  if (column === 'Orden') {
    return (
      <Button className={ui.smallLink} onClick={onOpen}>
        {cell || text('order.none')}
      </Button>
    );
  }
  if (column !== SKU || query.kind !== 'margin') return cell;
  return (
    <Button
      className={ui.smallLink}
      title={text('anomaly.see-sku', { sku: cell })}
      onClick={() => openOrders({ only: [onlyWith(SKU, cell)], by: 'Ventas' })}
    >
      {cell}
    </Button>
  );
}

/** Why an order is odd, and the way not to hear of it again. */
function Why(props: {
  readonly odd: AnomalousOrder;
  readonly query: AnomalousOrdersQuery;
  readonly onChange: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { odd, query, onChange } = props;
  const { isDismissed } = query;
  const order = query.kind === 'margin' ? (odd.cells[SKU] ?? '') : odd.cells.Orden || text('order.none');
  return (
    <>
      <span data-testid="anomaly-words">{anomalyWords(odd.parts, text, formats)}</span>
      <Button
        className={ui.smallLink}
        data-testid={isDismissed ? 'anomaly-take-back' : 'anomaly-dismiss'}
        title={text(isDismissed ? 'anomaly.take-back-title' : 'anomaly.dismiss-title', { order })}
        onClick={onChange}
      >
        {text(isDismissed ? 'anomaly.take-back' : 'anomaly.dismiss')}
      </Button>
    </>
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
