import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesWindow,
  DEFAULT_MARGIN_MS,
  isPresentReached,
  knownAfter,
  nextWatermark,
  presentPart,
} from '#electron/sync/plan/changes.ts';
import {
  addRead,
  afterChangesWindow,
  afterHistoryWindow,
  finishHistory,
  noteUnsettled,
} from '#electron/sync/plan/checkpoints.ts';
import { learnRows, learnStored, NO_DENSITY, predictRows } from '#electron/sync/plan/density.ts';
import {
  countMonths,
  type HistoryFacts,
  horizonAt,
  newestDaysAt,
  partsFor,
  planHistory,
  readablePart,
  remainingHistory,
} from '#electron/sync/plan/history.ts';
import { beginHistory, reachNow, reconcile } from '#electron/sync/plan/reach.ts';
import { checkpointSchema } from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  instantFromMs,
  instantToMs,
  type LocalDate,
  localFromMs,
  localToMs,
  MINUTE_MS,
  monthOf,
  startOfDay,
} from '#shared/domain/dates.ts';
import { type LocalRange, subtractRanges } from '#shared/domain/purchase-ranges.ts';
import { requestRange } from '#shared/domain/window.ts';
import { randomCases } from '#test/random-cases.ts';

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const EARLIEST = '2024-01-01' as LocalDate;
const MARGIN = DEFAULT_MARGIN_MS;
const SIZE = { maxPages: 10, pageRows: 1000, hasTwins: false };

const facts = (over: Partial<HistoryFacts> = {}): HistoryFacts => ({
  target: { from: startOfDay(EARLIEST), to: horizonAt(NOW) },
  earliest: EARLIEST,
  reads: [],
  serverNowMs: NOW,
  authoritativeUntil: null,
  skip: [],
  cuts: [],
  density: NO_DENSITY,
  size: SIZE,
  ...over,
});

const second = (ms: number) => Math.floor(ms / 1000) * 1000;
const START = localToMs(startOfDay(EARLIEST));
const rangeArbitrary = fc
  .tuple(
    fc.integer({ min: START - 40 * DAY_MS, max: NOW + 5 * DAY_MS }),
    fc.integer({ min: 1000, max: 200 * DAY_MS }),
  )
  .map(
    ([from, length]): LocalRange => ({
      from: localFromMs(second(from)),
      to: localFromMs(second(from + length)),
    }),
  );

