import { describe, expect, it } from 'vitest';
import { learnRows } from '#electron/sync/plan/density.ts';
import {
  confirmReading,
  finishStaged,
  queueDueRereads,
  readAgain,
  readHistory,
  readScheduled,
} from '#electron/sync/run/purchases.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { type Ending, local, NOW, scriptedRun, stepThrough, utc } from './scripted-run.ts';

/** Windows of purchases: what follows from each way that one may end. */

const MARCH = { from: local('2026-03-01T00:00'), to: local('2026-04-01T00:00') };
const reread = (reason: string, range = MARCH) =>
  ({ ...range, reason, askedAt: NOW }) as Checkpoint['rereads'][number];
const loading = (target = MARCH): Partial<Checkpoint> => ({
  history: { startedAt: NOW, target, finishedAt: null, greatestUpdate: null },
});
const SETTLED = { kind: 'settled', totalRows: 40 } as const;
const again = (ending: Ending, rereads = [reread('requested')]) =>
  scriptedRun({ checkpoint: { rereads }, endings: [ending] });

describe('a window of purchases', () => {
  it('that settles is off the list, and says how dense its rows are', async () => {
    const { run, asked, commits, memory, checkpoint } = again(SETTLED);
    expect(await readAgain(run, ['requested'])).toBe(true);
    expect(asked).toEqual([`reread ${MARCH.from} ${MARCH.to}`]);
    expect(commits.map(({ window, verifiedBy }) => [window.from, verifiedBy])).toEqual([[MARCH.from, 0]]);
    expect(checkpoint()).toMatchObject({ rereads: [], reads: [{ ...MARCH, readAt: NOW }] });
    expect(memory.density).not.toEqual(scriptedRun({}).memory.density);
    expect(await readAgain(run, ['requested'])).toBe(false);
  });

  it.each<[string, Ending, boolean]>([
    ['of too many rows', { kind: 'too-many', totalRows: 40_000 }, true],
    ['of twins', { kind: 'suspect', totalRows: 4_000 }, true],
    ['that will not settle', { kind: 'unsettled', doubt: 'rows' }, true],
    ['that the budget ends', { kind: 'out-of-budget' }, false],
  ])('%s is cut, and its first part begins where it did', async (_name, ending, goesOn) => {
    const { run, asked, commits, memory, said, notices } = again(ending);
    expect(await readAgain(run, ['requested'])).toBe(goesOn);
    expect(commits).toEqual([]);
    expect(memory.cuts.length).toBeGreaterThanOrEqual(2);
    expect(memory.cuts[0]).toBe(MARCH.from);
    expect(said).toEqual(ending.kind === 'unsettled' ? [`unsettled ${MARCH.from} ${MARCH.to} rows`] : []);
    expect(notices).toEqual([]);
    await readAgain(run, ['requested']);
    // Newest first, as it was cut.
    expect(asked.at(-1)).toBe(`reread ${memory.cuts.at(-1)} ${MARCH.to}`);
  });

  it('of too many rows says how many, one of twins does not', async () => {
    const densityAfter = async (ending: Ending) => {
      const { run, memory } = again(ending);
      await readAgain(run, ['requested']);
      return memory.density;
    };
    const none = scriptedRun({}).memory.density;
    expect(await densityAfter({ kind: 'too-many', totalRows: 40_000 })).not.toEqual(none);
    expect(await densityAfter({ kind: 'suspect', totalRows: 40_000 })).toEqual(none);
  });

  it('that was too old is read once more as it is, and then cut', async () => {
    const { run, memory, asked } = scriptedRun({
      checkpoint: { rereads: [reread('requested')] },
      endings: [{ kind: 'too-old' }, { kind: 'too-old' }],
    });
    expect([await readAgain(run, ['requested']), memory.cuts]).toEqual([true, []]);
    expect(await readAgain(run, ['requested'])).toBe(true);
    expect(asked[1]).toBe(asked[0]);
    expect(memory.cuts.length).toBeGreaterThanOrEqual(2);
  });

  it('that the server clips is waited for, and what lies behind its today is off the list', async () => {
    const until = local('2026-03-20T00:00');
    const later = { from: local('2026-04-02T00:00'), to: local('2026-04-03T00:00') };
    const { run, checkpoint, said } = again({ kind: 'clipped', until }, [
      reread('requested'),
      reread('requested', later),
    ]);
    // The newest of them is read first.
    expect(await readAgain(run, ['requested'])).toBe(true);
    expect(run.planFacts().authoritativeUntil).toBe(until);
    expect([said, checkpoint().rereads]).toEqual([['save'], [reread('requested', { ...MARCH, to: until })]]);
    const before = again({ kind: 'clipped', until: MARCH.to });
    await readAgain(before.run, ['requested']);
    expect([before.said, before.checkpoint().rereads]).toEqual([[], [reread('requested')]]);
  });

  it('of a second that will not settle is left out and noted', async () => {
    const second = { from: local('2026-03-01T00:00'), to: '2026-03-01T00:00:01.000' as never };
    const { run, notices, said, checkpoint, memory } = again({ kind: 'unsettled', doubt: 'totals' }, [
      reread('requested', second),
    ]);
    expect(await readAgain(run, ['requested'])).toBe(true);
    expect([notices, memory.cuts]).toEqual([[1], []]);
    expect(said).toEqual([`unsettled ${second.from} ${second.to} totals`, 'save']);
    expect(checkpoint().unsettled).toEqual([{ field: 'purchase_date', ...second, reason: 'totals' }]);
    expect(run.planFacts().skip).toEqual([{ field: 'purchase_date', ...second }]);
    expect(await readAgain(run, ['requested'])).toBe(false);
  });
});

