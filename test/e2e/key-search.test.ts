import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findIn, findOnDisk, written } from '#test/electron/app/key-search.ts';
import { runWeb, type WebOptions } from '#test/runner/web-command.ts';
import { openBrowser, temporaryDirectory } from './app-under-test.ts';
import { FAST, test } from './journey.ts';
import { expectSyncState } from './screen.ts';
import { startSource } from './source-service.ts';
import { connectByForm } from './user-journeys/newcomer.ts';

/**
 * Keys typed, refused, replaced, from the environment and from a file, in a host of its own process and a browser on a
 * profile that stays; exports, a backup, crashes of all three kinds: what then holds a key.
 */

/** Alike in nothing: no compression finds a part of one in another text. */
const WRONG = 'w7Qz4KdXv1RbT9mYc3Hs';
const TYPED = 't2NfJ8uPgLx6WqEa5ZkB';
const REPLACED = 'r9VhC4yMo7SdUi1XnGtA';
const FROM_VARIABLE = 'v5YkPw3BzQe8LjTf6RcH';
const FROM_FILE = 'f1GxDm7NuJs4KaWv9ZoE';
const KEYS = [WRONG, TYPED, REPLACED, FROM_VARIABLE, FROM_FILE];
/** What is put where a key might come to lie, so that the search is seen to look there. */
const CANARY = 'c6BqXr2TyHl5MwOd8IpF';

/** Throws where nobody catches it, once there is a file beside it: not every system has signals for that. */
const THROWER = `setInterval(() => {
  if (require('node:fs').existsSync(__filename + '.now')) throw new Error('as it may happen');
}, 50).unref();`;

/** Whatever a page can reach of itself and of what it stored, read with the page's own means. */
async function reachableTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    const seen = new Set<unknown>();
    async function take(value: unknown): Promise<void> {
      if (typeof value === 'string') texts.push(value);
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      if (value instanceof Blob) return take(await value.arrayBuffer());
      if (value instanceof ArrayBuffer) texts.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) texts.push(new TextDecoder('latin1').decode(value));
      else for (const [name, each] of Object.entries(value)) await Promise.all([take(name), take(each)]);
    }
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        await take(await Promise.all([asked(rows.getAllKeys()), asked(rows.getAll())]));
      }
      database.close();
    }
    await take([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      performance.getEntries().map((entry) => JSON.stringify(entry)),
      [location.href, document.referrer, document.title, history.state, window.name],
      await caches.keys(),
    ]);
    return texts.join('\n');
  });
}

/** Puts the canary where pages put things. */
async function plant(page: Page): Promise<void> {
  await page.evaluate(async (canary) => {
    localStorage.setItem('canary', canary);
    await new Promise((resolve) => {
      const opening = indexedDB.open('canary');
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('canary').put({ bytes: new TextEncoder().encode(canary) }, 1);
      };
      opening.onsuccess = () => {
        opening.result.close();
        resolve(null);
      };
    });
  }, CANARY);
}

async function connectAndReplace(page: Page, baseUrl: string): Promise<void> {
  // As who looks at what was pasted: the field is one of plain text then.
  await page.getByRole('button', { name: 'Mostrar la clave' }).click();
  await connectByForm(page, baseUrl, WRONG);
  await expect(page.getByTestId('connect-rejected')).toHaveAttribute('data-reason', 'unauthorized');
  await connectByForm(page, baseUrl, TYPED);
  await expectSyncState(page, 'idle');
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-tab-accounts').click();
  // Where a key was refused, a notice asks for another one too.
  const settings = page.getByTestId('account-settings');
  for (const key of [WRONG, REPLACED]) {
    await settings.getByTestId('give-key').fill(key);
    await settings.getByTestId('give-key-submit').click();
    await expect(settings.getByTestId('give-key')).toHaveValue('');
    await expect(page.getByTestId('account-key')).toContainText(key.slice(-4));
  }
  await page.getByTestId('backup-create').click();
  await expect(page.getByTestId('backup-done')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

/** Beside what it sent to its own host: the addresses of all it asked for, what it was told, what it wrote to the console. */
function listenTo(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error.stack)));
  page.on('request', (request) => heard.push(request.url(), JSON.stringify(request.headers())));
  page.on('websocket', (socket) => {
    heard.push(socket.url());
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
  });
  return heard;
}

