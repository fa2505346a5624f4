import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SourceAnswer } from '#test/model/source.ts';
import { note } from '#test/soak/tally.ts';
import type { Misbehave, Misbehaviour } from './http-source.ts';
import { createLoad, type Load, type LoadOptions } from './load.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let load: Load;
let faults = 0;
afterEach(async () => {
  await load.close();
  note({ part: 'faults', faults });
  faults = 0;
});

const begin = async (options: LoadOptions = {}) => {
  load = await createLoad(options);
};

function expectWhole(): void {
  expect(load.differences()).toEqual({ lost: [], tooMany: [] });
}

const json = (status: number, body: string, headers: { [name: string]: string } = {}): Misbehaviour => ({
  kind: 'answer',
  answer: {
    status,
    headers: { 'content-type': 'application/json', date: new Date(load.nowMs()).toUTCString(), ...headers },
    body,
  },
});
const html = (status: number): Misbehaviour =>
  json(
    status,
    '<!doctype html><html><head><title>x</title></head><body><h1>Bad &amp; gone</h1></body></html>',
    {
      'content-type': 'text/html; charset=utf-8',
    },
  );

/** The fault befalls every third request, the first one too; the request after it is answered. */
const everyThird =
  (fault: (honest: () => SourceAnswer) => Misbehaviour): Misbehave =>
  ({ serial }, honest) => {
    if (serial % 3 !== 1) return undefined;
    faults += 1;
    return fault(honest);
  };

const passing: readonly (readonly [string, (honest: () => SourceAnswer) => Misbehaviour, LoadOptions?])[] = [
  ['429 with Retry-After in seconds', () => json(429, '{}', { 'retry-after': '3' })],
  [
    '429 with Retry-After as a date',
    () => json(429, '{}', { 'retry-after': new Date(load.nowMs() + 4_000).toUTCString() }),
  ],
  ['429 without Retry-After', () => json(429, '{"message":"slow down"}')],
  ['429 with a Retry-After that says nothing', () => json(429, '', { 'retry-after': 'soon' })],
  ['500 with HTML', () => html(500)],
  ['502 with HTML', () => html(502)],
  ['503 with HTML', () => html(503)],
  ['503 with an empty body', () => json(503, '')],
  ['HTML with status 200', () => html(200)],
  ['an empty body with status 200', () => json(200, '')],
  ['JSON of another service', () => json(200, '{"status":"ok"}')],
  ['a reset before the answer', () => ({ kind: 'reset', afterBytes: null })],
  ['a reset at the first byte of the body', () => ({ kind: 'reset', afterBytes: 0 })],
  [
    'a reset in the middle of the body',
    (honest) => ({ kind: 'reset', afterBytes: Math.floor(honest().body.length / 2) }),
  ],
  ['a stall before the answer', () => ({ kind: 'stall', afterBytes: null }), { timeoutMs: 120 }],
  ['a stall in the middle of the body', () => ({ kind: 'stall', afterBytes: 200 }), { timeoutMs: 120 }],
  [
    'a count that is not the number of rows',
    (honest) => ({
      kind: 'answer',
      answer: { ...honest(), body: honest().body.replace(/"count":\d+/, '"count":9999') },
    }),
  ],
  [
    'the answer to another page',
    (honest) => ({
      kind: 'answer',
      answer: { ...honest(), body: honest().body.replace('"page":1,', '"page":77,') },
    }),
  ],
];

describe('what passes is tried again and loses nothing', () => {
  for (const [name, fault, options] of passing)
    it(name, async () => {
      await begin(options);
      load.http.misbehave(everyThird(fault));
      const status = await load.sync();
      expect(status).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      expect(faults).toBeGreaterThan(1);
      expectWhole();
      expect(load.source.offences).toEqual([]);
    });

  it('429 in bursts longer than a back-off, some of them with Retry-After', async () => {
    await begin();
    load.http.misbehave(({ serial }) => {
      if (serial % 8 > 3) return undefined;
      faults += 1;
      return json(429, '{}', serial % 2 === 0 ? { 'retry-after': '2' } : {});
    });
    expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
    expectWhole();
  });
});

describe('the limit, counted by the server itself', () => {
  for (const limitWindows of ['sliding', 'fixed'] as const) {
    it(`is never exceeded, whether its windows are ${limitWindows}`, async () => {
      await begin({ orders: 40, freedom: { limitWindows } });
      expect(await load.sync()).toMatchObject({ state: 'idle', historyComplete: true });
      expect(load.http.requests().length).toBeGreaterThan(10);
      expect(load.source.offences).toEqual([]);
      expectWhole();
    });

    it(`may be narrower than we know: another program takes most of the ${limitWindows} windows`, async () => {
      await begin({ orders: 12, freedom: { limitWindows, othersTake: 3 } });
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      expect(load.source.offences).toEqual([]);
      expectWhole();
    });
  }
});

