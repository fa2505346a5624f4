import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { vi } from 'vitest';
import { portChannel } from '#renderer/data/transport/channels.ts';
import type { Channel } from '#shared/contract/rpc.ts';
import { type BuiltPage, builtPreload, openPage as openBuiltPage } from '../shell/built-page.ts';
import type { HostKind, HostUnderTest } from './host-under-test.ts';
import { createCopies, type OpenPage, openPage } from './page.ts';
import { quicken } from './quicken.ts';

/** The desktop app whole but for Electron: main.ts from its first line, and pages that reach it through the built preload. */

export type FakeElectron = typeof import('../shell/fake-electron.ts');
export type FakeWindow = InstanceType<FakeElectron['BrowserWindow']>;

type Prepare = (electron: FakeElectron) => (() => void) | undefined;

export type DesktopHost = HostUnderTest & {
  /** The Electron of the process that runs. */
  readonly electron: () => FakeElectron;
  readonly window: () => FakeWindow;
  /** Of the processes that begin from now on: what their system is like, and what it does before the app is ready. */
  readonly prepare: (change: Prepare) => void;
  /** Resolves when the process has ended by itself. */
  readonly ended: () => Promise<void>;
  /** The main process has shown the page anew by itself: joins it. */
  readonly join: () => Promise<OpenPage>;
};

export const DESKTOP: HostKind = {
  name: 'desktop',
  abilities: new Set(['keeps-keys', 'asks-where-to-save', 'asks-for-folders', 'prints', 'has-a-shell']),
  create: createDesktop,
};

/** Looked for often: there are many processes here. */
const SOON = { timeout: 20_000, interval: 2 };

export function createDesktop(folder: string): DesktopHost {
  const copies = createCopies();
  let electron: FakeElectron | null = null;
  let page: OpenPage | null = null;
  let prepare: Prepare = () => undefined;
  let answer: string | null = null;

  const running = (): FakeElectron => {
    if (electron === null) throw new Error('No process runs.');
    return electron;
  };
  const windowNow = (): FakeWindow => {
    const window = running().BrowserWindow.made.at(-1);
    if (window === undefined) throw new Error('There is no window.');
    return window;
  };
  const answerDialogs = (): void => {
    if (electron === null) return;
    const { dialog } = electron;
    dialog.answer = { canceled: answer === null, filePath: answer ?? '' };
    dialog.openAnswer = { canceled: answer === null, filePaths: answer === null ? [] : [answer] };
  };
  const joinPage = async (): Promise<OpenPage> => {
    page?.end();
    const built = openBuiltPage(running(), await builtPreload());
    page = await openPage(built.bridge, copies, async () => takeLine(built));
    return page;
  };

  async function start(): Promise<OpenPage> {
    vi.resetModules();
    quicken();
    // Each process has an Electron of its own.
    const fresh = (await import('electron')) as unknown as FakeElectron;
    electron = fresh;
    fresh.app.setPath('appData', folder);
    fresh.app.setPath('downloads', folder);
    fresh.MessageChannelMain.isReal = true;
    // Nobody beyond this machine is asked.
    fresh.net.answer = async (url, init) =>
      new URL(url).hostname === '127.0.0.1' ? fetch(url, init) : new Response(null, { status: 503 });
    answerDialogs();
    const whenLoaded = prepare(fresh);
    await import('#electron/main.ts');
    whenLoaded?.();
    fresh.app.becomeReady();
    await vi.waitFor(() => {
      const isUp = fresh.app.listenerCount('will-quit') > 0;
      if (!isUp && !fresh.app.done.includes('exit 1')) throw new Error('Not there yet.');
    }, SOON);
    if (fresh.app.done.includes('exit 1')) throw new Error(fresh.dialog.errors.join('\n'));
    windowNow().emit('ready-to-show');
    return joinPage();
  }

  async function ended(): Promise<void> {
    const { app } = running();
    await vi.waitFor(() => {
      if (app.done.at(-1) !== 'quit') throw new Error('It still runs.');
    }, SOON);
    page?.end();
    page = null;
    electron = null;
  }

  return {
    folder,
    profile: join(folder, 'Cuadra'),
    electron: running,
    window: windowNow,
    prepare: (change) => {
      prepare = change;
    },
    start,
    ended,
    join: joinPage,
    quit: () => {
      running().app.quit();
      return ended();
    },
    reload: () => {
      page?.end();
      windowNow().webContents.reload();
      return joinPage();
    },
    crashPage: async () => {
      const window = windowNow();
      const loads = window.loads.length;
      page?.end();
      const gone = { reason: 'crashed', exitCode: 5 };
      running().app.emit('render-process-gone', {}, window.webContents, gone);
      window.webContents.emit('render-process-gone', {}, gone);
      await vi.waitFor(() => {
        if (window.loads.length === loads) throw new Error('The page has not come back.');
      }, SOON);
      return joinPage();
    },
    answerDialogs: (path) => {
      answer = path;
      answerDialogs();
    },
    readExport: async (end) => {
      if (end.kind !== 'file') throw new Error('A file was expected.');
      return readFile(end.path);
    },
  };
}

/** The page asks for a port and passes it to its worker: a real one, in a transfer list. */
function takeLine({ preload, messages }: BuiltPage): Channel {
  const nonce = crypto.randomUUID();
  preload.requestLedgerPort(nonce);
  const message = messages.find(({ data }) => data === nonce);
  if (message?.origin !== '*' || message.ports.length !== 1) throw new Error('One port was expected.');
  const port = message.ports[0] as MessagePort;
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(port, [port]);
  const arrived = receiveMessageOnPort(port2)?.message as MessagePort;
  port1.close();
  return portChannel(arrived as never);
}
