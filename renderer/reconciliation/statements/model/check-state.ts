import type { NotUnderstood, NotUnderstoodReason, StatementChecks } from './statement.ts';

/** The state of a file's checks: they hold only where no amount of the file is left out. */

export const CHECK_STATES = ['holds', 'doubts', 'fails', 'none'] as const;
/** `doubts`: what was read holds, and amounts were left out. `none`: nothing in it can be held against anything. */
export type CheckState = (typeof CHECK_STATES)[number];

/** Doubts about a line whose amount is counted all the same. */
const COUNTED: ReadonlySet<NotUnderstoodReason> = new Set([
  ...([
    'date',
    'far-date',
    'day-order',
    'serial-date',
    'lost-digits',
    'maybe-lost-digits',
    'mixed-convention',
  ] as const),
]);

/** Whether an amount of the row is in no sum. */
export const leavesAmountOut = ({ why }: NotUnderstood): boolean => !COUNTED.has(why);

/** Rows with an amount that is in no sum. */
export const rowsLeftOut = (doubts: readonly NotUnderstood[]): number =>
  new Set(doubts.filter(leavesAmountOut).map(({ line }) => line)).size;

export function checkStateOf({ checks, doubts }: Omit<StatementChecks, 'holds'>): CheckState {
  if (checks.some(({ holds }) => !holds)) return 'fails';
  if (doubts > 0) return 'doubts';
  return checks.length === 0 ? 'none' : 'holds';
}
