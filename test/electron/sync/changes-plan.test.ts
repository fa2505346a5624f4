import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Burst,
  changesWindow,
  cutAround,
  divideChanges,
  findBurst,
  firstWatermark,
  isPresentReached,
  knownAfter,
  markDue,
  mayStand,
  nextWatermark,
  presentPart,
  remember,
} from '#electron/sync/plan/changes.ts';
import {
  addRead,
  afterChangesWindow,
  afterHistoryWindow,
  afterPurchaseWindow,
  finishHistory,
  noteUnsettled,
} from '#electron/sync/plan/checkpoints.ts';
import { beginHistory } from '#electron/sync/plan/reach.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { MAX_UPDATE_WINDOW_MS, type UpdateWindow } from '#shared/domain/window.ts';

/** Windows of changes by themselves: their pieces, their watermark, the seconds of many rows in them. */

const START = Date.parse('2026-05-10T00:00:00.000Z');
const HOUR = 3_600_000;
const at = (ms: number) => new Date(START + ms).toISOString() as UtcInstant;
const msOf = (instant: UtcInstant) => Date.parse(instant) - START;
const span = (from: number, to: number): UpdateWindow => ({
  field: 'updated_at',
  from: at(from),
  to: at(to),
});
const burst = (second: number, parts: Partial<Burst> = {}): Burst => ({
  ...{ window: span(second * 1_000, (second + 1) * 1_000), rows: 3, readAt: at(0), isDue: false, ...parts },
});
const shown = (windows: readonly UpdateWindow[]) => windows.map(({ from, to }) => [msOf(from), msOf(to)]);

describe('a window of changes', () => {
  it('is of the longest span, and as far as the present where that lies in it', () => {
    expect(shown([changesWindow(at(5))])).toEqual([[5, 5 + MAX_UPDATE_WINDOW_MS]]);
    const now = (ms: number) => msOf(presentPart(span(10, 20), at(ms)).to);
    expect([9, 10, 11, 19, 20, 21].map(now)).toEqual([20, 20, 11, 19, 20, 20]);
  });

  it('is cut into parts that follow each other, at whole seconds', () => {
    expect(shown(divideChanges(span(0, 4_000), 2))).toEqual([
      [0, 2_000],
      [2_000, 4_000],
    ]);
    expect(shown(divideChanges(span(0, 1_000), 2))).toEqual([[0, 1_000]]);
  });

  it('is cut before, at, between and after the seconds that lie in it', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: -3, max: 23 }), { maxLength: 8 });
    fc.assert(
      fc.property(seconds, fc.nat({ max: 8 }), fc.integer({ min: 9, max: 20 }), (all, from, to) => {
        const pieces = cutAround(
          span(from * 1_000, to * 1_000),
          all.map((second) => burst(second)),
        );
        const expected: number[][] = [];
        let last = from;
        for (const second of all.toSorted((a, b) => a - b).filter((one) => one >= from && one < to)) {
          if (second > last) expected.push([last * 1_000, second * 1_000]);
          expected.push([second * 1_000, (second + 1) * 1_000]);
          last = second + 1;
        }
        if (last < to) expected.push([last * 1_000, to * 1_000]);
        expect(shown(pieces)).toEqual(expected);
        expect(pieces.every(({ field }) => field === 'updated_at')).toBe(true);
      }),
    );
  });
});

describe('how far changes are known', () => {
  it('is the earliest of the window’s end, the server’s time and what its answer says', () => {
    const known = (to: number, date: number, meta: number | null) =>
      msOf(knownAfter(at(to), at(date), meta === null ? null : at(meta)));
    expect([known(5, 9, null), known(9, 5, null), known(9, 8, 7), known(9, 7, 8), known(7, 9, 8)]).toEqual([
      ...[5, 5, 7, 7, 7],
    ]);
  });

  it('is the present where the window reaches it, or the answer falls short of the window', () => {
    const reached = (to: number, by: number, present: number) =>
      isPresentReached(at(to), at(by), at(present));
    expect([reached(9, 9, 9), reached(9, 9, 10), reached(9, 8, 10), reached(10, 9, 9)]).toEqual([
      ...[true, false, true, true],
    ]);
  });

  it('moves the watermark by the rows less the margin, a day behind at most, and never back', () => {
    const next = (current: number, known: number, greatest: number | null) =>
      msOf(
        nextWatermark({
          ...{ current: at(current * HOUR), knownUntil: at(known * HOUR), marginMs: HOUR },
          greatestUpdate: greatest === null ? null : at(greatest * HOUR),
        }),
      ) / HOUR;
    expect([next(0, 10, 8), next(0, 10, 12), next(9, 10, 8), next(0, 10, null), next(0, 30, null)]).toEqual([
      ...[7, 9, 9, 0, 6],
    ]);
    expect([next(0, 48, 20), next(0, 48, 26)]).toEqual([24, 25]);
  });

  it('begins a margin before a load, or before its rows, or a day before where it has none', () => {
    const first = (greatest: number | null, notBefore = -100) =>
      msOf(
        firstWatermark({
          ...{ startedAt: at(0), marginMs: HOUR, notBeforeMs: START + notBefore * HOUR },
          greatestUpdate: greatest === null ? null : at(greatest * HOUR),
        }),
      ) / HOUR;
    expect([first(5), first(-5), first(null), first(-5, -3)]).toEqual([-1, -6, -24, -3]);
  });
});

