import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { LANGUAGE_FACTS } from '#shared/contract/languages.ts';
import { test } from '#test/e2e/journey.ts';
import { type RunningApp, showFailure, startApp } from '#test/e2e/running-app.ts';
import { dataValueOf, readTotals, showEverything } from '#test/e2e/screen.ts';
import { accountantsMonthEnd } from './accountant.ts';
import { intruderInThePage } from './intruder.ts';
import { journeysByKeyboard } from './keyboard.ts';
import { chooseLanguage } from './language.ts';
import { managersTwoMinutes } from './manager.ts';
import { openDemoCompany, pauseSync } from './newcomer.ts';
import { walkedLanguages } from './walked-languages.ts';

/** The built-in demo company, read once: what a newcomer, a manager and an accountant do with it. */

test.describe.configure({ mode: 'serial' });

let app: RunningApp;
let asPaused: readonly string[] = [];

test.beforeAll(async ({ hostKind }) => {
  app = await startApp(hostKind);
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that no fixture is needed.
test.afterEach(({}, info) => showFailure(app, info));

test.afterAll(async () => {
  await app?.end();
  await app?.remove();
});

test('a newcomer opens the demo company and sees three profitabilities while it is still being read', async () => {
  test.setTimeout(300_000);
  await openDemoCompany(app.page);
});

test('paused, it can be worked with in peace', async () => {
  const { page } = app;
  await pauseSync(page);
  asPaused = await everything(page);
});

test('every journey by keys alone, in as many presses as it is worth', async () => {
  await journeysByKeyboard(app.page);
});

for (const language of walkedLanguages('en')) {
  test(`a manager's two minutes, in ${LANGUAGE_FACTS[language].name}`, async () => {
    await chooseLanguage(app.page, language);
    await managersTwoMinutes(app.page, language);
  });
}

for (const language of walkedLanguages('pt')) {
  test(`an accountant's month end, in ${LANGUAGE_FACTS[language].name}`, async () => {
    await chooseLanguage(app.page, language);
    await accountantsMonthEnd(app, language);
  });
}

test('the figures stood still all the while; once it goes on, the changes are there', async () => {
  const { page } = app;
  // At the service something happens every twenty seconds, most of it to amounts.
  expect(await everything(page)).toEqual(asPaused);
  await page.getByTestId('nav-sync').click();
  await page.getByTestId('sync-start').click();
  await page.getByTestId('nav-orders').click();
  await expect.poll(() => figures(page), { timeout: 60_000 }).not.toEqual(asPaused);
});

test('what nobody catches in the page or its worker is written down, without what it says', async () => {
  const { page, errorLog } = app;
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

test('what got into the page runs nothing and reaches nobody', async () => {
  await intruderInThePage(app.page);
});

/** What all orders come to. */
async function everything(page: Page): Promise<readonly string[]> {
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expect.poll(async () => (await readTotals(page)).rows).toBeGreaterThan(30_000);
  return figures(page);
}

async function figures(page: Page): Promise<readonly string[]> {
  return [await dataValueOf(page, 'row-count'), await dataValueOf(page, 'total-rentabilidad-total')];
}
