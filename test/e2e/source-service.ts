import { createServer } from 'node:net';
import { type Intercept, type StartedService, startService } from '#electron/demo/service/start-service.ts';
import { type Expected, expectedOf, isDashboardRow } from './oracle.ts';

/** The emulated data API over real HTTP, in the test's process, so that its own rows are the truth to compare with. */

export const KEY = 'e2e-key';

export type Source = {
  readonly service: StartedService;
  readonly baseUrl: string;
  /** What the screen must say with every row of the plan window, and with the dashboard preset. */
  readonly everything: () => Expected;
  readonly dashboard: () => Expected;
  /** Replaces the hand between server and service; null takes it away. */
  readonly intercept: (hand: Intercept | null) => void;
  /** Moves the service's clock on. */
  readonly advanceMs: (ms: number) => void;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
};

export type SourceOptions = {
  readonly orders?: number;
  readonly plan?: 'free' | 'pro';
  readonly seed?: number;
  readonly startsAt?: string;
  /** Those that it accepts; KEY, unless said. */
  readonly keys?: readonly string[];
};

/** Starts a source whose clock stands at `startsAt` until it is advanced: nothing changes by itself. */
export async function startSource(options: SourceOptions = {}): Promise<Source> {
  let nowMs = Date.parse(options.startsAt ?? '2026-11-20T15:30:00Z');
  let hand: Intercept | null = null;
  let requests = 0;
  const plan = options.plan ?? 'pro';
  const service = await startService({
    keys: options.keys ?? [KEY],
    plan,
    orders: options.orders ?? 2500,
    seed: options.seed ?? 11,
    clock: () => nowMs,
    limits: { perMinute: 100_000, perDay: 1_000_000 },
    intercept: (request, inner) => {
      requests += 1;
      return hand?.(request, inner);
    },
  });
  const earliest = plan === 'pro' ? '2024-01-01' : '2026-10-01';
  return {
    service,
    baseUrl: service.baseUrl,
    everything: () => expectedOf(service.world.truth((row) => (row['Fecha de compra'] ?? '') >= earliest)),
    dashboard: () =>
      expectedOf(
        service.world.truth((row) => (row['Fecha de compra'] ?? '') >= earliest && isDashboardRow(row)),
      ),
    intercept: (next) => {
      hand = next;
    },
    advanceMs: (ms) => {
      nowMs += ms;
    },
    requests: () => requests,
    close: service.close,
  };
}

/** A port nobody listens on: an origin must stay the same when its host comes back. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
