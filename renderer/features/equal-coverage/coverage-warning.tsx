import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { CompareWith } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { profitabilityOf } from '#shared/domain/profitability.ts';
import styles from './coverage-warning.module.css';
import { coverageGapOf, coverageSpreadOf, type EqualSums, readEqualSums } from './equal-coverage.ts';

/** Says that two periods' costs are not loaded alike, and compares them over the rows with a cost. Nothing where they are. */
export function CoverageWarning(props: {
  readonly own: Pick<Totals, 'sums' | 'ventasWithProductCost'>;
  readonly other: Pick<Totals, 'sums' | 'ventasWithProductCost'>;
  readonly against: CompareWith;
  /** The name of the other period. */
  readonly name: string;
}) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { against, name } = props;
  const [isEqual, setEqual] = useState(false);
  const gap = coverageGapOf(props.own, props.other);
  const isAsked = isEqual && gap !== null;
  const question = useMemo(() => (isAsked ? { selection, against } : null), [isAsked, selection, against]);
  const { output, error } = useLiveQuery('equal-coverage', question, readEqualSums);
  if (gap === null) return null;
  return (
    <div className={styles.warning} data-testid={`coverage-gap-${against}`} data-value={gap.points}>
      <span className={ui.warning}>
        <Icon name="warning" small />
      </span>
      <span>
        {text('coverage-gap.unlike', {
          name,
          own: formats.percent(gap.own),
          other: formats.percent(gap.other),
        })}
      </span>
      <button
        type="button"
        className={ui.link}
        data-testid="equal-coverage"
        aria-pressed={isEqual}
        onClick={() => setEqual(!isEqual)}
      >
        {text(isEqual ? 'coverage-gap.as-is' : 'coverage-gap.compare')}
      </button>
      <span aria-live="polite">
        {!isEqual ? null : error !== null ? (
          <span className={ui.warning}>{text('coverage-gap.failed')}</span>
        ) : output === null ? (
          '…'
        ) : (
          <EqualRates sums={output} name={name} />
        )}
      </span>
    </div>
  );
}

/** Says that the costs of several periods are not loaded alike: which have the least of them, and the most. */
export function CoverageSpread(props: {
  /** Null: nothing is known of it. */
  readonly sets: readonly (Pick<Totals, 'sums' | 'ventasWithProductCost'> | null)[];
  readonly nameOf: (set: number) => string;
}) {
  const text = useText();
  const formats = useFormats();
  const spread = coverageSpreadOf(props.sets);
  if (spread === null) return null;
  const words = text('coverage-gap.spread', {
    least: formats.percent(spread.own),
    most: formats.percent(spread.other),
    leastName: props.nameOf(spread.least),
    mostName: props.nameOf(spread.most),
  });
  return (
    <span className={ui.warning} data-testid="coverage-spread" data-value={spread.points} title={words}>
      <Icon name="warning" small /> {words}
    </span>
  );
}

/** Comercial and Total over the rows with a cost, and by how many points they moved. */
function EqualRates({ sums, name }: { readonly sums: EqualSums; readonly name: string }) {
  const text = useText();
  const before = profitabilityOf(sums.other, 6);
  return (
    <span className={styles.rates}>
      {text('coverage-gap.only-covered')}
      {profitabilityOf(sums.own, 6).map(({ scope, ratePercent }, at) => {
        const other = before[at]?.ratePercent ?? null;
        const moved =
          ratePercent === null || other === null
            ? null
            : toDecimal(subtract(fromDecimal(ratePercent), fromDecimal(other)));
        return scope === 'marketplace' ? null : (
          <span key={scope}>
            <ScopeMark scope={scope} /> {text(`scope.${scope}`)}{' '}
            <Figure value={ratePercent} kind="percent" className={ui.bold} testId={`equal-rate-${scope}`} />{' '}
            <Figure value={moved} kind="points" places={1} signed testId={`equal-points-${scope}`} />{' '}
            <span className={classNames(ui.muted)}>
              {text('unit.points')} {text('panel.against', { name })}
            </span>
          </span>
        );
      })}
    </span>
  );
}
