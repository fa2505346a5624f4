import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '#shared/contract/languages.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { type HostOptions, openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { hostileNames, noRows, oddValues } from './hostile-rows.ts';
import { FAST } from './journey.ts';
import { KEY, type SourceOptions, startSource } from './source-service.ts';

/** Pictures of every screen, to be looked at beside the mocks: widths, themes, and accounts of several kinds. */

/** The first is 1280 by 800 at 150 %. */
const VIEWS = [
  { width: 853, height: 533 },
  { width: 900, height: 800 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const THEMES = ['light', 'dark'] as const;

/** What there is to look at: nothing, a thousand rows, the whole demo company, names and values that screens break on. */
export const ACCOUNTS = {
  empty: { orders: 1 },
  small: { orders: 700 },
  demo: null,
  hostile: { orders: 700 },
  odd: { orders: 700 },
} as const satisfies { readonly [name: string]: SourceOptions | null };
export type AccountName = keyof typeof ACCOUNTS;

/** Long enough for answers, menus and bars to have come to rest. */
const REST_MS = 900;

/** Waits until nothing more is read: the picture is of what stays. */
async function waitForRest(page: Page): Promise<void> {
  const status = page.getByTestId('sync-status');
  await page.waitForTimeout(3000);
  await status.and(page.locator('[data-state=idle]')).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1500);
}

/** One picture: which screen, of which account, how wide, how light. `file` stands beside the index. */
export type Picture = {
  readonly account: AccountName | 'desktop';
  readonly screen: string;
  readonly width: number;
  readonly height: number;
  readonly theme: (typeof THEMES)[number];
  readonly language: Language;
  readonly file: string;
};

async function takeAll(page: Page, folder: string, name: AccountName): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const view of VIEWS) {
    await page.setViewportSize(view);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      for (const screen of SCREEN_IDS) {
        await page.getByTestId(`nav-${screen}`).click();
        await page.mouse.move(view.width - 4, view.height - 4);
        await page.waitForTimeout(REST_MS);
        const file = `${name}-${screen}-${view.width}-${theme}.png`;
        await page.screenshot({ path: join(folder, file) });
        pictures.push({ account: name, screen, ...view, theme, language: 'es', file });
      }
    }
  }
  return pictures;
}

/** A kept copy is found again at its own port only. */
const KEPT_PORT = 4690;

/** Every screen of one account into a folder; `keep` is where the demo company's copy stays for the next time. */
export async function takePictures(
  name: AccountName,
  folder: string,
  keep: string | null,
): Promise<readonly Picture[]> {
  await mkdir(folder, { recursive: true });
  const scratch = await temporaryDirectory();
  const options = ACCOUNTS[name];
  const kept = options === null ? keep : null;
  const place = kept ?? scratch.path;
  const source = options === null ? null : await startSource(options);
  if (name === 'hostile') source?.intercept(hostileNames);
  if (name === 'odd') source?.intercept(oddValues);
  if (name === 'empty') source?.intercept(noRows);
  const account: Partial<HostOptions> =
    source === null ? {} : { baseUrl: source.baseUrl, plan: 'pro', key: KEY, requestsPerMinute: FAST };
  const host = await startHost({
    profileDirectory: join(place, 'host'),
    ...(kept === null ? {} : { port: KEPT_PORT }),
    ...account,
  });
  const browser = await openBrowser(join(place, 'browser'), host.address);
  try {
    const { page } = browser;
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    if (source === null) {
      await page.getByTestId('open-demo').or(page.getByTestId('sync-status')).waitFor();
      if (await page.getByTestId('open-demo').isVisible()) await page.getByTestId('open-demo').click();
    }
    await waitForRest(page);
    // A month beside the one before, as the mocks have it; hostile names are looked at in all rows.
    const compare = page.getByTestId('panel-compare');
    if (name !== 'hostile' && (await compare.isVisible())) await compare.click();
    return await takeAll(page, folder, name);
  } finally {
    await browser.context.close();
    await host.stop();
    await source?.close();
    await scratch.remove();
  }
}
