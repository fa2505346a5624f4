import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import vm from 'node:vm';
import { buildWhenStale } from '#electron/build/build-parts.ts';
import { APP_CALL_NAMES, type AppBridge } from '#shared/contract/app.ts';
import type { Reply } from '#shared/contract/ipc.ts';
import { bridgeFromPreload, type PreloadBridge } from '#shared/contract/ipc.ts';
import { PROJECT } from './security-checklist/changed-sources.ts';

/** A page of the desktop app: the preload as it is built, run as Electron runs it, joined to main by the fake's IPC. */

type FakeElectron = typeof import('./fake-electron.ts');

/** What a sandboxed preload may ask for. */
const ALLOWED = ['electron', 'events', 'timers', 'url'] as const;

let built: Promise<string> | null = null;

/** The preload that is shipped, built where its sources are newer. */
export function builtPreload(): Promise<string> {
  built ??= buildWhenStale(['preload'], () => {}).then(() =>
    readFile(join(PROJECT, 'dist/preload/preload.cjs'), 'utf8'),
  );
  return built;
}

export type BuiltPage = {
  readonly bridge: AppBridge;
  readonly preload: PreloadBridge;
  /** Modules that the preload asked for. */
  readonly required: readonly string[];
  /** What came to the page as window messages: nonces, with their ports. */
  readonly messages: {
    readonly data: unknown;
    readonly origin: string;
    readonly ports: readonly unknown[];
  }[];
};

/** Runs the preload as CommonJS in a world without Node, for the page of the newest window. */
export function openPage(fake: FakeElectron, code: string): BuiltPage {
  const required: string[] = [];
  const messages: BuiltPage['messages'] = [];
  const { ipcRenderer, contextBridge } = fake;
  ipcRenderer.removeAllListeners();
  contextBridge.exposed.clear();
  const modules: { readonly [name: string]: unknown } = {
    electron: { contextBridge, ipcRenderer },
    events: {},
    timers: {},
    url: {},
  };
  const require = (name: string): unknown => {
    required.push(name);
    if (!ALLOWED.some((allowed) => allowed === name)) throw new Error(`module not found: ${name}`);
    return modules[name];
  };
  const window = {
    postMessage: (data: unknown, origin: string, ports: readonly unknown[]) =>
      void messages.push({ data, origin, ports }),
  };
  const world = vm.createContext({
    window,
    console,
    URL,
    TextEncoder,
    TextDecoder,
    setTimeout,
    clearTimeout,
  });
  const run = vm.runInContext(`(function (exports, require, module) {${code}\n})`, world) as (
    ...wrapper: unknown[]
  ) => void;
  const module = { exports: {} };
  run(module.exports, require, module);

  // IPC: everything is copied, and every message says which frame it comes from.
  const contents = fake.BrowserWindow.made.at(-1)?.webContents;
  const senderFrame = {
    url: 'app://bundle/index.html',
    parent: null,
    postMessage: (channel: string, data: unknown, ports: readonly unknown[]) =>
      void ipcRenderer.emit(channel, { ports }, structuredClone(data)),
  };
  ipcRenderer.invoke = async (channel, ...args) =>
    structuredClone(
      await fake.ipcMain.handlers.get(channel)?.({ sender: contents, senderFrame }, ...structuredClone(args)),
    ) as Reply<unknown>;
  ipcRenderer.send = (channel, ...args) =>
    void fake.ipcMain.emit(channel, { sender: contents, senderFrame }, ...structuredClone(args));
  if (contents !== undefined) {
    contents.send = (channel, ...args) => void ipcRenderer.emit(channel, {}, ...structuredClone(args));
  }
  const preload = contextBridge.exposed.get('cuadra') as PreloadBridge;
  if (APP_CALL_NAMES.some((name) => typeof preload.call[name] !== 'function')) {
    throw new Error('The preload lacks a call of the contract.');
  }
  return { bridge: bridgeFromPreload(preload), preload, required, messages };
}
