import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMemory, writeMemory } from '#electron/api/limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  heldSlots,
  type Limits,
  NO_SLOTS,
  nextSlot,
  paceSeconds,
  type Slots,
  takeSlot,
} from '#electron/api/slots.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts';

/** What one request of a schedule does: how long the caller idles before it, how long the answer takes, when it counts. */
const stepArbitrary = fc.record({
  idleMs: fc.oneof(
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 2 * MINUTE_MS }),
    fc.integer({ min: 0, max: 12 * HOUR_MS }),
  ),
  answerMs: fc.integer({ min: 0, max: 90_000 }),
  /** Where between sending and answer the server counted the request. */
  countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Killed and started again after sending (`in-flight`) or after the answer, its own axis beginning anew. */
  restart: fc.constantFrom('no', 'no', 'no', 'in-flight', 'after'),
  /** Requests sent at once before any is answered. */
  burst: fc.integer({ min: 1, max: 4 }),
});

/** Greatest number of events in any half-open span of the given length. */
function mostInSlidingSpan(times: readonly number[], spanMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let start = 0;
  for (let end = 0; end < sorted.length; end += 1) {
    while ((sorted[end] ?? 0) - (sorted[start] ?? 0) >= spanMs) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

function mostInFixedSpan(times: readonly number[], spanMs: number, phaseMs: number): number {
  const counts = new Map<number, number>();
  for (const time of times) {
    const span = Math.floor((time + phaseMs) / spanMs);
    counts.set(span, (counts.get(span) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

describe('rule 1: the limiter', () => {
  it('never exceeds either limit on any schedule, in sliding or fixed windows, restarts included', () => {
    const limits: Limits = { perMinute: 3, perDay: 11 };
    fc.assert(
      fc.property(
        fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 0, max: DAY_MS }),
        (steps, phaseMs) => {
          let slots: Slots = NO_SLOTS;
          let now = 1_000;
          const counted: number[] = [];
          for (const step of steps) {
            now += step.idleMs;
            const sent: number[] = [];
            for (let i = 0; i < step.burst; i += 1) {
              for (;;) {
                slots = ageSlots(slots, now);
                const next = nextSlot(slots, limits, now);
                if (next.kind === 'free') break;
                // Everything in flight: the answers must come first.
                if (next.at === null) {
                  now += step.answerMs;
                  for (const at of sent.splice(0)) {
                    counted.push(at + (now - at) * step.countedAt);
                    slots = answerSlot(slots, now);
                  }
                } else {
                  expect(next.at).toBeGreaterThan(now);
                  now = next.at;
                }
              }
              slots = takeSlot(slots);
              sent.push(now);
            }
            const restart = () => {
              const offset = 1_700_000_000_000;
              slots = readMemory(writeMemory(slots, offset), offset, now, limits.perMinute);
            };
            now += step.answerMs;
            for (const at of sent) counted.push(at + (now - at) * step.countedAt);
            if (step.restart === 'in-flight') restart();
            else for (const _ of sent) slots = answerSlot(slots, now);
            if (step.restart === 'after') restart();
          }
          expect(mostInSlidingSpan(counted, MINUTE_MS)).toBeLessThanOrEqual(limits.perMinute);
          expect(mostInSlidingSpan(counted, DAY_MS)).toBeLessThanOrEqual(limits.perDay);
          expect(mostInFixedSpan(counted, MINUTE_MS, phaseMs)).toBeLessThanOrEqual(limits.perMinute);
          expect(mostInFixedSpan(counted, DAY_MS, phaseMs)).toBeLessThanOrEqual(limits.perDay);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('frees a slot exactly a minute after the answer, not after the sending', () => {
    const limits: Limits = { perMinute: 1, perDay: 100 };
    const slots = answerSlot(takeSlot(NO_SLOTS), 20_000);
    expect(nextSlot(slots, limits, 79_999)).toEqual({ kind: 'held', limit: 'minute-limit', at: 80_000 });
    expect(nextSlot(slots, limits, 80_000)).toEqual({ kind: 'free' });
    expect(nextSlot(takeSlot(NO_SLOTS), limits, 0)).toEqual({
      kind: 'held',
      limit: 'minute-limit',
      at: null,
    });
  });

  it('names the limit that keeps one waiting longest', () => {
    let slots: Slots = NO_SLOTS;
    for (const at of [0, 1, 2]) slots = answerSlot(takeSlot(slots), at);
    expect(nextSlot(slots, { perMinute: 3, perDay: 3 }, 10)).toMatchObject({
      limit: 'day-limit',
      at: DAY_MS,
    });
    expect(nextSlot(slots, { perMinute: 3, perDay: 4 }, 10)).toMatchObject({
      limit: 'minute-limit',
      at: MINUTE_MS,
    });
  });

  it('keeps the day in small memory and counts all of it', () => {
    let slots: Slots = NO_SLOTS;
    let now = 0;
    for (let i = 0; i < 7_000; i += 1) {
      now += 12_000;
      slots = answerSlot(takeSlot(ageSlots(slots, now)), now);
    }
    expect(heldSlots(slots, now).day).toBe(7_000);
    expect(slots.older.length).toBeLessThanOrEqual(1_441);
    expect(ageSlots(slots, now + DAY_MS + MINUTE_MS).older).toEqual([]);
  });

  it('counts a memory from the future as now, what was in flight as answered now, and an unreadable one as full', () => {
    const offset = 1_000_000;
    const future = answerSlot(takeSlot(takeSlot(NO_SLOTS)), 500_000);
    const back = readMemory(writeMemory(future, offset), offset, 100, 5);
    expect(back).toEqual({ inFlight: 0, answered: [100, 100], older: [] });
    for (const text of ['', '{"version":1', '{"version":2}', 'null']) {
      expect(heldSlots(readMemory(text, offset, 100, 5), 100).minute).toBe(5);
    }
    expect(readMemory(null, offset, 100, 5)).toEqual(NO_SLOTS);
  });

  it('tells how long so many requests take', () => {
    const limits: Limits = { perMinute: 5, perDay: 7_200 };
    expect(paceSeconds(NO_SLOTS, limits, 5, 0)).toBe(0);
    expect(paceSeconds(NO_SLOTS, limits, 6, 0)).toBe(60);
    expect(paceSeconds(NO_SLOTS, limits, 105, 0)).toBe(20 * 60);
    expect(paceSeconds(NO_SLOTS, limits, 7_300, 0)).toBeGreaterThan(24 * 3_600);
  });
});