const lasting: readonly (readonly [string, string, number | null, () => Misbehaviour, LoadOptions?])[] = [
  [
    'unauthorized',
    '401',
    401,
    () => json(401, '{"message":"Access denied due to invalid subscription key"}'),
  ],
  ['forbidden', '403', 403, () => json(403, '{"message":"Subscription revoked"}')],
  ['bad-request', '400', 400, () => json(400, '{"message":"Unknown parameter"}')],
  ['rate-limited', '429', 429, () => json(429, '{"message":"Out of requests"}')],
  ['server-error', '500', 500, () => html(500)],
  ['bad-answer', 'cut JSON', null, () => json(200, '{"data":[{"Canal":"No')],
  ['unreachable', 'resets', null, () => ({ kind: 'reset', afterBytes: null })],
  ['timed-out', 'stalls', null, () => ({ kind: 'stall', afterBytes: null }), { timeoutMs: 40 }],
];

describe('what lasts stops the sync with the right failure; nothing committed is touched; it goes on afterwards', () => {
  for (const [code, name, status, fault, options] of lasting)
    it(`${code} (${name})`, async () => {
      await begin({ orders: 16, ...options });
      load.http.misbehave(({ serial }) => {
        if (serial <= 5) return undefined;
        faults += 1;
        return fault();
      });
      const failed = await load.sync();
      expect(failed).toMatchObject({ state: 'error', failure: { code } });
      if (status !== null) expect(failed.failure?.status).toBe(status);
      const { tooMany } = load.differences();
      expect(tooMany).toEqual([]);
      load.http.misbehave(() => undefined);
      expect(await load.sync()).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
      expectWhole();
    });
});

describe('pages that disagree', () => {
  it('total rows that change between pages', async () => {
    await begin({ orders: 24 });
    let secondPages = 0;
    load.http.misbehave(({ query }, honest) => {
      if (query.get('page') !== '2') return undefined;
      // Every second one, the first one too: the reading after it is honest.
      secondPages += 1;
      if (secondPages % 2 === 0) return undefined;
      faults += 1;
      return {
        kind: 'answer',
        answer: { ...honest(), body: honest().body.replace(/"totalRows":(\d+)/, '"totalRows":1$1') },
      };
    });
    expect(await load.sync()).toMatchObject({ state: 'idle', historyComplete: true, unsettledWindows: 0 });
    expect(faults).toBeGreaterThan(0);
    expectWhole();
  });

  it('a row that comes on two pages while another is lost', async () => {
    await begin({ orders: 24 });
    let firstPage = '';
    load.http.misbehave(({ query }, honest) => {
      if (query.get('page') === '1') firstPage = honest().body;
      if (query.get('page') !== '2' || faults >= 2) return undefined;
      const one = JSON.parse(firstPage) as { data: unknown[] };
      const two = JSON.parse(honest().body) as { data: unknown[] };
      // Another row each time: twice the same would be what twins look like (rule 3).
      two.data[faults] = one.data[faults];
      faults += 1;
      return { kind: 'answer', answer: { ...honest(), body: JSON.stringify(two) } };
    });
    expect(await load.sync()).toMatchObject({ state: 'idle', historyComplete: true });
    expect(faults).toBe(2);
    expectWhole();
  });

  it('rows in another order on every page, at constant totals', async () => {
    await begin({ orders: 40, freedom: { reshuffles: true, pageSize: 20 } });
    expect(await load.sync()).toMatchObject({ state: 'idle', historyComplete: true, unsettledWindows: 0 });
    expectWhole();
  });

  it('what never agrees is said, the rest is read, and it is tried again', async () => {
    await begin({ orders: 20 });
    const at = load.source.rows()[0]?.['Fecha de compra'] ?? '';
    load.http.misbehave(({ query }, honest) => {
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
      if (query.get('date') !== 'purchase_date' || query.get('limit') === '100' || from > at || at > to)
        return undefined;
      faults += 1;
      // As if there were always one page more than there was.
      const pages = Number(query.get('page')) + 1;
      return {
        kind: 'answer',
        answer: { ...honest(), body: honest().body.replace(/"totalPages":\d+/, `"totalPages":${pages}`) },
      };
    });
    const status = await load.sync();
    expect(status).toMatchObject({ state: 'idle', historyComplete: true });
    expect(status.unsettledWindows).toBeGreaterThan(0);
    expect(load.differences().tooMany).toEqual([]);
    load.http.misbehave(() => undefined);
    expect(await load.sync()).toMatchObject({ state: 'idle', unsettledWindows: 0 });
    expectWhole();
  });
});
