import type { ColumnDifference, OrderDifference } from '#renderer/data/api/changes.ts';
import { differenceOf, transition, whatChanged } from '#renderer/features/changes/changes-state.ts';
import { HeldValues, heldDifference, UnkeptValues } from '#renderer/features/changes/held-values.tsx';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { boundsMessage } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './changes.module.css';

/** «M Rent. Marketplace» for a profitability, the column itself for sales. */
function AmountName(props: { readonly column: string }) {
  const text = useText();
  const scope = scopeOfResult(props.column);
  return scope === undefined ? (
    props.column
  ) : (
    <>
      <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
    </>
  );
}

/** The columns that no figure of the order tells, each with what its rows held. */
function OtherColumns(props: { readonly values: readonly ColumnDifference[]; readonly places: number }) {
  const text = useText();
  if (props.values.length === 0) return null;
  return (
    <>
      <tr>
        <th colSpan={4} scope="colgroup">
          {text('changes.columns')}
        </th>
      </tr>
      {props.values.map((value) => {
        const difference = heldDifference(value);
        const { column } = value;
        const was = <HeldValues column={column} cells={value.before} places={props.places} />;
        const is = <HeldValues column={column} cells={value.after} places={props.places} />;
        return (
          <tr key={column} data-testid="change-values" data-column={column}>
            <td className={styles.wraps}>{column}</td>
            {difference === null ? (
              // Texts have no columns of their own width.
              <td colSpan={3} className={styles.wraps}>
                <span className={ui.faint}>{was}</span> → {is}
              </td>
            ) : (
              <>
                <td className={ui.number}>{was}</td>
                <td className={ui.number}>{is}</td>
                {/* Of a cost more is no gain: the sign tells, no colour. */}
                <FigureCell
                  value={difference.value}
                  kind={difference.kind}
                  places={difference.kind === 'money' ? props.places : 0}
                />
              </>
            )}
          </tr>
        );
      })}
    </>
  );
}

/**
 * The difference of one order at the head of its panel: before, after, and where it was read.
 * Long for its markup, which is one table or list of facts without a part of its own.
 */
export function ChangeDetails(props: { readonly line: OrderDifference; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { line, places } = props;
  const { before, after } = line;
  return (
    <section className={styles.change} data-testid="change-details" aria-label={text('changes.change')}>
      <p>
        <i className={classNames(styles.kind, styles[line.kind])} aria-hidden="true" />
        <b className={ui.medium}>{whatChanged(line, AMOUNT_COLUMNS, text)}</b>
        {line.changes > 1 ? (
          <span className={ui.faint}> {text('changes.put-together', { count: line.changes })}</span>
        ) : null}
      </p>
      <table className={classNames(ui.denseTable, styles.values)}>
        <thead>
          <tr>
            <th>{text('changes.what')}</th>
            <th className={ui.number}>{text('changes.before')}</th>
            <th className={ui.number}>{text('changes.after')}</th>
            <th className={ui.number}>{text('changes.difference')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{text('sync.rows')}</td>
            <td className={ui.number}>{before === null ? '—' : formats.count(before.rows)}</td>
            <td className={ui.number}>{after === null ? '—' : formats.count(after.rows)}</td>
            <FigureCell value={String((after?.rows ?? 0) - (before?.rows ?? 0))} kind="count" />
          </tr>
          {AMOUNT_COLUMNS.map((column) => (
            <tr key={column}>
              <td className={ui.noWrap} title={column}>
                <AmountName column={column} />
              </td>
              <FigureCell value={before?.amounts[column] ?? null} kind="money" places={places} />
              <FigureCell value={after?.amounts[column] ?? null} kind="money" places={places} />
              <FigureCell value={differenceOf(before, after, column)} kind="money" places={places} signed />
            </tr>
          ))}
          <OtherColumns values={line.values ?? []} places={places} />
        </tbody>
      </table>
      <UnkeptValues difference={line} />
      <dl>
        <dt>Estado de Orden</dt>
        <dd>{transition(line, 'states').text}</dd>
        <dt>Estado de Pago</dt>
        <dd>{transition(line, 'payments').text}</dd>
        <dt>{text('changes.read')}</dt>
        <dd>{line.readAt === null ? '—' : formatMoment(line.readAt, formats.dates)}</dd>
        <dt>{text('history.kind')}</dt>
        <dd>
          {text(`kind.${line.purpose}`)}, {boundsMessage(line.windowFrom, line.windowTo, text, formats)}
        </dd>
        <dt>correlation_id</dt>
        <dd>
          <CorrelationIds ids={line.correlationIds} />
        </dd>
      </dl>
    </section>
  );
}
