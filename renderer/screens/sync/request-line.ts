/** Where requests stand on the line of the last minute. Pure; times are epoch milliseconds. */

const MINUTE_MS = 60_000;
/** The future that the line shows when nothing has to wait longer. */
const SOON_MS = 20_000;

export type RequestLine = {
  /** Share of the line, 0 to 1, at which now stands. */
  readonly now: number;
  /** Answered requests of the last minute, oldest first, as shares of the line. */
  readonly marks: readonly { readonly at: number; readonly secondsAgo: number }[];
  /** When the next request fits; null when it fits now. */
  readonly next: { readonly at: number; readonly seconds: number } | null;
};

/** The last 60 s, and as much of the future as it takes to show when the next request fits. */
export function requestLine(
  recentAtMs: readonly number[],
  nextFreeAtMs: number | null,
  nowMs: number,
): RequestLine {
  const wait = nextFreeAtMs === null ? 0 : Math.max(0, nextFreeAtMs - nowMs);
  // Two scales, so that the line does not creep with every second.
  const future = wait <= SOON_MS ? SOON_MS : MINUTE_MS;
  const span = MINUTE_MS + future;
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - (nowMs - MINUTE_MS)) / span));
  return {
    now: MINUTE_MS / span,
    marks: recentAtMs
      .filter((at) => at > nowMs - MINUTE_MS && at <= nowMs)
      .map((at) => ({ at: place(at), secondsAgo: Math.floor((nowMs - at) / 1000) })),
    next: wait === 0 ? null : { at: place(nowMs + wait), seconds: Math.ceil(wait / 1000) },
  };
}
