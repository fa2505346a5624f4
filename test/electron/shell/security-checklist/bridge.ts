import { expect } from 'vitest';
import type * as Bridge from '#electron/shell/bridge.ts';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import * as fake from '../fake-electron.ts';
import type { Sources } from './changed-sources.ts';
import { PROTOCOL, sourcesOfShell, WINDOW } from './files.ts';
import type { Row } from './row.ts';

const BRIDGE = 'electron/shell/bridge.ts';
const PRELOAD = 'electron/preload.ts';
const OWN_FRAME = { url: 'app://bundle/index.html', parent: null };

/** An app that answers one call, and notes the channels of ledgers it is given. */
async function served(sources: Sources): Promise<{ readonly channels: unknown[] }> {
  const channels: unknown[] = [];
  const { serveBridge } = await sources.load<typeof Bridge>(BRIDGE);
  serveBridge({
    connect: () => ({ handlers: { readHostInfo: () => 'answered' }, end: async () => {} }),
    attachLedgerChannel: (channel: unknown) => void channels.push(channel),
  } as never);
  return { channels };
}

function call(frame: unknown): Promise<unknown> {
  const sender = new fake.FakeWebContents();
  const handler = fake.ipcMain.handlers.get('cuadra:call');
  return Promise.resolve(handler?.({ senderFrame: frame, sender }, 'readHostInfo', null));
}

async function exposedBy(sources: Sources): Promise<{ readonly [name: string]: unknown }> {
  await sources.load(PRELOAD);
  expect([...fake.contextBridge.exposed.keys()]).toEqual(['cuadra']);
  return fake.contextBridge.exposed.get('cuadra') as { readonly [name: string]: unknown };
}

