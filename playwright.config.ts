import { defineConfig } from '@playwright/test';

/** End to end in a real Chromium: the tests launch it themselves (test/e2e/app-under-test.ts). */

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Much of a journey is waiting for a sync: two at a time keep the suite short on two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // A trace costs a sixth of the time: `npx playwright test --trace retain-on-failure <file>` makes one of what failed.
  use: { trace: 'off' },
});
