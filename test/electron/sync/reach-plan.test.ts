import { describe, expect, it } from 'vitest';
import {
  beginHistory,
  latestAhead,
  reachNow,
  reconcile,
  withoutTimesAhead,
} from '#electron/sync/plan/reach.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { instantFromMs, type LocalDate, startOfDay } from '#shared/domain/dates.ts';

/** What becomes of a checkpoint when the plan reaches elsewhere, or its times lie ahead of the server's. */

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const MARGIN = 600_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => instantFromMs(NOW + ms);
const reachOf = (earliest: string, notice: string | null = null) => ({
  earliest: earliest as LocalDate,
  notice,
});
const REACH = reachOf('2025-01-01');
const day = (text: string) => startOfDay(text as LocalDate);
const range = (from: string, to: string) => ({ from: day(from), to: day(to) });

const begun = beginHistory(REACH, NOW - 10 * DAY, MARGIN);
const read = (from: string, to: string, ms = -9 * DAY) => ({ ...range(from, to), readAt: at(ms) });
const loaded: Checkpoint = {
  ...begun,
  reads: [read('2025-01-01', '2026-05-11')],
  history: { ...begun.history, finishedAt: at(-8 * DAY) },
  changes: { from: at(-HOUR), knownUntil: at(-HOUR), lastReadAt: at(-HOUR) },
};
const reconciled = (checkpoint: Checkpoint, reach = REACH) => reconcile(checkpoint, reach, NOW, MARGIN);

describe('a load', () => {
  it('begins with all that the plan reaches, and changes from a day before', () => {
    expect(begun).toMatchObject({
      ...{ earliest: '2025-01-01', earliestNotice: null, partialBefore: day('2025-01-01') },
      history: { startedAt: at(-10 * DAY), finishedAt: null, target: { from: day('2025-01-01') } },
      changes: { from: at(-11 * DAY), knownUntil: null, lastReadAt: null },
    });
    const today = beginHistory(reachOf('2026-05-20'), NOW, MARGIN);
    expect(today.changes.from).toBe('2026-05-20T00:00:00.000Z');
  });
});

describe('a reach', () => {
  it('is what was refused before, as long as the plan promises more', () => {
    const refused = { ...loaded, earliest: '2025-06-01' as LocalDate, earliestNotice: 'n' };
    expect(reachNow(loaded, 'pro', NOW).notice).toBeNull();
    expect(reachNow(refused, 'pro', NOW)).toEqual({ earliest: '2025-06-01', notice: 'n' });
    const promised = reachNow(loaded, 'pro', NOW).earliest;
    expect(reachNow({ ...refused, earliest: promised }, 'pro', NOW)).toEqual({
      earliest: promised,
      notice: null,
    });
  });

  it('that is the same changes nothing, and fills in what an earlier version left out', () => {
    expect(reconciled(loaded)).toBe(loaded);
    const before = { ...loaded, partialBefore: null };
    expect(reconciled(before)).toEqual(loaded);
    const noticed = reconciled(loaded, reachOf('2025-01-01', 'n'));
    expect(noticed).toEqual({ ...loaded, earliestNotice: 'n' });
  });

  it('that is later marks what was never read before it, and takes what is out of reach off the list', () => {
    const rereads = [
      { ...range('2025-02-01', '2025-03-01'), reason: 'requested' as const, askedAt: at(-1) },
      { ...range('2025-03-20', '2025-05-01'), reason: 'absence' as const, askedAt: at(-1) },
    ];
    const next = reconciled({ ...loaded, rereads }, reachOf('2025-04-01'));
    expect(next.rereads.map(({ from, to }) => [from, to])).toEqual([[day('2025-04-01'), day('2025-05-01')]]);
    expect([next.earliest, next.partialBefore]).toEqual(['2025-04-01', day('2025-04-01')]);
    const read2 = { ...loaded, reads: [read('2025-01-20', '2026-05-11')] };
    expect(reconciled(read2, reachOf('2025-04-01')).partialBefore).toBe(day('2025-01-20'));
    expect(reconciled(loaded, reachOf('2025-04-01')).partialBefore).toBe(day('2025-01-01'));
  });

  it('that is earlier extends the load, and reads again what the smaller plan may have left behind', () => {
    const next = reconciled({ ...loaded, partialBefore: day('2025-02-01') }, reachOf('2024-06-01'));
    expect(next.history).toMatchObject({ finishedAt: null, target: { from: day('2024-06-01') } });
    expect(next.rereads).toMatchObject([{ ...range('2025-01-01', '2025-02-01'), reason: 'absence' }]);
    expect([next.partialBefore, next.earliest]).toEqual([day('2024-06-01'), '2024-06-01']);
    expect(reconciled({ ...loaded, partialBefore: null }, reachOf('2024-06-01'))).toMatchObject({
      ...{ rereads: [], partialBefore: day('2024-06-01') },
    });
  });

  it('that begins after the watermark is a load anew: what was read is read again', () => {
    const next = reconciled(
      { ...loaded, changes: { ...loaded.changes, knownUntil: at(-400 * DAY) } },
      reachOf('2026-05-21'),
    );
    expect(next).toMatchObject({
      ...{ earliest: '2026-05-21', reads: loaded.reads, partialBefore: day('2026-05-21') },
      history: { startedAt: at(0), finishedAt: null },
      changes: { knownUntil: at(-400 * DAY) },
    });
    const current = reconciled(
      { ...loaded, changes: { ...loaded.changes, from: null } },
      reachOf('2026-01-01'),
    );
    expect(current.rereads).toMatchObject([
      { ...range('2026-01-01', '2026-05-11'), reason: 'absence', askedAt: at(0) },
    ]);
    const before = {
      ...loaded,
      history: { ...loaded.history, target: null },
      partialBefore: day('2026-03-01'),
    };
    expect(reconciled(before).partialBefore).toBe(day('2026-03-01'));
  });
});

