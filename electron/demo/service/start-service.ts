import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createWorld, type World } from '../world/world.ts';
import type { Plan } from './parameters.ts';
import {
  createService,
  type RateLimits,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from './service.ts';

export type StartOptions = {
  readonly port?: number;
  readonly keys: readonly string[];
  readonly disabledKeys?: readonly string[];
  readonly plan: Plan;
  readonly orders: number;
  readonly seed: number;
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

export async function startService(options: StartOptions): Promise<StartedService> {
  const world = createWorld(options);
  const service = createService({ ...options, world });
  const server = await startHttpServer(service, options);
  return { baseUrl: server.baseUrl, world, service, close: server.close };
}

/**
 * A test's hook between server and service: gives its own answer, 'destroy' to cut the connection, or undefined to
 * let the service answer. It may call the service itself and spoil what it gives.
 */
export type Intercept = (
  request: ServiceRequest,
  service: Service,
) => ServiceResponse | 'destroy' | undefined | Promise<ServiceResponse | 'destroy' | undefined>;

export type RunningServer = {
  /** For example `http://127.0.0.1:4010`; the resource is `/data` under it. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
};

/** Listens on 127.0.0.1. Port 0 takes any free one. Rejects when the port is not to be had. */
export async function startHttpServer(
  service: Service,
  { port = 0, intercept }: { readonly port?: number; readonly intercept?: Intercept } = {},
): Promise<RunningServer> {
  const server = createServer((incoming, outgoing) => {
    answer(service, intercept, incoming, outgoing).catch((error: unknown) => {
      // A fault of ours must not take the process with it.
      console.error(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { 'Content-Type': 'application/json' }).end('{"statusCode":500}');
    });
  });
  // Longer than a client at 5 requests a minute pauses: closing in the moment it asks again would look like a fault.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        // The only error is that it is closed already.
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  service: Service,
  intercept: Intercept | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  const request: ServiceRequest = {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers: incoming.headers,
  };
  incoming.resume();
  const response = (await intercept?.(request, service)) ?? service.handleRequest(request);
  if (response === 'destroy') {
    incoming.socket.destroy();
    return;
  }
  // The service's own Date, so that a client's clock rules see the world's time.
  outgoing.sendDate = false;
  outgoing.writeHead(response.status, {
    'Content-Length': String(Buffer.byteLength(response.body)),
    ...response.headers,
  });
  outgoing.end(response.body);
}
