import type { OrderDifference } from '#renderer/data/api.ts';
import {
  AMOUNT_COLUMNS,
  differenceOf,
  otherColumns,
  transition,
  whatChanged,
} from '#renderer/features/changes/changes-state.ts';
import { boundsMessage, KIND_NAMES } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** «M Rent. Marketplace» for a profitability, the column itself for sales. */
function AmountName(props: { readonly column: string }) {
  const text = useText();
  const scope = SCOPES.find((other) => SCOPE_COLUMNS[other].profitability === props.column);
  return scope === undefined ? (
    props.column
  ) : (
    <>
      <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
    </>
  );
}

/** The difference of one order at the head of its panel: before, after, and where it was read. */
export function ChangeDetails(props: { readonly line: OrderDifference; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { line, places } = props;
  const { before, after } = line;
  const others = otherColumns(line);
  return (
    <section className="change" data-testid="change-details" aria-label={text('changes.change')}>
      <p>
        <i className={`kind ${line.kind}`} aria-hidden="true" />
        <b className="m5">{whatChanged(line, AMOUNT_COLUMNS, text)}</b>
        {line.changes > 1 ? (
          <span className="dim"> {text('changes.put-together', { count: line.changes })}</span>
        ) : null}
      </p>
      <table className="t t12">
        <thead>
          <tr>
            <th>{text('changes.what')}</th>
            <th className="n">{text('changes.before')}</th>
            <th className="n">{text('changes.after')}</th>
            <th className="n">{text('changes.difference')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{text('sync.rows')}</td>
            <td className="n">{before === null ? '—' : formats.count(before.rows)}</td>
            <td className="n">{after === null ? '—' : formats.count(after.rows)}</td>
            <td className="n">
              <Figure
                value={String((after?.rows ?? 0) - (before?.rows ?? 0))}
                kind="count"
                className="plain"
              />
            </td>
          </tr>
          {AMOUNT_COLUMNS.map((column) => (
            <tr key={column}>
              <td className="nw" title={column}>
                <AmountName column={column} />
              </td>
              <td className="n">
                <Figure value={before?.amounts[column] ?? null} kind="money" places={places} />
              </td>
              <td className="n">
                <Figure value={after?.amounts[column] ?? null} kind="money" places={places} />
              </td>
              <td className="n">
                <Figure value={differenceOf(before, after, column)} kind="money" places={places} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <dt>Estado de Orden</dt>
        <dd>{transition(line, 'states').text}</dd>
        <dt>Estado de Pago</dt>
        <dd>{transition(line, 'payments').text}</dd>
        {others.length === 0 ? null : (
          <>
            <dt>{text('changes.columns')}</dt>
            <dd data-testid="change-columns">{others.join(', ')}</dd>
          </>
        )}
        <dt>{text('changes.read')}</dt>
        <dd>{line.readAt === null ? '—' : formatMoment(line.readAt, formats.dates)}</dd>
        <dt>{text('history.kind')}</dt>
        <dd>
          {text(KIND_NAMES[line.purpose])}, {boundsMessage(line.windowFrom, line.windowTo, text, formats)}
        </dd>
        <dt>correlation_id</dt>
        <dd>
          <CorrelationIds ids={line.correlationIds} />
        </dd>
      </dl>
    </section>
  );
}
