import type { MonthCoverage } from '#renderer/data/model/coverage.ts';

/** Whether a month is complete, unchanged since it was seen, and squares with the source's own counts. Pure. */
export type MonthStanding = {
  readonly complete: boolean;
  /** Null where it is not known: the history is still being read. */
  readonly unchanged: boolean | null;
  /** Null where it was not counted. */
  readonly squares: boolean | null;
  /** What became of it since it was closed; null while that is not known. */
  readonly close: 'open' | 'closed' | 'drifted' | null;
};

export function standingOf(
  month: MonthCoverage,
  isMoved: boolean | null,
  close: MonthStanding['close'],
): MonthStanding {
  const { reach, partial, unsettled, held, controls } = month;
  const counted = [controls.everything, controls.dashboard].filter((control) => control !== null);
  return {
    complete: reach !== 'queued' && !partial && !unsettled && held === null,
    unchanged: isMoved === null ? null : !isMoved,
    squares: counted.length === 0 ? null : counted.every(({ agrees }) => agrees),
    close,
  };
}

export type MonthWord =
  | 'unread'
  | 'held'
  | 'differs'
  | 'drifted'
  | 'partial'
  | 'unverified'
  | 'changed'
  | 'squares'
  | 'closed'
  | 'read';

/** The gravest thing that a month's cell says. */
export function wordOf(
  month: MonthCoverage,
  { complete, unchanged, squares, close }: MonthStanding,
): MonthWord {
  if (month.reach === 'queued') return 'unread';
  if (month.held !== null) return 'held';
  if (squares === false) return 'differs';
  if (close === 'drifted') return 'drifted';
  if (!complete) return 'partial';
  if (month.ordersToVerify > 0) return 'unverified';
  if (squares === true && close === 'closed') return 'squares';
  if (close === 'closed') return 'closed';
  if (unchanged === false) return 'changed';
  return squares === true ? 'squares' : 'read';
}