describe('what is to be read again', () => {
  const FEBRUARY = { from: local('2026-02-01T00:00'), to: local('2026-03-01T00:00') };
  const JANUARY = { from: local('2026-01-01T00:00'), to: local('2026-02-01T00:00') };

  it('is read for its reasons alone', async () => {
    const { run, asked } = scriptedRun({
      checkpoint: { rereads: [reread('absence'), reread('requested', JANUARY)] },
    });
    expect(await readAgain(run, ['difference'])).toBe(false);
    expect(await readAgain(run, ['requested'])).toBe(true);
    expect(asked).toEqual([`reread ${JANUARY.from} ${JANUARY.to}`]);
    expect(await readAgain(scriptedRun({}).run, ['requested'])).toBe(false);
  });

  it('by schedule is the month that was read longest ago, one that never was before all', async () => {
    const reads = [
      { ...JANUARY, readAt: utc('2026-04-02T00:00') },
      { ...MARCH, readAt: utc('2026-04-01T00:00') },
    ];
    const all = [JANUARY, FEBRUARY, MARCH].map((range) => reread('scheduled', range));
    const order = async (rereads: Checkpoint['rereads']) => {
      const { run, asked } = scriptedRun({ checkpoint: { reads, rereads } });
      await stepThrough(() => readScheduled(run));
      return asked.map((each) => each.slice('reread '.length, 'reread 2026-01'.length));
    };
    expect(await order(all)).toEqual(['2026-02', '2026-03', '2026-01']);
    // What somebody asked for is read elsewhere.
    expect(await order([reread('requested')])).toEqual([]);
    const { run, spends } = scriptedRun({ checkpoint: { rereads: all } });
    await readScheduled(run);
    expect(spends).toEqual([run.budgets.scheduled]);
    run.budgets.scheduled.spend(60);
    expect(await readScheduled(run)).toBe(false);
  });

  it('that is due is put on the list once, but what the user took off it', async () => {
    const reads = [{ ...JANUARY, readAt: utc('2026-02-01T00:00') }];
    const months = async (declined: readonly string[]) => {
      const { run, checkpoint, memory, said } = scriptedRun({
        checkpoint: { earliest: '2026-01-01' as never, reads },
      });
      memory.declined = new Set(declined as never);
      await queueDueRereads(run);
      await queueDueRereads(run);
      return [checkpoint().rereads.map(({ from, reason }) => [from.slice(0, 7), reason]), said.length];
    };
    const [due] = await months([]);
    expect(due).toContainEqual(['2026-01', 'scheduled']);
    expect((await months([]))[1]).toBe(1);
    expect((await months(['2026-01']))[0]).not.toContainEqual(['2026-01', 'scheduled']);
    const unknown = scriptedRun({ checkpoint: { earliest: '2026-01-01' as never, reads } });
    (unknown.run.serverClock as { nowMs: () => number | null }).nowMs = () => null;
    await queueDueRereads(unknown.run);
    expect(unknown.said).toEqual([]);
  });

  it('for confirmation is what came once, of the fewest rows, where nothing else waits', async () => {
    const readOnce = [JANUARY, FEBRUARY];
    const { run, asked, spends, checkpoint } = scriptedRun({ checkpoint: { readOnce } });
    expect(await confirmReading(run)).toBe(true);
    expect(asked).toHaveLength(1);
    expect(spends).toEqual([run.budgets.confirmation]);
    expect(checkpoint().readOnce).toHaveLength(1);
    expect(await confirmReading(run)).toBe(true);
    expect([checkpoint().readOnce, await confirmReading(run)]).toEqual([[], false]);
    const dense = (rowsOfJanuary: number, rowsOfFebruary: number) => {
      const made = scriptedRun({ checkpoint: { readOnce } });
      const learnt = [
        [JANUARY, rowsOfJanuary],
        [FEBRUARY, rowsOfFebruary],
      ] as const;
      for (const [range, rows] of learnt) made.memory.density = learnRows(made.memory.density, range, rows);
      return made;
    };
    const [sparse, other] = [dense(5_000, 10), dense(10, 5_000)];
    expect([await confirmReading(sparse.run), await confirmReading(other.run)]).toEqual([true, true]);
    expect([sparse, other].map(({ asked: [first = ''] }) => first.slice(0, 'reread 2026-01'.length))).toEqual(
      [...['reread 2026-02', 'reread 2026-01']],
    );
    // Of more pages than the run may spend on it nothing is confirmed.
    const wide = dense(9_000, 9_000);
    wide.run.budgets.confirmation.spend(8);
    expect([await confirmReading(wide.run), wide.asked]).toEqual([false, []]);
    const waiting = scriptedRun({ checkpoint: { readOnce, rereads: [reread('scheduled')] } });
    expect(await confirmReading(waiting.run)).toBe(false);
    const spent = scriptedRun({ checkpoint: { readOnce } });
    spent.run.budgets.confirmation.spend(10);
    expect(await confirmReading(spent.run)).toBe(false);
    // The newest days still change.
    const today = { from: local('2026-05-20T00:00'), to: local('2026-05-21T00:00') };
    expect(await confirmReading(scriptedRun({ checkpoint: { readOnce: [today] } }).run)).toBe(false);
  });
});

