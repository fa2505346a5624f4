import { describe, expect, it } from 'vitest';
import { readMemory, writeMemory } from '#electron/api/limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  countByHour,
  countDay,
  heldSlots,
  type Limits,
  NO_SLOTS,
  nextSlot,
  paceSeconds,
  type Slots,
  takeSlot,
  UNANSWERED_MS,
} from '#electron/api/slots.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts';

const WALL = Date.UTC(2026, 4, 20, 12);
/** A request that was sent and answered. */
const answered = (slots: Slots, at: number, sentAt = at) =>
  answerSlot(takeSlot(slots, sentAt, WALL + sentAt), sentAt, at, WALL + at);

describe('rule 1: the limiter', () => {
  it('frees a slot exactly a minute after the answer, not after the sending', () => {
    const limits: Limits = { perMinute: 1, perDay: 100 };
    const slots = answered(NO_SLOTS, 20_000, 1_000);
    expect(nextSlot(slots, limits, 79_999)).toEqual({ kind: 'held', limit: 'minute-limit', at: 80_000 });
    expect(nextSlot(slots, limits, 80_000)).toEqual({ kind: 'free' });
    expect(nextSlot(takeSlot(NO_SLOTS, 0, WALL), limits, 0)).toEqual({
      kind: 'held',
      limit: 'minute-limit',
      at: null,
    });
  });

  it('names the limit that keeps one waiting longest', () => {
    let slots: Slots = NO_SLOTS;
    for (const at of [0, 1, 2]) slots = answered(slots, at);
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
      slots = answered(ageSlots(slots, now), now);
    }
    expect(heldSlots(slots, now).day).toBe(7_000);
    expect(slots.older.length).toBeLessThanOrEqual(289);
    expect(ageSlots(slots, now + DAY_MS + MINUTE_MS)).toEqual(NO_SLOTS);
  });

  it('comes back from its memory as it was, and is careful with what it cannot know', () => {
    const slots = takeSlot(answered(answered(NO_SLOTS, 50_000), 500_000), 490_000, WALL);
    const text = writeMemory(ageSlots(slots, 510_000), 510_000);
    expect(readMemory(text, 600_000, WALL, 5)).toEqual({
      inFlight: [],
      answered: [
        [500_000, WALL + 500_000],
        [490_000 + UNANSWERED_MS, WALL],
      ],
      older: [[50_000, 50_000, 1, WALL + 50_000]],
    });
    // The machine was started again: as if all had been written at that moment.
    expect(readMemory(text, 7_000, WALL, 5).answered.map(([at]) => at)).toEqual([
      -10_000,
      -20_000 + UNANSWERED_MS,
    ]);
    for (const unreadable of ['', '{"version":2', '{"version":3}', 'null']) {
      expect(heldSlots(readMemory(unreadable, 100, WALL, 5), 100).minute).toBe(5);
    }
    expect(readMemory(null, 100, WALL, 5)).toEqual(NO_SLOTS);
    // No memory, whoever wrote it, keeps one from asking for more than its span.
    const absurd = text.replaceAll('500000', '9e99');
    expect(heldSlots(readMemory(absurd, 600_000, WALL, 5), 600_000 + DAY_MS + UNANSWERED_MS).day).toBe(0);
  });

  it('takes a memory of the wall clock alone as of now', () => {
    const text = JSON.stringify({
      version: 1,
      inFlight: 1,
      answered: [WALL - 5],
      older: [[WALL - DAY_MS, 40]],
    });
    const slots = readMemory(text, 1_000, WALL, 5);
    expect(heldSlots(slots, 1_000)).toEqual({ minute: 2, day: 42 });
    expect(heldSlots(slots, 1_000 + DAY_MS - 1).day).toBe(42);
  });

  it('shows requests by the hour of the wall clock, whatever it was set to', () => {
    let slots: Slots = NO_SLOTS;
    for (const at of [0, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]) slots = answered(ageSlots(slots, at), at);
    slots = takeSlot(slots, 2 * HOUR_MS, WALL + 2 * HOUR_MS);
    expect(countByHour(slots, WALL + 2 * HOUR_MS).slice(-3)).toEqual([2, 1, 2]);
    expect(countDay(slots, WALL + 2 * HOUR_MS)).toBe(5);
    expect(countByHour(slots, WALL - HOUR_MS).at(-1)).toBe(5);
    expect(countByHour(slots, WALL + 3 * DAY_MS)).toEqual(new Array(24).fill(0));
    expect(countDay(slots, WALL + 3 * DAY_MS)).toBe(0);
  });

  it('tells how long so many requests take', () => {
    const limits: Limits = { perMinute: 5, perDay: 7_200 };
    expect(paceSeconds(NO_SLOTS, limits, 5, 0)).toBe(0);
    expect(paceSeconds(NO_SLOTS, limits, 6, 0)).toBe(60);
    expect(paceSeconds(NO_SLOTS, limits, 105, 0)).toBe(20 * 60);
    expect(paceSeconds(NO_SLOTS, limits, 7_300, 0)).toBeGreaterThan(24 * 3_600);
  });
});
