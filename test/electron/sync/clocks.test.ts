import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyncEngine } from '#electron/sync/engine.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { DAY_MS, HOUR_MS, instantFromMs, MINUTE_MS, type UtcInstant } from '#shared/domain/dates.ts';
import {
  createHarness,
  expectWhole,
  type Harness,
  isAtRest,
  syncOnce,
  truthOf,
  untilStatus,
} from './harness.ts';
import { createMemoryLedger, differences, type MemoryLedger, rowKeys } from './memory-ledger.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 300 } as const;
const EARLIEST = '2026-04-01';
const YEAR_MS = 365 * DAY_MS;

/** The service's own answer, with another Date. */
async function answerDated(url: URL, ms: number): Promise<Response> {
  const honest = await harness.pass(url);
  return new Response(await honest.arrayBuffer(), {
    status: honest.status,
    headers: { 'content-type': 'application/json', date: new Date(ms).toUTCString() },
  });
}

/** The error page of a proxy with a clock of its own. */
function errorPage(status: number, ms: number): Response {
  return new Response('<h1>Proxy</h1>', {
    status,
    headers: { 'content-type': 'text/html', date: new Date(ms).toUTCString(), location: '/elsewhere' },
  });
}

/** Every time the checkpoint holds. */
function storedTimes({ history, changes, reads, rereads }: Checkpoint): readonly UtcInstant[] {
  return [
    history.startedAt,
    history.finishedAt,
    changes.from,
    changes.knownUntil,
    changes.lastReadAt,
    ...reads.map(({ readAt }) => readAt),
    ...rereads.map(({ askedAt }) => askedAt),
  ].flatMap((time) => time ?? []);
}

/** By more than clocks may differ and still agree. */
function expectNothingAhead(ledger: MemoryLedger): void {
  const checkpoint = ledger.checkpoint();
  const latest = instantFromMs(harness.now() + 2 * MINUTE_MS);
  const ahead = checkpoint === null ? [] : storedTimes(checkpoint).filter((time) => time > latest);
  expect(ahead).toEqual([]);
}

let changed = 0;
/** Something changes, and time goes on. */
function live(): void {
  const ids = [...harness.world.entries()]
    .filter(({ row }) => (row['Fecha de compra'] ?? '') >= EARLIEST && row['Tipo de Dato'] !== 'Marketplace')
    .map(({ id }) => id);
  harness.advance(30 * MINUTE_MS);
  for (let turn = 0; turn < 3; turn += 1) {
    changed += 1;
    harness.world.change({ kind: 'adjust', target: { id: ids[(changed * 7919) % ids.length] ?? 0 } });
  }
  harness.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
  harness.advance(5 * MINUTE_MS);
}

async function again(engine: SyncEngine) {
  engine.syncNow();
  return untilStatus(engine, isAtRest);
}

