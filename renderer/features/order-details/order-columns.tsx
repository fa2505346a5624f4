import { useState } from 'react';
import { divisionOf, maskText } from '#renderer/features/columns/cells.ts';
import { ColumnNote } from '#renderer/features/columns/column-note.tsx';
import { allSections, inkOf, isCostSection } from '#renderer/features/columns/column-sections.ts';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { setRateOf } from '#shared/domain/profitability.ts';
import { type OrderData, type OrderPart, valuesIn } from './order-data.ts';
import styles from './order-details.module.css';
import { isOtherThanZero } from './order-results.tsx';

type Fact = {
  readonly column: string;
  readonly kind: 'money' | 'count' | 'percent' | 'text';
  readonly figure: string | null;
  readonly text: string;
  readonly unreadable: number;
};

function factOf(order: OrderData, column: string, formats: Formats): Fact {
  const kind = findColumn(column)?.kind ?? 'text';
  const unreadable = order.totals.unreadable[column] ?? 0;
  if (kind === 'money' || kind === 'count')
    return { column, kind, figure: order.totals.sums[column] ?? null, text: '', unreadable };
  if (kind === 'percent')
    return { column, kind, figure: setRateOf(column, order.totals.sums, 6), text: '', unreadable };
  const values = valuesIn(order, column).map((value) => maskText(column, value, formats));
  const text = valuesText(kind, values, formats);
  return { column, kind: 'text', figure: null, text, unreadable };
}

function valuesText(kind: string, values: readonly string[], formats: Formats): string {
  if (kind !== 'local-datetime' && kind !== 'utc-datetime') return values.join(', ');
  const zone = kind === 'utc-datetime' ? ' UTC' : '';
  const moments = values.map(
    (value) => `${formatDay(value, formats.dates)} ${formatTime(value, true)}${zone}`,
  );
  return [...new Set(moments)].join('\n');
}

function isEmpty(fact: Fact): boolean {
  if (fact.unreadable > 0) return false;
  return fact.kind === 'text' ? fact.text === '' : !isOtherThanZero(fact.figure);
}

/** Every column of the order by section; those that are absent or 0 stand behind a button. */
export function OrderColumns(props: OrderPart & { readonly unknownColumns: readonly string[] }) {
  const text = useText();
  const formats = useFormats();
  const [withEmpty, setWithEmpty] = useState(false);
  const { order, places } = props;
  const sections = allSections(props.unknownColumns).map((section) => ({
    id: section.id,
    facts: section.columns.map((column) => factOf(order, column, formats)),
  }));
  const empty = sections.flatMap(({ facts }) => facts.filter(isEmpty)).length;
  return (
    <>
      <p className={styles.all}>
        <b className={classNames(ui.medium, ui.grow)}>{text('order.every-column')}</b>
        <Button
          className={ui.smallLink}
          aria-pressed={withEmpty}
          data-testid="show-empty"
          onClick={() => setWithEmpty(!withEmpty)}
        >
          {text(withEmpty ? 'order.hide-empty' : 'order.show-empty', { count: empty })}
        </Button>
      </p>
      {sections.map(({ id, facts }) => {
        const shown = withEmpty ? facts : facts.filter((fact) => !isEmpty(fact));
        const ink = inkOf(id);
        return shown.length === 0 ? null : (
          <section key={id} aria-label={text(`section.${id}`)}>
            <h3>
              {ink === null ? null : <i className={ui.swatch} style={{ background: ink }} />}{' '}
              {text(`section.${id}`)}
              {isCostSection(id) ? (
                <SectionBridges section={id} sums={order.totals.sums} places={places} />
              ) : null}
            </h3>
            <dl>
              {shown.map((fact) => (
                <div key={fact.column} className={styles.fact}>
                  <dt>
                    {text.column(fact.column)}
                    <ColumnNote column={fact.column} />
                  </dt>
                  {fact.kind === 'text' ? (
                    <dd className={styles.lines}>{fact.text === '' ? '—' : fact.text}</dd>
                  ) : (
                    <FigureFact fact={fact} kind={fact.kind} order={order} places={places} />
                  )}
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </>
  );
}

function FigureFact(
  props: OrderPart & { readonly fact: Fact; readonly kind: 'money' | 'count' | 'percent' },
) {
  const text = useText();
  const formats = useFormats();
  const { fact, kind, order } = props;
  const division =
    kind === 'percent' ? divisionOf(fact.column, (key) => order.totals.sums[key], { formats, text }) : null;
  return (
    <dd className={styles.number}>
      {fact.unreadable === 0 ? null : (
        <span className={ui.warning} title={text('cell.unreadable')}>
          +{fact.unreadable}{' '}
        </span>
      )}
      <Figure
        value={fact.figure}
        kind={kind}
        {...(kind === 'money' ? { places: props.places } : {})}
        {...(division === null ? {} : { title: division })}
      />
    </dd>
  );
}
