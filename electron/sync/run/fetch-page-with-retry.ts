import type { DataQuery, PageAnswer } from '#electron/api/client.ts';
import { sleep } from '#electron/api/clock.ts';
import { ApiError, backOffMs, outageOf } from '#electron/api/failure.ts';
import type { Limiter } from '#electron/api/limiter.ts';
import type { Page } from '#shared/contract/page.ts';
import { instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { boundOfToday, CLOCK_TOLERANCE_MS } from '../plan/server-clock.ts';
import { SyncRefusal } from '../status/status.ts';
import type { EngineContext } from './engine-context.ts';
import type { RunJob } from './run-job.ts';

/** A page, and the server's time at it as it is believed (rule 15). */
export type Answer = { readonly page: Page; readonly serverDate: UtcInstant };

/**
 * Fetches a page, again after passing failures and doubted Dates. Throws ApiError, SyncRefusal `unclear-time` where no
 * Date can be believed, or the signal's reason.
 */
export type FetchPageWithRetry = (query: DataQuery) => Promise<Answer>;

/** How often a page is asked for again while nothing agrees with its Date. */
const MAX_MORE_WITNESSES = 5;

type FetchGoodPage = (query: DataQuery) => Promise<Extract<PageAnswer, { ok: true }>>;

/** Asks through the limiter, until an answer is good or its failure will not pass. */
function createFetchGoodPage(
  engine: EngineContext,
  { key, signal, journal }: RunJob,
  limiter: Limiter,
): FetchGoodPage {
  const { clock, reporter } = engine;

  async function fetchOnce(query: DataQuery): Promise<PageAnswer> {
    const lease = await limiter.acquire(signal, reporter.waiting);
    const sentAt = clock.monotonicMs();
    let isAnswered = false;
    try {
      const { baseUrl } = engine.account;
      const answer = await engine.requestPage({ baseUrl, key, query, signal });
      isAnswered = answer.ok || answer.failure.status !== null;
      return answer;
    } finally {
      lease.release(isAnswered);
      engine.traffic.countRequest(clock.monotonicMs() - sentAt);
      journal.add({ requests: 1 });
    }
  }

  async function backOff(waitMs: number): Promise<void> {
    const startedAt = clock.monotonicMs();
    reporter.waiting({ reason: 'back-off', untilMs: Math.round(clock.wallMs() + waitMs) });
    try {
      await sleep(clock, waitMs, signal);
    } finally {
      journal.add({ retries: 1, backOffMs: clock.monotonicMs() - startedAt });
      reporter.waiting(null);
    }
  }

  return async (query) => {
    for (let tried = 1; ; tried += 1) {
      reporter.trying(tried - 1);
      const answer = await fetchOnce(query);
      signal.throwIfAborted();
      const outage = answer.ok ? null : outageOf(answer.failure);
      if (outage === null) reporter.answered();
      else reporter.tryFailed(outage, tried, engine.retry.tries);
      // The Date of a refusal or an error page counts for nothing: a proxy with a clock of its own may have written it.
      if (answer.ok) return answer;
      const waitMs = backOffMs(engine.retry, answer.failure, tried, engine.random());
      if (waitMs === null) throw new ApiError(answer.failure);
      await backOff(waitMs);
    }
  };
}

export function createFetchPageWithRetry(
  engine: EngineContext,
  job: RunJob,
  limiter: Limiter,
): FetchPageWithRetry {
  const { clock, serverClock } = engine;
  const fetchGoodPage = createFetchGoodPage(engine, job, limiter);
  return async (query) => {
    /** The first Date that was not believed at once, and when its answer came. */
    let doubted: { readonly date: UtcInstant; readonly at: number } | null = null;
    for (let more = 0; ; more += 1) {
      const { page, serverDate } = await fetchGoodPage(query);
      const verdict = serverClock.observeServerTime(serverDate, boundOfToday(query, page.meta));
      const at = clock.monotonicMs();
      if (verdict !== 'believed' && serverDate !== null) doubted ??= { date: serverDate, at };
      if (verdict === 'doubted' && more < MAX_MORE_WITNESSES) continue;
      const now = serverClock.now();
      // They carry no Date, or none that agrees with the next one and with the day that the answers speak of.
      if (now === null) throw new SyncRefusal('unclear-time');
      if (doubted !== null) {
        const differsByMs = instantToMs(now) - (at - doubted.at) - instantToMs(doubted.date);
        if (Math.abs(differsByMs) > CLOCK_TOLERANCE_MS)
          await job.journal.writeClock('doubted', doubted.date, now);
      }
      return { page, serverDate: verdict === 'believed' && serverDate !== null ? serverDate : now };
    }
  };
}
