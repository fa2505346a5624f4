import { describe, expect, it } from 'vitest';
import { createChangesPass, retryUnsettledChanges } from '#electron/sync/run/changes.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { DAY_MS, type UtcInstant } from '#shared/domain/dates.ts';
import { MAX_UPDATE_WINDOW_MS } from '#shared/domain/window.ts';
import { type Ending, NOW, scriptedRun, stepThrough, utc } from './scripted-run.ts';

/** Windows of changes: what follows from each way that one may end. */

const later = (at: UtcInstant, ms: number) => new Date(Date.parse(at) + ms).toISOString() as UtcInstant;
const FROM = utc('2026-05-20T11:00');
const END = later(FROM, MAX_UPDATE_WINDOW_MS);
const from = (at: UtcInstant | null): Partial<Checkpoint> => ({
  changes: { from: at, knownUntil: at, lastReadAt: at },
});
const SECOND = { field: 'updated_at', from: FROM, to: later(FROM, 1_000) } as const;

/** One pass to its end, or some steps of it. */
async function passed(script: Parameters<typeof scriptedRun>[0], steps = 200) {
  const made = scriptedRun(script);
  const pass = createChangesPass(made.run);
  const went: boolean[] = [];
  while (went.length < steps && went.at(-1) !== false) went.push(await pass());
  return { ...made, went, pass };
}

describe('changes', () => {
  it('are read from the watermark on, and over where the present is reached', async () => {
    const { asked, went, checkpoint } = await passed({
      checkpoint: from(FROM),
      endings: [{ kind: 'settled', greatestUpdate: utc('2026-05-20T11:55') }],
    });
    expect([asked, went]).toEqual([[`changes ${FROM} ${END}`], [false]]);
    // Ten minutes before the latest change; known up to the server's time.
    expect(checkpoint().changes).toEqual({ from: utc('2026-05-20T11:45'), knownUntil: NOW, lastReadAt: NOW });
    expect((await passed({ checkpoint: from(null) })).asked).toEqual([]);
  });

  it('of longer than a window are read window by window, until one moves nothing or the present is there', async () => {
    const start = later(NOW, -10 * DAY_MS);
    const { asked, went } = await passed({ checkpoint: from(start) });
    expect(went).toEqual([true, false]);
    expect(asked.map((each) => each.split(' ')[1])).toEqual([
      start,
      later(start, MAX_UPDATE_WINDOW_MS - DAY_MS),
    ]);
    // An answer that covers less than its window would be the same again.
    const clipped = await passed({
      checkpoint: from(start),
      endings: [{ kind: 'settled', effectiveTo: later(start, DAY_MS).slice(0, -1) }],
    });
    expect([clipped.went, clipped.asked.length]).toEqual([[false], 1]);
    expect(clipped.checkpoint().changes.knownUntil).toBe(later(start, DAY_MS));
  });

  it('that were staged by a run before do not say what the present is: they are read on from there', async () => {
    const made = scriptedRun({ checkpoint: from(FROM) });
    let asked = 0;
    const traffic = { requestsMade: () => asked };
    const read: typeof made.run.read = (...input) => {
      // The first window lies there whole.
      if (made.asked.length > 0) asked += 1;
      return made.run.read(...input);
    };
    const pass = createChangesPass({ ...made.run, traffic, read } as never);
    expect([await pass(), await pass()]).toEqual([true, false]);
    expect(made.asked).toHaveLength(2);
  });

  it.each<[string, Ending]>([
    ['too many rows', { kind: 'too-many', totalRows: 25_000 }],
    ['twins', { kind: 'suspect', totalRows: 25_000 }],
    ['no agreement', { kind: 'unsettled', doubt: 'rows' }],
    ['no requests left', { kind: 'out-of-budget' }],
  ])(
    'of %s are cut up to the present, oldest first, and are known once the last piece is read',
    async (_name, ending) => {
      const { asked, said, went, checkpoint, notices } = await passed({
        checkpoint: from(FROM),
        endings: [ending],
      });
      const pieces = asked.slice(1).map((each) => each.split(' ').slice(1));
      expect(pieces.length).toBeGreaterThanOrEqual(2);
      expect([pieces[0]?.[0], pieces.at(-1)?.[1]]).toEqual([FROM, NOW]);
      for (const [at, [begin]] of pieces.slice(1).entries()) expect(begin).toBe(pieces[at]?.[1]);
      expect(went.at(-1)).toBe(false);
      expect(said).toEqual(ending.kind === 'unsettled' ? [`unsettled ${FROM} ${END} rows`] : []);
      expect([notices, checkpoint().unsettled, checkpoint().changes.knownUntil]).toEqual([[], [], NOW]);
    },
  );

  it('that were too old are read once more as they are, and then cut', async () => {
    const { asked } = await passed({
      checkpoint: from(FROM),
      endings: [{ kind: 'too-old' }, { kind: 'too-old' }],
    });
    expect(asked.slice(0, 2)).toEqual(Array(2).fill(`changes ${FROM} ${END}`));
    expect(asked[2]).not.toBe(asked[0]);
  });

  it('of a second that will not settle are noted, and what follows is read all the same', async () => {
    const begin = later(NOW, -1_000);
    const { asked, notices, checkpoint, went, said } = await passed({
      checkpoint: from(begin),
      endings: [{ kind: 'unsettled', doubt: 'totals' }],
    });
    const to = NOW;
    expect(said).toEqual([`unsettled ${begin} ${later(begin, MAX_UPDATE_WINDOW_MS)} totals`, 'save']);
    expect([notices, checkpoint().unsettled]).toEqual([
      [1],
      [{ field: 'updated_at', from: begin, to, reason: 'totals' }],
    ]);
    // It reached the present: nothing follows.
    expect([asked.length, went]).toEqual([1, [false]]);
    const older = later(NOW, -2_000);
    const more = await passed({
      checkpoint: from(older),
      endings: [
        { kind: 'too-many', totalRows: 25_000 },
        { kind: 'suspect', totalRows: 25_000 },
      ],
    });
    expect(more.checkpoint().unsettled).toEqual([
      { field: 'updated_at', from: older, to: later(older, 1_000), reason: 'suspect' },
    ]);
    expect(more.asked.length).toBeGreaterThan(2);
  });

  it('of the last second of a window are noted, and the next window is read behind it', async () => {
    const start = later(NOW, -10 * DAY_MS);
    const end = later(start, MAX_UPDATE_WINDOW_MS);
    // Each piece is halved, its first half settles: what is left is the last second.
    const endings = Array.from({ length: 21 }, () => [
      { kind: 'out-of-budget' } as const,
      { kind: 'settled' } as const,
    ]);
    const { asked, checkpoint, went } = await passed({
      checkpoint: from(start),
      endings: endings.flat().slice(0, -1),
    });
    const [note, ...others] = checkpoint().unsettled;
    expect([note?.to, note?.reason, others]).toEqual([end, 'out-of-budget', []]);
    expect(Date.parse(end) - Date.parse(note?.from ?? '')).toBeLessThanOrEqual(1_000);
    expect(asked.at(-1)).toBe(`changes ${end} ${later(end, MAX_UPDATE_WINDOW_MS)}`);
    expect([went.at(-1), checkpoint().changes.knownUntil]).toEqual([false, NOW]);
  });

  it('are committed with what had to be verified before them', async () => {
    const verification = [{ from: '2026-03-01T00:00:00.000', to: '2026-03-01T00:00:00.001', storedRows: 1 }];
    const { asked, commits } = await passed({
      checkpoint: from(FROM),
      endings: [{ kind: 'settled', verification }],
    });
    expect(asked.map((each) => each.split(' ')[0])).toEqual(['changes', 'verification']);
    expect(commits.map(({ verifiedBy }) => verifiedBy)).toEqual([1]);
  });
});

