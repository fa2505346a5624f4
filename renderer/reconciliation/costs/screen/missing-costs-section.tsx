import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { CountOwnCosts } from '#renderer/features/own-costs/own-costs.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { onlyWith, useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type {
  CostBasis,
  MissingCost,
  MissingCostOrder,
  MissingCosts,
  MissingCostsQuery,
} from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { CostImportActions } from '#renderer/reconciliation/costs/screen/import/cost-import-actions.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './missing-costs.module.css';
import { OwnCostEntry } from './own-cost-entry.tsx';
import { OwnCostsList } from './own-costs-list.tsx';

const SKU = 'SKU Producto';
const PRODUCT = 'Producto';
const AT_ONCE = 20;
const orderSchema = z.enum(['ventas', 'risk']);
const BY_VENTAS: MissingCostOrder = 'ventas';
const BASES: readonly (CostBasis | null)[] = ['sku', 'selection', null];

/** Sales whose product cost is not loaded, and what the result would lose by it. */
export function MissingCostsSection() {
  const text = useText();
  const { selection } = useSelection();
  const [order, setOrder] = useScreenState<MissingCostOrder>('reconciliation.costs', orderSchema, BY_VENTAS);
  const [limit, setLimit] = useState(AT_ONCE);
  const input = useMemo<MissingCostsQuery>(() => ({ selection, order, limit }), [selection, order, limit]);
  const answer = useLiveQuery('missing-costs', input, (call, query, slot) =>
    call.readMissingCosts({ ...query, slot }),
  );
  return (
    <section className={ui.section} aria-label={text('missing-cost.title')}>
      <header>
        <h2>{text('missing-cost.title')}</h2>
        <span className={ui.note}>{text('missing-cost.note')}</span>
        <span className={ui.grow} />
        <CostImportActions query={input} />
        <MissingCostsExport query={input} />
      </header>
      <Answered answer={answer} loading={text('missing-cost.loading')}>
        {(costs) => (
          <>
            <Summary costs={costs} />
            <CountOwnCosts />
            {costs.skus === 0 ? null : (
              <MissingList
                costs={costs}
                order={order}
                onOrder={setOrder}
                onMore={() => setLimit(limit + 10 * AT_ONCE)}
              />
            )}
          </>
        )}
      </Answered>
      <OwnCostsList />
    </section>
  );
}

function MissingCostsExport({ query }: { readonly query: MissingCostsQuery }) {
  const text = useText();
  const { data } = useSession();
  return (
    <TableExport
      label={text('missing-cost.export-title')}
      fileName={text('missing-cost.title')}
      selection={query.selection}
      table={async () => missingCostsTable(await data.call.readMissingCosts({ ...query, limit: null }), text)}
      revision={null}
    />
  );
}

/** How many SKUs, how much of the sales, and between which bounds the result lies. */
function Summary({ costs }: { readonly costs: MissingCosts }) {
  const text = useText();
  const formats = useFormats();
  const { skus, ventas, allVentas, coveredVentas, estimate, estimated } = costs;
  const known = (values: readonly (Decimal | null | undefined)[]) => values.flatMap((value) => value ?? []);
  const places = formats.places(
    known([ventas, costs.comercial?.most, costs.total?.most].filter((value) => value !== undefined)),
  );
  return (
    <>
      <p role="status" className={styles.summary} data-testid="missing-cost-said">
        {skus === 0 ? (
          <>
            <Icon name="check" small /> {text('missing-cost.none')}
          </>
        ) : null}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{text('missing-cost.skus')}</dt>
          <dd>
            <Figure value={String(skus)} kind="count" testId="missing-cost-skus" />
          </dd>
        </div>
        <div>
          <dt>{text('missing-cost.ventas')}</dt>
          <dd>
            <Figure value={ventas} kind="money" places={places} testId="missing-cost-ventas" />
          </dd>
        </div>
        <div>
          <dt>{text('missing-cost.coverage')}</dt>
          <dd>
            <Figure
              value={rateOf(coveredVentas, allVentas, 6)}
              kind="percent"
              testId="missing-cost-coverage"
            />
          </dd>
        </div>
      </dl>
      {skus === 0 || estimate === null ? null : <Bounds costs={costs} places={places} />}
      {skus === 0
        ? null
        : BASES.map((basis) =>
            estimated[basis ?? 'none'] === 0 ? null : (
              <p key={basis} className={ui.caption}>
                {text('missing-cost.basis-count', {
                  count: estimated[basis ?? 'none'],
                  shown: formats.count(estimated[basis ?? 'none']),
                  basis: text(basisText({ basis })),
                })}
              </p>
            ),
          )}
    </>
  );
}

/** By scope, what the result comes to at most, and likely. */
function Bounds({ costs, places }: { readonly costs: MissingCosts; readonly places: number }) {
  const text = useText();
  const scopes = (['comercial', 'total'] as const).flatMap((scope) => {
    const bounds = costs[scope];
    return bounds === null ? [] : [{ scope, ...bounds }];
  });
  if (scopes.length === 0) return null;
  return (
    <ListTable
      name={text('missing-cost.bounds')}
      className={styles.bounds}
      places={places}
      columns={[
        {
          heading: text('missing-cost.bounds'),
          isHeadingHidden: true,
          value: ({ scope }) => SCOPE_COLUMNS[scope].profitability,
          draw: ({ scope }) => (
            <>
              <ScopeMark scope={scope} /> {text.column(SCOPE_COLUMNS[scope].profitability)}
            </>
          ),
        },
        { heading: text('missing-cost.most'), kind: 'money', value: 'most' },
        {
          heading: text('missing-cost.likely'),
          kind: 'money',
          value: 'likely',
          figure: ({ scope }) => ({ testId: `missing-cost-likely-${scope}` }),
        },
        ...(['most', 'likely'] as const).map(
          (end): Column<(typeof scopes)[number]> => ({
            id: `${end}-rate`,
            heading: `% ${text(`missing-cost.${end}`)}`,
            kind: 'points',
            value: (bounds) => rateOf(bounds[end], costs.allVentas, 6),
          }),
        ),
      ]}
      rows={scopes}
      keyOf={({ scope }) => scope}
    />
  );
}

