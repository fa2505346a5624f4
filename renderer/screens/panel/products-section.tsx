import { type ComponentProps, memo } from 'react';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { RateFigure } from '#renderer/features/dimensions/rate-figure.tsx';
import { lineName } from '#renderer/features/income-statement/income-statement-lines.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column, Line } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS, type Sums } from '#shared/domain/profitability.ts';
import { useIncomplete } from './incomplete.ts';
import { type LossCause, lossCauses } from './loss-causes.ts';
import styles from './panel.module.css';
import { losersOf, type PanelDetails, rankProducts } from './panel-data.ts';

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

/** The number named of those that cannot be ranked. */
const APART_SHOWN = 1;

/** All sums without those of some of the rows. */
function sumsWithout(all: Sums, some: Sums): Sums {
  const left = (column: string, sum: Decimal): Decimal => {
    const taken = some[column];
    return taken === undefined ? sum : toDecimal(subtract(fromDecimal(sum), fromDecimal(taken)));
  };
  return Object.fromEntries(Object.entries(all).map(([column, sum]) => [column, left(column, sum)]));
}

type ProductsProps = {
  readonly scope: Scope;
  readonly kinds: Groups;
  readonly details: PanelDetails;
  readonly places: number;
};

/** Products that gain beside those that lose, five each; each list leads to all of its kind. */
export const ProductsSection = memo(function ProductsSection(props: ProductsProps) {
  const lines = productLines(props);
  return (
    <div className={styles.pair}>
      <BestProducts {...props} lines={lines} />
      <LosingProducts {...props} lines={lines} />
    </div>
  );
});

type ListProps = ProductsProps & { readonly lines: ReturnType<typeof productLines> };

/** The way to all products of a list: the pivot that it is the beginning of. */
function SeeAll(props: { readonly start: 'best-products' | 'losing-products'; readonly scope: Scope }) {
  const text = useText();
  const { go } = useNavigation();
  const { start, scope } = props;
  return (
    <button
      type="button"
      className={ui.link}
      data-testid={`see-${start}`}
      title={text(`start.${start}`)}
      onClick={() => go('profitability', `${start}/${scope}`)}
    >
      {text('panel.see-all')}
    </button>
  );
}

function ProductTable(
  props: ListProps & {
    readonly name: string;
    readonly groups: ComponentProps<typeof ListTable<ProductLine>>['groups'];
    readonly foot?: readonly ProductLine[];
  },
) {
  const { scope, places, foot = [] } = props;
  const column = SCOPE_COLUMNS[scope].profitability;
  return (
    <ListTable
      name={props.name}
      className={classNames(styles.rows, styles.products)}
      columns={useProductColumns(scope, foot.length === 0)}
      groups={props.groups ?? []}
      foot={foot}
      keyOf={({ group, list }) => `${list} ${group?.value}`}
      places={places}
      line={({ group }) =>
        group === null ? { 'data-testid': 'without-product' } : { 'data-product': group.value }
      }
      belowClass={styles.causes}
      below={({ group, causes }, { isOpen }) =>
        !isOpen || group === null ? null : (
          <Causes causes={causes} places={places} product={group} column={column} />
        )
      }
    />
  );
}

/** Those that gain, and apart those of which too little cost is known. */
function BestProducts(props: ListProps) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { best, apart, count } = props.lines;
  const name = text('panel.best');
  return (
    <section className={ui.section}>
      <header>
        <h2>{name}</h2>
        <span className={ui.note}>
          {text('panel.products-count', { count, shown: formats.count(count) })}
          {code === null ? '' : ` · ${code}`}
        </span>
        <span className={ui.grow} />
        {best.length + apart.length === 0 ? null : <SeeAll start="best-products" scope={props.scope} />}
      </header>
      <ProductTable
        {...props}
        name={name}
        groups={[
          { key: 'best', rows: best, empty: text('panel.no-gainers'), body: { 'data-products': 'best' } },
          ...(apart.length === 0
            ? []
            : [
                {
                  key: 'apart',
                  heading: text('panel.apart'),
                  headingTitle: text('panel.apart-title'),
                  rows: apart,
                  body: { 'data-products': 'apart' },
                },
              ]),
        ]}
      />
    </section>
  );
}

