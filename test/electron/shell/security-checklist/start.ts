import { join } from 'node:path';
import { expect } from 'vitest';
import * as fake from '../fake-electron.ts';
import { begin } from './begun.ts';
import { MAIN } from './files.ts';
import type { Row } from './row.ts';

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
];
