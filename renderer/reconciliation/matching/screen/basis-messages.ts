import type { Text } from '#renderer/i18n/text.tsx';
import { type Basis, heldAgainst } from '#renderer/reconciliation/matching/model/basis.ts';
import type { HeldFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';

/** «Publicidad + Almacenamiento Fulfillment». Pure. */
export const sectionNames = (sections: readonly CostSection[], text: Text): string =>
  sections.map((section) => text(`section.${section}`)).join(' + ');

/** What the figure of an order is called; several statements that are not held against the same have none. Pure. */
export function figureWords(basis: Basis | null, figure: HeldFigure, text: Text): string {
  if (basis === null) return text('match.here');
  const [[column] = [figure]] = heldAgainst(basis, figure).terms;
  if (basis.apart.length === 0) return column;
  return text('match.basis-less', { figure: column, sections: sectionNames(basis.apart, text) });
}
