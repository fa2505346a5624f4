import type { Totals } from '#renderer/data/model/totals.ts';
import { isPartial } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import figureStyles from '#renderer/ui/figure.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

type Incomplete = (
  totals: Pick<Totals, 'rowsWithoutProductCost'>,
  scope: Scope,
  value: Decimal | null,
) => { readonly className?: string | undefined; readonly title?: string };

/** How Comercial and Total are drawn while product costs are missing: as in the pivot. */
export function useIncomplete(): Incomplete {
  const text = useText();
  const formats = useFormats();
  return (totals, scope, value) => {
    if (scope === 'marketplace' || value === null || !isPartial(totals)) return {};
    return { className: figureStyles.partial, title: `${formats.exact(value)} · ${text('cell.incomplete')}` };
  };
}