describe('what a load has still to read', () => {
  it('tiles exactly what remains, newest first, whatever was read, cut and expected', () => {
    fc.assert(
      fc.property(
        fc.array(rangeArbitrary, { maxLength: 8 }),
        fc.array(rangeArbitrary, { maxLength: 5 }),
        fc.array(fc.integer({ min: START, max: NOW }), { maxLength: 5 }),
        fc.option(fc.integer({ min: 0, max: 2_000_000 })),
        fc.boolean(),
        (reads, skip, cuts, rows, hasTwins) => {
          const overall = { ...facts().target, rows: rows ?? 0 };
          const given = facts({
            reads,
            skip,
            cuts: cuts.map((at) => localFromMs(second(at))),
            density: rows === null ? NO_DENSITY : { ...NO_DENSITY, overall },
            size: { ...SIZE, hasTwins },
          });
          const windows = planHistory(given);
          const remaining = remainingHistory(given);
          for (const [index, window] of windows.entries()) {
            expect(window.from < window.to).toBe(true);
            if (index > 0) expect(window.to <= (windows[index - 1]?.from ?? '')).toBe(true);
            // Never across a point where one was cut before, nor into the newest days.
            for (const cut of [...given.cuts, newestDaysAt(NOW)])
              expect(window.from < cut && cut < window.to).toBe(false);
            // Never across a month, except for the newest days.
            if (window.from < newestDaysAt(NOW)) {
              expect(monthOf(window.from)).toBe(monthOf(localFromMs(localToMs(window.to) - 1)));
            }
          }
          const leftOver = remaining.flatMap((range) => subtractRanges(range, windows));
          expect(leftOver).toEqual([]);
          const surplus = windows.flatMap((window) => subtractRanges(window, remaining));
          expect(surplus).toEqual([]);
          const months = countMonths(given);
          expect(months.done).toBeLessThanOrEqual(months.total);
        },
      ),
      { numRuns: randomCases(16) },
    );
  });

  it('is nothing once every window has been read, in any order, and reads stay short and disjoint', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.integer({ min: 0, max: 300_000 }), (picks, rows) => {
        const density = { ...NO_DENSITY, overall: { ...facts().target, rows } };
        let reads: ReturnType<typeof addRead> = [];
        for (let step = 0; ; step += 1) {
          const windows = planHistory(facts({ reads, density }));
          const window = windows[(picks.next().value ?? 0) % Math.max(1, windows.length)];
          if (window === undefined) break;
          const readAt = instantFromMs(NOW + step * MINUTE_MS);
          reads = addRead(reads, { from: window.from, to: window.to, readAt });
          for (const [index, read] of reads.entries()) {
            if (index > 0) expect(read.from >= (reads[index - 1]?.to ?? '')).toBe(true);
          }
        }
        expect(subtractRanges(facts().target, reads)).toEqual([]);
        expect(reads.length).toBeLessThanOrEqual(40);
      }),
      { numRuns: 12 },
    );
  });

  it('reaches to the end of the newest day that can exist anywhere, and keeps the running days apart', () => {
    expect(horizonAt(Date.parse('2026-05-20T09:59:59Z'))).toBe('2026-05-21T00:00:00.000');
    expect(horizonAt(Date.parse('2026-05-20T10:00:00Z'))).toBe('2026-05-22T00:00:00.000');
    expect(newestDaysAt(Date.parse('2026-05-20T11:59:59Z'))).toBe('2026-05-19T00:00:00.000');
    expect(newestDaysAt(Date.parse('2026-05-20T12:00:00Z'))).toBe('2026-05-20T00:00:00.000');
  });

  it('asks for nothing the server cannot tell yet', () => {
    const authoritativeUntil = localFromMs(Date.parse('2026-05-20T23:59:59Z'));
    expect(planHistory(facts({ authoritativeUntil }))[0]?.to).toBe(authoritativeUntil);
    const reads = [{ from: startOfDay(EARLIEST), to: authoritativeUntil }];
    expect(planHistory(facts({ reads }))).toEqual([]);
    expect(planHistory(facts({ reads, serverNowMs: NOW + DAY_MS })).at(-1)?.from).toBe(authoritativeUntil);
  });

  it('expects in a month what its neighbours held', () => {
    const may = { from: startOfDay('2026-05-01' as LocalDate), to: startOfDay('2026-05-20' as LocalDate) };
    const april = { from: startOfDay('2026-04-01' as LocalDate), to: startOfDay('2026-05-01' as LocalDate) };
    expect(predictRows(NO_DENSITY, april)).toBeNull();
    const density = learnRows(NO_DENSITY, may, 19_000);
    expect(predictRows(density, april)).toBeCloseTo(30_000);
    const parts = planHistory(facts({ density })).filter((window) => monthOf(window.from) === '2026-04');
    expect(parts).toHaveLength(4);
  });
});

