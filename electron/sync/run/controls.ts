import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';
import { monthRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import { createBudget } from '../plan/budget.ts';
import { CONTROL_BUDGET, type Control, chooseMonths, pairOf, touchedMonths } from '../plan/controls.ts';
import { beginSearches, SEARCH_BUDGET } from '../plan/searches.ts';
import type { RunContext } from './context.ts';
import { type ControlRound, type ControlStep, createControlRound } from './control-round.ts';
import { createRunSearch } from './search.ts';
import { withoutMonths } from './sync-commands.ts';

type Range = Control['range'];

/**
 * Compares the source's own counts with the ledger's (rule 12), one request at a time, and searches for what
 * makes them differ.
 */
export type RunControls = {
  /** Months the user wants counted, both scopes. */
  readonly check: (months: readonly Month[]) => void;
  /** Ranges the user wants counted and, where they differ, searched until it is found what differs. */
  readonly find: (ranges: readonly Range[]) => void;
  /** Nothing is searched for in these months any more: a count that has begun is made, and leads to nothing. */
  readonly cancel: (months: readonly Month[]) => void;
  /** What the user still waits for. */
  readonly waitedFor: () => { readonly check: readonly Month[]; readonly find: readonly Range[] };
  /** Does the next thing the user waits for. */
  readonly stepWaitedFor: () => Promise<ControlStep>;
  /** As above, after a run: counts everything first, then months, then searches as far as the budget goes. */
  readonly step: () => Promise<ControlStep>;
};

/** What the user waits for: counted first, then searched. */
type Waited = { readonly round: ControlRound; readonly find: readonly Range[]; isCounted: boolean };

export function createRunControls(run: RunContext): RunControls {
  const { months: monthsBefore, controls: controlsBefore } = run.state();
  const search = createRunSearch(run, controlsBefore);
  const budget = createBudget(SEARCH_BUDGET);
  const counted: ControlTotal[] = [];
  let toCheck: Month[] = [];
  let toFind: Range[] = [];
  let waited: Waited | null = null;
  let phase: 'all' | 'months' | 'search' | 'over' = 'all';
  let round: ControlRound | null = null;
  let spent = 0;

  const roundOf = (controls: readonly Control[], takesSecondLook: boolean) =>
    createControlRound(run, controls, takesSecondLook, controlsBefore);

  async function months(allDiffers: boolean): Promise<ControlRound> {
    const { controls, months: monthsNow } = await run.askState();
    // Two counts a month, and two more where the second look has not been taken for all of them already.
    const perMonth = allDiffers ? 2 : 4;
    const chosen = chooseMonths({
      earliest: run.checkpoint().earliest,
      serverNowMs: Date.parse(run.serverNow()),
      controls,
      touched: touchedMonths(monthsBefore, monthsNow),
      allDiffers,
      room: Math.floor((CONTROL_BUDGET - spent) / perMonth),
    });
    return roundOf(chosen.flatMap(pairOf), !allDiffers);
  }

  async function saveSearches(searches: readonly Search[]): Promise<void> {
    await run.save({ ...run.checkpoint(), searches: [...searches] });
  }

  /**
   * Searches for what this run found to differ. Not where something is known to be open: rows that wait for the user's
   * word, a month that is to be read again anyway, or one that the user took off that list. While such a month differs
   * the count of everything differs for its sake: a search of that would read it all the same.
   */
  async function begin(): Promise<void> {
    const { held, controls } = run.state();
    const { rereads, searches } = run.checkpoint();
    const isOpen = ({ range }: ControlTotal) =>
      range !== 'all' &&
      (held.some(({ month }) => month === range) ||
        rereads.some((reread) => overlaps(reread, monthRange(range))) ||
        run.tools.memory.declined.has(range));
    const isExplained = controls.some((total) => !total.agrees && isOpen(total));
    const fresh = beginSearches(
      searches,
      counted.filter((total) => !isOpen(total) && !(total.range === 'all' && isExplained)),
    );
    if (fresh.some((one, at) => one !== searches[at])) await saveSearches(fresh);
  }

  async function stepWaited(of: Waited): Promise<ControlStep> {
    if (!of.isCounted) {
      const step = await of.round.step();
      if (step !== 'done') return step;
      of.isCounted = true;
      const isMeant = ({ range }: ControlTotal) => of.find.includes(range);
      const [found, others] = [of.round.counted().filter(isMeant), of.round.counted()];
      counted.push(...others.filter((total) => !isMeant(total)));
      if (found.some(({ agrees }) => !agrees)) {
        // Of each range by itself: whoever asks for everything and a month wants both.
        const { searches } = run.checkpoint();
        const begun = of.find.reduce(
          (all, range) =>
            beginSearches(
              all,
              found.filter((total) => total.range === range),
              true,
            ),
          searches,
        );
        await saveSearches(begun);
      }
      return 'more';
    }
    return search.step(({ range }) => of.find.includes(range), null);
  }

  return {
    check: (asked) => {
      toCheck = [...new Set([...toCheck, ...asked])];
    },
    find: (asked) => {
      toFind = [...new Set([...toFind, ...asked])];
    },
    cancel: (months) => {
      toFind = [...withoutMonths(toFind, months)];
      if (waited !== null) waited = { ...waited, find: withoutMonths(waited.find, months) };
    },
    waitedFor: () => {
      const left = waited === null || waited.isCounted ? [] : waited.round.left();
      const months = left.flatMap(({ range }) => (range === 'all' ? [] : [range]));
      const find = new Set([...(waited?.find ?? []), ...toFind]);
      return {
        check: [...new Set([...months, ...toCheck])].filter((month) => !find.has(month)),
        find: [...find],
      };
    },
    stepWaitedFor: async () => {
      if (waited === null) {
        if (toCheck.length + toFind.length === 0) return 'done';
        const ranges = [...new Set([...toFind, ...toCheck])];
        waited = { round: roundOf(ranges.flatMap(pairOf), true), find: toFind, isCounted: false };
        [toCheck, toFind] = [[], []];
      }
      const step = await stepWaited(waited);
      if (step === 'done') waited = null;
      return step;
    },
    step: async () => {
      if (phase === 'over') return 'done';
      if (phase === 'search') {
        const step = await search.step(() => true, budget);
        if (step === 'done') phase = 'over';
        return step;
      }
      round ??= roundOf(pairOf('all'), true);
      const before = run.tools.requestsMade();
      const step = await round.step();
      spent += run.tools.requestsMade() - before;
      if (step !== 'done') return step;
      counted.push(...round.counted());
      if (phase === 'all') {
        phase = 'months';
        round = await months(round.counted().some(({ agrees }) => !agrees));
      } else {
        phase = 'search';
        await run.askState();
        await begin();
      }
      return 'more';
    },
  };
}
