import type { Page, PageReading } from '#shared/contract/page.ts';
import { CATEGORIES } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, instantFromMs, type UtcInstant } from '#shared/domain/dates.ts';
import { AnswerError, readAnswer } from './answer.ts';
import { type ApiFailure, type ApiFailureKind, failureDetails } from './failure.ts';

/** Strict reading of HTTP headers: Date.parse would make a day of almost anything. */

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

/** Milliseconds of Retry-After; a date counts from the server's own Date. At most a day, the longest limit (spec 8). */
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

/** One request of GET {base_url}/data (spec 4), checked to the last row or refused with a typed failure. */

/** Rows of these kinds only: filters combine with AND, the values of one with OR (spec 4.2.9). */
export type DataFilter = {
  readonly item_type?: readonly ('order' | 'publication' | 'marketplace')[];
  readonly payment_status?: readonly ('paid' | 'unpaid' | 'noinformation')[];
  readonly item_status?: readonly ('paid' | 'canceled' | 'returned')[];
};

export type DataQuery = {
  readonly date: 'purchase_date' | 'updated_at';
  readonly from: string;
  readonly to: string | null;
  readonly page: number;
  readonly limit: number;
  /** All seven categories, or none for a question about totals only. */
  readonly withCategories: boolean;
  /** Only for a question about totals, or for parts that add up to the whole. Absent: every row. */
  readonly filter?: DataFilter;
};

type PageRequest = {
  readonly baseUrl: string;
  readonly key: string;
  readonly query: DataQuery;
  readonly signal: AbortSignal;
};

export type PageAnswer =
  | {
      readonly ok: true;
      readonly page: Page;
      /** The HTTP Date header; null when the answer carries none that can be read. */
      readonly serverDate: UtcInstant | null;
      readonly correlationId: string;
    }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Node's types lack the mode; its fetch and Electron's know it. */
type FetchInit = RequestInit & { readonly cache?: 'no-store' };
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export type ClientOptions = {
  readonly fetch: Fetch;
  /** From sending to the last byte of the body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

export const DEFAULT_CLIENT_OPTIONS = { timeoutMs: 60_000, maxBytes: 32 * 1024 * 1024 } as const;

const KEY_HEADER = 'Ocp-Apim-Subscription-Key';
const MAX_ERROR_BYTES = 64 * 1024;

export type FetchPage = (request: PageRequest) => Promise<PageAnswer>;

export function dataUrl(baseUrl: string, query: DataQuery): string {
  const parameters = new URLSearchParams({ date: query.date, from: query.from });
  if (query.to !== null) parameters.set('to', query.to);
  parameters.set('page', String(query.page));
  parameters.set('limit', String(query.limit));
  if (query.withCategories) parameters.set('categories', CATEGORIES.join(','));
  for (const [name, values] of Object.entries(query.filter ?? {})) parameters.set(name, values.join(','));
  // A comma may stand in a query as it is; some gateways do not undo its escaping.
  return `${baseUrl}/data?${parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}

function kindOfStatus(status: number): ApiFailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'timed-out';
  if (status >= 500) return 'server-error';
  if (status >= 400) return 'bad-request';
  return 'bad-answer';
}

type Decoder = { readonly decode: (bytes?: Uint8Array, options?: { readonly stream?: boolean }) => string };

/** Reads a body as it comes, at most `maxBytes` of it: what comes after is left unread, and `isWhole` is false. */
async function readText(
  response: Response,
  maxBytes: number,
  decoder: Decoder,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (response.body === null) return { text: '', isWhole: true };
  const reader = response.body.getReader();
  const parts: string[] = [];
  let left = maxBytes;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(decoder.decode(value.subarray(0, left), { stream: true }));
      left -= value.byteLength;
      if (left < 0) return { text: parts.join(''), isWhole: false };
    }
    parts.push(decoder.decode());
    return { text: parts.join(''), isWhole: true };
  } finally {
    // Lets go of what was not read; nothing to do where all was.
    void reader.cancel().catch(() => undefined);
  }
}

