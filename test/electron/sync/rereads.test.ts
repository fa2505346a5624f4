import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPurchaseWindow, finishHistory } from '#electron/sync/plan/checkpoints.ts';
import { beginHistory, reconcile } from '#electron/sync/plan/reach.ts';
import {
  addRereads,
  cancelMonths,
  completedMonths,
  dueRanges,
  monthsOf,
  noteReadOnce,
  requestMonths,
} from '#electron/sync/plan/rereads.ts';
import {
  type Checkpoint,
  checkpointSchema,
  lastReadOf,
  REREAD_REASONS,
  type Reread,
} from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  instantFromMs,
  type LocalDate,
  type LocalDateTime,
  localFromMs,
  type Month,
  startOfDay,
} from '#shared/domain/dates.ts';
import {
  clipRange,
  cutRanges,
  type LocalRange,
  monthRange,
  subtractRanges,
} from '#shared/domain/purchase-ranges.ts';

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const AT = instantFromMs(NOW);
const PRO = { earliest: '2024-01-01' as LocalDate, notice: null };
const MARGIN = 600_000;
const local = (text: string) => text as LocalDateTime;
const day = (text: string) => startOfDay(text as LocalDate);
const range = (from: string, to: string): LocalRange => ({ from: day(from), to: day(to) });
const month = (text: string) => text as Month;

/** A load of the whole plan that was read at one instant. */
function loadedAt(ms: number): Checkpoint {
  const begun = beginHistory(PRO, ms, MARGIN);
  const { target } = begun.history;
  if (target === null) throw new Error('No target.');
  const read = afterPurchaseWindow(
    begun,
    { field: 'purchase_date', ...target },
    { readAt: instantFromMs(ms) },
  );
  return finishHistory(read, instantFromMs(ms));
}

const instants = fc
  .integer({ min: 0, max: 400 })
  .map((days) => localFromMs(Date.parse('2025-01-01Z') + days * DAY_MS));
const ranges = fc
  .tuple(instants, fc.integer({ min: 1, max: 60 }))
  .map(([from, days]): LocalRange => ({ from, to: localFromMs(Date.parse(`${from}Z`) + days * DAY_MS) }));
const steps = fc.array(
  fc.record({
    isAdded: fc.boolean(),
    ranges: fc.array(ranges, { maxLength: 3 }),
    reason: fc.constantFrom(...REREAD_REASONS),
  }),
  { maxLength: 8 },
);

describe('the list of what is to be read again', () => {
  it('stays sorted and disjoint, holds what was put on it, and loses only what was taken off', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let list: Reread[] = [];
        for (const step of all) {
          const before = list;
          list = step.isAdded ? addRereads(list, step.ranges, step.reason, AT) : cutRanges(list, step.ranges);
          for (const [index, one] of list.entries()) {
            expect(one.from < one.to).toBe(true);
            if (index > 0) expect(one.from >= (list[index - 1]?.to ?? '')).toBe(true);
          }
          const left = (of: LocalRange) => subtractRanges(of, list);
          if (step.isAdded) {
            expect(step.ranges.flatMap(left)).toEqual([]);
            expect(before.flatMap(left)).toEqual([]);
          } else {
            expect(list.flatMap((one) => step.ranges.map((gone) => clipRange(one, gone)))).toSatisfy(
              (clips: readonly unknown[]) => clips.every((clip) => clip === null),
            );
            const lost = before.flatMap(left).flatMap((one) => subtractRanges(one, step.ranges));
            expect(lost).toEqual([]);
          }
        }
      }),
    );
  });

  it('keeps the more urgent of two reasons', () => {
    const scheduled = addRereads([], [range('2025-01-01', '2025-03-01')], 'scheduled', AT);
    const asked = addRereads(scheduled, [range('2025-02-01', '2025-02-10')], 'requested', AT);
    expect(asked.map(({ from, reason }) => [from.slice(0, 10), reason])).toEqual([
      ['2025-01-01', 'scheduled'],
      ['2025-02-01', 'requested'],
      ['2025-02-10', 'scheduled'],
    ]);
    expect(addRereads(asked, [range('2025-01-01', '2025-03-01')], 'scheduled', AT)).toEqual(asked);
    const absent = addRereads(asked, [range('2025-01-01', '2025-03-01')], 'absence', AT);
    expect(absent.map(({ reason }) => reason)).toEqual(['absence', 'requested', 'absence']);
  });
});

