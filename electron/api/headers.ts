import { DAY_MS, instantFromMs, type UtcInstant } from '#shared/domain/dates.ts';

/** What HTTP headers say, read strictly: Date.parse would make a day of almost anything. */

/** The three forms of RFC 9110, 5.6.7: the one of today, and two that may still come. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

function httpDateMs(text: string): number | null {
  const trimmed = text.trim();
  if (!HTTP_DATE.test(trimmed)) return null;
  // The last form carries no zone, and is UTC all the same.
  const ms = Date.parse(trimmed.endsWith('GMT') ? trimmed : `${trimmed} GMT`);
  return Number.isNaN(ms) ? null : ms;
}

/** The server's clock; null when the header is absent or no date. */
export function readHttpDate(header: string | null): UtcInstant | null {
  const ms = header === null ? null : httpDateMs(header);
  return ms === null ? null : instantFromMs(ms);
}

/**
 * Milliseconds to wait, of Retry-After in seconds or as a date; a date counts from the server's own Date, never from our
 * clock. At most a day, the longest limit there is (spec 8). Null when it says nothing that can be read.
 */
export function readRetryAfter(header: string | null, serverDate: UtcInstant | null): number | null {
  if (header === null) return null;
  const text = header.trim();
  const until = httpDateMs(text);
  let ms: number;
  if (/^\d+(\.\d+)?$/.test(text)) ms = Math.ceil(Number(text) * 1000);
  else if (until !== null && serverDate !== null) ms = until - Date.parse(serverDate);
  else return null;
  return Math.min(Math.max(0, ms), DAY_MS);
}
