import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimetable, mayPass, nextRunAtMs, TICK_MS, waitMs } from '#electron/sync/run/timetable.ts';
import { SYNC_FAILURE_CODES } from '#shared/contract/run-log.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';

const START_MS = Date.UTC(2026, 4, 20, 12);

describe('when the next run is due', () => {
  const clocks = fc.record({
    wallMs: fc.integer({ min: 0, max: 1e9 }),
    monotonicMs: fc.integer({ min: 0, max: 1e9 }),
  });

  it('is as soon as either clock says that the wait is over, and never before both deny it', () => {
    fc.assert(
      fc.property(clocks, clocks, fc.integer({ min: 1, max: 1e8 }), (lastEnd, now, wait) => {
        const isDue = nextRunAtMs(lastEnd, wait, now) <= now.wallMs;
        const byWall = now.wallMs - lastEnd.wallMs >= wait;
        const byMonotonic = now.monotonicMs - lastEnd.monotonicMs >= wait;
        expect(isDue).toBe(byWall || byMonotonic);
      }),
    );
  });

  it('is sooner after a failure that may pass, later after each further one, and never later than the period', () => {
    expect(waitMs(HOUR_MS, 0)).toBe(HOUR_MS);
    expect([1, 2, 3, 4, 5, 50].map((failures) => waitMs(HOUR_MS, failures) / MINUTE_MS)).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
    expect(waitMs(MINUTE_MS, 1)).toBe(MINUTE_MS);
  });

  it('comes by itself after what may pass, and not after what the user has to mend', () => {
    expect(SYNC_FAILURE_CODES.filter((code) => !mayPass(code))).toEqual([
      'unauthorized',
      'forbidden',
      'bad-request',
      'key-missing',
      'other-company',
      'internal',
    ]);
  });
});

describe('timetable', () => {
  function create(periodMs: number | null = HOUR_MS) {
    const { clock, advance: awake, jumpWall: turnWall } = createManualClock(0, START_MS);
    const due: number[] = [];
    const timetable = createTimetable(clock, periodMs, () => due.push(clock.monotonicMs()));
    const end = (how: Parameters<typeof timetable.ended>[0]) => {
      timetable.ended(how);
      timetable.watch();
    };
    return { awake, turnWall, timetable, due, end };
  }

  it('begins a period after the last end, by a tick that looks at the clocks again and again', async () => {
    const { timetable, due, awake, end } = create();
    expect(timetable.nextAtMs()).toBeNull();
    end('well');
    expect(timetable.nextAtMs()).toBe(START_MS + HOUR_MS);
    await awake(HOUR_MS - 1);
    expect(due).toEqual([]);
    await awake(1);
    expect(due).toEqual([HOUR_MS]);
  });

  it('begins nothing by itself where that was turned off, or a run stopped for good, since it last looked', async () => {
    const off = create();
    off.end('well');
    off.timetable.setPeriod(null);
    await off.awake(2 * HOUR_MS);
    const stopped = create();
    stopped.end('well');
    stopped.timetable.ended('stopped');
    await stopped.awake(2 * HOUR_MS);
    expect([off.due, stopped.due]).toEqual([[], []]);
  });

  it('is due at most a tick after the machine woke, however long it slept', async () => {
    const { due, awake, end, turnWall } = create();
    end('well');
    await awake(MINUTE_MS);
    turnWall(9 * HOUR_MS);
    await awake(TICK_MS);
    expect(due.length).toBeGreaterThanOrEqual(1);
  });

  it('does not wait longer because the clock on the wall was set back', async () => {
    const { due, awake, end, turnWall, timetable } = create();
    end('well');
    turnWall(-48 * HOUR_MS);
    expect(timetable.nextAtMs()).toBe(START_MS - 48 * HOUR_MS + HOUR_MS);
    await awake(HOUR_MS);
    expect(due).toHaveLength(1);
  });

  it('tries again sooner after a failure that may pass, and not at all after another', async () => {
    const { timetable, due, awake, end } = create();
    end('may-pass');
    await awake(5 * MINUTE_MS);
    expect(due).toHaveLength(1);
    end('may-pass');
    await awake(5 * MINUTE_MS);
    expect(due).toHaveLength(1);
    await awake(5 * MINUTE_MS);
    expect(due).toHaveLength(2);
    end('stopped');
    await awake(100 * HOUR_MS);
    expect(due).toHaveLength(2);
    expect(timetable.nextAtMs()).toBeNull();
  });

  it('waits its period again once a run ended well, or was stopped, however many had failed before', () => {
    const { timetable } = create();
    const waitsAfter = (...ends: readonly Parameters<typeof timetable.ended>[0][]) => {
      for (const end of ends) timetable.ended(end);
      return ((timetable.nextAtMs() ?? START_MS) - START_MS) / MINUTE_MS;
    };
    expect(waitsAfter('may-pass', 'may-pass')).toBe(10);
    expect(waitsAfter('well')).toBe(60);
    expect(waitsAfter('may-pass')).toBe(5);
    expect(waitsAfter('stopped', 'may-pass')).toBe(5);
  });

  it('follows a new period at once, and stops', async () => {
    const { timetable, due, awake, end } = create(null);
    end('well');
    await awake(HOUR_MS);
    expect(due).toEqual([]);
    timetable.setPeriod(HOUR_MS / 2);
    timetable.watch();
    await awake(TICK_MS);
    const before = due.length;
    expect(before).toBeGreaterThanOrEqual(1);
    timetable.stop();
    await awake(HOUR_MS);
    expect(due).toHaveLength(before);
  });
});
