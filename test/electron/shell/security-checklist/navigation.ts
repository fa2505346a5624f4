import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type * as AppUpdates from '#electron/shell/app-updates.ts';
import type * as Window from '#electron/shell/window.ts';
import * as fake from '../fake-electron.ts';
import { begin } from './begun.ts';
import type { Sources } from './changed-sources.ts';
import { MAIN, PROTOCOL, sourcesOfElectron, WINDOW } from './files.ts';
import type { Row } from './row.ts';

const APP_UPDATES = 'electron/shell/app-updates.ts';

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

/** Where the page cannot go. */
export const NAVIGATION_ROWS: readonly Row[] = [
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
];
