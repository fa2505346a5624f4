import { memo } from 'react';
import type { Group, Groups } from '#renderer/data/api.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell, RateCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { ACCOUNT_MOVEMENTS } from '#renderer/features/statement/statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './panel.module.css';
import { type PanelDetails, productsOf } from './panel-data.ts';

/** A product with its place in the whole: how much of the products' result it and those before it make. */
type ProductShare = {
  readonly group: Group;
  readonly profit: Decimal | null;
  readonly ratePercent: Decimal | null;
  /** Percent of the products' result, two places; over 100 where others lose. Null where they make nothing together. */
  readonly cumulativePercent: Decimal | null;
};

/**
 * @param total the result of all rows
 * @param account the result of the account's own movements, which belong to no product
 */
export function shareProducts(
  products: readonly Group[],
  column: string,
  total: Decimal | undefined,
  account: Decimal | undefined,
): readonly ProductShare[] {
  const whole =
    total && toDecimal(subtract(fromDecimal(total), account === undefined ? ZERO : fromDecimal(account)));
  const isPositive = whole !== undefined && fromDecimal(whole).units > 0n;
  let running = ZERO;
  return products.map((group) => {
    const profit = group.totals.sums[column] ?? null;
    if (profit !== null) running = add(running, fromDecimal(profit));
    return {
      group,
      profit,
      ratePercent: rateOf(profit ?? undefined, group.totals.sums.Ventas, 6),
      cumulativePercent: isPositive ? rateOf(toDecimal(running), whole, 2) : null,
    };
  });
}

export const ProductsSection = memo(function ProductsSection(props: {
  readonly scope: Scope;
  readonly kinds: Groups;
  readonly details: PanelDetails;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { details, scope, kinds } = props;
  const column = SCOPE_COLUMNS[scope].profitability;
  const account = kinds.groups.find(({ value }) => value === ACCOUNT_MOVEMENTS);
  const share = (of: Groups) =>
    shareProducts(productsOf(of), column, kinds.total.sums[column], account?.totals.sums[column]);
  const best = share(details.best);
  const shown = new Set(best.map(({ group }) => group.value));
  // With few products the lists would say the same twice.
  const worst = share(details.worst).filter(({ group }) => !shown.has(group.value));
  const count = details.best.groups.length + (details.best.groupsLeftOut ?? 0);
  return (
    <section className={ui.section}>
      <header>
        <h2>{text('panel.products')}</h2>
        <span className={ui.note}>
          {text('panel.products-count', { count, shown: formats.count(count) })}
          {code === null ? '' : ` · ${code}`}
        </span>
      </header>
      {best.length === 0 ? (
        <p className={classNames(ui.hint, styles.empty)}>{text('panel.no-rows')}</p>
      ) : (
        <table className={classNames(ui.denseTable, styles.rows, styles.products)}>
          <thead>
            <tr>
              <th>{text('panel.best')}</th>
              <th className={ui.number}>Ventas</th>
              <th className={ui.number}>{text('panel.profit-of', { scope: text(`scope.${scope}`) })}</th>
              <th className={ui.number}>%</th>
              <th className={ui.number} title={text('panel.cumulative-title')}>
                {text('panel.cumulative')}
              </th>
            </tr>
          </thead>
          <Products products={best} column={column} places={props.places} />
          {worst.length === 0 ? null : (
            <>
              <thead>
                <tr>
                  <th colSpan={5}>{text('panel.worst')}</th>
                </tr>
              </thead>
              <Products products={worst} column={column} places={props.places} isWorst />
            </>
          )}
        </table>
      )}
    </section>
  );
});

function Products(props: {
  readonly products: readonly ProductShare[];
  readonly column: string;
  readonly places: number;
  readonly isWorst?: boolean;
}) {
  const text = useText();
  const open = useOpenOrders();
  return (
    <tbody>
      {props.products.map(({ group, profit, ratePercent, cumulativePercent }) => {
        const { Ventas } = group.totals.sums;
        return (
          <tr key={group.value} data-product={group.value}>
            <td>
              <button
                type="button"
                className={classNames(styles.link, ui.ellipsis)}
                dir="auto"
                title={`${group.value}\n${group.caption ?? ''}`.trim()}
                onClick={() => open({ only: [onlyWith('SKU Producto', group.value)], by: props.column })}
              >
                {group.caption ?? group.value}
              </button>
            </td>
            <FigureCell value={Ventas ?? null} kind="money" places={props.places} />
            <FigureCell value={profit} kind="money" places={props.places} />
            <RateCell rate={ratePercent} part={profit} base={Ventas} name={props.column} />
            <td className={ui.number}>
              {props.isWorst === true ? (
                <span className={ui.visuallyHidden}>{text('panel.not-cumulated')}</span>
              ) : (
                <Figure value={cumulativePercent} kind="points" places={0} />
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}
