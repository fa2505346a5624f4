import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyncStatus } from '#shared/contract/app.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls, type StagePage } from '#shared/contract/ledger.ts';
import { type Caller, CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import {
  createHarness,
  expectWhole,
  type Harness,
  isAtRest,
  type Meddle,
  syncOnce,
  untilStatus,
} from './harness.ts';
import { createMemoryLedger, type MemoryLedger, rowTexts } from './memory-ledger.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 2_500, pageRows: 100 } as const;
const EARLIEST = '2026-04-01';

/** A ledger that goes away before or after its n-th call is carried out. */
function closingAfter(ledger: MemoryLedger, calls: number, isLastOneDone: boolean): Caller<LedgerCalls> {
  let made = 0;
  const wrap =
    <I, O>(call: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      made += 1;
      if (made > calls) throw new RpcError(CHANNEL_CLOSED, 'gone');
      if (made < calls) return call(input);
      if (isLastOneDone) await call(input);
      throw new RpcError(CHANNEL_CLOSED, 'gone');
    };
  return Object.fromEntries(
    LEDGER_CALL_NAMES.map((name) => [
      name,
      wrap(ledger.caller[name] as (input: unknown) => Promise<unknown>),
    ]),
  ) as unknown as Caller<LedgerCalls>;
}

const answerOf = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { Date: new Date(harness.now()).toUTCString(), ...headers } });

