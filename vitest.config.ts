import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { licences } from './electron/build/vite/licences.ts';
import { LongestFirst } from './test/runner/longest-first.ts';

/**
 * Each of these files is alone, with modules of its own: they put others in their places (the model's mutants, Dexie, Electron),
 * load them anew, count all databases, or stand in for the browser's own calls.
 */
const ALONE = [
  'test/{model,crash-recovery,electron/shell,electron/scenarios}/**/*.test.ts',
  'test/renderer/data/storage/{memory,damage,ledger-access}.test.ts',
  'test/renderer/data/storage/{compaction/interrupted-merge,backup/interrupted-restore}.test.ts',
  'test/renderer/reconciliation/matching/chance-of-sum.test.ts',
];

/** Screens drawn in a DOM, used through roles and names. Each file has a page of its own. */
const SCREENS = ['test/renderer/**/*.dom.test.tsx'];

/** Makes a real package and opens it. */
const PACKAGING = ['test/packaging/**/*.test.ts'];

/** Room for what is young: a twelfth of the time goes to freeing it again and again. Processes take it, threads do not. */
const execArgv = ['--max-semi-space-size=64'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        resolve: {
          // The package would try to fetch its binary; the shell's tests drive a fake.
          alias: {
            electron: fileURLToPath(new URL('./test/electron/shell/fake-electron.ts', import.meta.url)),
          },
        },
        test: { name: 'alone', include: ALONE, execArgv },
      },
      {
        extends: true,
        // Most files: what one has loaded serves the next, and nothing is left behind.
        test: {
          name: 'shared',
          // Dexie keeps the database that it finds as it is loaded, by whichever file comes first.
          setupFiles: ['fake-indexeddb/auto'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...ALONE, ...SCREENS, ...PACKAGING, 'test/{e2e,desktop}/**'],
          isolate: false,
          execArgv,
        },
      },
      {
        extends: true,
        plugins: [licences()],
        test: {
          name: 'screens',
          include: SCREENS,
          environment: 'happy-dom',
          setupFiles: ['test/renderer/dom/setup.ts'],
          isolate: false,
          execArgv,
        },
      },
      { extends: true, test: { name: 'packaging', include: PACKAGING, execArgv } },
    ],
    // What is transformed is kept on disk: the projects of one run share it, and workers read it there by themselves.
    experimental: { fsModuleCache: true },
    environment: 'node',
    // Of the desktop that tests run on, no test knows.
    env: { XDG_CURRENT_DESKTOP: '' },
    setupFiles: ['./test/fixed-seeds.ts'],
    sequence: { sequencer: LongestFirst },
    // Long enough where twenty others want the same core: a test that hangs is found all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The imitated IndexedDB goes on by `setImmediate`: a transaction of another test, caught by a clock that stands, never ends.
    fakeTimers: {
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    },
    // What a poll waits for comes by disk or by HTTP: by default a second would have to do.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default'],
  },
});
