import { defineConfig } from '@playwright/test';

/** One desktop app at a time: it has the system's lock, menus and keyring for itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../../test-results/desktop',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: { trace: 'off' },
});
