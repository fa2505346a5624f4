import { describe, expect, it } from 'vitest';
import { ApiError } from '#electron/api/failure.ts';
import { createRunControls } from '#electron/sync/run/controls.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { type Month, shiftLocal } from '#shared/domain/dates.ts';
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
  /** Rows that the source counts from a second on until another, and those that are stored there: 100 of each. */
  readonly there?: (from: string, to: string) => number;
  readonly here?: (from: string, to: string) => number;
  readonly checkpoint?: Partial<Checkpoint>;
  readonly state?: object;
};

function counting({
  beyond = () => 0,
  refuses = false,
  noBounds = false,
  there = () => 100,
  here = () => 100,
  checkpoint = {},
  state = {},
}: World = {}) {
  const made = scriptedRun({ checkpoint });
  const looks = new Map<string, number>();
  const counted: string[] = [];
  const written: object[] = [];
  const known = { controls: [] as readonly ControlTotal[], months: [], held: [], ...state };
  let asked: readonly Asked[] = [];
  const storedCounts: object[] = [];
  const run = {
    ...made.run,
    // Other work of the run has asked before.
    traffic: { requestsMade: () => 7 + asked.length },
    clock: { wallMs: () => 7, monotonicMs: () => 3 + 2 * asked.length },
    state: () => known,
    readState: async () => known,
    fetchPage: async (query: Asked) => {
      if (refuses) throw new ApiError({ kind: 'bad-request', status: 400 } as never);
      asked = [...asked, query];
      const totalRows = there(query.from, query.to);
      return { page: { meta: { totalRows }, correlationId: `c${asked.length}` }, serverDate: NOW };
    },
    ledger: {
      freeSeconds: async ({ points }: Asking): Promise<readonly (string | null)[]> =>
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
        const stored = total.there - beyond(total.range, total.scope, look);
        return { ...total, here: stored, agrees: stored === total.there };
      },
      countStored: async (range: { readonly from: string; readonly to: string }) => {
        storedCounts.push(range);
        return here(range.from, range.to);
      },
    },
    journal: {
      add: (counts: { readonly notices?: number }) => made.notices.push(counts.notices ?? 0),
      writeControl: async (window: object) => void written.push(window),
    },
  };
  const controls = createRunControls(run as never);
  return { ...made, run, controls, counted, written, storedCounts, asked: () => asked };
}
type Asking = { readonly points: readonly string[] };
type Asked = { readonly from: string; readonly to: string; readonly filter?: object };
const all = async (step: () => Promise<string>, most = 60) => {
  const steps: string[] = [];
  while (steps.length < most && steps.at(-1) !== 'done') steps.push(await step());
  return steps;
};