describe('a load', () => {
  it('reads its newest window first, remembers what came once, and is over with the last', async () => {
    const target = { from: local('2026-02-01T00:00'), to: MARCH.to };
    const { run, asked, checkpoint } = scriptedRun({
      checkpoint: loading(target),
      endings: [{ ...SETTLED, pages: 2, greatestUpdate: utc('2026-05-20T11:00') }, SETTLED],
    });
    expect(await readHistory(run)).toBe(true);
    expect(asked).toEqual([`history ${MARCH.from} ${MARCH.to}`]);
    expect(checkpoint()).toMatchObject({
      readOnce: [MARCH],
      history: { finishedAt: null, greatestUpdate: utc('2026-05-20T11:00') },
      changes: { from: utc('2026-05-20T10:50') },
    });
    expect(await readHistory(run)).toBe(true);
    expect(checkpoint().history.finishedAt).toBe(NOW);
    expect(await readHistory(run)).toBe(false);
    expect(await readHistory(scriptedRun({}).run)).toBe(false);
  });

  it('takes nothing for read once that was read twice, or in a single page', async () => {
    const once = async (parts: object) => {
      const { run, checkpoint } = scriptedRun({ checkpoint: loading(), endings: [{ ...SETTLED, ...parts }] });
      await readHistory(run);
      return checkpoint().readOnce.length;
    };
    expect([
      await once({ pages: 2 }),
      await once({ pages: 2, readings: 2 }),
      await once({ pages: 1 }),
    ]).toEqual([...[1, 0, 0]]);
  });
});

describe('a window that an earlier run left half read', () => {
  const staged = (windowId: string, purpose: string, range: { readonly from: string; readonly to: string }) =>
    ({ windowId, purpose, window: { field: 'purchase_date', ...range } }) as never;
  const finished = async (checkpoint: Partial<Checkpoint>, ...windows: readonly never[]) => {
    const made = scriptedRun({ checkpoint });
    made.staged.push(...windows);
    return [
      await finishStaged(made.run),
      made.asked.map((each) => each.slice(0, 'history 2026-03'.length)),
      made.said,
    ];
  };
  const ELSEWHERE = { from: local('2025-06-01T00:00'), to: local('2025-06-02T00:00') };

  it('is finished where it is still wanted, for what it was read for', async () => {
    expect(await finished(loading(), staged('a', 'history', MARCH))).toEqual([true, ['history 2026-03'], []]);
    const listed = { rereads: [reread('scheduled')] };
    expect(await finished(listed, staged('a', 'reread', MARCH))).toEqual([true, ['reread 2026-03-'], []]);
    expect(await finished({ readOnce: [MARCH] }, staged('a', 'reread', MARCH))).toEqual([
      ...[true, ['reread 2026-03-'], []],
    ]);
  });

  it('is dropped where nobody wants it any more, and left to others where it is no such window', async () => {
    expect(
      await finished(loading(), staged('a', 'history', ELSEWHERE), staged('b', 'history', MARCH)),
    ).toEqual([...[true, ['history 2026-03'], ['drop a']]]);
    expect(await finished({}, staged('a', 'history', MARCH))).toEqual([false, [], ['drop a']]);
    expect(await finished(loading(), staged('a', 'reread', MARCH))).toEqual([false, [], ['drop a']]);
    expect(await finished(loading(), staged('a', 'verification', MARCH))).toEqual([false, [], []]);
    const changes = {
      windowId: 'c',
      purpose: 'changes',
      window: { field: 'updated_at', from: NOW, to: NOW },
    };
    expect(await finished(loading(), changes as never)).toEqual([false, [], []]);
  });
});
