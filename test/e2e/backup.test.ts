import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { FAST, shareReadAccount, test } from './journey.ts';
import { expectSyncState, expectTotals, showEverything } from './screen.ts';
import { KEY } from './source-service.ts';

/** A copy that is saved, lost and brought back: on another machine, over itself, and from a damaged file. */

/** The first test leaves it put back to what it was, and followed up. */
const account = shareReadAccount({ orders: 120 });

async function openBackups(page: Page): Promise<void> {
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-tab-accounts').click();
  await expect(page.getByTestId('backups')).toBeVisible();
}

async function createBackup(page: Page): Promise<{ readonly path: string; readonly rows: number }> {
  await page.getByTestId('backup-create').click();
  const done = page.getByTestId('backup-done');
  await expect(done).toBeVisible({ timeout: 60_000 });
  const [path, rows] = [await done.getAttribute('data-path'), await done.getAttribute('data-rows')];
  await page.keyboard.press('Escape');
  return { path: path ?? '', rows: Number(rows) };
}

async function restoreFile(page: Page, path: string): Promise<void> {
  await page.getByTestId('backup-file').setInputFiles(path);
  await expect(page.getByTestId('backup-holds')).toBeVisible();
}

test('a backup is restored over the copy, then on another machine, and the sync goes on', async () => {
  const { source, browser } = account();
  const { page } = browser;
  const before = source.everything();
  await openBackups(page);
  const { path, rows } = await createBackup(page);
  expect(rows).toBe(before.rows);
  expect(path).toMatch(/\/exports\/[\w-]+\/backups\/cuadra-[\w-]+-manual-\d+\.cuadra-respaldo$/);
  expect(gunzipSync(await readFile(path)).includes(KEY)).toBe(false);

  // Things go on at the source; the copy follows, and is put back to what it was.
  await page.keyboard.press('Escape');
  source.advanceMs(3_600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
  source.advanceMs(60_000);
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
  await openBackups(page);
  await restoreFile(page, path);
  await page.getByTestId('backup-restore-do').click();
  await expect(page.getByTestId('backup-restored')).toHaveAttribute('data-rows', String(rows));
  const names = await readdir(dirname(path));
  // What was there before is saved, with the row that is newer than the backup.
  expect(names.filter((name) => name.includes('-restore-')).length).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expectTotals(page, source.everything(), 60_000);
  await page.getByTestId('nav-sync').click();
  await expect(page.getByTestId('run-row').filter({ hasText: 'de una copia de seguridad' })).toBeVisible();

  // Another machine: another profile of the host and of the browser, no account yet.
  const [profile, browserProfile] = [await temporaryDirectory(), await temporaryDirectory()];
  const other = await startHost({
    profileDirectory: profile.path,
    requestsPerMinute: FAST,
    isBuilt: true,
  });
  const second = await openBrowser(browserProfile.path, other.address);
  try {
    await restoreFile(second.page, path);
    await second.page.getByTestId('backup-restore-do').click();
    await second.page.getByTestId('nav-orders').click({ timeout: 60_000 });
    await showEverything(second.page);
    await expectTotals(second.page, before);
  } finally {
    await second.context.close();
    await other.stop();
    await profile.remove();
    await browserProfile.remove();
  }
});

test('a damaged backup says what it lacks, and the sync reads it again; what is none is refused', async () => {
  const { source, browser } = account();
  const { page } = browser;
  await openBackups(page);
  const { path, rows } = await createBackup(page);
  const file = await readFile(path);
  const damaged = join(dirname(path), 'damaged.cuadra-respaldo');
  // In the middle of the first segment, which follows the head.
  file[file.readUInt32LE(16) + 5_000] = (file[file.readUInt32LE(16) + 5_000] ?? 0) ^ 0xff;
  await writeFile(damaged, file);
  await restoreFile(page, damaged);
  const lost = Number(await page.getByTestId('backup-lost').getAttribute('data-rows'));
  expect(lost).toBeGreaterThan(0);
  await expect(page.getByTestId('backup-holds')).toHaveAttribute('data-rows', String(rows - lost));
  await page.getByTestId('backup-restore-do').click();
  await expect(page.getByTestId('backup-restored')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expectTotals(page, source.everything(), 60_000);

  await openBackups(page);
  await writeFile(damaged, 'Fecha;Ventas\n');
  await page.getByTestId('backup-file').setInputFiles(damaged);
  await expect(page.getByTestId('backup-refused')).toBeVisible();
});
