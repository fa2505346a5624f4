import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';
import type { RunningApp } from '#test/e2e/running-app.ts';
import { expectSyncState, expectTotals, showEverything } from '#test/e2e/screen.ts';
import type { Source } from '#test/e2e/source-service.ts';
import { word } from '#test/e2e/words.ts';
import { connectByForm, tryWrongKey } from './newcomer.ts';
import { exportedTable, sumAt } from './reading.ts';

/** At five requests a minute, as the desktop app asks, a small account takes some minutes. */
const READ_MS = 280_000;

/** Somebody with a key, from its first typing to the day after: what was read outlives a restart, and the key where it is kept. */
export async function fromFirstKeyToNextDay(app: RunningApp, source: Source, key: string): Promise<void> {
  await test.step('a wrong key is said in words; so is an address in clear', async () => {
    await tryWrongKey(app.page, source.baseUrl);
    await app.page.getByTestId('connect-base-url').fill('http://example.com');
    await app.page.getByTestId('connect-submit').click();
    await expect(app.page.getByTestId('connect-base-url')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('with the right one the first load ends equal to the source', async () => {
    // Plan Pro is preselected and the key's plan is Free: the server's own date is taken and said.
    await connectByForm(app.page, source.baseUrl, key);
    await expectSyncState(app.page, 'idle', READ_MS);
    await openOrders(app.page);
    await expectTotals(app.page, source.everything());
  });

  await test.step('the file of all rows adds up to the source', async () => {
    await app.page.getByRole('button', { name: word('es', 'orders.by-row'), exact: true }).click();
    await expectTotals(app.page, source.everything());
    const { header, rows } = await exportedTable(app.page, 'es', app.save);
    const { rows: count, sums } = source.everything();
    expect(rows).toHaveLength(count);
    expect(sumAt(rows, header.indexOf('Ventas'), 'es')).toBe(sums.Ventas);
  });

  await test.step('a reload loses nothing', async () => {
    await app.page.reload();
    await openOrders(app.page);
    await expectTotals(app.page, source.everything());
    await expectSyncState(app.page, 'idle', READ_MS);
    await expectTotals(app.page, source.everything());
  });

  await test.step('the key is kept where the host keeps keys, and shown by its end alone', async () => {
    await expectKey(app, key);
  });

  await test.step('after a restart everything is there, and the sync goes on', async () => {
    await app.restart();
    await openOrders(app.page);
    await expectTotals(app.page, source.everything());
    if (app.kind === 'browser') await giveKeyAgain(app.page, key);
    await expectKey(app, key);
    source.advanceMs(24 * 3_600_000);
    source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1] });
    await app.page.getByTestId('sync-now').click();
    await expectTotals(app.page, source.everything(), READ_MS);
  });

  await test.step('as it was typed it is in no file', async () => {
    await app.end();
    expect(await app.filesHolding(key)).toEqual([]);
    // The same look finds what is kept in the clear.
    expect(await app.filesHolding(source.baseUrl)).not.toEqual([]);
  });
}

async function openOrders(page: Page): Promise<void> {
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
}

/** The browser host has it in memory: it is asked for, in words, and reading goes on. */
async function giveKeyAgain(page: Page, key: string): Promise<void> {
  const notice = page.locator('[data-notice=key]');
  await notice.getByTestId('give-key').fill(key);
  await notice.getByTestId('give-key-submit').click();
  await expect(notice).toBeHidden();
}

const KEEPING = { browser: /^memory$/, desktop: /^(keyring|unprotected)$/ } as const;

async function expectKey({ page, kind }: RunningApp, key: string): Promise<void> {
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-tab-accounts').click();
  const notice = page.getByTestId('account-key');
  await expect(notice).toContainText(key.slice(-4));
  if (kind === 'desktop') {
    // A Linux without a keyring keeps a key where its user allows it.
    const allow = page.getByTestId('account-key-allow');
    const kept = page.locator('[data-testid=account-key]:not([data-value=memory])');
    await expect(kept.or(allow).first()).toBeVisible();
    if (await allow.isVisible()) await allow.click();
  }
  await expect(notice).toHaveAttribute('data-value', KEEPING[kind]);
  await expect(page.locator('body')).not.toContainText(key);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('settings')).toHaveCount(0);
}
