import { MINUTE_MS } from '#shared/domain/dates.ts';

/** Origins a page may have the host ask: unbounded, a page that was taken over could scan ports and network. */
const MAX_ORIGINS = 8;
const SPAN_MS = 10 * MINUTE_MS;

/** Whether an address may be asked. One that was asked in the last minutes may be asked again. */
export type OriginQuota = (baseUrl: string) => boolean;

/** @param nowMs milliseconds that never jump */
export function createOriginQuota(nowMs: () => number): OriginQuota {
  const firstAskedAt = new Map<string, number>();
  return (baseUrl) => {
    const now = nowMs();
    for (const [origin, at] of firstAskedAt) if (now - at >= SPAN_MS) firstAskedAt.delete(origin);
    const { origin } = new URL(baseUrl);
    if (firstAskedAt.has(origin)) return true;
    if (firstAskedAt.size >= MAX_ORIGINS) return false;
    firstAskedAt.set(origin, now);
    return true;
  };
}
