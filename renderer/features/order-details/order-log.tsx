import { useMemo } from 'react';
import type { OrderDifference } from '#renderer/data/api.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { boundsMessage, KIND_NAMES } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { identityCells, type OrderData } from './order-data.ts';
import { type LogEntry, logEntries } from './order-log.ts';

type LogInput = { readonly identity: { readonly [column: string]: Cell } };

/** What became of the order since it was first read: moment, from and to, where it was read. */
export function OrderLog(props: { readonly order: OrderData; readonly places: number }) {
  const text = useText();
  const { order, places } = props;
  const input = useMemo<LogInput>(() => ({ identity: identityCells(order, IDENTITY_COLUMNS) }), [order]);
  const { output } = useLiveQuery('order-history', input, (call, asked) => call.readOrderHistory(asked));
  if (output === null) return null;
  return (
    <section data-testid="order-log" data-value={output.changes.length} aria-label={text('order.log')}>
      <h3>
        {text('order.log')}
        <span>{text('order.log-count', { count: output.changes.length })}</span>
      </h3>
      {output.changes.length === 0 ? <p className="f12 mut">{text('order.log-none')}</p> : null}
      <ol className="log">
        {output.changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name of their own and never change places
          <LogLine key={index} change={change} places={places} />
        ))}
      </ol>
    </section>
  );
}

function LogLine(props: { readonly change: OrderDifference; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { change, places } = props;
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
            places={places}
          />
        ))}
        <p className="dim f11">
          {text(KIND_NAMES[change.purpose])} ·{' '}
          {boundsMessage(change.windowFrom, change.windowTo, text, formats)}{' '}
          <CorrelationIds ids={change.correlationIds} />
        </p>
      </div>
    </li>
  );
}

function EntryLine(props: { readonly entry: LogEntry; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { entry, places } = props;
  switch (entry.kind) {
    case 'came':
    case 'went': {
      const rows = text('count.rows', { count: entry.rows, shown: formats.count(entry.rows) });
      return <p>{text(`order.log-${entry.kind}`, { rows })}</p>;
    }
    case 'amount':
      return (
        <p>
          {entry.column} <Figure value={entry.from} kind="money" places={places} className="was" /> →{' '}
          <Figure value={entry.to} kind="money" places={places} className="m5" />
        </p>
      );
    case 'rows':
    case 'text':
      return (
        <p>
          {entry.kind === 'rows' ? text('order.log-rows') : entry.column}{' '}
          <span className="dim">{entry.from}</span> → <b>{entry.to}</b>
        </p>
      );
    case 'columns':
      return (
        <p data-testid="log-columns">
          <span className="dim">{text('order.log-columns')}</span> {entry.columns.join(', ')}
        </p>
      );
    case 'other':
      return <p>{text('order.log-other')}</p>;
  }
}