describe('the server’s time (rule 15)', () => {
  it.each([
    [200, 3 * HOUR_MS],
    [200, 50 * DAY_MS],
    [200, 5 * YEAR_MS],
    [200, -9 * DAY_MS],
    [302, 5 * YEAR_MS],
    [403, 50 * DAY_MS],
    [403, 5 * YEAR_MS],
    [429, 50 * DAY_MS],
    [503, 3 * HOUR_MS],
    [503, 5 * YEAR_MS],
  ])(
    'a page with a Date that is wrong, or a proxy’s error pages (%i, by %i ms), change nothing of what is known',
    async (status, aheadMs) => {
      harness = await createHarness(FREE);
      const ledger = createMemoryLedger();
      const engine = harness.createEngine();
      engine.attachLedger(ledger.caller, 1, 'known');
      await untilStatus(engine, isAtRest);
      expectWhole(harness, ledger, EARLIEST);
      const since = harness.requests.length;
      harness.setMeddle(({ url, number }) => {
        const date = harness.now() + aheadMs;
        // A page once, an error page as often as it is asked.
        if (status !== 200) return errorPage(status, date);
        return number === since + 1 ? answerDated(url, date) : undefined;
      });
      await again(engine);
      harness.setMeddle(() => undefined);
      expectNothingAhead(ledger);
      for (let round = 0; round < 2; round += 1) {
        live();
        expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
        expectWhole(harness, ledger, EARLIEST);
        expectNothingAhead(ledger);
      }
      await engine.stop();
      live();
      await syncOnce(harness, ledger);
      expectWhole(harness, ledger, EARLIEST);
    },
  );

  it.each([3 * HOUR_MS, 50 * DAY_MS, -9 * DAY_MS])(
    'the first answer of a process is not believed alone where its Date is %i ms ahead',
    async (aheadMs) => {
      harness = await createHarness(FREE);
      const ledger = createMemoryLedger();
      const lie = () => {
        const since = harness.requests.length;
        harness.setMeddle(({ url, number }) =>
          number === since + 1 ? answerDated(url, harness.now() + aheadMs) : undefined,
        );
      };
      lie();
      await syncOnce(harness, ledger);
      expectNothingAhead(ledger);
      expectWhole(harness, ledger, EARLIEST);
      for (let round = 0; round < 2; round += 1) {
        live();
        lie();
        expect(await syncOnce(harness, ledger)).toMatchObject({ state: 'idle', failure: null });
        expectWhole(harness, ledger, EARLIEST);
        expectNothingAhead(ledger);
      }
    },
  );

  it('what a disbelieved clock said is written down once, and what was believed all along is not', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const doubts = () => ledger.runWindows().filter(({ kind }) => kind === 'clock');
    expect(doubts()).toEqual([]);
    live();
    const since = harness.requests.length;
    harness.setMeddle(({ url, number }) =>
      number === since + 1 || number === since + 3
        ? answerDated(url, harness.now() + 50 * DAY_MS)
        : undefined,
    );
    const status = await again(engine);
    expect(status.lastRun?.notices).toBe(1);
    expect(doubts()).toMatchObject([{ outcome: 'doubted' }]);
    live();
    await again(engine);
    expect(doubts()).toHaveLength(1);
  });

  it('a machine that slept hears the later time from two answers, whatever its own clock says', async () => {
    for (const wallErrorMs of [0, 3 * DAY_MS]) {
      harness = await createHarness(FREE);
      const ledger = createMemoryLedger();
      const clock = { ...harness.clock, wallMs: () => harness.clock.wallMs() + wallErrorMs };
      const engine = harness.createEngine({ clock });
      engine.attachLedger(ledger.caller, 1, 'known');
      await untilStatus(engine, isAtRest);
      harness.advance(3 * DAY_MS);
      live();
      expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
      expectWhole(harness, ledger, EARLIEST);
      expect(Date.parse(ledger.checkpoint()?.changes.knownUntil ?? '')).toBe(
        Math.floor(harness.now() / 1000) * 1000,
      );
      await engine.stop();
      if (wallErrorMs === 0) await harness.close();
    }
  });

  it.each([
    ['updated_at', -20 * HOUR_MS],
    ['updated_at', 20 * HOUR_MS],
    ['count', -200 * DAY_MS],
    ['count', 200 * DAY_MS],
  ])(
    'a server is believed against one Date of a proxy that agrees with this machine’s clock (%s, by %i ms)',
    async (asked, awayMs) => {
      harness = await createHarness(FREE);
      const ledger = createMemoryLedger();
      // Awake all the time; only the wall clock stands elsewhere than the server's.
      const monotonicMs = harness.clock.wallMs;
      const wallMs = () => monotonicMs() + awayMs;
      const engine = harness.createEngine({ clock: { ...harness.clock, monotonicMs, wallMs } });
      engine.attachLedger(ledger.caller, 1, 'known');
      await untilStatus(engine, isAtRest);
      for (let round = 1; round <= 2; round += 1) {
        live();
        let lies = 0;
        harness.setMeddle(({ url }) => {
          const { searchParams } = url;
          const isAsked =
            asked === 'count' ? !searchParams.has('categories') : searchParams.get('date') === asked;
          if (!isAsked || lies > 0) return undefined;
          lies += 1;
          return answerDated(url, wallMs());
        });
        expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
        expect(lies).toBe(1);
        expectNothingAhead(ledger);
        expectWhole(harness, ledger, EARLIEST);
        expect(ledger.runWindows().filter(({ outcome }) => outcome === 'healed')).toEqual([]);
        expect(ledger.runWindows().filter(({ outcome }) => outcome === 'doubted')).toHaveLength(round);
        // What is known is dated by the server.
        const known = Date.parse(ledger.checkpoint()?.changes.knownUntil ?? '');
        expect(Math.abs(known - harness.now())).toBeLessThan(2 * MINUTE_MS);
      }
    },
  );

  it('answers whose dates never agree are said, and nothing is stored by them', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    harness.setMeddle(({ url, number }) => answerDated(url, harness.now() + number * DAY_MS));
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'error', failure: { code: 'unclear-time', words: null } });
    expect(ledger.checkpoint()).toBeNull();
    harness.setMeddle(() => undefined);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });

  it.each([
    ['days ahead of the day that its answers speak of', 9 * DAY_MS],
    ['days behind it', -9 * DAY_MS],
    ['absent', null],
  ])('a Date that is always %s is told by a name of its own, and tried again by itself', async (_, offMs) => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    // The whole machine lives in another time than the data.
    const dated = async ({ url }: { readonly url: URL }) => {
      if (offMs !== null) return answerDated(url, harness.now() + offMs);
      const answer = await harness.pass(url);
      return new Response(await answer.text(), { headers: { 'content-type': 'application/json' } });
    };
    harness.setMeddle(dated);
    const clock = { ...harness.clock, wallMs: () => harness.clock.wallMs() + (offMs ?? 0) };
    const engine = harness.createEngine({ clock, periodMs: HOUR_MS });
    engine.attachLedger(ledger.caller, 1, 'new');
    const status = await untilStatus(engine, isAtRest);
    // No words of ours beside it: nobody would translate them.
    expect(status).toMatchObject({
      state: 'error',
      failure: { code: 'unclear-time', words: null, status: null },
    });
    expect(status.nextRunAtMs).not.toBeNull();
    expect(ledger.checkpoint()).toBeNull();
    expect(ledger.rows()).toEqual([]);
    expect(ledger.runs().at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'unclear-time' } });
  });

  // Its clock set back is for the model's source: the demo's world never goes back.
  it('a server whose clock is set forward for good is followed', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const clock = { ...harness.clock, wallMs: () => harness.clock.wallMs() - 5 * DAY_MS };
    const engine = harness.createEngine({ clock });
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    for (const jumpMs of [20 * MINUTE_MS, 2 * DAY_MS, 9 * DAY_MS]) {
      live();
      await again(engine);
      harness.advance(jumpMs);
      live();
      expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
      expectWhole(harness, ledger, EARLIEST);
      expectNothingAhead(ledger);
    }
  });
});

