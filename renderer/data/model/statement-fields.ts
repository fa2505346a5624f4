/** Fields of a statement's line: its texts, days and amounts. */

export const TEXT_FIELDS = [
  'movement',
  'settlement',
  'order',
  'suborder',
  'sku',
  'operation',
  'currency',
  'description',
] as const;
/** `reference`: another number of the order, as the seller or the gateway writes it. */
export type TextField = (typeof TEXT_FIELDS)[number] | 'reference';

/** When it happened, and when the money is, or was, paid out. */
export const DATE_FIELDS = ['date', 'released'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

/** Money to the seller is positive. Parts that the file does not tell apart are null; together they need not be the net. */
export const AMOUNT_PARTS = ['gross', 'commission', 'shipping', 'taxes', 'net', 'balance'] as const;
export type AmountPart = (typeof AMOUNT_PARTS)[number];
