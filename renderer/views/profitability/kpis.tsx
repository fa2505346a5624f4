import { profitabilityOf, type Sums } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import type { Totals } from '../../link/data-contract.ts';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { coverageOf, isPartial } from '../selection/cost-coverage.ts';
import { sumOf, useDamaged } from '../selection/selection-totals.tsx';
import { division } from './division.ts';
import './profitability.css';

/** The three scopes side by side: sum, rate with its division, cost; and how much of the sales has a cost. */
export function Kpis(props: {
  readonly total: Totals | null;
  readonly places: number;
  readonly stale: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const { total, places } = props;
  const damaged = useDamaged();
  if (total === null) return <div className="kpis" aria-busy="true" />;
  const sums: Sums = total.sums;
  const coverage = coverageOf(total);
  const base = sums.Ventas;
  return (
    <div className="kpis" data-stale={props.stale} data-revision={total.revision}>
      <section className="kpi">
        <h2>{text('total.sales')}</h2>
        <p className="v">
          <Figure
            value={sumOf(total, 'Ventas', damaged)}
            kind="money"
            places={places}
            testId="total-ventas"
          />
        </p>
        <p className="l">
          <Figure value={sumOf(total, 'Unidades', damaged)} kind="count" className="b" /> {text('kpi.units')}
        </p>
        <p className="l dim">{text('kpi.base')}</p>
      </section>
      {profitabilityOf(sums, 6).map((result) => {
        const name = `Rentabilidad ${text(`scope.${result.scope}`)}`;
        const partial = result.scope !== 'marketplace' && isPartial(total);
        const costRate = result.cost === null || base === undefined ? null : { part: result.cost, base };
        return (
          <section key={result.scope} className="kpi">
            <h2>
              <ScopeMark scope={result.scope} />
              <span className="ell">{name}</span>
            </h2>
            <p className="v">
              <Figure
                value={sumOf(total, `Rentabilidad ${SCOPE_KEYS[result.scope]}`, damaged)}
                kind="money"
                places={places}
                testId={`total-rentabilidad-${result.scope}`}
              />
            </p>
            <p className="l">
              <Figure
                value={result.ratePercent}
                kind="percent"
                className="b"
                {...(result.profit === null || base === undefined
                  ? {}
                  : { title: division(result.profit, base, formats, name) })}
              />{' '}
              {text('kpi.of-sales')}
            </p>
            <p className="l">
              <span className="dim">{text('kpi.cost')}</span>{' '}
              <Figure
                value={result.cost}
                kind="money"
                places={places}
                {...(costRate === null
                  ? {}
                  : { title: `${formats.exact(costRate.part)} · ${COST_KEYS[result.scope]}` })}
              />
            </p>
            {partial && coverage !== null ? (
              <p
                className="l cov"
                title={text('kpi.coverage-title', { rows: formats.count(total.rowsWithoutProductCost) })}
              >
                {text('kpi.coverage', { share: formats.percent(coverage) })}
              </p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

const SCOPE_KEYS = { marketplace: 'Marketplace', comercial: 'Comercial', total: 'Total' } as const;
const COST_KEYS = {
  marketplace: 'Costo de Marketplace',
  comercial: 'Costo Comercial',
  total: 'Costo Total',
} as const;
