/** The checks before a month is closed. A month may be closed with something open: that is noted with the close. */
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

/** Null: it is not known yet. The steps of the month say it (month/model/close-checks.ts). */
export type CheckedMonth = { readonly [check in MonthCheck]: boolean | null };

/** Checks that are open, or not known, when somebody closes the month. */
export const openChecks = (checked: CheckedMonth): readonly MonthCheck[] =>
  MONTH_CHECKS.filter((check) => checked[check] !== true);
