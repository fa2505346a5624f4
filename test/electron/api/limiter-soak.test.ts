import { describe, expect, it } from 'vitest';
import { Stream } from '#electron/demo/world/random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createLimiterWorld, type Fate } from './limiter-world.ts';

/** Days of simulated time at full pace, with hundreds of restarts and jumps of the clock. CUADRA_SOAK=1: the long form. */
const IS_LONG = process.env.CUADRA_SOAK === '1';

function drawFate(stream: Stream): Fate {
  return {
    latencyMs: stream.chance(0.9) ? stream.integer(50, 2_500) : stream.integer(50, MINUTE_MS),
    end: stream.chance(0.97) ? 'answered' : 'given-up',
    countedAt: stream.pick([0, 1, stream.next()]),
    patienceMs: stream.chance(0.02) ? stream.integer(0, MINUTE_MS) : null,
  };
}

async function soak(
  seed: number,
  limits: { readonly perMinute: number; readonly perDay: number },
  days: number,
  accidentsADay: number,
) {
  const stream = new Stream(seed);
  const world = createLimiterWorld(limits, { writeMs: () => stream.integer(0, 20) });
  const stepMs = 5_000;
  let restarts = 0;
  let jumps = 0;
  let largestMemory = 0;
  for (let now = 0; now < days * DAY_MS; now += stepMs) {
    // Somebody always waits: this is the full pace.
    while (world.waiting() < 3) world.request(drawFate(stream));
    await world.advance(stepMs);
    if (now % (10 * MINUTE_MS) === 0) world.expectNobodyStarves(1_000);
    largestMemory = Math.max(largestMemory, world.disk()?.length ?? 0);
    if (stream.chance((accidentsADay * stepMs) / DAY_MS)) {
      if (stream.chance(0.6)) {
        world.restart();
        restarts += 1;
      } else {
        world.time.jumpWall(stream.integer(-DAY_MS, DAY_MS));
        jumps += 1;
      }
    }
  }
  world.expectWithinLimits();
  return { requests: world.requests(), restarts, jumps, largestMemory, world };
}

describe('rule 1: a soak of the limiter', () => {
  const days = IS_LONG ? 10 : 1;

  it('keeps the service’s limits at full pace for days, with hundreds of restarts and jumps', {
    timeout: 1_200_000,
  }, async () => {
    const { requests, restarts, jumps, largestMemory, world } = await soak(
      1,
      { perMinute: 5, perDay: 7_200 },
      days,
      400,
    );
    expect(restarts + jumps).toBeGreaterThan(300 * days);
    // 5 a minute less what answers and restarts take.
    expect(requests).toBeGreaterThan(5_000 * days);
    expect(requests).toBeLessThanOrEqual(7_200 * days + 5);
    // 1,441 groups at the most, of some 60 characters.
    expect(largestMemory).toBeLessThan(150_000);
    const { byHour, lastDay } = world.limiter().usage();
    expect(byHour).toHaveLength(24);
    expect(lastDay).toBeLessThanOrEqual(7_200);
  });

  it('keeps the day’s limit where it binds, and starts again when it may', {
    timeout: 1_200_000,
  }, async () => {
    const twoDays = 2 * days;
    const { requests } = await soak(2, { perMinute: 4, perDay: 1_000 }, twoDays, 60);
    expect(requests).toBeGreaterThan(1_000 * (twoDays - 1));
    expect(requests).toBeLessThanOrEqual(1_000 * (twoDays + 1));
  });

  it('shows a day by the hour', async () => {
    const world = createLimiterWorld({ perMinute: 5, perDay: 7_200 });
    const quick: Fate = { latencyMs: 100, end: 'answered', countedAt: 1, patienceMs: null };
    // The clock shows noon: an hour has just begun.
    for (let hour = 0; hour < 30; hour += 1) {
      for (let i = 0; i <= hour % 4; i += 1) world.request(quick);
      await world.advance(hour === 29 ? 10 * MINUTE_MS : HOUR_MS);
      if (hour === 12) world.restart();
    }
    const { byHour, lastDay } = world.limiter().usage();
    expect(byHour).toEqual(Array.from({ length: 24 }, (_, place) => ((place + 6) % 4) + 1));
    expect(lastDay).toBe(byHour.reduce((sum, count) => sum + count, 0));
  });
});
