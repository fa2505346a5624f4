import { defineConfig } from '@playwright/test';
import type { HostKind } from '#test/e2e/running-app.ts';

/**
 * The journeys of the browser, walked in Electron's program, and what only that has. One app at a time: it has the system's
 * lock, menus and keyring for itself.
 */
export default defineConfig<object, { readonly hostKind: HostKind }>({
  projects: [
    { name: 'journeys', testDir: '../e2e/user-journeys' },
    { name: 'shell', testDir: '.' },
  ],
  testMatch: '**/*.test.ts',
  outputDir: '../../test-results/desktop',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: { hostKind: 'desktop', trace: 'off' },
});
