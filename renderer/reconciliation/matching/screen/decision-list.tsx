import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import { DecidedFiguresLine } from '#renderer/reconciliation/parts/fallen-sayings.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { cellsOfKey, type OrderKey } from '#shared/domain/order-identity.ts';
import styles from './matches.module.css';

const AT_ONCE = 20;
const ORDERS_SHOWN = 5;

type ListProps = { readonly decisions: Decisions; readonly fallen: MatchesPage['fallen'] };

/** All that was said of lines and orders, the newest first: it holds for every statement until it is taken back here. */
export function DecisionList({ decisions, fallen }: ListProps) {
  const text = useText();
  const formats = useFormats();
  const [count, setCount] = useState(AT_ONCE);
  const whyOf = new Map(fallen.map(({ key, why }) => [key, why]));
  const all = [...(decisions.decisions ?? [])].toSorted(([, a], [, b]) => b.atMs - a.atMs);
  if (all.length === 0) return null;
  return (
    <details>
      <summary className={ui.caption} data-testid="match-decisions" data-value={all.length}>
        {text('match.decisions', { count: all.length, shown: formats.count(all.length) })}
      </summary>
      <ul className={styles.decisions}>
        {all.slice(0, count).map(([key, { verdict, orders, lines, note, owner, atMs, said }]) => {
          const why = whyOf.get(key);
          const numbers = orders.map((order) => cellsOfKey(order as OrderKey).Orden ?? '');
          const shown = numbers.slice(0, ORDERS_SHOWN).join(', ');
          return (
            <li key={key} className={ui.caption} data-testid="match-decision" data-fallen={why ?? ''}>
              {why === undefined ? null : (
                <span className={classNames(ui.tag, ui.caution)}>{text(`match.fallen-${why}`)}</span>
              )}{' '}
              {text('match.decision-line', {
                verdict: text(`match.verdict-${verdict}`),
                orders: numbers.length > ORDERS_SHOWN ? `${shown}…` : shown,
                lines: text('match.lines-count', { count: lines.length, shown: formats.count(lines.length) }),
                owner: owner === '' ? text('closing.nobody') : owner,
                date: formatMoment(machineLocal(atMs), formats.dates),
              })}
              {note === '' ? null : ` · ${note}`}
              {said === null ? null : (
                <>
                  {' · '}
                  <DecidedFiguresLine said={said} />
                </>
              )}{' '}
              <Button
                className={ui.smallLink}
                disabled={decisions.busy}
                onClick={() => void decisions.withdraw(key)}
              >
                {text('match.withdraw')}
              </Button>
            </li>
          );
        })}
      </ul>
      <MoreLink left={all.length - count} onMore={() => setCount(count + 5 * AT_ONCE)} />
    </details>
  );
}
