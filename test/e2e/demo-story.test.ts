import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { tellDemo } from './demo-story-file.ts';
import {
  filesComeIn,
  findAnomalies,
  findInBanks,
  findInQueue,
  findInStatements,
  findMissingCosts,
  findMoved,
  findRates,
  ofMonth,
} from './demo-story-finds.ts';
import { test } from './journey.ts';
import { closeByChecklist, expectSyncState, openTool } from './screen.ts';
import { freePort } from './source-service.ts';

/**
 * The demo company as the app shows it: its files come in by one press, and each thing that is wrong in it is found by the tool
 * that is for it, with its amount, and nothing else is claimed. Its beginning is
 * drawn by the day it runs on; CUADRA_DEMO_SEED=N is another company.
 */

const SEED = Number(process.env.CUADRA_DEMO_SEED ?? 581_403_678);
/** The host's clock goes ahead by more than it takes a closed month to move. */
const LATER = `data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${25 * 60_000}`)}`;

test('the demo company’s files come in by one press, and each of its troubles is found by its tool', async () => {
  test.setTimeout(900_000);
  console.log(`CUADRA_DEMO_SEED=${SEED}`);
  const [home, browserHome, files] = await Promise.all([1, 2, 3].map(() => temporaryDirectory()));
  if (home === undefined || browserHome === undefined || files === undefined) throw new Error('No folders.');
  const options = { profileDirectory: home.path, isBuilt: true, demoSeed: SEED, port: await freePort() };
  let host = await startHost(options);
  let browser = await openBrowser(browserHome.path, host.address, { width: 1440, height: 900 });
  try {
    await readWhole(browser.page);
    const beganAtMs = await beginningOf(home.path);
    const view = await tellDemo(SEED, beganAtMs, files.path);
    await openTool(browser.page, `${view.month}/close`);
    await closeByChecklist(browser.page, 'Ana');
    await expect(ofMonth(browser.page, 'close-state', view.month)).toHaveAttribute('data-value', 'closed');

    await filesComeIn(browser.page, view);
    await findMissingCosts(browser.page, view);
    await findInStatements(browser.page, view);
    await findInBanks(browser.page, view);
    await findAnomalies(browser.page, view);
    await findRates(browser.page, () => tellDemo(SEED, beganAtMs, files.path));
    await findInQueue(browser.page, view);

    await browser.context.close();
    await host.stop();
    host = await startHost({ ...options, environment: { NODE_OPTIONS: `--import=${LATER}` } });
    browser = await openBrowser(browserHome.path, host.address, { width: 1440, height: 900 });
    await findMoved(browser.page, view);
  } catch (error) {
    await browser.page.screenshot({ path: test.info().outputPath('page.png') }).catch(() => undefined);
    throw error;
  } finally {
    await browser.context.close().catch(() => undefined);
    await host.stop();
    for (const { remove } of [home, browserHome, files]) await remove();
  }
});

async function readWhole(page: Page): Promise<void> {
  await page.getByTestId('nav-sync').click();
  await expectSyncState(page, 'idle', 240_000);
}

async function beginningOf(profile: string): Promise<number> {
  const book = JSON.parse(await readFile(join(profile, 'accounts.json'), 'utf8')) as {
    readonly accounts: readonly { readonly beganAtMs: number }[];
  };
  return book.accounts[0]?.beganAtMs ?? Number.NaN;
}
