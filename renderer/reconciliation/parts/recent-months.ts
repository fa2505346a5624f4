import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';

const MONTHS_BACK = 24;

/** The months that one chooses among: the one of today first, then those before it. */
export const recentMonths = (today: LocalDate): readonly Month[] =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, back) => shiftMonth(monthOf(today), -back));