describe('months the user asks for', () => {
  const until = day('2026-05-22');

  it('are read as far as the plan reaches and time has come, and the load keeps its own part', () => {
    const loaded = loadedAt(NOW);
    const asked = requestMonths(loaded, [month('2026-05'), month('2023-12'), month('2026-06')], until, AT);
    expect(asked.rereads).toEqual([
      { ...range('2026-05-01', '2026-05-22'), reason: 'requested', askedAt: AT },
    ]);
    const loading = beginHistory(PRO, NOW, MARGIN);
    expect(requestMonths(loading, [month('2026-04')], until, AT).rereads).toEqual([]);
    // Months after the load are known from changes alone: they can be asked for as well.
    const august = instantFromMs(Date.parse('2026-08-31T12:00:00Z'));
    const later = requestMonths(loaded, [month('2026-07')], day('2026-09-01'), august);
    expect(later.rereads).toMatchObject([range('2026-07-01', '2026-08-01')]);
    checkpointSchema.parse(asked);
  });

  it('leave out the days that no request may begin in yet', () => {
    const loaded = loadedAt(NOW);
    // Of the last second before the horizon nothing was read: what is to be read again falls into two.
    const reads = cutRanges(loaded.reads, [range('2026-05-20', '2026-05-21')]);
    const asked = requestMonths({ ...loaded, reads }, [month('2026-05')], until, AT);
    expect(asked.rereads).toMatchObject([range('2026-05-01', '2026-05-20')]);
  });

  it('leave the list once they were read, whatever part of them is read first', () => {
    const asked = requestMonths(loadedAt(NOW - 5 * DAY_MS), [month('2026-04')], until, AT);
    const half = afterPurchaseWindow(
      asked,
      { field: 'purchase_date', ...range('2026-04-16', '2026-05-01') },
      { readAt: AT },
    );
    expect(half.rereads).toMatchObject([range('2026-04-01', '2026-04-16')]);
    expect(lastReadOf(half.reads, range('2026-04-16', '2026-05-01'))).toBe(AT);
    const whole = afterPurchaseWindow(
      half,
      { field: 'purchase_date', ...range('2026-04-01', '2026-04-16') },
      { readAt: AT },
    );
    expect(whole.rereads).toEqual([]);
    expect(lastReadOf(whole.reads, monthRange(month('2026-04')))).toBe(AT);
    expect(whole.changes).toEqual(asked.changes);
  });

  it('can be cancelled, but not what an absence left in doubt', () => {
    const asked = requestMonths(loadedAt(NOW), [month('2026-03'), month('2026-04')], until, AT);
    expect(cancelMonths(asked, [month('2026-04')]).rereads).toMatchObject([
      range('2026-03-01', '2026-04-01'),
    ]);
    const before = loadedAt(NOW);
    const away = NOW + 3 * 365 * DAY_MS;
    const again = reconcile(
      { ...before, reads: [{ ...range('2027-02-01', '2027-03-01'), readAt: instantFromMs(NOW) }] },
      { earliest: '2027-01-01' as LocalDate, notice: null },
      away,
      MARGIN,
    );
    expect(again.rereads).toMatchObject([{ ...range('2027-02-01', '2027-03-01'), reason: 'absence' }]);
    expect(cancelMonths(again, [month('2027-02')]).rereads).toEqual(again.rereads);
    const wished = requestMonths(again, [month('2027-02')], day('2029-06-01'), instantFromMs(away));
    expect(wished.rereads).toMatchObject([{ reason: 'requested' }]);
    expect(cancelMonths(wished, [month('2027-02')]).rereads).toMatchObject([
      { ...range('2027-02-01', '2027-03-01'), reason: 'absence' },
    ]);
  });
});

describe('what a larger plan has read again', () => {
  it('stays on the list when the user takes its months off', () => {
    const free = loadedAt(NOW);
    const left = { ...free, earliest: '2026-04-01' as LocalDate, partialBefore: day('2026-04-01') };
    const small = { ...left, history: { ...left.history, target: range('2026-04-01', '2026-05-22') } };
    const grown = reconcile(small, PRO, NOW, MARGIN);
    expect(grown.rereads).toMatchObject([{ ...range('2024-01-01', '2026-04-01'), reason: 'absence' }]);
    // It was read within this load: nothing but the list knows that it is in doubt.
    expect(cancelMonths(grown, [month('2025-03'), month('2026-03')]).rereads).toEqual(grown.rereads);
  });
});

