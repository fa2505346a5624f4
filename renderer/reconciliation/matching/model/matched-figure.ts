import type { MatchedFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import { factsOf, type StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';

const ofCharges = (kind: StatementKind): boolean => factsOf(kind)?.matchedFigure === 'Costo de Marketplace';

/** Costs where all statements tell costs alone; they are held against them with a minus, as the lines have them. */
export const matchedFigure = (kinds: readonly StatementKind[]): MatchedFigure =>
  kinds.length > 0 && kinds.every(ofCharges) ? 'Costo de Marketplace' : 'Rentabilidad Marketplace';
