import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as Chromium from '#electron/accounts/chromium-version.ts';
import type * as KeyVault from '#electron/accounts/key-vault.ts';
import type * as Gate from '#electron/browser-host/gate.ts';
import type * as UpdateRules from '#electron/desktop/update-rules.ts';
import type * as AppProtocol from '#electron/shell/app-protocol.ts';
import type * as AppUpdates from '#electron/shell/app-updates.ts';
import type * as Bridge from '#electron/shell/bridge.ts';
import type * as Login from '#electron/shell/login-item.ts';
import type * as Recovery from '#electron/shell/recovery.ts';
import type * as Cipher from '#electron/shell/system-cipher.ts';
import type * as Window from '#electron/shell/window.ts';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import type * as BaseUrl from '#shared/domain/base-url.ts';
import { modeShown } from '#test/runner/systems.ts';
import * as fake from './fake-electron.ts';
import { beginAnew, type Change, PROJECT, type Sources, sourcesWith } from './in-memory.ts';

/**
 * The twenty items of Electron's security checklist (its «Security» tutorial) and what else the shell promises: where each
 * is met, what shows it, and changes of the code after which it is not met any more. Each change is made in memory and
 * has to be noticed.
 */

type Row = {
  readonly item: string;
  readonly file: string;
  /** Stands in the file: whoever looks for the item finds it. */
  readonly symbol: string;
  readonly holds: (sources: Sources) => Promise<void> | void;
  readonly changes: readonly (Omit<Change, 'file'> & { readonly file?: string })[];
};

const WINDOW = 'electron/shell/window.ts';
const PROTOCOL = 'electron/shell/app-protocol.ts';
const BRIDGE = 'electron/shell/bridge.ts';
const CIPHER = 'electron/shell/system-cipher.ts';
const RECOVERY = 'electron/shell/recovery.ts';
const PRELOAD = 'electron/preload.ts';
const MAIN = 'electron/main.ts';
const VAULT = 'electron/accounts/key-vault.ts';
const ATOMICALLY = 'electron/accounts/write-file-atomically.ts';
const UPDATER = 'electron/shell/updater.ts';
const APP_UPDATES = 'electron/shell/app-updates.ts';
const UPDATE_RULES = 'electron/desktop/update-rules.ts';
const SHELL_FILE = 'electron/desktop/shell-file.ts';
const PACKAGING = 'electron/build/packaging.ts';
const RUN = 'electron/sync/run/run.ts';
const APP_PARTS = 'electron/app/app-parts.ts';
const CHROMIUM = 'electron/accounts/chromium-version.ts';
const LOGIN = 'electron/shell/login-item.ts';
const GATE = 'electron/browser-host/gate.ts';
const COPIES = [
  'renderer/data/storage/database/database.ts',
  'renderer/data/storage/database/copies.ts',
] as const;
const ASSETS = 'electron/assets/assets.ts';
const BUILDER = 'electron-builder.yml';
const OWN_FRAME = { url: 'app://bundle/index.html', parent: null };

async function windowOf(sources: Sources): Promise<fake.BrowserWindow> {
  const { createWindow } = await sources.load<typeof Window>(WINDOW);
  createWindow('/preload.cjs', { now: false });
  const [window] = fake.BrowserWindow.made;
  if (window === undefined) throw new Error('There is no window.');
  return window;
}

async function preferencesOf(sources: Sources): Promise<{ readonly [name: string]: unknown }> {
  return { ...(await windowOf(sources)).options.webPreferences };
}

async function guarded(sources: Sources): Promise<fake.FakeWebContents> {
  const { guardWebContents } = await sources.load<typeof Window>(WINDOW);
  guardWebContents();
  const contents = new fake.FakeWebContents();
  fake.app.emit('web-contents-created', {}, contents);
  return contents;
}

function isPrevented(contents: fake.FakeWebContents, event: string, url: string): boolean {
  let prevented = false;
  contents.emit(event, { url, preventDefault: () => (prevented = true) });
  return prevented;
}

async function answerTo(sources: Sources, url: string, method = 'GET'): Promise<Response> {
  const { answerAppRequest } = await sources.load<typeof AppProtocol>(PROTOCOL);
  return answerAppRequest({ url, method }, join(PROJECT, 'renderer'));
}

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

/** main.ts as far as it goes before `ready`, begun with a key in its environment. */
async function begin(sources: Sources): Promise<void> {
  const before = new Map(PROCESS_EVENTS.map((event) => [event, process.listeners(event as 'exit')]));
  process.env.CUADRA_API_KEY = 'in-the-environment';
  try {
    await sources.load(MAIN);
    expect(fake.app.done.at(-1)).toBe('wait');
  } finally {
    for (const [event, known] of before) {
      for (const listener of process.listeners(event as 'exit'))
        if (!known.includes(listener)) process.off(event, listener);
    }
  }
}
/** What main.ts listens to of its own process. */
const PROCESS_EVENTS = ['uncaughtExceptionMonitor', 'unhandledRejection'] as const;

