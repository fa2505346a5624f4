import type { Totals } from '#renderer/data/model/totals.ts';
import { isPartial } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import figureStyles from '#renderer/ui/figure.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

type CostedTotals = Pick<Totals, 'rowsWithoutProductCost'>;
type Incomplete = (
  totals: CostedTotals,
  scope: Scope,
  value: Decimal | null,
) => { readonly className?: string | undefined; readonly title?: string };

/** Whether missing product costs make a result look better than it is: Marketplace has none in it. Pure. */
export function isIncomplete(totals: CostedTotals, scope: Scope, value: Decimal | null): value is Decimal {
  return scope !== 'marketplace' && value !== null && isPartial(totals);
}

/** How Comercial and Total are drawn while product costs are missing: as in the pivot. */
export function useIncomplete(): Incomplete {
  const text = useText();
  const formats = useFormats();
  return (totals, scope, value) => {
    if (!isIncomplete(totals, scope, value)) return {};
    return { className: figureStyles.partial, title: `${formats.exact(value)} · ${text('cell.incomplete')}` };
  };
}
