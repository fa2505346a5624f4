import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetchPage, type DataQuery, dataUrl, type PageAnswer } from '#electron/api/client.ts';
import { baseRow, envelope, fetchTelling, serveAnswers } from './answers.ts';

const QUERY: DataQuery = {
  date: 'purchase_date',
  from: '2026-05-01T00:00:00',
  to: '2026-05-02T00:00:00',
  page: 1,
  limit: 1000,
  withCategories: true,
};
const KEY = 'secret-key-4711';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function ask(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: {
    timeoutMs?: number;
    maxBytes?: number;
    signal?: AbortSignal;
    query?: DataQuery;
    onHeaders?: () => void;
  } = {},
): Promise<PageAnswer> {
  const server = await serveAnswers(answer);
  closers.push(server.close);
  const fetchPage = createFetchPage({
    fetch: fetchTelling(options.onHeaders ?? (() => {})),
    timeoutMs: options.timeoutMs ?? 5_000,
    maxBytes: options.maxBytes ?? 1_000_000,
  });
  return fetchPage({
    baseUrl: server.baseUrl,
    key: KEY,
    query: options.query ?? QUERY,
    signal: options.signal ?? new AbortController().signal,
  });
}

function failureOf(answer: PageAnswer) {
  if (answer.ok) throw new Error('The request should have failed.');
  return answer.failure;
}