/** What the system's browser is given by the way to the releases, in a build whose manifest names `homepage`. */
async function openedBy(sources: Sources, homepage: string): Promise<readonly string[]> {
  const { createAppUpdates } = await sources.load<typeof AppUpdates>(APP_UPDATES);
  const program = mkdtempSync(join(tmpdir(), 'cuadra-manifest-'));
  try {
    writeFileSync(join(program, 'package.json'), JSON.stringify({ homepage }));
    const file = { read: () => ({ updates: false }) };
    const updates = createAppUpdates({ program, file, isReading: () => false } as never);
    fake.shell.opened.length = 0;
    await updates.ask('releases');
    return [...fake.shell.opened];
  } finally {
    rmSync(program, { recursive: true });
  }
}

async function exposedBy(sources: Sources): Promise<{ readonly [name: string]: unknown }> {
  await sources.load(PRELOAD);
  expect([...fake.contextBridge.exposed.keys()]).toEqual(['cuadra']);
  return fake.contextBridge.exposed.get('cuadra') as { readonly [name: string]: unknown };
}

const preference = (name: string, value: boolean, item: string): Row => ({
  item,
  file: WINDOW,
  symbol: `${name}: ${value}`,
  holds: async (sources) => expect((await preferencesOf(sources))[name]).toBe(value),
  changes: [
    { from: `${name}: ${value}`, to: `${name}: ${!value}` },
    { from: `      ${name}: ${value},\n`, to: '' },
  ],
});

const absentPreference = (name: string, value: string, item: string): Row => ({
  item,
  file: WINDOW,
  symbol: 'webPreferences',
  holds: async (sources) => {
    expect(Object.keys(await preferencesOf(sources))).not.toContain(name);
    for (const file of sourcesOfShell()) expect(sources.code(file), file).not.toContain('commandLine');
  },
  changes: [
    { from: 'webSecurity: true,', to: `webSecurity: true, ${name}: ${value},` },
    {
      file: MAIN,
      from: 'registerAppScheme();',
      to: `app.commandLine.appendSwitch('x');\nregisterAppScheme();`,
    },
  ],
});