describe('rules 7 and 8: the watermark', () => {
  const at = (text: string) => instantFromMs(Date.parse(text));

  it('is max(this from, min(greatest, E) - margin, E - 24 h)', () => {
    const next = (current: string, knownUntil: string, greatest: string | null) =>
      nextWatermark({
        current: at(current),
        knownUntil: at(knownUntil),
        greatestUpdate: greatest === null ? null : at(greatest),
        marginMs: MARGIN,
      });
    expect(next('2026-05-20T00:00Z', '2026-05-20T12:00Z', '2026-05-20T10:00Z')).toBe(
      '2026-05-20T09:50:00.000Z',
    );
    // A clock of the rows ahead of the server's Date does not count.
    expect(next('2026-05-20T00:00Z', '2026-05-20T12:00Z', '2026-05-20T13:00Z')).toBe(
      '2026-05-20T11:50:00.000Z',
    );
    expect(next('2026-05-01T00:00Z', '2026-05-08T00:00Z', null)).toBe('2026-05-07T00:00:00.000Z');
    expect(next('2026-05-01T00:00Z', '2026-05-08T00:00Z', '2026-05-01T00:05Z')).toBe(
      '2026-05-07T00:00:00.000Z',
    );
    expect(next('2026-05-20T00:00Z', '2026-05-20T00:05Z', '2026-05-20T00:04Z')).toBe(
      '2026-05-20T00:00:00.000Z',
    );
  });

  it('never goes back, never passes what is known minus the margin, and reaches the present from anywhere', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 5, maxLength: 5 }),
        (daysAway, updates) => {
          const begun = beginHistory({ earliest: EARLIEST, notice: null }, NOW - daysAway * DAY_MS, MARGIN);
          let checkpoint = finishHistory(begun, instantFromMs(NOW));
          for (let step = 0; ; step += 1) {
            expect(step).toBeLessThan(60);
            const before = checkpoint.changes.from;
            if (before === null) throw new Error('No watermark.');
            const window = changesWindow(before);
            const share = updates[step % updates.length] ?? null;
            const end = Math.min(instantToMs(window.to), NOW);
            const greatestUpdate =
              share === null
                ? null
                : instantFromMs(Math.floor(instantToMs(before) + share * (end - instantToMs(before))));
            checkpoint = afterChangesWindow(checkpoint, window, {
              firstPageDate: instantFromMs(NOW),
              effectiveTo: null,
              greatestUpdate,
              marginMs: MARGIN,
            });
            checkpointSchema.parse(checkpoint);
            const after = checkpoint.changes.from ?? before;
            expect(after >= before).toBe(true);
            expect(instantToMs(after)).toBeLessThanOrEqual(Math.max(instantToMs(before), end - MARGIN));
            if (instantToMs(window.to) >= NOW) break;
            expect(after > before).toBe(true);
          }
          expect(checkpoint.changes.knownUntil).toBe(instantFromMs(NOW));
        },
      ),
    );
  });

  it('asks at most seven days, with its second more on each side', () => {
    const { from, to } = requestRange(changesWindow(at('2026-05-01T00:00:00.500Z')), startOfDay(EARLIEST));
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(7 * DAY_MS);
  });

  it('begins a day before the load, or at the greatest update of its first window, and is moved no more by purchases', () => {
    const begun = beginHistory({ earliest: EARLIEST, notice: null }, NOW, MARGIN);
    expect(begun.changes.from).toBe(instantFromMs(NOW - DAY_MS));
    const { target } = facts();
    const day = startOfDay('2026-05-20' as LocalDate);
    const newest = { field: 'purchase_date', from: day, to: target.to } as const;
    const older = { field: 'purchase_date', from: target.from, to: day } as const;
    const read = (window: typeof newest | typeof older, greatest: string | null, of = begun) =>
      afterHistoryWindow(of, window, {
        readAt: instantFromMs(NOW),
        greatestUpdate: greatest === null ? null : at(greatest),
        marginMs: MARGIN,
      });
    expect(read(newest, '2026-05-20T16:00Z').changes.from).toBe(instantFromMs(NOW - MARGIN));
    expect(read(newest, '2026-05-18T10:00Z').changes.from).toBe('2026-05-18T09:50:00.000Z');
    // The clock of the data may be behind by less than a day: so much is asked for where no row tells.
    expect(read(newest, null).changes.from).toBe(instantFromMs(NOW - DAY_MS));
    // Not further back than the plan lets one ask.
    expect(read(newest, '2020-01-01T00:00Z').changes.from).toBe('2024-01-01T00:00:00.000Z');
    // Later windows prove nothing about the load's start.
    for (const first of ['2026-05-18T10:00Z', null]) {
      const begunReading = read(newest, first);
      expect(read(older, '2026-05-20T16:00Z', begunReading).changes).toEqual(begunReading.changes);
      expect(read(older, '2026-05-01T16:00Z', begunReading).changes).toEqual(begunReading.changes);
    }
    const changed = afterChangesWindow(begun, changesWindow(at('2026-05-20T15:20Z')), {
      firstPageDate: at('2026-05-20T16:00Z'),
      effectiveTo: null,
      greatestUpdate: at('2026-05-20T15:50Z'),
      marginMs: MARGIN,
    });
    expect(changed.changes.from).toBe('2026-05-20T15:40:00.000Z');
    expect(read(newest, '2026-05-18T10:00Z', changed).changes.from).toBe('2026-05-20T15:40:00.000Z');
  });

  it('is over once a window reaches the present, or the server speaks of less than the window', () => {
    const window = changesWindow(at('2026-05-20T15:20Z'));
    const past = at('2026-05-27T16:00Z');
    expect(isPresentReached(window.to, at('2026-05-20T16:00Z'), at('2026-05-20T16:00Z'))).toBe(true);
    expect(isPresentReached(window.to, window.to, at('2026-07-20T16:00Z'))).toBe(false);
    // Whatever the clock says: the same window again brings nothing more.
    expect(isPresentReached(window.to, at('2026-05-20T16:00Z'), at('2026-07-20T16:00Z'))).toBe(true);
    expect(isPresentReached(window.to, window.to, past)).toBe(false);
  });

  it('believes the end the server gives where it is earlier than its Date', () => {
    const begun = beginHistory({ earliest: EARLIEST, notice: null }, NOW, MARGIN);
    const after = afterChangesWindow(begun, changesWindow(at('2026-05-20T15:20Z')), {
      firstPageDate: at('2026-05-21T16:00Z'),
      effectiveTo: at('2026-05-20T23:59:59Z'),
      greatestUpdate: null,
      marginMs: MARGIN,
    });
    expect(after.changes.knownUntil).toBe('2026-05-20T23:59:59.000Z');
  });
});

