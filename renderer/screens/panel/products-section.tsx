import { Fragment, memo } from 'react';
import type { Group, Groups } from '#renderer/data/api/groups.ts';
import type { Totals } from '#renderer/data/api/totals.ts';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell, RateCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { lineName } from '#renderer/features/statement/statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS, type Sums } from '#shared/domain/profitability.ts';
import { useIncomplete } from './incomplete.ts';
import { type LossCause, lossCauses } from './loss-causes.ts';
import styles from './panel.module.css';
import { losersOf, NO_PRODUCTS, type PanelDetails, rankProducts } from './panel-data.ts';

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
 * @param others the result of the rows that belong to no product
 */
export function shareProducts(
  products: readonly Group[],
  column: string,
  total: Decimal | undefined,
  others: Decimal | undefined,
): readonly ProductShare[] {
  const whole =
    total && toDecimal(subtract(fromDecimal(total), others === undefined ? ZERO : fromDecimal(others)));
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

/** All sums without those of some of the rows. */
function sumsWithout(all: Sums, some: Sums): Sums {
  const left = (column: string, sum: Decimal): Decimal => {
    const taken = some[column];
    return taken === undefined ? sum : toDecimal(subtract(fromDecimal(sum), fromDecimal(taken)));
  };
  return Object.fromEntries(Object.entries(all).map(([column, sum]) => [column, left(column, sum)]));
}

/**
 * What gains and what loses, product by product; what belongs to none, apart.
 * Long for its markup, which is one table with a head for each list.
 */
export const ProductsSection = memo(function ProductsSection(props: {
  readonly scope: Scope;
  readonly kinds: Groups;
  readonly details: PanelDetails;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { details, scope, kinds, places } = props;
  const column = SCOPE_COLUMNS[scope].profitability;
  const others = details.withoutProduct.total;
  const share = (of: readonly Group[]) =>
    shareProducts(of, column, kinds.total.sums[column], others.sums[column]);
  const { ranked, apart } = rankProducts(details.best, scope);
  const best = share(ranked);
  const worst = share(losersOf(details.worst, scope));
  const usual = sumsWithout(kinds.total.sums, others.sums);
  const sumsOf = new Map(details.lost.groups.map(({ value, totals }) => [value, totals.sums]));
  const count =
    details.best.groups.filter(({ value }) => !NO_PRODUCTS.includes(value)).length +
    (details.best.groupsLeftOut ?? 0);
  const isEmpty = best.length + apart.length + worst.length === 0;
  const table = { column, scope, places };
  return (
    <section className={ui.section}>
      <header>
        <h2>{text('panel.products')}</h2>
        <span className={ui.note}>
          {text('panel.products-count', { count, shown: formats.count(count) })}
          {code === null ? '' : ` · ${code}`}
        </span>
      </header>
      {isEmpty && others.rows === 0 ? (
        <p className={classNames(ui.hint, styles.empty)}>{text('panel.no-rows')}</p>
      ) : (
        // By hand: three lists, each under a head of its own, with the causes of losses between the lines.
        <table className={classNames(ui.denseTable, styles.rows, styles.products)}>
          <thead>
            <tr>
              <th>{text('panel.best')}</th>
              <th className={ui.number}>Ventas</th>
              <th className={ui.number}>
                {text('panel.profit-of', { scope: text(`scope.${scope}`) })}
                <MovedMark column={column} />
              </th>
              <th className={ui.number}>%</th>
              <th className={ui.number} title={text('panel.cumulative-title')}>
                {text('panel.cumulative')}
              </th>
            </tr>
          </thead>
          {best.length === 0 ? (
            <NoProducts>{text('panel.no-gainers')}</NoProducts>
          ) : (
            <Products {...table} products={best} list="best" />
          )}
          {apart.length === 0 ? null : (
            <>
              <ListHead title={text('panel.apart-title')}>{text('panel.apart')}</ListHead>
              <Products {...table} products={share(apart.slice(0, APART_SHOWN))} list="apart" />
            </>
          )}
          <ListHead>{text('panel.worst')}</ListHead>
          {worst.length === 0 ? (
            <NoProducts>{text('panel.no-losers')}</NoProducts>
          ) : (
            <Products
              {...table}
              products={worst}
              list="worst"
              causesOf={(value) => lossCauses(scope, sumsOf.get(value) ?? {}, usual)}
            />
          )}
          {others.rows === 0 ? null : <WithoutProduct {...table} totals={others} />}
        </table>
      )}
    </section>
  );
});

/** Of those that cannot be ranked, as many as are named. */
const APART_SHOWN = 3;

function NoProducts(props: { readonly children: string }) {
  return (
    <tbody>
      <tr>
        <td colSpan={5} className={ui.faint}>
          {props.children}
        </td>
      </tr>
    </tbody>
  );
}

function ListHead(props: { readonly children: string; readonly title?: string }) {
  return (
    <thead>
      <tr>
        <th colSpan={5} title={props.title}>
          {props.children}
        </th>
      </tr>
    </thead>
  );
}

type TableProps = { readonly column: string; readonly scope: Scope; readonly places: number };

function Products(
  props: TableProps & {
    readonly products: readonly ProductShare[];
    readonly list: 'best' | 'apart' | 'worst';
    /** What the result of a product is lost to. */
    readonly causesOf?: (value: string) => readonly LossCause[];
  },
) {
  const { list, column, causesOf } = props;
  return (
    <tbody data-products={list} data-stop={list === 'worst' ? true : undefined}>
      {props.products.map((product) => {
        const causes = causesOf?.(product.group.value) ?? [];
        return (
          <Fragment key={product.group.value}>
            <ProductRow {...props} product={product} />
            {causes.length === 0 ? null : (
              <tr className={styles.causes} data-causes={product.group.value}>
                <td colSpan={5}>
                  <Causes causes={causes} places={props.places} product={product.group} column={column} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  );
}

function ProductRow(
  props: TableProps & { readonly product: ProductShare; readonly list: 'best' | 'apart' | 'worst' },
) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { column, places, scope, list } = props;
  const { group, profit, ratePercent, cumulativePercent } = props.product;
  const { Ventas } = group.totals.sums;
  const incomplete = useIncomplete()(group.totals, scope, profit);
  const covered = list === 'apart' ? costCoverageRate(group.totals) : null;
  return (
    <tr data-product={group.value}>
      <td>
        <button
          type="button"
          className={classNames(styles.link, ui.ellipsis)}
          dir="auto"
          title={`${group.value}\n${group.caption ?? ''}`.trim()}
          onClick={() => open({ only: [onlyWith('SKU Producto', group.value)], by: column })}
        >
          {group.caption ?? group.value}
        </button>
        {group.caption === null ? null : <small className={styles.sku}>{group.value}</small>}
        {list !== 'apart' ? null : (
          <small className={classNames(styles.sku, ui.warning)}>
            {covered === null || fromDecimal(covered).units === 0n
              ? text('panel.cost-none')
              : text('panel.cost-in', { share: formats.percent(covered) })}
          </small>
        )}
      </td>
      <FigureCell value={Ventas ?? null} kind="money" places={places} />
      <FigureCell value={profit} kind="money" places={places} {...incomplete} />
      <RateCell
        rate={ratePercent}
        part={profit}
        base={Ventas}
        name={column}
        className={incomplete.className}
      />
      <td className={ui.number}>
        {list === 'best' ? (
          <Figure value={cumulativePercent} kind="points" places={0} />
        ) : (
          <span className={ui.visuallyHidden}>{text('panel.not-cumulated')}</span>
        )}
      </td>
    </tr>
  );
}

/** What takes more of a product's sales than of all products', the heaviest named; the other sections beside it. */
function Causes(props: {
  readonly causes: readonly LossCause[];
  readonly product: Group;
  readonly places: number;
  readonly column: string;
}) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const [main] = props.causes;
  return (
    <ul className={styles.causeList}>
      {props.causes.map((cause) => {
        const { line, amount, ratePercent, usualPercent } = cause;
        const name = lineName(line, text);
        const usual = usualPercent === null ? '—' : formats.percent(usualPercent);
        const isMain = cause === main && cause.isMore;
        return (
          <li key={line.id} data-cause={line.id} data-main={isMain}>
            {line.section === null ? (
              <i className={ui.hatchedSwatch} />
            ) : (
              <i className={ui.swatch} style={{ background: SECTION_INKS[line.section] }} />
            )}{' '}
            <button
              type="button"
              className={styles.cause}
              title={`${name}: ${formats.exact(amount)}\n${text('panel.cause-usual', { usual })}`}
              onClick={() =>
                open({
                  only: [onlyWith('SKU Producto', props.product.value)],
                  by: line.column ?? line.adds[0] ?? props.column,
                })
              }
            >
              {isMain
                ? text('panel.cause', { name })
                : line.section === null
                  ? name
                  : text(`section.short.${line.section}`)}
            </button>{' '}
            {ratePercent === null ? (
              <Figure value={amount} kind="money" places={props.places} />
            ) : (
              <Figure value={ratePercent} kind="percent" title={`${formats.exact(amount)} · ${name}`} />
            )}
            {isMain && ratePercent !== null ? (
              <span className={ui.faint}> {text('panel.cause-usual', { usual })}</span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The account's own charges and whatever else has no SKU: no product, but part of the result. */
function WithoutProduct(
  props: TableProps & { readonly totals: Pick<Totals, 'sums' | 'rowsWithoutProductCost'> },
) {
  const text = useText();
  const open = useOpenOrders();
  const { column, places, totals } = props;
  const { Ventas, [column]: profit } = totals.sums;
  return (
    <tfoot>
      <tr data-testid="without-product">
        <td>
          <button
            type="button"
            className={classNames(styles.link, ui.ellipsis)}
            title={text('panel.without-product-title')}
            onClick={() =>
              open({
                only: [{ type: 'set-filter', column: 'SKU Producto', values: NO_PRODUCTS }],
                by: column,
              })
            }
          >
            {text('panel.without-product')}
          </button>
        </td>
        <FigureCell value={Ventas ?? null} kind="money" places={places} />
        <FigureCell value={profit ?? null} kind="money" places={places} />
        <RateCell rate={rateOf(profit, Ventas, 6)} part={profit ?? null} base={Ventas} name={column} />
        <td />
      </tr>
    </tfoot>
  );
}
