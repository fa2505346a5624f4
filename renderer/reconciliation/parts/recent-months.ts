import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';

const MONTHS_BACK = 24;

/** The months that one chooses among: the one of today first, then those before it. */
export const recentMonths = (today: LocalDate): readonly Month[] =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, back) => shiftMonth(monthOf(today), -back));

/** The same, with the month that was chosen, or led to, where it is none of them: newest first. */
export const withMonth = (months: readonly Month[], month: Month): readonly Month[] =>
  months.includes(month) ? months : [...months, month].toSorted().toReversed();
