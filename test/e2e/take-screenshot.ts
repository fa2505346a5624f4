import { mkdir } from 'node:fs/promises';
import { openBrowser, startHost, temporaryDirectory } from '#test/e2e/app-under-test.ts';

/** Makes the README's picture: Órdenes of the demo company, fully read. Run by `npm run screenshot`. */
const profile = await temporaryDirectory();
const browserProfile = await temporaryDirectory();
const host = await startHost({ profileDirectory: profile.path });
const browser = await openBrowser(browserProfile.path, host.address);
try {
  const { page } = browser;
  await page.getByTestId('open-demo').click();
  await page.getByTestId('sync-status').and(page.locator('[data-state=idle]')).waitFor({ timeout: 240_000 });
  await page.getByTestId('nav-orders').click();
  await page.getByTestId('preset-dashboard').click();
  // The row counts and widths have settled when the totals are those of the preset.
  await page.waitForTimeout(1500);
  await mkdir('.github', { recursive: true });
  await page.screenshot({ path: '.github/screenshot.png' });
} finally {
  await browser.context.close();
  await host.stop();
  await profile.remove();
  await browserProfile.remove();
}
