import { useLayoutEffect, useRef } from 'react';
import { byTime, valueName } from '#renderer/features/dimensions/dimensions.ts';
import { division } from '#renderer/features/dimensions/division.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS, type ScopeResult, type Sums } from '#shared/domain/profitability.ts';
import type { BesidePoint, MonthPoint } from './month-points.ts';

/**
 * What the chart is drawn from, as figures: months by scopes, sum and rate; unread months say so. Last come the rows that
 * lie in no month, so that the table adds up to its total.
 */
export function TrendTable(props: {
  readonly points: readonly MonthPoint[];
  readonly beside: readonly BesidePoint[];
  readonly places: number;
  /** The month in view. */
  readonly inView: number;
  /** Also of what lies in no month, by the name of its group. */
  readonly onOpenMonth: (month: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodMessages();
  const { points, beside, places, onOpenMonth } = props;
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
                {point.sums.Ventas === undefined ? (
                  <td className="dim" colSpan={1 + 2 * scopes.length}>
                    {text('trend.unread')}
                  </td>
                ) : (
                  figureCells(point.sums, point.scopes, places, formats)
                )}
              </tr>
            );
          })}
          {beside.map(({ value, sums, scopes: results }) => (
            <tr key={value} className="beside" data-month={value}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onOpenMonth(value)}>
                  {valueName(byTime('month'), value, words, text)}
                </button>
              </th>
              {figureCells(sums, results, places, formats)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Sales, and each scope's result with its rate. */
function figureCells(sums: Sums, scopes: readonly ScopeResult[], places: number, formats: Formats) {
  const base = sums.Ventas;
  return (
    <>
      <td className="n">
        <Figure value={base ?? null} kind="money" places={places} />
      </td>
      {scopes.map(({ scope, profit, ratePercent }) => [
        <td key={scope} className="n">
          <Figure value={profit} kind="money" places={places} />
        </td>,
        <td key={`${scope}-rate`} className="n">
          <Figure
            value={ratePercent}
            kind="points"
            places={1}
            {...(profit === null || base === undefined
              ? {}
              : { title: division(profit, base, formats, SCOPE_COLUMNS[scope].profitability) })}
          />
        </td>,
      ])}
    </>
  );
}