describe('counts that the user asked for', () => {
  it('are of both scopes of each month, once, and done where they agree', async () => {
    const { controls, counted, written, notices, checkpoint, asked } = counting();
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
      ...{ startedAtMs: 7, tookMs: 2, requests: 1, pages: 1, readings: 1, correlationIds: ['c1'] },
    });
    expect(written.map((each) => (each as { readonly detail: string }).detail.split(': ')[1])).toEqual(
      Array(4).fill('100 / 100'),
    );
    expect([notices, checkpoint().searches]).toEqual([[], []]);
    expect(controls.requested()).toEqual({ check: [], find: [] });
    expect(await controls.stepRequested()).toBe('done');
    // A smallest page: only its totals are wanted.
    const page = { date: 'purchase_date', page: 1, limit: 100, withCategories: false };
    for (const query of asked()) expect(query).toMatchObject(page);
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
      expect(counted.filter((name) => name.startsWith(range))).toHaveLength(6);
  });

  it('are dropped once the plan reaches them no longer', async () => {
    const { controls, checkpoint, run } = counting({ beyond: () => 2 });
    controls.find([MARCH, APRIL]);
    await stepThrough(async () => {
      await controls.stepRequested();
      return checkpoint().searches.length === 0;
    });
    await run.save({ ...checkpoint(), earliest: '2026-04-01' as never });
    await controls.stepRequested();
    expect(checkpoint().searches.map(({ range }) => range)).toEqual([APRIL]);
  });

  it('count once more whatever else is to be read again, each once its own is read', async () => {
    const begun = (range: string) => ({
      ...{ range, scope: 'everything', difference: 2, countedAt: NOW, left: [], isOver: false },
    });
    const toRead = (day: string, reason: string) => ({
      ...{ from: `${day}T00:00:00.000`, to: `${day}T12:00:00.000`, reason, askedAt: NOW },
    });
    const stepsOf = async (searches: readonly object[], rereads: readonly object[]) => {
      const made = counting({
        checkpoint: { searches, rereads } as unknown as Partial<Checkpoint>,
        state: { months: [], controls: [] },
      });
      made.controls.find(['all', MARCH]);
      const readAt: number[] = [];
      await all(async () => {
        const step = await made.controls.stepRequested();
        readAt.push(made.commits.length);
        return step;
      });
      return { ...made, readAt };
    };
    const other = await stepsOf([begun(MARCH)], [toRead('2026-03-05', 'absence')]);
    expect([other.commits, other.counted.length]).toEqual([[], 6]);
    expect(other.checkpoint().searches).toMatchObject([{ range: MARCH, isOver: true }]);
    // What another month waits for is read for a search of everything.
    const everything = await stepsOf([begun('all')], [toRead('2026-03-05', 'difference')]);
    expect(everything.commits).toHaveLength(1);
    expect(everything.counted.filter((name) => name.startsWith('all'))).toHaveLength(4);
    expect(everything.readAt.indexOf(1)).toBeLessThan(everything.readAt.length - 3);
    const month = await stepsOf([begun(MARCH)], [toRead('2026-04-15', 'difference')]);
    expect([month.commits, month.checkpoint().searches]).toMatchObject([[], [{ isOver: true }]]);
  });

  it('count once more and again, with changes between, and keep what still differs', async () => {
    const late = counting({ beyond: (_range, _scope, look) => (look <= 3 ? 2 : 0) });
    late.controls.find([MARCH]);
    const steps = await all(late.controls.stepRequested);
    expect(steps.filter((step) => step === 'changes')).toHaveLength(2);
    expect(late.checkpoint().searches).toMatchObject([{ isOver: true, difference: 0, left: [] }]);
    const never = async (state: object) => {
      const made = counting({ beyond: () => 2, state });
      made.controls.find([MARCH]);
      await all(made.controls.stepRequested);
      return made.checkpoint().searches.map(({ difference, isOver }) => [difference, isOver]);
    };
    expect(await never({})).toEqual([[2, true]]);
    // Rows held for the user are the difference: nothing is kept of it.
    expect(await never({ held: [{ month: MARCH }] })).toEqual([]);
    expect(await never({ held: [{ month: APRIL }] })).toEqual([[2, true]]);
  });

  it('begin again where the same was searched in vain before', async () => {
    const over = { range: MARCH, scope: 'everything', difference: 2, countedAt: NOW, left: [], isOver: true };
    const checkpoint = { searches: [over] } as unknown as Partial<Checkpoint>;
    const made = counting({ beyond: () => 2, checkpoint });
    made.controls.find([MARCH]);
    await stepThrough(async () => {
      await made.controls.stepRequested();
      return made.checkpoint().searches[0]?.isOver === true && made.commits.length === 0;
    });
    await all(made.controls.stepRequested);
    expect(made.commits.length).toBeGreaterThan(0);
  });

  it('go on where the one whose range is being counted is dropped meanwhile', async () => {
    const { controls, checkpoint, run, commits, counted } = counting({
      beyond: (_range, _scope, look) => (look <= 2 ? 2 : 0),
    });
    controls.find([MARCH, APRIL]);
    // Both scopes of each month are counted twice, and one of the first once more.
    await stepThrough(async () => {
      await controls.stepRequested();
      return counted.length < 9;
    });
    expect(commits.length).toBeGreaterThan(0);
    const range = counted.at(-1)?.split(' ')[0];
    const left = checkpoint().searches.filter((search) => search.range !== range);
    expect(left).toMatchObject([{ isOver: false }]);
    await run.save({ ...checkpoint(), searches: left });
    expect((await all(controls.stepRequested)).at(-1)).toBe('done');
    expect(checkpoint().searches).toMatchObject([{ isOver: true, difference: 0 }]);
  });

  it('begin by their own counts, which the routine does not search by once more', async () => {
    // What is counted lately is not counted by the routine.
    const controls = [MARCH, APRIL, '2026-05'].flatMap((range) =>
      ['everything', 'dashboard'].map((scope) => ({
        ...{ range, scope, there: 100, here: 100, agrees: true, checkedAt: NOW },
      })),
    );
    const checkpoint = { earliest: '2026-03-01' } as unknown as Partial<Checkpoint>;
    const differing = (range: string) => (range === MARCH ? 2 : 0);
    const checked = counting({ beyond: differing, checkpoint, state: { controls } });
    checked.controls.check([MARCH]);
    checked.controls.find([APRIL]);
    await all(checked.controls.stepRequested);
    expect([checked.said, checked.checkpoint().searches]).toEqual([[], []]);
    await stepThrough(async () => (await checked.controls.stepRoutine()) !== 'done');
    expect(checked.checkpoint().searches.map(({ range }) => range)).toEqual([MARCH]);
    const found = counting({
      ...{ checkpoint, state: { controls } },
      beyond: (range, _scope, look) => (range === MARCH && look <= 2 ? 2 : 0),
    });
    found.controls.find([MARCH]);
    await all(found.controls.stepRequested);
    const after = found.checkpoint().searches;
    expect(await all(found.controls.stepRoutine)).toContain('done');
    expect([found.checkpoint().searches, found.commits.length]).toEqual([after, 1]);
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

describe('a search of more rows than are read at once', () => {
  /** A hundred rows a day at the source, and some more that are not stored until something was read. */
  function lacking(missing: readonly string[], isRead: () => boolean = () => false): World {
    const stored = Array.from({ length: 31 }, (_, day) =>
      Array.from({ length: 100 }, (_, row) => {
        const [hour, minute] = [Math.floor(row / 5), (row % 5) * 12];
        return `2026-03-${pad(day + 1)}T${pad(hour)}:${pad(minute)}:30`;
      }),
    ).flat();
    const source = [...stored, ...missing];
    const within = (rows: readonly string[]) => (from: string, to: string) =>
      rows.filter((row) => row >= from.slice(0, 19) && row < to.slice(0, 19)).length;
    return {
      there: within(source),
      here: within(stored),
      beyond: () => (isRead() ? 0 : missing.length),
    };
  }
  const pad = (number: number) => String(number).padStart(2, '0');

  /** Searches March; what was asked besides the counts of all of it. */
  /** Calls `tell` after each step that was asked for. */
  function afterEachRequested({ controls }: ReturnType<typeof counting>, tell: () => void): void {
    const { stepRequested } = controls;
    controls.stepRequested = async () => {
      const step = await stepRequested();
      tell();
      return step;
    };
  }

  async function searched(world: World, onStart: (made: ReturnType<typeof counting>) => void = () => {}) {
    const made = counting(world);
    made.memory.pageRows = 100;
    onStart(made);
    made.controls.find([MARCH]);
    await stepThrough(async () => {
      await made.controls.stepRequested();
      return made.checkpoint().searches.length === 0;
    });
    // As many steps as it may take at the most: halves without an end would go down to the second.
    const steps = await all(async () => {
      const step = await made.controls.stepRequested();
      const { searches, rereads } = made.checkpoint();
      for (const range of [...rereads, ...searches.flatMap(({ left }) => left)])
        expect(range.from < range.to).toBe(true);
      return step;
    }, 40);
    const halves = made
      .asked()
      .filter(({ from, to }) => from !== '2026-02-28T23:59:59' || to !== '2026-03-31T23:59:59');
    return { ...made, steps, halves, read: made.commits.map(({ window }) => window) };
  }

  it('counts halves, and reads the one of some pages in which a row is missing', async () => {
    let commits: readonly object[] = [];
    const missing = '2026-03-17T05:17:00';
    const made = await searched(
      lacking([missing], () => commits.length > 0),
      (started) => {
        commits = started.commits;
      },
    );
    const { steps, halves, read: windows, storedCounts, checkpoint, activities } = made;
    expect(steps.at(-1)).toBe('done');
    // Of 3,101 rows three halves on, one has less than four pages.
    expect(halves).toHaveLength(6);
    for (const at of [0, 2, 4]) {
      const [first, second] = [halves[at], halves[at + 1]];
      expect(first?.to).toBe(second?.from);
      const parent = halves.slice(0, at).findLast(({ from, to }) => from <= missing && missing < to);
      expect([first?.from, second?.to]).toEqual([
        parent?.from ?? '2026-02-28T23:59:59',
        parent?.to ?? '2026-03-31T23:59:59',
      ]);
    }
    expect(storedCounts.map((each) => (each as { readonly scope: string }).scope)).toEqual(
      Array(6).fill('everything'),
    );
    expect(new Set(halves.map(({ filter }) => filter))).toEqual(new Set([undefined]));
    const last = halves.findLast(({ from, to }) => from <= missing && missing < to);
    // With the second that ends it.
    const to = shiftLocal(`${last?.to}.000` as never, 1000);
    expect(windows).toMatchObject([{ from: `${last?.from}.000`, to }]);
    expect(checkpoint().searches).toMatchObject([{ isOver: true, left: [], difference: 0 }]);
    expect(activities).toContainEqual(
      expect.objectContaining({ purpose: 'control', from: `${halves[0]?.from}.000` }),
    );
  });

  it('reads each half that differs, of the scope that differs', async () => {
    const missing = ['2026-03-03T05:17:00', '2026-03-28T05:17:00'];
    const world = lacking(missing);
    const { halves, read, storedCounts } = await searched({
      ...world,
      beyond: (_range, scope) => (scope === 'dashboard' ? 2 : 0),
    });
    for (const row of missing) expect(read.filter(({ from, to }) => from <= row && row < to)).toHaveLength(1);
    expect(read).toHaveLength(2);
    expect(new Set(halves.map(({ filter }) => filter === undefined))).toEqual(new Set([false]));
    expect(new Set(storedCounts.map((each) => (each as { readonly scope: string }).scope))).toEqual(
      new Set(['dashboard']),
    );
  });

  it('reads the second between two halves that agree', async () => {
    const { read, halves } = await searched({ ...lacking([]), beyond: () => 2 });
    const middle = `${halves[0]?.to}.000`;
    expect([halves.length, read]).toMatchObject([
      2,
      [{ from: middle, to: shiftLocal(middle as never, 1000) }],
    ]);
  });

  it('reads the whole where no bound is free, or the server counts no more', async () => {
    const whole = [{ from: '2026-02-28T23:59:59.000', to: '2026-04-01T00:00:00.000' }];
    const spanOf = (windows: readonly { readonly from: string; readonly to: string }[]) => [
      {
        from: windows.map(({ from }) => from).sort()[0],
        to: windows
          .map(({ to }) => to)
          .sort()
          .at(-1),
      },
    ];
    const world = { ...lacking([]), beyond: () => 2 };
    for (const change of ['refuses', 'bounds'] as const) {
      let isOn = false;
      const made = await searched(
        {
          ...world,
          there: (from, to) => {
            if (isOn && change === 'refuses') throw new ApiError({ kind: 'bad-request' } as never);
            return world.there?.(from, to) ?? 0;
          },
        },
        (made) => {
          const { run } = made;
          const { freeSeconds } = run.ledger;
          afterEachRequested(made, () => {
            isOn = made.checkpoint().searches.some(({ left }) => left.length > 0);
          });
          if (change === 'bounds')
            run.ledger.freeSeconds = async (of) =>
              isOn ? of.points.map((point, at) => (at === 1 ? null : point)) : freeSeconds(of);
        },
      );
      expect([change, spanOf(made.read)]).toEqual([change, whole]);
    }
  });

  it('reads the whole where the nearest free bounds are one, or not in their order', async () => {
    for (const middle of [0, 2]) {
      let isOn = false;
      const made = await searched({ ...lacking([]), beyond: () => 2 }, (made) => {
        const { run } = made;
        const { freeSeconds } = run.ledger;
        afterEachRequested(made, () => {
          isOn = made.checkpoint().searches.some(({ left }) => left.length > 0);
        });
        run.ledger.freeSeconds = async (of) => {
          const points = await freeSeconds(of);
          if (!isOn) return points;
          const [from = null, , to = null] = points;
          return middle === 0 ? [from, from, to] : [from, shiftLocal(to as never, 1000), to];
        };
      });
      expect(made.halves).toEqual([]);
      expect(made.checkpoint().searches).toMatchObject([{ isOver: true }]);
    }
  });

  it('asks nothing where the plan reaches nothing that is over, or the month is not', async () => {
    const made = counting({ ...lacking(['2026-03-17T05:17:00']) });
    made.memory.pageRows = 100;
    made.controls.find([MARCH]);
    await stepThrough(async () => {
      await made.controls.stepRequested();
      return made.checkpoint().searches.length === 0;
    });
    const before = made.asked().length;
    await made.run.save({ ...made.checkpoint(), earliest: '2026-06-01' as never });
    await made.controls.stepRequested();
    expect(made.asked()).toHaveLength(before);
    const later = counting();
    later.controls.check(['2026-07' as Month]);
    expect([(await all(later.controls.stepRequested)).at(-1), later.asked()]).toEqual(['done', []]);
  });

  it('that nobody asked for is left to the next run once it has spent what it may', async () => {
    const days = Array.from({ length: 14 }, (_, at) => `2026-03-${pad(2 * at + 1)}T05:17:00`);
    const made = counting({
      ...lacking(days),
      beyond: (range) => (range === MARCH ? days.length : 0),
      checkpoint: { earliest: '2026-03-01' as never },
      state: { months: [{ month: MARCH, rows: 3100 }] },
    });
    made.memory.pageRows = 10;
    const steps = await all(made.controls.stepRoutine);
    expect(steps.at(-1)).toBe('done');
    expect(new Set(steps)).toEqual(new Set(['more', 'changes', 'done']));
    const halves = made.storedCounts.length;
    expect(halves).toBeGreaterThan(10);
    expect(halves + made.commits.length).toBeLessThanOrEqual(20);
    expect(made.checkpoint().searches).toMatchObject([{ isOver: false }]);
    // This run is over with it.
    await made.run.save({ ...made.checkpoint(), searches: [] });
    expect(await made.controls.stepRoutine()).toBe('done');
  });

  it('waits for the next run where what it found cannot be read now', async () => {
    const made = await searched(lacking(['2026-03-17T05:17:00']), ({ run }) => {
      run.setAuthoritativeUntil('2026-03-05T00:00:00.000' as never);
    });
    expect([made.steps.at(-1), made.read]).toEqual(['done', []]);
    expect(made.checkpoint().searches).toMatchObject([{ isOver: false, left: [] }]);
    expect(made.checkpoint().rereads).toHaveLength(1);
  });

  it('keeps nothing of halves that were counted as the run was interrupted', async () => {
    const controller = new AbortController();
    const before = lacking(['2026-03-17T05:17:00']);
    const made = counting({
      ...before,
      here: (from, to) => {
        controller.abort(new Error('interrupted'));
        return before.here?.(from, to) ?? 0;
      },
    });
    made.memory.pageRows = 100;
    Object.assign(made.run, { signal: controller.signal });
    made.controls.find([MARCH]);
    await expect(all(made.controls.stepRequested)).rejects.toThrow('interrupted');
    expect(made.checkpoint().searches[0]?.left).toHaveLength(1);
    expect([made.asked().at(-1)?.from, made.checkpoint().rereads]).toEqual(['2026-02-28T23:59:59', []]);
  });
});

describe('the routine at the end of a run', () => {
  it('counts everything first, then months, and searches for nothing where all agrees', async () => {
    const { controls, counted, checkpoint, run } = counting({
      state: { months: [{ month: MARCH, rows: 5 }] },
    });
    const steps = await all(controls.stepRoutine);
    expect(counted.slice(0, 2).every((name) => name.startsWith('all '))).toBe(true);
    expect(counted.slice(2).every((name) => !name.startsWith('all '))).toBe(true);
    expect([steps.at(-1), checkpoint().searches]).toEqual(['done', []]);
    expect(await controls.stepRoutine()).toBe('done');
    // What is begun later is not the routine's.
    const later = {
      range: MARCH,
      scope: 'everything',
      difference: 2,
      countedAt: NOW,
      left: [],
      isOver: false,
    };
    await run.save({ ...checkpoint(), searches: [later] as never });
    const before = counted.length;
    expect([await controls.stepRoutine(), await controls.stepRoutine(), counted.length]).toEqual([
      ...['done', 'done', before],
    ]);
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

  it('searches everything where it alone differs, and nothing that is open explains it', async () => {
    const searched = async (controls: readonly object[], held: readonly Month[] = []) => {
      const made = counting({
        beyond: (range) => (range === 'all' ? 2 : 0),
        checkpoint: { earliest: '2026-03-01' as never },
        state: { controls, held: held.map((month) => ({ month })) },
      });
      for (let step = 0; step < 14; step += 1) await made.controls.stepRoutine();
      return made.checkpoint().searches.some(({ range }) => range === 'all');
    };
    const total = (range: Month, agrees: boolean) => ({
      ...{ range, scope: 'everything', there: 100, here: agrees ? 100 : 98, agrees, checkedAt: NOW },
    });
    expect(await searched([])).toBe(true);
    expect(await searched([total(MARCH, true), total(APRIL, true)])).toBe(true);
    expect(await searched([total(MARCH, false)])).toBe(true);
    expect(await searched([total(MARCH, true)], [MARCH])).toBe(true);
    expect(await searched([total(MARCH, false), total(APRIL, true)], [MARCH])).toBe(false);
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

  it('saves searches where one begins, beside those that are over, and else nothing', async () => {
    const over = { range: APRIL, scope: 'everything', difference: 0, countedAt: NOW, left: [], isOver: true };
    const begun = { earliest: '2026-03-01', searches: [over] } as unknown as Partial<Checkpoint>;
    const state = { months: [{ month: MARCH, rows: 5 }], controls: [] };
    const agreeing = counting({ checkpoint: begun, state });
    await all(agreeing.controls.stepRoutine);
    expect([agreeing.said, agreeing.checkpoint().searches]).toEqual([[], [over]]);
    const differing = counting({
      beyond: (range) => (range === MARCH || range === 'all' ? 2 : 0),
      ...{ checkpoint: begun, state },
    });
    await stepThrough(async () => {
      await differing.controls.stepRoutine();
      return differing.checkpoint().searches.length === 1;
    });
    expect(differing.checkpoint().searches.map(({ range, isOver }) => [range, isOver])).toEqual([
      [APRIL, true],
      [MARCH, false],
    ]);
  });

  it('ends where a count fails for another reason than that it is refused', async () => {
    const { controls } = counting({
      there: () => {
        throw new Error('broken');
      },
    });
    await expect(all(controls.stepRoutine)).rejects.toThrow('broken');
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
