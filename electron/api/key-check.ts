import type { KeyCheck, Plan } from '#shared/contract/app.ts';
import type { FetchPage } from './client.ts';
import type { Clock } from './clock.ts';
import type { ApiFailure } from './failure.ts';
import type { Limiters } from './limiter.ts';
import { planEarliest } from './plan-window.ts';
import { correctedEarliest, probeQuery } from './probe.ts';

/** Without its words: what another server says is none of the page's business. */
const NOT_THE_API: KeyCheck = { kind: 'rejected', reason: 'not-the-api', words: null };

/** What a failed check means for the person who typed the key. */
function rejection(failure: ApiFailure): KeyCheck {
  const { words } = failure;
  switch (failure.kind) {
    case 'unauthorized':
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
 * Checks a key with one real request, through the limiter of its (base address, key). A 400 that names another
 * earliest date is a good key with that date, and the server's words.
 */
export async function checkKey(options: {
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly key: string;
  readonly fetchPage: FetchPage;
  readonly limiters: Limiters;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Promise<KeyCheck> {
  const { baseUrl, plan, key, fetchPage, limiters, clock, signal } = options;
  const asked = planEarliest(plan, clock.wallMs());
  const lease = await limiters.of(baseUrl, key).acquire(signal);
  const answer = await fetchPage({ baseUrl, key, query: probeQuery(asked), signal });
  lease.release(answer.ok || answer.failure.status !== null);
  if (!answer.ok) {
    const corrected = correctedEarliest(plan, asked, answer.failure);
    return corrected === null
      ? rejection(answer.failure)
      : { kind: 'accepted', earliest: corrected.earliest, words: corrected.words };
  }
  const earliest = answer.serverDate === null ? asked : planEarliest(plan, Date.parse(answer.serverDate));
  return { kind: 'accepted', earliest, words: null };
}
