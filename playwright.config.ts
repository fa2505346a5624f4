import { defineConfig } from '@playwright/test';

/** End to end in a real Chromium: the tests launch it themselves (test/e2e/app-under-test.ts). */

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Two cores: the app, its service and the browser share them already.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    trace: 'retain-on-failure',
  },
});
