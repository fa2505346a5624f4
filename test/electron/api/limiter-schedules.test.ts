import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Limits } from '#electron/api/slots.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createLimiterWorld, type Fate, mostInSpan } from './limiter-world.ts';

/** Rule 1 on every schedule of requests: neither limit is ever exceeded, and nobody waits who need not. */

/** CUADRA_SOAK=1: the long form. */
const RUNS = process.env.CUADRA_SOAK === '1' ? 20_000 : 200;

const anyOf = (min: number, max: number) => fc.integer({ min, max });

const fateArbitrary: fc.Arbitrary<Fate> = fc.record({
  latencyMs: fc.oneof(anyOf(0, 3_000), anyOf(0, MINUTE_MS)),
  end: fc.constantFrom('answered', 'answered', 'answered', 'given-up'),
  countedAt: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  patienceMs: fc.option(anyOf(0, 2 * MINUTE_MS)),
});

/** What happens beside the requests. */
const accidentArbitrary = (machine: boolean) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'none' } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: 'restart' } as const) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), ms: anyOf(-DAY_MS, DAY_MS) }) },
    ...(machine
      ? [
          {
            weight: 1,
            arbitrary: fc.record({
              kind: fc.constant('machine' as const),
              offMs: anyOf(0, 2 * HOUR_MS),
              upMs: anyOf(0, 2 * MINUTE_MS),
            }),
          },
        ]
      : []),
  );

const stepsArbitrary = (machine: boolean) =>
  fc.array(
    fc.record({
      idleMs: fc.oneof(anyOf(0, 500), anyOf(0, 2 * MINUTE_MS), anyOf(0, 9 * HOUR_MS)),
      burst: fc.array(fateArbitrary, { maxLength: 4 }),
      accident: accidentArbitrary(machine),
    }),
    { minLength: 5, maxLength: 40 },
  );

const limitsArbitrary: fc.Arbitrary<Limits> = fc.constantFrom(
  { perMinute: 3, perDay: 11 },
  { perMinute: 1, perDay: 4 },
  { perMinute: 5, perDay: 7_200 },
);

describe('rule 1 on every schedule of requests', () => {
  it('keeps both limits, and lets nobody wait in vain, whatever the app and the wall clock do', {
    timeout: 1_200_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        limitsArbitrary,
        stepsArbitrary(false),
        anyOf(0, 40),
        async (limits, steps, writeMs) => {
          const world = createLimiterWorld(limits, { writeMs: () => writeMs });
          for (const { idleMs, burst, accident } of steps) {
            await world.advance(idleMs);
            world.expectNobodyStarves(1_000);
            if (accident.kind === 'restart') world.restart();
            else if (accident.kind === 'jump') world.time.jumpWall(accident.ms);
            for (const fate of burst) world.request(fate);
          }
          await world.advance(3 * MINUTE_MS);
          world.expectNobodyStarves(1_000);
          world.expectWithinLimits();
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keeps both limits when the machine is started again too, the wall clock set to anything', {
    timeout: 1_200_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(limitsArbitrary, stepsArbitrary(true), async (limits, steps) => {
        const world = createLimiterWorld(limits);
        for (const { idleMs, burst, accident } of steps) {
          await world.advance(idleMs);
          if (accident.kind === 'restart') world.restart();
          else if (accident.kind === 'jump') world.time.jumpWall(accident.ms);
          else if (accident.kind === 'machine') world.startMachineAgain(accident.offMs, accident.upMs);
          for (const fate of burst) world.request(fate);
        }
        await world.advance(DAY_MS + 3 * MINUTE_MS);
        world.expectWithinLimits();
      }),
      { numRuns: RUNS },
    );
  });

  it('counts fixed windows as well as sliding ones: every fixed window is a sliding one', () => {
    fc.assert(
      fc.property(fc.array(anyOf(0, 10 * MINUTE_MS)), anyOf(0, MINUTE_MS), (times, phaseMs) => {
        const fixed = new Map<number, number>();
        for (const at of times) {
          const window = Math.floor((at + phaseMs) / MINUTE_MS);
          fixed.set(window, (fixed.get(window) ?? 0) + 1);
        }
        expect(Math.max(0, ...fixed.values())).toBeLessThanOrEqual(mostInSpan(times, MINUTE_MS));
      }),
    );
  });
});
