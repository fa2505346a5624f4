import type { KeyCheck, Plan } from '#shared/contract/app.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import { instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import type { DataQuery, FetchPage } from './client.ts';
import type { Clock } from './clock.ts';
import type { ApiFailure } from './failure.ts';
import type { Limiters } from './limiter.ts';
import { correctedEarliest, planEarliest, probeQuery } from './plan-window.ts';

/** Without its words: what another server says is none of the page's business. */
const NOT_THE_API: KeyCheck = { kind: 'rejected', reason: 'not-the-api', words: null };

function rejection(failure: ApiFailure): KeyCheck {
  const { words } = failure;
  switch (failure.kind) {
    case 'unauthorized':
      return { kind: 'rejected', reason: failure.status === null ? 'unfit-key' : 'unauthorized', words };
    case 'forbidden':
    case 'rate-limited':
    case 'unreachable':
    case 'server-error':
      return { kind: 'rejected', reason: failure.kind, words };
    case 'timed-out':
    case 'aborted':
      return { kind: 'rejected', reason: 'unreachable', words };
    case 'bad-answer':
      return NOT_THE_API;
    case 'bad-request': {
      const isBadRequest = failure.status === 400 || failure.status === 422;
      return isBadRequest ? { kind: 'rejected', reason: 'refused', words } : NOT_THE_API;
    }
  }
}

/**
 * Checks a key with one real request. A 400 naming another earliest date is a good key; the plan's day needs a sure
 * time.
 */
export async function checkKey(options: {
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly key: string;
  readonly fetchPage: FetchPage;
  readonly limiters: Limiters;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly isBelieved: (query: DataQuery, meta: PageMeta, serverDate: UtcInstant) => boolean;
}): Promise<KeyCheck> {
  const { baseUrl, plan, key, fetchPage, limiters, clock, signal } = options;
  const asked = planEarliest(plan, clock.wallMs());
  const query = probeQuery(asked);
  const lease = await limiters.of(baseUrl, key).acquire(signal);
  const answer = await fetchPage({ baseUrl, key, query, signal });
  lease.release(answer.ok || answer.failure.status !== null);
  if (!answer.ok) {
    const corrected = correctedEarliest(plan, asked, answer.failure);
    return corrected === null
      ? rejection(answer.failure)
      : {
          kind: 'accepted',
          earliest: corrected.isNamed ? corrected.earliest : null,
          words: corrected.words,
        };
  }
  const { serverDate } = answer;
  const isKnown = serverDate !== null && options.isBelieved(query, answer.page.meta, serverDate);
  const earliest = isKnown ? planEarliest(plan, instantToMs(serverDate)) : null;
  return { kind: 'accepted', earliest, words: null };
}
