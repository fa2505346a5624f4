import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { sumsByCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { ByHandBar } from '#renderer/reconciliation/parts/by-hand-bar.tsx';
import { sidesFrom } from '#renderer/reconciliation/parts/sides.ts';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { BankDeposit, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';

/** Payouts and bank lines that were taken. */
export function PayoutsByHand(props: {
  readonly payouts: readonly PayoutView[];
  readonly lines: readonly BankDeposit[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { payouts, lines, decisions } = props;
  return (
    <ByHandBar
      testId="payouts-by-hand"
      partId="payouts-by-hand"
      amounts={[
        {
          name: 'here',
          label: text('chain.amount'),
          sums: sumsByCurrency(payouts),
          count: text('chain.count', { count: payouts.length, shown: formats.count(payouts.length) }),
        },
        {
          name: 'there',
          label: text('chain.came'),
          sums: sumsByCurrency(lines),
          count: text('chain.lines-count', { count: lines.length, shown: formats.count(lines.length) }),
        },
      ]}
      sides={sidesFrom(lines, payouts)}
      decisions={decisions}
      onDone={props.onDone}
    >
      {payouts.length > 0 ? null : <ExplainLines lines={lines} decisions={decisions} onDone={props.onDone} />}
    </ByHandBar>
  );
}

/** Money of nobody that needs no payout: what it is, in the user's words, of each line. */
function ExplainLines(props: {
  readonly lines: readonly BankDeposit[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const { lines, decisions } = props;
  const [note, setNote] = useState('');
  const explain = async (): Promise<void> => {
    for (const line of lines) {
      if (!(await decisions.say('explained', sidesFrom([line], []), note.trim()))) return;
    }
    props.onDone();
  };
  return (
    <>
      <span className={ui.field}>
        <input
          data-testid="bank-line-note"
          aria-label={text('exception.note')}
          placeholder={text('exception.note')}
          maxLength={10_000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </span>
      <Button
        className={ui.smallButton}
        data-testid="bank-line-explain"
        disabled={decisions.busy || note.trim() === ''}
        title={text('match.explain-about')}
        onClick={() => void explain()}
      >
        {text('match.explain')}
      </Button>
    </>
  );
}
