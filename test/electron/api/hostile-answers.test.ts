import type { IncomingMessage, ServerResponse } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetchPage, type DataQuery, type PageAnswer } from '#electron/api/client.ts';
import { failureDetails } from '#electron/api/failure.ts';
import { baseRow, envelope, fetchTelling, serveAnswers } from './answers.ts';

/** What a server may say that its specification does not: always a page to the last digit, or a failure with a name. */

const QUERY: DataQuery = {
  date: 'purchase_date',
  from: '2026-05-01T00:00:00',
  to: '2026-05-02T00:00:00',
  page: 1,
  limit: 1000,
  withCategories: true,
};
const BODY = JSON.stringify(envelope([baseRow({ Orden: 'ñ-1', Ventas: '1.10' })]));
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function ask(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { timeoutMs = 5_000, maxBytes = 1_000_000, key = 'k', onHeaders = () => {} } = {},
): Promise<PageAnswer> {
  const server = await serveAnswers(answer);
  closers.push(server.close);
  const fetchPage = createFetchPage({ fetch: fetchTelling(onHeaders), timeoutMs, maxBytes });
  const { signal } = new AbortController();
  return fetchPage({ baseUrl: server.baseUrl, key, query: QUERY, signal });
}

/** The Ventas of the one row, or the failure's kind. */
function outcome(answer: PageAnswer): unknown {
  if (!answer.ok) return answer.failure.kind;
  const { columns, rows } = answer.page.table;
  return rows[0]?.[columns.indexOf('Ventas')];
}

const sent = (body: string | Uint8Array, headers: { readonly [name: string]: string } = {}, status = 200) =>
  ask((_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });

describe('a page is a page', () => {
  it.each([
    ['whatever its content type says', BODY, { 'Content-Type': 'text/html' }],
    ['without a content type', BODY, {}],
    ['after a byte order mark', `\uFEFF${BODY}`, { 'Content-Type': 'application/json' }],
    ['gzipped', gzipSync(BODY), { 'Content-Encoding': 'gzip' }],
    ['deflated', deflateSync(BODY), { 'Content-Encoding': 'deflate' }],
    ['with white space around it', `\n\t ${BODY}\r\n `, {}],
  ])('%s', async (_, body, headers) => {
    expect(outcome(await sent(body, headers))).toBe('1.10');
  });

  it('without a Date too: whoever needs the server’s clock sees that it is missing', async () => {
    const answer = await ask((_, response) => {
      response.sendDate = false;
      response.end(BODY);
    });
    expect(answer).toMatchObject({ ok: true, serverDate: null });
    for (const date of ['now', '1', '2026', '20 May 2026']) {
      expect(await sent(BODY, { Date: date })).toMatchObject({ ok: true, serverDate: null });
    }
  });
});

