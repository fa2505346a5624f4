import { type CoveredMargin, coveredMarginOf } from '#renderer/data/model/cost-bounds.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { costCoverageRate, isPartial } from '#renderer/features/selection/selection-totals.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './panel.module.css';

export type CostSet = Pick<Totals, 'sums' | 'ventasWithProductCost'>;

const COLUMN = {
  comercial: 'Rentabilidad Comercial',
  total: 'Rentabilidad Total',
} as const satisfies {
  readonly [scope in 'comercial' | 'total']: (typeof SCOPE_COLUMNS)[scope]['profitability'];
};

/**
 * Comercial and Total are higher than they will be once every product cost is loaded (spec 2.5.1): what they would be with
 * it, and the way to load it; where no cost is known to judge by, the share of sales that has one.
 */
export function MarginCovered(props: {
  readonly scope: 'comercial' | 'total';
  readonly all: Omit<Totals, 'revision'>;
  /** Whose costs the missing ones may be like: channels, and the periods compared with. */
  readonly others: readonly CostSet[];
}) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { scope, all, others } = props;
  if (!isPartial(all)) return null;
  const covered = coveredMarginOf(all, others, COLUMN[scope]);
  const share = costCoverageRate(all);
  const rows = formats.count(all.rowsWithoutProductCost);
  const counted = text('kpi.coverage-title', { count: all.rowsWithoutProductCost, rows });
  if (covered === null && share === null) return null;
  const title = covered === null ? counted : boundsOf(covered, text, formats);
  return (
    <p className={classNames(styles.line, styles.warning, styles.sentence)}>
      <button
        type="button"
        className={classNames(ui.link, styles.quiet)}
        data-testid="margin-covered"
        data-scope={scope}
        data-value={covered?.likelyPercent ?? ''}
        data-low={covered?.lowPercent ?? ''}
        data-high={covered?.highPercent ?? ''}
        title={scope === 'total' ? title : `${title}\n${counted}`}
        onClick={() => go('reconciliation', detailOf(partPlace('costs', null)))}
      >
        {covered === null
          ? text('panel.cost-in', { share: formats.percent(share ?? '0') })
          : text(scope === 'total' ? 'panel.covered' : 'panel.covered-short', {
              rate: formats.percent(covered.likelyPercent, 0),
            })}
        {scope === 'total'
          ? ` · ${text('panel.covered-rows', { count: all.rowsWithoutProductCost, rows })}`
          : null}
      </button>
    </p>
  );
}

/** Between which rates the margin lies; the one rate where both are written alike. */
function boundsOf(covered: CoveredMargin, text: Text, formats: Formats): string {
  const [low, high] = [formats.percent(covered.lowPercent), formats.percent(covered.highPercent)];
  const sales = formats.exact(covered.withoutCost);
  return low === high
    ? text('panel.covered-title-one', { rate: low, sales })
    : text('panel.covered-title', { low, high, sales });
}
