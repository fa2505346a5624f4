import { isEqual } from 'es-toolkit/predicate';
import { Fragment, memo } from 'react';
import {
  type MonthOutlook,
  OUTLOOK_COLUMNS,
  type OutlookEstimate,
} from '#renderer/data/model/month-outlook.ts';
import type { TargetMeasure } from '#renderer/data/model/target-measures.ts';
import { type TargetPart, targetOf, targetPartOf } from '#renderer/data/model/targets.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { describePeriod, presetPeriod } from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { TargetEditor } from '#renderer/features/targets/target-editor.tsx';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { ShortAmount, shortAmount, shortRange } from '#renderer/ui/short-amount.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import styles from './month-card.module.css';
import { percentChange } from './tile-figures.ts';

type CardProps = {
  readonly outlook: MonthOutlook;
  readonly selection: Selection;
  readonly places: number;
  readonly stale: boolean;
};

const TOTAL = 'Rentabilidad Total';

function monthName(outlook: MonthOutlook, text: Text): string {
  const name = monthNames(text.locale).long[Number(outlook.month.slice(5)) - 1] ?? outlook.month;
  return name.slice(0, 1).toLocaleUpperCase(text.locale) + name.slice(1);
}

/** The month that goes on: what it has come to, whether that is good, how it will end, and what it is to come to. */
export const MonthCard = memo(function MonthCard(props: CardProps) {
  const text = useText();
  const { outlook, places } = props;
  const figure = outlook.figures[TOTAL];
  const day = String(Number(outlook.days.to.slice(8)));
  const name = monthName(outlook, text);
  return (
    <section
      className={styles.card}
      aria-label={text('month-card.title', { month: name })}
      data-testid="month-card"
      data-stale={props.stale}
    >
      <div>
        <h2>
          <MonthName {...props} words={text('month-card.heading', { month: name, day })} />
        </h2>
        <p className={styles.hero}>
          {figure.soFar === null ? (
            '—'
          ) : (
            <ShortAmount value={figure.soFar} places={places} testId="month-total" />
          )}
          <small>{text('scope.total')}</small>
        </p>
        <SameDays
          now={figure.soFar}
          before={figure.sameDays}
          days={outlook.sameDays}
          own={outlook.days}
          testId="month-same-days"
        />
        <SameDays
          now={figure.soFar}
          before={figure.sameDaysOfYearBefore}
          days={outlook.sameDaysOfYearBefore}
          own={outlook.days}
          testId="month-same-days-year"
        />
      </div>
      <Ending {...props} />
    </section>
  );
});

/** Its name leads to the month, where another period is in view. */
function MonthName({ outlook, selection, words }: CardProps & { readonly words: string }) {
  const text = useText();
  const { change } = useSelection();
  const { present } = usePresent();
  const period = present === null ? null : presetPeriod('month', present);
  if (period === null || isEqual(period, selection.period)) return words;
  return (
    <button
      type="button"
      className={styles.name}
      data-testid="month-open"
      title={text('panel.compare-see', { period: describePeriod(outlook.days, text) })}
      onClick={() => change({ type: 'set-period', period, meaning: { kind: 'preset', preset: 'month' } })}
    >
      {words}
    </button>
  );
}

/** How the month so far stands against the same days of another, named by its days; nothing where these tell nothing. */
function SameDays(props: {
  readonly now: Decimal | null;
  readonly before: Decimal | null;
  readonly days: Period;
  readonly own: Period;
  readonly testId: string;
}) {
  const text = useText();
  const formats = useFormats();
  const { now, before, days, own } = props;
  const change = percentChange(now, before);
  if (before === null || change === null) return null;
  const shown = formats.exact(before);
  return (
    <p
      data-testid={props.testId}
      data-value={before}
      data-from={days.from}
      data-to={days.to}
      title={`${describePeriod(days, text)}: ${shown}`}
    >
      <Figure value={change} kind="percent" places={0} signed />{' '}
      {text('panel.against', { name: comparedName(days, own, text) })}
    </p>
  );
}

/** Where the month will end, the target, and both beside what there is. */
function Ending({ outlook, selection, places }: CardProps) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { targets } = useTargets();
  const { soFar, estimate } = outlook.figures[TOTAL];
  const of = targetPartOf(selection);
  const { month, daysLeft } = outlook;
  const targetBy = (measure: TargetMeasure): Decimal | null =>
    of === undefined ? null : targetOf(targets, { measure, month, of, currency: code });
  const target = targetBy('total');
  const rate = targetBy('rate-total');
  return (
    <div className={styles.ending}>
      <p className={styles.said}>
        {estimate === null ? (
          <span title={text('month-card.no-estimate-title')}>
            {text('month-card.no-estimate', { count: outlook.wholeMonths })}
          </span>
        ) : (
          <span>
            {text('month-card.estimate')}{' '}
            <b
              data-testid="month-estimate"
              data-value={estimate.likely}
              data-low={estimate.low}
              data-high={estimate.high}
              title={`${text(`month-card.way-${estimate.way}`)}\n${formats.exact(estimate.low)} – ${formats.exact(estimate.high)}`}
            >
              {shortRange(estimate.low, estimate.high, places, text, formats)}
            </b>
          </span>
        )}
        {of === undefined ? null : (
          <MonthTarget target={target} rate={rate} outlook={outlook} of={of} places={places} />
        )}
      </p>
      {soFar === null ? null : (
        <EndingBar soFar={soFar} estimate={estimate} target={target} places={places} />
      )}
      <p>
        {text('month-card.days-left', { count: daysLeft })}
        {estimate === null ? null : (
          <span title={text('month-card.score-title', { day: String(Number(outlook.days.to.slice(8))) })}>
            {' · '}
            {text('month-card.score', { hits: estimate.hits, scored: estimate.scored })}
          </span>
        )}
      </p>
    </div>
  );
}

