import type { MonthMatch } from '#renderer/data/api.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SectionId } from '../frame/sections.ts';
import styles from './closing.module.css';

/** What statements and the bank do not hold of a month, or hold otherwise; each line leads to its list. */
export function MatchedLines(props: {
  readonly match: MonthMatch;
  readonly onSection: (section: SectionId) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { match } = props;
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
  const lines = [
    ['uncovered', 'matches', uncovered.orders, uncovered.amount, orders],
    ['differing', 'matches', differing.orders, differing.amount, orders],
    ['missing', 'settlements', missing.payouts, missing.amount, payouts],
    ['short', 'settlements', short.payouts, short.amount, payouts],
    ['waiting', 'settlements', waiting.payouts, waiting.amount, payouts],
  ] as const;
  const places = formats.places(lines.map(([, , , amount]) => amount));
  return (
    <table className={classNames(ui.denseTable, styles.causes)} aria-label={text('closing.matched')}>
      <tbody>
        {lines.map(([name, section, count, amount, all]) => (
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
                onClick={() => props.onSection(section)}
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
