import type { Net, Protocol, Session } from 'electron';
import { fakeApp } from './app.ts';
import { type Agrees, refusing } from './refusing.ts';

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
});

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
}
export const fakeNet = refusing('net', new FakeNet() satisfies Agrees<FakeNet, Net>);