/** As a version that believed every answer left it behind. */
const poisons: readonly (readonly [
  string,
  (of: Checkpoint, ms: (aheadMs: number) => UtcInstant) => Checkpoint,
])[] = [
  [
    'the next changes from 45 days ahead',
    (of, ms) => ({
      ...of,
      changes: { from: ms(44 * DAY_MS), knownUntil: ms(45 * DAY_MS), lastReadAt: ms(45 * DAY_MS) },
    }),
  ],
  [
    'the next changes from 20 minutes ahead',
    (of, ms) => ({ ...of, changes: { ...of.changes, from: ms(20 * MINUTE_MS) } }),
  ],
  [
    'what is known years ahead',
    (of, ms) => ({
      ...of,
      changes: { ...of.changes, knownUntil: ms(3 * YEAR_MS), lastReadAt: ms(3 * YEAR_MS) },
    }),
  ],
  [
    'a load begun two months ahead',
    (of, ms) => ({
      ...of,
      history: { ...of.history, startedAt: ms(60 * DAY_MS), finishedAt: ms(60 * DAY_MS) },
      changes: { from: ms(60 * DAY_MS), knownUntil: ms(60 * DAY_MS), lastReadAt: ms(60 * DAY_MS) },
    }),
  ],
  [
    'readings and wishes 50 days ahead',
    (of, ms) => ({
      ...of,
      reads: of.reads.map((read) => ({ ...read, readAt: ms(50 * DAY_MS) })),
      rereads: of.reads
        .slice(0, 1)
        .map(({ from, to }) => ({ from, to, reason: 'scheduled', askedAt: ms(50 * DAY_MS) })),
    }),
  ],
];

