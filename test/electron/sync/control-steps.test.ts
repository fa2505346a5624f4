import { describe, expect, it } from 'vitest';
import { ApiError } from '#electron/api/failure.ts';
import { createRunControls } from '#electron/sync/run/controls.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';
import { NOW, scriptedRun, stepThrough } from './scripted-run.ts';

/** Counts of ranges, one request at a time, against a source and a copy that a test makes differ. */

const MARCH = '2026-03' as Month;
const APRIL = '2026-04' as Month;

type World = {
  /** Rows of a scope of a range at the source beyond those that are stored. */
  readonly beyond?: (range: string, scope: string, look: number) => number;
  /** The source refuses to count. */
  readonly refuses?: boolean;
  /** A bound in whose second rows are stored. */
  readonly noBounds?: boolean;
  readonly checkpoint?: Partial<Checkpoint>;
  readonly state?: object;
};

function counting({
  beyond = () => 0,
  refuses = false,
  noBounds = false,
  checkpoint = {},
  state = {},
}: World = {}) {
  const made = scriptedRun({ checkpoint });
  const looks = new Map<string, number>();
  const counted: string[] = [];
  const written: object[] = [];
  const known = { controls: [] as readonly ControlTotal[], months: [], held: [], ...state };
  let asked: readonly object[] = [];
  const run = {
    ...made.run,
    // Other work of the run has asked before.
    traffic: { requestsMade: () => 7 + asked.length },
    clock: { wallMs: () => 7, monotonicMs: () => 3 },
    state: () => known,
    readState: async () => known,
    fetchPage: async (query: { readonly filter?: object }) => {
      if (refuses) throw new ApiError({ kind: 'bad-request', status: 400 } as never);
      asked = [...asked, query];
      return { page: { meta: { totalRows: 100 }, correlationId: `c${asked.length}` }, serverDate: NOW };
    },
    ledger: {
      freeSeconds: async ({ points }: { readonly points: readonly string[] }) =>
        noBounds ? points.map(() => null) : points,
      recordControl: async (total: {
        readonly range: string;
        readonly scope: string;
        readonly there: number;
      }) => {
        const name = `${total.range} ${total.scope}`;
        const look = (looks.get(name) ?? 0) + 1;
        looks.set(name, look);
        counted.push(name);
        const here = total.there - beyond(total.range, total.scope, look);
        return { ...total, here, agrees: here === total.there };
      },
      countStored: async () => 100,
    },
    journal: {
      add: (counts: { readonly notices?: number }) => made.notices.push(counts.notices ?? 0),
      writeControl: async (window: object) => void written.push(window),
    },
  };
  const controls = createRunControls(run as never);
  return { ...made, controls, counted, written, asked: () => asked };
}
const all = async (step: () => Promise<string>, most = 60) => {
  const steps: string[] = [];
  while (steps.length < most && steps.at(-1) !== 'done') steps.push(await step());
  return steps;
};

describe('counts that the user asked for', () => {
  it('are of both scopes of each month, once, and done where they agree', async () => {
    const { controls, counted, written, notices, checkpoint } = counting();
    controls.check([MARCH, APRIL]);
    controls.check([MARCH]);
    expect(controls.requested()).toEqual({ check: [MARCH, APRIL], find: [] });
    const steps = await all(controls.stepRequested);
    expect(new Set(counted).size).toBe(4);
    expect(counted).toHaveLength(4);
    expect([steps.at(-1), new Set(steps.slice(0, -1))]).toEqual(['done', new Set(['more'])]);
    expect(written).toHaveLength(4);
    expect(written[0]).toMatchObject({
      kind: 'control',
      outcome: 'agrees',
      field: 'purchase_date',
      ...{ startedAtMs: 7, requests: 1, pages: 1, readings: 1, correlationIds: ['c1'] },
    });
    expect(written.map((each) => (each as { readonly detail: string }).detail.split(': ')[1])).toEqual(
      Array(4).fill('100 / 100'),
    );
    expect([notices, checkpoint().searches]).toEqual([[], []]);
    expect(controls.requested()).toEqual({ check: [], find: [] });
    expect(await controls.stepRequested()).toBe('done');
  });

  it('that differ are counted once more after the changes, and noted where they still do', async () => {
    const { controls, counted, written, notices } = counting({
      beyond: (_, scope) => (scope === 'everything' ? 2 : 0),
    });
    controls.check([MARCH]);
    const steps = await all(controls.stepRequested);
    expect(steps.filter((step) => step === 'changes')).toHaveLength(1);
    const twice = counted.filter((name, at) => counted.indexOf(name) !== at);
    expect(twice).toHaveLength(counted.length - 2);
    const differing = written.filter((each) => (each as { readonly outcome: string }).outcome === 'differs');
    expect(differing.length).toBe(twice.length);
    expect(notices).toEqual(differing.map(() => 1));
  });

  it('that differed by a change on the way are none to note', async () => {
    const { controls, counted, written, notices } = counting({
      beyond: (_range, _scope, look) => (look === 1 ? 3 : 0),
    });
    controls.check([MARCH]);
    await all(controls.stepRequested);
    expect([counted.length, written.length, notices]).toEqual([4, 2, []]);
    for (const each of written) expect(each).toMatchObject({ outcome: 'agrees' });
  });

  it('are noted where the difference is another than before, in its range and scope', async () => {
    const noticesOf = async (here: number, over: object = {}) => {
      const before = ['everything', 'dashboard'].map((scope) => ({
        range: MARCH,
        scope,
        there: 100,
        here,
        agrees: false,
      }));
      const made = counting({
        beyond: () => 2,
        state: { controls: before.map((each) => ({ ...each, ...over })) },
      });
      made.controls.check([MARCH]);
      await all(made.controls.stepRequested);
      return made.notices.length;
    };
    expect(await noticesOf(98)).toBe(0);
    expect(await noticesOf(97)).toBe(2);
    expect(await noticesOf(98, { range: APRIL })).toBe(2);
    expect(await noticesOf(98, { scope: 'dashboard' })).toBe(1);
    expect(await noticesOf(98, { agrees: true })).toBe(2);
  });

  it('are given up where the server refuses, or no bound is free, without an end of the run', async () => {
    for (const world of [{ refuses: true }, { noBounds: true }]) {
      const { controls, counted, written } = counting(world);
      controls.check([MARCH]);
      expect((await all(controls.stepRequested)).at(-1)).toBe('done');
      expect([counted, written]).toEqual([[], []]);
    }
  });

  it('wait for the next run as far as they were not counted', async () => {
    const { controls } = counting();
    controls.check([MARCH, APRIL]);
    controls.find([APRIL]);
    expect(controls.requested()).toEqual({ check: [MARCH], find: [APRIL] });
    await controls.stepRequested();
    expect(controls.requested()).toEqual({ check: [MARCH], find: [APRIL] });
    for (let step = 0; step < 3; step += 1) await controls.stepRequested();
    expect(controls.requested()).toEqual({ check: [], find: [APRIL] });
  });
});

