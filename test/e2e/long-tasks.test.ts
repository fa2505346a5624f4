import { expect } from '@playwright/test';
import {
  measureFrames,
  readLongTasks,
  turnWheel,
  watchLongTasks,
} from '#test/bench/browser/frames-in-page.ts';
import { openReadAccount, test } from './journey.ts';
import { expectSyncState, expectTotals } from './screen.ts';

/**
 * A sync commits while the table scrolls and a chart is on the screen. How long the main thread was held is reported,
 * and measured on a million rows by `npm run bench -- frames`; a noisy machine must not fail a test by it.
 */

const FRAMES = 90;

test('a sync, a chart and a scrolling table at once: no line is missing, and the tasks are told', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  await watchLongTasks(page);
  await page.reload();
  const { world } = source.service;
  for (const screen of ['orders', 'profitability'] as const) {
    await page.getByTestId(`nav-${screen}`).click();
    if (screen === 'profitability') {
      await page.getByTestId('choose-rows').click();
      await page.locator('[data-choice="SKU Producto"]').click();
      await page.getByTestId('toggle-trend').click();
      await expect(page.locator('[data-testid=trend-plot] svg').first()).toBeVisible();
    }
    await expect(page.locator('[data-row] [data-column]').first()).toBeVisible();
    source.advanceMs(3_600_000);
    for (let change = 0; change < 100; change += 1) world.change({ kind: 'add-order' });
    source.advanceMs(60_000);
    const frames = measureFrames(page, 'none', FRAMES);
    await page.getByTestId('sync-now').click();
    await turnWheel(page, 2_000, 2);
    const times = await frames;
    expect(times.frames).toBe(FRAMES);
    await expect.poll(() => page.locator('[data-read=false]').count()).toBe(0);
    await expectTotals(page, source.everything(), 60_000);
    await expectSyncState(page, 'idle');
    const tasks = times.longTasks.map((ms) => `${ms.toFixed(0)} ms`).join(', ');
    process.stdout.write(
      `  ${screen}: tasks over 50 ms while it scrolls: ${tasks === '' ? 'none' : tasks}\n`,
    );
  }
  const all = await readLongTasks(page);
  const longest = Math.max(0, ...all.map(({ ms }) => ms));
  process.stdout.write(`  since the page was opened: ${all.length}, the longest ${longest.toFixed(0)} ms\n`);
});