describe('a second of many changes', () => {
  const burst = { window: SECOND, rows: 2_500, readAt: later(FROM, 1_800_000), isDue: false };
  const standing = async (counted: number, over: object = {}) => {
    const made = scriptedRun({ checkpoint: from(FROM), counts: [counted] });
    made.memory.bursts = [{ ...burst, ...over }];
    const pass = createChangesPass(made.run);
    await stepThrough(pass);
    return made;
  };

  it('stands as it was read while as many rows are in it, and the watermark waits for it', async () => {
    const { asked, memory, checkpoint, activities } = await standing(2_500);
    expect(activities).toEqual([
      { purpose: 'changes', from: SECOND.from, to: SECOND.to, page: 1, pages: 1, reading: 1 },
    ]);
    expect(asked[0]).toMatch(/^count 2026-05-20T10:59:59/);
    expect(asked.slice(1)).toEqual([`changes ${SECOND.to} ${END}`]);
    expect(checkpoint().changes.from).toBe(FROM);
    expect(memory.bursts).toMatchObject([{ window: SECOND, isDue: false }]);
  });

  it('holds the watermark back as the earliest of several, whatever came after it', async () => {
    const second = (at: UtcInstant) => ({ field: 'updated_at', from: at, to: later(at, 1_000) }) as const;
    const begin = utc('2026-05-20T10:50');
    const windows = [utc('2026-05-20T11:00'), utc('2026-05-20T11:05')].map(second);
    const made = scriptedRun({
      checkpoint: from(begin),
      counts: [2_500, 2_500],
      endings: Array.from({ length: 3 }, () => ({
        kind: 'settled',
        greatestUpdate: utc('2026-05-20T11:55'),
      })),
    });
    made.memory.bursts = windows.map((window) => ({ ...burst, window, readAt: utc('2026-05-20T11:30') }));
    const pass = createChangesPass(made.run);
    await stepThrough(pass);
    expect(made.asked.map((each) => each.split(' ')[0])).toEqual([
      ...['changes', 'count', 'changes', 'count', 'changes'],
    ]);
    // But for them it would be ten minutes before the latest change.
    expect(made.checkpoint().changes).toMatchObject({ from: windows[0]?.from, knownUntil: NOW });
    expect(made.memory.bursts.map(({ isDue }) => isDue)).toEqual([true, true]);
  });

  it('that is the last of a window is read, for what is known moves with it', async () => {
    const start = later(NOW, -7.5 * DAY_MS);
    const end = later(start, MAX_UPDATE_WINDOW_MS);
    const window = { field: 'updated_at', from: later(end, -1_000), to: end } as const;
    const made = scriptedRun({ checkpoint: from(start), counts: [2_500, 2_500, 2_500] });
    made.memory.bursts = [{ ...burst, window, readAt: utc('2026-05-20T11:30') }];
    const pass = createChangesPass(made.run);
    await pass();
    await pass();
    expect(made.asked).toEqual([`changes ${start} ${window.from}`, `changes ${window.from} ${end}`]);
  });

  it('is read again where another number is in it, or where it is due', async () => {
    for (const made of [await standing(2_501), await standing(2_500, { isDue: true })])
      expect(made.asked).toContain(`changes ${SECOND.from} ${SECOND.to}`);
    expect((await standing(2_500, { isDue: true })).asked.some((each) => each.startsWith('count'))).toBe(
      false,
    );
  });

  it('is remembered where it took several pages, and no longer window is', async () => {
    const remembered = async (
      window: { readonly from: UtcInstant; readonly to: UtcInstant },
      pages: number,
    ) => {
      const made = scriptedRun({
        checkpoint: from(window.from),
        endings: [{ kind: 'settled', pages, totalRows: 2_500, at: utc('2026-05-20T11:30') }],
      });
      made.memory.bursts = window.to === SECOND.to ? [{ ...burst, isDue: true, rows: 1 }] : [];
      await createChangesPass(made.run)();
      return made.memory.bursts.map(({ rows, readAt, isDue }) => [rows, readAt, isDue]);
    };
    expect(await remembered(SECOND, 3)).toEqual([[2_500, utc('2026-05-20T11:30'), false]]);
    expect(await remembered(SECOND, 1)).toEqual([]);
    expect(await remembered({ from: FROM, to: END }, 3)).toEqual([]);
  });
});

