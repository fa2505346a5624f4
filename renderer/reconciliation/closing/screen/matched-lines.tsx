import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { MonthMatch } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { PayoutState } from '#renderer/reconciliation/payouts/model/why-open.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './closing.module.css';

type MatchedProps = {
  readonly month: Month;
  readonly match: MonthMatch;
  readonly onSection: OnSection;
};

/**
 * Orders and payouts of a month that statements and the bank do not hold, or hold otherwise; each line leads to its
 * list, of that month.
 */
export function MatchedLines(props: MatchedProps) {
  const text = useText();
  const formats = useFormats();
  if (!props.match.hasStatements) {
    return (
      <p className={ui.caption} data-testid="close-matched-none">
        {text('closing.matched-none')}{' '}
        <Button className={ui.smallLink} onClick={() => props.onSection('statements')}>
          {text('match.import')}
        </Button>
      </p>
    );
  }
  const lines = linesOf(props, formats.count);
  const columns: readonly Column<ReturnType<typeof linesOf>[number]>[] = [
    {
      heading: text('closing.matched'),
      value: ({ name, currency, isOneOfSeveral, all }) =>
        [
          text(`closing.matched-${name}`, { all }),
          ...(isOneOfSeveral ? [currencyName(currency, text)] : []),
        ].join(' · '),
    },
    { heading: text('proof.rows'), kind: 'count', value: 'count' },
    {
      heading: text('closing.difference'),
      kind: 'money',
      value: 'sum',
      testId: 'close-matched-amount',
    },
    {
      heading: text('closing.matched-see'),
      draw: ({ name, lead, count, all }) =>
        count === undefined ? null : (
          <Button
            className={ui.smallLink}
            aria-label={`${text('closing.matched-see')}: ${text(`closing.matched-${name}`, { all })}`}
            onClick={lead}
          >
            {text('closing.matched-see')}
          </Button>
        ),
    },
  ];
  return (
    <ListTable
      name={text('closing.matched')}
      className={styles.causes}
      hasNoHead
      columns={columns}
      rows={lines}
      keyOf={({ name, currency }) => `${name} ${currency}`}
      line={({ name, count, currency }) => ({
        'data-testid': count === undefined ? 'close-matched-beside' : 'close-matched',
        'data-check': name,
        'data-currency': currency,
        'data-value': count,
      })}
    />
  );
}

/** By what is not held, how much it is and where it is listed. */
function linesOf({ month, match, onSection }: MatchedProps, shown: (count: number) => string) {
  const { uncovered, differing, missing, short, waiting } = match;
  /** Where they are listed, and of how many they are. */
  const ofOrders = (state: MatchState) => ({
    lead: () => onSection('matches', { matches: { digest: null, state, month } }),
    all: shown(match.orders),
  });
  const ofPayouts = (state: PayoutState) => ({
    lead: () => onSection('settlements', { payouts: { month, state } }),
    all: shown(match.payouts),
  });
  const sides = [
    ['uncovered', ofOrders('only-here'), uncovered.orders, [{ currency: '', sum: uncovered.amount }]],
    ['differing', ofOrders('different'), differing.orders, differing.sums],
    ['missing', ofPayouts('missing'), missing.payouts, missing.sums],
    ['short', ofPayouts('different'), short.payouts, short.sums],
    ['waiting', ofPayouts('waiting'), waiting.payouts, waiting.sums],
  ] as const;
  // Of several currencies each stands on a line of its own, below the first.
  return sides.flatMap(([name, of, count, sums]) =>
    sums.map(({ currency, sum }, at) => {
      const isOneOfSeveral = sums.length > 1;
      return { name, ...of, count: at === 0 ? count : undefined, sum, currency, isOneOfSeveral };
    }),
  );
}