describe('rule 9: the plan window moves', () => {
  const free = { earliest: '2026-04-01' as LocalDate, notice: null };
  const loaded = (() => {
    const begun = beginHistory(free, NOW, MARGIN);
    const { target } = begun.history;
    if (target === null) throw new Error('No target.');
    const window = { field: 'purchase_date', ...target } as const;
    const read = afterHistoryWindow(begun, window, {
      readAt: instantFromMs(NOW),
      greatestUpdate: instantFromMs(NOW),
      marginMs: MARGIN,
    });
    return finishHistory(read, instantFromMs(NOW));
  })();

  it('changes nothing within the month, and only the earliest date in the next', () => {
    const later = NOW + 3 * DAY_MS;
    expect(reconcile(loaded, reachNow(loaded, 'free', later), later, MARGIN)).toBe(loaded);
    const june = Date.parse('2026-06-02T00:00:00Z');
    expect(reconcile(loaded, reachNow(loaded, 'free', june), june, MARGIN)).toEqual({
      ...loaded,
      earliest: '2026-05-01',
    });
  });

  it('loads the plan window again where changes can no longer tell, and says what may be incomplete', () => {
    const august = Date.parse('2026-08-10T00:00:00Z');
    const again = reconcile(loaded, reachNow(loaded, 'free', august), august, MARGIN);
    expect(again.partialBefore).toBe('2026-07-01T00:00:00.000');
    expect(again.history).toMatchObject({ finishedAt: null, target: { from: '2026-07-01T00:00:00.000' } });
    expect(again.reads).toEqual(loaded.reads);
    expect(again.changes.from).toBe(instantFromMs(august - DAY_MS));
    expect(reconcile(again, reachNow(again, 'free', august), august, MARGIN)).toBe(again);
  });

  it('extends the target when the plan reaches further, and reads again what was partial', () => {
    const partial = { ...loaded, partialBefore: startOfDay('2026-04-20' as LocalDate) };
    const pro = reconcile(partial, reachNow(partial, 'pro', NOW), NOW, MARGIN);
    expect(pro.history).toMatchObject({ finishedAt: null, target: { from: '2024-01-01T00:00:00.000' } });
    // What is known stays known until it has been read again.
    expect(pro.reads).toEqual(loaded.reads);
    expect(pro.rereads).toMatchObject([
      { from: '2026-04-01T00:00:00.000', to: '2026-04-20T00:00:00.000', reason: 'absence' },
    ]);
    expect(pro.partialBefore).toBe('2024-01-01T00:00:00.000');
  });

  it('keeps to what the server allowed, until the plan itself allows less', () => {
    const refused = { ...loaded, earliestNotice: 'Plan Free: 2026-04-01' };
    expect(reachNow(refused, 'pro', NOW)).toEqual({
      earliest: '2026-04-01',
      notice: 'Plan Free: 2026-04-01',
    });
    expect(reachNow(refused, 'pro', NOW + 1_400 * DAY_MS)).toEqual({
      earliest: '2028-01-01',
      notice: null,
    });
  });

  it('marks months that a load never reached before the plan left them behind, once', () => {
    const begun = beginHistory(free, NOW, MARGIN);
    const june = Date.parse('2026-06-02T00:00:00Z');
    const moved = reconcile(begun, reachNow(begun, 'free', june), june, MARGIN);
    expect(moved.partialBefore).toBe('2026-05-01T00:00:00.000');
    const window = { field: 'purchase_date', from: moved.partialBefore, to: horizonAt(NOW) } as const;
    if (window.from === null) throw new Error('Nothing is marked.');
    const read = afterHistoryWindow(
      moved,
      { ...window, from: window.from },
      { readAt: instantFromMs(june), greatestUpdate: null, marginMs: MARGIN },
    );
    const changes = { ...read.changes, from: instantFromMs(june + 29 * DAY_MS) };
    const july = june + 30 * DAY_MS;
    const next = reconcile({ ...read, changes }, reachNow(read, 'free', july), july, MARGIN);
    expect(next.partialBefore).toBe('2026-05-01T00:00:00.000');
  });

  it('forgets an unsettled window once it has been read', () => {
    const window = {
      field: 'purchase_date',
      from: startOfDay('2026-05-02' as LocalDate),
      to: startOfDay('2026-05-03' as LocalDate),
    } as const;
    const noted = noteUnsettled(noteUnsettled(loaded, window, 'totals'), window, 'equal-rows');
    expect(noted.unsettled).toEqual([{ ...window, reason: 'equal-rows' }]);
    const read = afterHistoryWindow(noted, window, {
      readAt: instantFromMs(NOW),
      greatestUpdate: null,
      marginMs: MARGIN,
    });
    expect(read.unsettled).toEqual([]);
  });

  const local = (day: string) => startOfDay(day as LocalDate);
  const march = { from: local('2026-03-05'), to: local('2026-03-06') };
  const april = { from: local('2026-04-10'), to: local('2026-04-12') };

  it('keeps a later mark of what is partial where a load begins again', () => {
    const unplanned = { ...loaded, history: { ...loaded.history, target: null } };
    for (const [before, after] of [
      ['2026-04-15', '2026-04-15'],
      ['2026-03-01', '2026-04-01'],
    ] as const) {
      const partial = { ...unplanned, partialBefore: local(before) };
      expect(reconcile(partial, free, NOW, MARGIN).partialBefore).toBe(local(after));
    }
  });

  it('forgets the unsettled windows of changes where a load begins again, for it reads what they held', () => {
    const august = Date.parse('2026-08-10T00:00:00Z');
    const purchases = { field: 'purchase_date' as const, ...april, reason: 'totals' };
    const changes = {
      field: 'updated_at' as const,
      from: '2026-05-02T00:00:00.000Z',
      to: '2026-05-02T00:00:01.000Z',
      reason: 'equal-rows',
    };
    const unsettled = { ...loaded, unsettled: [changes, purchases] };
    expect(reconcile(unsettled, reachNow(unsettled, 'free', august), august, MARGIN).unsettled).toEqual([
      purchases,
    ]);
    // Within the reach of the plan they are still to be tried.
    expect(reconcile(unsettled, reachNow(unsettled, 'free', NOW), NOW, MARGIN).unsettled).toEqual([
      changes,
      purchases,
    ]);
  });

  it('marks as partial up to the end of the newest purchases that the plan left behind unread, and never less', () => {
    const june = Date.parse('2026-06-02T00:00:00Z');
    const reach = { earliest: '2026-05-01' as LocalDate, notice: null };
    const unreadIn = (ranges: readonly LocalRange[]) => ({
      ...loaded,
      partialBefore: local('2026-03-02'),
      history: { ...loaded.history, target: { from: local('2026-03-01'), to: horizonAt(NOW) } },
      reads: subtractRanges({ from: local('2026-03-01'), to: horizonAt(NOW) }, ranges).map((range) => ({
        ...range,
        readAt: instantFromMs(NOW),
      })),
    });
    const partialOf = (ranges: readonly LocalRange[], over: Partial<typeof loaded> = {}) =>
      reconcile({ ...unreadIn(ranges), ...over }, reach, june, MARGIN).partialBefore;
    expect(partialOf([])).toBe(local('2026-03-02'));
    expect(partialOf([march])).toBe(march.to);
    expect(partialOf([march, april])).toBe(april.to);
    expect(partialOf([april, march])).toBe(april.to);
    // Of what reaches over the plan's start only the part before it is lost; what lies after it can still be read.
    expect(partialOf([{ from: april.from, to: local('2026-05-10') }])).toBe(local('2026-05-01'));
    expect(partialOf([{ from: local('2026-05-05'), to: local('2026-05-10') }])).toBe(local('2026-03-02'));
    expect(partialOf([march], { partialBefore: april.from })).toBe(april.from);
    // What was to be read again after an absence is in doubt as well; what only the schedule wanted is not.
    const reread = (reason: 'absence' | 'scheduled') => ({
      rereads: [{ ...april, reason, askedAt: instantFromMs(NOW) }],
    });
    expect(partialOf([], reread('absence'))).toBe(april.to);
    expect(partialOf([], reread('scheduled'))).toBe(local('2026-03-02'));
  });

  it('takes off the list what the plan no longer reaches, and only that', () => {
    const askedAt = instantFromMs(NOW);
    const rereads = [
      { ...march, reason: 'requested' as const, askedAt },
      { from: april.from, to: local('2026-05-10'), reason: 'requested' as const, askedAt },
    ];
    const june = Date.parse('2026-06-02T00:00:00Z');
    const reach = { earliest: '2026-05-01' as LocalDate, notice: null };
    expect(reconcile({ ...loaded, rereads }, reach, june, MARGIN).rereads).toEqual([
      { from: local('2026-05-01'), to: local('2026-05-10'), reason: 'requested', askedAt },
    ]);
  });

  it('extends the target again where a reach that had shrunk grows back, and keeps an older mark of what is partial', () => {
    const lowered = reconcile(loaded, { earliest: '2026-05-01' as LocalDate, notice: 'Free' }, NOW, MARGIN);
    const raised = reconcile(lowered, free, NOW, MARGIN);
    expect(raised).toMatchObject({ earliest: '2026-04-01', earliestNotice: null, rereads: [] });
    expect(raised.history.finishedAt).toBeNull();
    expect(raised.partialBefore).toBe(loaded.partialBefore);
    const older = { ...lowered, partialBefore: local('2026-02-01') };
    expect(reconcile(older, free, NOW, MARGIN).partialBefore).toBe(local('2026-02-01'));
  });
});

