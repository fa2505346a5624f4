import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlindMonth, isRereadDue, lastReadOf, type ReadRange } from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  instantFromMs,
  type LocalDateTime,
  localFromMs,
  MINUTE_MS,
  type Month,
  type UtcInstant,
} from '#shared/domain/dates.ts';

const START = Date.parse('2026-05-01T00:00:00.000Z');
const at = (day: number): LocalDateTime => localFromMs(START + day * DAY_MS);
const readAt = (minute: number): UtcInstant => instantFromMs(START + minute * MINUTE_MS);

/** Days 0 to 29, each with the minute at which it was last read, or never. */
const days = fc.array(fc.option(fc.integer({ min: 0, max: 50_000 }), { freq: 8 }), {
  minLength: 30,
  maxLength: 30,
});

/** Readings of those days as a checkpoint holds them: sorted, not overlapping, joined where they were read at once. */
function readsOf(minutes: readonly (number | null)[], joins: boolean): ReadRange[] {
  const reads: ReadRange[] = [];
  for (const [day, minute] of minutes.entries()) {
    if (minute === null) continue;
    const last = reads.at(-1);
    if (joins && last?.to === at(day) && last.readAt === readAt(minute)) {
      reads[reads.length - 1] = { ...last, to: at(day + 1) };
    } else {
      reads.push({ from: at(day), to: at(day + 1), readAt: readAt(minute) });
    }
  }
  return reads;
}

describe('when a range was last read whole', () => {
  it('is when the part of it was read that was read longest ago; never where a part was never read', () => {
    fc.assert(
      fc.property(
        days,
        fc.boolean(),
        fc.nat(28),
        fc.integer({ min: 1, max: 29 }),
        (minutes, joins, first, length) => {
          const end = Math.min(30, first + length);
          const within = minutes.slice(first, end);
          const known = within.flatMap((minute) => minute ?? []);
          const expected = known.length === within.length ? readAt(Math.min(...known)) : null;
          expect(lastReadOf(readsOf(minutes, joins), { from: at(first), to: at(end) })).toBe(expected);
        },
      ),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('says by its oldest part whether it is due again', () => {
    const reads = [
      { from: at(0), to: at(10), readAt: readAt(0) },
      { from: at(10), to: at(20), readAt: readAt(40 * 24 * 60) },
    ];
    const nowMs = START + 41 * DAY_MS;
    expect(isRereadDue(lastReadOf(reads, { from: at(0), to: at(20) }), nowMs)).toBe(true);
    expect(isRereadDue(lastReadOf(reads, { from: at(10), to: at(20) }), nowMs)).toBe(false);
    expect(isRereadDue(lastReadOf(reads, { from: at(10), to: at(21) }), nowMs)).toBe(true);
  });

  it('is due after 30 days, and blind 120 days after its first instant', () => {
    const read = readAt(0);
    expect(isRereadDue(read, START + 30 * DAY_MS)).toBe(false);
    expect(isRereadDue(read, START + 30 * DAY_MS + 1)).toBe(true);
    const month = '2026-05' as Month;
    expect(isBlindMonth(month, START + 120 * DAY_MS)).toBe(false);
    expect(isBlindMonth(month, START + 120 * DAY_MS + 1)).toBe(true);
  });
});
