import {
  type Checkpoint,
  lastReadOf,
  REREAD_REASONS,
  type RereadReason,
} from '#shared/contract/checkpoint.ts';
import type { StagedWindow } from '#shared/contract/ledger.ts';
import { instantToMs, monthOf } from '#shared/domain/dates.ts';
import {
  clipRange,
  cutRanges,
  END_OF_TIME,
  holdsRange,
  type LocalRange,
  monthRange,
  START_OF_TIME,
} from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import {
  afterHistoryWindow,
  afterPurchaseWindow,
  finishHistory,
  noteUnsettled,
} from '../plan/checkpoints.ts';
import { learnRows, predictRows } from '../plan/density.ts';
import {
  divideRange,
  isDivisible,
  newestDaysAt,
  planHistory,
  planWindows,
  readablePart,
  remainingHistory,
} from '../plan/history.ts';
import { addRereads, dueRanges, monthsOf, noteReadOnce } from '../plan/rereads.ts';
import type { RunContext } from './context.ts';
import { partsAfter } from './read-window.ts';
import type { Budget } from './traffic.ts';
import type { Settled, WindowReading } from './window-reading.ts';

/** Cuts a window into parts: the next plan has no windows across their bounds. */
function cutWindow(run: RunContext, window: PurchaseWindow, reading: Exclude<WindowReading, Settled>): void {
  const { memory } = run;
  const parts = divideRange(window, partsAfter(reading, run.size()));
  memory.cuts = [...memory.cuts, ...parts.map((part) => part.from)];
}

/**
 * Reads and commits one window of purchases, or learns how to cut it; false when the budget is spent.
 * @param after the checkpoint once it is committed
 */
async function readPurchases(
  run: RunContext,
  window: PurchaseWindow,
  purpose: 'history' | 'reread',
  after: (settled: Settled) => Checkpoint,
  budget?: Budget,
): Promise<boolean> {
  const { memory, journal } = run;
  const reading = await run.read(window, purpose, { budget });
  switch (reading.kind) {
    case 'settled':
      memory.density = learnRows(memory.density, window, reading.totalRows);
      await run.commit(reading, [], after(reading));
      return true;
    case 'too-many':
      memory.density = learnRows(memory.density, window, reading.totalRows);
      cutWindow(run, window, reading);
      return true;
    case 'suspect':
      cutWindow(run, window, reading);
      return true;
    case 'clipped':
      run.setAuthoritativeUntil(reading.until);
      // Beyond the server's today nothing can be read again: what is bought from there on comes with the changes.
      await run.save(withoutRereadsFrom(run.checkpoint(), reading.until));
      return true;
    case 'too-old':
      if (run.isStaleAgain(window)) cutWindow(run, window, reading);
      return true;
    case 'unsettled':
      await journal.writeUnsettled(reading.report, reading.doubt);
      if (isDivisible(window)) {
        cutWindow(run, window, reading);
      } else {
        run.skip(window);
        journal.add({ notices: 1 });
        await run.save(noteUnsettled(run.checkpoint(), window, reading.doubt));
      }
      return true;
    case 'out-of-budget':
      // Where failures cost requests too, the same window would end like this in every run: the next reads less at once.
      if (isDivisible(window)) cutWindow(run, window, reading);
      return false;
  }
}

function withoutRereadsFrom(checkpoint: Checkpoint, until: typeof END_OF_TIME): Checkpoint {
  if (checkpoint.rereads.every((one) => one.to <= until)) return checkpoint;
  return { ...checkpoint, rereads: cutRanges(checkpoint.rereads, [{ from: until, to: END_OF_TIME }]) };
}

function isAllRead(run: RunContext, checkpoint: Checkpoint): boolean {
  const facts = run.historyFacts(checkpoint);
  return facts !== null && remainingHistory(facts).length === 0;
}

async function readHistoryWindow(run: RunContext, window: PurchaseWindow): Promise<boolean> {
  return readPurchases(run, window, 'history', (settled) => {
    const { pages, effort } = settled.report;
    const read = afterHistoryWindow(run.checkpoint(), window, {
      readAt: settled.firstPageDate,
      greatestUpdate: settled.greatestUpdate,
      marginMs: run.marginMs,
    });
    const next = noteReadOnce(read, window, { pages, readings: effort.readings });
    return isAllRead(run, next) ? finishHistory(next, run.serverNow()) : next;
  });
}

/** Goes on with the load at its newest window (rule 10). False when none is left. */
export async function readHistory(run: RunContext): Promise<boolean> {
  const facts = run.historyFacts(run.checkpoint());
  const window = facts === null ? undefined : planHistory(facts)[0];
  return window !== undefined && readHistoryWindow(run, window);
}

/** The listed ranges of these reasons that can be read now, ascending. */
function wantedRanges(
  run: RunContext,
  reasons: readonly RereadReason[] = REREAD_REASONS,
): readonly LocalRange[] {
  const facts = run.planFacts();
  return run
    .checkpoint()
    .rereads.filter((one) => reasons.includes(one.reason))
    .flatMap((one) => readablePart(one, facts));
}

