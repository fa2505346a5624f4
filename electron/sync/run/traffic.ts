import type { Limiters } from '#electron/api/limiter.ts';

const LATEST_WEIGHT = 0.2;

/** The requests of one account in this process: the gate they pass, how many there were, how long they take. */
export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic(limiters: Limiters, baseUrl: string, firstKey: string | null) {
  let limiter = firstKey === null ? null : limiters.of(baseUrl, firstKey);
  let requestsMade = 0;
  /** Running mean of what a request takes, without the wait for its slot. */
  let requestMs: number | null = null;
  return {
    /** The limiter of a key at the account's address; from now on `usage` and `secondsLeft` speak of it. */
    limiterOf: (key: string) => {
      limiter = limiters.of(baseUrl, key);
      return limiter;
    },
    /** Counts a request that took so long from sending to its last byte, tries that failed included. */
    countRequest: (tookMs: number): void => {
      requestsMade += 1;
      requestMs = requestMs === null ? tookMs : requestMs * (1 - LATEST_WEIGHT) + tookMs * LATEST_WEIGHT;
    },
    requestsMade: () => requestsMade,
    /** The usage of the latest key; null before there was one. */
    usage: () => limiter?.usage() ?? null,
    /** At the pace of the limiter or of the server's answers so far, whichever is slower. */
    secondsLeft: (pages: number): number | null => {
      if (limiter === null) return null;
      return Math.ceil(Math.max(limiter.paceSeconds(pages), (pages * (requestMs ?? 0)) / 1000));
    },
  };
}

/** Counts the requests that one kind of work may spend in a run. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(requests: number) {
  let left = requests;
  return {
    allows: (wanted: number) => wanted <= left,
    spend: (spent: number): void => {
      left -= spent;
    },
    isSpent: () => left <= 0,
  };
}
