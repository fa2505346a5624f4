import { Fragment, useState } from 'react';
import type { ChainPayout } from '#renderer/data/api/chain.ts';
import { PAYOUT_TONES, payoutName, payoutWhy } from '#renderer/features/chain/payout-words.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ScrolledRows } from '#renderer/screens/reconciliation/frame/scrolled-rows.tsx';
import type { Decisions } from '#renderer/screens/reconciliation/frame/use-decisions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { PayoutDetail } from './payout-detail.tsx';
import styles from './settlements.module.css';

const COLUMNS = 8;

/** Payouts, each with where its money is; one opens to its bank lines. Long for its markup, which is one table. */
export function PayoutLines(props: {
  readonly payouts: readonly ChainPayout[];
  readonly decisions: Decisions;
  readonly nameOf: (key: string) => string;
  readonly taken: ReadonlyMap<string, ChainPayout>;
  readonly onTake: (payout: ChainPayout) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const { payouts } = props;
  const places = formats.places(
    payouts.flatMap(({ amount, came, difference }) => [amount, came ?? amount, difference ?? amount]),
  );
  const day = (each: string | null): string => (each === null ? '—' : formatDay(each, formats.dates));
  const money = { kind: 'money', places } as const;
  return (
    <ScrolledRows name={text('chain.table')} className={styles.rows} isTall>
      <table className={ui.denseTable}>
        <thead>
          <tr>
            <th>
              <span className={ui.visuallyHidden}>{text('match.take')}</span>
            </th>
            <th>{text('chain.payout')}</th>
            <th>{text('chain.paid-on')}</th>
            <th className={ui.number}>{text('chain.amount')}</th>
            <th>{text('chain.came-on')}</th>
            <th className={ui.number}>{text('chain.came')}</th>
            <th className={ui.number}>{text('chain.difference')}</th>
            <th>{text('chain.state')}</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((each) => {
            const isOpen = opened === each.key;
            return (
              <Fragment key={each.key}>
                <tr data-testid="payout-line" data-state={each.state} data-value={each.amount}>
                  <td>
                    <input
                      type="checkbox"
                      data-testid="take-payout"
                      aria-label={text('chain.take-payout', { name: payoutName(each, text) })}
                      checked={props.taken.has(each.key)}
                      disabled={each.deposits.length > 0}
                      onChange={() => props.onTake(each)}
                    />
                  </td>
                  <td className={styles.name}>
                    <Button
                      className={ui.smallLink}
                      data-testid="payout-open"
                      aria-expanded={isOpen}
                      onClick={() => setOpened(isOpen ? null : each.key)}
                    >
                      <Icon name={isOpen ? 'down' : 'right'} small /> {payoutName(each, text)}
                    </Button>
                  </td>
                  <td title={each.day === null || each.isDated ? undefined : text('chain.last-line')}>
                    {day(each.day)}
                  </td>
                  <FigureCell value={each.amount} {...money} testId="payout-amount" />
                  <td className={styles.days}>
                    {each.deposits.length === 0
                      ? '—'
                      : [...new Set(each.deposits.map((line) => day(line.day)))].map((came) => (
                          <span key={came}>{came}</span>
                        ))}
                  </td>
                  <FigureCell value={each.came} {...money} testId="payout-came" />
                  <FigureCell value={each.difference} {...money} signed testId="payout-difference" />
                  <td className={styles.why}>
                    <span className={classNames(ui.tag, PAYOUT_TONES[each.state])}>
                      {text(`chain.state-${each.state}`)}
                    </span>{' '}
                    <Why words={payoutWhy(each, { text, formats }, props.nameOf)} />
                    {each.suggestions.length === 0 ? null : (
                      <span className={classNames(ui.tag, ui.info)} data-testid="payout-suggested">
                        {text('match.suggestions', { count: each.suggestions.length })}
                      </span>
                    )}
                  </td>
                </tr>
                {isOpen ? (
                  <tr>
                    <td colSpan={COLUMNS} className={styles.opened}>
                      <PayoutDetail
                        payout={each}
                        places={places}
                        decisions={props.decisions}
                        nameOf={props.nameOf}
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </ScrolledRows>
  );
}

function Why({ words }: { readonly words: string }) {
  return words === '' ? null : <span className={ui.faint}>· {words} </span>;
}
