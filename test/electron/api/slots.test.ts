import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMemory, writeMemory } from '#electron/api/limiter-memory.ts';
import {
  ageSlots,
  answerSlot,
  countByHour,
  countDay,
  GROUP_MS,
  giveSlotBack,
  type Limits,
  NO_SLOTS,
  nextSlot,
  paceSeconds,
  type Slots,
  takeSlot,
  UNANSWERED_MS,
  usedSlots,
} from '#electron/api/slots.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';

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
    expect(usedSlots(slots, now).day).toBe(7_000);
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
      expect(usedSlots(readMemory(unreadable, 100, WALL, 5), 100).minute).toBe(5);
    }
    expect(readMemory(null, 100, WALL, 5)).toEqual(NO_SLOTS);
    // No memory, whoever wrote it, keeps one from asking for more than its span.
    const absurd = text.replaceAll('500000', '9e99');
    expect(usedSlots(readMemory(absurd, 600_000, WALL, 5), 600_000 + DAY_MS + UNANSWERED_MS).day).toBe(0);
  });

  it('takes a memory of the wall clock alone as of now', () => {
    const text = JSON.stringify({
      version: 1,
      inFlight: 1,
      answered: [WALL - 5],
      older: [[WALL - DAY_MS, 40]],
    });
    const slots = readMemory(text, 1_000, WALL, 5);
    expect(usedSlots(slots, 1_000)).toEqual({ minute: 2, day: 42 });
    expect(usedSlots(slots, 1_000 + DAY_MS - 1).day).toBe(42);
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
    // A day's requests and one more; two days' requests, and one more.
    const day = 24 * 3_600;
    expect(
      [7_200, 7_201, 14_400, 14_401].map((requests) => paceSeconds(NO_SLOTS, limits, requests, 0)),
    ).toEqual([...[1_439 * 60, day + 12, 2 * day, 2 * day + 12]]);
    // What was asked in this minute and on this day is gone from both; the day's comes back with its oldest answer.
    let slots: Slots = NO_SLOTS;
    for (const at of [0, 1, 2]) slots = answered(slots, at);
    expect([0, 2, 3, 7, 8].map((requests) => paceSeconds(slots, limits, requests, 10))).toEqual([
      ...[0, 0, 60, 60, 120],
    ]);
    expect(paceSeconds(ageSlots(slots, HOUR_MS), { perMinute: 5, perDay: 3 }, 1, HOUR_MS)).toBeCloseTo(
      day - 3_600 + 12,
      1,
    );
    expect(paceSeconds(ageSlots(slots, MINUTE_MS), limits, 5, HOUR_MS)).toBe(0);
  });

  it('waits for a day’s slot until the answers of the day are old enough, those kept in groups too', () => {
    let slots: Slots = NO_SLOTS;
    for (const at of [0, 1, 595_000]) slots = answered(ageSlots(slots, at), at);
    slots = ageSlots(slots, 600_000);
    expect(slots.older).toEqual([[0, 1, 2, WALL + 1]]);
    const heldUntil = (perDay: number) => nextSlot(slots, { perMinute: 5, perDay }, 600_000);
    const until = (at: number) => ({ kind: 'held', limit: 'day-limit', at: at + DAY_MS });
    expect([4, 3, 2, 1].map(heldUntil)).toEqual([{ kind: 'free' }, until(1), until(1), until(595_000)]);
    // Each of a group is counted, as long as a day by the clock on the wall has not passed.
    expect([0, 1, 2].map((off) => countDay(slots, WALL + DAY_MS + off))).toEqual([3, 1, 1]);
    expect(countByHour(slots, WALL + HOUR_MS).slice(-2)).toEqual([3, 0]);
  });
});

