import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { DAY_MS, shiftLocal } from '#shared/domain/dates.ts';
import { monthRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import { comparable, pairOf } from '../plan/controls.ts';
import { addRereads } from '../plan/rereads.ts';
import {
  type Differing,
  endSearch,
  isReadAtOnce,
  middleOf,
  READ_AT_ONCE_PAGES,
  reachableSearches,
  searchOn,
  withLastSecond,
} from '../plan/searches.ts';
import type { RunContext } from './context.ts';
import {
  type ControlRound,
  type ControlStep,
  createControlRound,
  fetchCount,
  freeBounds,
} from './control-round.ts';
import { readAgain } from './purchases.ts';
import type { Budget } from './traffic.ts';

/**
 * Searches for what differs (rule 12): counts halves, reads again what is small, and counts anew. Each call does the
 * next step of the searches that `isMeant` selects. `budget`: what they may spend; null: the user waits.
 */
export type RunSearch = (isMeant: (search: Search) => boolean, budget: Budget | null) => Promise<ControlStep>;

/** Puts a range on the list of what is to be read again, and takes it out of the search. */
async function queue(run: RunContext, search: Search, range: Differing): Promise<void> {
  const checkpoint = run.checkpoint();
  await run.save({
    ...checkpoint,
    rereads: addRereads(checkpoint.rereads, [withLastSecond(range)], 'difference', run.serverNow()),
    searches: searchOn(checkpoint.searches, search, range, []),
  });
}

/** Counts both halves of a range and goes on with those that differ. */
async function halve(run: RunContext, search: Search, range: Differing): Promise<void> {
  const bounds = await freeBounds(run, [range.from, middleOf(range), range.to]);
  const [from, middle, to] = bounds ?? [];
  if (from === undefined || middle === undefined || to === undefined) return queue(run, search, range);
  const differing: Differing[] = [];
  for (const half of [
    { from, to: middle },
    { from: middle, to },
  ]) {
    const answer = await fetchCount(run, half, search.scope);
    if (answer === null) return queue(run, search, range);
    const here = await run.ledger.countStored({ ...half, scope: search.scope });
    run.signal.throwIfAborted();
    if (here !== answer.rows) differing.push({ ...half, there: answer.rows, here });
  }
  const checkpoint = run.checkpoint();
  // Where both agree, what made the whole differ is over, or lies in the second between them.
  const seam = differing.length > 0 ? [] : [withLastSecond({ from: middle, to: middle })];
  await run.save({
    ...checkpoint,
    rereads: addRereads(checkpoint.rereads, seam, 'difference', run.serverNow()),
    searches: searchOn(checkpoint.searches, search, range, differing),
  });
}

function awaitsReading(run: RunContext, { range }: Search): boolean {
  return run.checkpoint().rereads.some((reread) => {
    if (reread.reason !== 'difference') return false;
    if (range === 'all') return true;
    const { from, to } = monthRange(range);
    // The bounds that were compared may lie a little outside the month.
    return overlaps(reread, { from: shiftLocal(from, -DAY_MS), to: shiftLocal(to, DAY_MS) });
  });
}

/** Drops searches, and parts of them, that the plan no longer reaches. */
async function keepWithinReach(run: RunContext): Promise<void> {
  const checkpoint = run.checkpoint();
  const reach = comparable(checkpoint.earliest, Date.parse(run.serverNow()));
  if (reach === null) return;
  const searches = reachableSearches(checkpoint.searches, reach);
  if (searches !== checkpoint.searches) await run.save({ ...checkpoint, searches: [...searches] });
}

export function createRunSearch(run: RunContext, controlsBefore: readonly ControlTotal[]): RunSearch {
  let last: { readonly range: Search['range']; readonly round: ControlRound } | null = null;

  /** `reading`: nothing is left to be counted, what was found is still to be read again. */
  async function search(isMeant: (search: Search) => boolean): Promise<ControlStep | 'reading'> {
    const searches = run.checkpoint().searches.filter((one) => !one.isOver && isMeant(one));
    if (searches.length === 0) return 'done';
    const counting = searches.find(({ range }) => range === last?.range);
    if (last !== null && counting !== undefined) {
      const { round } = last;
      const step = await round.step();
      if (step !== 'done') return step;
      last = null;
      const now = run.checkpoint();
      await run.save({ ...now, searches: endSearch(now.searches, counting, round.counted()) });
      return 'more';
    }
    const open = searches.find(({ left }) => left.length > 0);
    const [range] = open?.left ?? [];
    if (open !== undefined && range !== undefined) {
      await (isReadAtOnce(range, run.size().pageRows) ? queue : halve)(run, open, range);
      return 'more';
    }
    const found = searches.find((one) => !awaitsReading(run, one));
    if (found === undefined) return 'reading';
    last = {
      range: found.range,
      round: createControlRound(run, pairOf(found.range), true, controlsBefore),
    };
    return 'more';
  }

  return async (isMeant, budget) => {
    await keepWithinReach(run);
    if (budget?.allows(READ_AT_ONCE_PAGES) === false) return 'done';
    const before = run.traffic.requestsMade();
    const step = await search(isMeant);
    budget?.spend(run.traffic.requestsMade() - before);
    if (step !== 'reading') return step;
    return (await readAgain(run, ['difference'], budget ?? undefined)) ? 'more' : 'done';
  };
}