/** Those that lose, how many do and how much, each with its causes on demand; and what belongs to no product. */
function LosingProducts(props: ListProps) {
  const text = useText();
  const rich = useRichText();
  const formats = useFormats();
  const { worst, withoutProduct } = props.lines;
  const { details, places, scope } = props;
  const { losers } = details.worst;
  const others = details.withoutProduct.total;
  const name = text('panel.worst');
  return (
    <section className={ui.section}>
      <header>
        <h2>{name}</h2>
        {losers === undefined || losers.count === 0 ? null : (
          <span className={ui.note} data-testid="losers" data-value={losers.count}>
            {rich('panel.losers', {
              count: losers.count,
              shown: formats.count(losers.count),
              amount: (
                <Figure
                  key="amount"
                  value={losers.sum.replace('-', '')}
                  kind="money"
                  places={places}
                  testId="losers-amount"
                />
              ),
            })}
          </span>
        )}
        <span className={ui.grow} />
        {worst.length === 0 ? null : <SeeAll start="losing-products" scope={scope} />}
      </header>
      <ProductTable
        {...props}
        name={name}
        groups={[
          {
            key: 'worst',
            rows: worst,
            empty: text('panel.no-losers'),
            body: { 'data-products': 'worst', 'data-stop': true },
          },
        ]}
        foot={others.rows === 0 ? [] : [withoutProduct]}
      />
    </section>
  );
}

/** The lists of products, each of them another share of the whole, and the line of what belongs to none. */
export function productLines({ details, scope, kinds }: ProductsProps) {
  const column = SCOPE_COLUMNS[scope].profitability;
  const others = details.withoutProduct.total;
  const share = (of: readonly Group[]) =>
    shareProducts(of, column, kinds.total.sums[column], others.sums[column]);
  const { ranked, apart } = rankProducts(details.best, scope);
  const best = share(ranked);
  const worst = share(losersOf(details.worst, scope));
  const usual = sumsWithout(kinds.total.sums, others.sums);
  const sumsOf = new Map(details.lost.groups.map(({ value, totals }) => [value, totals.sums]));
  const linesOf = (list: ProductLine['list'], products: readonly ProductShare[]): readonly ProductLine[] =>
    products.map(({ group, ...share }) => {
      const causes = list === 'worst' ? lossCauses(scope, sumsOf.get(group.value) ?? {}, usual) : [];
      return { ...share, group, list, causes, totals: group.totals };
    });
  const profit = others.sums[column];
  const ratePercent = rateOf(profit, others.sums.Ventas, 6);
  const withoutProduct: ProductLine = {
    ...{ group: null, list: 'without', causes: [], totals: others },
    ...{ profit: profit ?? null, ratePercent, cumulativePercent: null },
  };
  const count =
    details.best.groups.filter(({ value }) => !NO_SKU.includes(value)).length +
    (details.best.groupsLeftOut ?? 0);
  return {
    best: linesOf('best', best),
    apart: linesOf('apart', share(apart.slice(0, APART_SHOWN))),
    worst: linesOf('worst', worst),
    withoutProduct,
    count,
  };
}

/** A product of one of the lists; or what belongs to none: the account's own charges and whatever else has no SKU. */
type ProductLine = Omit<ProductShare, 'group'> & {
  readonly group: Group | null;
  readonly list: 'best' | 'apart' | 'worst' | 'without';
  readonly totals: Pick<Totals, 'sums' | 'rowsWithoutProductCost'>;
  /** The causes of its loss. */
  readonly causes: readonly LossCause[];
};