const CHECKLIST: readonly Row[] = [
  {
    item: '1. Only load secure content',
    file: PROTOCOL,
    symbol: 'APP_START',
    holds: async (sources) => {
      expect((await windowOf(sources)).loads).toEqual(['app://bundle/index.html']);
      const policy = (await answerTo(sources, 'app://bundle/')).headers.get('content-security-policy');
      expect(policy).not.toMatch(/https?:|\*/);
    },
    changes: [
      { from: `\${APP_SCHEME}://\${APP_HOST}/index.html`, to: 'http://bundle/index.html' },
      { file: ASSETS, from: `"connect-src 'self'"`, to: `"connect-src 'self' http://api.example"` },
    ],
  },
  preference('nodeIntegration', false, '2. No Node.js integration'),
  preference('nodeIntegrationInWorker', false, '2. No Node.js integration in workers'),
  absentPreference('nodeIntegrationInSubFrames', 'true', '2. No Node.js integration in frames'),
  preference('contextIsolation', true, '3. Context isolation'),
  preference('sandbox', true, '4. Sandbox, of the window'),
  {
    item: '4. Sandbox, of every process',
    file: MAIN,
    symbol: 'app.enableSandbox()',
    holds: async (sources) => {
      await begin(sources);
      expect(fake.app.done).toEqual(['sandbox', 'wait']);
    },
    changes: [
      { from: 'app.enableSandbox();\n', to: '' },
      { from: 'app.enableSandbox();\n', to: '// app.enableSandbox();\n' },
      { from: 'app.enableSandbox();\n', to: 'queueMicrotask(() => app.enableSandbox());\n' },
    ],
  },
  {
    item: '5. Permissions are decided here',
    file: WINDOW,
    symbol: 'guardPermissions',
    holds: async (sources) => {
      expect(sources.code(MAIN)).toMatch(/function start[^}]*guardPermissions\(\);/s);
      const { guardPermissions } = await sources.load<typeof Window>(WINDOW);
      guardPermissions();
      const { requestHandler, checkHandler } = fake.session.defaultSession;
      const asked = (permission: string, url: string): boolean | null => {
        let answer: boolean | null = null;
        requestHandler?.({ getURL: () => url }, permission, (granted) => {
          answer = granted;
        });
        return answer;
      };
      const own = 'app://bundle/';
      for (const permission of ['persistent-storage', 'clipboard-sanitized-write']) {
        expect([asked(permission, own), checkHandler?.(null, permission, own)]).toEqual([true, true]);
        const foreign = 'https://evil.example/';
        expect([asked(permission, foreign), checkHandler?.(null, permission, foreign)]).toEqual([
          false,
          false,
        ]);
      }
      for (const permission of ['media', 'openExternal', 'notifications', 'clipboard-read']) {
        expect([asked(permission, own), checkHandler?.(null, permission, own)]).toEqual([false, false]);
      }
    },
    changes: [
      { file: MAIN, from: '  guardPermissions();\n', to: '' },
      { file: MAIN, from: '  guardPermissions();\n', to: '  // guardPermissions();\n' },
      { from: 'isAppAddress(contents.getURL()) && ', to: '' },
      { from: 'isAppAddress(origin) && ', to: '' },
      { from: ' && ALLOWED_PERMISSIONS.has(permission)', to: '' },
      { from: 'setPermissionCheckHandler(', to: 'setPermissionRequestHandler(' },
      { from: `'clipboard-sanitized-write'`, to: `'clipboard-sanitized-write', 'media'` },
    ],
  },
  preference('webSecurity', true, '6. Web security'),
  {
    item: '7. A Content-Security-Policy on every response',
    file: ASSETS,
    symbol: 'CONTENT_SECURITY_POLICY',
    holds: async (sources) => {
      const { answerAppRequest } = await sources.load<typeof AppProtocol>(PROTOCOL);
      for (const [url, method] of [
        ['app://bundle/index.html', 'GET'],
        ['app://bundle/none.js', 'GET'],
        ['app://bundle/', 'POST'],
      ] as const) {
        const { headers } = await answerAppRequest({ url, method }, join(PROJECT, 'renderer'));
        const policy = (headers.get('content-security-policy') ?? '').split('; ');
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self'");
        expect(policy).toContain("worker-src 'self'");
        expect(policy).toContain("base-uri 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    },
    changes: [
      {
        file: PROTOCOL,
        from: "...SECURITY_HEADERS, 'Content-Type': asset.contentType",
        to: "'Content-Type': asset.contentType",
      },
      {
        file: PROTOCOL,
        from: "...SECURITY_HEADERS, 'Content-Type': 'text/plain",
        to: "'Content-Type': 'text/plain",
      },
      { from: `"script-src 'self'"`, to: `"script-src 'self' 'unsafe-eval'"` },
      { from: `  "default-src 'none'",\n`, to: '' },
    ],
  },
  absentPreference('allowRunningInsecureContent', 'true', '8. No insecure content'),
  absentPreference('experimentalFeatures', 'true', '9. No experimental features'),
  absentPreference('enableBlinkFeatures', `'ExecCommandInJavaScript'`, '10. No enableBlinkFeatures'),
  preference('webviewTag', false, '11. No webview, so none with allowpopups'),
  {
    item: '12. No webview is attached',
    file: WINDOW,
    symbol: 'will-attach-webview',
    holds: async (sources) =>
      expect(isPrevented(await guarded(sources), 'will-attach-webview', 'app://bundle/')).toBe(true),
    changes: [{ from: `contents.on('will-attach-webview', (event) => event.preventDefault());`, to: '' }],
  },
  {
    item: '13. Navigation stays in the app',
    file: WINDOW,
    symbol: 'will-frame-navigate',
    holds: async (sources) => {
      await begin(sources);
      expect(fake.app.listenerCount('web-contents-created')).toBe(1);
      fake.app.removeAllListeners();
      const contents = await guarded(sources);
      for (const event of ['will-frame-navigate', 'will-redirect']) {
        for (const url of ['https://evil.example/', 'file:///etc/passwd', 'app://evil/', 'app://bundle:1/']) {
          expect(isPrevented(contents, event, url), `${event} ${url}`).toBe(true);
        }
        expect(isPrevented(contents, event, 'app://bundle/index.html')).toBe(false);
      }
    },
    changes: [
      { file: MAIN, from: 'guardWebContents();\n', to: '' },
      { file: MAIN, from: 'guardWebContents();\n', to: '// guardWebContents();\n' },
      { from: `'will-frame-navigate'`, to: `'will-navigate'` },
      { from: `'will-redirect'`, to: `'will-navigate'` },
      { file: PROTOCOL, from: ' && url.host === APP_HOST', to: '' },
      { file: PROTOCOL, from: 'url.host === APP_HOST', to: 'url.hostname === APP_HOST' },
    ],
  },
  {
    item: '14. No new windows',
    file: WINDOW,
    symbol: 'setWindowOpenHandler',
    holds: async (sources) => {
      const { windowOpenHandler } = await guarded(sources);
      for (const url of ['app://bundle/', 'https://api.example/', 'about:blank', 'file:///etc/passwd'])
        expect(windowOpenHandler?.({ url }), url).toEqual({ action: 'deny' });
    },
    changes: [
      {
        from: `(() => ({ action: 'deny' }))`,
        to: `(({ url }) => ({ action: url.startsWith('https:') ? 'allow' : 'deny' }))`,
      },
      { from: `action: 'deny'`, to: `action: 'allow'` },
      { from: `contents.setWindowOpenHandler(() => ({ action: 'deny' }));`, to: '' },
    ],
  },
  {
    item: '15. shell.openExternal for https alone',
    file: APP_UPDATES,
    symbol: 'shell.openExternal',
    holds: async (sources) => {
      const using = (name: string) => sourcesOfElectron().filter((file) => sources.code(file).includes(name));
      expect(using('openExternal')).toEqual([APP_UPDATES]);
      // Licences that lie beside Electron's program: the page says which of two, never where.
      expect(using('openPath')).toEqual([MAIN]);
      // The one page that is opened: of the build's own releases, on the one site they are on.
      const own = 'https://github.com/acme/cuadra';
      expect(await openedBy(sources, own)).toEqual([`${own}/releases/latest`]);
      for (const other of [
        own.replace('https', 'http'),
        'https://evil.example/acme/cuadra',
        'file:///etc/passwd',
      ])
        expect(await openedBy(sources, other), other).toEqual([]);
    },
    changes: [
      {
        file: WINDOW,
        from: `() => ({ action: 'deny' })`,
        to: `({ url }) => { if (url.startsWith('https:')) void shell.openExternal(url); return { action: 'deny' }; }`,
      },
      {
        file: WINDOW,
        from: `() => ({ action: 'deny' })`,
        to: `({ url }) => { void shell.openExternal(url); return { action: 'deny' }; }`,
      },
      { from: 'openExternal(address)', to: 'openExternal(String(homepage))' },
      { from: 'releasesAddress(homepage)', to: 'String(homepage)' },
    ],
  },
  {
    item: '16. A current Electron',
    file: 'package.json',
    symbol: '"electron":',
    holds: (sources) => {
      const { devDependencies } = JSON.parse(sources.text('package.json')) as {
        readonly devDependencies: { readonly [name: string]: string };
      };
      // Exactly the one whose types and rules the shell was written to, and that the lock file holds.
      expect(devDependencies.electron).toMatch(/^(4[5-9]|[5-9]\d)\.\d+\.\d+$/);
      expect(sources.text('node_modules/electron/package.json')).toContain(
        `"version": "${devDependencies.electron}"`,
      );
      const { packages } = JSON.parse(sources.text('package-lock.json')) as {
        readonly packages: { readonly [path: string]: { readonly version?: string } };
      };
      expect(packages['node_modules/electron']?.version).toBe(devDependencies.electron);
    },
    changes: [
      { file: 'package-lock.json', from: '"node_modules/electron": {', to: '"node_modules/electron-x": {' },
      { from: '"electron": "45', to: '"electron": "^45' },
      { from: '"electron": "45', to: '"electron": "28' },
    ],
  },
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
    item: '18. A protocol of its own, not file://',
    file: PROTOCOL,
    symbol: 'registerAppScheme',
    holds: async (sources) => {
      const { registerAppScheme, serveApp } = await sources.load<typeof AppProtocol>(PROTOCOL);
      registerAppScheme();
      serveApp(PROJECT);
      expect(fake.protocol.schemes).toEqual([
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ]);
      expect([...fake.protocol.handlers.keys()]).toEqual(['app']);
      for (const file of sourcesOfShell())
        expect(sources.code(file), file).not.toMatch(/file:\/\/|loadFile\(/);
      fake.protocol.schemes.length = 0;
      await begin(sources);
      expect(fake.protocol.schemes).toMatchObject([{ scheme: 'app' }]);
    },
    changes: [
      { file: WINDOW, from: 'window.loadURL(APP_START)', to: `window.loadFile('index.html')` },
      { from: 'codeCache: true', to: 'codeCache: true, corsEnabled: true' },
      { from: 'standard: true, ', to: '' },
      { file: MAIN, from: 'registerAppScheme();\n', to: '' },
      { file: MAIN, from: 'registerAppScheme();\n', to: 'void app.whenReady().then(registerAppScheme);\n' },
    ],
  },
  {
    item: '19. Fuses',
    file: BUILDER,
    symbol: 'electronFuses:',
    holds: (sources) => {
      const fuses = /^electronFuses:\n((?: {2}\w+: \w+\n)+)/m.exec(sources.text(BUILDER))?.[1] ?? '';
      expect(
        Object.fromEntries(
          fuses
            .trim()
            .split('\n')
            .map((line) => line.trim().split(': ')),
        ),
      ).toEqual({
        runAsNode: 'false',
        enableCookieEncryption: 'true',
        enableNodeOptionsEnvironmentVariable: 'false',
        enableNodeCliInspectArguments: 'false',
        enableEmbeddedAsarIntegrityValidation: 'true',
        onlyLoadAppFromAsar: 'true',
        loadBrowserProcessSpecificV8Snapshot: 'false',
        grantFileProtocolExtraPrivileges: 'false',
      });
    },
    changes: [
      { from: 'runAsNode: false', to: 'runAsNode: true' },
      { from: '  onlyLoadAppFromAsar: true\n', to: '' },
      { from: 'enableNodeCliInspectArguments: false', to: 'enableNodeCliInspectArguments: true' },
      { from: 'grantFileProtocolExtraPrivileges: false', to: 'grantFileProtocolExtraPrivileges: true' },
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
      const listen = exposed.on as (event: string, listener: (...told: unknown[]) => void) => () => void;
      const stop = listen('accounts', (...told) => heard.push(told));
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
];

const RULES: readonly Row[] = [
  {
    item: 'app:// gives files of its folder alone, for GET and HEAD, with a type',
    file: PROTOCOL,
    symbol: 'answerAppRequest',
    holds: async (sources) => {
      const page = await answerTo(sources, 'app://bundle/');
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const path of ['..%2fpackage.json', '..%2f..%2fpackage.json', 'ui/..%2f..%2fpackage.json']) {
        expect((await answerTo(sources, `app://bundle/${path}`)).status, path).toBe(404);
      }
      expect((await answerTo(sources, 'app://bundle/%zz')).status).toBe(404);
      expect((await answerTo(sources, 'app://other/index.html')).status).toBe(404);
      expect((await answerTo(sources, 'app://bundle/', 'PUT')).status).toBe(405);
    },
    changes: [
      { from: `if (request.method !== 'GET' && request.method !== 'HEAD') `, to: 'if (false) ' },
      { from: `, 'Content-Type': asset.contentType`, to: '' },
      { from: 'if (!isAppAddress(request.url)) ', to: 'if (false) ' },
    ],
  },
  {
    item: 'userData, then the single instance',
    file: MAIN,
    symbol: 'requestSingleInstanceLock',
    holds: async (sources) => {
      await begin(sources);
      expect(fake.app.lockedWith).toBe(join('/user/appData', 'Cuadra'));
    },
    changes: [
      {
        from: `app.setPath('userData', profileNamed(process.argv) ?? join(app.getPath('appData'), 'Cuadra'));\n`,
        to: '',
      },
      {
        from: `app.setPath('userData', profileNamed(process.argv) ?? join(app.getPath('appData'), 'Cuadra'));\n`,
        to: `queueMicrotask(() => app.setPath('userData', join(app.getPath('appData'), 'Cuadra')));\n`,
      },
      { from: 'if (app.requestSingleInstanceLock()) {', to: 'if (app.getName() !== null) {' },
    ],
  },
  {
    item: 'No key in what the processes of the page inherit',
    file: MAIN,
    symbol: 'delete process.env.CUADRA_API_KEY',
    holds: async (sources) => {
      await begin(sources);
      expect(process.env.CUADRA_API_KEY).toBeUndefined();
    },
    changes: [
      { from: 'delete process.env.CUADRA_API_KEY;\n', to: '' },
      { from: 'delete process.env.CUADRA_API_KEY;\n', to: '// delete process.env.CUADRA_API_KEY;\n' },
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
    item: 'The keyring by its asynchronous calls; what is open to all is told',
    file: CIPHER,
    symbol: 'encryptStringAsync',
    holds: async (sources) => {
      const { systemCipher } = await sources.load<typeof Cipher>(CIPHER);
      const cipher = systemCipher('linux');
      const { safeStorage } = fake;
      expect(await cipher.decrypt((await cipher.encrypt('k')).bytes)).toEqual({ text: 'k', isStale: false });
      expect((await cipher.encrypt('k')).isProtected).toBe(true);
      try {
        safeStorage.mark = 'v10';
        expect((await cipher.encrypt('k')).isProtected).toBe(false);
        for (const backend of ['basic_text', 'unknown'] as const) {
          safeStorage.backend = backend;
          expect(await cipher.protects()).toBe(false);
        }
        safeStorage.backend = 'kwallet6';
        expect(await cipher.protects()).toBe(true);
        safeStorage.isRotated = true;
        expect((await cipher.decrypt((await cipher.encrypt('k')).bytes)).isStale).toBe(true);
      } finally {
        Object.assign(safeStorage, { mark: 'v11', backend: 'gnome_libsecret', isRotated: false });
      }
    },
    changes: [
      { from: 'safeStorage.encryptStringAsync(text)', to: 'safeStorage.encryptString(text)' },
      { from: `'basic_text', `, to: '' },
      { from: `, 'unknown'`, to: '' },
      { from: `const CONSTANT_KEY_MARK = 'v10'`, to: `const CONSTANT_KEY_MARK = 'v1'` },
      { from: 'isStale: shouldReEncrypt', to: 'isStale: false' },
    ],
  },
  {
    item: 'Requests by Chromium’s own stack, without cookies, redirects or cache',
    file: MAIN,
    symbol: 'net.fetch',
    holds: (sources) => {
      expect(sources.code(MAIN)).toContain('fetch: (url, init) => net.fetch(url, init)');
      const client = sources.code('electron/api/client.ts');
      // It has no time-out of its own.
      expect(client).toContain('setTimeout(abort, options.timeoutMs)');
      for (const option of [`credentials: 'omit'`, `redirect: 'manual'`, `cache: 'no-store'`]) {
        expect(client).toContain(option);
      }
    },
    changes: [
      { from: '      fetch: (url, init) => net', to: '      // fetch: (url, init) => net' },
      { file: 'electron/api/client.ts', from: 'setTimeout(abort, options.timeoutMs)', to: 'undefined' },
      { file: 'electron/api/client.ts', from: `redirect: 'manual',`, to: `redirect: 'follow',` },
      { file: 'electron/api/client.ts', from: `cache: 'no-store',`, to: '' },
      { from: 'net.fetch(url, init)', to: 'fetch(url, init)' },
      { file: 'electron/api/client.ts', from: `credentials: 'omit',`, to: '' },
    ],
  },
  {
    item: 'Closing hides until the app or the session ends',
    file: WINDOW,
    symbol: 'query-session-end',
    holds: async (sources) => {
      for (const ending of ['query-session-end', 'session-end', null]) {
        fake.BrowserWindow.made.length = 0;
        const window = await windowOf(sources);
        if (ending !== null) window.emit(ending, {});
        window.close();
        expect(window.isDestroyed(), String(ending)).toBe(ending !== null);
      }
    },
    changes: [
      { from: 'if (quitting.now) return;', to: '' },
      { from: '  followSession(window, quitting);\n', to: '' },
      { from: `window.on('query-session-end'`, to: `window.on('blur'` },
      { from: `window.on('session-end'`, to: `window.on('blur'` },
      { from: '    event.preventDefault();\n    void leave(window);\n', to: '' },
    ],
  },
  {
    item: 'A page that crashed comes again, once in a minute',
    file: RECOVERY,
    symbol: 'render-process-gone',
    holds: async (sources) => {
      expect(sources.code(MAIN)).toMatch(/recoverPage\(window, /);
      const { recoverPage } = await sources.load<typeof Recovery>(RECOVERY);
      const window = new fake.BrowserWindow({});
      const told: string[] = [];
      let now = 0;
      recoverPage(window as never, { tell: (reason) => told.push(reason), nowMs: () => now });
      const ended = async (reason: string, atMs: number): Promise<readonly unknown[]> => {
        now = atMs;
        window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
        const atOnce = window.loads.length;
        await new Promise((resolve) => setImmediate(resolve));
        return [window.loads.length - atOnce, told.length];
      };
      expect(await ended('clean-exit', 0)).toEqual([0, 0]);
      expect(await ended('crashed', 10)).toEqual([1, 0]);
      expect(await ended('oom', 60_009)).toEqual([0, 1]);
      expect(await ended('killed', 120_009)).toEqual([1, 1]);
      expect(new Set(window.loads)).toEqual(new Set(['app://bundle/index.html']));
      now = 999_999;
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      window.destroy();
      const loads = window.loads.length;
      await new Promise((resolve) => setImmediate(resolve));
      expect(window.loads).toHaveLength(loads);
    },
    changes: [
      { file: MAIN, from: 'recoverPage(window, ', to: 'void (' },
      { from: `if (reason === 'clean-exit') return;`, to: '' },
      { from: 'if (isAgain) tell(reason);', to: 'if (isAgain) return;' },
      { from: '    lastMs = nowMs();\n', to: '' },
      { from: 'SOON_MS = 60_000', to: 'SOON_MS = 600_000' },
      { from: 'setImmediate(() =>', to: '((load: () => void) => load())(() =>' },
    ],
  },
  {
    item: 'A hidden page is not slowed down while rows come',
    file: BRIDGE,
    symbol: 'setBackgroundThrottling',
    holds: async (sources) => {
      const { forwardEvents } = await sources.load<typeof Bridge>(BRIDGE);
      let tell: (name: string, payload: unknown) => void = () => {};
      const window = new fake.BrowserWindow({});
      forwardEvents({ onEvent: (listener: typeof tell) => (tell = listener) } as never, window as never);
      for (const state of ['running', 'waiting', 'idle']) tell('syncStatus', { state });
      expect(window.webContents.throttling).toEqual([false, false, true]);
    },
    changes: [
      { from: `state !== 'running' && `, to: '' },
      { from: ` && state !== 'waiting'`, to: '' },
    ],
  },
  {
    item: 'Asleep nothing is asked',
    file: MAIN,
    symbol: 'powerMonitor',
    holds: (sources) => {
      expect(sources.code(MAIN)).toContain(`powerMonitor.on('suspend', cuadra.suspend)`);
      expect(sources.code(MAIN)).toMatch(
        /powerMonitor\.on\('resume', \(\) => setTimeout\(cuadra\.resume, AFTER_WAKING_MS\)\)/,
      );
    },
    changes: [
      { from: `  powerMonitor.on('suspend', cuadra.suspend);\n`, to: '' },
      { from: 'setTimeout(cuadra.resume, AFTER_WAKING_MS)', to: 'cuadra.resume()' },
    ],
  },
  {
    item: 'A profile of a later Chromium is left alone',
    file: CHROMIUM,
    symbol: 'refuseEarlierChromium',
    holds: async (sources) => {
      expect(sources.code(MAIN)).toMatch(
        /lockProfile.*refuseEarlierChromium\(.*versions\.chrome\);.*createWindow\(/s,
      );
      const { refuseEarlierChromium } = await sources.load<typeof Chromium>(CHROMIUM);
      const folder = mkdtempSync(join(tmpdir(), 'cuadra-chromium-'));
      try {
        for (const version of [undefined, '150.0.1', '152.3', '152.1'])
          await refuseEarlierChromium(folder, version);
        for (const version of ['151.9', '99.0'])
          await expect(refuseEarlierChromium(folder, version)).rejects.toMatchObject({
            problem: { kind: 'newer' },
          });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    changes: [
      {
        file: MAIN,
        from: '  await refuseEarlierChromium(profileDirectory, process.versions.chrome);\n',
        to: '',
      },
      { from: 'chromium > own', to: 'chromium > own + 1' },
      { from: 'if (chromium < own) ', to: 'if (chromium === 0) ' },
    ],
  },
  {
    item: 'Room on the disk before each window of a load; copies flushed to it',
    file: RUN,
    symbol: 'requireRoom',
    holds: (sources) => {
      expect(sources.code(RUN)).toMatch(
        /if \(isLoading\) await requireRoom\(run\);\n {2}if \(await readHistory/,
      );
      expect(sources.code(RUN)).toContain(`free < LEAST_FREE_BYTES) throw new SyncRefusal('storage-full')`);
      expect(sources.code(APP_PARTS)).toContain('freeBytes: () => freeBytesOf(profileDirectory)');
      for (const copy of COPIES) {
        const [made, flushed] = [/new Dexie\(/g, /chromeTransactionDurability: 'strict'/g].map(
          (pattern) => sources.code(copy).match(pattern)?.length,
        );
        expect([made, flushed], copy).toEqual([1, 1]);
      }
    },
    changes: [
      { from: '  if (isLoading) await requireRoom(run);\n', to: '' },
      { file: APP_PARTS, from: 'freeBytes: () => freeBytesOf(profileDirectory),', to: '' },
      { file: COPIES[0], from: `    chromeTransactionDurability: 'strict',\n`, to: '' },
      { file: COPIES[1], from: `'strict'`, to: `'relaxed'` },
    ],
  },
  {
    item: 'Login: the system’s list, on Linux a file of its own (XDG)',
    file: LOGIN,
    symbol: 'AUTOSTART_FILE',
    holds: async (sources) => {
      const { createLoginItem } = await sources.load<typeof Login>(LOGIN);
      const folder = mkdtempSync(join(tmpdir(), 'cuadra-login-'));
      try {
        fake.app.setPath('appData', folder);
        fake.app.loginItems.length = 0;
        const linux = createLoginItem('linux');
        for (const on of [true, false]) {
          await linux.set(on);
          const names = readdirSync(folder, { recursive: true }).map(String);
          expect([await linux.read(), names.includes(join('autostart', 'cuadra.desktop'))]).toEqual([on, on]);
        }
        expect(fake.app.loginItems).toEqual([]);
        for (const platform of ['win32', 'darwin'] as const) await createLoginItem(platform).set(true);
        const item = { openAtLogin: true, args: ['--hidden'] };
        expect(fake.app.loginItems).toEqual([item, item]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    changes: [
      { from: `if (platform === 'linux')`, to: `if (platform === 'aix')` },
      { from: 'await rm(file, { force: true });', to: '' },
      { from: '{ openAtLogin, ...how }', to: '{ openAtLogin }' },
    ],
  },
  {
    item: 'The browser host has one name, one origin and its cookie',
    file: GATE,
    symbol: 'timingSafeEqual',
    holds: async (sources) => {
      const { createGate } = await sources.load<typeof Gate>(GATE);
      const gate = createGate(4610, { cookie: 'c', session: 's' });
      expect([gate.isOwnHost('127.0.0.1:4610'), gate.isOwnOrigin('http://127.0.0.1:4610')]).toEqual([
        true,
        true,
      ]);
      expect([gate.isOwnHost('evil.example:4610'), gate.isOwnOrigin(undefined)]).toEqual([false, false]);
      expect([gate.hasCookie('cuadra-4610=c'), gate.hasCookie('cuadra-4610=x')]).toEqual([true, false]);
      expect(sources.code(GATE)).toMatch(/HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly/s);
      const server = sources.code('electron/browser-host/server.ts');
      expect(server.match(/!gate\.isOwnHost\(/g)).toHaveLength(2);
      expect(server).toContain('!gate.isOwnOrigin(headers.origin)');
      expect(server.match(/!gate\.hasCookie\(/g)).toHaveLength(2);
    },
    changes: [
      { from: 'host === ownHost', to: 'host !== undefined' },
      { from: 'given === origin', to: 'given === undefined || given === origin' },
      { from: 'SameSite=Strict', to: 'SameSite=Lax' },
      { from: 'HttpOnly', to: 'Secure' },
      { file: 'electron/browser-host/server.ts', from: ' || !gate.isOwnOrigin(headers.origin)', to: '' },
    ],
  },
  {
    item: 'A key is sent over https, in clear to this machine alone',
    file: 'shared/domain/base-url.ts',
    symbol: 'isLoopbackHost',
    holds: async (sources) => {
      const { readBaseUrl } = await sources.load<typeof BaseUrl>('shared/domain/base-url.ts');
      const of = (address: string) => readBaseUrl(address).ok;
      expect(['https://api.example/v1', 'http://127.0.0.1:1/', 'http://[::1]'].map(of)).toEqual([
        true,
        true,
        true,
      ]);
      for (const address of [
        'http://api.example',
        'http://127.0.0.1.example',
        'http://x.localhost',
        'https://u:p@x',
      ])
        expect(of(address), address).toBe(false);
    },
    changes: [
      { from: `=== 'http' && !isLoopbackHost`, to: `=== 'ftp' && !isLoopbackHost` },
      { from: `\\[::1\\])$/i`, to: `\\[::1\\])/i` },
    ],
  },
  {
    item: 'The ciphertext is the user’s alone, and replaced as a whole',
    file: VAULT,
    symbol: 'writeFileAtomically',
    holds: async (sources) => {
      const { openFileVault } = await sources.load<typeof KeyVault>(VAULT);
      const folder = mkdtempSync(join(tmpdir(), 'cuadra-vault-'));
      try {
        const file = join(folder, 'keys.json');
        const vault = await openFileVault(file, {
          protects: async () => true,
          encrypt: async () => ({ bytes: Buffer.from('encrypted'), isProtected: true }),
          decrypt: async () => ({ text: '', isStale: false }),
        });
        await vault.put('a', 'in the clear');
        const first = statSync(file);
        expect((first.mode & 0o777).toString(8)).toBe(modeShown(0o600).toString(8));
        expect(readFileSync(file, 'utf8')).toContain(Buffer.from('encrypted').toString('base64'));
        expect(readFileSync(file, 'utf8')).not.toContain(Buffer.from('in the clear').toString('base64'));
        await vault.put('b', 'another');
        expect(statSync(file).ino).not.toBe(first.ino);
        expect(readdirSync(folder)).toEqual(['keys.json']);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    changes: [
      { from: 'ciphertext: Buffer.from(bytes)', to: 'ciphertext: Buffer.from(key)' },
      { file: ATOMICALLY, from: 'mode = 0o600', to: 'mode = 0o644' },
      { file: ATOMICALLY, from: 'open, rename, rm', to: 'copyFile as rename, open, rm' },
    ],
  },
  {
    item: 'Updates: off by default, only signed, each step asked for',
    file: UPDATER,
    symbol: 'isPassedOver',
    holds: async (sources) => {
      const updater = sources.text(UPDATER);
      for (const held of [
        'autoDownload = false',
        'autoInstallOnAppQuit = false',
        'disableWebInstaller = true',
        'allowDowngrade = false',
        'allowPrerelease = false',
        `problem ?? (isPassedOver ? 'its signature could not be checked' : null)`,
      ])
        expect(updater).toContain(held);
      expect(sources.text(SHELL_FILE)).toContain('updates: false,');
      // Nothing of electron-updater runs before updates are on.
      for (const file of sourcesOfElectron())
        expect(
          file === UPDATER ||
            !/(from|import) '(electron-updater|[./a-z]*\/updater\.ts)'/.test(sources.text(file)),
          file,
        ).toBe(true);
      // What can be checked: a feed, which only a build gets that had to be signed, and on Windows the names of who signs.
      const { updateObstacle } = await sources.load<typeof UpdateRules>(UPDATE_RULES);
      const build = { isPackaged: true, environment: {} };
      expect(updateObstacle({ ...build, platform: 'win32', feed: 'provider: github\n' })).toBe('unsigned');
      expect(updateObstacle({ ...build, platform: 'darwin', feed: null })).toBe('unsigned');
      expect(updateObstacle({ ...build, platform: 'linux', feed: 'provider: github\n' })).not.toBeNull();
      expect(sources.text(BUILDER)).toMatch(/^publish: null$/m);
      expect(sources.text(PACKAGING)).toContain(
        `'--config.forceCodeSigning=true',\n    '--config.publish.provider=github',`,
      );
    },
    changes: [
      { from: 'updater.autoDownload = false;\n', to: '' },
      { from: 'disableWebInstaller = true', to: 'disableWebInstaller = false' },
      { from: '(isPassedOver ?', to: '(false ?' },
      { file: SHELL_FILE, from: 'updates: false,', to: 'updates: true,' },
      {
        file: MAIN,
        from: `import { createTray }`,
        to: `import './shell/updater.ts';\nimport { createTray }`,
      },
      { file: UPDATE_RULES, from: ' && namesPublisher(feed)', to: '' },
      { file: BUILDER, from: 'publish: null\n', to: '' },
      { file: PACKAGING, from: `    '--config.forceCodeSigning=true',\n`, to: '' },
    ],
  },
  {
    item: 'Nothing is packed but what was built',
    file: BUILDER,
    symbol: "'!node_modules'",
    holds: (sources) => {
      const files = /^files:\n((?: {2}- .*\n)+)/m.exec(sources.text(BUILDER))?.[1] ?? '';
      expect(files.trim().split(/\n\s*/)).toEqual([
        '- dist/main/**',
        '- dist/preload/**',
        '- dist/renderer/**',
        '- package.json',
        "- '!node_modules'",
      ]);
      expect(sources.text(BUILDER)).toMatch(/^asar: true$/m);
    },
    changes: [
      { from: "  - '!node_modules'\n", to: '' },
      { from: 'asar: true', to: 'asar: false' },
    ],
  },
];

/** What may know Electron. */
function sourcesOfShell(): readonly string[] {
  return sourcesOfElectron().filter((file) => /^electron\/(shell\/|main\.|preload\.)/.test(file));
}

function sourcesOfElectron(): readonly string[] {
  return readdirSync(join(PROJECT, 'electron'), { recursive: true })
    .map((file) => `electron/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));
}

describe.each([
  ['the checklist', CHECKLIST],
  ['the rules', RULES],
] as const)('%s', (_name, rows) => {
  it.each(rows)('$item', async ({ file, symbol, holds, changes }) => {
    expect(readFileSync(join(PROJECT, file), 'utf8')).toContain(symbol);
    beginAnew();
    await holds(sourcesWith(null));
    for (const change of changes) {
      const changed = sourcesWith({ file, ...change });
      changed.text(change.file ?? file);
      beginAnew();
      const outcome = await Promise.resolve()
        .then(() => holds(changed))
        .then(
          () => 'not noticed',
          (error: unknown) => (String(error).includes('does not compile') ? String(error) : 'noticed'),
        );
      expect([outcome, change.from, change.to]).toEqual(['noticed', change.from, change.to]);
    }
  });
});

it('has each of the twenty, and something to show that each is looked at', () => {
  const numbers = new Set(CHECKLIST.map(({ item }) => Number.parseInt(item, 10)));
  expect([...numbers].sort((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  for (const { item, changes } of [...CHECKLIST, ...RULES]) expect(changes.length, item).toBeGreaterThan(0);
});
