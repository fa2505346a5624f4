import { type CDPSession, expect, type Page } from '@playwright/test';
import type { Browser, Host } from './app-under-test.ts';
import { test } from './journey.ts';
import { expectSyncState, expectTotals, readTotals } from './screen.ts';
import { freePort, KEY, type Source } from './source-service.ts';

/**
 * Everything that can die does, at different requests of one load, in a real Chromium on a real profile. Which steps
 * lie between is what test/crash-recovery goes through one by one; here it is the browser that must keep what it has promised.
 */

type Victim = 'worker' | 'page' | 'browser' | 'host';

/** At which request of the load who dies. */
const DEATHS: readonly (readonly { readonly victim: Victim; readonly atRequest: number }[])[] = [
  [
    { victim: 'worker', atRequest: 3 },
    { victim: 'browser', atRequest: 7 },
    { victim: 'host', atRequest: 12 },
    { victim: 'page', atRequest: 18 },
  ],
  ...(process.env.CUADRA_SOAK === undefined
    ? []
    : ([
        [
          { victim: 'host', atRequest: 1 },
          { victim: 'page', atRequest: 2 },
          { victim: 'browser', atRequest: 4 },
          { victim: 'worker', atRequest: 6 },
        ],
        [
          { victim: 'browser', atRequest: 2 },
          { victim: 'browser', atRequest: 9 },
          { victim: 'host', atRequest: 15 },
          { victim: 'host', atRequest: 16 },
          { victim: 'page', atRequest: 24 },
          { victim: 'browser', atRequest: 30 },
        ],
        [
          { victim: 'page', atRequest: 5 },
          { victim: 'page', atRequest: 11 },
          { victim: 'worker', atRequest: 14 },
          { victim: 'worker', atRequest: 21 },
          { victim: 'host', atRequest: 27 },
        ],
      ] as const)),
];

/** Asks of windows, told apart; probes and counts are made anew by every process. */
function windowAsked(query: URLSearchParams): string | null {
  if (query.get('limit') !== '1000') return null;
  return ['date', 'from', 'to', 'page'].map((name) => query.get(name)).join(' ');
}

async function killWorker(page: Page): Promise<void> {
  const [worker] = page.workers();
  if (worker === undefined) throw new Error('There is no worker.');
  await worker.evaluate(() => self.close()).catch(() => undefined);
}

async function crash(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const isGone = page.waitForEvent('crash');
  // The answer to this never comes.
  void session.send('Page.crash').catch(() => undefined);
  await isGone;
}

/** Resolves when so many requests have arrived; the next ones wait until `goOn`. */
function holdAt(
  source: Source,
  count: number,
  asked: string[],
): { readonly reached: Promise<void>; readonly goOn: () => void } {
  let reach: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  source.intercept(async ({ query }) => {
    const window = windowAsked(query);
    if (window !== null) asked.push(window);
    if (source.requests() < count) return undefined;
    reach();
    await going;
    return undefined;
  });
  return { reached, goOn };
}

for (const [index, deaths] of DEATHS.entries()) {
  test(`killed again and again (${index + 1}: ${deaths.map(({ victim }) => victim).join(', ')}), a load ends equal to the source`, async ({
    journey,
  }) => {
    test.setTimeout(240_000);
    const source = await journey.source({ orders: 600, seed: 11 + index });
    const options = {
      baseUrl: source.baseUrl,
      plan: 'pro' as const,
      key: KEY,
      port: await freePort(),
      requestsPerMinute: 6000,
    };
    const asked: string[] = [];
    let host: Host = await journey.host(options);
    let browser: Browser | null = null;
    let page: Page | null = null;
    for (const { victim, atRequest } of deaths) {
      await test.step(`${victim} at request ${atRequest}`, async () => {
        const held = holdAt(source, atRequest, asked);
        if (browser === null) {
          browser = await journey.browser(await host.anotherAddress());
          page = browser.page;
        } else if (page === null) {
          page = await browser.context.newPage();
          await page.goto(host.address);
        }
        await held.reached;
        const dying = page as Page;
        const its = browser as Browser;
        switch (victim) {
          case 'worker':
            await killWorker(dying);
            held.goOn();
            // A page without its worker is reloaded by whoever looks at it.
            await dying.reload();
            break;
          case 'page':
            await crash(dying);
            held.goOn();
            page = null;
            break;
          case 'browser':
            await its.kill();
            held.goOn();
            browser = null;
            page = null;
            break;
          case 'host':
            await host.stop('SIGKILL');
            held.goOn();
            host = await journey.host(options);
            // The new host takes no page but those that come by its own address.
            await dying.goto(host.address);
        }
      });
    }
    const held = holdAt(source, Number.POSITIVE_INFINITY, asked);
    held.goOn();
    if (browser === null) {
      browser = await journey.browser(await host.anotherAddress());
      page = (browser as Browser).page;
    }
    if (page === null) {
      page = await (browser as Browser).context.newPage();
      await page.goto(host.address);
    }
    const last: Page = page;
    await last.getByTestId('nav-orders').click();
    await last.getByTestId('clear-filters').click();
    // What was committed is there at once.
    await expect.poll(async () => (await readTotals(last)).rows).toBeGreaterThan(0);
    await expectSyncState(last, 'idle');
    await expectTotals(last, source.everything());
    // Each death costs the answer in flight, and what was on its way to the ledger; everything else is asked for once.
    const twice = asked.length - new Set(asked).size;
    expect(twice, `${asked.length} asked`).toBeLessThanOrEqual(2 * deaths.length);
  });
}
