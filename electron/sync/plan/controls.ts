import type { DataFilter } from '#electron/api/client.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import { CONTROL_SCOPES, type ControlScope, type ControlTotal } from '#shared/contract/control-total.ts';
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
  shiftLocal,
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
 * The months to count now. Where the count of everything differs: those whose rows this run touched, then those counted
 * longest ago. Where it agrees, one by rotation: two months may differ against each other.
 */
export function chooseMonths(facts: {
  readonly earliest: LocalDate;
  readonly serverNowMs: number;
  readonly controls: readonly ControlTotal[];
  readonly touched: ReadonlySet<Month>;
  readonly allDiffers: boolean;
  /** Months there is room for. */
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

/** The search for the rows by which the source's count of a range differs from the ledger's (rule 12). Pure. */

/** Requests a run may spend on searches that nobody asked for, re-reads included. */
export const SEARCH_BUDGET = 20;

/** A range of so many pages is read: counting its halves first would not be cheaper. */
export const READ_AT_ONCE_PAGES = 4;

/** Where more than this share of the rows differs, it differs everywhere, and halves say nothing new. */
const WIDESPREAD = 0.1;

export type Differing = Search['left'][number];

function replaceSearch(searches: readonly Search[], search: Search): Search[] {
  return [...searches.filter(({ range }) => range !== search.range), search];
}

/** The total a range is searched by: that of every row where it differs, else that of the dashboard's selection. */
function gravest(counted: readonly ControlTotal[], range: Search['range']): ControlTotal | undefined {
  return CONTROL_SCOPES.map((scope) =>
    counted.find((total) => !total.agrees && total.range === range && total.scope === scope),
  ).find((total) => total !== undefined);
}

/**
 * Begins a search of each range that differs; of everything only where no month does. A difference that a search
 * could not remove is left alone until it changes or the user asks. Both counts of a living month move together all
 * day; that is the same difference.
 */
export function beginSearches(
  searches: readonly Search[],
  counted: readonly ControlTotal[],
  isRequested = false,
): Search[] {
  const differing = counted.filter(({ agrees }) => !agrees);
  const months = differing.filter(({ range }) => range !== 'all');
  let begun = [...searches];
  for (const range of new Set((months.length > 0 ? months : differing).map((total) => total.range))) {
    const total = gravest(differing, range);
    if (total === undefined) continue;
    const { scope, from, to, there, here, checkedAt } = total;
    const known = searches.find((search) => search.range === range);
    const isSame = known?.scope === scope && known.difference === there - here;
    if (known !== undefined && (!known.isOver || (isSame && !isRequested))) continue;
    begun = replaceSearch(begun, {
      range,
      scope,
      difference: there - here,
      countedAt: checkedAt,
      left: [{ from, to, there, here }],
      isOver: false,
    });
  }
  return begun;
}

/** A range of a search is dealt with: what of it remains takes its place. */
export function searchOn(
  searches: readonly Search[],
  { range, left }: Search,
  done: Differing,
  remaining: readonly Differing[],
): Search[] {
  return searches.map((search) =>
    search.range === range
      ? { ...search, left: left.flatMap((one) => (one === done ? remaining : [one])) }
      : search,
  );
}

/**
 * A search is over; what the last counts of its range say is kept with it. Where rows of the range are held for the
 * user's decision nothing is kept: they are the difference, and what differs once they are decided is another one, even
 * where the number is the same.
 */
export function endSearch(
  searches: readonly Search[],
  search: Search,
  counted: readonly ControlTotal[],
  pendingMonths: readonly Month[],
): Search[] {
  const differing = gravest(counted, search.range);
  const isHeld = search.range === 'all' ? pendingMonths.length > 0 : pendingMonths.includes(search.range);
  if (differing !== undefined && isHeld) return searches.filter(({ range }) => range !== search.range);
  const last = differing ?? counted.find(({ range }) => range === search.range);
  // Where the source would not count any more, nothing is known but what was.
  const result =
    last === undefined
      ? {}
      : { scope: last.scope, difference: last.there - last.here, countedAt: last.checkedAt };
  return replaceSearch(searches, { ...search, ...result, left: [], isOver: true });
}

/** Searches of what the plan still reaches; the same list where that is all of them. */
export function reachableSearches(searches: readonly Search[], reach: LocalRange): readonly Search[] {
  const isInside = ({ from, to }: LocalRange) => from >= reach.from && to <= reach.to;
  if (searches.every(({ range, left }) => isReached(range, reach) && left.every(isInside))) return searches;
  return searches
    .filter(({ range }) => isReached(range, reach))
    .map((search) => ({ ...search, left: search.left.filter(isInside) }));
}

function isReached(range: Search['range'], { from }: LocalRange): boolean {
  return range === 'all' || range >= monthOf(from);
}

export function withoutSearches(searches: readonly Search[], months: readonly Month[]): Search[] {
  return searches.filter(({ range }) => range === 'all' || !months.includes(range));
}

/** Whether a range is read at once: it is short, small, or differs throughout. */
export function isReadAtOnce({ from, to, there, here }: Differing, pageRows: number): boolean {
  const rows = Math.max(there, here);
  return (
    localToMs(to) - localToMs(from) < 4 * SECOND_MS ||
    rows <= READ_AT_ONCE_PAGES * pageRows ||
    Math.abs(there - here) > rows * WIDESPREAD
  );
}

export function middleOf({ from, to }: LocalRange): LocalRange['from'] {
  return shiftLocal(from, (localToMs(to) - localToMs(from)) / 2);
}

/** The range to read of one that differs, with its last second: free of stored rows, but the ledger may lack one in it. */
export function withLastSecond({ from, to }: LocalRange): LocalRange {
  return { from, to: shiftLocal(to, SECOND_MS) };
}
