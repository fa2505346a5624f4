import { randomUUID } from 'node:crypto';
import { isBadRequest } from '#electron/api/failure.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlScope, ControlTotal } from '#shared/contract/control-total.ts';
import { DAY_MS, type Month, shiftLocal, toRequestTime, type UtcInstant } from '#shared/domain/dates.ts';
import { type LocalRange, monthRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import {
  beginSearches,
  beginsWithPlan,
  CONTROL_BUDGET,
  type Control,
  chooseMonths,
  comparable,
  controlBounds,
  type Differing,
  differedAlike,
  endSearch,
  filterOf,
  isReadAtOnce,
  middleOf,
  pairOf,
  READ_AT_ONCE_PAGES,
  reachableSearches,
  SEARCH_BUDGET,
  searchOn,
  touchedMonths,
  withLastSecond,
} from '../plan/controls.ts';
import { addRereads } from '../plan/rereads.ts';
import type { RunContext } from './context.ts';
import { NOTHING_CHANGED } from './journal.ts';
import { readAgain } from './purchases.ts';
import { withoutMonths } from './sync-commands.ts';
import { type Budget, createBudget } from './traffic.ts';

/** A smallest page: only its totals are wanted (spec 4.1). */
export const COUNT_ROWS = 100;

type ServerCount = {
  readonly rows: number;
  readonly countedAt: UtcInstant;
  readonly correlationId: string;
};

/** The source's own count of a range with its bounds as sent; null where the server refuses to say. Throws ApiError. */
async function fetchCount(
  run: RunContext,
  { from, to }: LocalRange,
  scope: ControlScope,
): Promise<ServerCount | null> {
  const filter = filterOf(scope);
  run.reporter.update({
    activity: { purpose: 'control', from, to, page: 1, pages: 1, reading: 1 },
  });
  try {
    const { page, serverDate } = await run.fetchPage({
      date: 'purchase_date',
      from: toRequestTime(from),
      to: toRequestTime(to),
      page: 1,
      limit: COUNT_ROWS,
      withCategories: false,
      ...(filter === null ? {} : { filter }),
    });
    return { rows: page.meta.totalRows, countedAt: serverDate, correlationId: page.correlationId };
  } catch (error) {
    if (isBadRequest(error)) return null;
    throw error;
  }
}

/** The nearest ascending bounds in whose seconds no row is stored, counted alike by every server; null for none. */
async function freeBounds(
  run: RunContext,
  points: readonly LocalRange['from'][],
): Promise<readonly LocalRange['from'][] | null> {
  const reach = comparable(run.checkpoint().earliest, Date.parse(run.serverNow()));
  if (reach === null) return null;
  const found = await run.ledger.freeSeconds({ points: [...points], ...reach });
  run.signal.throwIfAborted();
  const bounds = found.filter((bound) => bound !== null);
  const isAscending = bounds.every((bound, at) => at === 0 || (bounds[at - 1] ?? bound) < bound);
  return bounds.length === points.length && isAscending ? bounds : null;
}

/** `changes`: counts differ; changes are read once more before the second count, for something may have happened since. */
type ControlStep = 'more' | 'changes' | 'done';

/** Asks for one count and records it. Null where nothing of the range can be compared yet, or the server refuses. */
async function count(
  run: RunContext,
  control: Control,
  isFinal: boolean,
  controlsBefore: readonly ControlTotal[],
): Promise<ControlTotal | null> {
  const { ledger, clock, signal, journal, traffic, memory } = run;
  const { range, scope } = control;
  const { earliest } = run.checkpoint();
  const wanted = controlBounds(range, earliest, Date.parse(run.serverNow()));
  const [from, to] = (wanted === null ? null : await freeBounds(run, [wanted.from, wanted.to])) ?? [];
  if (wanted === null || from === undefined || to === undefined) return null;
  const [startedAtMs, startedAt, before] = [clock.wallMs(), clock.monotonicMs(), traffic.requestsMade()];
  const answer = await fetchCount(run, { from, to }, scope);
  if (answer === null) {
    // No reason to stop the sync. A count from the plan's start on may be refused because the server allows less by
    // now (rule 9): then it is asked how far.
    if (beginsWithPlan(wanted, earliest)) memory.isProbed = false;
    return null;
  }
  const { rows: there, countedAt: checkedAt, correlationId } = answer;
  const total = await ledger.recordControl({ range, scope, from, to, there, checkedAt, correlationId });
  signal.throwIfAborted();
  if (total.agrees || isFinal) {
    // The same difference as before is no news: a run that finds nothing else has nothing to notice.
    if (!total.agrees && !differedAlike(controlsBefore, total)) journal.add({ notices: 1 });
    await journal.writeControl({
      ...NOTHING_CHANGED,
      windowId: randomUUID(),
      kind: 'control',
      field: 'purchase_date',
      from,
      to,
      startedAtMs,
      tookMs: clock.monotonicMs() - startedAt,
      requests: traffic.requestsMade() - before,
      readings: 1,
      pages: 1,
      outcome: total.agrees ? 'agrees' : 'differs',
      detail: `${scope}: ${total.there} / ${total.here}`,
      correlationIds: [correlationId],
    });
  }
  return total;
}

type ControlRound = ReturnType<typeof createControlRound>;

/**
 * Counts a list of controls one by one; those that differ are counted a second time where that is wanted.
 * @param controlsBefore the controls as they stood when the run began
 */
function createControlRound(
  run: RunContext,
  controls: readonly Control[],
  takesSecondLook: boolean,
  controlsBefore: readonly ControlTotal[],
) {
  const first = [...controls];
  const second: Control[] = [];
  const counted: ControlTotal[] = [];
  let isSecond = false;

  async function look(control: Control, isFinal: boolean): Promise<void> {
    const total = await count(run, control, isFinal, controlsBefore);
    if (total === null) return;
    if (total.agrees || isFinal) counted.push(total);
    else second.push(control);
  }

  return {
    /** By the last look at each. */
    counted: (): readonly ControlTotal[] => counted,
    left: (): readonly Control[] => [...first, ...second],
    step: async (): Promise<ControlStep> => {
      const control = first.shift();
      if (control !== undefined) {
        await look(control, !takesSecondLook);
        return 'more';
      }
      if (second.length > 0 && !isSecond) {
        isSecond = true;
        return 'changes';
      }
      const again = second.shift();
      if (again === undefined) return 'done';
      await look(again, true);
      return 'more';
    },
  };
}

/**
 * Searches for what differs (rule 12): counts halves, reads again what is small, and counts anew. Each call does the
 * next step of the searches that `isMeant` selects. `budget`: what they may spend; null: the user waits.
 */
type RunSearch = (isMeant: (search: Search) => boolean, budget: Budget | null) => Promise<ControlStep>;

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

function createRunSearch(run: RunContext, controlsBefore: readonly ControlTotal[]): RunSearch {
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
      const pendingMonths = (await run.readState()).held.map(({ month }) => month);
      const now = run.checkpoint();
      await run.save({ ...now, searches: endSearch(now.searches, counting, round.counted(), pendingMonths) });
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

type Range = Control['range'];

type Counting = {
  readonly search: RunSearch;
  readonly createRound: (controls: readonly Control[], takesSecondLook: boolean) => ControlRound;
  /** Control totals counted and not searched for yet. */
  readonly counted: ControlTotal[];
};

/**
 * Compares the source's counts with the ledger's (rule 12), one request at a time, and searches for differences:
 * first what the user requested, then as a routine at the end of a run.
 */
export function createRunControls(run: RunContext) {
  const { controls: controlsBefore } = run.state();
  const counting: Counting = {
    search: createRunSearch(run, controlsBefore),
    createRound: (controls, takesSecondLook) =>
      createControlRound(run, controls, takesSecondLook, controlsBefore),
    counted: [],
  };
  return { ...createRequestedControls(run, counting), ...createRoutineControls(run, counting) };
}

/** Requests that are worked on together: counted first, then searched. */
type Batch = { readonly round: ControlRound; readonly find: readonly Range[]; isCounted: boolean };

/** Counts and searches that the user waits for. */
function createRequestedControls(run: RunContext, counting: Counting) {
  let toCheck: Month[] = [];
  let toFind: Range[] = [];
  let batch: Batch | null = null;

  async function stepBatch(of: Batch): Promise<ControlStep> {
    const isMeant = ({ range }: { readonly range: Range }) => of.find.includes(range);
    if (of.isCounted) return counting.search(isMeant, null);
    const step = await of.round.step();
    if (step !== 'done') return step;
    of.isCounted = true;
    const counted = of.round.counted();
    counting.counted.push(...counted.filter((total) => !isMeant(total)));
    const found = counted.filter(isMeant);
    if (found.some(({ agrees }) => !agrees)) await beginRequested(run, of.find, found);
    return 'more';
  }

  return {
    /** Months the user wants counted, both scopes. */
    check: (months: readonly Month[]): void => {
      toCheck = [...new Set([...toCheck, ...months])];
    },
    /** Ranges the user wants counted and, where they differ, searched until it is found what differs. */
    find: (ranges: readonly Range[]): void => {
      toFind = [...new Set([...toFind, ...ranges])];
    },
    /** Nothing is searched for in these months any more: a count that has begun is made, and leads to nothing. */
    cancel: (months: readonly Month[]): void => {
      toFind = [...withoutMonths(toFind, months)];
      if (batch !== null) batch = { ...batch, find: withoutMonths(batch.find, months) };
    },
    /** The rest of the request. */
    requested: (): { readonly check: readonly Month[]; readonly find: readonly Range[] } => {
      const left = batch === null || batch.isCounted ? [] : batch.round.left();
      const months = left.flatMap(({ range }) => (range === 'all' ? [] : [range]));
      const find = new Set([...(batch?.find ?? []), ...toFind]);
      return {
        check: [...new Set([...months, ...toCheck])].filter((month) => !find.has(month)),
        find: [...find],
      };
    },
    stepRequested: async (): Promise<ControlStep> => {
      if (batch === null) {
        if (toCheck.length + toFind.length === 0) return 'done';
        const ranges = [...new Set([...toFind, ...toCheck])];
        const round = counting.createRound(ranges.flatMap(pairOf), true);
        batch = { round, find: toFind, isCounted: false };
        [toCheck, toFind] = [[], []];
      }
      const step = await stepBatch(batch);
      if (step === 'done') batch = null;
      return step;
    },
  };
}

/** Begins a search of each range by itself: whoever asks for everything and a month wants both. */
async function beginRequested(
  run: RunContext,
  ranges: readonly Range[],
  counted: readonly ControlTotal[],
): Promise<void> {
  const totalsOf = (range: Range) => counted.filter((total) => total.range === range);
  const { searches } = run.checkpoint();
  await saveSearches(
    run,
    ranges.reduce((all, range) => beginSearches(all, totalsOf(range), true), searches),
  );
}

/** Counts and searches that nobody asked for. */
function createRoutineControls(run: RunContext, counting: Counting) {
  const { months: monthsBefore } = run.state();
  const budget = createBudget(SEARCH_BUDGET);
  let phase: 'all' | 'months' | 'search' | 'over' = 'all';
  let round: ControlRound | null = null;
  let spent = 0;

  async function chooseRound(allDiffers: boolean): Promise<ControlRound> {
    const { controls, months } = await run.readState();
    // Two counts a month, and two more where the second look has not been taken for all of them already.
    const perMonth = allDiffers ? 2 : 4;
    const chosen = chooseMonths({
      earliest: run.checkpoint().earliest,
      serverNowMs: Date.parse(run.serverNow()),
      controls,
      touched: touchedMonths(monthsBefore, months),
      allDiffers,
      room: Math.floor((CONTROL_BUDGET - spent) / perMonth),
    });
    return counting.createRound(chosen.flatMap(pairOf), !allDiffers);
  }

  async function stepSearch(): Promise<ControlStep> {
    const step = await counting.search(() => true, budget);
    if (step === 'done') phase = 'over';
    return step;
  }

  return {
    /** Does the next thing: counts everything first, then months, then searches as far as the budget goes. */
    stepRoutine: async (): Promise<ControlStep> => {
      if (phase === 'over') return 'done';
      if (phase === 'search') return stepSearch();
      round ??= counting.createRound(pairOf('all'), true);
      const before = run.traffic.requestsMade();
      const step = await round.step();
      spent += run.traffic.requestsMade() - before;
      if (step !== 'done') return step;
      counting.counted.push(...round.counted());
      if (phase === 'all') {
        phase = 'months';
        round = await chooseRound(round.counted().some(({ agrees }) => !agrees));
      } else {
        phase = 'search';
        await run.readState();
        await beginRoutine(run, counting.counted);
      }
      return 'more';
    },
  };
}

/**
 * Begins searches for what this run found to differ, except what is known to be open: rows held for the user, months
 * to be read again anyway, or taken off that list. Such a month explains a difference of everything, too.
 */
async function beginRoutine(run: RunContext, counted: readonly ControlTotal[]): Promise<void> {
  const { held, controls } = run.state();
  const { rereads, searches } = run.checkpoint();
  const isOpen = ({ range }: ControlTotal) =>
    range !== 'all' &&
    (held.some(({ month }) => month === range) ||
      rereads.some((reread) => overlaps(reread, monthRange(range))) ||
      run.memory.declined.has(range));
  const isExplained = controls.some((total) => !total.agrees && isOpen(total));
  const fresh = beginSearches(
    searches,
    counted.filter((total) => !isOpen(total) && !(total.range === 'all' && isExplained)),
  );
  if (fresh.some((one, at) => one !== searches[at])) await saveSearches(run, fresh);
}

async function saveSearches(run: RunContext, searches: readonly Search[]): Promise<void> {
  await run.save({ ...run.checkpoint(), searches: [...searches] });
}
