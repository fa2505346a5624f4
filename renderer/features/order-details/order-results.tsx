import { findSumRule } from '#renderer/data/model/row-rules.ts';
import { division } from '#renderer/features/dimensions/division.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import figureStyles from '#renderer/ui/figure.module.css';
import { Figure, figureText } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import {
  type Decimal,
  fromDecimal,
  readFigure,
  type Scaled,
  subtract,
  sum,
  toDecimal,
} from '#shared/domain/decimal.ts';
import {
  type Identity,
  identityHolds,
  RATE_BASE_COLUMN,
  ROW_IDENTITIES,
  rateOf,
  SCOPE_COLUMNS,
  SCOPES,
  type Sums,
} from '#shared/domain/profitability.ts';
import type { OrderPart } from './order-data.ts';
import styles from './order-details.module.css';

/** Spec 2.5 states neither column by column: no mark of proof for the first, for the second only where it holds. */
const UNSTATED: Identity = {
  result: SCOPE_COLUMNS.marketplace.profitability,
  plus: ['Ventas'],
  minus: ['Costo de Marketplace'],
};
const COMERCIAL_CHARGES = findSumRule('cobros');

type Term = { readonly sign: '+' | '−'; readonly column: string; readonly sum: Decimal };

export type Check = {
  readonly result: string;
  /** The API's own sum; null where no row carries the column. */
  readonly value: Decimal | null;
  /** holds: equal to the last digit; differs: stated, yet unequal in some row; observed: equal, though unstated. */
  readonly state: 'holds' | 'differs' | 'observed' | 'unknown';
  readonly terms: readonly Term[];
  readonly difference: Decimal | null;
};

type CellOf = (column: string) => string | null | undefined;

/** Whether it holds in all rows; undefined where some row says nothing and none says no. */
function isIdentityHolding(identity: Identity, rows: readonly CellOf[]): boolean | undefined {
  const all = rows.map((cellOf) => identityHolds(identity, cellOf));
  if (all.includes(false)) return false;
  return all.length === 0 || all.includes(undefined) ? undefined : true;
}

function termsOf({ plus, minus }: Identity, sums: Sums): readonly Term[] {
  const term = (sign: Term['sign'], column: string | undefined): Term[] => {
    const value = column === undefined ? undefined : sums[column];
    return column === undefined || value === undefined ? [] : [{ sign, column, sum: value }];
  };
  // In turns, as spec 2.5 writes them: income − charges + refunds − product cost.
  return Array.from({ length: Math.max(plus.length, minus.length) }, (_, at) => [
    ...term('+', plus[at]),
    ...term('−', minus[at]),
  ]).flat();
}

function recomputed(terms: readonly Term[]): Scaled {
  const of = (sign: Term['sign']) =>
    sum(terms.filter((term) => term.sign === sign).map((term) => fromDecimal(term.sum)));
  return subtract(of('+'), of('−'));
}

function check(
  identity: Identity,
  kind: 'stated' | 'stated-where-equal' | 'unstated',
  rows: readonly CellOf[],
  sums: Sums,
): Check {
  const value = sums[identity.result] ?? null;
  const held = isIdentityHolding(identity, rows);
  const terms = termsOf(identity, sums);
  const silent: Check = { result: identity.result, value, state: 'unknown', terms: [], difference: null };
  if (held === undefined || value === null) return silent;
  if (held) return { ...silent, state: kind === 'unstated' ? 'observed' : 'holds', terms };
  if (kind !== 'stated') return silent;
  const difference = toDecimal(subtract(fromDecimal(value), recomputed(terms)));
  return { ...silent, state: 'differs', terms, difference };
}

/** Every check of an order's rows, Marketplace, Comercial and Total first. */
export function checksOf(rows: readonly CellOf[], sums: Sums): readonly Check[] {
  const stated = (result: string): Check[] =>
    ROW_IDENTITIES.filter((identity) => identity.result === result).map((identity) =>
      check(identity, 'stated', rows, sums),
    );
  return [
    check(UNSTATED, 'unstated', rows, sums),
    ...stated(SCOPE_COLUMNS.comercial.profitability),
    ...stated(SCOPE_COLUMNS.total.profitability),
    check(COMERCIAL_CHARGES, 'stated-where-equal', rows, sums),
  ];
}

