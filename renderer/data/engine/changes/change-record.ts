import type { OrderFigures } from '#renderer/data/model/changes.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import type { PackedValues } from './kept-values.ts';

/** The before and after that every replacement leaves (rule 13), as it is stored. */

export type OrderChange = {
  readonly order: OrderKey;
  /** First purchase among its rows; null when none is readable. */
  readonly purchase: LocalDateTime | null;
  readonly before: OrderFigures | null;
  readonly after: OrderFigures | null;
  /**
   * Columns whose values differ, `Fecha de actualización` aside; absent where there is no before or no after, and in
   * what was written before these were kept (no migration: neither reading minds the other).
   */
  readonly columns?: readonly string[];
  /** The answers that brought the rows; those of the whole window where no row came. */
  readonly correlationIds: readonly string[];
};

export type ChangesRecord = {
  readonly id?: number;
  /** Null where no run did it: the user's own decision, or a record of the first schema. */
  readonly runId: string | null;
  readonly purpose: WindowPurpose;
  readonly windowId: string;
  readonly window: SyncWindow;
  /** The server's time of the window's last answer; of a user's decision, when it was taken. */
  readonly readAt: UtcInstant | null;
  readonly changes: readonly OrderChange[];
  /**
   * Values of the other columns, change by change; absent in what was written before these were kept, where no order
   * was there before and after, and where they were forgotten for the room they took.
   */
  readonly values?: PackedValues;
};

/** The amounts of an order that the change log keeps: Ventas and the three profitabilities. */
export const CHANGE_AMOUNTS: readonly string[] = [
  RATE_BASE_COLUMN,
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

const SUMMARISED_COLUMNS: ReadonlySet<string> = new Set([
  ...CHANGE_AMOUNTS,
  'Estado de Orden',
  'Estado de Pago',
]);

/** Neither told by the figures before and after, nor a rate, which changes with its amounts. */
export function isOtherColumn(column: string): boolean {
  return !SUMMARISED_COLUMNS.has(column) && findColumn(column)?.kind !== 'percent';
}
