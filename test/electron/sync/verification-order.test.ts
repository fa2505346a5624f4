import { describe, expect, it } from 'vitest';
import { isDivisible } from '#electron/sync/plan/history.ts';
import type { RunContext } from '#electron/sync/run/context.ts';
import { createBudget } from '#electron/sync/run/traffic.ts';
import { readVerification } from '#electron/sync/run/verification.ts';
import { HOUR_MS, type LocalDateTime, localToMs, shiftLocal } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';

const BURST = '2026-05-12T10:00:00.500' as LocalDateTime;
const RANGE = { from: shiftLocal(BURST, -8 * HOUR_MS), to: shiftLocal(BURST, 1), storedRows: 1_500 };

describe('purchases to be verified', () => {
  it('are read before the one second that takes all of the budget', async () => {
    const verification = createBudget(50);
    const settled: SyncWindow[] = [];
    const run = {
      journal: { writeUnsettled: async () => undefined },
      budgets: { verification },
      checkpoint: () => ({ earliest: '2026-04-01' }),
      size: () => ({ maxPages: 10, pageRows: 1000, hasTwins: false }),
      // As many rows at one instant as need several pages, each time in another order.
      read: async (window: SyncWindow) => {
        const hasBurst = window.from <= BURST && window.to > BURST;
        const cost = !hasBurst ? 1 : isDivisible(window) ? 2 : 30;
        if (!verification.allows(cost)) return { kind: 'out-of-budget' };
        verification.spend(cost);
        if (hasBurst) return { kind: 'suspect', totalRows: 1_500 };
        settled.push(window);
        return { kind: 'settled' };
      },
    } as unknown as RunContext;
    // What the plan does not reach is asked of nobody.
    const beyond = { from: '2026-01-01T00:00:00.000', to: '2026-02-01T00:00:00.000', storedRows: 1 };
    await readVerification(run, [beyond as never, RANGE]);
    expect(settled.filter(({ from }) => from < '2026-04-01')).toEqual([]);
    const read = settled.reduce(
      (sum, { from, to }) => sum + localToMs(to as LocalDateTime) - localToMs(from as LocalDateTime),
      0,
    );
    expect(read).toBeGreaterThan(8 * HOUR_MS - 3_000);
  });
});
