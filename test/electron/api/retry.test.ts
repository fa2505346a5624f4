import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiFailure, type ApiFailureKind, backOffMs, type RetryPolicy } from '#electron/api/failure.ts';

const POLICY: RetryPolicy = { baseMs: 1_000, capMs: 20_000, tries: 6 };
const failure = (kind: ApiFailureKind, retryAfterMs: number | null = null): ApiFailure => ({
  kind,
  status: null,
  words: null,
  detail: null,
  retryAfterMs,
  serverDate: null,
});

describe('rule 1 and 14: back-off', () => {
  it('doubles its ceiling, jitters below it and stays under the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (tried, random) => {
          const ms = backOffMs(POLICY, failure('server-error'), tried, random);
          expect(ms).not.toBeNull();
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(Math.min(20_000, 1_000 * 2 ** (tried - 1)));
        },
      ),
    );
    expect([1, 2, 3].map((tried) => backOffMs(POLICY, failure('unreachable'), tried, 0.5))).toEqual([
      500, 1_000, 2_000,
    ]);
  });

  it('never waits less than the server asked, even above the cap', () => {
    expect(backOffMs(POLICY, failure('rate-limited', 300_000), 1, 0)).toBe(300_000);
    expect(backOffMs(POLICY, failure('server-error', 7_000), 1, 0.999)).toBeGreaterThanOrEqual(7_000);
  });

  it('comes back after what the server asked at a moment of its own: not all at the same second', () => {
    const waited = (random: number, tried = 1) =>
      backOffMs(POLICY, failure('rate-limited', 300_000), tried, random) ?? 0;
    expect(waited(0.5)).toBe(300_500);
    expect(waited(0.9)).toBe(300_900);
    // Spread over the base at most, however often it was tried.
    for (const tried of [1, 2, 5]) {
      expect(waited(0.25, tried)).toBeGreaterThan(300_000);
      expect(waited(0.999, tried)).toBeLessThanOrEqual(301_000);
    }
  });

  it('gives up after so many tries, and at once where trying again is no use', () => {
    expect(backOffMs(POLICY, failure('rate-limited'), 6, 0.5)).toBeNull();
    for (const kind of ['unauthorized', 'forbidden', 'bad-request', 'aborted'] as const) {
      expect(backOffMs(POLICY, failure(kind), 1, 0.5)).toBeNull();
    }
    for (const kind of ['rate-limited', 'server-error', 'unreachable', 'timed-out', 'bad-answer'] as const) {
      expect(backOffMs(POLICY, failure(kind), 1, 0.5)).not.toBeNull();
    }
  });
});