async function readWords(response: Response, secrets: readonly string[]): Promise<string | null> {
  try {
    const { text } = await readText(response, MAX_ERROR_BYTES, new TextDecoder());
    return failureDetails(text, secrets);
  } catch {
    return null;
  }
}

/** A header carries these characters and no others; whoever has another one in the key has typed something else. */
const HEADER_TEXT = /^[\x21-\x7e\x80-\xff]+$/;

/** Makes the function that asks for one page. It never throws and never follows a redirect with the key. */
export function createFetchPage(options: ClientOptions): FetchPage {
  return async (request) => {
    const { signal } = request;
    // Put together by hand: a signal made of signals lives as long as the longest-lived of them.
    const both = new AbortController();
    const abort = () => both.abort();
    const timer = setTimeout(abort, options.timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await requestOnce(options, request, both.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
}

/**
 * @param cancelled the caller's signal
 * @param interrupted aborts with it, and when the time is up
 */
async function requestOnce(
  { fetch, maxBytes }: ClientOptions,
  { baseUrl, key, query, signal: cancelled }: PageRequest,
  interrupted: AbortSignal,
): Promise<PageAnswer> {
  let status: number | null = null;
  let serverDate: UtcInstant | null = null;
  const fail = (
    kind: ApiFailureKind,
    words: string | null,
    retryAfterMs: number | null = null,
  ): PageAnswer => ({ ok: false, failure: { kind, status, words, detail: null, retryAfterMs, serverDate } });
  /** What is wrong is our finding, not the server's word. */
  const found = (kind: ApiFailureKind, detail: string | null): PageAnswer => ({
    ok: false,
    failure: { kind, status, words: null, detail, retryAfterMs: null, serverDate },
  });
  const interruption = (): PageAnswer | null => {
    if (!interrupted.aborted) return null;
    return fail(cancelled.aborted ? 'aborted' : 'timed-out', null);
  };

  if (!HEADER_TEXT.test(key)) {
    return found('unauthorized', 'The key holds characters that no request can carry.');
  }
  let response: Response;
  try {
    response = await fetch(dataUrl(baseUrl, query), {
      headers: { [KEY_HEADER]: key, Accept: 'application/json', 'Cache-Control': 'no-store' },
      signal: interrupted,
      // Rows fetched with the key are kept by the ledger alone: Chromium's stack would write it to its disk cache.
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
  } catch {
    return interruption() ?? fail('unreachable', null);
  }

  status = response.status;
  serverDate = readHttpDate(response.headers.get('date'));
  if (!response.ok) {
    const kind = kindOfStatus(status);
    const words = await readWords(response, [key]);
    if (cancelled.aborted) return fail('aborted', null);
    if (kind === 'bad-answer') return found(kind, 'The address answers with a redirect.');
    return fail(kind, words, readRetryAfter(response.headers.get('retry-after'), serverDate));
  }

  let reading: PageReading;
  try {
    const { text, isWhole } = await readText(response, maxBytes, strictUtf8());
    if (!isWhole) return found('bad-answer', 'The answer is too long.');
    reading = await readAnswer(text, interrupted);
  } catch (error) {
    if (error instanceof AnswerError) return found('bad-answer', error.message);
    return interruption() ?? found('bad-answer', 'The answer was cut.');
  }
  if (!reading.ok) return found('bad-answer', failureDetails(reading.problem, [key]));
  const { meta } = reading.page;
  if (meta.page !== query.page || meta.date !== query.date) {
    return found(
      'bad-answer',
      `Asked for page ${query.page} by ${query.date}, got page ${meta.page} by ${meta.date}.`,
    );
  }
  return { ok: true, page: reading.page, serverDate, correlationId: reading.page.correlationId };
}

/** Refuses what is not UTF-8 instead of replacing it. */
function strictUtf8(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return {
    decode: (bytes, options) => {
      try {
        return decoder.decode(bytes, options);
      } catch {
        throw new AnswerError('The answer is not in UTF-8.');
      }
    },
  };
}
