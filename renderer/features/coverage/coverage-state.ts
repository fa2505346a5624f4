import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { differingControl } from '#renderer/data/model/month-readings.ts';
import { ago, daysAgo } from '#renderer/features/messages/time-messages.ts';
import { monthsTouched, monthTitle } from '#renderer/features/messages/window-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { formatDay, formatMoment, formatTime } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import {
  instantToMs,
  type LocalDateTime,
  localFromMs,
  localToMs,
  type Month,
  SECOND_MS,
} from '#shared/domain/dates.ts';

/** The state of a cell of the calendar, decided from the coverage of its month. Pure. */

/** The gravest thing about a month, the one that its cell tells. */
export type CellState =
  /** Rows that the source no longer gives wait for the user. */
  | 'held'
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
type CellGround = 'live' | 'blind' | 'due' | 'queued' | 'outside';

/** The newest month that differs, and by how many rows (there less here); null where none is known to. */
export function differingMonth(
  months: Coverage['months'],
): { readonly month: Month; readonly control: ControlTotal } | null {
  for (const { month, controls } of months.toReversed()) {
    const control = differingControl(controls);
    if (control !== null) return { month, control };
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
  const ground: CellState = month.reach === 'outside' && month.partial ? 'partial' : cellGround(month);
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

type MonthsOfYear<M> = { readonly year: string; readonly months: readonly (M | null)[] };
type CoverageYear = MonthsOfYear<Pick<MonthCoverage, 'month'>>;

/** The calendar's years, newest last, each with its twelve months or nothing. */
export function coverageYears<M extends Pick<MonthCoverage, 'month'>>(coverage: {
  readonly months: readonly M[];
}): readonly MonthsOfYear<M>[] {
  const years = new Map<string, (M | null)[]>();
  for (const month of coverage.months) {
    const year = month.month.slice(0, 4);
    const row = years.get(year) ?? Array.from({ length: 12 }, (): M | null => null);
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

export type CoverageClock = {
  readonly nowMs: number;
  /** When the changes were last read, on this machine's clock; null before anything was. */
  readonly changesReadAtMs: number | null;
  /** Older than this, changes are no longer called up to date. */
  readonly freshMs: number;
};

/** «faltan 3», «sobran 12»: what a control says about the copy. */
export function differenceMessage(control: ControlTotal, text: Text, formats: Formats): string {
  return rowsMessage(control.there - control.here, text, formats);
}

/** @param rows rows there less rows here */
function rowsMessage(rows: number, text: Text, formats: Formats): string {
  return rows >= 0
    ? text('coverage.missing', { count: rows, shown: formats.count(rows) })
    : text('coverage.too-many', { count: -rows, shown: formats.count(-rows) });
}

/**
 * «compras del 01-01-2024 al 20-11-2026»: what was compared. No row lies in the seconds of the bounds: a day whose bound is
 * its first or last second is compared whole; of another the time is told.
 */
export function comparedMessage(control: ControlTotal, text: Text, formats: Formats): string {
  const { from } = control;
  const first = localFromMs(localToMs(from) + (from.endsWith('23:59:59.000') ? SECOND_MS : 0));
  const bound = (time: LocalDateTime, wholeDay: string) => {
    const day = formatDay(time, formats.dates);
    return time.slice(11, 19) === wholeDay ? day : `${day} ${formatTime(time, true)}`;
  };
  const to = bound(comparedUntil(control), '23:59:59');
  return text('control.compared', { from: bound(first, '00:00:00'), to });
}

export function comparedUntil({ to }: ControlTotal): LocalDateTime {
  return localFromMs(localToMs(to) - (to.endsWith('00:00:00.000') ? SECOND_MS : 0));
}

/**
 * How the search for a difference stands, or how it ended; null where there was none, or where counts have said another
 * thing since.
 * @param differs whether the latest counts differ
 */
export function searchMessage(
  search: Search | null,
  differs: boolean,
  nowMs: number,
  text: Text,
  formats: Formats,
): string | null {
  if (search === null) return null;
  if (!search.isOver) return text('search.going', { count: search.left.length });
  if (differs === (search.difference === 0)) return null;
  const since = ago(nowMs - instantToMs(search.countedAt), text);
  return search.difference === 0
    ? text('search.mended', { ago: since })
    : text('search.stands', { ago: since, difference: rowsMessage(search.difference, text, formats) });
}

/** The second line of a cell: short enough for 70 px. */
export function cellNote(
  month: MonthCoverage,
  activity: SyncActivity | null,
  clock: CoverageClock,
  text: Text,
  formats: Formats,
): string {
  const state = cellStates(month, activity)[0] ?? 'live';
  switch (state) {
    case 'held':
      return text('coverage.held-note', { shown: formats.count(month.held?.rowsMissing ?? 0) });
    case 'reading':
      return activity?.pages == null
        ? text('coverage.reading-note')
        : text('coverage.page-note', { page: activity.page, pages: activity.pages });
    case 'queued':
      return text('coverage.queued-note');
    case 'reread':
      return text('coverage.reread-note');
    case 'differs': {
      const control = differingControl(month.controls);
      return control === null ? '' : differenceMessage(control, text, formats);
    }
    case 'unsettled':
      return text('coverage.unsettled-note');
    case 'partial':
      return text('coverage.partial-note');
    case 'outside':
      return text('coverage.outside-note');
    case 'due':
    case 'blind':
      return month.lastReadAt === null ? '—' : daysAgo(instantToMs(month.lastReadAt), clock.nowMs, text);
    case 'live':
      return clock.changesReadAtMs === null
        ? '—'
        : clock.nowMs - clock.changesReadAtMs <= clock.freshMs
          ? text('coverage.live-note')
          : ago(clock.nowMs - clock.changesReadAtMs, text);
  }
}

/** A sentence for everything that holds of a month, gravest first. */
export function monthSentences(
  month: MonthCoverage,
  activity: SyncActivity | null,
  text: Text,
): readonly { readonly state: CellState; readonly words: string }[] {
  return cellStates(month, activity).map((state) => ({
    state,
    words:
      state === 'reread' && month.reread !== null
        ? text('coverage.reread', { reason: text(`reason.${month.reread}`) })
        : text(`coverage.${state}`),
  }));
}

/** «Leído por Fecha de compra el 20-09-2026 11:20 UTC, hace 61 d». */
export function lastReadMessage(
  month: MonthCoverage,
  nowMs: number,
  text: Text,
  formats: Formats,
): string | null {
  if (month.lastReadAt === null) return null;
  return text('coverage.read-at', {
    moment: `${formatMoment(month.lastReadAt, formats.dates)} UTC`,
    ago: daysAgo(instantToMs(month.lastReadAt), nowMs, text),
  });
}

/** The title and accessible name of a cell: the month, its rows, when it was read, and what holds of it. */
export function cellTitle(
  month: MonthCoverage,
  activity: SyncActivity | null,
  clock: CoverageClock,
  text: Text,
  formats: Formats,
): string {
  return [
    `${monthTitle(month.month, text)}: ${text('count.rows', {
      count: month.rows,
      shown: formats.count(month.rows),
    })}`,
    lastReadMessage(month, clock.nowMs, text, formats),
    ...monthSentences(month, activity, text).map(({ words }) => words),
  ]
    .filter((part) => part !== null)
    .join('\n');
}
