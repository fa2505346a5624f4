import type { ReactNode } from 'react';
import { TARGET_MEASURES, type TargetMeasure } from '#renderer/data/model/target-measures.ts';
import { columnOfMeasure, isRate, measureOf } from '#renderer/data/model/targets.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { TargetEditor } from '#renderer/features/targets/target-editor.tsx';
import type { TargetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ShortAmount, shortAmount } from '#renderer/ui/short-amount.tsx';
import { type Decimal, fromDecimal, percentOf, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { pointChange, rateOf } from '#shared/domain/profitability.ts';
import styles from './panel.module.css';
import type { TilesInput } from './tile-figures.ts';

type LineProps = {
  readonly column: string;
  readonly value: Decimal | null;
  /** Ventas, where its rate has a target too. */
  readonly base: Decimal | undefined;
  readonly targets: TargetsInView | null;
  readonly input: TilesInput;
  readonly places: number;
};

/** What a tile's figure and its rate were to come to, and how they differ; Total alone says that there is none, and sets it. */
export function TargetLines(props: LineProps) {
  const text = useText();
  const { column, value, base, targets } = props;
  const measure = measureOf(column);
  if (targets === null || measure === null) return null;
  const amount = targets.sums[column] ?? null;
  const rate = targets.rates[column] ?? null;
  const rateMeasure = TARGET_MEASURES.find((each) => isRate(each) && columnOfMeasure(each) === column);
  const partial = targets.partial[column];
  return (
    <>
      {amount === null ? null : (
        <TargetMessage {...props} targets={targets} measure={measure} target={amount} own={value} />
      )}
      {rate === null || rateMeasure === undefined ? null : (
        <TargetMessage
          {...props}
          targets={targets}
          measure={rateMeasure}
          target={rate}
          own={rateOf(value ?? undefined, base, 6)}
        />
      )}
      {partial === undefined ? null : (
        <span className={classNames(styles.part, ui.faint)} data-testid="target-partial" data-value={partial}>
          {text('target.partial', { count: partial, months: targets.months.length })}
        </span>
      )}
      {amount === null && rate === null && partial === undefined && measure === 'total' ? (
        <NoTarget {...props} targets={targets} measure={measure} />
      ) : null}
    </>
  );
}

type OfMeasure = LineProps & { readonly targets: TargetsInView; readonly measure: TargetMeasure };

/** The way to the editor, where one month is in view: the target of several is of none. */
function InPlace({
  targets,
  input,
  measure,
  children,
}: Pick<OfMeasure, 'targets' | 'input' | 'measure'> & { readonly children: ReactNode }) {
  const text = useText();
  const { code } = useCurrency();
  const [month, ...others] = targets.months;
  if (month === undefined || others.length > 0)
    return <span title={text('target.of-months')}>{children}</span>;
  const before = input.others.find(({ against }) => against === 'previous-year')?.figures.all.sums;
  return (
    <TargetEditor
      {...{ month, of: targets.of, currency: code, measure }}
      // Of a month that goes on, only as many days of the year before are known here.
      beforeOf={(each) => (targets.isPart ? null : (before?.[each] ?? null))}
      className={styles.quiet ?? ''}
    >
      {children}
    </TargetEditor>
  );
}

function NoTarget(props: OfMeasure) {
  const text = useText();
  const [, ...others] = props.targets.months;
  return others.length > 0 ? null : (
    <span className={styles.part}>
      {text('month-card.no-target')} · <InPlace {...props}>{text('month-card.set')}</InPlace>
    </span>
  );
}

/** The target, and the difference; of a month that goes on how much of it there is. */
function TargetMessage(props: OfMeasure & { readonly target: Decimal; readonly own: Decimal | null }) {
  const text = useText();
  const formats = useFormats();
  const { measure, target, own, targets, places } = props;
  const { months } = targets;
  const shown = isRate(measure) ? formats.percent(target) : shortAmount(target, places, text, formats);
  return (
    <span className={styles.part}>
      <InPlace {...props}>
        <data
          value={target}
          data-testid="target"
          data-measure={measure}
          data-month={[...new Set([months[0], months.at(-1)])].join('..')}
          data-value={target}
          title={isRate(measure) ? formats.percent(target, 2) : formats.title(target)}
        >
          {text('month-card.bar-target', { amount: shown })}
        </data>
      </InPlace>{' '}
      <Difference {...{ measure, target, own, places }} isPart={targets.isPart} />
    </span>
  );
}

function Difference(props: {
  readonly measure: TargetMeasure;
  readonly target: Decimal;
  readonly own: Decimal | null;
  readonly places: number;
  readonly isPart: boolean;
}) {
  const text = useText();
  const { measure, target, own, places } = props;
  if (own === null) return null;
  if (isRate(measure))
    return (
      <>
        <Figure value={pointChange(own, target)} kind="points" places={1} signed testId="target-difference" />{' '}
        <span className={ui.muted}>{text('unit.points')}</span>
      </>
    );
  if (props.isPart) {
    const reached = percentOf(fromDecimal(own), fromDecimal(target), 2);
    return reached === undefined ? null : (
      <Figure
        value={toDecimal(reached)}
        kind="percent"
        places={0}
        testId="target-reached"
        className={ui.muted}
      />
    );
  }
  const difference = toDecimal(subtract(fromDecimal(own), fromDecimal(target)));
  return (
    <ShortAmount
      value={difference}
      places={places}
      signed
      testId="target-difference"
      className={difference.startsWith('-') ? ui.negative : ui.positive}
    />
  );
}
