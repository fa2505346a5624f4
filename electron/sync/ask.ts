import type { Waiting } from '#shared/bridge/app.ts';
import type { UtcInstant } from '#shared/dates.ts';
import type { Page } from '#shared/wire/page.ts';
import type { DataQuery, FetchPage, PageAnswer } from '../api/client.ts';
import { type Clock, sleep } from '../api/clock.ts';
import { ApiError } from '../api/failure.ts';
import type { Limiter } from '../api/limiter.ts';
import { backOffMs, type RetryPolicy } from '../api/retry.ts';
import type { ServerClock } from './server-clock.ts';

export type Answer = { readonly page: Page; readonly serverDate: UtcInstant };

/** Asks for one page: through the limiter, again after a failure that may pass. Throws ApiError, or the signal's reason. */
export type Ask = (query: DataQuery) => Promise<Answer>;

export type AskOptions = {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetchPage: FetchPage;
  readonly limiter: Limiter;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onWaiting: (waiting: Waiting | null) => void;
  /** After every request: how long it took from sending to its last byte. */
  readonly onRequest: (tookMs: number) => void;
  /** After every back-off: how long it was. */
  readonly onBackOff: (waitedMs: number) => void;
};

export function createAsk(options: AskOptions): Ask {
  const { baseUrl, key, fetchPage, limiter, retry, clock, serverClock, random, signal } = options;

  async function tryOnce(query: DataQuery): Promise<PageAnswer> {
    const lease = await limiter.acquire(signal, options.onWaiting);
    const sentAt = clock.monotonicMs();
    let isAnswered = false;
    try {
      const answer = await fetchPage({ baseUrl, key, query, signal });
      isAnswered = answer.ok || answer.failure.status !== null;
      return answer;
    } finally {
      lease.release(isAnswered);
      options.onRequest(clock.monotonicMs() - sentAt);
    }
  }

  return async (query) => {
    for (let tried = 1; ; tried += 1) {
      const answer = await tryOnce(query);
      signal.throwIfAborted();
      const heard = answer.ok ? answer.serverDate : answer.failure.serverDate;
      if (heard !== null) serverClock.observe(heard);
      if (answer.ok) {
        const serverDate = heard ?? serverClock.now();
        if (serverDate !== null) return { page: answer.page, serverDate };
        const words = 'The answer carries no Date.';
        throw new ApiError({ kind: 'bad-answer', status: 200, words, retryAfterMs: null, serverDate });
      }
      const waitMs = backOffMs(retry, answer.failure, tried, random());
      if (waitMs === null) throw new ApiError(answer.failure);
      options.onWaiting({ reason: 'back-off', untilMs: Math.round(clock.wallMs() + waitMs) });
      const backOffFrom = clock.monotonicMs();
      try {
        await sleep(clock, waitMs, signal);
      } finally {
        options.onBackOff(clock.monotonicMs() - backOffFrom);
        options.onWaiting(null);
      }
    }
  };
}
