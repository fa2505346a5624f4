import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { MIN_ROWS } from '#renderer/reconciliation/payouts/model/forecast/delays.ts';
import { NOT_YET } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { isOpenAt, type MonthDays } from './month-account.ts';
import type { ReceivableBook, ReceivablePart } from './receivable-parts.ts';

/** Receivables by how long ago they were due. `undated` was bought on no readable day. */
export const AGES = ['not-due', 'to-30', 'to-60', 'to-90', 'over-90', 'undated'] as const;
export type Age = (typeof AGES)[number];

/** Days from a purchase to its release, where an account has shown too few. */
export const USUAL_TERM = 30;
/** Purchases so far back are looked at: channels change their ways. */
const LEARNT_DAYS = 365;
/** Nine rows of ten that came did so within the term. */
const [PART, OF] = [9, 10];

/** Within how many days an account pays. */
export type Term = {
  readonly days: number;
  /** Rows that it was learnt from; too few: the usual one counts. */
  readonly rows: number;
  readonly isLearnt: boolean;
};

/** The term of each account, by what came until the end of a day. Pure. */
export function termsOf({ accounts, parts }: ReceivableBook, day: number): readonly Term[] {
  const rowsByDelay = accounts.map(() => new Map<number, number>());
  for (const { account, bought, came, isUndated, rows } of parts) {
    if (isUndated || bought === NO_DAY || came > day || bought <= day - LEARNT_DAYS) continue;
    const own = rowsByDelay[account];
    own?.set(came - bought, (own.get(came - bought) ?? 0) + rows);
  }
  return rowsByDelay.map((own): Term => {
    const rows = [...own.values()].reduce((sum, each) => sum + each, 0);
    if (rows < MIN_ROWS) return { days: USUAL_TERM, rows, isLearnt: false };
    let seen = 0;
    for (const [delay, count] of [...own].toSorted(([one], [other]) => one - other)) {
      seen += count;
      if (seen * OF >= rows * PART) return { days: delay, rows, isLearnt: true };
    }
    return { days: USUAL_TERM, rows, isLearnt: false };
  });
}

/** How old a part is that is owed at the end of a month's last day; null: it is not. A day ahead that is known by now counts. */
export function ageOf(part: ReceivablePart, { to, isNow }: MonthDays, term: Term): Age | null {
  const { bought, came } = part;
  if (!isOpenAt(part, to)) return null;
  if (isNow && came !== NOT_YET) return 'not-due';
  if (bought === NO_DAY) return 'undated';
  const overdue = to - (bought + term.days);
  if (overdue < 0) return 'not-due';
  return overdue <= 30 ? 'to-30' : overdue <= 60 ? 'to-60' : overdue <= 90 ? 'to-90' : 'over-90';
}
