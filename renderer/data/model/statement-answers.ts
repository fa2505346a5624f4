import { DATE_FIELDS, TEXT_FIELDS } from './statement-fields.ts';

/** The words in which the user says what a statement's columns and rows are: they are kept, and every later version reads them. */

/** `in` and `out`: money to and from the seller in two columns; `amount`: in one. */
export const MAPPED_AMOUNTS = [
  'amount',
  'in',
  'out',
  'gross',
  'commission',
  'shipping',
  'taxes',
  'balance',
] as const;
export type MappedAmount = (typeof MAPPED_AMOUNTS)[number];
/** `letter`: the column that says C or D. */
export const MAPPED_FIELDS = [...TEXT_FIELDS, ...DATE_FIELDS, ...MAPPED_AMOUNTS, 'letter'] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
/** written: with its sign; reversed: charges are positive; letter: C or D in `letter`; balance: unsigned. */
export const MAPPED_SIGNS = ['written', 'reversed', 'letter', 'balance'] as const;

/** The part of its lines by which a statement is matched to the orders: all that a line brings, or a part of it. */
export const BASIS_PARTS = ['net', 'commission', 'shipping', 'taxes'] as const;
export type BasisPart = (typeof BASIS_PARTS)[number];

/** Answers about a whole row that is no line by itself. */
export const ROW_ANSWERS = ['movement', 'no-movement'] as const;
export type WholeRowAnswer = (typeof ROW_ANSWERS)[number];
/** Answers about a line that does not say whether its money came or went; its amount is as written. */
export const SIGN_ANSWERS = ['charge', 'deposit'] as const;
/**
 * The answer that cells which may stand under other names, or a number that may have lost digits, are right as they
 * stand.
 */
export const AS_WRITTEN = 'as-written';
/** Limit of a number that the user types: no order has a longer one. */
export const MAX_NUMBER_LENGTH = 100;
