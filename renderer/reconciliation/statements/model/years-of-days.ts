import type { DayOfMonth } from '#renderer/data/model/written-dates.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { type LocalDate, parseLocalDate, shiftDay } from '#shared/domain/dates.ts';
import type { Period } from './statement-period.ts';

/** The years of days that are written without one. */

type Placed = DayOfMonth & { readonly at: number };
type Dated = { readonly at: number; readonly day: LocalDate | null };

/** A movement may be booked so many days beside the period. */
const MAX_BESIDE = 31;
/** A longer period has some days twice. */
const LONGEST_CERTAIN = 366 - 2 * MAX_BESIDE;

const pad = (value: number, to = 2): string => String(value).padStart(to, '0');
const dayIn = (year: number, { month, day }: DayOfMonth): LocalDate | null =>
  parseLocalDate(`${pad(year, 4)}-${pad(month)}-${pad(day)}`) ?? null;
const yearOf = (day: LocalDate): number => Number(day.slice(0, 4));

/**
 * Days in order of their rows with the year of the period that the file names, or, where it names no whole one, the latest years
 * by which none is after its end, or today. Null: no day of any such year.
 */
export function* assignYears(
  days: readonly Placed[],
  period: Period | null,
  today: LocalDate,
): Task<readonly Dated[]> {
  const from = period?.from ?? null;
  // A period goes on beyond today; its movements do not.
  const to = period === null || period.to > today ? today : period.to;
  if (from === null || from > to || shiftDay(from, LONGEST_CERTAIN) < to) {
    return yield* yearsBackFrom(days, to);
  }
  return yield* mapInSteps(days, (each): Dated => ({ at: each.at, day: nearest(each, from, to) }));
}

/** In a period, else just beside it. */
function nearest(day: DayOfMonth, from: LocalDate, to: LocalDate): LocalDate | null {
  const all: (LocalDate | null)[] = [];
  for (let year = yearOf(from) - 1; year <= yearOf(to) + 1; year += 1) all.push(dayIn(year, day));
  const within = (first: LocalDate, last: LocalDate) =>
    all.find((each) => each !== null && each >= first && each <= last);
  return within(from, to) ?? within(shiftDay(from, -MAX_BESIDE), shiftDay(to, MAX_BESIDE)) ?? null;
}

/** In one of two orders of time, of which the latest is not after the given day. */
function* yearsBackFrom(days: readonly Placed[], notAfter: LocalDate): Task<readonly Dated[]> {
  const place = ({ month, day }: DayOfMonth): number => month * 31 + day;
  // Over a turn of the year the month falls by much; whether by going on or back tells the order of time.
  let balance = 0;
  yield* eachInSteps(days, (each, at) => {
    const step = place(each) - place(days[at - 1] ?? each);
    balance += Math.abs(step) > 180 ? -Math.sign(step) : Math.sign(step);
  });
  const isNewestFirst = balance < 0;
  const backwards = isNewestFirst ? days : days.toReversed();
  const [year = 0, month = 0, day = 0] = notAfter.split('-').map(Number);
  const last = place({ month, day });
  let current = year;
  return yield* mapInSteps(backwards, (each, index): Dated => {
    const on = each.month - (backwards[index - 1] ?? each).month;
    // Half a year back is the year before: in the same one it would come after what is newer.
    if (on >= 6) current -= 1;
    if (on < -6) current += 1;
    if (current > year || (current === year && place(each) > last)) current -= 1;
    return { at: each.at, day: dayIn(current, each) };
  });
}
