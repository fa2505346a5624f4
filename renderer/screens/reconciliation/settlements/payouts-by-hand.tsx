import { useState } from 'react';
import type { ChainDeposit, ChainPayout } from '#renderer/data/api.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import type { Decisions } from '../frame/use-decisions.ts';
import { totalOf } from './owed.ts';
import styles from './settlements.module.css';

/** Payouts and bank lines that were taken, with what does not agree between them, to be matched as one. */
export function PayoutsByHand(props: {
  readonly payouts: readonly ChainPayout[];
  readonly lines: readonly ChainDeposit[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { payouts, lines, decisions } = props;
  const paid = totalOf(payouts.map(({ amount }) => amount));
  const came = totalOf(lines.map(({ amount }) => amount));
  const difference = toDecimal(subtract(fromDecimal(came), fromDecimal(paid)));
  const places = formats.places([paid, came, difference]);
  const isWhole = payouts.length > 0 && lines.length > 0;
  const sides = {
    orders: payouts.map(({ key }) => key),
    lines: lines.map(({ identity }) => identity),
  };
  const match = async (): Promise<void> => {
    if (await decisions.say('match', sides)) props.onDone();
  };
  return (
    <section className={styles.byHand} data-testid="payouts-by-hand" aria-label={text('match.by-hand')}>
      <span>
        {text('chain.amount')} <Figure value={paid} kind="money" places={places} />{' '}
        <span className={ui.faint}>
          {text('chain.count', { count: payouts.length, shown: formats.count(payouts.length) })}
        </span>
      </span>
      <span>
        {text('chain.came')} <Figure value={came} kind="money" places={places} />{' '}
        <span className={ui.faint}>
          {text('chain.lines-count', { count: lines.length, shown: formats.count(lines.length) })}
        </span>
      </span>
      <span aria-live="polite">
        {text('chain.difference')}{' '}
        <Figure value={difference} kind="money" places={places} signed testId="payouts-by-hand-difference" />
      </span>
      <span className={ui.grow} />
      {isWhole ? null : <span className={ui.caption}>{text('match.take-both')}</span>}
      {payouts.length > 0 ? null : <ExplainLines lines={lines} decisions={decisions} onDone={props.onDone} />}
      <Button
        className={classNames(ui.primaryButton, ui.smallButton)}
        data-testid="payouts-match"
        disabled={!isWhole || decisions.busy}
        onClick={() => void match()}
      >
        {text('match.match-them')}
      </Button>
      <Button className={ui.smallButton} onClick={props.onDone}>
        {text('match.let-go')}
      </Button>
    </section>
  );
}

/** Money of nobody that needs no payout: what it is, in the user's words, of each line. */
function ExplainLines(props: {
  readonly lines: readonly ChainDeposit[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const { lines, decisions } = props;
  const [note, setNote] = useState('');
  const explain = async (): Promise<void> => {
    for (const { identity } of lines) {
      if (!(await decisions.say('explained', { orders: [], lines: [identity] }, note.trim()))) return;
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
        onClick={() => void explain()}
      >
        {text('match.explain')}
      </Button>
    </>
  );
}
