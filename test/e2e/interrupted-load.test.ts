import { expect } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';
import { expectSyncState, expectTotals, readTotals } from '#test/e2e/screen.ts';
import { freePort, KEY } from '#test/e2e/source-service.ts';

test.describe('a load cut off in the middle', () => {
  for (const victim of ['browser', 'host'] as const) {
    test(`the ${victim} is killed: the next start goes on and ends equal to the source`, async ({
      journey,
    }) => {
      const source = await journey.source({ orders: 4000 });
      const options = { baseUrl: source.baseUrl, plan: 'pro' as const, key: KEY, port: await freePort() };
      // Fewer requests than the load needs: it cannot end before it is cut off.
      const slowHost = await journey.host({ ...options, requestsPerMinute: 15 });
      const first = await journey.browser(slowHost.address);
      await first.page.getByTestId('nav-orders').click();
      // Something is committed, and much is still to come.
      await expect
        .poll(async () => (await readTotals(first.page)).rows, { timeout: 60_000 })
        .toBeGreaterThan(0);
      expect((await readTotals(first.page)).rows).toBeLessThan(source.everything().rows);
      const before = source.requests();
      if (victim === 'browser') {
        await first.kill();
        await slowHost.stop();
      } else {
        await slowHost.stop('SIGKILL');
        await first.context.close();
      }
      const host = await journey.host({ ...options, requestsPerMinute: 6000 });
      const second = await journey.browser(host.address);
      await second.page.getByTestId('nav-orders').click();
      await second.page.getByTestId('clear-filters').click();
      // What was committed is there at once, before anything is read again.
      await expect.poll(async () => (await readTotals(second.page)).rows).toBeGreaterThan(0);
      await expectSyncState(second.page, 'idle');
      await expectTotals(second.page, source.everything());
      expect(before).toBeGreaterThan(1);
    });
  }
});
