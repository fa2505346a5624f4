import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { totalOf } from '#renderer/screens/reconciliation/settlements/owed.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { MatchTotals } from '#shared/domain/matching/match-results.ts';
import { MATCH_STATES, type MatchState } from '#shared/domain/matching/match-work.ts';
import styles from './matches.module.css';

/**
 * What it comes to by state, a state's size being its lines (of orders that the statement lacks: the orders). Below, the sum of
 * differences of what is on both sides, what is written off among it, and what the statement comes to less the orders in
 * all, with what is on one side alone. A press on a state lists its cases. Long for its markup, which is one table.
 */
export function MatchTotalsTable(props: {
  readonly totals: MatchTotals;
  /** There are others beside it, each in its currency. */
  readonly isOneOfSeveral: boolean;
  readonly chosen: readonly MatchState[];
  readonly onChoose: (state: MatchState) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { byState, gap, remains, currency } = props.totals;
  const name = props.isOneOfSeveral
    ? text('match.totals-in', { currency: currencyName(currency, text) })
    : text('match.totals');
  const states = MATCH_STATES.map((state) => ({ state, ...byState[state] }));
  const there = totalOf(states.map((each) => each.there));
  const here = totalOf(states.map((each) => each.here));
  const places = formats.places([
    ...states.flatMap((each) => [each.there, each.here, each.difference]),
    there,
    here,
    gap,
    remains,
  ]);
  const money = { kind: 'money', places } as const;
  return (
    <div className={styles.wide}>
      <table className={classNames(ui.denseTable, styles.totals)} aria-label={name}>
        {props.isOneOfSeveral ? (
          <caption data-testid="match-currency" data-value={currency}>
            {name}
          </caption>
        ) : null}
        <thead>
          <tr>
            <th>{text('match.state')}</th>
            <th className={ui.number}>{text('match.cases')}</th>
            <th className={ui.number}>{text('match.lines')}</th>
            <th className={ui.number}>{text('match.orders')}</th>
            <th className={ui.number}>{text('match.there')}</th>
            <th className={ui.number}>{text('match.here')}</th>
            <th className={ui.number}>{text('match.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {states.map((each) => (
            <tr key={each.state}>
              <td>
                <Button
                  className={ui.smallLink}
                  data-testid={`match-list-${each.state}`}
                  aria-pressed={props.chosen.includes(each.state)}
                  title={text(`match.about-${each.state}`)}
                  onClick={() => props.onChoose(each.state)}
                >
                  {text(`match.state-${each.state}`)}
                </Button>
              </td>
              <FigureCell value={String(each.cases)} kind="count" />
              <FigureCell value={String(each.lines)} kind="count" {...sizeId(each.state, 'lines')} />
              <FigureCell value={String(each.orders)} kind="count" {...sizeId(each.state, 'orders')} />
              <FigureCell value={each.there} {...money} />
              <FigureCell value={each.here} {...money} />
              <FigureCell
                value={each.difference}
                {...money}
                signed
                testId={each.state === 'within' ? 'match-written-off' : `match-difference-${each.state}`}
              />
            </tr>
          ))}
          <tr className={styles.sum} title={text('match.remains-about')}>
            <th scope="row" colSpan={6}>
              {text('match.remains')}
            </th>
            <FigureCell value={remains} {...money} signed testId="match-remains" />
          </tr>
          <tr className={styles.sum} title={text('match.gap-about')}>
            <th scope="row" colSpan={4}>
              {text('match.gap')}
            </th>
            <FigureCell value={there} {...money} testId="match-there" />
            <FigureCell value={here} {...money} testId="match-here" />
            <FigureCell value={gap} {...money} signed testId="match-gap" />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** A currency as it is said; where none is named beside others. */
export const currencyName = (currency: string, text: Text): string =>
  currency === '' ? text('match.no-currency') : currency;

/** Where a state's size stands: orders that the statement lacks have no lines. */
const sizeId = (state: MatchState, counted: 'lines' | 'orders'): { readonly testId?: string } =>
  (state === 'only-here') === (counted === 'orders') ? { testId: `match-${state}` } : {};
