import type { MatchedCase } from '#renderer/data/api.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decisions } from '../frame/use-decisions.ts';
import { taken } from './case-key.ts';
import styles from './matches.module.css';

/** What was taken on both sides, with what does not agree between them, to be matched as one. */
export function ByHand(props: {
  readonly cases: readonly MatchedCase[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { decisions } = props;
  const both = taken(props.cases);
  const { lines, orders, there, here, difference } = both;
  const places = formats.places([there, here, difference]);
  const isWhole = lines.length > 0 && orders.length > 0;
  const match = async (): Promise<void> => {
    if (await decisions.say('match', both)) props.onDone();
  };
  return (
    <section className={styles.byHand} data-testid="match-by-hand" aria-label={text('match.by-hand')}>
      <span>
        {text('match.there')} <Figure value={there} kind="money" places={places} testId="by-hand-there" />{' '}
        <span className={ui.faint}>
          {text('match.lines-count', { count: lines.length, shown: formats.count(lines.length) })}
        </span>
      </span>
      <span>
        {text('match.here')} <Figure value={here} kind="money" places={places} testId="by-hand-here" />{' '}
        <span className={ui.faint}>
          {text('match.orders-count', { count: orders.length, shown: formats.count(orders.length) })}
        </span>
      </span>
      <span aria-live="polite">
        {text('match.difference')}{' '}
        <Figure value={difference} kind="money" places={places} signed testId="by-hand-difference" />
      </span>
      <span className={ui.grow} />
      {isWhole ? null : <span className={ui.caption}>{text('match.take-both')}</span>}
      <Button
        className={classNames(ui.primaryButton, ui.smallButton)}
        data-testid="by-hand-match"
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
