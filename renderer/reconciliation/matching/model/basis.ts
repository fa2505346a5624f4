import type { Annotations } from '#renderer/data/model/annotations.ts';
import { sectionTotal } from '#renderer/data/model/row-rules.ts';
import type { BasisPart } from '#renderer/data/model/statement-answers.ts';
import type { MatchedFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import {
  accountsOfStatement,
  type StatementOwner,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';

/** The basis that statements are matched by: which part of their lines, and which figure of the orders. */

export type Basis = {
  readonly part: BasisPart;
  /** Sections that the marketplace bills apart: statements pay as if they were not charged. Only with the whole net. */
  readonly apart: readonly CostSection[];
};

/** All that a line brings against all that the sale left. */
export const WHOLE: Basis = { part: 'net', apart: [] };

export const isWhole = ({ part, apart }: Basis): boolean => part === 'net' && apart.length === 0;

export type FigureTerm = readonly [column: string, sign: 1 | -1];

/** Of the lines this part, of the orders the sum of these columns; both positive where money comes to the seller. */
export type BasisFigure = { readonly part: BasisPart; readonly terms: readonly FigureTerm[] };

const PART_TERMS: { readonly [part in Exclude<BasisPart, 'net'>]: readonly FigureTerm[] } = {
  commission: [['Costo de Comisiones', -1]],
  shipping: [['Costo Envío', -1]],
  taxes: [
    ['Cobro de Impuestos', -1],
    ['Reembolso de Impuestos', 1],
  ],
};

/** @param figure what statements of the kind are held against as a whole */
export function basisFigure({ part, apart }: Basis, figure: MatchedFigure): BasisFigure {
  if (part !== 'net') return { part, terms: PART_TERMS[part] };
  const isCost = figure === 'Costo de Marketplace';
  return {
    part,
    terms: [[figure, isCost ? -1 : 1], ...apart.map((section): FigureTerm => [sectionTotal(section), 1])],
  };
}

/** The keys of a basis: the layout with each account that the statement is of. */
export function basisKeys(statement: StatementOwner): readonly string[] {
  const { kind, layout } = statement;
  const accounts = accountsOfStatement(statement);
  if (accounts.length === 0) return [JSON.stringify([kind, layout])];
  return accounts.map(({ canal, cuenta }) => JSON.stringify([kind, layout, canal, cuenta]));
}

/** The basis chosen for the statement's layout and accounts; the whole where none was, or not the same for all of them. */
export function basisOf(statement: StatementOwner, kept: Annotations<'statement-basis'>): Basis {
  const [first, ...others] = basisKeys(statement).map((key) => kept.get(key));
  if (first === undefined) return WHOLE;
  const own: Basis = { part: first.part, apart: first.part === 'net' ? first.apart : [] };
  return others.every((other) => other !== undefined && isSameBasis(own, other)) ? own : WHOLE;
}

export const isSameBasis = (one: Basis, other: Basis): boolean =>
  one.part === other.part && one.apart.toSorted().join() === other.apart.toSorted().join();
