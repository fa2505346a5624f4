import type { ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './by-hand-bar.module.css';
import type { Sides } from './sides.ts';
import type { Decisions } from './use-decisions.ts';

/** One side of what was taken: what it is called, what it comes to and how many of what. */
type Side = {
  readonly name: 'there' | 'here';
  readonly label: string;
  readonly amount: Decimal;
  readonly count: string;
};

/** What was taken on both sides, with what does not agree between them, to be matched as one. */
export function ByHandBar(props: {
  readonly testId: string;
  /** Of the figures and the button: `by-hand-there`. */
  readonly partId: string;
  readonly amounts: readonly [Side, Side];
  readonly difference: Decimal;
  readonly sides: Sides;
  readonly decisions: Decisions;
  readonly onDone: () => void;
  /** What else may be done with them. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const formats = useFormats();
  const { partId, amounts, difference, sides, decisions, onDone } = props;
  const places = formats.places([...amounts.map(({ amount }) => amount), difference]);
  const isWhole = sides.lines.length > 0 && sides.orders.length > 0;
  const match = async (): Promise<void> => {
    if (await decisions.say('match', sides)) onDone();
  };
  return (
    <section className={styles.bar} data-testid={props.testId} aria-label={text('match.by-hand')}>
      {amounts.map(({ name, label, amount, count }) => (
        <span key={name}>
          {label} <Figure value={amount} kind="money" places={places} testId={`${partId}-${name}`} />{' '}
          <span className={ui.faint}>{count}</span>
        </span>
      ))}
      <span aria-live="polite">
        {text('match.difference')}{' '}
        <Figure value={difference} kind="money" places={places} signed testId={`${partId}-difference`} />
      </span>
      <span className={ui.grow} />
      {isWhole ? null : <span className={ui.caption}>{text('match.take-both')}</span>}
      {props.children}
      <Button
        className={classNames(ui.primaryButton, ui.smallButton)}
        data-testid={`${partId}-match`}
        disabled={!isWhole || decisions.busy}
        onClick={() => void match()}
      >
        {text('match.match-them')}
      </Button>
      <Button className={ui.smallButton} onClick={onDone}>
        {text('match.let-go')}
      </Button>
    </section>
  );
}