describe('searches that the user asked for', () => {
  it('begin where the counts differ, and nowhere else', async () => {
    const differs = (range: string) => (range === MARCH ? 2 : 0);
    const { controls, checkpoint } = counting({ beyond: differs });
    controls.find([MARCH, APRIL]);
    for (let step = 0; step < 12; step += 1) await controls.stepRequested();
    expect(new Set(checkpoint().searches.map(({ range }) => range))).toEqual(new Set([MARCH]));
  });

  it('are of everything and of a month each by itself, by its own difference', async () => {
    const { controls, checkpoint } = counting({ beyond: (range) => (range === MARCH ? 2 : 5) });
    controls.find(['all', MARCH]);
    const found = () => checkpoint().searches.map(({ range, difference }) => [range, difference]);
    await stepThrough(async () => {
      await controls.stepRequested();
      return found().length === 0;
    });
    expect(found().sort()).toEqual([
      [MARCH, 2],
      ['all', 5],
    ]);
  });

  it('read what differs, count it once more, and are over with that', async () => {
    const { controls, commits, counted, checkpoint } = counting({
      beyond: (_range, _scope, look) => (look <= 2 ? 2 : 0),
    });
    controls.find([MARCH, APRIL]);
    const steps = await all(controls.stepRequested);
    expect([new Set(steps.slice(0, -1)), steps.at(-1)]).toEqual([new Set(['more', 'changes']), 'done']);
    // The bounds that are counted may lie a second outside of the month.
    expect(commits.map(({ window }) => window.from.slice(0, 7))).toEqual(
      expect.arrayContaining([MARCH, APRIL]),
    );
    expect(checkpoint().rereads).toEqual([]);
    const found = checkpoint().searches.map(({ range, isOver, difference }) => [range, isOver, difference]);
    expect(found.sort()).toEqual([MARCH, APRIL].map((range) => [range, true, 0]));
    for (const range of [MARCH, APRIL])
      expect(counted.filter((name) => name.startsWith(range)).length).toBeGreaterThanOrEqual(5);
  });

  it('are dropped once the plan reaches them no longer', async () => {
    const { controls, checkpoint, run } = counting({ beyond: () => 2 });
    controls.find([MARCH]);
    await stepThrough(async () => {
      await controls.stepRequested();
      return checkpoint().searches.length === 0;
    });
    await run.save({ ...checkpoint(), earliest: '2026-04-01' as never });
    await all(controls.stepRequested);
    expect(checkpoint().searches).toEqual([]);
  });

  it('are begun beside as many counts', async () => {
    const { controls, counted } = counting();
    controls.check([MARCH]);
    controls.find([APRIL]);
    expect(await controls.stepRequested()).toBe('more');
    expect(counted).toHaveLength(1);
  });

  it('of everything that are refused have it asked how far the plan reaches, those of a month do not', async () => {
    const { controls, memory } = counting({ refuses: true });
    memory.isProbed = true;
    controls.check([MARCH]);
    await all(controls.stepRequested);
    expect(memory.isProbed).toBe(true);
    controls.find(['all']);
    await all(controls.stepRequested);
    expect(memory.isProbed).toBe(false);
  });

  it('are of no month that was taken off the list meanwhile', async () => {
    const { controls, checkpoint } = counting({ beyond: () => 2 });
    controls.find([MARCH]);
    await controls.stepRequested();
    controls.cancel([MARCH]);
    expect(controls.requested().find).toEqual([]);
    await all(controls.stepRequested);
    expect(checkpoint().searches).toEqual([]);
    controls.find([APRIL, 'all']);
    controls.cancel([APRIL]);
    expect(controls.requested().find).toEqual(['all']);
  });
});

