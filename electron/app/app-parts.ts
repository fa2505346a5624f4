import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_SYNC_PERIOD_MINUTES } from '#shared/contract/app.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import type { KnownAccount } from '../accounts/account-book.ts';
import { createFetchPage, DEFAULT_CLIENT_OPTIONS, type Fetch } from '../api/client.ts';
import { systemClock } from '../api/clock.ts';
import { checkKey } from '../api/key-check.ts';
import { createLimiters, type Limiters } from '../api/limiter.ts';
import { fileLimiterStorage, inMemoryLimiterStorage } from '../api/limiter-memory.ts';
import { SERVICE_LIMITS } from '../api/slots.ts';
import { startDemoService } from '../demo/demo-account.ts';
import { createSyncEngine } from '../sync/engine.ts';
import { boundOfToday, createServerClock } from '../sync/plan/server-clock.ts';
import { idleStatus } from '../sync/status/status.ts';
import type { AppParts } from './app.ts';

/** Something happens at the demo company every 20 seconds, and its service is our own: it is asked as often. */
const DEMO_PERIOD_MS = 20 * 1000;
/** Limit of a key check, while somebody waits in front of it. */
const KEY_CHECK_WITHIN_MS = 75_000;

function periodMs({ kind, syncEveryMinutes }: KnownAccount): number {
  return kind === 'demo' && syncEveryMinutes === DEFAULT_SYNC_PERIOD_MINUTES
    ? DEMO_PERIOD_MS
    : syncEveryMinutes * MINUTE_MS;
}

/** Free bytes of the disk that a folder is on; null where the system does not say. */
async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The day's limit in the same proportion to the minute's as the service has it. */
export const limitsAtPace = (perMinute: number): typeof SERVICE_LIMITS => ({
  perMinute,
  perDay: Math.round((SERVICE_LIMITS.perDay / SERVICE_LIMITS.perMinute) * perMinute),
});

type AppPartsOptions = {
  readonly profileDirectory: string;
  readonly fetch: Fetch;
  /** Another pace than the service's 5 a minute, for a service of one's own; null: the service's. */
  readonly requestsPerMinute: number | null;
  /** Another demo company than the usual one. Absent: that one. */
  readonly demoSeed?: number | null;
};

/** The real parts of the app: sync, limiter with its memory on disk, key check, demo company. */
export function createAppParts(options: AppPartsOptions): AppParts {
  const { profileDirectory, fetch, requestsPerMinute, demoSeed = null } = options;
  const clock = systemClock;
  const limiters = createLimiters({
    limits: requestsPerMinute === null ? SERVICE_LIMITS : limitsAtPace(requestsPerMinute),
    clock,
    storage: fileLimiterStorage(join(profileDirectory, 'limits')),
  });
  let demoLimiters: Limiters | null = null;
  const fetchPage = createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, fetch });

  return {
    idleStatus,
    periodMs,
    createEngine: (options) => {
      const { account } = options;
      const isDemo = account.kind === 'demo';
      return createSyncEngine({
        ...options,
        fetch,
        limiters: isDemo && demoLimiters !== null ? demoLimiters : limiters,
        clock,
        periodMs: periodMs(account),
        freeBytes: () => freeBytesOf(profileDirectory),
      });
    },
    checkKey: async ({ baseUrl, plan, key }) => {
      const signal = AbortSignal.timeout(KEY_CHECK_WITHIN_MS);
      try {
        const serverClock = createServerClock(clock);
        return await checkKey({
          baseUrl,
          plan,
          key,
          fetchPage,
          limiters,
          clock,
          signal,
          isBelieved: (query, meta, date) =>
            serverClock.observeServerTime(date, boundOfToday(query, meta)) === 'believed',
        });
      } catch (error) {
        // The limiter gave no slot in time: the requests of this key are used up for the moment.
        if (signal.aborted) return { kind: 'rejected', reason: 'rate-limited', words: null };
        throw error;
      }
    },
    startDemo: async (known) => {
      const beganAtMs = known ?? Math.round(clock.wallMs());
      const demo = await startDemoService({
        beganAt: beganAtMs,
        ...(demoSeed === null ? {} : { seed: demoSeed }),
      });
      // Its key is new at every start: there is nothing to remember across a restart.
      demoLimiters = createLimiters({ limits: demo.limits, clock, storage: inMemoryLimiterStorage() });
      return {
        beganAtMs,
        baseUrl: demo.baseUrl,
        plan: demo.plan,
        key: demo.key,
        currencies: demo.currencies,
        stop: demo.close,
        files: demo.files,
      };
    },
  };
}
