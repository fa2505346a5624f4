import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** The amounts of an order that the change log keeps: Ventas and the three profitabilities. */
export const CHANGE_AMOUNTS: readonly string[] = [
  RATE_BASE_COLUMN,
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];
