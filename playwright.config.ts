import { defineConfig } from '@playwright/test';

/** End to end in a real Chromium: the tests launch it themselves (test/e2e/app-under-test.ts). */

/**
 * What takes longest is begun first, above all the files whose tests follow each other in one app: by name the longest of them
 * came last, and the other core had nothing to do for a sixth of the time.
 */
const JOURNEYS = '**/user-journeys/*.test.ts';
const LONGEST =
  '**/{demo-story,month-end,table,storage,exact-figures,preferences,exports,interrupted-load,agreement}.test.ts';

export default defineConfig({
  testDir: 'test/e2e',
  // Queued in this order, and run side by side.
  projects: [
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '**/*.test.ts', testIgnore: [JOURNEYS, LONGEST] },
  ],
  globalSetup: './test/e2e/build-first.ts',
  // A second run leaves what the first one found (test/run.ts).
  outputDir: process.env.CUADRA_E2E_OUTPUT ?? 'test-results',
  // A journey keeps some three quarters of a core busy, and waits for a sync or a screen else: three at a time on two cores.
  workers: 3,
  // Test by test, not file by file: the last long file would run alone. A file whose tests share an app says `serial`.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // A trace costs a sixth of the time: `npx playwright test --trace retain-on-failure <file>` makes one of what failed.
  use: { trace: 'off' },
});
