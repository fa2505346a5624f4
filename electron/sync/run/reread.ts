import { lastReadOf } from '#shared/contract/blind-spot.ts';
import { REREAD_REASONS, type RereadReason } from '#shared/contract/checkpoint.ts';
import { instantToMs, monthOf } from '#shared/domain/dates.ts';
import { clipRange, type LocalRange, monthRange, START_OF_TIME } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { afterPurchaseWindow } from '../plan/checkpoints.ts';
import { predictRows } from '../plan/density.ts';
import { newestDaysAt, planWindows, readablePart } from '../plan/history.ts';
import { addRereads, dueRanges, monthsOf } from '../plan/rereads.ts';
import type { Budget } from './budget.ts';
import type { RunContext } from './context.ts';
import { readPurchases } from './purchases.ts';

/** Reads again what was read before (rules 9, 11 and 12). */

/** The listed ranges of these reasons that can be read now, ascending. */
export function wantedRanges(
  run: RunContext,
  reasons: readonly RereadReason[] = REREAD_REASONS,
): readonly LocalRange[] {
  const facts = run.planFacts();
  return run
    .checkpoint()
    .rereads.filter((one) => reasons.includes(one.reason))
    .flatMap((one) => readablePart(one, facts));
}

/** Of ranges, what lies in the month whose last reading is oldest. */
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

/** Reads and commits one window of what is on the list, or learns how to cut it. False when the budget is spent. */
export async function readWindowAgain(
  run: RunContext,
  window: PurchaseWindow,
  budget?: Budget,
): Promise<boolean> {
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
export function onceRead(run: RunContext): readonly LocalRange[] {
  const facts = run.planFacts();
  const quiet = { from: START_OF_TIME, to: newestDaysAt(facts.serverNowMs) };
  return run.checkpoint().readOnce.flatMap((range) => {
    const part = clipRange(range, quiet);
    return part === null ? [] : readablePart(part, facts);
  });
}

/**
 * Reads once more a window of what several pages brought (rule 3), the one with the fewest pages first, when nothing else
 * is to be read again, as far as the run's budget for it goes.
 */
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
