import { mkdir } from 'node:fs/promises';
import { openBrowser, startHost, temporaryDirectory } from '#test/e2e/app-under-test.ts';

/** Makes the README's picture: the panel of the demo company, fully read. Run by `npm run screenshot`. */
const profile = await temporaryDirectory();
const browserProfile = await temporaryDirectory();
const host = await startHost({ profileDirectory: profile.path });
const browser = await openBrowser(browserProfile.path, host.address);
try {
  const { page } = browser;
  await page.getByTestId('open-demo').click();
  // At rest after the load, not before it.
  await page.getByTestId('sync-status').and(page.locator('[data-state=running]')).waitFor();
  await page.getByTestId('sync-status').and(page.locator('[data-state=idle]')).waitFor({ timeout: 240_000 });
  await page.getByTestId('nav-panel').click();
  await page.getByTestId('panel-compare').click();
  await page.locator('.strip-plot svg').last().waitFor();
  // Rows that vanish and come back at the source are counted once more.
  await page.waitForTimeout(3000);
  await mkdir('.github', { recursive: true });
  await page.screenshot({ path: '.github/screenshot.png' });
} finally {
  await browser.context.close();
  await host.stop();
  await profile.remove();
  await browserProfile.remove();
}