describe('times ahead of the server’s', () => {
  const ahead = (changes: Partial<Checkpoint['changes']>, parts: Partial<Checkpoint> = {}): Checkpoint => ({
    ...{ ...loaded, ...parts, changes: { ...loaded.changes, ...changes } },
  });
  const healed = (checkpoint: Checkpoint) => withoutTimesAhead(checkpoint, REACH, NOW, MARGIN);

  it('are none where the latest is as late as the present, give or take', () => {
    expect(latestAhead(loaded, NOW)).toBeNull();
    expect(healed(loaded)).toBe(loaded);
    const far = ahead({ knownUntil: at(3 * HOUR), lastReadAt: at(9 * HOUR) });
    expect(latestAhead(far, NOW)).toBe(at(9 * HOUR));
  });

  it('that decide nothing are the present, and a reading is as old as the load', () => {
    const next = healed(
      ahead(
        { lastReadAt: at(DAY) },
        { reads: [read('2025-01-01', '2026-01-01', DAY), read('2026-01-01', '2026-05-11')] },
      ),
    );
    expect(next.changes).toEqual({ ...loaded.changes, lastReadAt: at(0) });
    expect(next.reads.map(({ readAt }) => readAt)).toEqual([at(-10 * DAY), at(-9 * DAY)]);
    expect(next.history).toEqual(loaded.history);
  });

  it('by less than an hour have a day of changes read anew', () => {
    const minutes = HOUR / 2;
    const next = healed(ahead({ from: at(minutes), knownUntil: at(minutes) }));
    expect(next.changes).toEqual({
      from: at(-minutes - DAY),
      knownUntil: at(-minutes - DAY),
      lastReadAt: at(-HOUR),
    });
    expect(healed(ahead({ from: at(-HOUR), knownUntil: at(minutes) })).changes.from).toBe(
      at(-HOUR - minutes - DAY),
    );
    expect(healed(ahead({ from: at(minutes), knownUntil: null })).changes).toMatchObject({
      from: at(-minutes - DAY),
      knownUntil: null,
    });
    const young = { ...loaded, history: { ...loaded.history, startedAt: at(minutes) } };
    const started = healed({ ...young, changes: { ...young.changes, knownUntil: null } });
    expect(started.history.startedAt).toBe(started.changes.from);
    expect(started.changes.from).toBe(at(-HOUR - minutes - DAY));
    const near = withoutTimesAhead(ahead({ from: at(minutes) }), reachOf('2026-05-20'), NOW, MARGIN);
    expect(near.changes.from).toBe('2026-05-20T00:00:00.000Z');
  });

  it('by more are an absence that outlasted the plan', () => {
    const next = healed(ahead({ from: at(2 * HOUR), knownUntil: at(2 * HOUR) }));
    expect(next).toMatchObject({
      ...{ history: { startedAt: at(0), finishedAt: null }, changes: { knownUntil: null } },
      rereads: [{ ...range('2025-01-01', '2026-05-11'), reason: 'absence' }],
    });
    // Exactly an hour is still a small step.
    expect(healed(ahead({ from: at(HOUR) })).history.startedAt).toBe(loaded.history.startedAt);
    expect(healed(ahead({ from: at(HOUR + 1) })).history.startedAt).toBe(at(0));
  });
});
