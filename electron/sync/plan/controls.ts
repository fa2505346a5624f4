import type { DataFilter } from '#electron/api/client.ts';
import type { ControlScope, ControlTotal } from '#shared/contract/control-total.ts';
import { CONTROL_SCOPES } from '#shared/contract/control-total.ts';
import {
  DAY_MS,
  instantFromMs,
  type LocalDate,
  type LocalDateTime,
  localFromMs,
  localToMs,
  type Month,
  monthOf,
  SECOND_MS,
  shiftMonth,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { clipRange, type LocalRange, monthRange } from '#shared/domain/purchase-ranges.ts';
import { newestDaysAt } from './history.ts';
import { CLOCK_TOLERANCE_MS } from './server-clock.ts';

/** Which of the source's own counts to ask for (rule 12). Pure. */

/** Requests a run may spend on controls that nobody asked for. */
export const CONTROL_BUDGET = 10;

/** A month that agreed is not counted again by rotation before this. */
const ROTATION_MS = DAY_MS;

export type Control = { readonly range: Month | 'all'; readonly scope: ControlScope };

/** The dashboard-equivalent selection (spec 4.2.14); null: every row. */
export function filterOf(scope: ControlScope): DataFilter | null {
  return scope === 'everything'
    ? null
    : {
        item_type: ['order', 'publication'],
        payment_status: ['paid', 'unpaid'],
        item_status: ['paid'],
      };
}

/** Purchases that the source answers for and whose days are over everywhere, [from, to); null for none. */
export function comparable(earliest: LocalDate, serverNowMs: number): LocalRange | null {
  const [from, to] = [startOfDay(earliest), newestDaysAt(serverNowMs)];
  return from < to ? { from, to } : null;
}

/**
 * The bounds of a control, in whole seconds; null where nothing of the range is over everywhere. Whether a server
 * counts the rows of the bounds' own seconds is unknown: the nearest seconds without stored rows take their place.
 * Many rows are dated 00:00:00, so a month is asked from the second before it on, but never from before the plan's
 * start.
 */
export function controlBounds(
  range: Control['range'],
  earliest: LocalDate,
  serverNowMs: number,
): LocalRange | null {
  const reach = comparable(earliest, serverNowMs);
  const over = reach === null || range === 'all' ? reach : clipRange(monthRange(range), reach);
  if (reach === null || over === null) return null;
  const from = over.from === reach.from ? reach.from : shiftSeconds(over.from, -1);
  return { from, to: shiftSeconds(over.to, -1) };
}

/** Whether bounds begin where the plan does: a server that refuses them may reach less far than it did (rule 9). */
export function beginsWithPlan({ from }: LocalRange, earliest: LocalDate): boolean {
  return from === startOfDay(earliest);
}

function shiftSeconds(time: LocalDateTime, seconds: number): LocalDateTime {
  return localFromMs(localToMs(time) + seconds * SECOND_MS);
}

/** Both scopes of a range: how they are asked, one after the other. */
export function pairOf(range: Control['range']): readonly Control[] {
  return CONTROL_SCOPES.map((scope) => ({ range, scope }));
}

/** Whether an earlier count of the same range and scope differed by as many rows. */
export function differedAlike(earlier: readonly ControlTotal[], total: ControlTotal): boolean {
  return earlier.some(
    ({ range, scope, agrees, there, here }) =>
      !agrees && range === total.range && scope === total.scope && there - here === total.there - total.here,
  );
}

/** When a month was last counted in both scopes; null: never. A time after the present counts for none (rule 15). */
function checkedAt(controls: readonly ControlTotal[], month: Month, serverNowMs: number): UtcInstant | null {
  const latest = instantFromMs(serverNowMs + CLOCK_TOLERANCE_MS);
  const times = CONTROL_SCOPES.map(
    (scope) => controls.find((one) => one.range === month && one.scope === scope)?.checkedAt,
  );
  const known = times.flatMap((time) => (time === undefined || time > latest ? [] : [time]));
  return known.length < times.length ? null : (known.sort()[0] ?? null);
}

/**
 * The months to count now. Where the total differs: those this run touched, then the longest unchecked. Else one by
 * rotation, for two months may differ against each other.
 */
export function chooseMonths(facts: {
  readonly earliest: LocalDate;
  readonly serverNowMs: number;
  readonly controls: readonly ControlTotal[];
  readonly touched: ReadonlySet<Month>;
  readonly allDiffers: boolean;
  readonly room: number;
}): readonly Month[] {
  const { earliest, serverNowMs, controls, touched, allDiffers, room } = facts;
  const months: { readonly month: Month; readonly at: number }[] = [];
  for (let month = monthOf(earliest); controlBounds(month, earliest, serverNowMs) !== null; ) {
    const last = checkedAt(controls, month, serverNowMs);
    months.push({ month, at: last === null ? 0 : Date.parse(last) });
    month = shiftMonth(month, 1);
  }
  const longestAgo = months.sort((a, b) => a.at - b.at);
  if (!allDiffers) {
    const due = longestAgo.filter(({ at }) => serverNowMs - at >= ROTATION_MS);
    return due.slice(0, Math.min(1, room)).map(({ month }) => month);
  }
  const first = longestAgo.filter(({ month }) => touched.has(month));
  const rest = longestAgo.filter(({ month }) => !touched.has(month));
  return [...first, ...rest].slice(0, Math.max(0, room)).map(({ month }) => month);
}

export function touchedMonths(
  before: readonly { readonly month: Month; readonly rows: number }[],
  after: readonly { readonly month: Month; readonly rows: number }[],
): ReadonlySet<Month> {
  const rowsBefore = new Map(before.map(({ month, rows }) => [month, rows]));
  const rowsAfter = new Map(after.map(({ month, rows }) => [month, rows]));
  const months = new Set([...rowsBefore.keys(), ...rowsAfter.keys()]);
  return new Set([...months].filter((month) => rowsBefore.get(month) !== rowsAfter.get(month)));
}
