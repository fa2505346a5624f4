import { expect } from 'vitest';
import type * as Recovery from '#electron/shell/recovery.ts';
import * as fake from '../fake-electron.ts';
import { windowOf } from './begun.ts';
import type { Sources } from './changed-sources.ts';
import { MAIN, sourcesOfShell, WINDOW } from './files.ts';
import type { Row } from './row.ts';

const RECOVERY = 'electron/shell/recovery.ts';

async function preferencesOf(sources: Sources): Promise<{ readonly [name: string]: unknown }> {
  return { ...(await windowOf(sources)).options.webPreferences };
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

/** What a window of the page may: its preferences, how it closes and comes again. */
export const WINDOW_ROWS: readonly Row[] = [
  preference('nodeIntegration', false, '2. No Node.js integration'),
  preference('nodeIntegrationInWorker', false, '2. No Node.js integration in workers'),
  absentPreference('nodeIntegrationInSubFrames', 'true', '2. No Node.js integration in frames'),
  preference('contextIsolation', true, '3. Context isolation'),
  preference('sandbox', true, '4. Sandbox, of the window'),
  preference('webSecurity', true, '6. Web security'),
  absentPreference('allowRunningInsecureContent', 'true', '8. No insecure content'),
  absentPreference('experimentalFeatures', 'true', '9. No experimental features'),
  absentPreference('enableBlinkFeatures', `'ExecCommandInJavaScript'`, '10. No enableBlinkFeatures'),
  preference('webviewTag', false, '11. No webview, so none with allowpopups'),
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
      const texts: string[] = [];
      let now = 0;
      recoverPage(window as never, { report: (reason) => texts.push(reason), nowMs: () => now });
      const ended = async (reason: string, atMs: number): Promise<readonly unknown[]> => {
        now = atMs;
        window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
        const atOnce = window.loads.length;
        await new Promise((resolve) => setImmediate(resolve));
        return [window.loads.length - atOnce, texts.length];
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
      { from: 'if (isAgain) report(reason);', to: 'if (isAgain) return;' },
      { from: '    lastMs = nowMs();\n', to: '' },
      { from: 'SOON_MS = 60_000', to: 'SOON_MS = 600_000' },
      { from: 'setImmediate(() =>', to: '((load: () => void) => load())(() =>' },
    ],
  },
];
