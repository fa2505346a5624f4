import { parse as parseLossless } from 'lossless-json';
import { CATEGORIES } from '#shared/columns/catalogue.ts';
import { instantFromMs, type UtcInstant } from '#shared/dates.ts';
import { type Page, readPage } from '#shared/wire/page.ts';
import type { ApiFailure, ApiFailureKind } from './failure.ts';
import { wordsOf } from './words.ts';

/** One request of GET {base_url}/data (spec 4), checked to the last row or refused with a typed failure. */

/** Rows of these kinds only: filters combine with AND, the values of one with OR (spec 4.2.9). */
export type DataFilter = {
  readonly item_type: readonly ('order' | 'publication' | 'marketplace')[];
  readonly payment_status: readonly ('paid' | 'unpaid' | 'noinformation')[];
  readonly item_status: readonly ('paid' | 'canceled' | 'returned')[];
};

export type DataQuery = {
  readonly date: 'purchase_date' | 'updated_at';
  readonly from: string;
  /** Null: the range runs to today. */
  readonly to: string | null;
  readonly page: number;
  readonly limit: number;
  /** All seven categories, or none for a question about totals only. */
  readonly withCategories: boolean;
  /** Only for a question about totals: what is stored is never filtered. Absent: every row. */
  readonly filter?: DataFilter;
};

export type PageRequest = {
  /** As readBaseUrl (shared/base-url.ts) gives it. */
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

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ClientOptions = {
  /** Node's fetch, or Electron's net.fetch. */
  readonly fetch: Fetch;
  /** From sending to the last byte of the body. */
  readonly timeoutMs: number;
  /** A longer answer is not read to its end. */
  readonly maxBytes: number;
};

export const DEFAULT_CLIENT_OPTIONS = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 } as const;

const KEY_HEADER = 'Ocp-Apim-Subscription-Key';
const MAX_ERROR_BYTES = 256 * 1024;

export type FetchPage = (request: PageRequest) => Promise<PageAnswer>;

/** The address of one page. */
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

function readHttpDate(text: string | null): UtcInstant | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : instantFromMs(ms);
}

/** Retry-After in seconds or as a date; a date counts from the server's own Date, never from our clock. */
export function readRetryAfter(header: string | null, serverDate: UtcInstant | null): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const until = Date.parse(text);
  if (Number.isNaN(until) || serverDate === null) return null;
  return Math.max(0, until - Date.parse(serverDate));
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

/** Reads a body of at most `maxBytes` as UTF-8. Undefined when it is longer. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > maxBytes) {
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function rowsOf(body: unknown): readonly unknown[] {
  const rows = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  return Array.isArray(rows) ? rows : [];
}

function holdsNumber(rows: readonly unknown[]): boolean {
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    for (const value of Object.values(row)) if (typeof value === 'number') return true;
  }
  return false;
}

/**
 * Parses an answer. Values are promised as text (spec 2.2); where a row holds a JSON number all the same, it keeps
 * the digits it was sent with (1.10 stays 1.10), which an ordinary parse would lose.
 */
export function parseAnswer(text: string): unknown {
  const body: unknown = JSON.parse(text);
  if (!holdsNumber(rowsOf(body))) return body;
  return { ...(body as object), data: rowsOf(parseLossless(text)) };
}

/** Makes the function that asks for one page. It never throws and never follows a redirect with the key. */
export function createFetchPage(options: ClientOptions): FetchPage {
  const { fetch, timeoutMs, maxBytes } = options;
  return async ({ baseUrl, key, query, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    let status: number | null = null;
    let serverDate: UtcInstant | null = null;
    const fail = (
      kind: ApiFailureKind,
      words: string | null,
      retryAfterMs: number | null = null,
    ): PageAnswer => ({ ok: false, failure: { kind, status, words, retryAfterMs, serverDate } });
    const interrupted = (): PageAnswer | null => {
      if (signal.aborted) return fail('aborted', null);
      return timeout.aborted ? fail('timed-out', null) : null;
    };

    let response: Response;
    try {
      response = await fetch(dataUrl(baseUrl, query), {
        headers: { [KEY_HEADER]: key, Accept: 'application/json', 'Cache-Control': 'no-store' },
        signal: AbortSignal.any([signal, timeout]),
        credentials: 'omit',
        redirect: 'manual',
      });
    } catch {
      return interrupted() ?? fail('unreachable', null);
    }

    status = response.status;
    serverDate = readHttpDate(response.headers.get('date'));
    if (!response.ok) {
      const kind = kindOfStatus(status);
      const text = await readText(response, MAX_ERROR_BYTES).catch(() => undefined);
      if (signal.aborted) return fail('aborted', null);
      const words =
        kind === 'bad-answer' ? 'The address answers with a redirect.' : wordsOf(text ?? '', [key]);
      return fail(kind, words, readRetryAfter(response.headers.get('retry-after'), serverDate));
    }

    let text: string | undefined;
    try {
      text = await readText(response, maxBytes);
    } catch {
      return interrupted() ?? fail('bad-answer', 'The answer was cut.');
    }
    if (text === undefined) return fail('bad-answer', 'The answer is too long.');
    let body: unknown;
    try {
      body = parseAnswer(text);
    } catch {
      return fail('bad-answer', 'The answer is not whole JSON.');
    }
    const reading = readPage(body);
    if (!reading.ok) return fail('bad-answer', wordsOf(reading.problem, [key]));
    const { meta } = reading.page;
    if (meta.page !== query.page || meta.date !== query.date) {
      return fail(
        'bad-answer',
        `Asked for page ${query.page} by ${query.date}, got page ${meta.page} by ${meta.date}.`,
      );
    }
    return { ok: true, page: reading.page, serverDate, correlationId: reading.page.correlationId };
  };
}
