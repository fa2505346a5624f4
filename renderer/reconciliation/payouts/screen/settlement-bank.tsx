import { PAYOUT_TONES, payoutWhy } from '#renderer/features/chain/payout-messages.ts';
import { bankName } from '#renderer/features/payouts/bank-names.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';

/** The bank line of a settlement: state, date, bank, amount, difference. It opens it. */
export function SettlementBank(props: {
  readonly payouts: readonly PayoutView[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { payouts } = props;
  const [first] = payouts;
  if (first === undefined) return <span className={ui.faint}>—</span>;
  const [line] = first.deposits;
  const places = formats.places([first.amount, first.came ?? first.amount]);
  return (
    <span data-testid="settlement-bank" data-state={first.state} data-value={first.came ?? ''}>
      <span
        className={classNames(ui.tag, PAYOUT_TONES[first.state])}
        title={payoutWhy(first, { text, formats })}
      >
        {text(`chain.state-${first.state}`)}
      </span>{' '}
      {line === undefined ? null : (
        <>
          {line.day === null ? null : formatDay(line.day, formats.dates)}{' '}
          <span className={ui.faint} title={line.file}>
            {bankName(line)}
          </span>{' '}
          <Figure value={first.came} kind="money" places={places} />{' '}
          {first.difference === null || first.state === 'arrived' ? null : (
            <Figure value={first.difference} kind="money" places={places} signed />
          )}{' '}
        </>
      )}
      <Button
        className={ui.smallLink}
        data-testid="settlement-bank-open"
        aria-expanded={props.isOpen}
        onClick={props.onOpen}
      >
        {text('chain.open-payout')}
      </Button>
    </span>
  );
}
