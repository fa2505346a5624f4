import { Fragment, useMemo, useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { onlyWith, useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CostImportActions } from '#renderer/screens/reconciliation/cost-import/cost-import-actions.tsx';
import { MoreLink } from '#renderer/screens/reconciliation/frame/more-link.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type {
  CostBasis,
  MissingCostOrder,
  MissingCosts,
  MissingCostsQuery,
} from '#shared/domain/missing-costs.ts';
import { rateOf, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './missing-costs.module.css';
import { basisText, missingCostsTable } from './missing-costs-table.ts';
import { OwnCostEntry } from './own-cost-entry.tsx';
import { OwnCostsList } from './own-costs-list.tsx';

const SKU = 'SKU Producto';
const PRODUCT = 'Producto';
const AT_ONCE = 20;
const BASES: readonly (CostBasis | null)[] = ['sku', 'selection', null];

/** Sales whose product cost is not loaded, and what the result would lose by it. */
export function MissingCostsSection() {
  const text = useText();
  const { selection } = useSelection();
  const [order, setOrder] = useState<MissingCostOrder>('ventas');
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
  const factsOf = useFigureFacts();
  const { selection } = query;
  const job = (): TableJob => ({
    fileName: exportFileName(text('missing-cost.title'), selection),
    content: async () => ({
      kind: 'table',
      table: missingCostsTable(await data.call.readMissingCosts({ ...query, limit: null }), text),
    }),
    facts: factsOf(selection, null),
  });
  return (
    <ExportMenu
      job={job}
      hasNoKeys
      className={ui.smallButton}
      name={text('missing-cost.export-title')}
      title={text('missing-cost.export-title')}
    />
  );
}

/** How many SKUs, how much of the sales, and between which bounds the result lies. Long for its two small tables. */
function Summary({ costs }: { readonly costs: MissingCosts }) {
  const text = useText();
  const formats = useFormats();
  const { skus, ventas, allVentas, coveredVentas, estimate, estimated } = costs;
  const known = (values: readonly (Decimal | null | undefined)[]) => values.flatMap((value) => value ?? []);
  const places = formats.places(
    known([ventas, costs.comercial?.most, costs.total?.most].filter((value) => value !== undefined)),
  );
  const scopes = (['comercial', 'total'] as const).flatMap((scope) => {
    const bounds = costs[scope];
    return bounds === null ? [] : [{ scope, ...bounds }];
  });
  return (
    <>
      <p role="status" className={styles.said} data-testid="missing-cost-said">
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
      {skus === 0 || estimate === null || scopes.length === 0 ? null : (
        <table className={classNames(ui.denseTable, styles.bounds)} aria-label={text('missing-cost.bounds')}>
          <thead>
            <tr>
              <th>
                <span className={ui.visuallyHidden}>{text('missing-cost.bounds')}</span>
              </th>
              <th className={ui.number}>{text('missing-cost.most')}</th>
              <th className={ui.number}>{text('missing-cost.likely')}</th>
              <th className={ui.number}>% {text('missing-cost.most')}</th>
              <th className={ui.number}>% {text('missing-cost.likely')}</th>
            </tr>
          </thead>
          <tbody>
            {scopes.map(({ scope, most, likely }) => (
              <tr key={scope}>
                <td>
                  <ScopeMark scope={scope} /> {SCOPE_COLUMNS[scope].profitability}
                </td>
                <FigureCell value={most} kind="money" places={places} />
                <FigureCell
                  value={likely}
                  kind="money"
                  places={places}
                  testId={`missing-cost-likely-${scope}`}
                />
                <FigureCell value={rateOf(most, allVentas, 6)} kind="points" places={1} />
                <FigureCell value={rateOf(likely, allVentas, 6)} kind="points" places={1} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
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

/** Rows of the SKU whose cost is 0: what a filter can say. */
const WITHOUT_COST = { column: 'Costo de Producto', from: '0' as Decimal, to: '0' as Decimal };

/** SKUs without cost; each leads to its rows. Long for its markup, which is one table. */
function MissingList(props: {
  readonly costs: MissingCosts;
  readonly order: MissingCostOrder;
  readonly onOrder: (order: MissingCostOrder) => void;
  readonly onMore: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const known = useAnnotations('own-cost');
  const withOwn = useMemo(() => new Set([...(known?.values() ?? [])].map(({ sku }) => sku)), [known]);
  const [entered, setEntered] = useState<string | null>(null);
  const { costs, order } = props;
  const { lines, skus } = costs;
  const places = formats.places([costs.ventas, ...lines.flatMap(({ total }) => total ?? [])]);
  return (
    <>
      <p className={styles.order}>
        <span className={ui.caption}>{text('missing-cost.order')}</span>
        <Segmented
          label={text('missing-cost.order')}
          value={order}
          options={[
            { value: 'ventas', label: 'Ventas' },
            { value: 'risk', label: text('missing-cost.by-risk') },
          ]}
          onChange={props.onOrder}
        />
      </p>
      <table className={classNames(ui.denseTable, styles.list)} aria-label={text('missing-cost.skus')}>
        <thead>
          <tr>
            <th>{SKU}</th>
            <th>{PRODUCT}</th>
            <th className={ui.number}>{text('proof.rows')}</th>
            <th className={ui.number}>Ventas</th>
            <th className={ui.number}>
              {SCOPE_COLUMNS.total.profitability}
              <MovedMark column={SCOPE_COLUMNS.total.profitability} />
            </th>
            <th className={ui.number}>{text('missing-cost.estimate')}</th>
            <th>{text('own-costs.own')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Fragment key={line.sku}>
              <tr data-testid="missing-cost-line" data-value={line.sku}>
                <td>
                  <Button
                    className={ui.smallLink}
                    title={text('missing-cost.see-rows', { sku: line.sku })}
                    onClick={() =>
                      open({
                        only: [
                          onlyWith(SKU, line.sku),
                          { type: 'set-numbers', column: WITHOUT_COST.column, filters: [WITHOUT_COST] },
                        ],
                        by: 'Ventas',
                      })
                    }
                  >
                    {line.sku === '' ? text('filter.blank') : line.sku}
                  </Button>
                </td>
                <td className={styles.product} title={line.product ?? undefined}>
                  {line.product}
                </td>
                <FigureCell value={String(line.rows)} kind="count" />
                <FigureCell value={line.ventas} kind="money" places={places} />
                <FigureCell value={line.total} kind="money" places={places} />
                <FigureCell
                  value={line.estimate}
                  kind="money"
                  places={places}
                  title={text(basisText(line))}
                  testId="missing-cost-estimate"
                />
                <td>
                  {line.sku === '' ? null : (
                    <Button
                      className={ui.smallLink}
                      data-testid="own-cost-enter"
                      aria-expanded={entered === line.sku}
                      title={text('own-costs.entry', { sku: line.sku })}
                      onClick={() => setEntered(entered === line.sku ? null : line.sku)}
                    >
                      {text('own-costs.enter')}
                    </Button>
                  )}
                  {withOwn.has(line.sku) ? (
                    <span className={ui.caption}> {text('own-costs.has')}</span>
                  ) : null}
                </td>
              </tr>
              {entered === line.sku ? (
                <tr>
                  <td colSpan={7}>
                    <OwnCostEntry sku={line.sku} cost={null} onClose={() => setEntered(null)} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
      <MoreLink left={skus - lines.length} onMore={props.onMore} />
    </>
  );
}