/** Whether nothing that the API's text states differs, and something holds. */
export function areEqual(checks: readonly Check[]): boolean {
  return checks.some(({ state }) => state === 'holds') && checks.every(({ state }) => state !== 'differs');
}

/** Whether a text is a figure other than 0. */
export function isOtherThanZero(text: string | null | undefined): boolean {
  const value = readFigure(text ?? '');
  return value !== undefined && value.units !== 0n;
}

const PRODUCT_COST = 'Costo de Producto';

/** The results of the order, each recomputed from its own rows, with the sums it was recomputed from. */
export function OrderResults({ order, places }: OrderPart) {
  const text = useText();
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
      <ul className={styles.identities}>
        {checks
          .filter(({ value }) => value !== null)
          .map((check) => (
            <CheckLine key={check.result} check={check} order={order} places={places} />
          ))}
        {totals.sums[PRODUCT_COST] === undefined ? null : (
          <li data-testid="check-product-cost" data-state={missing > 0 ? 'missing' : 'loaded'}>
            <span className={ui.warning}>{missing > 0 ? <Icon name="warning" /> : null}</span>
            <span className={ui.medium}>{text.column(PRODUCT_COST)}</span>
            <Figure
              value={totals.sums[PRODUCT_COST]}
              kind="money"
              places={places}
              className={classNames(ui.medium, missing > 0 && figureStyles.partial)}
            />
            <span className={styles.rate} />
            {missing > 0 ? (
              <small>{text('order.cost-missing', { count: missing, rows: totals.rows })}</small>
            ) : null}
          </li>
        )}
      </ul>
    </>
  );
}

function CheckLine({ check, order, places }: OrderPart & { readonly check: Check }) {
  const text = useText();
  const formats = useFormats();
  const { sums } = order.totals;
  const scope = SCOPES.find((other) => SCOPE_COLUMNS[other].profitability === check.result);
  const isPartial = scope !== undefined && scope !== 'marketplace' && order.totals.rowsWithoutProductCost > 0;
  const rate =
    scope === undefined || check.value === null ? null : rateOf(check.value, sums[RATE_BASE_COLUMN], 6);
  const base = sums[RATE_BASE_COLUMN];
  const join = (part: (term: Check['terms'][number]) => string): string =>
    check.terms
      // The first one is always added.
      .map((term, index) => (index === 0 ? '' : `${term.sign} `) + part(term))
      .join(' ');
  const named = join(({ column }) => text.column(column));
  const note = text(`order.check-${check.state}`);
  return (
    <li data-testid="check" data-value={check.result} data-state={check.state}>
      <span
        className={check.state === 'differs' ? ui.warning : ui.positive}
        title={note}
        {...(check.state === 'holds' || check.state === 'differs' ? { role: 'img', 'aria-label': note } : {})}
      >
        {check.state === 'holds' ? <Icon name="check" /> : null}
        {check.state === 'differs' ? <Icon name="warning" /> : null}
      </span>
      <span className={classNames(ui.medium, styles.name)}>
        {scope === undefined ? null : <ScopeMark scope={scope} />}
        <span>{text.column(check.result)}</span>
      </span>
      <Figure
        value={check.value}
        kind="money"
        places={places}
        className={classNames(ui.medium, isPartial && figureStyles.partial)}
        {...(isPartial && check.value !== null
          ? { title: `${formats.exact(check.value)} · ${text('cell.incomplete')}` }
          : {})}
      />
      <span className={styles.rate}>
        {rate === null || check.value === null || base === undefined ? null : (
          <Figure
            value={rate}
            kind="percent"
            title={division(check.value, base, formats, text, text.column(check.result))}
          />
        )}
      </span>
      {check.terms.length === 0 ? null : (
        <small title={`${named}\n${note}`}>
          {join((term) => figureText(term.sum, 'money', places, formats))}
          {check.state === 'observed' ? ` · ${text('order.observed')}` : ''}
        </small>
      )}
      {check.difference === null ? null : (
        <small className={ui.warning}>
          {text('order.difference', { amount: formats.exact(check.difference) })}
        </small>
      )}
    </li>
  );
}
