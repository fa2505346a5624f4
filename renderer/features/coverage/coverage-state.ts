import type { Coverage, MonthCoverage } from '#renderer/data/api.ts';
import { monthsTouched } from '#renderer/features/messages/window-messages.ts';
import type { SyncActivity } from '#shared/contract/app.ts';
import type { ControlScope, ControlTotal } from '#shared/contract/control-total.ts';

/** What a cell of the calendar says, decided from what is known of its month. Pure. */

/** The gravest thing about a month, the one that its cell tells. */
export type CellState =
  /** Rows that the source no longer gives wait for the user. */
  | 'held'
  /** It is being read at this moment. */
  | 'reading'
  /** Not (wholly) read yet. */
  | 'queued'
  /** On the list of what is to be read again. */
  | 'reread'
  /** The source counts another number of rows. */
  | 'differs'
  /** Its pages kept disagreeing. */
  | 'unsettled'
  /** Before the plan window, and incomplete. */
  | 'partial'
  /** Before the plan window, complete as of its last reading. */
  | 'outside'
  /** Changes come by re-reading only, and it was last read over 30 days ago. */
  | 'due'
  | 'blind'
  | 'live';

/** The ground of a cell: how its changes arrive. */
export type CellGround = 'live' | 'blind' | 'due' | 'queued' | 'outside';

const CONTROL_ORDER: readonly ControlScope[] = ['everything', 'dashboard'];

/** The first control of a month that differs; null when none does. */
export function differingControl(controls: MonthCoverage['controls']): ControlTotal | null {
  for (const scope of CONTROL_ORDER) {
    const control = controls[scope];
    if (control !== null && !control.agrees) return control;
  }
  return null;
}

/** True while purchases of this month are being read as such (not for the sake of single orders). */
export function isReading(month: MonthCoverage, activity: SyncActivity | null): boolean {
  if (activity === null || (activity.purpose !== 'history' && activity.purpose !== 'reread')) return false;
  const { first, last } = monthsTouched(activity.from, activity.to);
  return month.month >= first && month.month <= last;
}

/** Every state that holds of a month, gravest first; the last one always is its ground. */
export function cellStates(month: MonthCoverage, activity: SyncActivity | null): readonly CellState[] {
  const ground: CellState =
    month.reach === 'queued'
      ? 'queued'
      : month.reach === 'outside'
        ? month.partial
          ? 'partial'
          : 'outside'
        : month.reach === 'live'
          ? 'live'
          : month.rereadDue
            ? 'due'
            : 'blind';
  const states: readonly (CellState | false)[] = [
    month.held !== null && 'held',
    isReading(month, activity) && 'reading',
    ground === 'queued' && 'queued',
    month.reread !== null && 'reread',
    differingControl(month.controls) !== null && 'differs',
    month.unsettled && 'unsettled',
    ground !== 'queued' && ground,
  ];
  return states.filter((state) => state !== false);
}

export function cellGround(month: MonthCoverage): CellGround {
  return month.reach === 'blind' && month.rereadDue ? 'due' : month.reach;
}

/** The calendar's years, newest last, each with its twelve months or nothing. */
export type CoverageYear = {
  readonly year: string;
  readonly months: readonly (MonthCoverage | null)[];
};

export function coverageYears(coverage: Coverage): readonly CoverageYear[] {
  const years = new Map<string, (MonthCoverage | null)[]>();
  for (const month of coverage.months) {
    const year = month.month.slice(0, 4);
    const row = years.get(year) ?? Array.from({ length: 12 }, () => null);
    row[Number(month.month.slice(5, 7)) - 1] = month;
    years.set(year, row);
  }
  return [...years].map(([year, months]) => ({ year, months }));
}

/** Where an arrow leads in the calendar: the nearest month that exists in that direction, or the same one. */
export function moveMonth(years: readonly CoverageYear[], at: string, key: string): string {
  const all = years.flatMap(({ months }) => months).filter((month) => month !== null);
  const index = all.findIndex(({ month }) => month === at);
  const inYear = (year: string | undefined, number: string): string | undefined =>
    all.find(({ month }) => month === `${year}-${number}`)?.month;
  const row = years.findIndex(({ year }) => year === at.slice(0, 4));
  const own = years[row]?.months.filter((month) => month !== null) ?? [];
  switch (key) {
    case 'ArrowLeft':
      return all[index - 1]?.month ?? at;
    case 'ArrowRight':
      return all[index + 1]?.month ?? at;
    case 'ArrowUp':
      return inYear(years[row - 1]?.year, at.slice(5, 7)) ?? at;
    case 'ArrowDown':
      return inYear(years[row + 1]?.year, at.slice(5, 7)) ?? at;
    case 'Home':
      return own[0]?.month ?? at;
    case 'End':
      return own.at(-1)?.month ?? at;
    default:
      return at;
  }
}
