import { defineConfig } from '@playwright/test';

/** End to end in a real Chromium: the tests launch it themselves (test/e2e/app-under-test.ts). */

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './test/e2e/build-first.ts',
  outputDir: 'test-results',
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
