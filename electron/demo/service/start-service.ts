import { createWorld, type World } from '../world/world.ts';
import { type Intercept, startHttpServer } from './http-server.ts';
import type { Plan } from './plan-window.ts';
import type { RateLimits } from './rate-limit.ts';
import { createService, type Service } from './service.ts';

/** A world, its service and its HTTP server in one: what the command line, the demo account and tests start. */

export type StartOptions = {
  readonly port?: number;
  readonly keys: readonly string[];
  readonly disabledKeys?: readonly string[];
  readonly plan: Plan;
  readonly orders: number;
  readonly seed: number;
  /** UTC epoch milliseconds; fixed or running. */
  readonly clock: () => number;
  readonly beginsAt?: number;
  readonly pulseMs?: number;
  readonly limits: RateLimits;
  readonly limiterClock?: () => number;
  readonly intercept?: Intercept;
};

export type StartedService = {
  readonly baseUrl: string;
  readonly world: World;
  readonly service: Service;
  readonly close: () => Promise<void>;
};

/** Starts everything. Rejects when the port is not to be had. */
export async function startService(options: StartOptions): Promise<StartedService> {
  const world = createWorld(options);
  const service = createService({ ...options, world });
  const server = await startHttpServer(service, options);
  return { baseUrl: server.baseUrl, world, service, close: server.close };
}
