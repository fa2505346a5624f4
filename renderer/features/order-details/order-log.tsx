import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { ColumnDifference, OrderDifference, OrderFigures } from '#renderer/data/model/changes.ts';
import { ChangedValues, UnkeptValues } from '#renderer/features/changes/changed-values.tsx';
import { unkeptColumns } from '#renderer/features/changes/changes-state.ts';
import { boundsMessage } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { identityCells, type OrderPart } from './order-data.ts';
import styles from './order-details.module.css';

type Value = Decimal | null;

type LogEntry =
  | { readonly kind: 'came' | 'went'; readonly rows: number }
  | { readonly kind: 'rows'; readonly from: string; readonly to: string }
  | { readonly kind: 'text'; readonly column: string; readonly from: string; readonly to: string }
  | { readonly kind: 'amount'; readonly column: string; readonly from: Value; readonly to: Value }
  /** Another column, and what its rows held. */
  | ({ readonly kind: 'values' } & ColumnDifference)
  /** Columns that differed and whose values the log did not keep. */
  | { readonly kind: 'unkept' }
  /** Something that the log keeps nothing of. */
  | { readonly kind: 'other' };

function joined(values: readonly string[]): string {
  return values.length === 0 ? '—' : values.map((value) => (value === '' ? '—' : value)).join(', ');
}

function amountEntries(before: OrderFigures, after: OrderFigures): readonly LogEntry[] {
  const columns = [...new Set([...Object.keys(before.amounts), ...Object.keys(after.amounts)])];
  return columns.flatMap((column): LogEntry[] => {
    const from = before.amounts[column] ?? null;
    const to = after.amounts[column] ?? null;
    return from === to ? [] : [{ kind: 'amount', column, from, to }];
  });
}

/** The changes, from → to; an order that came or went says its rows. */
export function logEntries(
  difference: Pick<OrderDifference, 'before' | 'after' | 'columns' | 'values'>,
): readonly LogEntry[] {
  const { before, after } = difference;
  if (before === null || after === null) {
    const rows = (before ?? after)?.rows ?? 0;
    return [{ kind: before === null ? 'came' : 'went', rows }];
  }
  const texts = [
    ['Estado de Orden', joined(before.states), joined(after.states)],
    ['Estado de Pago', joined(before.payments), joined(after.payments)],
  ] as const;
  const entries: readonly LogEntry[] = [
    ...(before.rows === after.rows
      ? []
      : [{ kind: 'rows' as const, from: String(before.rows), to: String(after.rows) }]),
    ...texts.flatMap(([column, from, to]): LogEntry[] =>
      from === to ? [] : [{ kind: 'text', column, from, to }],
    ),
    ...amountEntries(before, after),
    ...(difference.values ?? []).map((value) => ({ kind: 'values' as const, ...value })),
    ...(difference.columns === null || unkeptColumns(difference).length > 0
      ? [{ kind: 'unkept' as const }]
      : []),
  ];
  return entries.length === 0 ? [{ kind: 'other' }] : entries;
}

/** The log of the order since it was first read: moment, from and to, where it was read. */
export function OrderLog({ order, places }: OrderPart) {
  const text = useText();
  const input = useMemo(() => ({ identity: identityCells(order) }), [order]);
  const { output } = useLiveQuery('order-history', input, (call, asked) => call.readOrderHistory(asked));
  if (output === null) return null;
  return (
    <section data-testid="order-log" data-value={output.changes.length} aria-label={text('order.log')}>
      <h3>
        {text('order.log')}
        <span>{text('order.log-count', { count: output.changes.length })}</span>
      </h3>
      {output.changes.length === 0 ? <p className={ui.remark}>{text('order.log-none')}</p> : null}
      <ol className={styles.log}>
        {output.changes.map((change, index) => (
          <LogLine
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name of their own and never change places
            key={index}
            change={change}
            places={places}
          />
        ))}
      </ol>
    </section>
  );
}

function LogLine({ change, places }: { readonly change: OrderDifference; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  return (
    <li>
      <time dateTime={change.readAt ?? ''} title={text('order.log-utc')}>
        {change.readAt === null ? '—' : `${formatMoment(change.readAt, formats.dates)} UTC`}
      </time>
      <div>
        {logEntries(change).map((entry) => (
          <EntryLine
            key={`${entry.kind} ${'column' in entry ? entry.column : ''}`}
            entry={entry}
            change={change}
            places={places}
          />
        ))}
        <p className={ui.caption}>
          {text(`kind.${change.purpose}`)} ·{' '}
          {boundsMessage(change.windowFrom, change.windowTo, text, formats)}{' '}
          <CorrelationIds ids={change.correlationIds} />
        </p>
      </div>
    </li>
  );
}

function EntryLine(props: {
  readonly entry: LogEntry;
  readonly change: OrderDifference;
  readonly places: number;
}) {
  const { entry, places } = props;
  const text = useText();
  const formats = useFormats();
  switch (entry.kind) {
    case 'came':
    case 'went': {
      const rows = text('count.rows', { count: entry.rows, shown: formats.count(entry.rows) });
      return <p>{text(`order.log-${entry.kind}`, { rows })}</p>;
    }
    case 'amount':
      return (
        <p>
          {text.column(entry.column)}{' '}
          <Figure value={entry.from} kind="money" places={places} className={styles.was} /> →{' '}
          <Figure value={entry.to} kind="money" places={places} className={ui.medium} />
        </p>
      );
    case 'rows':
    case 'text':
      return (
        <p>
          {entry.kind === 'rows' ? text('order.log-rows') : text.column(entry.column)}{' '}
          <span className={ui.faint}>{entry.from}</span> → <b>{entry.to}</b>
        </p>
      );
    case 'values':
      return (
        <p data-testid="log-values" data-column={entry.column}>
          {text.column(entry.column)}{' '}
          <ChangedValues column={entry.column} cells={entry.before} places={places} className={styles.was} />{' '}
          → <ChangedValues column={entry.column} cells={entry.after} places={places} className={ui.medium} />
        </p>
      );
    case 'unkept':
      return <UnkeptValues difference={props.change} />;
    case 'other':
      return <p>{text('order.log-other')}</p>;
  }
}
