import type { Month } from '#shared/domain/dates.ts';
import type { AccountName, WaivableStep } from './month-steps.ts';

/** What is said of a step in one account is kept under; null: in none in particular. */
export const partKey = (month: Month, step: WaivableStep, account: AccountName | null): string =>
  JSON.stringify(account === null ? [month, step] : [month, step, account.canal, account.cuenta]);
