import type { MonthMatch } from '#renderer/data/api/chain.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { OnSection } from '#renderer/screens/reconciliation/frame/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { PayoutState } from '#shared/domain/chain/why-open.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { MatchState } from '#shared/domain/matching/match-work.ts';
import styles from './closing.module.css';

/** What statements and the bank do not hold of a month, or hold otherwise; each line leads to its list, of that month. */
export function MatchedLines(props: {
  readonly month: Month;
  readonly match: MonthMatch;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const formats = useFormats();
  const { month, match } = props;
  if (!match.hasStatements) {
    return (
      <p className={ui.caption} data-testid="close-matched-none">
        {text('closing.matched-none')}{' '}
        <Button className={ui.smallLink} onClick={() => props.onSection('statements')}>
          {text('match.import')}
        </Button>
      </p>
    );
  }
  const { uncovered, differing, missing, short, waiting } = match;
  const [orders, payouts] = [formats.count(match.orders), formats.count(match.payouts)];
  const toMatches = (state: MatchState) => () =>
    props.onSection('matches', { matches: { digest: null, state, month } });
  const toPayouts = (state: PayoutState) => () =>
    props.onSection('settlements', { payouts: { month, state } });
  const lines = [
    ['uncovered', toMatches('only-here'), uncovered.orders, uncovered.amount, orders],
    ['differing', toMatches('different'), differing.orders, differing.amount, orders],
    ['missing', toPayouts('missing'), missing.payouts, missing.amount, payouts],
    ['short', toPayouts('different'), short.payouts, short.amount, payouts],
    ['waiting', toPayouts('waiting'), waiting.payouts, waiting.amount, payouts],
  ] as const;
  const places = formats.places(lines.map(([, , , amount]) => amount));
  return (
    <table className={classNames(ui.denseTable, styles.causes)} aria-label={text('closing.matched')}>
      <tbody>
        {lines.map(([name, lead, count, amount, all]) => (
          <tr key={name} data-testid="close-matched" data-check={name} data-value={count}>
            <td>{text(`closing.matched-${name}`, { all })}</td>
            <td className={ui.number}>
              <Figure value={String(count)} kind="count" />
            </td>
            <td className={ui.number}>
              <Figure value={amount} kind="money" places={places} testId="close-matched-amount" />
            </td>
            <td>
              <Button
                className={ui.smallLink}
                aria-label={`${text('closing.matched-see')}: ${text(`closing.matched-${name}`, { all })}`}
                onClick={lead}
              >
                {text('closing.matched-see')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
