import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createWorld, type WorldOptions } from '../world/world.ts';
import {
  createService,
  type Service,
  type ServiceOptions,
  type ServiceRequest,
  type ServiceResponse,
} from './service.ts';

export type StartOptions = WorldOptions &
  Omit<ServiceOptions, 'world'> & { readonly port?: number; readonly intercept?: Intercept };

export type StartedService = Awaited<ReturnType<typeof startService>>;

export async function startService(options: StartOptions) {
  const world = createWorld(options);
  const service = createService({ ...options, world });
  const { baseUrl, close } = await startHttpServer(service, options);
  return { baseUrl, world, service, close };
}

/**
 * A test's hook between server and service: gives its own answer, 'destroy' to cut the connection, or undefined to
 * let the service answer. It may call the service itself and spoil what it gives.
 */
export type Intercept = (
  request: ServiceRequest,
  service: Service,
) => ServiceResponse | 'destroy' | undefined | Promise<ServiceResponse | 'destroy' | undefined>;

export type RunningServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Listens on 127.0.0.1. Port 0 takes any free one. Rejects when the port is not to be had. */
async function startHttpServer(
  service: Service,
  { port = 0, intercept }: { readonly port?: number; readonly intercept?: Intercept } = {},
) {
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
    /** For example `http://127.0.0.1:4010`; the resource is `/data` under it. */
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: (): Promise<void> =>
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
