import { COLUMNS, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
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
  ROW_IDENTITIES,
  SCOPE_COLUMNS,
  type Sums,
} from '#shared/domain/profitability.ts';

/** The results of an order recomputed from its own rows. Pure. */

/**
 * Equalities that spec 2.5 does not state column by column: a mark of proof is never shown for the first; for the
 * second (Cobro Total «without the four excluded charges») only where the four sections' totals are those charges.
 */
const UNSTATED: Identity = {
  result: SCOPE_COLUMNS.marketplace.profitability,
  plus: ['Ventas'],
  minus: ['Costo de Marketplace'],
};
const COMERCIAL_CHARGES: Identity = {
  result: 'Cobros Comercial',
  plus: ['Cobro Total'],
  minus: SECTIONS_OUTSIDE_COMERCIAL.flatMap((section) =>
    COLUMNS.filter((column) => column.section?.name === section && column.section.role === 'total').map(
      ({ key }) => key,
    ),
  ),
};

export type Term = { readonly sign: '+' | '−'; readonly column: string; readonly sum: Decimal };

export type Check = {
  readonly result: string;
  /** The API's own sum; null where no row carries the column. */
  readonly value: Decimal | null;
  /**
   * holds: equal to the last digit in every row. differs: stated by the API's text and not equal in some row. observed:
   * equal in every row, though no text states it. unknown: nothing can be said.
   */
  readonly state: 'holds' | 'differs' | 'observed' | 'unknown';
  /** The sums it was recomputed from; none where they say nothing. */
  readonly terms: readonly Term[];
  /** The API's sum less the recomputed one, where it differs. */
  readonly difference: Decimal | null;
};

type CellOf = (column: string) => string | null | undefined;

function heldIn(identity: Identity, rows: readonly CellOf[]): boolean | undefined {
  const all = rows.map((cellOf) => identityHolds(identity, cellOf));
  if (all.includes(false)) return false;
  return all.length === 0 || all.includes(undefined) ? undefined : true;
}

function termsOf({ plus, minus }: Identity, sums: Sums): readonly Term[] {
  const term =
    (sign: Term['sign']) =>
    (column: string): Term[] => {
      const value = sums[column];
      return value === undefined ? [] : [{ sign, column, sum: value }];
    };
  // In turns, as spec 2.5 writes them: income − charges + refunds − product cost.
  const longest = Math.max(plus.length, minus.length);
  return Array.from({ length: longest }, (_, at) => [
    ...plus.slice(at, at + 1).flatMap(term('+')),
    ...minus.slice(at, at + 1).flatMap(term('−')),
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
  const held = heldIn(identity, rows);
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
