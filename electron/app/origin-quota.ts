import { MINUTE_MS } from '#shared/domain/dates.ts';

/**
 * How many origins the page may have the host ask. The host asks whatever address the page gives it, and says whether
 * something answered there: without a bound, a page that was taken over could feel its way through the ports and the
 * network of this machine. A person who types addresses never gets near it.
 */
const MAX_ORIGINS = 8;
const SPAN_MS = 10 * MINUTE_MS;

export type OriginQuota = {
  /** False: too many others were asked in the last minutes. One that was asked in them may be asked again. */
  readonly admits: (baseUrl: string) => boolean;
};

/** @param nowMs milliseconds that never jump */
export function createOriginQuota(nowMs: () => number): OriginQuota {
  const firstAskedAt = new Map<string, number>();
  return {
    admits: (baseUrl) => {
      const now = nowMs();
      for (const [origin, at] of firstAskedAt) if (now - at >= SPAN_MS) firstAskedAt.delete(origin);
      const { origin } = new URL(baseUrl);
      if (firstAskedAt.has(origin)) return true;
      if (firstAskedAt.size >= MAX_ORIGINS) return false;
      firstAskedAt.set(origin, now);
      return true;
    },
  };
}
