import { Fragment, type ReactNode, useState } from 'react';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { CurrencySum } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './by-hand-bar.module.css';
import { ReasonField } from './reason-field.tsx';
import { differenceOf, leftBetween, mayMatch, type Sides } from './sides.ts';
import type { Decisions } from './use-decisions.ts';

/** One side of what was taken: what it is called, what it comes to in each currency and how many of what. */
type Side = {
  readonly name: 'there' | 'here';
  readonly label: string;
  readonly sums: readonly Pick<CurrencySum, 'currency' | 'sum'>[];
  readonly count: string;
};

/** The lines and orders taken on both sides, with the difference between them, to be matched as one. */
export function ByHandBar(props: {
  readonly testId: string;
  /** Test ids of the figures and the button: `by-hand-there`. */
  readonly partId: string;
  readonly amounts: readonly [Side, Side];
  readonly sides: Sides;
  readonly decisions: Decisions;
  readonly onDone: () => void;
  /** Other actions on them. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const { partId, amounts, sides, decisions, onDone } = props;
  const difference = differenceOf(amounts);
  const all = amounts.flatMap(({ sums }) => sums);
  const places = formats.places([...all.map(({ sum }) => sum), ...(difference === null ? [] : [difference])]);
  const isWhole = sides.lines.length > 0 && sides.orders.length > 0;
  const needsReason = leftBetween(sides) !== null;
  const match = async (): Promise<void> => {
    if (await decisions.say('match', sides, reason.trim())) onDone();
  };
  return (
    <section className={styles.bar} data-testid={props.testId} aria-label={text('match.by-hand')}>
      {amounts.map(({ name, label, sums, count }) => (
        <span key={name}>
          {label}{' '}
          {sums.map(({ currency, sum }) => (
            <Fragment key={currency}>
              <Figure value={sum} kind="money" places={places} testId={`${partId}-${name}`} />{' '}
              {difference === null ? `${currencyName(currency, text)} ` : ''}
            </Fragment>
          ))}
          <span className={ui.faint}>{count}</span>
        </span>
      ))}
      <span aria-live="polite">
        {difference === null ? (
          text('match.unlike')
        ) : (
          <>
            {text('match.difference')}{' '}
            <Figure value={difference} kind="money" places={places} signed testId={`${partId}-difference`} />
          </>
        )}
      </span>
      <span className={ui.grow} />
      {isWhole ? null : <span className={ui.caption}>{text('match.take-both')}</span>}
      {props.children}
      {needsReason ? <ReasonField testId={`${partId}-reason`} reason={reason} onChange={setReason} /> : null}
      <Button
        className={classNames(ui.primaryButton, ui.smallButton)}
        data-testid={`${partId}-match`}
        disabled={!isWhole || decisions.busy || !mayMatch(sides, reason)}
        title={isWhole ? (needsReason ? text('match.reason-about') : undefined) : text('match.take-both')}
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
