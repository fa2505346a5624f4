import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { Totals } from '#renderer/data/model/totals.ts';
import { DamageMark } from '#renderer/features/damage/damage.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS, SCOPES, type Sums } from '#shared/domain/profitability.ts';

/** A column's sum: 0 of no rows (null while rows are lost to damage), null where no row carries the column. */
function sumOf(totals: Pick<Totals, 'rows' | 'sums'>, column: string, damaged: boolean): string | null {
  return totals.sums[column] ?? (totals.rows === 0 && !damaged ? '0' : null);
}

/** True while rows lost to damaged storage are missing from every figure. */
export function useDamaged(): boolean {
  const ledger = useLedger();
  return ledger.kind === 'open' && ledger.facts.damage !== null;
}

/** The totals of the selection, all from one result: rows, orders, Ventas and the three profitabilities. */
export function SelectionTotals(props: {
  readonly totals: Totals | null;
  readonly places: number;
  readonly stale: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const damaged = useDamaged();
  const { totals, places } = props;
  if (totals === null) return <span className={ui.faint}>…</span>;
  const { rows, orders } = totals;
  const sum = { kind: 'money', places, className: ui.bold } as const;
  return (
    <span className={ui.sums} data-stale={props.stale} data-revision={totals.revision}>
      <span className={ui.counts}>
        <DamageMark />
        <span>
          <b>{formats.count(orders)}</b> {text('count.orders-word', { count: orders })}{' '}
          <data value={rows} data-value={rows} data-testid="row-count">
            <b>{formats.count(rows)}</b> {text('count.rows-word', { count: rows })}
          </data>
        </span>
      </span>
      <span>
        {text('total.sales')}{' '}
        <Figure {...sum} value={sumOf(totals, 'Ventas', damaged)} testId="total-ventas" />
      </span>
      {SCOPES.map((scope) => (
        <span key={scope}>
          <ScopeMark scope={scope} />{' '}
          <span className={ui.visuallyHidden}>{text.column(SCOPE_COLUMNS[scope].profitability)}</span>
          <Figure
            {...sum}
            value={sumOf(totals, SCOPE_COLUMNS[scope].profitability, damaged)}
            testId={`total-rentabilidad-${scope}`}
          />
        </span>
      ))}
    </span>
  );
}

/** Share of Ventas whose product cost is loaded, in percent; null where there are no sales. */
export function costCoverageRate(
  totals: { readonly sums: Sums; readonly ventasWithProductCost: Decimal },
  places = 2,
): Decimal | null {
  return rateOf(totals.ventasWithProductCost, totals.sums.Ventas, places);
}

/** True where some sales of the set have no product cost. */
export function isPartial(totals: { readonly rowsWithoutProductCost: number }): boolean {
  return totals.rowsWithoutProductCost > 0;
}
