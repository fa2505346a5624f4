import type { DataQuery, FetchPage, PageAnswer } from '#electron/api/client.ts';
import { type Clock, sleep } from '#electron/api/clock.ts';
import { ApiError } from '#electron/api/failure.ts';
import type { Limiter } from '#electron/api/limiter.ts';
import { backOffMs, type RetryPolicy } from '#electron/api/retry.ts';
import type { Waiting } from '#shared/contract/app.ts';
import type { Page } from '#shared/contract/page.ts';
import { instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { boundOfToday, CLOCK_TOLERANCE_MS, type ServerClock } from '../plan/server-clock.ts';
import { SyncRefusal } from '../status/status.ts';

/** A page, and the server's time at it as it is believed (rule 15). */
export type Answer = { readonly page: Page; readonly serverDate: UtcInstant };

/**
 * Asks for one page: through the limiter, again after a failure that may pass and where its Date is doubted. Throws
 * ApiError, SyncRefusal `unclear-time` where no Date can be believed, or the signal's reason.
 */
export type FetchPageWithRetry = (query: DataQuery) => Promise<Answer>;

export type FetchPageWithRetryOptions = {
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
  /** An answer carried a Date that was not believed. */
  readonly onDisbelieved: (heard: UtcInstant, believed: UtcInstant) => Promise<void>;
};

/** So often is a page asked again whose Date nothing agrees with. */
const MAX_MORE_WITNESSES = 5;

export function createFetchPageWithRetry(options: FetchPageWithRetryOptions): FetchPageWithRetry {
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

  async function askWhole(query: DataQuery): Promise<Extract<PageAnswer, { ok: true }>> {
    for (let tried = 1; ; tried += 1) {
      const answer = await tryOnce(query);
      signal.throwIfAborted();
      // The Date of a refusal or an error page is not heard: a proxy with a clock of its own may have written it.
      if (answer.ok) return answer;
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
  }

  return async (query) => {
    /** The first Date that was not believed at once, and when it was heard. */
    let doubted: { readonly date: UtcInstant; readonly at: number } | null = null;
    for (let more = 0; ; more += 1) {
      const { page, serverDate } = await askWhole(query);
      const verdict = serverClock.observeServerTime(serverDate, boundOfToday(query, page.meta));
      const at = clock.monotonicMs();
      if (verdict !== 'believed' && serverDate !== null) doubted ??= { date: serverDate, at };
      if (verdict === 'doubted' && more < MAX_MORE_WITNESSES) continue;
      const now = serverClock.now();
      // They carry no Date, or none that agrees with the next one and with the day that the answers speak of.
      if (now === null) throw new SyncRefusal('unclear-time');
      if (doubted !== null) {
        const differsByMs = instantToMs(now) - (at - doubted.at) - instantToMs(doubted.date);
        if (Math.abs(differsByMs) > CLOCK_TOLERANCE_MS) await options.onDisbelieved(doubted.date, now);
      }
      return { page, serverDate: verdict === 'believed' && serverDate !== null ? serverDate : now };
    }
  };
}