/** The targets of Rentabilidad Total and of its rate, or that there is none; a press sets any of the month's. */
function MonthTarget(props: {
  readonly target: Decimal | null;
  readonly rate: Decimal | null;
  readonly outlook: MonthOutlook;
  readonly of: TargetPart;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { target, rate, outlook, of, places } = props;
  const { month } = outlook;
  const beforeOf = (column: string): Decimal | null => {
    const known = OUTLOOK_COLUMNS.find((each) => each === column);
    return known === undefined ? null : outlook.figures[known].monthOfYearBefore;
  };
  const editor = { month, of, beforeOf, currency: code } as const;
  if (target === null && rate === null)
    return (
      <span className={ui.muted}>
        {text('month-card.no-target')} ·{' '}
        <TargetEditor {...editor} measure="total">
          {text('month-card.set')}
        </TargetEditor>
      </span>
    );
  const said = [
    ...(target === null
      ? []
      : [{ measure: 'total' as const, value: target, shown: shortAmount(target, places, text, formats) }]),
    ...(rate === null ? [] : [{ measure: 'rate-total' as const, value: rate, shown: formats.percent(rate) }]),
  ];
  return (
    <span>
      {text('month-card.target')}{' '}
      {said.map(({ measure, value, shown }, at) => (
        <Fragment key={measure}>
          {at === 0 ? '' : ' · '}
          <TargetEditor {...editor} measure={measure}>
            <data
              value={value}
              data-testid="target"
              data-measure={measure}
              data-month={month}
              data-value={value}
            >
              {shown}
            </data>
          </TargetEditor>
        </Fragment>
      ))}
    </span>
  );
}

/** Room to the right of the greatest of them. */
const ROOM = 1.1;
/** Nearer than this share of the bar, names would run into each other. */
const NEAR = 0.13;

/** So far, the range and the target on one scale from 0; nothing where one of them is a loss, or amounts are covered. */
function EndingBar(props: {
  readonly soFar: Decimal;
  readonly estimate: OutlookEstimate | null;
  readonly target: Decimal | null;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { soFar, estimate, target, places } = props;
  const [own, low, high, aim] = [soFar, estimate?.low, estimate?.high, target].map(toPlotNumber);
  const known = [own, low, high, aim].filter((value) => value != null);
  const most = Math.max(...known) * ROOM;
  if (formats.hidesAmounts || own == null || most <= 0 || known.some((value) => value < 0)) return null;
  const at = (value: number): string => `${(100 * value) / most}%`;
  const isNear = aim != null && Math.abs(aim - own) / most < 2 * NEAR;
  const short = (value: Decimal): string => shortAmount(value, places, text, formats);
  const words = [
    text('month-card.bar-now', { amount: short(soFar) }),
    ...(estimate === null
      ? []
      : [`${text('month-card.estimate')} ${shortRange(estimate.low, estimate.high, places, text, formats)}`]),
    ...(target === null ? [] : [text('month-card.bar-target', { amount: short(target) })]),
  ];
  return (
    <div className={styles.bar} role="img" aria-label={words.join('; ')}>
      <i className={styles.base} />
      <i className={styles.got} style={{ width: at(own) }} />
      {low == null || high == null ? null : (
        <i className={styles.range} style={{ left: at(low), width: at(high - low) }} />
      )}
      {aim == null ? null : <i className={styles.aim} style={{ left: at(aim) }} />}
      {own / most < NEAR ? null : <span className={styles.zero}>0</span>}
      <span
        className={classNames(
          own / most < NEAR && styles.fromHere,
          isNear && own < (aim ?? 0) && styles.upToHere,
        )}
        style={{ left: at(own) }}
      >
        {text('month-card.bar-now', { amount: short(soFar) })}
      </span>
      {aim == null || target === null ? null : (
        <span
          className={classNames(styles.aimName, isNear && (aim < own ? styles.upToHere : styles.fromHere))}
          style={{ left: at(aim) }}
        >
          {text('month-card.bar-target', { amount: short(target) })}
        </span>
      )}
    </div>
  );
}