/** Of several ranges, the part in the month whose last reading is oldest. */
function oldestMonth(run: RunContext, ranges: readonly LocalRange[]): readonly LocalRange[] {
  const { reads } = run.checkpoint();
  const pieces = ranges.flatMap((range) =>
    monthsOf(range).flatMap((month) => clipRange(range, monthRange(month)) ?? []),
  );
  const ageOf = (piece: LocalRange) => {
    const readAt = lastReadOf(reads, piece);
    return readAt === null ? 0 : instantToMs(readAt);
  };
  const [oldest] = [...pieces].sort((a, b) => ageOf(a) - ageOf(b));
  return oldest === undefined ? [] : pieces.filter((piece) => monthOf(piece.from) === monthOf(oldest.from));
}

async function readWindowAgain(run: RunContext, window: PurchaseWindow, budget?: Budget): Promise<boolean> {
  return readPurchases(
    run,
    window,
    'reread',
    ({ firstPageDate }) => afterPurchaseWindow(run.checkpoint(), window, { readAt: firstPageDate }),
    budget,
  );
}

/** Goes on with what is on the list for these reasons, newest first. False when none is left or the budget is spent. */
export async function readAgain(
  run: RunContext,
  reasons: readonly RereadReason[],
  budget?: Budget,
): Promise<boolean> {
  if (run.checkpoint().rereads.length === 0) return false;
  const window = planWindows(wantedRanges(run, reasons), run.planFacts())[0];
  return window !== undefined && readWindowAgain(run, window, budget);
}

/** Goes on with what only the schedule asked for, oldest reading first, as far as the run's budget for it goes. */
export async function readScheduled(run: RunContext): Promise<boolean> {
  const budget = run.budgets.scheduled;
  if (budget.isSpent() || run.checkpoint().rereads.length === 0) return false;
  const ranges = oldestMonth(run, wantedRanges(run, ['scheduled']));
  const window = planWindows(ranges, run.planFacts())[0];
  return window !== undefined && readWindowAgain(run, window, budget);
}

/** Ranges of the load that are due for one more reading, ascending; the newest days still change and wait. */
function onceRead(run: RunContext): readonly LocalRange[] {
  const facts = run.planFacts();
  const quiet = { from: START_OF_TIME, to: newestDaysAt(facts.serverNowMs) };
  return run.checkpoint().readOnce.flatMap((range) => {
    const part = clipRange(range, quiet);
    return part === null ? [] : readablePart(part, facts);
  });
}

/** Confirms, when nothing else is to be read again, the window with the fewest pages that was read once (rule 3). */
export async function confirmReading(run: RunContext): Promise<boolean> {
  const budget = run.budgets.confirmation;
  if (budget.isSpent() || run.checkpoint().readOnce.length === 0) return false;
  if (wantedRanges(run).length > 0) return false;
  const facts = run.planFacts();
  const rowsOf = (window: PurchaseWindow) => predictRows(facts.density, window) ?? 0;
  const [window] = planWindows(onceRead(run), facts).toSorted((a, b) => rowsOf(a) - rowsOf(b));
  if (window === undefined || !budget.allows(Math.ceil(rowsOf(window) / facts.size.pageRows))) return false;
  return readWindowAgain(run, window, budget);
}

/** Puts what is due by the blind spot's schedule on the list (rule 11). */
export async function queueDueRereads(run: RunContext): Promise<void> {
  const { serverClock, memory } = run;
  const nowMs = serverClock.nowMs();
  if (nowMs === null) return;
  const due = dueRanges(run.checkpoint(), nowMs, memory.declined);
  if (due.length === 0) return;
  const { rereads } = run.checkpoint();
  await run.save({ ...run.checkpoint(), rereads: addRereads(rereads, due, 'scheduled', run.serverNow()) });
}

function isWanted(run: RunContext, staged: StagedWindow, window: PurchaseWindow): boolean {
  const facts = run.historyFacts(run.checkpoint());
  const remaining =
    staged.purpose === 'history'
      ? facts === null
        ? []
        : remainingHistory(facts)
      : [...wantedRanges(run), ...onceRead(run)];
  return remaining.some((range) => holdsRange(range, window));
}

/** Finishes a window that an earlier run left half read, while its pages are good; drops others. False for none. */
export async function finishStaged(run: RunContext): Promise<boolean> {
  for (const staged of run.staged.all()) {
    const { window, purpose, windowId } = staged;
    if (window.field !== 'purchase_date' || purpose === 'verification') continue;
    if (!isWanted(run, staged, window)) {
      await run.staged.drop([windowId]);
      continue;
    }
    await (purpose === 'history' ? readHistoryWindow(run, window) : readWindowAgain(run, window));
    return true;
  }
  return false;
}
