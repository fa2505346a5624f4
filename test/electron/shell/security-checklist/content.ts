import { join } from 'node:path';
import { expect } from 'vitest';
import type * as AppProtocol from '#electron/shell/app-protocol.ts';
import type * as Window from '#electron/shell/window.ts';
import * as fake from '../fake-electron.ts';
import { begin, windowOf } from './begun.ts';
import { PROJECT, type Sources } from './changed-sources.ts';
import { MAIN, PROTOCOL, sourcesOfShell, WINDOW } from './files.ts';
import type { Row } from './row.ts';

const ASSETS = 'electron/assets/assets.ts';

async function answerTo(sources: Sources, url: string, method = 'GET'): Promise<Response> {
  const { answerAppRequest } = await sources.load<typeof AppProtocol>(PROTOCOL);
  return answerAppRequest({ url, method }, join(PROJECT, 'renderer'));
}

/** What the page is made of: its protocol, its policy, what it may ask of the system. */
export const CONTENT_ROWS: readonly Row[] = [
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
];