describe('the parts of a range', () => {
  it('are as many as keep clear of the most pages, and of one page where rows are twins', () => {
    const parts = (rows: number, over: Partial<typeof SIZE> = {}) => partsFor(rows, { ...SIZE, ...over });
    expect([0, 1, 8_000, 8_001, 16_000, 16_001].map((rows) => parts(rows))).toEqual([1, 1, 1, 2, 2, 3]);
    expect([400, 401].map((rows) => parts(rows, { pageRows: 50 }))).toEqual([1, 2]);
    expect([1_000, 1_001].map((rows) => parts(rows, { maxPages: 1 }))).toEqual([1, 2]);
    expect([750, 751, 1_501].map((rows) => parts(rows, { hasTwins: true }))).toEqual([1, 2, 3]);
  });
});

describe('a window of changes', () => {
  const at = (text: string) => instantFromMs(Date.parse(text));
  const window = changesWindow(at('2026-05-18T00:00Z'));

  it('is cut at the present where that lies in it', () => {
    const present = at('2026-05-20T15:30Z');
    expect(presentPart(window, present)).toEqual({ ...window, to: present });
    for (const outside of [window.from, window.to, at('2026-05-01T00:00Z'), at('2026-07-01T00:00Z')])
      expect(presentPart(window, outside)).toEqual(window);
  });

  it('speaks up to its end, the server’s present or the end it gave, whichever comes first', () => {
    const [early, middle, late] = [at('2026-05-18T01:00Z'), at('2026-05-19T00:00Z'), at('2026-06-30T00:00Z')];
    expect(knownAfter(window.to, late, null)).toBe(window.to);
    expect(knownAfter(window.to, late, late)).toBe(window.to);
    expect(knownAfter(window.to, middle, null)).toBe(middle);
    expect(knownAfter(window.to, middle, late)).toBe(middle);
    expect(knownAfter(window.to, middle, early)).toBe(early);
    expect(knownAfter(window.to, late, middle)).toBe(middle);
  });
});

