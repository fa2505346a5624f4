import type { VerificationRange } from '#shared/contract/ledger.ts';
import { startOfDay, type UtcInstant } from '#shared/domain/dates.ts';
import { clipRange, END_OF_TIME, type LocalRange } from '#shared/domain/purchase-ranges.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { divideRange, isDivisible, partsFor } from '../plan/history.ts';
import type { RunContext } from './context.ts';
import { partsAfter } from './read-window.ts';
import type { Settled } from './window-reading.ts';

/**
 * Reads purchases whose orders must be verified, newest first, within the budget (rule 5). Parts of an unsettled
 * range come last, so that one second cannot keep others from being read. What is out of reach, unsettled or over the
 * budget stays queued in the ledger.
 * @param notBefore pages that an earlier run staged before this time do not show the changes in question
 * @param onSettled called after each window that settled
 */
export async function readVerification(
  run: RunContext,
  ranges: readonly VerificationRange[],
  notBefore?: UtcInstant,
  onSettled: (settled: Settled) => Promise<void> = async () => undefined,
): Promise<readonly Settled[]> {
  const { verification } = run.budgets;
  const settled: Settled[] = [];
  const reach: LocalRange = { from: startOfDay(run.checkpoint().earliest), to: END_OF_TIME };
  const left: LocalRange[] = ranges.flatMap((range) => {
    const readable = clipRange(range, reach);
    return readable === null
      ? []
      : divideRange(readable, partsFor(range.storedRows, run.size())).toReversed();
  });
  while (!verification.isSpent()) {
    const range = left.shift();
    if (range === undefined) break;
    const window: PurchaseWindow = { field: 'purchase_date', from: range.from, to: range.to };
    const reading = await run.read(window, 'verification', {
      budget: verification,
      ...(notBefore === undefined ? {} : { notBefore }),
    });
    switch (reading.kind) {
      case 'settled':
        settled.push(reading);
        await onSettled(reading);
        break;
      case 'clipped':
        if (reading.until > range.from) left.unshift({ from: range.from, to: reading.until });
        break;
      case 'too-many':
      case 'suspect':
      case 'unsettled':
      case 'too-old': {
        if (reading.kind === 'unsettled') await run.journal.writeUnsettled(reading.report, reading.doubt);
        if (isDivisible(window))
          left.push(...divideRange(range, partsAfter(reading, run.size())).toReversed());
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
  if (run.budgets.verification.isSpent()) return;
  const { verificationQueue } = await run.readState();
  await readVerification(run, verificationQueue, undefined, async (settled) => {
    await run.commit(settled, [], run.checkpoint());
  });
}