describe('a failure has a name', () => {
  it.each([
    [
      'another alphabet',
      Buffer.from(BODY, 'latin1'),
      { 'Content-Type': 'application/json; charset=iso-8859-1' },
      'The answer is not in UTF-8.',
    ],
    ['two bytes a character', Buffer.from(`\uFEFF${BODY}`, 'utf16le'), {}, 'The answer is not in UTF-8.'],
    ['gzip that is none', BODY, { 'Content-Encoding': 'gzip' }, 'The answer was cut.'],
    [
      'gzip that was cut',
      gzipSync(BODY).subarray(0, 100),
      { 'Content-Encoding': 'gzip' },
      'The answer is not whole JSON.',
    ],
    [
      'a bomb',
      gzipSync(Buffer.alloc(50_000_000, 0x20)),
      { 'Content-Encoding': 'gzip' },
      'The answer is too long.',
    ],
    ['nothing', '', {}, 'The answer is not whole JSON.'],
    ['two answers', BODY + BODY, {}, 'The answer is not whole JSON.'],
    [
      'a page of HTML',
      '<html><body>Welcome</body></html>',
      { 'Content-Type': 'text/html' },
      'The answer is not whole JSON.',
    ],
    [
      'two values for a column',
      BODY.replace('"Ventas":"1.10"', '"Ventas":"1.10","Ventas":"1.1"'),
      {},
      'The answer gives two values for one column.',
    ],
  ])('%s', async (_, body, headers, words) => {
    const answer = await sent(body, headers);
    expect(answer).toMatchObject({
      ok: false,
      failure: { kind: 'bad-answer', status: 200, words: null, detail: words },
    });
  });

  it('no content, and a redirect to anywhere', async () => {
    expect(outcome(await sent('', {}, 204))).toBe('bad-answer');
    for (const status of [301, 302, 303, 307, 308, 304]) {
      const answer = await sent('', { Location: 'http://127.0.0.1:1/' }, status);
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'bad-answer', status } });
    }
  });

  it('a reset before, in and after the headers', async () => {
    expect(outcome(await ask((request) => request.socket.destroy()))).toBe('unreachable');
    expect(outcome(await ask((request) => request.socket.resetAndDestroy()))).toBe('unreachable');
    let cut: () => void = () => undefined;
    const onHeaders = { onHeaders: () => cut() };
    const inBody = await ask((request, response) => {
      response.writeHead(200, { 'Content-Length': String(BODY.length) });
      response.write(BODY.slice(0, 50));
      cut = () => void request.socket.resetAndDestroy();
    }, onHeaders);
    expect(outcome(inBody)).toBe('bad-answer');
    const inChunks = await ask((request, response) => {
      response.write(BODY.slice(0, -1));
      cut = () => void request.socket.destroy();
    }, onHeaders);
    expect(outcome(inChunks)).toBe('bad-answer');
    expect(outcome(await ask((request) => void request.socket.end('HTTP/1.1 abc\r\n\r\n')))).toBe(
      'unreachable',
    );
  });

  it('a stall before the headers, in the body, and in a refusal', async () => {
    // Long enough for the headers of the refusal to arrive on a busy machine.
    const late = { timeoutMs: 1_500 };
    expect(outcome(await ask(() => undefined, late))).toBe('timed-out');
    expect(outcome(await ask((_, response) => void response.write(BODY.slice(0, 50)), late))).toBe(
      'timed-out',
    );
    const refusal = await ask((_, response) => {
      response.writeHead(503, { 'Retry-After': '7' });
      response.write('wait');
    }, late);
    expect(refusal).toMatchObject({
      ok: false,
      failure: { kind: 'server-error', status: 503, retryAfterMs: 7_000 },
    });
  });

  it('429 and 503 with a Retry-After of any kind', async () => {
    for (const [header, ms] of [
      ['3', 3_000],
      ['Wed, 20 May 2026 12:00:30 GMT', 30_000],
      ['99999999999999999999', 86_400_000],
      ['soon', null],
      ['-1', null],
      [null, null],
    ] as const) {
      for (const status of [429, 503]) {
        const answer = await sent(
          '<html><h1>Too &lt;many&gt;</h1></html>',
          { Date: 'Wed, 20 May 2026 12:00:00 GMT', ...(header === null ? {} : { 'Retry-After': header }) },
          status,
        );
        expect(answer).toMatchObject({
          ok: false,
          failure: {
            kind: status === 429 ? 'rate-limited' : 'server-error',
            retryAfterMs: ms,
            words: 'Too <many>',
          },
        });
      }
    }
  });

  it('a key that no header can carry is not sent, and is not called a broken line', async () => {
    const asked: string[] = [];
    for (const key of ['clave-ñandú-→', 'a\nb', 'a b', '🔑']) {
      const answer = await ask(() => void asked.push(key), { key, timeoutMs: 200 });
      expect(answer, key).toMatchObject({ ok: false, failure: { kind: 'unauthorized', status: null } });
    }
    expect(asked).toEqual([]);
  });
});

describe('the words of a refusal', () => {
  it('come from the beginning of a body of any length', async () => {
    const answer = await sent(`no puede ser ${'x'.repeat(500_000)}`, {}, 500);
    expect(answer).toMatchObject({
      ok: false,
      failure: { words: expect.stringMatching(/^no puede ser x+…$/) },
    });
  });

  it('are found in one pass, however the mark-up is made', () => {
    const bound = 64 * 1024;
    for (const piece of [
      '<script>',
      '<script',
      '<',
      '<a',
      '<!--',
      '</',
      '<style><',
      '<head>x',
      '&lt;',
      '{"a":[',
    ]) {
      const body = piece.repeat(Math.ceil(bound / piece.length));
      expect((failureDetails(body, []) ?? '').length).toBeLessThanOrEqual(600);
    }
  });
});
