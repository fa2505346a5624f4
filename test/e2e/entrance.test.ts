import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { redirectFile } from '#electron/browser-host/entrance.ts';
import { openBrowser, temporaryDirectory } from './app-under-test.ts';
import { FAST, openReadAccount, test } from './journey.ts';
import { expectSyncState, expectTotals, showEverything } from './screen.ts';
import { freePort, KEY } from './source-service.ts';

/** A program on a port of Cuadra's that says yes to everything, and what it is asked. */
async function takePort(port: number): Promise<{
  readonly asked: readonly string[];
  readonly leave: () => Promise<void>;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.startsWith('/session') !== true) response.statusCode = 404;
    response.end('a'.repeat(64));
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url} ${request.headers['sec-websocket-protocol']}`);
    socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    leave: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Who comes into the browser host: the printed address lets one browser in, once; that browser then goes on. */

test('the printed address is good for one browser; a reload and its other tabs go on', async ({
  journey,
}) => {
  const { source, host, browser } = await openReadAccount(journey, { orders: 60 });
  const { page, context } = browser;
  const { origin } = new URL(host.address);

  // Nothing of the code is left in the tab, nor in what it goes back to.
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  expect(entries.map(({ url }) => url).filter((url) => url.includes('code='))).toEqual([]);
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await expectTotals(page, source.everything());
  const other = await context.newPage();
  for (const address of [origin, host.address]) {
    await other.goto(address);
    await expect(other.getByTestId('take-over')).toBeVisible();
  }
  await other.close();

  const elsewhere = await temporaryDirectory();
  const second = await openBrowser(elsewhere.path, host.address);
  try {
    await expect(second.page.locator('body')).toContainText('pulsa Intro en la terminal');
    await second.page.goto(origin);
    await expect(second.page.locator('body')).toContainText('pulsa Intro en la terminal');
    // The cookie alone, as another local server may come to know it, opens no line to the host.
    await second.context.addCookies(await context.cookies());
    await second.page.goto(origin);
    await expect(second.page.locator('body')).toContainText('pulsa Intro en la terminal');
    // By a file that leads it in, as it is opened where a host is started.
    const file = join(elsewhere.path, 'open.html');
    await writeFile(file, redirectFile(await host.anotherAddress()));
    await second.page.goto(pathToFileURL(file).href);
    await expect(second.page.getByTestId('sync-status')).toHaveAttribute('data-connected', 'true');
  } finally {
    await second.context.close();
    await elsewhere.remove();
  }
});

test('a host that was started anew takes no open page, says so, and takes it once its address is opened', async ({
  journey,
}) => {
  const source = await journey.source({ plan: 'free', orders: 60 });
  const options = {
    baseUrl: source.baseUrl,
    plan: 'free' as const,
    key: KEY,
    port: await freePort(),
    requestsPerMinute: FAST,
  };
  const first = await journey.host(options);
  const { page, context } = await journey.browser(first.address);
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await expectTotals(page, source.everything());
  await expectSyncState(page, 'idle');
  await first.stop();
  await expect(page.locator('[data-notice=disconnected]')).toBeVisible();

  // Another program takes the port: the open page asks it for a proof, page and worker alike, and opens no line to it.
  const squatter = await takePort(options.port);
  const isProof = (what: string) => /^GET \/session\?nonce=[0-9a-f-]{36}$/.test(what);
  await expect
    .poll(() => squatter.asked.filter(isProof).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(4);
  // Screens that were not looked at yet are parts of the program that the page still fetches.
  const others = squatter.asked.filter((what) => !isProof(what) && !what.startsWith('GET /assets/'));
  expect(others).toEqual([]);
  await expect(page.locator('[data-notice=shut-out]')).toBeVisible();
  await squatter.leave();

  const second = await journey.host(options);
  await expect(page.locator('[data-notice=shut-out]')).toBeVisible();
  // What was read is still there.
  await expectTotals(page, source.everything());

  const other = await context.newPage();
  await other.goto(second.address);
  await other.close();
  await expect(page.locator('[data-notice=shut-out]')).toHaveCount(0);
  source.advanceMs(600_000);
  source.service.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1] });
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything());
});