describe('client', () => {
  it('sends the key in its header and gives back a checked page with the server clock', async () => {
    const seen: { url: string; key: unknown }[] = [];
    const answer = await ask((request, response) => {
      seen.push({ url: request.url ?? '', key: request.headers['ocp-apim-subscription-key'] });
      response.setHeader('Date', 'Wed, 20 May 2026 12:00:05 GMT');
      response.end(JSON.stringify(envelope([baseRow({ Orden: 'ñ-1', 'Columna nueva': 'x' })])));
    });
    if (!answer.ok) throw new Error(answer.failure.words ?? '');
    expect(seen[0]?.key).toBe(KEY);
    expect(seen[0]?.url).toBe(
      '/v1/data?date=purchase_date&from=2026-05-01T00:00:00&to=2026-05-02T00:00:00&page=1&limit=1000' +
        '&categories=income,costs,reimbursement,products,orders,channels,internal-cost',
    );
    expect(answer.serverDate).toBe('2026-05-20T12:00:05.000Z');
    expect(answer.page.table.columns).toContain('Columna nueva');
    expect(answer.page.table.rows).toHaveLength(1);
    expect(answer.correlationId).toBe(answer.page.correlationId);
  });

  it('asks that no cache, in memory or on disk, keeps the answer or gives an old one', async () => {
    const modes: RequestCache[] = [];
    const fetchPage = createFetchPage({
      fetch: (url, init) => {
        modes.push(new Request(url, init).cache);
        return Promise.resolve(new Response(JSON.stringify(envelope([]))));
      },
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
    });
    const { signal } = new AbortController();
    expect((await fetchPage({ baseUrl: 'https://x', key: KEY, query: QUERY, signal })).ok).toBe(true);
    expect(modes).toEqual(['no-store']);
  });

  it('asks about totals without categories and without an end', () => {
    expect(dataUrl('https://x', { ...QUERY, to: null, limit: 100, withCategories: false })).toBe(
      'https://x/data?date=purchase_date&from=2026-05-01T00:00:00&page=1&limit=100',
    );
  });

  it('counts the rows of the dashboard-equivalent selection by its filters', () => {
    const filter = {
      item_type: ['order', 'publication'],
      payment_status: ['paid', 'unpaid'],
      item_status: ['paid'],
    } as const;
    expect(dataUrl('https://x', { ...QUERY, limit: 100, withCategories: false, filter })).toBe(
      'https://x/data?date=purchase_date&from=2026-05-01T00:00:00&to=2026-05-02T00:00:00&page=1&limit=100' +
        '&item_type=order,publication&payment_status=paid,unpaid&item_status=paid',
    );
  });

  it.each([
    [400, 'bad-request'],
    [404, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [408, 'timed-out'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
    [302, 'bad-answer'],
  ] as const)('names %i %s', async (status, kind) => {
    const failure = failureOf(
      await ask((_, response) => {
        response.statusCode = status;
        response.setHeader('Location', 'http://127.0.0.1:1/elsewhere');
        response.setHeader('Date', 'Wed, 20 May 2026 12:00:05 GMT');
        response.end(JSON.stringify({ statusCode: status, message: 'Lo que dice el servidor' }));
      }),
    );
    expect(failure).toMatchObject({ kind, status, serverDate: '2026-05-20T12:00:05.000Z' });
    if (status !== 302) expect(failure.words).toBe('Lo que dice el servidor');
  });

  it('never follows a redirect with the key', async () => {
    let reached = 0;
    const target = await serveAnswers((_, response) => {
      reached += 1;
      response.end();
    });
    closers.push(target.close);
    await ask((_, response) => {
      response.writeHead(307, { Location: target.baseUrl });
      response.end();
    });
    expect(reached).toBe(0);
  });

  it('takes words from any body and never repeats the key', async () => {
    const say = async (body: string) =>
      failureOf(
        await ask((_, response) => {
          response.statusCode = 400;
          response.end(body);
        }),
      ).words;
    expect(await say('{"error":{"code":"X","message":"por aquí no"}}')).toBe('por aquí no');
    expect(await say('{"errors":[{"detail":"uno"},{"detail":"dos"}]}')).toBe('uno; dos');
    expect(
      await say(
        '<html><head><title>t</title></head><body><h1>Bad</h1>\n<p>request &amp; so</p></body></html>',
      ),
    ).toBe('Bad request & so');
    expect(await say(`the key ${KEY} is bad`)).toBe('the key ••• is bad');
    expect(await say(`${KEY}: the key ${KEY} is bad ("${KEY}")`)).toBe('•••: the key ••• is bad ("•••")');
    expect(await say(JSON.stringify({ message: `${KEY}/${KEY}` }))).toBe('•••/•••');
    expect(await say(`<p>${KEY}</p> <b>${KEY}</b>`)).toBe('••• •••');
    expect(await say('')).toBeNull();
    expect((await say('x'.repeat(5_000)))?.length).toBeLessThanOrEqual(600);
  });

  it.each([
    ['cut in half', JSON.stringify(envelope([baseRow()])).slice(0, 500)],
    ['a page of HTML', '<html>hello</html>'],
    ['JSON of another shape', '{"rows":[]}'],
    ['a count that is not the rows', JSON.stringify(envelope([baseRow()], { count: 2 }))],
    ['a row without a base column', JSON.stringify(envelope([{ Orden: '1' }]))],
    ['another page than asked for', JSON.stringify(envelope([baseRow()], { page: 2 }))],
    ['the other date', JSON.stringify(envelope([baseRow()], { date: 'updated_at' }))],
  ])('refuses %s as a bad answer', async (_, body) => {
    const failure = failureOf(await ask((_request, response) => response.end(body)));
    expect(failure).toMatchObject({ kind: 'bad-answer', status: 200 });
    expect(failure.words).toBeNull();
    expect(failure.detail).not.toBeNull();
  });

  it('never repeats the key in what it says of a bad answer either', async () => {
    const server = await serveAnswers((_, response) =>
      response.end(JSON.stringify(envelope([baseRow()], { count: 4711 }))),
    );
    closers.push(server.close);
    const fetchPage = createFetchPage({ fetch, timeoutMs: 5_000, maxBytes: 1_000_000 });
    const { signal } = new AbortController();
    const answer = await fetchPage({ baseUrl: server.baseUrl, key: '4711', query: QUERY, signal });
    expect(failureOf(answer).detail).toContain('•••');
    expect(failureOf(answer).detail).not.toContain('4711');
  });

  it('leaves nothing behind: no timer, no listener on the signal of a sync that goes on', async () => {
    const sync = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const server = await serveAnswers((_, response) => response.end(JSON.stringify(envelope([]))));
    closers.push(server.close);
    const fetchPage = createFetchPage({ fetch, timeoutMs: 3_600_000, maxBytes: 1_000_000 });
    const ask = () => fetchPage({ baseUrl: server.baseUrl, key: KEY, query: QUERY, signal: sync.signal });
    expect((await ask()).ok).toBe(true);
    const before = timers();
    for (let time = 0; time < 20; time += 1) expect((await ask()).ok).toBe(true);
    expect(timers()).toBeLessThan(before + 10);
    expect(getEventListeners(sync.signal, 'abort')).toHaveLength(0);
  });

  it('sends nothing that was cancelled before, and calls what is cancelled in a refusal cancelled', async () => {
    let asked = 0;
    const count = (_: IncomingMessage, response: ServerResponse) => {
      asked += 1;
      response.end();
    };
    expect(failureOf(await ask(count, { signal: AbortSignal.abort() })).kind).toBe('aborted');
    expect(asked).toBe(0);
    const cancel = new AbortController();
    const refused = await ask(
      (_, response) => {
        response.statusCode = 401;
        response.write('{"message":"no');
      },
      { signal: cancel.signal, onHeaders: () => cancel.abort() },
    );
    expect(failureOf(refused)).toMatchObject({ kind: 'aborted' });
  });

  it('carries nothing of a browser’s: no cookies, no origin of its own', async () => {
    const inits: RequestInit[] = [];
    const fetchPage = createFetchPage({
      fetch: (_, init) => {
        inits.push(init);
        return Promise.resolve(new Response(JSON.stringify(envelope([]))));
      },
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
    });
    await fetchPage({ baseUrl: 'https://x', key: KEY, query: QUERY, signal: new AbortController().signal });
    expect(inits).toMatchObject([{ credentials: 'omit', redirect: 'manual' }]);
  });

  it('refuses an answer that ends before its length', async () => {
    let end: () => void = () => undefined;
    const answer = await ask(
      (_, response) => {
        const body = JSON.stringify(envelope([baseRow()]));
        response.writeHead(200, { 'Content-Length': String(body.length) });
        response.write(body.slice(0, 100));
        end = () => void response.destroy();
      },
      { onHeaders: () => end() },
    );
    expect(failureOf(answer).kind).toBe('bad-answer');
  });

  it('refuses an answer longer than the bound', async () => {
    const body = JSON.stringify(envelope([baseRow({ Producto: 'x'.repeat(5_000) })]));
    expect(failureOf(await ask((_, response) => response.end(body), { maxBytes: 4_000 })).kind).toBe(
      'bad-answer',
    );
  });

  it('knows a time-out, a cancelled request and a server that is not there', async () => {
    const silent = () => undefined;
    expect(failureOf(await ask(silent, { timeoutMs: 20 })).kind).toBe('timed-out');
    const cancel = new AbortController();
    expect(failureOf(await ask(() => cancel.abort(), { signal: cancel.signal })).kind).toBe('aborted');
    const halfway = (_: unknown, response: ServerResponse) => response.write('{"data":[');
    expect(failureOf(await ask(halfway, { timeoutMs: 30 })).kind).toBe('timed-out');
    const gone = await serveAnswers(silent);
    await gone.close();
    const fetchPage = createFetchPage({ fetch, timeoutMs: 1_000, maxBytes: 1_000 });
    const answer = await fetchPage({
      baseUrl: gone.baseUrl,
      key: KEY,
      query: QUERY,
      signal: new AbortController().signal,
    });
    expect(failureOf(answer)).toMatchObject({ kind: 'unreachable', status: null });
  });
});
