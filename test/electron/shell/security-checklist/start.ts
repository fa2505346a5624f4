import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type * as Chromium from '#electron/accounts/chromium-version.ts';
import { createStandby } from '#electron/desktop/standby.ts';
import type * as Login from '#electron/shell/login-item.ts';
import type * as OutOfSight from '#electron/shell/out-of-sight.ts';
import * as fake from '../fake-electron.ts';
import { begin } from './begun.ts';
import { MAIN } from './files.ts';
import type { Row } from './row.ts';

const CHROMIUM = 'electron/accounts/chromium-version.ts';
const LOGIN = 'electron/shell/login-item.ts';
const OUT_OF_SIGHT = 'electron/shell/out-of-sight.ts';

/** What main.ts does before there is a window, and what it hears of the system. */
export const START_ROWS: readonly Row[] = [
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
    item: 'Standby: no icon and no box of an app that nobody opened; the line and its secret are those of every start',
    file: OUT_OF_SIGHT,
    symbol: 'keepOutOfSight',
    holds: async (sources) => {
      // One line, whoever began the app; what begins a second one for a program brings nothing into view.
      expect(sources.code(MAIN).match(/openProgramLine\(\{/g)).toHaveLength(1);
      expect(sources.code(MAIN)).toContain(`if (by === 'programs') return;`);
      const { keepOutOfSight } = await sources.load<typeof OutOfSight>(OUT_OF_SIGHT);
      const known = process.listeners('uncaughtException');
      const own = () => process.listeners('uncaughtException').filter((each) => !known.includes(each));
      const platform = Object.getOwnPropertyDescriptor(process, 'platform');
      Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
      const standby = createStandby('programs');
      try {
        keepOutOfSight(standby);
        expect([fake.app.dock.isHidden, own().length]).toEqual([true, 1]);
        own()[0]?.(new Error('x'), 'uncaughtException');
        expect(fake.app.done.at(-1)).toBe('exit 1');
        standby.end('user');
        expect([fake.app.dock.isHidden, own().length]).toEqual([false, 0]);
      } finally {
        Object.defineProperty(process, 'platform', platform ?? {});
        for (const listener of own()) process.off('uncaughtException', listener);
        process.stderr.removeAllListeners('error');
        fake.app.dock.isHidden = false;
      }
    },
    changes: [
      { file: MAIN, from: `if (by === 'programs') return;`, to: '' },
      { from: '  dock?.hide();\n', to: '' },
      { from: `  process.on('uncaughtException', leave);\n`, to: '' },
      { from: 'app.exit(1)', to: 'app.quit()' },
      { from: `    process.off('uncaughtException', leave);\n`, to: '' },
      { from: 'void dock?.show();', to: '' },
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
];
