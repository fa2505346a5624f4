import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { downloaded } from './app-under-test.ts';
import { readCsv } from './csv-reader.ts';
import { holdRows, keepCells } from './held-rows.ts';
import { FAST, shareReadAccount, test } from './journey.ts';
import { dataValueOf, expectSyncState, expectTotals, readTotals, showEverything } from './screen.ts';
import { KEY, type Source } from './source-service.ts';

/** What may become of the browser's storage: damaged bytes, a database that is gone, a disk that is full. */

/** Each test leaves it whole. */
const account = shareReadAccount({ orders: 600 });

const originOf = (page: Page) => new URL(page.url()).origin;
const unavailable = () => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Busy</h1>' });

/** Turns one byte of the ledger's largest segment. Returns how many bytes the segment had. */
async function damageSegment(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const name = databases.find((one) => one.name?.startsWith('cuadra-ledger-'))?.name ?? '';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction('segmentChunks', 'readwrite');
    const chunks = transaction.objectStore('segmentChunks');
    const all = await new Promise<{ bytes: Uint8Array }[]>((resolve, reject) => {
      const request = chunks.getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const [largest] = [...all].sort((a, b) => b.bytes.length - a.bytes.length);
    if (largest === undefined) throw new Error('Nothing is stored.');
    const middle = largest.bytes.length >> 1;
    largest.bytes[middle] = (largest.bytes[middle] ?? 0) ^ 0xff;
    chunks.put(largest);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
    return largest.bytes.length;
  });
}

async function expectMended(page: Page, source: Source): Promise<void> {
  source.intercept(null);
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
  await expect(page.getByTestId('damage')).toHaveCount(0);
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
}

test('a damaged segment: said beside every total, never shown as zero, and read again', async () => {
  const { source, browser } = account();
  const { page } = browser;
  expect(await damageSegment(page)).toBeGreaterThan(100);
  // Nothing can be read again for now: what is said meanwhile must be true.
  source.intercept(unavailable);
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expect(page.getByTestId('damage').first()).toBeVisible();
  await expect(page.locator('[data-notice=damage]')).toBeVisible();
  await expectMended(page, source);
});

test('a database that is gone when the app comes back: said, and read anew', async () => {
  const { source, host, browser } = account();
  const { page, context } = browser;
  const notice = page.locator('[data-notice=copy]');
  await expect(notice).toHaveCount(0);
  const origin = originOf(page);
  await page.goto('about:blank');
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.goto(host.address);
  await expect(notice).toBeVisible();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
  await notice.getByRole('button').click();
});

test('a database that goes while it is open: said, opened again, read anew', async () => {
  const { source, browser } = account();
  const { page } = browser;
  await expect(page.locator('[data-notice=copy]')).toHaveCount(0);
  const before = source.requests();
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const name = databases.find((one) => one.name?.startsWith('cuadra-ledger-'))?.name ?? '';
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
  });
  await expect(page.locator('[data-notice=copy]')).toBeVisible();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
  expect(source.requests()).toBeGreaterThan(before);
});

test('figures stand before their rows: Panel and result exact, and nothing leaves or is closed before these are there', async () => {
  const { source, host, browser } = account();
  const { page } = browser;
  const everything = source.everything();
  const opening = page.getByTestId('rows-opening');
  await page.goto(`${originOf(page)}/nothing-here`);
  await keepCells(page);
  const letRowsCome = await holdRows(page);
  await page.goto(host.address);
  await expect(opening).toContainText('0 de ');

  await page.getByTestId('nav-panel').click();
  await showEverything(page);
  await expectTotals(page, everything);
  await expect(page.getByTestId('save-picture').first()).toBeDisabled();
  // What needs rows waits for them, and says so: no month can be opened, let alone closed.
  await page.getByTestId('nav-reconciliation').click();
  await expect(page.locator('main')).toContainText('Se leen los meses');
  await expect(page.getByTestId('month-cell')).toHaveCount(0);
  await page.getByTestId('nav-profitability').click();
  let isSaved = false;
  const saved = downloaded(page, async () => {
    await page.getByTestId('export-menu').click();
    await page.getByTestId('export-csv-exact').click();
  }).finally(() => {
    isSaved = true;
  });
  await expectTotals(page, everything);
  for (const [column, sum] of Object.entries(everything.sums).filter(([key]) => key !== 'Ventas')) {
    await expect.poll(async () => toGrains(await dataValueOf(page, `line-${column}`)), column).toBe(sum);
  }
  await expect(opening).toContainText('0 de ');
  expect(isSaved).toBe(false);

  await letRowsCome();
  const cells = readCsv(await readFile((await saved).path, 'utf8'), ',').flat();
  const amounts = cells.filter((cell) => /^-?\d+(\.\d+)?$/.test(cell)).map(toGrains);
  expect(amounts).toContain(everything.sums['Rentabilidad Total']);
  await expect(opening).toHaveCount(0);
  await expectTotals(page, everything);
  await page.getByTestId('nav-reconciliation').click();
  await expect(page.getByTestId('month-cell').first()).toBeVisible();
});

/** Names of the files in which rows wait that have no room in memory. */
const rowFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    const folder = await root.getDirectoryHandle('cuadra-rows').catch(() => null);
    if (folder !== null) for await (const name of folder.keys()) names.push(name);
    return names;
  });

test('rows that do not fit their memory wait on disk: every figure is the same, and the file goes', async () => {
  const { source, browser } = account();
  const { page } = browser;
  await page.addInitScript(() => {
    if (sessionStorage.getItem('no-memory') === null) return;
    // Not even the smallest choice is too little for so few rows.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(...args: unknown[]) {
      const [message, ...others] = args;
      const isBound = (message as { readonly name?: unknown }).name === 'boundRows';
      const asked = isBound ? { ...(message as object), input: { bound: 0 } } : message;
      Reflect.apply(postMessage, this, [asked, ...others]);
    };
  });
  await page.evaluate(() => sessionStorage.setItem('no-memory', 'yes'));
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  await expect.poll(() => rowFiles(page)).toHaveLength(1);
  // The page is gone at once, as when it is killed: the next one clears up behind it.
  const [before] = await rowFiles(page);
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  await expect.poll(() => rowFiles(page)).toEqual([expect.not.stringMatching(before ?? '')]);
  await page.evaluate(() => sessionStorage.removeItem('no-memory'));
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  await expect.poll(() => rowFiles(page)).toEqual([]);
});

test('a full disk: said, nothing half written, and it goes on once there is room', async ({ journey }) => {
  const source = await journey.source({ orders: 1500, plan: 'free' });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: FAST,
  });
  // Chromium asks for the room that is left once and goes by that for a while: it must be small from the start.
  const { page, context } = await journey.browser('about:blank');
  const session = await context.newCDPSession(page);
  const { origin } = new URL(host.address);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 400_000 });
  await page.goto(host.address);
  await expectSyncState(page, 'error');
  await expect(page.locator('[data-notice=failure]')).toContainText('No queda espacio');
  await page.getByTestId('nav-orders').click();
  await page.getByTestId('clear-filters').click();
  const shown = await readTotals(page);
  expect(shown.rows).toBeLessThan(source.everything().rows);
  // What is shown is what was committed: it is the same after a new start, and whole.
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await page.getByTestId('clear-filters').click();
  await expectTotals(page, shown);
  await expect(page.getByTestId('damage')).toHaveCount(0);
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');
});