/** Long for its columns. `isRanked`: each says how much of the whole those up to it make. */
function useProductColumns(scope: Scope, isRanked: boolean): readonly (Column<ProductLine> | null)[] {
  const text = useText();
  const incompleteOf = useIncomplete();
  const column = SCOPE_COLUMNS[scope].profitability;
  const lookOf = ({ group, totals, profit }: ProductLine) =>
    group === null ? {} : incompleteOf(totals, scope, profit);
  return [
    {
      heading: text('panel.product'),
      value: ({ group }) => group?.value,
      draw: (line, at) => <ProductName line={line} column={column} at={at} />,
    },
    { id: 'sales', heading: 'Ventas', kind: 'money', value: ({ totals }) => totals.sums.Ventas ?? null },
    {
      heading: (
        <>
          {text('panel.profit-of', { scope: text(`scope.${scope}`) })}
          <MovedMark column={column} />
        </>
      ),
      kind: 'money',
      value: 'profit',
      figure: lookOf,
      sheet: { name: column },
    },
    {
      heading: '%',
      kind: 'points',
      value: 'ratePercent',
      draw: (line) => (
        <RateFigure
          rate={line.ratePercent}
          part={line.profit}
          base={line.totals.sums.Ventas}
          name={column}
          className={lookOf(line).className}
        />
      ),
    },
    isRanked
      ? {
          heading: text('panel.cumulative'),
          head: { title: text('panel.cumulative-title') },
          kind: 'points',
          value: 'cumulativePercent',
          draw: ({ list, cumulativePercent }) =>
            list === 'best' ? (
              <Figure value={cumulativePercent} kind="points" places={0} />
            ) : (
              <span className={ui.visuallyHidden}>{text('panel.not-cumulated')}</span>
            ),
        }
      : null,
  ];
}

/**
 * It leads to its orders, of those that lose to the causes, which lead there; of those that cannot be ranked it says how far
 * their costs are known.
 */
function ProductName(props: { readonly line: ProductLine; readonly column: string; readonly at: Line }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { line, column, at } = props;
  const { group, list } = line;
  const values = group === null ? NO_SKU : [group.value];
  const isFold = line.causes.length > 0;
  const covered = group !== null && list === 'apart' ? costCoverageRate(group.totals) : null;
  const name = group === null ? text('panel.without-product') : (group.caption ?? group.value);
  return (
    <span className={styles.product}>
      <button
        type="button"
        className={classNames(styles.link, ui.ellipsis)}
        dir="auto"
        {...(isFold ? { 'aria-expanded': at.isOpen, 'data-testid': 'loss-causes' } : {})}
        title={
          group === null
            ? text('panel.without-product-title')
            : `${group.value}\n${group.caption ?? ''}`.trim()
        }
        onClick={
          isFold
            ? at.toggle
            : () => open({ only: [{ type: 'set-filter', column: 'SKU Producto', values }], by: column })
        }
      >
        {name}
        {isFold ? <Icon name={at.isOpen ? 'down' : 'right'} small /> : null}
      </button>
      {group === null || group.caption === null || list === 'apart' ? null : (
        <small className={styles.sku}>{group.value}</small>
      )}
      {list === 'worst' && !hasSales(line) ? (
        <small className={styles.sku} data-testid="loss-without-sales">
          {text('chart.no-sales')}
        </small>
      ) : null}
      {list !== 'apart' ? null : (
        <small className={classNames(styles.sku, ui.warning)}>
          {covered === null || fromDecimal(covered).units === 0n
            ? text('panel.cost-none')
            : text('panel.cost-in', { share: formats.percent(covered) })}
        </small>
      )}
    </span>
  );
}

/** What is lost without sales is costs alone: no rate says so. */
const hasSales = ({ totals }: ProductLine): boolean =>
  fromDecimal(totals.sums.Ventas ?? ('0' as Decimal)).units !== 0n;

/**
 * The sections that take more of a product's sales than of all products', the heaviest named; the other sections beside
 * it.
 */
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
  const only = [onlyWith('SKU Producto', props.product.value)];
  return (
    <ul className={styles.causeList} data-causes={props.product.value}>
      <li>
        <button
          type="button"
          className={classNames(styles.cause, ui.link)}
          data-testid="loss-orders"
          onClick={() => open({ only, by: props.column })}
        >
          {text('panel.open-orders')}
        </button>
      </li>
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
                  only,
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
