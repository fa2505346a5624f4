import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { type Reading, tellDemo } from './demo-story-file.ts';
import { filesComeIn, findAnomalies, findInQueue, findMoved, findRates } from './demo-story-finds.ts';
import { beginsGuide, closesByGuide, goesOnByKeys } from './demo-story-guide.ts';
import { chosenWalks, walkMonth } from './demo-story-walk.ts';
import { test } from './journey.ts';
import { expectSyncState } from './screen.ts';
import { freePort } from './source-service.ts';
import { chooseLanguage } from './user-journeys/language.ts';

/**
 * The demo company as the app shows it: its guide leads through the first close, its files come in by one press, and each thing
 * that is wrong in it is found by the tool that is for it, with its amount, and nothing else is claimed. Its beginning is
 * drawn by the day it runs on; CUADRA_DEMO_SEED=N is another company, CUADRA_DEMO_WALKS=all walks its month in every language, by
 * pointer and by keys alone.
 */

const SEED = Number(process.env.CUADRA_DEMO_SEED ?? 581_403_678);
/** The host's clock goes ahead by more than it takes a closed month to move. */
const AHEAD_MS = 25 * 60_000;
const LATER = `data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${AHEAD_MS}`)}`;

test('the demo company’s first close is guided to its end, and each of its troubles is found by its tool', async () => {
  test.setTimeout(900_000);
  console.log(`CUADRA_DEMO_SEED=${SEED}`);
  const [home, browserHome, files] = await Promise.all([1, 2, 3].map(() => temporaryDirectory()));
  if (home === undefined || browserHome === undefined || files === undefined) throw new Error('No folders.');
  const options = { profileDirectory: home.path, isBuilt: true, demoSeed: SEED, port: await freePort() };
  let host = await startHost(options);
  let browser = await openBrowser(browserHome.path, host.address, { width: 1440, height: 900 });
  try {
    const { page } = browser;
    const reading = await test.step('it is read whole', () => readWhole(page));
    await test.step('the guide begins, is skipped, and come back to', () => beginsGuide(page));
    await goesOnByKeys(page, ['rows', 'costs', 'statements']);
    await page.getByTestId('demo-files-use').click();
    const view = await tellDemo(SEED, await beginningOf(home.path), reading, files.path);
    await test.step('its files come in', () => filesComeIn(page, view));
    await test.step('its anomalies', () => findAnomalies(page, view));
    await test.step('its rates', () => findRates(page, view));
    await test.step('its exceptions', () => findInQueue(page, view));
    await test.step('the guide ends with the month closed', () =>
      closesByGuide(page, view.month, 'statements'));
    for (const walk of chosenWalks()) {
      const name = `${walk.language}, by ${walk.input}`;
      await test.step(`the month is walked to its close: ${name}`, async () => {
        const { all, toClose } = await walkMonth(page, view, walk);
        console.log(`${name}: ${toClose} presses from open to closed, ${all} with all that is looked at`);
      });
    }
    await chooseLanguage(page, 'es');

    await browser.context.close();
    await host.stop();
    host = await startHost({ ...options, environment: { NODE_OPTIONS: `--import=${LATER}` } });
    browser = await openBrowser(browserHome.path, host.address, { width: 1440, height: 900 });
    await test.step('the closed month moves', () =>
      findMoved(browser.page, view, () => Date.now() + AHEAD_MS));
  } catch (error) {
    await browser.page.screenshot({ path: test.info().outputPath('page.png') }).catch(() => undefined);
    throw error;
  } finally {
    await browser.context.close().catch(() => undefined);
    await host.stop();
    for (const { remove } of [home, browserHome, files]) await remove();
  }
});

/** Once, so that nothing is another figure while it is looked at, or computed anew: told when that was. */
async function readWhole(page: Page): Promise<Reading> {
  await page.getByTestId('nav-sync').click();
  await page.getByTestId('schedule').click();
  await page.getByRole('menuitemradio', { name: 'cada 15 min' }).click();
  await expectSyncState(page, 'idle', 240_000);
  // The history took its time: what happened meanwhile is read now, within moments.
  const lastRun = page.getByTestId('run-row').first();
  const before = (await lastRun.getAttribute('data-run')) ?? '';
  const from = Date.now();
  await page.getByTestId('sync-now').click();
  await expect(lastRun).not.toHaveAttribute('data-run', before);
  await expectSyncState(page, 'idle');
  return { from, to: Date.now() };
}

async function beginningOf(profile: string): Promise<number> {
  const book = JSON.parse(await readFile(join(profile, 'accounts.json'), 'utf8')) as {
    readonly accounts: readonly { readonly beganAtMs: number }[];
  };
  return book.accounts[0]?.beganAtMs ?? Number.NaN;
}