/** Rows of the SKU whose cost is 0: what a filter can say. */
const WITHOUT_COST = { column: 'Costo de Producto', from: '0' as Decimal, to: '0' as Decimal };

/** Long for its columns: those of the screen and those of files. */
function missingColumns(
  { ventas, estimate, rows }: Pick<MissingCosts, 'ventas' | 'estimate' | 'rows'>,
  text: Text,
): readonly Column<MissingCost>[] {
  const over = (value: string | null) => (value === null ? {} : { total: { kind: 'sum', value } as const });
  return [
    { heading: SKU, value: 'sku', draw: ({ sku }) => <ToRows sku={sku} /> },
    {
      heading: PRODUCT,
      cell: ({ product }) => ({ className: styles.product, title: product ?? undefined }),
      value: 'product',
    },
    { heading: text('proof.rows'), kind: 'count', value: 'rows', ...over(String(rows)) },
    sheetColumn('Unidades', ({ units }) => units, { kind: 'count' }),
    { heading: 'Ventas', kind: 'money', value: 'ventas', ...over(ventas) },
    sheetColumn(SCOPE_COLUMNS.comercial.profitability, ({ comercial }) => comercial, { kind: 'money' }),
    {
      heading: (
        <>
          {text.column(SCOPE_COLUMNS.total.profitability)}
          <MovedMark column={SCOPE_COLUMNS.total.profitability} />
        </>
      ),
      kind: 'money',
      value: 'total',
      sheet: { name: SCOPE_COLUMNS.total.profitability },
    },
    {
      heading: text('missing-cost.estimate'),
      kind: 'money',
      value: 'estimate',
      figure: (line) => ({ title: text(basisText(line)), testId: 'missing-cost-estimate' }),
      ...over(estimate),
    },
    sheetColumn(text('missing-cost.basis-title'), (line) => text(basisText(line))),
  ];
}

/** SKUs without cost as a file has them. Pure. */
export function missingCostsTable(costs: MissingCosts, text: Text): WholeTable {
  const columns = missingColumns(costs, text);
  return sheetOf({ name: text('missing-cost.title'), columns, rows: costs.lines, keyColumns: 2 });
}

function basisText({ basis }: Pick<MissingCost, 'basis'>) {
  return `missing-cost.basis-${basis ?? 'none'}` as const;
}

function ToRows({ sku }: Pick<MissingCost, 'sku'>) {
  const text = useText();
  const name = sku === '' ? text('filter.blank') : sku;
  const open = useOpenOrders();
  const only = [
    onlyWith(SKU, sku),
    { type: 'set-numbers', column: WITHOUT_COST.column, filters: [WITHOUT_COST] },
  ] as const;
  return (
    <Button
      className={ui.smallLink}
      title={text('missing-cost.see-rows', { sku: name })}
      onClick={() => open({ only, by: 'Ventas' })}
    >
      {name}
    </Button>
  );
}

/** SKUs without cost; each leads to its rows, and an own cost is entered below it. */
function MissingList(props: {
  readonly costs: MissingCosts;
  readonly order: MissingCostOrder;
  readonly onOrder: (order: MissingCostOrder) => void;
  readonly onMore: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const known = useAnnotations('own-cost');
  const withOwn = useMemo(() => new Set([...(known?.values() ?? [])].map(({ sku }) => sku)), [known]);
  const { costs, order } = props;
  const { lines, skus } = costs;
  const own: Column<MissingCost> = {
    heading: text('own-costs.own'),
    draw: ({ sku }, { isOpen, toggle }) => (
      <>
        {sku === '' ? null : (
          <Button
            className={ui.smallLink}
            data-testid="own-cost-enter"
            aria-expanded={isOpen}
            title={text('own-costs.entry', { sku })}
            onClick={toggle}
          >
            {text('own-costs.enter')}
          </Button>
        )}
        {withOwn.has(sku) ? <span className={ui.caption}> {text('own-costs.has')}</span> : null}
      </>
    ),
  };
  return (
    <>
      <p className={styles.order}>
        <span className={ui.caption}>{text('missing-cost.order')}</span>
        <Segmented
          label={text('missing-cost.order')}
          value={order}
          options={[
            { value: 'ventas', label: text.column('Ventas') },
            { value: 'risk', label: text('missing-cost.by-risk') },
          ]}
          onChange={props.onOrder}
        />
      </p>
      <ListTable
        name={text('missing-cost.skus')}
        className={styles.list}
        columns={[...missingColumns(costs, text), own]}
        rows={lines}
        keyOf={({ sku }) => sku}
        places={formats.places([costs.ventas, ...lines.flatMap(({ total }) => total ?? [])])}
        line={({ sku }) => ({ 'data-testid': 'missing-cost-line', 'data-value': sku })}
        below={({ sku }, { isOpen, toggle }) =>
          isOpen ? <OwnCostEntry sku={sku} cost={null} onClose={toggle} /> : null
        }
      />
      <MoreLink left={skus - lines.length} onMore={props.onMore} />
    </>
  );
}
