import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { takeDesktopPictures } from './desktop-pictures.ts';
import { galleryPage } from './gallery.ts';
import { ACCOUNTS, type Picture, takePictures } from './screen-pictures.ts';

/**
 * `npm run screenshot`: the README's picture, the panel of the demo company, fully read.
 * `npm run screenshot -- FOLDER [--only demo,small,desktop] [--keep PROFILES]`: every screen in every state, to be looked
 * at through FOLDER/index.html. `--scenes PATTERN` takes those of the desktop app whose
 * names fit (`settings-about-es`).
 */

async function takeReadmePicture(): Promise<void> {
  const profile = await temporaryDirectory();
  const browserProfile = await temporaryDirectory();
  const host = await startHost({ profileDirectory: profile.path });
  const browser = await openBrowser(browserProfile.path, host.address);
  try {
    const { page } = browser;
    await page.getByTestId('open-demo').click();
    // At rest after the load, not before it.
    await page.getByTestId('sync-status').and(page.locator('[data-state=running]')).waitFor();
    await page
      .getByTestId('sync-status')
      .and(page.locator('[data-state=idle]'))
      .waitFor({ timeout: 240_000 });
    await page.getByTestId('nav-panel').click();
    await page.locator('[data-testid=trend-plot] svg').last().waitFor();
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
}

const isKind = (name: string): name is Picture['account'] => name === 'desktop' || name in ACCOUNTS;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string' }, scenes: { type: 'string' } },
  allowPositionals: true,
});
const folder = positionals[0];
if (folder === undefined) await takeReadmePicture();
else {
  const target = resolve(folder);
  const names = (values.only?.split(',') ?? [...Object.keys(ACCOUNTS), 'desktop']).filter(isKind);
  const pictures: Picture[] = [];
  for (const name of names) {
    pictures.push(
      ...(name === 'desktop'
        ? await takeDesktopPictures(target, new RegExp(values.scenes ?? ''))
        : await takePictures(name, target, values.keep === undefined ? null : resolve(values.keep))),
    );
    // What there is can be looked at while the rest is taken.
    await writeFile(join(target, 'index.html'), galleryPage(pictures));
  }
}
