import type { Page } from '@playwright/test';
import { bundleWorker } from '#test/bench/browser/bundle-worker.ts';
import { temporaryDirectory } from './app-under-test.ts';

/** A start whose figures come from kept cells, with rows that come when a test lets them. */

type Keeping = { readonly keepCells: (accountId: string) => Promise<void> };

/** Keeps the cells of the copy there is. `page` is one of its origin where no app runs. */
export async function keepCells(page: Page): Promise<void> {
  const folder = await temporaryDirectory();
  const script = await bundleWorker(new URL('./keep-cells.ts', import.meta.url), folder.path);
  // As one of the app's own scripts: its policy holds for it, too.
  await page.route('**/keep-cells.js', (route) => route.fulfill({ path: script }));
  await page.addScriptTag({ url: '/keep-cells.js', type: 'module' });
  await folder.remove();
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const [accountId = ''] = names.flatMap((name) => /^cuadra-ledger-(.+)/.exec(name)?.[1] ?? []);
    await (globalThis as unknown as Keeping).keepCells(accountId);
  });
}

/** Before the data worker's own code: what is read of rows is answered once a word comes. */
const HELD = `{
  const letGo = new Promise((resolve) => {
    new BroadcastChannel('held-rows').onmessage = resolve;
  });
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function getAllHeld(...args) {
    const request = getAll.apply(this, args);
    if (this.name !== 'segmentChunks') return request;
    return {
      set onsuccess(answer) {
        request.onsuccess = (event) => void letGo.then(() => answer(event));
      },
      set onerror(answer) {
        request.onerror = answer;
      },
    };
  };
}
`;

/** From the next start of the app on its rows come only once the returned function is called. */
export async function holdRows(page: Page): Promise<() => Promise<void>> {
  const scripts = '**/assets/worker-*.js';
  await page.route(scripts, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${HELD}${await response.text()}` });
  });
  return async () => {
    await page.unroute(scripts);
    await page.evaluate(() => new BroadcastChannel('held-rows').postMessage(null));
  };
}