describe('a second of many rows', () => {
  const MARGIN = 10_000;
  const stands = (parts: Partial<Burst>, now: number) => mayStand(burst(5, parts), at(now), MARGIN);

  it('stands until its margin is over, then once it was read since, for a day', () => {
    expect([15_999, 16_000].map((now) => stands({ readAt: at(6_000) }, now))).toEqual([true, false]);
    expect([15_999, 16_000].map((read) => stands({ readAt: at(read) }, 20_000))).toEqual([false, true]);
    const day = 24 * HOUR;
    expect([day + 4_999, day + 5_000].map((now) => stands({ readAt: at(16_000) }, now))).toEqual([
      true,
      false,
    ]);
    expect(stands({ readAt: at(16_000), isDue: true }, 20_000)).toBe(false);
    expect([stands({ readAt: at(20_000) }, 20_000), stands({ readAt: at(20_001) }, 20_000)]).toEqual([
      true,
      false,
    ]);
  });

  it('is found by its window, and forgotten by any reading around it', () => {
    const all = [burst(1), burst(2), burst(3)];
    expect(findBurst(all, span(2_000, 3_000))).toBe(all[1]);
    expect([findBurst(all, span(2_000, 4_000)), findBurst(all, span(1_500, 3_000))]).toEqual([
      undefined,
      undefined,
    ]);
    const seconds = (bursts: readonly Burst[]) => bursts.map(({ window: { from } }) => msOf(from) / 1_000);
    expect(seconds(remember(all, span(2_000, 4_000), null))).toEqual([1]);
    expect(seconds(remember(all, span(2_000, 3_000), burst(2, { rows: 9 })))).toEqual([1, 3, 2]);
    expect(seconds(remember(all, span(2_001, 4_000), null))).toEqual([1, 2]);
    expect(seconds(remember(all, span(1_000, 2_999), null))).toEqual([2, 3]);
  });

  it('is due where the watermark leaves it, and forgotten behind it', () => {
    const all = [burst(1), burst(2), burst(3), burst(4, { isDue: true })];
    const marked = markDue(all, at(2_000), at(3_000));
    expect(marked.map(({ window: { from }, isDue }) => [msOf(from), isDue])).toEqual([
      ...[
        [2_000, true],
        [3_000, false],
        [4_000, true],
      ],
    ]);
  });
});

