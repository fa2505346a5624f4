import { memo } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import { isRate } from '#renderer/data/model/targets.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  detailOf,
  partPlace,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { measureName } from '#renderer/features/targets/target-editor.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { ReviewItem, TodayLine } from './review.ts';
import { listOf } from './review-place.ts';
import styles from './today-section.module.css';

/** What to do today: three lines at most, each leading to what it is about, and the way to all that waits. */
export const TodaySection = memo(function TodaySection(props: {
  /** As far as they are known; null: not at all. */
  readonly lines: readonly TodayLine[] | null;
  /** They are looked for: what is shown may be as it was before, and that it is nothing cannot be said. */
  readonly isLooking?: boolean;
  /** They are of the last time that they were looked for. */
  readonly isKept?: boolean;
  /** All that wait. */
  readonly count: number;
  /** The days of the running month, which a target is of. */
  readonly running: Period | null;
  readonly places: number;
}) {
  const text = useText();
  const { go } = useNavigation();
  const { lines, count, running, places, isLooking = lines === null, isKept = false } = props;
  const isEmpty = lines === null || lines.length === 0;
  return (
    <section className={styles.today}>
      <header>
        <h2 id="panel-review" tabIndex={-1} title={text('panel.today-order')}>
          {text('panel.today')}
        </h2>
        <span className={classNames(ui.note, styles.looking)} role="status" data-testid="today-looking">
          {isLooking && !isEmpty ? text(isKept ? 'panel.today-kept' : 'panel.review-looking') : null}
        </span>
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
      {isEmpty ? (
        <p className={ui.small}>
          <span className={isLooking ? ui.faint : ui.good}>
            {text(isLooking ? 'panel.review-looking' : 'panel.review-none')}
          </span>
        </p>
      ) : (
        <TodayLines lines={lines} running={running} places={places} />
      )}
    </section>
  );
});

type LinesProps = {
  /** The days of the running month, which a target is of. */
  readonly running: Period | null;
  readonly places: number;
};

function TodayLines({ lines, ...props }: LinesProps & { readonly lines: readonly TodayLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <TodayItem key={line.kind === 'review' ? line.item.kind : line.kind} line={line} {...props} />
      ))}
    </ul>
  );
}

/** What it is and what it comes to; a press leads to its list, narrowed to it. */
function TodayItem({ line, running, places }: LinesProps & { readonly line: TodayLine }) {
  const text = useText();
  const { go } = useNavigation();
  const { change } = useSelection();
  const ledger = useLedger();
  const present = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const toPlace = (place: ReconciliationPlace) => () => go('reconciliation', detailOf(place));
  switch (line.kind) {
    case 'review':
      return (
        <Line
          kind={line.item.kind}
          gravity={gravityOf(line.item.kind)}
          words={wordsOf(line.item, text)}
          amount={line.item.amount}
          places={places}
          onOpen={toPlace(listOf(line.item, present))}
        />
      );
    case 'statements': {
      const { month, count } = line.missed;
      return (
        <Line
          kind="statements"
          gravity="caution"
          words={text('panel.today-statements', { month: describeMonth(month, text), count })}
          amount={null}
          places={places}
          onOpen={toPlace(partPlace('statements', month))}
        />
      );
    }
    case 'target': {
      const { measure, missing } = line.danger;
      return (
        <Line
          kind="target"
          gravity="caution"
          words={text('panel.today-target', { column: measureName(measure, text) })}
          amount={missing}
          isRate={isRate(measure)}
          places={places}
          onOpen={() => {
            change({ type: 'set-period', period: running, meaning: { kind: 'preset', preset: 'month' } });
            go('profitability', 'result');
          }}
        />
      );
    }
  }
}

/** Its kind, with its place, and how many there are. */
function wordsOf({ kind, currency, head, cases, groups, account, month }: ReviewItem, text: Text): string {
  const isOne = groups === 1;
  const isSaid = currency === '' || (isOne && head.subject.currency === currency);
  const ofAccount = account === null ? [] : [account.Canal, account.Cuenta];
  return [
    kindName(kind, text),
    ...(isOne
      ? [whereOf(head, text)]
      : [
          ...ofAccount.map((name) => (name === '' ? text('filter.blank') : name)),
          month === null ? '' : describeMonth(month, text),
        ]),
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
  /** In points, where what is missing is of a rate. */
  readonly isRate?: boolean;
  readonly places: number;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const { kind, gravity, words, amount } = props;
  return (
    <li data-testid="today" data-kind={kind} data-value={amount ?? ''}>
      <button type="button" title={words} onClick={props.onOpen}>
        <span className={classNames(ui.tag, ui[gravity])}>
          <span className={ui.ellipsis}>{words}</span>
        </span>
        {amount === null ? null : (
          <b>
            {props.isRate === true ? (
              <>
                <Figure value={amount} kind="points" places={1} /> {text('unit.points')}
              </>
            ) : (
              <Figure value={amount} kind="money" places={props.places} />
            )}
          </b>
        )}
        <Icon name="right" small />
      </button>
    </li>
  );
}
