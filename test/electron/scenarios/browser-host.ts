import { join } from 'node:path';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { createReconnectingBridge } from '#renderer/data/client/host.ts';
import { socketChannel } from '#renderer/data/transport/channels.ts';
import { SOCKET_PATHS, SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';
import type { Channel } from '#shared/contract/rpc.ts';
import { sessionIn } from '../browser-host/running-host.ts';
import type { HostKind, HostUnderTest } from './host-under-test.ts';
import { createCopies, type OpenPage, openPage } from './page.ts';
import { quicken } from './quicken.ts';

/** The browser host whole, from its command line: server, code, cookie, session secret, WebSockets. */

export const BROWSER: HostKind = { name: 'browser', abilities: new Set(), create: createBrowserHost };

type Running = {
  readonly origin: string;
  /** What the browser that was let in sends and keeps. */
  readonly cookie: string;
  readonly session: string;
  readonly stop: () => Promise<void>;
};

function createBrowserHost(folder: string): HostUnderTest {
  const copies = createCopies();
  const profile = join(folder, 'profile');
  let host: Running | null = null;
  let page: (OpenPage & { readonly leave: (how: 'close' | 'terminate') => void }) | null = null;

  const running = (): Running => {
    if (host === null) throw new Error('No process runs.');
    return host;
  };
  async function load(): Promise<OpenPage> {
    const { origin, cookie, session } = running();
    const sockets = new Set<WebSocket>();
    let hasLeft = false;
    const openLine = async (path: string): Promise<Channel> => {
      // A page that has gone asks for nothing.
      if (hasLeft) return new Promise(() => undefined);
      const socket = await openSocket(`${origin.replace('http', 'ws')}${path}`, origin, cookie, session);
      sockets.add(socket);
      return socketChannel(socket as never);
    };
    const bridge = createReconnectingBridge(() => openLine(SOCKET_PATHS.bridge));
    const opened = await openPage(bridge, copies, () => openLine(SOCKET_PATHS.ledger));
    const leave = (how: 'close' | 'terminate'): void => {
      hasLeft = true;
      for (const socket of sockets) socket[how]();
      opened.end();
    };
    page = { ...opened, leave };
    return page;
  }

  return {
    folder,
    profile,
    start: async () => {
      host = await begin(profile);
      return load();
    },
    quit: async () => {
      const { stop } = running();
      await stop();
      page?.leave('terminate');
      [host, page] = [null, null];
    },
    reload: () => {
      page?.leave('close');
      return load();
    },
    // Its user opens another one.
    crashPage: () => {
      page?.leave('terminate');
      return load();
    },
    answerDialogs: () => undefined,
    readExport: async (end) => {
      if (end.kind !== 'download') throw new Error('A download was expected.');
      const { origin, cookie } = running();
      const answer = await fetch(`${origin}${end.url}`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`The download was answered with ${answer.status}.`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

/** Runs the command, and comes in by the address that it prints. Rejects with what it says where it ends at once. */
async function begin(profile: string): Promise<Running> {
  quicken();
  const { runBrowserHost } = await import('#electron/browser-host/run.ts');
  let stop = (): void => undefined;
  const untilStopped = () =>
    new Promise<void>((resolve) => {
      stop = resolve;
    });
  const said = { out: '', err: '' };
  const hear = (to: 'out' | 'err') => (text: string | Uint8Array) => {
    said[to] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ];
  try {
    const args = ['--profile-dir', profile, '--port', '0', '--no-open'];
    // The process is the tests': no signal ends it, and its collector is left alone.
    const ended = runBrowserHost(args, {}, { untilStopped, begun: () => undefined });
    const printed = vi.waitFor(
      () => {
        const address = /^http\S+$/m.exec(said.out)?.[0];
        if (address === undefined) throw new Error('No address yet.');
        return address;
      },
      { timeout: 20_000, interval: 2 },
    );
    const address = await Promise.race([printed, ended]);
    if (typeof address !== 'string') throw new Error(said.err);
    const entered = await fetch(address);
    return {
      origin: new URL(address).origin,
      cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      session: sessionIn(await entered.text()),
      stop: async () => {
        stop();
        await ended;
      },
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** As the browser opens it: with its cookie and its origin, which no page could lie about. */
function openSocket(url: string, origin: string, cookie: string, session: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [SOCKET_PROTOCOL, session], { origin, headers: { cookie } });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}
