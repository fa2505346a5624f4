import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';
import { monthRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import { CONTROL_BUDGET, type Control, chooseMonths, pairOf, touchedMonths } from '../plan/controls.ts';
import { beginSearches, SEARCH_BUDGET } from '../plan/searches.ts';
import type { RunContext } from './context.ts';
import { type ControlRound, type ControlStep, createControlRound } from './control-round.ts';
import { createRunSearch, type RunSearch } from './search.ts';
import { withoutMonths } from './sync-commands.ts';
import { createBudget } from './traffic.ts';

/**
 * Compares the source's counts with the ledger's (rule 12), one request at a time, and searches for differences:
 * first what the user requested, then as a routine at the end of a run.
 */
export type RunControls = ReturnType<typeof createRunControls>;

type Range = Control['range'];

type Counting = {
  readonly search: RunSearch;
  readonly createRound: (controls: readonly Control[], takesSecondLook: boolean) => ControlRound;
  /** What was counted and is not searched for yet. */
  readonly counted: ControlTotal[];
};

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
    /** What of it is still to be done. */
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