describe('rule 2: killed anywhere, the next start goes on and ends the same', () => {
  it('after any ledger call, done or not', async () => {
    harness = await createHarness({ ...FREE, orders: 500 });
    const whole = createMemoryLedger();
    await syncOnce(harness, whole);
    const calls = whole.log.length;
    expect(calls).toBeGreaterThan(15);
    for (let kill = 1; kill <= calls; kill += 2) {
      const ledger = createMemoryLedger();
      const engine = harness.createEngine();
      engine.attachLedger(closingAfter(ledger, kill, kill % 4 === 1), 1, 'known');
      const status = await untilStatus(
        engine,
        (one) => one.state === 'idle' || one.waiting?.reason === 'ledger',
      );
      if (kill < calls) expect(status).toMatchObject({ state: 'waiting', waiting: { reason: 'ledger' } });
      await engine.stop();
      const after = await syncOnce(harness, ledger);
      expect(after).toMatchObject({ state: 'idle', historyComplete: true });
      expectWhole(harness, ledger, EARLIEST);
    }
  });

  it('again and again after every few requests, with the world going on meanwhile', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    for (let round = 0; ; round += 1) {
      const engine = harness.createEngine();
      let left = 6;
      harness.setMeddle(async () => {
        harness.advance(1_000);
        left -= 1;
        if (left < 0) void engine.stop();
        return undefined;
      });
      engine.attachLedger(ledger.caller, 1, 'known');
      const last = await untilStatus(engine, (one) => one.state === 'idle' || left < 0);
      await engine.stop();
      if (last.state === 'idle' && left >= 0) break;
      expect(round).toBeLessThan(60);
    }
    harness.setMeddle(() => undefined);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('does not ask again for pages that are staged and young', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000 });
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    let staged = 0;
    const stagePage = async (input: StagePage) => {
      staged += 1;
      const kept = await ledger.caller.stagePage(input);
      if (input.page.meta.page === 2) throw new RpcError(CHANNEL_CLOSED, 'gone');
      return kept;
    };
    engine.attachLedger({ ...ledger.caller, stagePage }, 1, 'known');
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger');
    expect(staged).toBeGreaterThan(1);
    const half = ledger.windows()[0];
    expect(half?.pages).toHaveLength(2);
    const before = harness.requests.length;
    engine.attachLedger(ledger.caller, 2, 'known');
    await untilStatus(engine, isAtRest);
    const again = harness.requests
      .slice(before)
      .filter((url) => url.searchParams.get('from') === half?.requestFrom)
      .map((url) => Number(url.searchParams.get('page')));
    expect(again[0]).toBe(3);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('starts a window anew that has stood half read for over ten minutes', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const stagePage = async (input: StagePage) => {
      const kept = await ledger.caller.stagePage(input);
      if (input.page.meta.page === 2) throw new RpcError(CHANNEL_CLOSED, 'gone');
      return kept;
    };
    const engine = harness.createEngine();
    engine.attachLedger({ ...ledger.caller, stagePage }, 1, 'known');
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger');
    await engine.stop();
    const half = ledger.windows()[0];
    const later = { ...harness.clock, wallMs: () => harness.clock.wallMs() + 11 * 60_000 };
    const before = harness.requests.length;
    await syncOnce(harness, ledger, { clock: later });
    const again = harness.requests
      .slice(before)
      .filter((url) => url.searchParams.get('from') === half?.requestFrom)
      .map((url) => Number(url.searchParams.get('page')));
    expect(again.slice(0, 2)).toEqual([1, 2]);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('rule 14: what a server and a network may do', () => {
  const passing: readonly [string, Meddle][] = [
    [
      'bursts of 429 with Retry-After',
      ({ number }) => (number % 5 < 2 ? answerOf(429, '{}', { 'Retry-After': '0' }) : undefined),
    ],
    [
      'bursts of 429 without',
      ({ number }) => (number % 5 < 2 ? answerOf(429, '{"message":"slow"}') : undefined),
    ],
    ['server errors', ({ number }) => (number % 3 === 0 ? answerOf(503, '<h1>busy</h1>') : undefined)],
    [
      'connections refused',
      ({ number }) => (number % 3 === 0 ? Promise.reject(new TypeError('fetch failed')) : undefined),
    ],
    [
      'answers cut in half',
      async ({ url, number }) => {
        if (number % 3 !== 0) return undefined;
        const text = await (await harness.pass(url)).text();
        return answerOf(200, text.slice(0, text.length / 2));
      },
    ],
    [
      'pages of HTML with status 200',
      ({ number }) => (number % 3 === 0 ? answerOf(200, '<html></html>') : undefined),
    ],
  ];

  it.each(passing)('%s are tried again and lose nothing', async (_, meddle) => {
    harness = await createHarness({ ...FREE, orders: 1_500 });
    harness.setMeddle(meddle);
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
    expectWhole(harness, ledger, EARLIEST);
  });

  const lasting = [
    ['unauthorized', () => answerOf(401, '{"message":"no key"}'), 401, 'no key'],
    ['forbidden', () => answerOf(403, '{"message":"ask your administrator"}'), 403, 'ask your administrator'],
    ['server-error', () => answerOf(500, '{"message":"oh"}'), 500, 'oh'],
    ['rate-limited', () => answerOf(429, '{"message":"slow"}'), 429, 'slow'],
    ['bad-request', () => answerOf(400, '{"message":"no such thing"}'), 400, 'no such thing'],
    ['bad-answer', () => answerOf(200, '{"data":[{"Orden"'), 200, null],
    ['unreachable', () => Promise.reject(new TypeError('fetch failed')), null, null],
  ] as const;

  it.each(lasting)(
    '%s that lasts stops the sync with its words, and it goes on afterwards',
    async (code, answer, httpStatus, words) => {
      harness = await createHarness({ ...FREE, orders: 1_500 });
      const ledger = createMemoryLedger();
      const engine = harness.createEngine();
      harness.setMeddle(({ number }) => (number > 3 ? answer() : undefined));
      engine.attachLedger(ledger.caller, 1, 'known');
      const failed = await untilStatus(engine, isAtRest);
      expect(failed.state).toBe('error');
      expect(failed.failure).toMatchObject({
        code,
        status: httpStatus,
        ...(words === null ? {} : { words }),
      });
      const kept = rowTexts(ledger.rows());
      expect(kept.length).toBeGreaterThan(0);
      // Nothing goes on by itself, and a failing retry touches nothing that was committed.
      engine.syncNow();
      await untilStatus(engine, (one) => one.state === 'running' || one.state === 'waiting');
      expect((await untilStatus(engine, isAtRest)).state).toBe('error');
      expect(rowTexts(ledger.rows())).toEqual(kept);
      harness.setMeddle(() => undefined);
      engine.syncNow();
      const status = await untilStatus(engine, (one) => one.state === 'idle' && one.historyComplete);
      expect(status.failure).toBeNull();
      expectWhole(harness, ledger, EARLIEST);
    },
  );

  const outages = [
    ['silent', () => Promise.reject(new TypeError('fetch failed'))],
    ['failing', () => answerOf(500, '{"message":"oh"}')],
  ] as const;

  it.each(outages)(
    '%s: says since when, which try it was and of how many, over runs',
    async (kind, answer) => {
      harness = await createHarness({ ...FREE, orders: 300 });
      const ledger = createMemoryLedger();
      const views: SyncStatus[] = [];
      const engine = harness.createEngine({ onStatus: (one) => views.push(one) });
      let isDown = false;
      let downMs = 0;
      harness.setMeddle(({ number }) => {
        if (number === 3) {
          isDown = true;
          downMs = harness.clock.wallMs();
        }
        return isDown ? answer() : undefined;
      });
      engine.attachLedger(ledger.caller, 1, 'known');
      const failed = await untilStatus(engine, isAtRest);
      expect(failed).toMatchObject({ state: 'error', outage: { kind, tried: 4, tries: 4 } });
      const sinceMs = failed.outage?.sinceMs ?? 0;
      expect(sinceMs).toBeGreaterThanOrEqual(downMs);
      expect(sinceMs).toBeLessThan(downMs + 5_000);
      const before = views.filter(({ outage }) => outage === null);
      expect(before.length).toBeGreaterThan(0);
      // A wait between two tries is never told as one for the limit's sake without the outage beside it.
      const waits = views.slice(before.length).filter(({ state }) => state === 'waiting');
      expect(waits.length).toBeGreaterThan(0);
      for (const { outage } of waits) expect(outage).toMatchObject({ kind, sinceMs, tries: 4 });
      expect(new Set(waits.map(({ outage }) => outage?.tried))).toEqual(new Set([1, 2, 3]));

      // The next run's tries are counted anew; since when it is stays.
      const rest = views.length;
      engine.syncNow();
      const again = await untilStatus(engine, (one) => one.state === 'error' && views.length > rest);
      expect(again.outage).toEqual({ kind, sinceMs, tried: 4, tries: 4 });
      expect(Math.min(...views.slice(rest).flatMap(({ outage }) => outage?.tried ?? []))).toBeLessThan(3);
      isDown = false;
      harness.setMeddle(() => undefined);
      engine.syncNow();
      expect((await untilStatus(engine, (one) => one.state === 'idle')).outage).toBeNull();
      expectWhole(harness, ledger, EARLIEST);
    },
  );

  it('a service that refuses, or asks to wait, is there', async () => {
    for (const answer of [() => answerOf(429, '{}'), () => answerOf(401, '{}'), () => answerOf(400, '{}')]) {
      harness = await createHarness({ ...FREE, orders: 300 });
      const views: SyncStatus[] = [];
      const engine = harness.createEngine({ onStatus: (one) => views.push(one) });
      harness.setMeddle(answer);
      engine.attachLedger(createMemoryLedger().caller, 1, 'known');
      expect((await untilStatus(engine, isAtRest)).state).toBe('error');
      expect(views.every(({ outage }) => outage === null)).toBe(true);
      await harness.close();
    }
    harness = await createHarness({ ...FREE, orders: 1 });
  });

  it('says that the key is missing, and that access is not enabled', async () => {
    harness = await createHarness({ ...FREE, orders: 300, disabledKeys: ['disabled'] });
    const ledger = createMemoryLedger();
    expect(await syncOnce(harness, ledger, { key: null })).toMatchObject({
      state: 'error',
      failure: { code: 'key-missing' },
    });
    expect(await syncOnce(harness, ledger, { key: 'wrong' })).toMatchObject({
      state: 'error',
      failure: { code: 'unauthorized', status: 401 },
    });
    expect(await syncOnce(harness, ledger, { key: 'disabled' })).toMatchObject({
      state: 'error',
      failure: { code: 'forbidden', status: 403 },
    });
    expect(ledger.checkpoint()).toBeNull();
  });

  it('shows a failing ledger as such and loses nothing', async () => {
    harness = await createHarness({ ...FREE, orders: 300 });
    const ledger = createMemoryLedger();
    const commitWindow = () => Promise.reject(new RpcError('quota', 'disk full'));
    const status = await syncOnce(harness, ledger, {}, { ...ledger.caller, commitWindow });
    expect(status).toMatchObject({
      state: 'error',
      failure: { code: 'ledger', words: null, detail: 'disk full' },
    });
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('rule 3: pages that disagree', () => {
  it('reads a window again whose totals change between its pages, and stops reading it at once', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000 });
    const ledger = createMemoryLedger();
    let spoiled = 0;
    harness.setMeddle(async ({ url }) => {
      if (url.searchParams.get('page') !== '2' || spoiled >= 2) return undefined;
      spoiled += 1;
      const text = await (await harness.pass(url)).text();
      return answerOf(200, text.replace(/"totalRows":(\d+)/, '"totalRows":9999'));
    });
    const status = await syncOnce(harness, ledger);
    expect(status.state).toBe('idle');
    expect(spoiled).toBe(2);
    const pages = harness.requests.map((url) => url.searchParams.get('page')).join('');
    // Pages 1 and 2, 1 and 2 again, and only then a reading to its end.
    expect(pages).toContain('1212123');
    expectWhole(harness, ledger, EARLIEST);
    expect(
      ledger.log.some((call) => call.name === 'stagePage' && (call.input as StagePage).reading === 3),
    ).toBe(true);
  });

  it('does not believe a row that comes on two pages while another is lost', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    let spoiled = 0;
    harness.setMeddle(async ({ url }) => {
      if (url.searchParams.get('page') !== '2' || spoiled > 0) return undefined;
      spoiled += 1;
      const first = new URL(url);
      first.searchParams.set('page', '1');
      const one = (await (await harness.pass(first)).json()) as { data: unknown[] };
      const two = (await (await harness.pass(url)).json()) as { data: unknown[] };
      two.data[0] = one.data[0];
      return answerOf(200, JSON.stringify(two));
    });
    await syncOnce(harness, ledger);
    expect(spoiled).toBe(1);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('halves what keeps disagreeing, down to one page, and ends whole', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    let odd = 0;
    harness.setMeddle(async ({ url }) => {
      if (Number(url.searchParams.get('page')) < 2) return undefined;
      odd += 1;
      const text = await (await harness.pass(url)).text();
      return answerOf(200, text.replace(/"totalRows":(\d+)/, `"totalRows":${10_000 + odd}`));
    });
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', historyComplete: true, unsettledWindows: 0 });
    expectWhole(harness, ledger, EARLIEST);
  });

  it('reports what cannot be halved, reads the rest, and tries it again with the next sync', async () => {
    harness = await createHarness({ plan: 'free', orders: 300 });
    const ledger = createMemoryLedger();
    const at = [...harness.world.truth((row) => (row['Fecha de compra'] ?? '') >= '2026-05-02')][0]?.[
      'Fecha de compra'
    ];
    if (at === undefined) throw new Error('The world is empty.');
    // Every answer that holds this instant claims a second page that never agrees.
    harness.setMeddle(async ({ url }) => {
      const from = url.searchParams.get('from') ?? '';
      const to = url.searchParams.get('to');
      const holds = url.searchParams.get('date') === 'purchase_date' && to !== null && from <= at && at <= to;
      if (!holds) return undefined;
      const page = url.searchParams.get('page');
      const first = new URL(url);
      first.searchParams.set('page', '1');
      const text = await (await harness.pass(first)).text();
      return answerOf(
        200,
        text
          .replace('"page":1', `"page":${page}`)
          .replace(/"totalPages":\d+/, `"totalPages":${Number(page) + 1}`),
      );
    });
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', historyComplete: true });
    expect(status.unsettledWindows).toBeGreaterThan(0);
    expect(ledger.rows().length).toBeGreaterThan(10);
    for (const note of ledger.checkpoint()?.unsettled ?? []) {
      expect(Date.parse(`${note.to}Z`) - Date.parse(`${note.from}Z`)).toBeLessThanOrEqual(1_000);
    }
    harness.setMeddle(() => undefined);
    const next = await syncOnce(harness, ledger);
    expect(next.unsettledWindows).toBe(0);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('pause, owners and lost ledgers', () => {
  it('pauses in mid-request, stays paused, and resumes', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    harness.setMeddle(({ number }) => {
      if (number === 5) engine.pause();
      return undefined;
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    const paused = await untilStatus(engine, isAtRest);
    expect(paused).toMatchObject({ state: 'paused', activity: null, waiting: null });
    const asked = harness.requests.length;
    engine.attachLedger(ledger.caller, 2, 'known');
    // A run that begins is running when the call that began it returns.
    expect(engine.status().state).toBe('paused');
    expect(harness.requests.length).toBe(asked);
    engine.syncNow();
    await untilStatus(engine, (one) => one.state === 'idle');
    expectWhole(harness, ledger, EARLIEST);
  });

  it('waits for the ledger when it goes and goes on when it is back; an older owner is ignored', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const stale = createMemoryLedger();
    const engine = harness.createEngine();
    expect(engine.status()).toMatchObject({ state: 'waiting', waiting: { reason: 'ledger' } });
    harness.setMeddle(({ number }) => {
      if (number === 4) engine.attachLedger(stale.caller, 6, 'known');
      if (number === 5) engine.detachLedger(7);
      return undefined;
    });
    engine.attachLedger(ledger.caller, 7, 'known');
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger' && harness.requests.length >= 5);
    expect(stale.log).toEqual([]);
    engine.attachLedger(ledger.caller, 8, 'known');
    engine.detachLedger(7);
    await untilStatus(engine, (one) => one.state === 'idle');
    expectWhole(harness, ledger, EARLIEST);
  });

  it('serves the ledger of another browser, whose epochs begin anew, once the first is gone', async () => {
    harness = await createHarness(FREE);
    const engine = harness.createEngine();
    engine.attachLedger(createMemoryLedger().caller, 7, 'known');
    await untilStatus(engine, (one) => one.state === 'idle');
    engine.detachLedger(7);
    const other = createMemoryLedger();
    engine.attachLedger(other.caller, 1, 'known');
    await untilStatus(engine, (one) => one.state === 'idle' && other.rows().length > 0);
    expectWhole(harness, other, EARLIEST);
  });

  it('begins no window of a load on a disk that is nearly full, and goes on where it stopped', async () => {
    harness = await createHarness({ ...FREE, orders: 300 });
    const ledger = createMemoryLedger();
    let windows = 0;
    // Room for two windows, then none.
    const freeBytes = async () => 1024 ** 2 * (++windows > 2 ? 255 : 300);
    const stopped = await syncOnce(harness, ledger, { freeBytes });
    expect(stopped).toMatchObject({ state: 'error', failure: { code: 'storage-full' } });
    expect(ledger.windows()).toEqual([]);
    const { length: read } = ledger.rows();
    expect([windows, read > 0]).toEqual([3, true]);
    const asked = harness.requests.length;
    await syncOnce(harness, ledger, { freeBytes: async () => null });
    expectWhole(harness, ledger, EARLIEST);
    // The load is over: what changes is read with whatever room there is.
    expect(harness.requests.length).toBeGreaterThan(asked);
    expect((await syncOnce(harness, ledger, { freeBytes: async () => 0 })).state).toBe('idle');
  });

  it('shows why it waits while a back-off lasts', async () => {
    harness = await createHarness({ ...FREE, orders: 300 });
    const ledger = createMemoryLedger();
    harness.setMeddle(({ number }) =>
      number === 2 ? answerOf(429, '{}', { 'Retry-After': '1' }) : undefined,
    );
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    const waiting = await untilStatus(engine, (one) => one.waiting?.reason === 'back-off');
    expect(waiting.state).toBe('waiting');
    expect(waiting.waiting?.untilMs).toBeGreaterThan(harness.now());
    await untilStatus(engine, isAtRest);
    expectWhole(harness, ledger, EARLIEST);
  });
});