/** What passes between the page and the shell. */
export const BRIDGE_ROWS: readonly Row[] = [
  {
    item: '17. The sender of every message',
    file: BRIDGE,
    symbol: 'isAppFrame',
    holds: async (sources) => {
      const others = sourcesOfShell().filter((file) => file !== BRIDGE);
      for (const file of others) expect(sources.code(file), file).not.toMatch(/\bipcMain\b|\.ipc\b/);
      const { channels } = await served(sources);
      expect(await call(OWN_FRAME)).toEqual({ ok: true, value: 'answered' });
      const posted: unknown[] = [];
      const foreign = [
        null,
        { ...OWN_FRAME, url: 'https://evil.example/' },
        { ...OWN_FRAME, url: 'app://evil/index.html' },
        { ...OWN_FRAME, parent: {} },
      ];
      for (const frame of foreign) {
        expect(await call(frame)).toMatchObject({ ok: false, error: { code: 'foreign-sender' } });
        const senderFrame = frame === null ? null : { ...frame, postMessage: () => posted.push(1) };
        fake.ipcMain.emit('cuadra:ledger-port', { senderFrame }, 'nonce');
      }
      expect([channels.length, posted.length]).toEqual([0, 0]);
    },
    changes: [
      { from: 'isAppFrame(event.senderFrame) ?', to: 'event.senderFrame !== null ?' },
      {
        file: WINDOW,
        from: `contents.on('will-attach`,
        to: `contents.ipc.on('x', () => {});\n    contents.on('will-attach`,
      },
      { from: '!isAppFrame(frame) ||', to: 'frame === null ||' },
      { file: PROTOCOL, from: 'frame.parent === null && ', to: '' },
      { file: PROTOCOL, from: ' && isAppAddress(frame.url)', to: '' },
      { file: PROTOCOL, from: 'frame !== null && ', to: '' },
    ],
  },
  {
    item: '20. Nothing of Electron in the page',
    file: PRELOAD,
    symbol: 'exposeInMainWorld',
    holds: async (sources) => {
      const exposed = await exposedBy(sources);
      expect(Object.keys(exposed).sort()).toEqual(['call', 'on', 'requestLedgerPort']);
      const calls = Object.entries(
        exposed.call as { readonly [name: string]: (...sent: unknown[]) => unknown },
      );
      expect(calls.map(([name]) => name)).toEqual(APP_CALL_NAMES);
      for (const [name, ask] of calls) {
        await ask('input', 'more');
        expect(fake.ipcRenderer.invoked.at(-1)).toEqual(['cuadra:call', name, 'input']);
      }
      const heard: unknown[][] = [];
      const listen = exposed.on as (event: string, listener: (...views: unknown[]) => void) => () => void;
      const stop = listen('accounts', (...views) => heard.push(views));
      fake.ipcRenderer.emit('cuadra:event', { sender: fake.ipcRenderer }, 'accounts', 'payload');
      fake.ipcRenderer.emit('cuadra:event', { sender: fake.ipcRenderer }, 'syncStatus', 'other');
      expect(heard).toEqual([['payload']]);
      expect(listen('cuadra:ledger-port', () => {})).toBeTypeOf('function');
      expect(fake.ipcRenderer.listenerCount('cuadra:event')).toBe(1);
      // A way to stop that gives back what it was asked of would hand ipcRenderer to the page.
      expect(stop()).toBeUndefined();
    },
    changes: [
      { from: 'const bridge = {', to: 'const bridge = { ipcRenderer,' },
      { from: 'call: Object.fromEntries(', to: 'call: Object.assign({ invoke: ipcRenderer.invoke }, ' },
      {
        from: '(input: unknown): Promise<unknown> =>',
        to: '(input: unknown, name: string): Promise<unknown> =>',
      },
      { from: 'APP_CALL_NAMES.map((name)', to: `[...APP_CALL_NAMES, 'any'].map((name)` },
      { from: 'listener(payload as Parameters<typeof listener>[0])', to: 'listener(_event as never)' },
      { from: 'if (name === event) ', to: '' },
      { from: '    if (!APP_EVENT_NAMES.includes(event)) return () => {};\n', to: '' },
      {
        from: 'ipcRenderer.off(IPC_EVENT, receive);',
        to: 'return ipcRenderer.off(IPC_EVENT, receive);',
      },
      { from: `exposeInMainWorld('cuadra', bridge)`, to: `exposeInMainWorld('electron', bridge)` },
    ],
  },
  {
    item: 'A port is started, and its nonce comes back',
    file: BRIDGE,
    symbol: 'port1.start()',
    holds: async (sources) => {
      const { channels } = await served(sources);
      const posted: unknown[][] = [];
      const senderFrame = { ...OWN_FRAME, postMessage: (...message: unknown[]) => posted.push(message) };
      fake.ipcMain.emit('cuadra:ledger-port', { senderFrame }, 'nonce-1');
      fake.ipcMain.emit('cuadra:ledger-port', { senderFrame }, 'n'.repeat(101));
      const [channel, nonce, ports] = posted[0] as [string, string, { other: { started: boolean } }[]];
      expect([channel, nonce, ports.length, posted.length]).toEqual(['cuadra:ledger-port', 'nonce-1', 1, 1]);
      expect(ports[0]?.other.started).toBe(true);
      expect(channels).toHaveLength(1);
    },
    changes: [
      { from: '    port1.start();\n', to: '' },
      { from: ' || nonce.length > LONGEST_NONCE', to: '' },
      { from: 'IPC_LEDGER_PORT, nonce, [port2]', to: 'IPC_LEDGER_PORT, nonce, [port1, port2]' },
    ],
  },
  {
    item: 'Failures cross as data, without a stack',
    file: BRIDGE,
    symbol: 'createInvoker',
    holds: async (sources) => {
      const { serveBridge } = await sources.load<typeof Bridge>(BRIDGE);
      const readHostInfo = () => {
        throw new Error('broken');
      };
      serveBridge({ connect: () => ({ handlers: { readHostInfo }, end: async () => {} }) } as never);
      expect(await call(OWN_FRAME)).toEqual({ ok: false, error: { code: 'internal', message: 'broken' } });
    },
    changes: [
      {
        from: 'pageOf(event.sender)(name, input)',
        to: `pageOf(event.sender)(name, input).then((r) => { if (!r.ok) throw new Error(r.error.message); return r; })`,
      },
    ],
  },
  {
    item: 'A hidden page is not slowed down while rows come',
    file: BRIDGE,
    symbol: 'setBackgroundThrottling',
    holds: async (sources) => {
      const { forwardEvents } = await sources.load<typeof Bridge>(BRIDGE);
      let report: (name: string, payload: unknown) => void = () => {};
      const window = new fake.BrowserWindow({});
      forwardEvents({ onEvent: (listener: typeof report) => (report = listener) } as never, window as never);
      for (const state of ['running', 'waiting', 'idle']) report('syncStatus', { state });
      expect(window.webContents.throttling).toEqual([false, false, true]);
    },
    changes: [
      { from: '!isSyncing(payload', to: 'isSyncing(payload' },
      { file: 'shared/contract/sync-progress.ts', from: `state === 'running' || `, to: '' },
      { file: 'shared/contract/sync-progress.ts', from: ` || state === 'waiting'`, to: '' },
    ],
  },
];
