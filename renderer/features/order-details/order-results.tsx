import { division } from '#renderer/features/dimensions/division.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { figureText } from '#renderer/ui/figure-text.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { RATE_BASE_COLUMN, rateOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { OrderData } from './order-data.ts';
import { areEqual, type Check, checksOf } from './order-results.ts';

const PRODUCT_COST = 'Costo de Producto';

/** The results of the order, each recomputed from its own rows, with the sums it was recomputed from. */
export function OrderResults(props: { readonly order: OrderData; readonly places: number }) {
  const text = useText();
  const { order, places } = props;
  const { totals, columns } = order;
  const cellReaders = order.lines.map(
    (line) => (column: string) => line.cells[columns.indexOf(column)] ?? null,
  );
  const checks = checksOf(cellReaders, totals.sums);
  const missing = totals.rowsWithoutProductCost;
  return (
    <>
      <h3>
        {text('order.results')}
        <span>{text(areEqual(checks) ? 'order.results-equal' : 'order.results-note')}</span>
      </h3>
      <ul className="ids">
        {checks
          .filter(({ value }) => value !== null)
          .map((check) => (
            <CheckLine key={check.result} check={check} order={order} places={places} />
          ))}
        {totals.sums[PRODUCT_COST] === undefined ? null : (
          <li data-testid="check-product-cost" data-state={missing > 0 ? 'missing' : 'loaded'}>
            <span className="warn">{missing > 0 ? <Icon name="warning" /> : null}</span>
            <span className="m5">{PRODUCT_COST}</span>
            <Figure
              value={totals.sums[PRODUCT_COST]}
              kind="money"
              places={places}
              className={missing > 0 ? 'm5 part' : 'm5'}
            />
            <span className="rate" />
            {missing > 0 ? (
              <small>{text('order.cost-missing', { count: missing, rows: totals.rows })}</small>
            ) : null}
          </li>
        )}
      </ul>
    </>
  );
}

function CheckLine(props: { readonly check: Check; readonly order: OrderData; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { check, order, places } = props;
  const { sums } = order.totals;
  const scope = SCOPES.find((other) => SCOPE_COLUMNS[other].profitability === check.result);
  const isPartial = scope !== undefined && scope !== 'marketplace' && order.totals.rowsWithoutProductCost > 0;
  const rate =
    scope === undefined || check.value === null ? null : rateOf(check.value, sums[RATE_BASE_COLUMN], 6);
  const base = sums[RATE_BASE_COLUMN];
  const join = (part: (term: Check['terms'][number]) => string): string =>
    check.terms
      .map((term, index) => (index === 0 && term.sign === '+' ? '' : `${term.sign} `) + part(term))
      .join(' ');
  const named = join(({ column }) => column);
  const note = text(`order.check-${check.state}`);
  return (
    <li data-testid="check" data-value={check.result} data-state={check.state}>
      <span
        className={check.state === 'differs' ? 'warn' : 'pos'}
        title={note}
        {...(check.state === 'holds' || check.state === 'differs' ? { role: 'img', 'aria-label': note } : {})}
      >
        {check.state === 'holds' ? <Icon name="check" /> : null}
        {check.state === 'differs' ? <Icon name="warning" /> : null}
      </span>
      <span className="m5 name">
        {scope === undefined ? null : <ScopeMark scope={scope} />}
        <span>{check.result}</span>
      </span>
      <Figure
        value={check.value}
        kind="money"
        places={places}
        className={isPartial ? 'm5 part' : 'm5'}
        {...(isPartial && check.value !== null
          ? { title: `${formats.exact(check.value)} · ${text('cell.incomplete')}` }
          : {})}
      />
      <span className="rate">
        {rate === null || check.value === null || base === undefined ? null : (
          <Figure value={rate} kind="percent" title={division(check.value, base, formats, check.result)} />
        )}
      </span>
      {check.terms.length === 0 ? null : (
        <small title={`${named}\n${note}`}>
          {join((term) => figureText(term.sum, 'money', places, formats))}
          {check.state === 'observed' ? ` · ${text('order.observed')}` : ''}
        </small>
      )}
      {check.difference === null ? null : (
        <small className="warn">
          {text('order.difference', { amount: formats.money(check.difference, places) })}
        </small>
      )}
    </li>
  );
}