describe('what several pages of the load brought', () => {
  const window = { field: 'purchase_date', ...range('2026-04-01', '2026-04-16') } as const;

  it('is read once more, unless two readings were equal or there was one page', () => {
    const loaded = loadedAt(NOW);
    const noted = noteReadOnce(loaded, window, { pages: 2, readings: 1 });
    expect(noted.readOnce).toEqual([range('2026-04-01', '2026-04-16')]);
    expect(noteReadOnce(loaded, window, { pages: 1, readings: 1 })).toBe(loaded);
    expect(noteReadOnce(loaded, window, { pages: 2, readings: 2 })).toBe(loaded);
    const again = { field: 'purchase_date', ...range('2026-04-10', '2026-05-01') } as const;
    expect(afterPurchaseWindow(noted, again, { readAt: AT }).readOnce).toEqual([
      range('2026-04-01', '2026-04-10'),
    ]);
    // What the plan has left behind cannot be read any more.
    const later = noteReadOnce(
      { ...noted, earliest: '2026-05-01' as LocalDate },
      { field: 'purchase_date', ...range('2026-05-01', '2026-05-20') },
      { pages: 3, readings: 1 },
    );
    expect(later.readOnce).toEqual([range('2026-05-01', '2026-05-20')]);
    checkpointSchema.parse(later);
  });
});

describe('an absence that outlasted the plan window', () => {
  it('keeps what is known, reads it again, and leaves to the load what was never read', () => {
    const loaded = loadedAt(NOW);
    const away = NOW + 3 * 365 * DAY_MS;
    const reach = { earliest: '2026-05-10' as LocalDate, notice: 'The server says so.' };
    const again = reconcile({ ...loaded, changes: { ...loaded.changes, from: AT } }, reach, NOW, MARGIN);
    // Still within: nothing is read again.
    expect(again.rereads).toEqual([]);
    const late = { earliest: '2026-05-21' as LocalDate, notice: null };
    const lost = reconcile(loaded, late, away, MARGIN);
    expect(lost.reads).toEqual(loaded.reads);
    expect(lost.rereads).toMatchObject([{ ...range('2026-05-21', '2026-05-22'), reason: 'absence' }]);
    expect(lost.history).toMatchObject({ finishedAt: null, target: { from: day('2026-05-21') } });
    expect(lost.partialBefore).toBe(day('2026-05-21'));
    expect(reconcile(lost, late, away, MARGIN)).toBe(lost);
    checkpointSchema.parse(lost);
  });

  it('marks as incomplete what could not be read again before the plan left it behind', () => {
    const loaded = loadedAt(NOW);
    const waiting = {
      ...loaded,
      rereads: addRereads([], [range('2024-01-01', '2024-07-01')], 'absence', AT),
    };
    const moved = reconcile(waiting, { earliest: '2024-04-01' as LocalDate, notice: null }, NOW, MARGIN);
    expect(moved.rereads).toMatchObject([range('2024-04-01', '2024-07-01')]);
    expect(moved.partialBefore).toBe(day('2024-04-01'));
  });
});