describe('the routine at the end of a run', () => {
  it('counts everything first, then months, and searches for nothing where all agrees', async () => {
    const { controls, counted, checkpoint } = counting({
      state: { months: [{ month: MARCH, rows: 5 }] },
    });
    const steps = await all(controls.stepRoutine);
    expect(counted.slice(0, 2).every((name) => name.startsWith('all '))).toBe(true);
    expect(counted.slice(2).every((name) => !name.startsWith('all '))).toBe(true);
    expect([steps.at(-1), checkpoint().searches]).toEqual(['done', []]);
    expect(await controls.stepRoutine()).toBe('done');
  });

  it('leaves alone what is open already: held, to be read again, or taken off that list', async () => {
    const searched = async (world: World, declined: readonly Month[] = []) => {
      const { controls, checkpoint, memory } = counting({
        beyond: (range) => (range === MARCH || range === 'all' ? 2 : 0),
        checkpoint: { earliest: '2026-03-01' as never },
        ...world,
        state: {
          controls: [{ range: MARCH, scope: 'everything', there: 100, here: 98, agrees: false }],
          ...world.state,
        },
      });
      memory.declined = new Set(declined);
      for (let step = 0; step < 14; step += 1) await controls.stepRoutine();
      return checkpoint().searches.some(({ range }) => range === MARCH || range === 'all');
    };
    expect(await searched({})).toBe(true);
    expect(await searched({ state: { held: [{ month: MARCH }] } })).toBe(false);
    expect(await searched({}, [MARCH])).toBe(false);
    const rereads = [
      { from: '2026-03-10T00:00:00.000', to: '2026-03-11T00:00:00.000', reason: 'absence', askedAt: NOW },
    ];
    const listed = { earliest: '2026-03-01', rereads } as unknown as Partial<Checkpoint>;
    expect(await searched({ checkpoint: listed })).toBe(false);
  });

  it('searches a month that nothing explains, whatever explains the difference of everything', async () => {
    const { controls, checkpoint } = counting({
      beyond: () => 2,
      checkpoint: { earliest: '2026-03-01' as never },
      state: {
        controls: [{ range: MARCH, scope: 'everything', there: 100, here: 98, agrees: false }],
        held: [{ month: MARCH }],
      },
    });
    await stepThrough(async () => {
      await controls.stepRoutine();
      return checkpoint().searches.length === 0;
    });
    const ranges = checkpoint().searches.map(({ range }) => range);
    expect(ranges).toContain(APRIL);
    expect(ranges).not.toContain(MARCH);
    expect(ranges).not.toContain('all');
  });

  it('searches on to the end, by what it may spend', async () => {
    const { controls, checkpoint, spends, said } = counting({
      beyond: (range, _scope, look) => (range === MARCH && look <= 2 ? 2 : 0),
      state: { months: [{ month: MARCH, rows: 5 }], controls: [] },
      checkpoint: { history: { startedAt: NOW, target: null, finishedAt: NOW, greatestUpdate: null } },
    });
    controls.find([MARCH]);
    await stepThrough(async () => {
      await controls.stepRequested();
      return checkpoint().searches.length === 0;
    });
    await all(controls.stepRoutine);
    expect(checkpoint().searches.map(({ range, isOver }) => [range, isOver])).toEqual([[MARCH, true]]);
    expect(spends.length).toBeGreaterThan(0);
    expect(spends).not.toContain(undefined);
    // Nothing is saved that is as it was.
    expect(said.filter((each) => each === 'save').length).toBeLessThanOrEqual(4);
  });

  it('spends ten counts: where everything differs on the months for which there is room', async () => {
    const countsOf = async (beyond: World['beyond']) => {
      const { controls, counted } = counting(beyond === undefined ? {} : { beyond });
      await all(controls.stepRoutine);
      return counted.filter((name) => !name.startsWith('all ')).length;
    };
    // Four of everything, and both of three months.
    expect(await countsOf((range) => (range === 'all' ? 2 : 0))).toBe(6);
    // One scope of it is enough.
    expect(await countsOf((range, scope) => (range === 'all' && scope === 'dashboard' ? 2 : 0))).toBe(6);
    // Where it agrees one month is looked at besides.
    expect(await countsOf(() => 0)).toBe(2);
  });
});