describe('months of the load', () => {
  it('are those that the plan reaches, that have begun, and of which the server speaks', () => {
    const target = { from: startOfDay('2026-03-01' as LocalDate), to: startOfDay('2026-06-02' as LocalDate) };
    const total = (over: Partial<HistoryFacts>) =>
      countMonths({ ...facts({ target, earliest: '2026-03-01' as LocalDate }), ...over }).total;
    const lastOfMay = Date.parse('2026-05-31T23:59:59.999Z');
    expect(total({ serverNowMs: lastOfMay })).toBe(3);
    expect(total({ serverNowMs: lastOfMay + 1 })).toBe(4);
    expect(total({ earliest: '2026-04-15' as LocalDate })).toBe(2);
    expect(total({ earliest: '2026-07-01' as LocalDate })).toBe(0);
    expect(total({ authoritativeUntil: startOfDay('2026-05-01' as LocalDate) })).toBe(2);
    expect(
      total({ serverNowMs: lastOfMay + 1, authoritativeUntil: startOfDay('2026-07-01' as LocalDate) }),
    ).toBe(4);
  });

  it('are done as soon as nothing that can exist yet is unread', () => {
    const from = startOfDay('2026-04-01' as LocalDate);
    const target = { from, to: horizonAt(NOW) };
    const until = (to: string) => [{ from, to: to as LocalRange['to'], readAt: instantFromMs(NOW) }];
    const done = (to: string) =>
      countMonths({ ...facts({ target, earliest: '2026-04-01' as LocalDate }), reads: until(to) });
    expect(done('2026-04-30T00:00:00.000')).toEqual({ done: 0, total: 2 });
    expect(done('2026-05-01T00:00:00.000')).toEqual({ done: 1, total: 2 });
    // Now it is 15:30: at 15:30 exactly something may still have been bought.
    expect(done('2026-05-20T15:30:00.000')).toEqual({ done: 1, total: 2 });
    expect(done('2026-05-20T15:30:00.001')).toEqual({ done: 2, total: 2 });
    expect(done('2026-05-21T00:00:00.000')).toEqual({ done: 2, total: 2 });
  });
});