describe('changes that would not settle before', () => {
  const note = (at: UtcInstant, field = 'updated_at') =>
    ({ field, from: at, to: later(at, 1_000), reason: 'rows' }) as Checkpoint['unsettled'][number];
  const retried = async (
    unsettled: Checkpoint['unsettled'],
    over: Partial<Checkpoint> = {},
    endings: Ending[] = [],
  ) => {
    const made = scriptedRun({ checkpoint: { ...from(FROM), unsettled, ...over }, endings });
    await retryUnsettledChanges(made.run);
    return { asked: made.asked, unsettled: made.checkpoint().unsettled, changes: made.checkpoint().changes };
  };

  it('are tried again once the watermark has left them behind, within reach', async () => {
    const old = note(utc('2026-05-01T00:00'));
    const last = note(later(FROM, -1_000));
    const { asked, unsettled, changes } = await retried([old, last]);
    expect(asked).toEqual([old, last].map((one) => `changes ${one.from} ${one.to}`));
    expect([unsettled, changes.from]).toEqual([[], FROM]);
    const ahead = note(later(FROM, -999));
    const beyond = note(utc('2024-12-31T23:59'));
    const purchase = note(utc('2026-05-01T00:00'), 'purchase_date');
    const left = await retried([ahead, beyond, purchase]);
    expect([left.asked, left.unsettled]).toEqual([[], [ahead, beyond, purchase]]);
    const first = note(utc('2025-01-01T00:00'));
    expect((await retried([first])).unsettled).toEqual([]);
    expect(
      (await retried([old], { changes: { from: null, knownUntil: null, lastReadAt: null } })).asked,
    ).toEqual([]);
  });

  it('stay noted where they still do not, and those that settle are taken off alone', async () => {
    const [one, other] = [note(utc('2026-05-01T00:00')), note(utc('2026-05-02T00:00'))];
    const { asked, unsettled } = await retried([one, other], {}, [{ kind: 'unsettled', doubt: 'rows' }]);
    expect([asked.length, unsettled]).toEqual([2, [one]]);
  });
});
