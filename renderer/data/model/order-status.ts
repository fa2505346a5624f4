/** Values of `Estado de Orden` (spec 3); a sale that holds is `Regular`. */
export const ORDER_STATUS_COLUMN = 'Estado de Orden';
export const CANCELLED = 'Cancelada';
export const RETURNED = 'Devuelta';
/** The orders that are counted like all others though they are no sales any more. */
export const UNDONE_STATUSES = [CANCELLED, RETURNED] as const;
export type UndoneStatus = (typeof UNDONE_STATUSES)[number];