describe('rows to expect', () => {
  const days = (from: number, to: number): LocalRange => ({
    from: localFromMs(START + from * DAY_MS),
    to: localFromMs(START + to * DAY_MS),
  });

  it('are what was last counted over just that range, or around it', () => {
    const once = learnRows(NO_DENSITY, days(0, 10), 100);
    const twice = learnRows(once, days(0, 10), 300);
    expect(predictRows(twice, days(0, 10))).toBe(300);
    expect(predictRows(twice, days(2, 4))).toBeCloseTo(60);
    expect(predictRows(learnRows(twice, days(2, 4), 7), days(2, 4))).toBe(7);
  });

  it('are what is stored of the month where nothing was counted, and what was counted where both are known', () => {
    const stored = learnStored(NO_DENSITY, [{ range: days(0, 30), rows: 900 }]);
    expect(predictRows(stored, days(0, 10))).toBeCloseTo(300);
    expect(predictRows(learnRows(stored, days(0, 30), 30), days(0, 10))).toBeCloseTo(10);
    // What is stored is as of now: it replaces what was stored before.
    expect(predictRows(learnStored(stored, [{ range: days(0, 30), rows: 90 }]), days(0, 10))).toBeCloseTo(30);
  });

  it('are those of the nearest three days, on either side', () => {
    const near = [days(100, 102), days(104, 106)].reduce(
      (known, range) => learnRows(known, range, 20),
      NO_DENSITY,
    );
    const withFar = learnRows(learnRows(near, days(0, 50), 50_000), days(200, 260), 60_000);
    expect(predictRows(withFar, days(102, 104))).toBeCloseTo(20);
    expect(predictRows({ ...withFar, overall: { ...days(0, 365), rows: 365 } }, days(102, 104))).toBeCloseTo(
      20,
    );
  });

  it('are the whole plan window at its mean where less than three days nearby are known', () => {
    const little = learnRows(NO_DENSITY, days(100, 102), 2_000);
    expect(predictRows(little, days(102, 104))).toBeCloseTo(2_000);
    const overall = { ...days(0, 365), rows: 3_650 };
    expect(predictRows({ ...little, overall }, days(102, 104))).toBeCloseTo(20);
    expect(predictRows({ ...NO_DENSITY, overall }, days(102, 104))).toBeCloseTo(20);
  });

  it('forget the oldest counts', () => {
    let known = learnRows(NO_DENSITY, days(0, 1), 9_999);
    for (let day = 0; day < 60; day += 1) known = learnRows(known, days(100 + day, 101 + day), 1);
    expect(known.known).toHaveLength(60);
    expect(predictRows(known, days(0, 1))).toBeCloseTo(1);
  });
});

describe('what can be read now', () => {
  it('begins no later than now, which it may begin at, and ends where the source answers no more', () => {
    const part = (from: number, to: number) => ({ from: localFromMs(NOW + from), to: localFromMs(NOW + to) });
    const readable = (range: LocalRange, over: Partial<HistoryFacts> = {}) =>
      readablePart(range, facts(over));
    expect(readable(part(0, 60_000))).toEqual([part(0, 60_000)]);
    expect(readable(part(1_000, 60_000))).toEqual([]);
    expect(readable(part(-9_000, 60_000), { authoritativeUntil: localFromMs(NOW - 2_000) })).toEqual([
      part(-9_000, -2_000),
    ]);
    expect(readable(part(-9_000, 60_000), { skip: [part(-5_000, -1_000)] })).toEqual([
      part(-9_000, -5_000),
      part(-1_000, 60_000),
    ]);
  });
});
