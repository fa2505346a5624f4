import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchTotals } from '#renderer/reconciliation/matching/model/match-results.ts';
import { MATCH_STATES, type MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sumOf } from '#shared/domain/decimal.ts';
import styles from './matches.module.css';

/**
 * Totals by state, a state's size being its lines (of orders that the statement lacks: the orders). Below, the sum of
 * differences of what is on both sides, what is written off among it, and what the statement comes to less the orders
 * in all, with what is on one side alone. A press on a state lists its cases. Long for its columns.
 */
export function MatchTotalsTable(props: {
  readonly totals: MatchTotals;
  /** There are others beside it, each in its currency. */
  readonly isOneOfSeveral: boolean;
  readonly chosen: readonly MatchState[];
  readonly onChoose: (state: MatchState) => void;
}) {
  const text = useText();
  const { byState, gap, remains, currency } = props.totals;
  const name = props.isOneOfSeveral
    ? text('match.totals-in', { currency: currencyName(currency, text) })
    : text('match.totals');
  const states = MATCH_STATES.map((state) => ({ state, ...byState[state] }));
  const statementAmount = sumOf(states.map((each) => each.statementAmount));
  const ledgerAmount = sumOf(states.map((each) => each.ledgerAmount));
  const columns: readonly Column<(typeof states)[number]>[] = [
    {
      heading: text('match.state'),
      value: ({ state }) => text(`match.state-${state}`),
      draw: ({ state }) => (
        <Button
          className={ui.smallLink}
          data-testid={`match-list-${state}`}
          aria-pressed={props.chosen.includes(state)}
          title={text(`match.about-${state}`)}
          onClick={() => props.onChoose(state)}
        >
          {text(`match.state-${state}`)}
        </Button>
      ),
    },
    { heading: text('match.cases'), kind: 'count', value: 'cases' },
    ...(['lines', 'orders'] as const).map(
      (id): Column<(typeof states)[number]> => ({
        id,
        heading: text(`match.${id}`),
        kind: 'count',
        value: (each) => each[id],
        figure: ({ state }) => sizeId(state, id),
      }),
    ),
    { heading: text('match.there'), kind: 'money', value: 'statementAmount' },
    { heading: text('match.here'), kind: 'money', value: 'ledgerAmount' },
    {
      heading: text('match.difference'),
      kind: 'money',
      value: 'difference',
      figure: ({ state }) => ({
        signed: true,
        testId: state === 'within' ? 'match-written-off' : `match-difference-${state}`,
      }),
    },
  ];
  return (
    <div className={styles.wide}>
      <ListTable
        name={name}
        className={styles.totals}
        caption={
          props.isOneOfSeveral ? (
            <caption data-testid="match-currency" data-value={currency}>
              {name}
            </caption>
          ) : null
        }
        columns={columns}
        rows={states}
        keyOf={({ state }) => state}
        sums={[
          {
            key: 'remains',
            name: text('match.remains'),
            line: { className: styles.sum, title: text('match.remains-about') },
            sums: { difference: { value: remains, signed: true, testId: 'match-remains' } },
          },
          {
            key: 'gap',
            name: text('match.gap'),
            line: { className: styles.sum, title: text('match.gap-about') },
            sums: {
              statementAmount: { value: statementAmount, testId: 'match-there' },
              ledgerAmount: { value: ledgerAmount, testId: 'match-here' },
              difference: { value: gap, signed: true, testId: 'match-gap' },
            },
          },
        ]}
      />
    </div>
  );
}

/** Where a state's size stands: orders that the statement lacks have no lines. */
const sizeId = (state: MatchState, counted: 'lines' | 'orders'): { readonly testId?: string } =>
  (state === 'only-here') === (counted === 'orders') ? { testId: `match-${state}` } : {};
