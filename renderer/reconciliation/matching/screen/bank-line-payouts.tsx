import { useMemo } from 'react';
import { PAYOUT_TONES, payoutName, payoutWhy } from '#renderer/features/chain/payout-messages.ts';
import { usePayouts } from '#renderer/features/payouts/use-payouts.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchedLine } from '#renderer/reconciliation/matching/model/matches.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './matches.module.css';

type Place = Pick<MatchedLine, 'statementId' | 'line'>;
const keyOf = ({ statementId, line }: Place): string => `${statementId} ${line}`;

/** Of bank lines, the payouts that came in them, with the way to their settlement's orders. Nothing for other lines. */
export function BankLinePayouts({ lines }: { readonly lines: readonly MatchedLine[] }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const chain = usePayouts().output;
  const { payouts, isUnexplained } = useMemo(() => {
    const own = new Set(lines.map(keyOf));
    const isOwn = (place: Place) => own.has(keyOf(place));
    return {
      payouts: chain?.payouts.filter(({ deposits }) => deposits.some(isOwn)) ?? [],
      isUnexplained: chain?.unexplained.told.some(isOwn) ?? false,
    };
  }, [chain, lines]);
  if (payouts.length === 0) {
    return isUnexplained ? (
      <p className={ui.caption} data-testid="bank-line-payouts" data-value="0">
        {text('chain.of-line-none')}
      </p>
    ) : null;
  }
  const places = formats.places(payouts.map(({ amount }) => amount));
  return (
    <ul
      className={styles.decisions}
      aria-label={text('chain.of-line')}
      data-testid="bank-line-payouts"
      data-value={payouts.length}
    >
      {payouts.map((payout) => (
        <li key={payout.key}>
          {text('chain.of-line')}: {payoutName(payout, text)}{' '}
          <Figure value={payout.amount} kind="money" places={places} />{' '}
          <span className={classNames(ui.tag, PAYOUT_TONES[payout.state])}>
            {text(`chain.state-${payout.state}`)}
          </span>{' '}
          <span className={ui.faint}>{payoutWhy(payout, { text, formats })}</span>{' '}
          {payout.settlement === null ? null : (
            <Button
              className={ui.smallLink}
              data-testid="bank-line-orders"
              onClick={() =>
                open({
                  only: [
                    { type: 'clear' },
                    { type: 'set-period', period: null },
                    onlyWith('N° de Liquidación', payout.settlement ?? ''),
                  ],
                  by: 'Rentabilidad Marketplace',
                })
              }
            >
              {text('chain.to-orders')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