describe('a checkpoint with times that lie ahead', () => {
  it.each(poisons)('%s: heals when opened, and loses nothing', async (_, poison) => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    live();
    ledger.setCheckpoint((of) => poison(of, (aheadMs) => instantFromMs(harness.now() + aheadMs)));
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
    expectNothingAhead(ledger);
    expectWhole(harness, ledger, EARLIEST);
    expect(ledger.runWindows().filter(({ outcome }) => outcome === 'healed')).toHaveLength(1);
    live();
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
    expect(ledger.runWindows().filter(({ outcome }) => outcome === 'healed')).toHaveLength(1);
  });
});

describe('a step that moves nothing (rule 15)', () => {
  it.each([8, 35])('ends the reading of changes where one Date is %i days ahead', async (days) => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    live();
    const since = harness.requests.length;
    harness.setMeddle(({ url, number }) => {
      // So that an endless run ends.
      if (number > since + 60) return new Response('', { status: 401 });
      return url.searchParams.get('date') === 'updated_at' && number === since + 1
        ? answerDated(url, harness.now() + days * DAY_MS)
        : undefined;
    });
    expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
    expect(harness.requests.length - since).toBeLessThan(30);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('ends the reading of changes in pieces where the Date of every answer is the same', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000, pageRows: 100 });
    const ledger = createMemoryLedger();
    // A coarse timer: it moves between the first answer and what is made of it, and then stands still.
    let coarseMs = 0;
    let stands = true;
    const clock = {
      ...harness.clock,
      monotonicMs: () => {
        if (!stands) coarseMs += 5;
        return coarseMs;
      },
    };
    const engine = harness.createEngine({ clock });
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const start = harness.now();
    harness.advance(2 * DAY_MS);
    const touched = [...harness.world.entries()].filter(
      ({ row }) => (row['Fecha de compra'] ?? '') >= '2026-02-01',
    );
    expect(touched.length).toBeGreaterThan(1_200);
    // All in the last half hour: the last piece is cut again, more than once.
    for (const [index, { id }] of touched.entries()) {
      const at = start + 2 * DAY_MS - 30 * MINUTE_MS + index * 1_000;
      harness.world.change({ kind: 'touch', target: { id }, at });
    }
    const since = harness.requests.length;
    let changes = 0;
    harness.setMeddle(({ url, number }) => {
      if (url.searchParams.get('date') === 'updated_at') changes += 1;
      stands = changes !== 1;
      // So that an endless run ends.
      return number > since + 400 ? new Response('', { status: 401 }) : undefined;
    });
    expect(await again(engine)).toMatchObject({ state: 'idle', failure: null });
    const inside = ledger.rows().filter((row) => (row[rowKeys.purchase] ?? '') >= EARLIEST);
    expect(differences(inside, truthOf(harness, EARLIEST))).toEqual([]);
    expect(changes).toBeGreaterThan(40);
  });
});

describe('a Date ahead of the clock of the data (rule 7)', () => {
  it.each([20, 40])('by %i minutes: what changes while a long load runs is not lost', async (minutes) => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const rows = [...harness.world.entries()].filter(
      ({ row }) => (row['Fecha de compra'] ?? '') >= EARLIEST && row['Tipo de Dato'] !== 'Marketplace',
    );
    const byPurchase = rows.sort((a, b) =>
      (a.row['Fecha de compra'] ?? '') < (b.row['Fecha de compra'] ?? '') ? -1 : 1,
    );
    const newest = byPurchase.at(-1);
    const middle = byPurchase.find(({ row }) => (row['Fecha de compra'] ?? '') >= '2026-04-20');
    const oldest = byPurchase[0];
    let windows = 0;
    harness.setMeddle(({ url }) => {
      const isLoad = url.searchParams.get('date') === 'purchase_date' && url.searchParams.has('categories');
      if (isLoad) windows += 1;
      if (isLoad && windows === 2) {
        // The newest day is read.
        harness.advance(2 * MINUTE_MS);
        harness.world.change({ kind: 'adjust', target: { id: newest?.id ?? 0 } });
        harness.advance(14 * MINUTE_MS);
        harness.world.change({ kind: 'adjust', target: { id: middle?.id ?? 0 } });
        harness.world.change({ kind: 'adjust', target: { id: oldest?.id ?? 0 } });
      }
      return answerDated(url, harness.now() + minutes * MINUTE_MS);
    });
    await syncOnce(harness, ledger);
    expect(windows).toBeGreaterThan(2);
    expectWhole(harness, ledger, EARLIEST);
    harness.advance(HOUR_MS);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});
