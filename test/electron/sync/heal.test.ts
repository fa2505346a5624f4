import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MARGIN_MS } from '#electron/sync/plan/changes.ts';
import { finishHistory } from '#electron/sync/plan/checkpoints.ts';
import { beginHistory, latestAhead, withoutTimesAhead } from '#electron/sync/plan/reach.ts';
import { type Checkpoint, checkpointSchema } from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  HOUR_MS,
  instantFromMs,
  type LocalDate,
  MINUTE_MS,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { covers } from '#shared/domain/purchase-ranges.ts';

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const REACH = { earliest: '2026-04-01' as LocalDate, notice: null };
const MARGIN = DEFAULT_MARGIN_MS;
const TOLERANCE = 2 * MINUTE_MS;
const ms = (time: UtcInstant | null) => (time === null ? Number.NEGATIVE_INFINITY : Date.parse(time));

/** Minutes to or from now: mostly the past, else up to some years ahead. */
const minutes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -40 * 24 * 60, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 3 * 24 * 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 2_000 * 24 * 60 }) },
);
const time = minutes.map((minute) => instantFromMs(NOW + minute * MINUTE_MS));
const day = (text: string) => startOfDay(text as LocalDate);

const checkpoints: fc.Arbitrary<Checkpoint> = fc
  .record({
    startedAt: time,
    finishedAt: fc.option(time),
    from: time,
    knownUntil: fc.option(time),
    lastReadAt: fc.option(time),
    readAts: fc.tuple(time, time),
    askedAt: time,
  })
  .map(({ startedAt, finishedAt, from, knownUntil, lastReadAt, readAts, askedAt }) => {
    const begun = beginHistory(REACH, NOW - 40 * DAY_MS, MARGIN);
    return {
      ...begun,
      history: { ...begun.history, startedAt, finishedAt },
      changes: { from, knownUntil, lastReadAt },
      reads: [
        { from: day('2026-04-01'), to: day('2026-05-01'), readAt: readAts[0] },
        { from: day('2026-05-01'), to: day('2026-05-10'), readAt: readAts[1] },
      ],
      rereads: [{ from: day('2026-04-03'), to: day('2026-04-04'), reason: 'scheduled', askedAt }],
    };
  });

describe('times that lie ahead of the server’s present', () => {
  it('are gone afterwards; what has none is left as it is; and twice is once', () => {
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        const healed = withoutTimesAhead(checkpoint, REACH, NOW, MARGIN);
        checkpointSchema.parse(healed);
        expect(latestAhead(healed, NOW)).toBeNull();
        expect(withoutTimesAhead(healed, REACH, NOW, MARGIN)).toBe(healed);
        const { history, changes, reads, rereads } = checkpoint;
        const all = [history.startedAt, history.finishedAt, ...Object.values(changes)].map(ms);
        const isAhead = [
          ...all,
          ...reads.map(({ readAt }) => ms(readAt)),
          ...rereads.map(({ askedAt }) => ms(askedAt)),
        ].some((one) => one > NOW + TOLERANCE);
        if (!isAhead) expect(healed).toBe(checkpoint);
      }),
      { seed: 20_261_122, numRuns: 400 },
    );
  });

  it('lose nothing: changes are read from before they were known, or all that was read is read again', () => {
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        const { from, knownUntil } = checkpoint.changes;
        const aheadMs = Math.max(ms(from), ms(knownUntil), ms(checkpoint.history.startedAt)) - NOW;
        const healed = withoutTimesAhead(checkpoint, REACH, NOW, MARGIN);
        if (aheadMs <= TOLERANCE) {
          expect(healed.changes.from).toBe(from);
          expect(healed.changes.knownUntil).toBe(knownUntil);
          return;
        }
        expect(ms(healed.changes.from)).toBeLessThanOrEqual(NOW - MARGIN);
        expect(ms(healed.changes.knownUntil)).toBeLessThanOrEqual(ms(healed.changes.from));
        if (aheadMs <= HOUR_MS) {
          // The clock was set back by as much as that at least: what was stamped since begins there.
          expect(ms(healed.changes.from)).toBeLessThanOrEqual(Math.min(ms(from), NOW) - aheadMs - MARGIN);
          return;
        }
        const again = [...healed.rereads.filter(({ reason }) => reason === 'absence')];
        const unread = checkpoint.history.target;
        expect(healed.history.finishedAt).toBeNull();
        expect(unread).not.toBeNull();
        for (const { from: first, to } of checkpoint.reads)
          expect(covers(again, { from: first, to })).toBe(true);
      }),
      { seed: 20_261_123, numRuns: 400 },
    );
  });

  it('never make a reading younger than it was', () => {
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        const healed = withoutTimesAhead(checkpoint, REACH, NOW, MARGIN);
        for (const [index, { readAt }] of checkpoint.reads.entries()) {
          expect(ms(healed.reads[index]?.readAt ?? null)).toBeLessThanOrEqual(ms(readAt));
        }
      }),
      { seed: 20_261_124, numRuns: 200 },
    );
  });

  it('a load that ended well is not begun again for a reading dated ahead', () => {
    const begun = finishHistory(
      beginHistory(REACH, NOW - 3 * DAY_MS, MARGIN),
      instantFromMs(NOW - 2 * DAY_MS),
    );
    const reads = [
      { from: day('2026-04-01'), to: day('2026-05-01'), readAt: instantFromMs(NOW + 50 * DAY_MS) },
    ];
    const healed = withoutTimesAhead({ ...begun, reads }, REACH, NOW, MARGIN);
    expect(healed).toEqual({ ...begun, reads: [{ ...reads[0], readAt: begun.history.startedAt }] });
  });
});
