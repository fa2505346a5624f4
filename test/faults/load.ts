import { randomUUID } from 'node:crypto';
import type { Clock } from '#electron/api/clock.ts';
import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { SERVICE_LIMITS } from '#electron/api/slots.ts';
import { createSyncEngine, type SyncEngine } from '#electron/sync/engine.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import { rowsOfLedger, surplus } from '#test/model/ledger-rows.ts';
import { Life } from '#test/model/life.ts';
import { callerThrough, type LedgerPage, openLedgerPage } from '#test/model/mortal-ledger.ts';
import { type Freedom, HONEST, type Plan, Source, type WireRow } from '#test/model/source.ts';
import { type HttpSource, serveSource } from './http-source.ts';

/** The real client, engine and ledger against the model's source over real HTTP, a minute of the limit in a thirtieth of a second. */

/** So much faster does time pass here than outside. */
const HASTE = 2000;
const START = Date.parse('2026-05-20T15:30:00.000Z');

export type Load = {
  readonly source: Source;
  readonly life: Life;
  readonly http: HttpSource;
  readonly clock: Clock;
  /** True time, and a jump of it. */
  readonly nowMs: () => number;
  readonly advance: (ms: number) => void;
  /** What this machine's clock is wrong by. */
  readonly setWallError: (ms: number) => void;
  readonly engine: () => SyncEngine;
  readonly page: () => LedgerPage;
  /** Begins, or asks for the changes, and waits for the end. */
  readonly sync: () => Promise<SyncStatus>;
  /** Rows of the source that the ledger lacks, and the other way round, to the letter. */
  readonly differences: () => { readonly lost: readonly string[]; readonly tooMany: readonly string[] };
  readonly close: () => Promise<void>;
};

export type LoadOptions = {
  readonly orders?: number;
  readonly plan?: Plan;
  readonly believedPlan?: Plan;
  readonly freedom?: Partial<Freedom>;
  readonly timeoutMs?: number;
  /** What becomes of every row on its way, the same way every time: odd values and columns. */
  readonly dress?: (row: WireRow) => { readonly [column: string]: unknown };
  readonly carry?: (name: keyof LedgerCalls, run: () => Promise<unknown>) => Promise<unknown>;
};

const AT_REST = new Set(['idle', 'error', 'paused']);

/** As the wire carries a value, as the ledger must give it back: text as it is, numbers by their digits. */
function cellText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export async function createLoad(options: LoadOptions = {}): Promise<Load> {
  let jumpedMs = 0;
  let wallErrorMs = 0;
  const begun = performance.now();
  const monotonicMs = () => (performance.now() - begun) * HASTE + jumpedMs;
  const nowMs = () => START + monotonicMs();
  const clock: Clock = {
    monotonicMs,
    wallMs: () => nowMs() + wallErrorMs,
    setTimer: (callback, ms) => {
      const timer = setTimeout(callback, Math.max(0, ms) / HASTE);
      return () => clearTimeout(timer);
    },
  };
  const plan = options.plan ?? 'free';
  const source = new Source({ ...HONEST, pageSize: 7, ...options.freedom }, plan, nowMs);
  if (options.dress !== undefined) source.dress = options.dress;
  const life = new Life(source, source.dataMs);
  life.populate(options.orders ?? 20);
  const http = await serveSource(source);
  const page = await openLedgerPage(
    `faults-${randomUUID()}`,
    { opened: () => undefined, before: () => null, after: () => undefined },
    'in a file',
  );
  let engine: SyncEngine | null = null;

  function start(): SyncEngine {
    const made = createSyncEngine({
      account: { id: 'faults', baseUrl: http.baseUrl, plan: options.believedPlan ?? plan },
      readKey: () => 'key',
      isKeyProven: () => true,
      onKeyProven: () => undefined,
      fetch,
      limiters: createLimiters({ limits: SERVICE_LIMITS, clock, storage: inMemoryLimiterStorage() }),
      clock,
      periodMs: null,
      onStatus: () => undefined,
      client: { timeoutMs: options.timeoutMs ?? 30_000 },
    });
    const carry = options.carry ?? ((_, run) => run());
    const caller = callerThrough(((name, input) => carry(name, () => page.call(name, input))) as Parameters<
      typeof callerThrough
    >[0]);
    made.attachLedger(caller as Caller<LedgerCalls>, page.ledger.ownerEpoch, 'known');
    return made;
  }

  return {
    source,
    life,
    http,
    clock,
    nowMs,
    advance: (ms) => {
      jumpedMs += ms;
    },
    setWallError: (ms) => {
      wallErrorMs = ms;
    },
    engine: () => {
      if (engine === null) throw new Error('It has not begun.');
      return engine;
    },
    page: () => page,
    sync: async () => {
      if (engine === null) engine = start();
      else engine.syncNow();
      const givenUpAt = performance.now() + 60_000;
      for (;;) {
        const status = engine.status();
        if (AT_REST.has(status.state)) return status;
        if (performance.now() > givenUpAt) throw new Error(`Still ${JSON.stringify(status)}`);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    },
    differences: () => {
      const there = source.rows().map((row) => {
        const sent = source.dress(row);
        return Object.fromEntries(
          Object.entries(sent).flatMap(([column, value]) =>
            value === null || value === undefined ? [] : [[column, cellText(value)]],
          ),
        );
      });
      const columns = [...new Set(there.flatMap((row) => Object.keys(row)))].sort();
      const print = (row: WireRow) => columns.map((column) => row[column] ?? '∅').join(' | ');
      const earliest = new Date(source.earliestMs()).toISOString().slice(0, 23);
      const isInPlan = (row: WireRow) => (row['Fecha de compra'] ?? '') >= earliest;
      // What came by updated_at from before the plan window is kept too: another matter.
      const here = rowsOfLedger(page.ledger, columns).filter(isInPlan);
      return {
        lost: surplus(there.filter(isInPlan), here, print),
        tooMany: surplus(here, there.filter(isInPlan), print),
      };
    },
    close: async () => {
      await engine?.stop();
      page.close();
      await http.close();
    },
  };
}
