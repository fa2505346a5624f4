import { expect } from 'vitest';
import type { Fetch } from '#electron/api/client.ts';
import { type Clock, systemClock } from '#electron/api/clock.ts';
import { createLimiters, type Limiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { type StartedService, startService } from '#electron/demo/service/start-service.ts';
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '#electron/sync/engine.ts';
import type { Plan, SyncStatus } from '#shared/contract/app.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import { differences, type MemoryLedger, type StoredRow, truthRow } from './memory-ledger.ts';

/** The emulated API over real HTTP, a ledger in memory, and the sync between them. */

export const KEY = 'test-key';
const WIDE = { perMinute: 1_000_000, perDay: 100_000_000 };

export type Request = { readonly url: URL; readonly number: number };
/** What a test does to a request: an answer of its own, or undefined to let it through. */
export type Meddle = (request: Request) => Response | Promise<Response | undefined> | undefined;

type HarnessOptions = {
  readonly now?: string;
  readonly orders?: number;
  /** Of the key at the service. */
  readonly plan?: Plan;
  readonly disabledKeys?: readonly string[];
  /** Rows of a page at the service, whatever the sync asks for: few rows then make windows of many pages. */
  readonly pageRows?: number;
};

export async function createHarness(options: HarnessOptions = {}) {
  let nowMs = Date.parse(options.now ?? '2026-05-20T15:30:00.000Z');
  const service: StartedService = await startService({
    keys: [KEY],
    plan: options.plan ?? 'pro',
    orders: options.orders ?? 1_200,
    seed: 3,
    clock: () => nowMs,
    limits: WIDE,
    ...(options.disabledKeys === undefined ? {} : { disabledKeys: options.disabledKeys }),
  });
  /** This machine's clock agrees with the server's unless a test says otherwise. */
  const startedAt = performance.now();
  const agreeingClock: Clock = {
    ...systemClock,
    wallMs: () => nowMs + performance.now() - startedAt,
  };
  const requests: URL[] = [];
  const engines: SyncEngine[] = [];
  let meddle: Meddle = () => undefined;

  const meddlingFetch: Fetch = async (url, init) => {
    requests.push(new URL(url));
    const answer = await meddle({ url: new URL(url), number: requests.length });
    return answer ?? fetch(withPageRows(url), init);
  };

  function withPageRows(url: string): string {
    const paged = new URL(url);
    if (options.pageRows !== undefined) paged.searchParams.set('limit', String(options.pageRows));
    return paged.href;
  }

  const limitersWith = (clock: Clock): Limiters =>
    createLimiters({ limits: WIDE, clock, storage: inMemoryLimiterStorage() });

  function createEngine(
    over: Partial<SyncEngineOptions> & { readonly plan?: Plan; readonly key?: string | null } = {},
  ): SyncEngine {
    const { plan, key, ...rest } = over;
    const clock = over.clock ?? agreeingClock;
    const engine = createSyncEngine({
      account: { id: 'a1', baseUrl: service.baseUrl, plan: plan ?? options.plan ?? 'pro' },
      readKey: () => (key === undefined ? KEY : key),
      isKeyProven: () => true,
      onKeyProven: () => undefined,
      fetch: meddlingFetch,
      limiters: limitersWith(clock),
      onStatus: () => undefined,
      clock,
      retry: { baseMs: 1, capMs: 3, tries: 4 },
      periodMs: null,
      ...rest,
    });
    engines.push(engine);
    return engine;
  }

  return {
    service,
    world: service.world,
    requests,
    /** Asks the service itself, as a meddling test may want to. */
    pass: (url: URL) => fetch(withPageRows(url.href), { headers: { 'Ocp-Apim-Subscription-Key': KEY } }),
    createEngine,
    setMeddle: (fresh: Meddle) => {
      meddle = fresh;
    },
    clock: agreeingClock,
    now: () => nowMs,
    /** Moves the server's clock. */
    advance: (ms: number) => {
      nowMs += ms;
    },
    close: async () => {
      for (const engine of engines) await engine.stop();
      await service.close();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** Resolves with the first status that passes. */
export async function untilStatus(
  engine: SyncEngine,
  passes: (status: SyncStatus) => boolean,
): Promise<SyncStatus> {
  const givenUpAt = performance.now() + 60_000;
  for (;;) {
    const status = engine.status();
    if (passes(status)) return status;
    if (performance.now() > givenUpAt) throw new Error(`Still ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const isAtRest = (status: SyncStatus) => ['idle', 'error', 'paused'].includes(status.state);

/** Attaches a ledger and waits until nothing more is done. */
export async function syncOnce(
  harness: Harness,
  ledger: MemoryLedger,
  over: Parameters<Harness['createEngine']>[0] = {},
  caller: Caller<LedgerCalls> = ledger.caller,
): Promise<SyncStatus> {
  const engine = harness.createEngine(over);
  engine.attachLedger(caller, 1, 'known');
  const status = await untilStatus(engine, isAtRest);
  await engine.stop();
  return status;
}

/** The service's own rows bought from a day on. */
export function truthOf(harness: Harness, earliest: string): readonly StoredRow[] {
  return [...harness.world.truth((row) => (row['Fecha de compra'] ?? '') >= earliest)].map(truthRow);
}

/** The ledger holds exactly the service's own rows bought from a day on, and nothing half read. */
export function expectWhole(harness: Harness, ledger: MemoryLedger, earliest: string): void {
  expect(differences(ledger.rows(), truthOf(harness, earliest))).toEqual([]);
  expect(ledger.windows()).toEqual([]);
}
