import type { VerificationRange } from '#shared/bridge/ledger.ts';
import { type LocalDateTime, startOfDay } from '#shared/dates.ts';
import type { PurchaseWindow } from '#shared/windows/window.ts';
import { divideRange, partsFor } from './plan-history.ts';
import { clipRange, type LocalRange } from './ranges.ts';
import type { Settled } from './read-window.ts';
import { isDivisible, type RunContext } from './run-context.ts';

const END_OF_TIME = '9999-12-31T00:00:00.000' as LocalDateTime;

/**
 * Reads ranges of purchases in which orders must be verified, newest first, as far as the sync's budget goes
 * (rule 5). What lies before the plan's reach, would not settle, or is too much stays queued in the ledger.
 * @param onSettled called after each window that settled
 */
export async function readVerification(
  run: RunContext,
  ranges: readonly VerificationRange[],
  onSettled: (settled: Settled) => Promise<void> = async () => undefined,
): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  const reach: LocalRange = { from: startOfDay(run.checkpoint().earliest), to: END_OF_TIME };
  const left: LocalRange[] = ranges.flatMap((range) => {
    const readable = clipRange(range, reach);
    return readable === null
      ? []
      : [...divideRange(readable, partsFor(range.storedRows, run.size()))].reverse();
  });
  while (run.canVerify()) {
    const range = left.shift();
    if (range === undefined) break;
    const window: PurchaseWindow = { field: 'purchase_date', from: range.from, to: range.to };
    const reading = await run.read(window, 'verification');
    switch (reading.kind) {
      case 'settled':
        settled.push(reading);
        await onSettled(reading);
        break;
      case 'clipped':
        if (reading.until > range.from) left.unshift({ from: range.from, to: reading.until });
        break;
      case 'too-many':
      case 'unsettled':
      case 'too-old': {
        const parts = reading.kind === 'too-many' ? partsFor(reading.totalRows, run.size()) : 2;
        if (isDivisible(window)) left.unshift(...[...divideRange(range, Math.max(2, parts))].reverse());
        break;
      }
      case 'out-of-budget':
        return settled;
    }
  }
  return settled;
}

/** Works on the orders that earlier syncs, or the budget, left "por verificar". */
export async function readVerificationQueue(run: RunContext): Promise<void> {
  if (!run.canVerify()) return;
  const { verificationQueue } = await run.tools.ledger.readState(null);
  run.tools.signal.throwIfAborted();
  await readVerification(run, verificationQueue, async (settled) => {
    await run.commit(settled, [], run.checkpoint());
  });
}
