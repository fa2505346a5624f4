import { useLayoutEffect, useRef } from 'react';
import type { Month } from '#shared/dates.ts';
import { SCOPE_COLUMNS } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { division } from '../profitability/division.ts';
import { describeMonth } from '../selection/period/period.ts';
import { usePeriodWords } from '../selection/period/period-words.ts';
import type { MonthPoint } from './month-points.ts';

/** What the chart is drawn from, as figures: months by scopes, sum and rate; unread months say so. */
export function TrendTable(props: {
  readonly points: readonly MonthPoint[];
  readonly places: number;
  /** The month in view. */
  readonly inView: number;
  readonly onOpenMonth: (month: Month) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const { points, places, onOpenMonth } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const scopes = points[0]?.scopes.map(({ scope }) => scope) ?? [];
  return (
    <section
      className="trend-table"
      aria-label={text('trend.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
      tabIndex={0}
    >
      <table className="t t12" data-testid="trend-table">
        <thead>
          <tr>
            <th scope="col">{text('unit.month')}</th>
            <th scope="col" className="n">
              {text('total.sales')}
            </th>
            {scopes.map((scope) => [
              <th key={scope} scope="col" className="n" title={SCOPE_COLUMNS[scope].profitability}>
                <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
              </th>,
              <th key={`${scope}-rate`} scope="col" className="n" title={text('trend.rate')}>
                %<span className="sr"> {text(`scope.${scope}`)}</span>
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => {
            const name = describeMonth(point.month, words);
            const base = point.sums.Ventas;
            return (
              <tr
                key={point.month}
                ref={at === props.inView ? row : null}
                className={at === props.inView ? 'now' : undefined}
                data-month={point.month}
              >
                <th scope="row">
                  <button type="button" className="link" onClick={() => onOpenMonth(point.month)}>
                    {name}
                  </button>
                  {point.untilDay === null ? null : (
                    <span className="dim"> {text('trend.until', { day: point.untilDay })}</span>
                  )}
                </th>
                {base === undefined ? (
                  <td className="dim" colSpan={1 + 2 * scopes.length}>
                    {text('trend.unread')}
                  </td>
                ) : (
                  <>
                    <td className="n">
                      <Figure value={base} kind="money" places={places} />
                    </td>
                    {point.scopes.map(({ scope, profit, ratePercent }) => [
                      <td key={scope} className="n">
                        <Figure value={profit} kind="money" places={places} />
                      </td>,
                      <td key={`${scope}-rate`} className="n">
                        <Figure
                          value={ratePercent}
                          kind="points"
                          places={1}
                          {...(profit === null
                            ? {}
                            : { title: division(profit, base, formats, SCOPE_COLUMNS[scope].profitability) })}
                        />
                      </td>,
                    ])}
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
