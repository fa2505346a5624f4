import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { temporaryDirectory } from '#test/e2e/app-under-test.ts';
import { dataValueOf, readTotals, showEverything } from '#test/e2e/screen.ts';
import { startSource } from '#test/e2e/source-service.ts';
import { connectByForm, openDemoCompany, pauseSync, tryWrongKey } from '#test/e2e/user-journeys/newcomer.ts';
import { type DesktopApp, filesHolding, saveTo, startDesktop } from './desktop-under-test.ts';

/** What the browser host's journeys show of the app, and what only the desktop has: dialog, keyring, sandbox. */

type Desk = { readonly folder: string; readonly start: () => Promise<DesktopApp> };

const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  desk: async ({}, use) => {
    const { path, remove } = await temporaryDirectory();
    const started: DesktopApp[] = [];
    await use({
      folder: path,
      start: async () => {
        const app = await startDesktop(join(path, 'profile'));
        started.push(app);
        return app;
      },
    });
    for (const app of started) await app.quit().catch(() => undefined);
    await remove();
  },
});

async function everyRow(page: Page): Promise<number> {
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(50_000);
  return (await readTotals(page)).rows;
}

test('first run: the demo company is read, exported by the dialog, and there after a restart', async ({
  desk,
}) => {
  const app = await desk.start();
  await openDemoCompany(app.page);
  await pauseSync(app.page);
  const rows = await everyRow(app.page);
  await app.page.getByRole('button', { name: 'Filas', exact: true }).click();
  const file = join(desk.folder, 'rows.csv');
  await saveTo(app, file);
  await app.page.getByTestId('export-menu').click();
  await app.page.getByTestId('export-csv').click();
  const isWhole = async () =>
    (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n').length >= rows;
  await expect.poll(isWhole, { timeout: 60_000 }).toBe(true);
  await app.quit();
  const again = await desk.start();
  expect(await everyRow(again.page)).toBeGreaterThanOrEqual(rows);
});

test('a key is kept over a restart, and in no file as it was typed', async ({ desk }) => {
  const key = 'cdr_desktop_5f0c9a7e31b84d62';
  const source = await startSource({ orders: 60, plan: 'free', keys: [key] });
  try {
    const app = await desk.start();
    await tryWrongKey(app.page, source.baseUrl);
    await connectByForm(app.page, source.baseUrl, key);
    await openAccounts(app.page);
    // Playwright gives Linux a password store that protects nothing: there it is kept when that is allowed.
    const allow = app.page.getByTestId('account-key-allow');
    if ((await dataValueOf(app.page, 'account-key')) === 'memory' && (await allow.count()) > 0)
      await allow.click();
    await expect(app.page.getByTestId('account-key')).toHaveAttribute('data-value', /keyring|unprotected/);
    await expect(app.page.getByTestId('account-key')).toContainText(key.slice(-4));
    await app.quit();
    expect(await filesHolding(desk.folder, key)).toEqual([]);
    const again = await desk.start();
    await openAccounts(again.page);
    await expect(again.page.getByTestId('account-key')).toContainText(key.slice(-4));
  } finally {
    await source.close();
  }
});

async function openAccounts(page: Page): Promise<void> {
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-tab-accounts').click();
}

test('from inside: the policy, the sandbox, and nothing of Node or Electron', async ({ desk }) => {
  const app = await desk.start();
  await expect(app.page.getByTestId('open-demo')).toBeVisible();
  const inside = await app.page.evaluate(async () => {
    const response = await fetch('/index.html');
    const outside = await fetch('https://example.org/').then(
      () => 'reached',
      () => 'refused',
    );
    const globals = globalThis as unknown as { readonly [name: string]: unknown };
    return {
      address: location.href,
      policy: response.headers.get('content-security-policy') ?? '',
      outside,
      found: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter(
        (name) => globals[name] !== undefined,
      ),
      opened: window.open('https://example.org/') === null,
    };
  });
  expect(inside).toMatchObject({ outside: 'refused', found: [], opened: true });
  expect(inside.address).toMatch(/^app:\/\/bundle\//);
  for (const part of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(inside.policy).toContain(part);
  const settings = await app.electron.evaluate(({ BrowserWindow, app: electronApp }) => ({
    windows: BrowserWindow.getAllWindows().length,
    sandboxed: electronApp
      .getAppMetrics()
      .filter(({ type, sandboxed }) => type === 'Tab' && sandboxed !== false).length,
    flags: ['no-sandbox', 'disable-web-security'].filter((flag) => electronApp.commandLine.hasSwitch(flag)),
  }));
  expect(settings).toEqual({ windows: 1, sandboxed: 1, flags: [] });
});
