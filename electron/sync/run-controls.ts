import { randomUUID } from 'node:crypto';
import { type Month, toRequestTime } from '#shared/dates.ts';
import type { ControlTotal } from '#shared/sync/control-total.ts';
import { ApiError } from '../api/failure.ts';
import {
  beginsWithPlan,
  CONTROL_BUDGET,
  type Control,
  chooseMonths,
  controlBounds,
  differedAlike,
  filterOf,
  pairOf,
  touchedMonths,
} from './controls.ts';
import type { RunContext } from './run-context.ts';
import { NOTHING_CHANGED } from './run-journal.ts';

/** Compares the source's own counts with the ledger's (design.md, rule 12), one request at a time. */
export type RunControls = {
  /** Months the user wants counted, both scopes. */
  readonly check: (months: readonly Month[]) => void;
  /** Months of which the user still waits for a count. */
  readonly waitedFor: () => readonly Month[];
  /**
   * Does the next thing the user waits for. `changes`: counts differ; changes are to be read once more before they are
   * asked again, for something may have happened since.
   */
  readonly stepWaitedFor: () => Promise<ControlStep>;
  /** As above, for the controls after a run: everything first, then months. */
  readonly step: () => Promise<ControlStep>;
};
export type ControlStep = 'more' | 'changes' | 'done';

/** Whether a difference had been found before this run. */
type Told = (total: ControlTotal) => boolean;

/** A smallest page: only its totals are wanted (spec 4.1). */
const COUNT_ROWS = 100;

/** Asks for one count and keeps it. Null where nothing of the range is over yet, or the server refuses to say. */
async function count(
  run: RunContext,
  control: Control,
  isFinal: boolean,
  told: Told,
): Promise<boolean | null> {
  const { ask, ledger, clock, signal, journal, requestsMade } = run.tools;
  const { range, scope } = control;
  const bounds = controlBounds(range, run.checkpoint().earliest, Date.parse(run.serverNow()));
  if (bounds === null) return null;
  const [startedAtMs, startedAt, before] = [clock.wallMs(), clock.monotonicMs(), requestsMade()];
  const filter = filterOf(scope);
  let answer: Awaited<ReturnType<typeof ask>>;
  try {
    answer = await ask({
      date: 'purchase_date',
      from: toRequestTime(bounds.from),
      to: toRequestTime(bounds.to),
      page: 1,
      limit: COUNT_ROWS,
      withCategories: false,
      ...(filter === null ? {} : { filter }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.kind !== 'bad-request') throw error;
    // A count that the server will not give is no reason to stop the sync. One from the plan's start on may be refused
    // because a server that allows less than the plan promises has moved on (rule 9): then it is asked how far.
    if (beginsWithPlan(bounds, run.checkpoint().earliest)) run.tools.memory.isProbed = false;
    return null;
  }
  const { correlationId, meta } = answer.page;
  const total = await ledger.recordControl({
    range,
    scope,
    ...bounds,
    there: meta.totalRows,
    checkedAt: answer.serverDate,
    correlationId,
  });
  signal.throwIfAborted();
  if (total.agrees || isFinal) {
    // What differed before by as much has been said: a run that finds nothing else has nothing to tell.
    if (!total.agrees && !told(total)) journal.add({ notices: 1 });
    await journal.writeControl({
      ...NOTHING_CHANGED,
      windowId: randomUUID(),
      kind: 'control',
      field: 'purchase_date',
      ...bounds,
      startedAtMs,
      tookMs: clock.monotonicMs() - startedAt,
      requests: requestsMade() - before,
      readings: 1,
      pages: 1,
      rows: 0,
      outcome: total.agrees ? 'agrees' : 'differs',
      detail: `${scope}: ${total.there} / ${total.here}`,
      correlationIds: [correlationId],
    });
  }
  return total.agrees;
}

/** Counts asked for one after the other; those that differ are asked a second time. */
function createRound(run: RunContext, controls: readonly Control[], takesSecondLook: boolean, told: Told) {
  const first = [...controls];
  const second: Control[] = [];
  const differing: Control[] = [];
  let isSecond = false;
  return {
    differing,
    left: () => [...first, ...second],
    step: async (): Promise<ControlStep> => {
      const control = first.shift();
      if (control !== undefined) {
        const agrees = await count(run, control, !takesSecondLook, told);
        if (agrees === false) (takesSecondLook ? second : differing).push(control);
        return 'more';
      }
      if (second.length > 0 && !isSecond) {
        isSecond = true;
        return 'changes';
      }
      const again = second.shift();
      if (again === undefined) return 'done';
      if ((await count(run, again, true, told)) === false) differing.push(again);
      return 'more';
    },
  };
}
type Round = ReturnType<typeof createRound>;

export function createRunControls(run: RunContext): RunControls {
  const { months: monthsBefore, controls: controlsBefore } = run.state();
  const told: Told = (total) => differedAlike(controlsBefore, total);
  let wanted: Month[] = [];
  let waited: Round | null = null;
  let phase: 'all' | 'months' | 'over' = 'all';
  let round: Round | null = null;
  let spent = 0;

  async function months(allDiffers: boolean): Promise<Round> {
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
    return createRound(run, chosen.flatMap(pairOf), !allDiffers, told);
  }

  return {
    check: (asked) => {
      wanted = [...new Set([...wanted, ...asked])];
    },
    waitedFor: () => {
      const left = (waited?.left() ?? []).flatMap(({ range }) => (range === 'all' ? [] : [range]));
      return [...new Set([...left, ...wanted])];
    },
    stepWaitedFor: async () => {
      if (waited === null) {
        if (wanted.length === 0) return 'done';
        waited = createRound(run, wanted.flatMap(pairOf), true, told);
        wanted = [];
      }
      const step = await waited.step();
      if (step === 'done') waited = null;
      return step;
    },
    step: async () => {
      if (phase === 'over') return 'done';
      round ??= createRound(run, pairOf('all'), true, told);
      const before = run.tools.requestsMade();
      const step = await round.step();
      spent += run.tools.requestsMade() - before;
      if (step !== 'done') return step;
      if (phase === 'months') {
        phase = 'over';
        return 'done';
      }
      phase = 'months';
      round = await months(round.differing.length > 0);
      return 'more';
    },
  };
}
