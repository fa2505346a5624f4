import type { Plan } from '#shared/contract/app.ts';
import {
  dayOf,
  type LocalDate,
  localFromMs,
  monthOf,
  parseLocalDate,
  parseLocalDateTime,
  shiftMonth,
} from '#shared/domain/dates.ts';
import type { DataQuery, PageAnswer } from './client.ts';
import type { ApiFailure } from './failure.ts';

/** How far back a plan lets one ask (spec 4.2.4), and what a refusal says about it (rule 9). */

/** The earliest `from` of a plan: Free, day 1 of the month before; Pro, 1 January two years before. */
export function planEarliest(plan: Plan, serverNowMs: number): LocalDate {
  const today = dayOf(localFromMs(serverNowMs));
  if (plan === 'free') return `${shiftMonth(monthOf(today), -1)}-01` as LocalDate;
  return `${String(Number(today.slice(0, 4)) - 2).padStart(4, '0')}-01-01` as LocalDate;
}

const DAY_IN_WORDS = /\b\d{4}-\d{2}-\d{2}(?!\d)/g;

/** The earliest date after `from` that a 400 names; null for none. A first of a month, as plans begin, comes first. */
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

/** The smallest request over the whole plan window: checks the key, the earliest date, the clock, the number of rows. */
export function probeQuery(from: LocalDate): DataQuery {
  return { date: 'purchase_date', from, to: null, page: 1, limit: 100, withCategories: false };
}

/**
 * The earliest date to ask from after a refusal; null when the date was not refused. `isNamed`: by its words, not its
 * Date.
 */
export function correctedEarliest(
  plan: Plan,
  asked: LocalDate,
  failure: ApiFailure,
): { readonly earliest: LocalDate; readonly words: string | null; readonly isNamed: boolean } | null {
  if (failure.kind !== 'bad-request') return null;
  const promised = failure.serverDate === null ? null : planEarliest(plan, Date.parse(failure.serverDate));
  const named = earliestInWords(failure.words, { from: asked, to: null });
  if (named !== null) {
    return { earliest: named, words: named === promised ? null : failure.words, isNamed: true };
  }
  // No date in the words: if our own clock was wrong, the server's gives another plan window.
  return promised === null || promised === asked ? null : { earliest: promised, words: null, isNamed: false };
}

const MAX_CORRECTIONS = 4;

/**
 * Probes from the plan's earliest day, and from the day that the server names instead as often as it corrects us.
 * @param guessMs this machine's clock, believed only until the server's is known
 */
export async function probePlanWindow(
  ask: (query: DataQuery) => Promise<PageAnswer>,
  plan: Plan,
  guessMs: number,
) {
  let earliest = planEarliest(plan, guessMs);
  let words: string | null = null;
  for (let corrections = 0; ; corrections += 1) {
    const answer = await ask(probeQuery(earliest));
    if (!answer.ok) {
      const corrected =
        corrections < MAX_CORRECTIONS ? correctedEarliest(plan, earliest, answer.failure) : null;
      if (corrected === null) return answer;
      earliest = corrected.earliest;
      words = corrected.words;
      continue;
    }
    const { page, serverDate } = answer;
    const promised = serverDate === null ? earliest : planEarliest(plan, Date.parse(serverDate));
    if (words === null && promised < earliest) {
      // Our clock was ahead: the plan reaches further back than was asked.
      earliest = promised;
      if (corrections < MAX_CORRECTIONS) continue;
    }
    return {
      ok: true as const,
      earliest,
      /** The server's words when it allows less than the plan promises; else null. */
      words,
      serverDate,
      totalRows: page.meta.totalRows,
      /** Where the server's "today" ends: its answers say nothing about purchases from here on. */
      authoritativeUntil: parseLocalDateTime(page.meta.to) ?? null,
    };
  }
}
