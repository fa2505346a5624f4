import type { StatementKind } from '../statements/statement.ts';

/** The figure of an order that a statement's lines are held against: what the sale left, or what it cost. */
export type HeldFigure = 'Rentabilidad Marketplace' | 'Costo de Marketplace';

/** Invoices of what the marketplace charges: of the sale itself they tell nothing. */
const ONLY_CHARGES: readonly StatementKind[] = ['mercado-libre-billing', 'falabella-invoice'];

/** Costs where all statements tell costs alone; they are held against them with a minus, as the lines have them. */
export const heldFigure = (kinds: readonly StatementKind[]): HeldFigure =>
  kinds.length > 0 && kinds.every((kind) => ONLY_CHARGES.includes(kind))
    ? 'Costo de Marketplace'
    : 'Rentabilidad Marketplace';
