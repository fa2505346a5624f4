import { memo } from 'react';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { ReviewItem, TodayLine } from './review.ts';
import styles from './today-section.module.css';

/** What to do today: three lines at most, each leading to what it is about, and the way to all that waits. */
export const TodaySection = memo(function TodaySection(props: {
  /** Null while it has not been looked for. */
  readonly lines: readonly TodayLine[] | null;
  /** All that wait. */
  readonly count: number;
  /** The days of the running month, which a target is of. */
  readonly running: Period | null;
  readonly places: number;
}) {
  const text = useText();
  const { go } = useNavigation();
  const { lines, count, running, places } = props;
  return (
    <section className={styles.today}>
      <header>
        <h2 id="panel-review" tabIndex={-1}>
          {text('panel.today')}
        </h2>
        {count === 0 ? null : (
          <button
            type="button"
            className={ui.link}
            data-testid="review-link"
            title={text('panel.review-all')}
            onClick={() => go('reconciliation', detailOf(partPlace('exceptions', null)))}
          >
            {text('panel.today-all', { count })}
          </button>
        )}
      </header>
      {lines === null || lines.length === 0 ? (
        <p className={ui.small}>
          <span className={lines === null ? ui.faint : ui.good}>
            {text(lines === null ? 'panel.review-looking' : 'panel.review-none')}
          </span>
        </p>
      ) : (
        <TodayLines lines={lines} running={running} places={places} />
      )}
    </section>
  );
});

function TodayLines(props: {
  readonly lines: readonly TodayLine[];
  readonly running: Period | null;
  readonly places: number;
}) {
  const text = useText();
  const { go } = useNavigation();
  const { change } = useSelection();
  const { lines, running, places } = props;
  return (
    <ul>
      {lines.map((line) =>
        line.kind === 'review' ? (
          <Line
            key={`${line.item.kind} ${line.item.currency}`}
            kind={line.item.kind}
            gravity={gravityOf(line.item.kind)}
            words={wordsOf(line.item, text)}
            amount={line.item.amount}
            places={places}
            onOpen={() => go('reconciliation', detailOf(partPlace('exceptions', null, line.item.first.key)))}
          />
        ) : (
          <Line
            key={`target ${line.danger.column}`}
            kind="target"
            gravity="caution"
            words={text('panel.today-target', { column: text.column(line.danger.column) })}
            amount={line.danger.missing}
            places={places}
            onOpen={() =>
              change({
                type: 'set-period',
                period: running,
                meaning: { kind: 'preset', preset: 'month' },
              })
            }
          />
        ),
      )}
    </ul>
  );
}

/** Its kind, with its place where it is one alone, and how many there are. */
function wordsOf({ kind, currency, first, cases, groups }: ReviewItem, text: Text): string {
  const isOne = groups === 1;
  const isSaid = currency === '' || (isOne && first.head.subject.currency === currency);
  return [
    kindName(kind, text),
    isOne ? whereOf(first.head, text) : '',
    cases === 1 ? '' : text('panel.today-count', { count: cases }),
    isSaid ? '' : currency,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function Line(props: {
  readonly kind: string;
  readonly gravity: ReturnType<typeof gravityOf>;
  readonly words: string;
  readonly amount: Decimal | null;
  readonly places: number;
  readonly onOpen: () => void;
}) {
  const { kind, gravity, words, amount } = props;
  return (
    <li data-testid="today" data-kind={kind} data-value={amount ?? ''}>
      <button type="button" title={words} onClick={props.onOpen}>
        <span className={classNames(ui.tag, ui[gravity])}>
          <span className={ui.ellipsis}>{words}</span>
        </span>
        {amount === null ? null : (
          <b>
            <Figure value={amount} kind="money" places={props.places} />
          </b>
        )}
        <Icon name="right" small />
      </button>
    </li>
  );
}
