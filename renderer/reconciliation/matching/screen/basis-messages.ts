import type { Text } from '#renderer/i18n/text.tsx';
import { type Basis, basisFigure } from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchedFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';

/** «Publicidad + Almacenamiento Fulfillment». Pure. */
export const sectionNames = (sections: readonly CostSection[], text: Text): string =>
  sections.map((section) => text(`section.${section}`)).join(' + ');

/** The name of an order's figure; several statements that are not matched by the same have none. Pure. */
export function figureWords(basis: Basis | null, figure: MatchedFigure, text: Text): string {
  if (basis === null) return text('match.here');
  const [[key] = [figure]] = basisFigure(basis, figure).terms;
  const column = text.column(key);
  if (basis.apart.length === 0) return column;
  return text('match.basis-less', { figure: column, sections: sectionNames(basis.apart, text) });
}
