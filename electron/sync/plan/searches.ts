import type { Search } from '#shared/contract/checkpoint.ts';
import { CONTROL_SCOPES, type ControlTotal } from '#shared/contract/control-total.ts';
import { localToMs, type Month, monthOf, SECOND_MS, shiftLocal } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';

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

/** A search is over; what the last counts of its range say is kept with it. */
export function endSearch(
  searches: readonly Search[],
  search: Search,
  counted: readonly ControlTotal[],
): Search[] {
  const differing = gravest(counted, search.range);
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

/** What is read of a range that differs, with its last second: free of stored rows, but the ledger may lack one in it. */
export function withLastSecond({ from, to }: LocalRange): LocalRange {
  return { from, to: shiftLocal(to, SECOND_MS) };
}
