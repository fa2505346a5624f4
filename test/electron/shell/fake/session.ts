import { type ClientRequest as NodeRequest, request } from 'node:http';
import type { ClientRequest, ClientRequestConstructorOptions, Net, Protocol, Session } from 'electron';
import { fakeApp } from './app.ts';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

type PermissionRequestHandler = (
  contents: { getURL: () => string },
  permission: string,
  decide: (granted: boolean) => void,
) => void;
type PermissionCheckHandler = (contents: unknown, permission: string, origin: string) => boolean;

class FakeSession {
  requestHandler: PermissionRequestHandler | null = null;
  checkHandler: PermissionCheckHandler | null = null;
  deviceHandler: ((details: unknown) => boolean) | null = null;
  setPermissionRequestHandler(handler: ((...args: never[]) => void) | null): void {
    this.requestHandler = handler as PermissionRequestHandler | null;
  }
  setPermissionCheckHandler(handler: ((...args: never[]) => boolean) | null): void {
    this.checkHandler = handler as PermissionCheckHandler | null;
  }
  setDevicePermissionHandler(handler: ((details: never) => boolean) | null): void {
    this.deviceHandler = handler as ((details: unknown) => boolean) | null;
  }
}

export const fakeSession = refusing('session', {
  defaultSession: refusing(
    'session.defaultSession',
    new FakeSession() satisfies Agrees<FakeSession, Session>,
  ),
  /** Sessions apart from the app's, by name and as they were asked for. */
  partitions: new Map<string, unknown>(),
  fromPartition(partition: string, options?: unknown): FakeSession {
    this.partitions.set(partition, options);
    return new FakeSession();
  },
});

/** A request of `net`, made for real: what comes of it is what a server answered. Redirects are told and not followed. */
class FakeClientRequest extends KnownEmitter {
  readonly real: NodeRequest;
  constructor(options: ClientRequestConstructorOptions) {
    super([
      ...eventsOf<ClientRequest>()(['abort', 'close', 'error', 'finish', 'login', 'redirect', 'response']),
      // electron-updater listens for Node's too. Electron tells nobody of them.
      'aborted',
      'socket',
    ]);
    const { session: _session, redirect: _redirect, ...rest } = options;
    this.real = request(rest as Parameters<typeof request>[0]);
    this.real.on('error', (error) => this.emit('error', error));
    this.real.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      if (headers.location === undefined) this.emit('response', response);
      else this.emit('redirect', statusCode, 'GET', headers.location, headers);
    });
  }
  end(): void {
    this.real.end();
  }
  abort(): void {
    this.real.destroy();
    this.emit('abort');
  }
}

class FakeProtocol {
  readonly schemes: unknown[] = [];
  readonly registeredAfter: string[] = [];
  readonly handlers = new Map<string, (request: Request) => Promise<Response>>();
  registerSchemesAsPrivileged(schemes: unknown[]): void {
    this.schemes.push(...schemes);
    this.registeredAfter.push(...fakeApp.done);
  }
  handle(scheme: string, handler: (request: never) => unknown): void {
    this.handlers.set(scheme, handler as (request: Request) => Promise<Response>);
  }
}
export const fakeProtocol = refusing('protocol', new FakeProtocol() satisfies Agrees<FakeProtocol, Protocol>);

class FakeNet {
  readonly asked: string[] = [];
  answer: (url: string, init?: RequestInit) => Promise<Response> = async () =>
    new Response(null, { status: 503 });
  isOnline(): boolean {
    return true;
  }
  fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url;
    this.asked.push(url);
    return this.answer(url, init);
  }
  request(options: ClientRequestConstructorOptions): FakeClientRequest {
    return refusing(
      'ClientRequest',
      new FakeClientRequest(options) satisfies Agrees<FakeClientRequest, Omit<ClientRequest, 'end'>>,
    );
  }
}
export const fakeNet = refusing('net', new FakeNet() satisfies Agrees<FakeNet, Net, 'request'>);
