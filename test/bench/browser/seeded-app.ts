import { startService } from '#electron/demo/service/start-service.ts';
import { checksum, segmentRecordBytes } from '#renderer/data/storage/database/bytes.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { type KeptBytes, keptBytes } from '#test/bench/rows/kept-rows.ts';
import {
  type Browser,
  type Host,
  openBrowser,
  startHost,
  temporaryDirectory,
} from '#test/e2e/app-under-test.ts';
import { expectSyncState } from '#test/e2e/screen.ts';
import { KEY, type Source, startSource } from '#test/e2e/source-service.ts';

/**
 * The app as a person has it after a long load, without the hours: an account is read while its service is still
 * empty, then the rows of the same service's world are written into the browser's database as commits would have left
 * them. From then on the service answers with that world, so that syncs go on as they do in life.
 */

const STARTS_AT = '2026-11-15T15:00:00Z';
/** Requests a minute: the limiter is not what is measured. */
const FAST = 6000;

export type SeededApp = {
  readonly source: Source;
  readonly host: Host;
  readonly browser: Browser;
  readonly rows: number;
  /** Where the browser keeps what it stores: a Chromium started on it has the rows. */
  readonly userDataDirectory: string;
  /** Ends the browser and opens it again on the same profile: caches of the process are cold, the disk's are warm. */
  readonly reopen: (view?: { width: number; height: number }) => Promise<Browser>;
  readonly close: () => Promise<void>;
};

/** Rows are made once and kept beside the system's temporary files (CUADRA_BENCH_ROWS names another folder). */
export async function startSeededApp(rows: number): Promise<SeededApp> {
  const segments = await keptBytes(rows);
  const profile = await temporaryDirectory();
  const userData = await temporaryDirectory();
  const source = await startSource({ orders: Math.ceil(rows / 1.5), seed: 7, startsAt: STARTS_AT });
  const empty = await startService({
    keys: [KEY],
    plan: 'pro',
    orders: 0,
    seed: 7,
    clock: () => Date.parse(STARTS_AT),
    limits: { perMinute: FAST, perDay: FAST * 1440 },
  });
  source.intercept((request) => empty.service.handleRequest(request));
  const host = await startHost({
    profileDirectory: profile.path,
    baseUrl: source.baseUrl,
    plan: 'pro',
    key: KEY,
    requestsPerMinute: FAST,
  });
  const open = async (address: string, view?: { width: number; height: number }): Promise<Browser> => {
    const opened = await openBrowser(userData.path, 'about:blank', view);
    // The benches' own runner names functions through this; what is sent into the page needs it there.
    await opened.context.addInitScript({ content: 'globalThis.__name = (made) => made;' });
    await opened.page.goto(address);
    return opened;
  };
  let browser = await open(host.address);
  await expectSyncState(browser.page, 'idle');
  await write(browser, segments);
  source.intercept(null);
  await empty.close();
  await browser.page.goto(host.address);
  const app = {
    source,
    host,
    rows,
    userDataDirectory: userData.path,
    get browser() {
      return browser;
    },
    reopen: async (view?: { width: number; height: number }) => {
      await browser.context.close();
      browser = await open('about:blank', view);
      return browser;
    },
    close: async () => {
      await browser.context.close().catch(() => undefined);
      await host.stop();
      await source.close();
      await profile.remove();
      await userData.remove();
    },
  };
  return app;
}

/** Puts the segments into the ledger of the page's origin while no page has it open. */
async function write(browser: Browser, segments: readonly KeptBytes[]): Promise<void> {
  const { page } = browser;
  const { origin } = new URL(page.url());
  await page.route('**/seed/*', async (route) => {
    const index = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    const segment = segments[index];
    if (segment === undefined) await route.abort();
    else await route.fulfill({ body: Buffer.from(segment.bytes), contentType: 'application/octet-stream' });
  });
  await page.goto(`${origin}/icon.svg`);
  const records = segments.map(({ bytes, headerLength }) => ({
    rowCount: decodeSegment(bytes, headerLength).rowCount,
    byteLength: bytes.length,
    headerLength,
    checksum: checksum(bytes),
    recordBytes: segmentRecordBytes(bytes.length),
  }));
  await page.evaluate(async (list) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('cuadra-ledger-'))?.name;
    if (name === undefined) throw new Error('There is no ledger.');
    const done = (request: IDBRequest): Promise<unknown> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = (await done(indexedDB.open(name))) as IDBDatabase;
    const contents = (await done(database.transaction('meta').objectStore('meta').get('contents'))) as
      | { segments: number; liveRows: number; lastSegment: number }
      | undefined;
    const known = contents ?? { segments: 0, liveRows: 0, lastSegment: 0 };
    let id = known.lastSegment;
    for (const [index, { recordBytes, ...record }] of list.entries()) {
      const bytes = new Uint8Array(await (await fetch(`/seed/${index}`)).arrayBuffer());
      id += 1;
      const stores = database.transaction(['segments', 'segmentChunks'], 'readwrite');
      let chunks = 0;
      for (let at = 0; at < bytes.length; at += recordBytes) {
        stores
          .objectStore('segmentChunks')
          .put({ segment: id, index: chunks, bytes: bytes.slice(at, at + recordBytes) });
        chunks += 1;
      }
      stores.objectStore('segments').put({ id, ...record, chunks, purchases: null, deadRows: 0 });
      await new Promise<void>((resolve, reject) => {
        stores.oncomplete = () => resolve();
        stores.onabort = () => reject(stores.error);
      });
    }
    const liveRows = known.liveRows + list.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const meta = database.transaction('meta', 'readwrite').objectStore('meta');
    await done(
      meta.put({ key: 'contents', segments: known.segments + list.length, liveRows, lastSegment: id }),
    );
    database.close();
  }, records);
}