test('after a whole session no key is anywhere but where the user put it', async () => {
  const folder = await temporaryDirectory();
  const source = await startSource({ plan: 'free', orders: 60, keys: KEYS.slice(1) });
  const [reports, thrower] = [join(folder.path, 'reports'), join(folder.path, 'thrower.cjs')];
  await Promise.all([mkdir(reports), writeFile(thrower, THROWER)]);
  const said: string[] = [];
  const run = async (options: Partial<WebOptions>) => {
    const web = await runWeb({
      profileDirectory: join(folder.path, 'profile'),
      requestsPerMinute: FAST,
      environment: {
        NODE_OPTIONS: `--report-uncaught-exception --report-directory=${reports} --require=${thrower}`,
      },
      ...options,
    });
    const ended = web.ended.then(() => said.push(web.output()));
    return { address: web.address, ended, kill: () => web.stop('SIGKILL') };
  };
  try {
    // In its environment, for no account: the first screen asks for another key.
    const typed = await run({ key: FROM_VARIABLE });
    const browser = await openBrowser(join(folder.path, 'browser'), typed.address);
    const { page, context } = browser;
    const heard = listenTo(page);
    await connectAndReplace(page, source.baseUrl);
    await page.getByTestId('nav-orders').click();
    const download = page.waitForEvent('download');
    await page.getByTestId('export-menu').click();
    await page.getByTestId('export-csv').click();
    await (await download).saveAs(join(folder.path, 'ordenes.csv'));
    await plant(page);
    const reachable = await reachableTexts(page);
    expect(findIn(reachable, [CANARY])).not.toEqual([]);
    expect(findIn(reachable, KEYS)).toEqual([]);
    expect(heard.length).toBeGreaterThan(50);
    expect(findIn(heard.join('\n'), KEYS)).toEqual([]);
    await writeFile(`${thrower}.now`, '');
    await typed.ended;
    await rm(`${thrower}.now`);
    const crashed = page.waitForEvent('crash');
    await Promise.all([crashed, page.goto('chrome://crash').catch(() => null)]);
    await context.close();

    const keyFile = join(folder.path, 'key');
    await writeFile(keyFile, FROM_FILE, { mode: 0o600 });
    const fromFile = await run({ baseUrl: source.baseUrl, plan: 'free', keyFile });
    await fromFile.kill();
    await fromFile.ended;
    expect(said).toHaveLength(2);

    expect(findIn(said.join('\n'), KEYS)).toEqual([]);
    const { found, files } = await findOnDisk(folder.path, [...KEYS, CANARY]);
    const where = (key: string) =>
      found.filter((each) => written(key).some((form) => each.endsWith(`: ${form}`)));
    expect(KEYS.flatMap(where)).toEqual([`${keyFile}: ${written(FROM_FILE)[0]}`]);
    // The search looks into both of what pages store in.
    for (const place of ['Local Storage', 'IndexedDB'])
      expect(where(CANARY).filter((each) => each.includes(place)).length, place).toBeGreaterThan(0);
    expect(files.filter((name) => /^report\..*\.json$/.test(name))).toHaveLength(1);
    expect(await readFile(join(folder.path, 'profile', 'logs', 'errors.log'), 'utf8')).toContain(
      'uncaught-exception',
    );
    expect(files).toEqual(
      expect.arrayContaining(['accounts.json', expect.stringMatching(/-manual-\d+\.cuadra-respaldo$/)]),
    );
  } finally {
    await source.close();
    await folder.remove();
  }
});