describe('a checkpoint', () => {
  const DAY = 24 * HOUR;
  const MARGIN = 600_000;
  const begun = beginHistory({ earliest: '2026-01-01' as LocalDate, notice: null }, START, MARGIN);
  const facts = { effectiveTo: null, greatestUpdate: null, marginMs: MARGIN };
  const purchases = (from: string, to: string) => ({
    ...{ field: 'purchase_date' as const, from: `2026-${from}T00:00:00.000` as LocalDateTime },
    to: `2026-${to}T00:00:00.000` as LocalDateTime,
  });

  it('knows changes as far as it ever did, and was read when the last window was', () => {
    const changesAfter = (knownUntil: UtcInstant | null, firstPageDate: UtcInstant) =>
      afterChangesWindow(
        { ...begun, changes: { from: at(0), knownUntil, lastReadAt: at(HOUR) } },
        span(0, 3 * DAY),
        { ...facts, firstPageDate, greatestUpdate: at(2 * HOUR) },
      ).changes;
    expect(changesAfter(null, at(2 * DAY))).toEqual({
      ...{ from: at(DAY), knownUntil: at(2 * DAY), lastReadAt: at(2 * DAY) },
    });
    expect(changesAfter(at(DAY), at(HOUR))).toEqual({
      ...{ from: at(HOUR - MARGIN), knownUntil: at(DAY), lastReadAt: at(HOUR) },
    });
  });

  it('ends a load once, and knows changes from its start where it knew none', () => {
    const ended = finishHistory(begun, at(DAY));
    expect([ended.history.finishedAt, ended.changes.knownUntil]).toEqual([at(DAY), at(0)]);
    expect(finishHistory(ended, at(2 * DAY))).toBe(ended);
    const known = { ...begun, changes: { ...begun.changes, knownUntil: at(HOUR) } };
    expect(finishHistory(known, at(DAY)).changes.knownUntil).toBe(at(HOUR));
  });

  it('takes its first watermark from the first window of a load alone, and never from purchases read again', () => {
    const [first, second] = [purchases('05-01', '06-01'), purchases('04-01', '05-01')];
    const read = (greatestUpdate: UtcInstant | null) => ({
      readAt: at(HOUR),
      greatestUpdate,
      marginMs: MARGIN,
    });
    const one = afterHistoryWindow(begun, first, read(at(-HOUR)));
    expect([one.history.greatestUpdate, one.changes.from]).toEqual([at(-HOUR), at(-HOUR - MARGIN)]);
    const two = afterHistoryWindow(one, second, read(at(-2 * HOUR)));
    expect([two.history.greatestUpdate, two.changes]).toEqual([at(-HOUR), one.changes]);
    const again = afterPurchaseWindow(one, second, { readAt: at(DAY) });
    expect([again.changes, again.history]).toEqual([one.changes, one.history]);
    const changed = { ...begun, changes: { ...begun.changes, lastReadAt: at(0) } };
    expect(afterHistoryWindow(changed, first, read(at(-HOUR))).changes).toEqual(changed.changes);
  });

  it('takes off what a window read, and keeps what lies beside it', () => {
    const { field: _, ...may } = purchases('05-01', '06-01');
    const reread = { ...may, reason: 'requested' as const, askedAt: at(0) };
    const noted = noteUnsettled(
      noteUnsettled(noteUnsettled(begun, purchases('05-02', '05-03'), 'totals'), span(0, 1_000), 'totals'),
      purchases('05-29', '06-02'),
      'equal-rows',
    );
    const before = { ...noted, rereads: [reread], readOnce: [may] };
    const after = afterPurchaseWindow(before, purchases('05-01', '05-20'), { readAt: at(HOUR) });
    const left = { from: '2026-05-20T00:00:00.000', to: '2026-06-01T00:00:00.000' };
    expect([after.rereads, after.readOnce]).toEqual([[{ ...reread, ...left }], [left]]);
    expect(after.unsettled.map(({ field, reason }) => [field, reason])).toEqual([
      ['updated_at', 'totals'],
      ['purchase_date', 'equal-rows'],
    ]);
    const settled = afterChangesWindow(after, span(0, HOUR), { ...facts, firstPageDate: at(HOUR) });
    expect(settled.unsettled.map(({ field }) => field)).toEqual(['purchase_date']);
    // The same window again is noted once, by its latest reason.
    const twice = noteUnsettled(noted, purchases('05-02', '05-03'), 'equal-rows');
    expect(twice.unsettled.map(({ from, reason }) => [from.slice(5, 10), reason])).toEqual([
      ...[
        ['05-10', 'totals'],
        ['05-29', 'equal-rows'],
        ['05-02', 'equal-rows'],
      ],
    ]);
  });
});

it('readings that touch within a month and an hour are one, which is as old as the older of them', () => {
  const local = (text: string) => `2026-${text}T00:00:00.000` as LocalDateTime;
  const read = (from: string, to: string, ms: number) => ({
    from: local(from),
    to: local(to),
    readAt: at(ms),
  });
  const joined = (...reads: readonly ReturnType<typeof read>[]) => {
    const [first, second] = reads;
    return first === undefined || second === undefined
      ? []
      : addRead([first], second).map(({ from, to, readAt }) => [
          from.slice(5, 10),
          to.slice(5, 10),
          msOf(readAt),
        ]);
  };
  const [one, two] = [read('05-01', '05-05', 0), read('05-05', '05-09', HOUR - 1)];
  expect(joined(one, two)).toEqual([['05-01', '05-09', 0]]);
  expect(joined(two, one)).toEqual([['05-01', '05-09', 0]]);
  const [later, earlier] = [read('05-01', '05-05', HOUR - 1), read('05-05', '05-09', 0)];
  expect([joined(later, earlier), joined(earlier, later)]).toEqual([
    [['05-01', '05-09', 0]],
    [['05-01', '05-09', 0]],
  ]);
  expect(joined(one, read('05-05', '05-09', HOUR))).toHaveLength(2);
  expect(joined(one, read('05-06', '05-09', 0))).toHaveLength(2);
  expect(joined(read('04-29', '05-01', 0), one)).toHaveLength(2);
  // A fresh one takes the place of what it covers.
  expect(joined(read('05-01', '05-20', 0), read('05-05', '05-09', 9 * HOUR))).toEqual([
    ...[
      ['05-01', '05-05', 0],
      ['05-05', '05-09', 9 * HOUR],
      ['05-09', '05-20', 0],
    ],
  ]);
});
