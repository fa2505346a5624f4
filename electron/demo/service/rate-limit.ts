import { DAY_MS, MINUTE_MS } from '#shared/domain/dates.ts';

/** The two limits of a key (spec 8), counted over the last minute and the last 24 hours. */

export type RateLimits = { readonly perMinute: number; readonly perDay: number };

export type RateDecision =
  | { readonly ok: true }
  /** Milliseconds until a request would pass. */
  | { readonly ok: false; readonly retryAfterMs: number; readonly limit: 'minute' | 'day' };

/** Remembers the accepted requests of each key. Refused ones do not count. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #accepted = new Map<string, number[]>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Counts a request of a key at `now` (milliseconds of a clock that runs, even where the world's stands still). */
  admit(key: string, now: number): RateDecision {
    const times = (this.#accepted.get(key) ?? []).filter((time) => time > now - DAY_MS);
    this.#accepted.set(key, times);
    const lastMinute = times.filter((time) => time > now - MINUTE_MS);
    const [firstOfMinute] = lastMinute;
    const [firstOfDay] = times;
    if (times.length >= this.#limits.perDay && firstOfDay !== undefined) {
      return { ok: false, retryAfterMs: firstOfDay + DAY_MS - now, limit: 'day' };
    }
    if (lastMinute.length >= this.#limits.perMinute && firstOfMinute !== undefined) {
      return { ok: false, retryAfterMs: firstOfMinute + MINUTE_MS - now, limit: 'minute' };
    }
    times.push(now);
    return { ok: true };
  }
}
