import type { Limiter, Limiters } from '#electron/api/limiter.ts';
import type { RequestUsage } from '#shared/contract/app.ts';

/** The requests of one account in this process: the gate they pass, how many there were, how long they take. */
export type Traffic = {
  /** The limiter of a key at the account's address; from now on `usage` and `secondsLeft` speak of it. */
  readonly limiterOf: (key: string) => Limiter;
  /** Counts a request that took so long from sending to its last byte, tries that failed included. */
  readonly countRequest: (tookMs: number) => void;
  /** Requests counted so far. */
  readonly requestsMade: () => number;
  /** Of the latest key; null before there was one. */
  readonly usage: () => RequestUsage | null;
  /** At the pace of the limiter or of the server's answers so far, whichever is slower. */
  readonly secondsLeft: (pages: number) => number | null;
};

/** Weight of the latest request in the running mean. */
const LATEST_WEIGHT = 0.2;

export function createTraffic(limiters: Limiters, baseUrl: string, firstKey: string | null): Traffic {
  let limiter = firstKey === null ? null : limiters.of(baseUrl, firstKey);
  let requestsMade = 0;
  /** Running mean of what a request takes, without the wait for its slot. */
  let requestMs: number | null = null;
  return {
    limiterOf: (key) => {
      const ofKey = limiters.of(baseUrl, key);
      limiter = ofKey;
      return ofKey;
    },
    countRequest: (tookMs) => {
      requestsMade += 1;
      requestMs = requestMs === null ? tookMs : requestMs * (1 - LATEST_WEIGHT) + tookMs * LATEST_WEIGHT;
    },
    requestsMade: () => requestsMade,
    usage: () => limiter?.usage() ?? null,
    secondsLeft: (pages) => {
      if (limiter === null) return null;
      return Math.ceil(Math.max(limiter.paceSeconds(pages), (pages * (requestMs ?? 0)) / 1000));
    },
  };
}

/** Counts the requests that one kind of work may spend in a run. */
export type Budget = {
  readonly allows: (requests: number) => boolean;
  readonly spend: (requests: number) => void;
  readonly isSpent: () => boolean;
};

export function createBudget(requests: number): Budget {
  let left = requests;
  return {
    allows: (wanted) => wanted <= left,
    spend: (spent) => {
      left -= spent;
    },
    isSpent: () => left <= 0,
  };
}
