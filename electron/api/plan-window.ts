import type { Plan } from '#shared/contract/app.ts';
import {
  dayOf,
  type LocalDate,
  localFromMs,
  monthOf,
  parseLocalDate,
  shiftMonth,
} from '#shared/domain/dates.ts';

/** How far back a plan lets one ask (spec 4.2.4), and what a refusal says about it (rule 9). */

/**
 * The earliest `from` a plan promises at a moment of the server's clock: Free day 1 of the month before, Pro
 * 1 January two years before.
 */
export function planEarliest(plan: Plan, serverNowMs: number): LocalDate {
  const today = dayOf(localFromMs(serverNowMs));
  if (plan === 'free') return `${shiftMonth(monthOf(today), -1)}-01` as LocalDate;
  return `${String(Number(today.slice(0, 4)) - 2).padStart(4, '0')}-01-01` as LocalDate;
}

const DAY_IN_WORDS = /\b\d{4}-\d{2}-\d{2}(?!\d)/g;

/**
 * The earliest date a 400 names, or null when it names none that could be it: a day after the refused `from`.
 * Plan windows begin on a first of a month, so such a day is believed before any other the sentence repeats.
 */
export function earliestInWords(
  words: string | null,
  refused: { readonly from: string; readonly to: string | null },
): LocalDate | null {
  const from = refused.from.slice(0, 10);
  const to = refused.to?.slice(0, 10) ?? null;
  const days = [...new Set((words ?? '').match(DAY_IN_WORDS) ?? [])]
    .map(parseLocalDate)
    .filter((day) => day !== undefined)
    .filter((day) => day > from)
    .sort();
  const isFirst = (day: LocalDate) => day.endsWith('-01');
  return (
    days.find((day) => isFirst(day) && day !== to) ??
    days.find(isFirst) ??
    days.find((day) => day !== to) ??
    null
  );
}