describe('slots against a list of every request there was', () => {
  type Request = { readonly takenAt: number; at: number | null };
  const held = (requests: readonly Request[], spanMs: number, now: number) =>
    requests.filter(({ at }) => at === null || now - at < spanMs).length;
  const wait = fc.oneof(
    fc.integer({ min: 0, max: 5_000 }),
    // Around the ages that decide.
    fc.constantFrom(
      1,
      MINUTE_MS - 1,
      MINUTE_MS,
      MINUTE_MS + 1,
      GROUP_MS - 1,
      GROUP_MS,
      DAY_MS - 1,
      DAY_MS,
      DAY_MS + 1,
    ),
    fc.integer({ min: 0, max: 3 * HOUR_MS }),
  );
  const step = fc.tuple(
    wait,
    fc.constantFrom('take', 'answer', 'give-up', 'give-back', 'age', 'restart'),
    fc.nat(),
  );

  it('hold exactly the requests of the last minute, and never fewer than those of the last day', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let slots: Slots = NO_SLOTS;
        let requests: Request[] = [];
        let now = 1_000_000;
        for (const [waited, act, pick] of steps) {
          now += waited;
          const open = requests.filter(({ at }) => at === null);
          const chosen = open[pick % Math.max(1, open.length)];
          if (act === 'take') {
            slots = takeSlot(slots, now, WALL);
            requests.push({ takenAt: now, at: null });
            now += 1;
          } else if (act === 'age') slots = ageSlots(slots, now);
          else if (act === 'restart') {
            // Another process of the same machine: what was in flight may be counted for a while yet.
            slots = readMemory(writeMemory(slots, now), now, WALL, 5);
            for (const one of open) one.at = Math.min(one.takenAt, now) + UNANSWERED_MS;
          } else if (chosen !== undefined && act === 'give-back') {
            slots = giveSlotBack(slots, chosen.takenAt);
            requests = requests.filter((one) => one !== chosen);
          } else if (chosen !== undefined) {
            const isAnswered = act === 'answer';
            slots = answerSlot(slots, chosen.takenAt, now, WALL, isAnswered);
            chosen.at = isAnswered ? now : Math.max(now, chosen.takenAt + UNANSWERED_MS);
          }
          const { minute, day } = usedSlots(slots, now);
          expect(minute).toBe(held(requests, MINUTE_MS, now));
          expect(day).toBeGreaterThanOrEqual(held(requests, DAY_MS, now));
          expect(day).toBeLessThanOrEqual(held(requests, DAY_MS + GROUP_MS, now));
          // One more is let through exactly while the minute has room, and held back until it has.
          const next = nextSlot(slots, { perMinute: 3, perDay: 1_000 }, now);
          const due = requests
            .flatMap(({ at }) => (at === null || now - at >= MINUTE_MS ? [] : [at]))
            .toSorted((a, b) => a - b)[held(requests, MINUTE_MS, now) - 3];
          if (held(requests, MINUTE_MS, now) < 3) expect(next).toEqual({ kind: 'free' });
          else
            expect(next).toEqual({
              kind: 'held',
              limit: 'minute-limit',
              at: due === undefined ? null : due + MINUTE_MS,
            });
        }
      }),
      { seed: 12_101, numRuns: randomCases(400) },
    );
  });

  it('count each request for a whole day, and none for longer than its group may be kept', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 4 * MINUTE_MS }), { minLength: 2, maxLength: 40 });
    const probe = fc.tuple(fc.nat(), fc.constantFrom(-1, 0, 1, GROUP_MS - 1, GROUP_MS), fc.boolean());
    fc.assert(
      fc.property(gaps, fc.array(probe, { minLength: 1, maxLength: 8 }), (between, probes) => {
        let slots: Slots = NO_SLOTS;
        let now = 0;
        const times = between.map((gap) => {
          now += gap;
          slots = answered(ageSlots(slots, now), now);
          return now;
        });
        const moments = probes
          .map(([pick, off, isAged]) => [(times[pick % times.length] ?? 0) + DAY_MS + off, isAged] as const)
          .toSorted(([a], [b]) => a - b);
        for (const [at, isAged] of moments) {
          if (isAged) slots = ageSlots(slots, at);
          const { day } = usedSlots(slots, at);
          expect(day).toBeGreaterThanOrEqual(times.filter((time) => at - time < DAY_MS).length);
          expect(day).toBeLessThanOrEqual(times.filter((time) => at - time < DAY_MS + GROUP_MS).length);
        }
      }),
      { seed: 12_102, numRuns: 1_000 },
    );
  });
});