describe('what the blind spot’s schedule asks for', () => {
  const none: ReadonlySet<Month> = new Set();

  it('is nothing after a fresh load, and every blind month a month later, oldest reading first', () => {
    const loaded = loadedAt(NOW);
    expect(dueRanges(loaded, NOW, none)).toEqual([]);
    const later = NOW + 31 * DAY_MS;
    const due = dueRanges(loaded, later, none);
    expect(due[0]).toEqual(range('2024-01-01', '2024-02-01'));
    // 120 days before 20 June are 20 February: its first days are blind.
    expect(due.at(-1)).toEqual(range('2026-02-01', '2026-03-01'));
    expect(due).toHaveLength(26);
    const reread = afterPurchaseWindow(
      loaded,
      { field: 'purchase_date', ...range('2024-01-01', '2024-02-01') },
      { readAt: instantFromMs(later - 29 * DAY_MS) },
    );
    expect(dueRanges(reread, later, none)[0]).toEqual(range('2024-02-01', '2024-03-01'));
    expect(dueRanges(loaded, later, new Set([month('2024-01')]))[0]).toEqual(
      range('2024-02-01', '2024-03-01'),
    );
  });

  it('begins with the reading that is oldest, whichever month it is of', () => {
    const age = fc.uniqueArray(fc.integer({ min: 31, max: 300 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(age, (ages) => {
        const months = ['2024-05', '2024-11', '2025-02'].map(month);
        const checkpoint = months.reduce(
          (read, each, at) =>
            afterPurchaseWindow(
              read,
              { field: 'purchase_date', ...monthRange(each) },
              { readAt: instantFromMs(NOW - (ages[at] ?? 0) * DAY_MS) },
            ),
          loadedAt(NOW),
        );
        const byAge = months.toSorted(
          (a, b) => (ages[months.indexOf(b)] ?? 0) - (ages[months.indexOf(a)] ?? 0),
        );
        expect(dueRanges(checkpoint, NOW, none)).toEqual(byAge.map(monthRange));
      }),
      { seed: 5, numRuns: 30 },
    );
  });

  it('takes in what came by changes alone and was never read by purchase date, once it is blind', () => {
    const loaded = loadedAt(NOW);
    const later = Date.parse('2026-10-15T00:00:00Z');
    const fresh = {
      ...loaded,
      reads: loaded.reads.map((read) => ({ ...read, readAt: instantFromMs(later) })),
    };
    // The load reached into 21 May; what was bought after has never been read. 120 days before 15 October is 17 June.
    expect(dueRanges(fresh, later, none)).toEqual([
      range('2026-05-22', '2026-06-01'),
      range('2026-06-01', '2026-07-01'),
    ]);
    expect(dueRanges(fresh, NOW + 60 * DAY_MS, none)).toEqual([]);
  });

  it('leaves alone what the load has still to read, and what is on the list already', () => {
    const loading = beginHistory(PRO, NOW, MARGIN);
    expect(dueRanges(loading, NOW, none)).toEqual([]);
    const loaded = loadedAt(NOW);
    const later = NOW + 31 * DAY_MS;
    const queued = {
      ...loaded,
      rereads: addRereads([], dueRanges(loaded, later, none), 'scheduled', instantFromMs(later)),
    };
    expect(dueRanges(queued, later, none)).toEqual([]);
  });
});

describe('months that a window completes', () => {
  const window = (from: string, to: string) => ({ field: 'purchase_date', ...range(from, to) }) as const;
  const waiting = (from: string, to: string) => addRereads([], [range(from, to)], 'requested', AT);

  it('are those it touches of which nothing remains', () => {
    expect(completedMonths(window('2026-04-01', '2026-05-01'), [], [])).toEqual(['2026-04']);
    expect(
      completedMonths(window('2026-04-16', '2026-05-01'), waiting('2026-04-01', '2026-04-16'), []),
    ).toEqual([]);
    expect(
      completedMonths(window('2026-04-01', '2026-04-16'), waiting('2026-03-01', '2026-04-01'), []),
    ).toEqual(['2026-04']);
    expect(
      completedMonths(window('2026-04-30', '2026-05-02'), [], [range('2026-05-02', '2026-05-03')]),
    ).toEqual(['2026-04']);
    expect(monthsOf({ from: local('2025-12-31T23:59:59.999'), to: day('2026-01-01') })).toEqual(['2025-12']);
  });

  it('is each exactly once, by the last of its windows, in whatever order they are read', () => {
    fc.assert(
      fc.property(
        fc.array(ranges, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (asked, picks) => {
          let rereads = addRereads([], asked, 'requested', AT);
          const pieces = rereads.flatMap((one) =>
            monthsOf(one).flatMap((each) => clipRange(one, monthRange(each)) ?? []),
          );
          const expected = [...new Set(pieces.flatMap(monthsOf))].sort();
          const completed: Month[] = [];
          while (pieces.length > 0) {
            const [piece] = pieces.splice((picks.next().value ?? 0) % pieces.length, 1);
            if (piece === undefined) break;
            rereads = cutRanges(rereads, [piece]);
            completed.push(...completedMonths({ field: 'purchase_date', ...piece }, rereads, []));
          }
          expect(completed.sort()).toEqual(expected);
        },
      ),
    );
  });
});
