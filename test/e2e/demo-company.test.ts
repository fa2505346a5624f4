import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Browser, type Host, openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { test } from './journey.ts';
import { dataValueOf, readTotals, showEverything } from './screen.ts';
import { accountantsMonthEnd } from './user-journeys/accountant.ts';
import { journeysByKeyboard } from './user-journeys/keyboard.ts';
import { chooseLanguage, LANGUAGE_NAMES } from './user-journeys/language.ts';
import { managersTwoMinutes } from './user-journeys/manager.ts';
import { openDemoCompany, pauseSync } from './user-journeys/newcomer.ts';
import { LANGUAGES } from './words.ts';

/** The built-in demo company, read once: what a newcomer, a manager and an accountant do with it, in every language. */

test.describe.configure({ mode: 'serial' });

let host: Host;
let errorLog: string;
let browser: Browser;
let asPaused: readonly string[] = [];
const ends: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  const profile = await temporaryDirectory();
  const browserProfile = await temporaryDirectory();
  ends.push(profile.remove, browserProfile.remove);
  errorLog = join(profile.path, 'logs', 'errors.log');
  host = await startHost({ profileDirectory: profile.path });
  ends.push(() => host.stop());
  browser = await openBrowser(browserProfile.path, host.address);
  ends.push(() => browser.context.close());
});

test.afterAll(async () => {
  for (const end of ends.reverse()) await end().catch(() => undefined);
});

test('a newcomer opens the demo company and sees three profitabilities while it is still being read', async () => {
  test.setTimeout(300_000);
  await openDemoCompany(browser.page);
});

test('paused, it can be worked with in peace', async () => {
  const { page } = browser;
  await pauseSync(page);
  asPaused = await everything(page);
});

test('every journey by keys alone, in as many presses as it is worth', async () => {
  await journeysByKeyboard(browser.page);
});

for (const language of LANGUAGES) {
  test(`a manager's two minutes, in ${LANGUAGE_NAMES[language]}`, async () => {
    await chooseLanguage(browser.page, language);
    await managersTwoMinutes(browser.page, language);
  });
  test(`an accountant's month end, in ${LANGUAGE_NAMES[language]}`, async () => {
    await accountantsMonthEnd(browser.page, language);
  });
}

test('the figures stood still all the while; once it goes on, the changes are there', async () => {
  const { page } = browser;
  // At the service something happens every twenty seconds, most of it to amounts.
  expect(await everything(page)).toEqual(asPaused);
  await page.getByTestId('nav-sync').click();
  await page.getByTestId('sync-start').click();
  await page.getByTestId('nav-orders').click();
  await expect.poll(() => figures(page), { timeout: 60_000 }).not.toEqual(asPaused);
});

test('what nobody catches in the page or its worker is written down, without what it says', async () => {
  const { page } = browser;
  const fails = (): void => {
    void Promise.reject(new RangeError('k-secret'));
    setTimeout(() => {
      throw new URIError('k-secret');
    });
  };
  await page.evaluate(fails);
  await page.workers()[0]?.evaluate(fails);
  const log = () => readFile(errorLog, 'utf8').catch(() => '');
  for (const of of ['page', 'worker']) {
    await expect.poll(log).toMatch(new RegExp(`${of}-rejection\n  RangeError\n`));
    await expect.poll(log).toMatch(new RegExp(`${of}-exception\n  URIError\n`));
  }
  expect(await log()).not.toContain('secret');
});

/** What all orders come to. */
async function everything(page: Page): Promise<readonly string[]> {
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(50_000);
  return figures(page);
}

async function figures(page: Page): Promise<readonly string[]> {
  return [await dataValueOf(page, 'row-count'), await dataValueOf(page, 'total-rentabilidad-total')];
}
