/** What is looked at before a month is closed. A month may be closed with something open: that is noted with the close. */
export const MONTH_CHECKS = [
  'complete',
  'unchanged',
  'counted',
  'proven',
  'statements',
  'matched',
  'costs',
] as const;
export type MonthCheck = (typeof MONTH_CHECKS)[number];

/** Null: it is not known yet. */
export type CheckedMonth = { readonly [check in MonthCheck]: boolean | null };

/** Orders and payouts of a month that statements and the bank do not tell as the rows do. */
export type Unmatched = {
  /** Orders that no statement holds. */
  readonly uncovered: number;
  readonly differing: number;
  /** Payouts that the bank did not get, got otherwise, or of which nothing can be said yet. */
  readonly missing: number;
  readonly short: number;
  readonly waiting: number;
};

/** What is known of a month. */
export type MonthKnowledge = {
  /** Over everywhere, wholly read, nothing of it lost or waiting. */
  readonly isComplete: boolean;
  /** Nothing waits to be read again, to be verified or for the user's word. */
  readonly isSettled: boolean;
  /** Whether the source's count agrees; null where it was never asked. */
  readonly agrees: boolean | null;
  /** Rows that break a documented rule; null while that is not known. */
  readonly failingRows: number | null;
  /** Statements of the month that are missing by their accounts' rhythms; null while that is not known, or without any. */
  readonly missingStatements: number | null;
  /** What statements and the bank do not hold, or hold otherwise; null while that is not known, or without statements. */
  readonly unmatched: Unmatched | null;
  /** SKUs with sales and no product cost; null while that is not known. */
  readonly skusWithoutCost: number | null;
};

export function checkMonth(known: MonthKnowledge): CheckedMonth {
  const none = (count: number | null): boolean | null => (count === null ? null : count === 0);
  return {
    complete: known.isComplete,
    unchanged: known.isSettled,
    counted: known.agrees,
    proven: none(known.failingRows),
    statements: none(known.missingStatements),
    matched: known.unmatched === null ? null : Object.values(known.unmatched).every((count) => count === 0),
    costs: none(known.skusWithoutCost),
  };
}

/** What is open, or not known, when somebody closes the month. */
export const openChecks = (checked: CheckedMonth): readonly MonthCheck[] =>
  MONTH_CHECKS.filter((check) => checked[check] !== true);
