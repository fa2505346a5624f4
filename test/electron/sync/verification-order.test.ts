import { describe, expect, it } from 'vitest';
import { isDivisible } from '#electron/sync/plan/history.ts';
import type { RunContext } from '#electron/sync/run/context.ts';
import { createBudget } from '#electron/sync/run/traffic.ts';
import { readVerification, readVerificationQueue } from '#electron/sync/run/verification.ts';
import { HOUR_MS, type LocalDateTime, localToMs, shiftLocal } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { type Ending, local, NOW, scriptedRun } from './scripted-run.ts';

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

describe('a range to be verified', () => {
  const range = (from: string, to: string) => ({ from: local(from), to: local(to), storedRows: 10 });
  const [MAY, APRIL] = [
    range('2026-05-02T00:00', '2026-05-03T00:00'),
    range('2026-04-02T00:00', '2026-04-03T00:00'),
  ];
  const textOf = ({ from, to }: { readonly from: string; readonly to: string }) =>
    `verification ${from} ${to}`;
  async function verified(endings: readonly Ending[], ranges: (typeof MAY)[] = [MAY, APRIL], spent = 0) {
    const made = scriptedRun({ endings });
    made.run.budgets.verification.spend(spent);
    const told: SyncWindow[] = [];
    const settled = await readVerification(made.run, ranges, NOW, async ({ report }) => {
      told.push(report.window);
    });
    return { ...made, settled: settled.map(({ report }) => report.window.from), told };
  }

  it('is told as soon as it settled, and the next one follows', async () => {
    const { asked, settled, told, spends, run } = await verified([]);
    expect(asked).toEqual([textOf(MAY), textOf(APRIL)]);
    expect([settled, told.map(({ from }) => from)]).toEqual([[MAY.from, APRIL.from], settled]);
    expect(new Set(spends)).toEqual(new Set([run.budgets.verification]));
    expect((await verified([], [MAY], 100)).asked).toEqual([]);
  });

  it('that the server clips is read up to there, if anything is left', async () => {
    const until = local('2026-05-02T06:00');
    const { asked } = await verified([{ kind: 'clipped', until }]);
    expect(asked).toEqual([MAY, { ...MAY, to: until }, APRIL].map(textOf));
    const none = await verified([{ kind: 'clipped', until: MAY.from }]);
    expect(none.asked).toEqual([MAY, APRIL].map(textOf));
  });

  it.each<[Ending['kind'], object]>([
    ['too-many', { totalRows: 12_000 }],
    ['suspect', { totalRows: 1_000 }],
    ['unsettled', { doubt: 'rows-missing' }],
    ['too-old', {}],
  ])('that is %s is read by its halves, newest first, after all others', async (kind, parts) => {
    const { asked, said, settled } = await verified([{ kind, ...parts } as Ending]);
    const noon = local('2026-05-02T12:00');
    expect(asked).toEqual([MAY, APRIL, { ...MAY, from: noon }, { ...MAY, to: noon }].map(textOf));
    expect(said).toEqual(kind === 'unsettled' ? [`unsettled ${MAY.from} ${MAY.to} rows-missing`] : []);
    expect(settled).toEqual([APRIL.from, noon, MAY.from]);
    const second = { ...MAY, to: '2026-05-02T00:00:01.000' as LocalDateTime };
    const alone = await verified([{ kind, ...parts } as Ending], [second, APRIL]);
    expect([alone.asked, alone.settled]).toEqual([[second, APRIL].map(textOf), [APRIL.from]]);
  });

  it('for which no request is left waits, with all that follow', async () => {
    const { asked, settled } = await verified(
      [{ kind: 'settled' }, { kind: 'out-of-budget' }],
      [MAY, APRIL, MAY],
    );
    expect([asked, settled]).toEqual([[MAY, APRIL].map(textOf), [MAY.from]]);
  });

  it('of many rows is read in parts from the beginning', async () => {
    const { asked } = await verified([], [{ ...MAY, storedRows: 8_001 }]);
    const noon = local('2026-05-02T12:00');
    expect(asked).toEqual(
      [
        { ...MAY, from: noon },
        { ...MAY, to: noon },
      ].map(textOf),
    );
  });

  it('that an earlier run left in the queue is committed by itself', async () => {
    const { run, asked, commits, checkpoint } = scriptedRun({});
    const before = checkpoint();
    let reads = 0;
    const own = {
      ...run,
      readState: async () => {
        reads += 1;
        return { verificationQueue: [MAY, APRIL] };
      },
    };
    await readVerificationQueue(own as never);
    expect(asked).toEqual([MAY, APRIL].map(textOf));
    expect(commits.map(({ window, verifiedBy, next }) => [window.from, verifiedBy, next])).toEqual([
      [MAY.from, 0, before],
      [APRIL.from, 0, before],
    ]);
    run.budgets.verification.spend(100);
    await readVerificationQueue(own as never);
    expect([reads, asked.length]).toEqual([1, 2]);
  });
});
