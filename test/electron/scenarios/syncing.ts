import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { lockProfile } from '#electron/accounts/profile-lock.ts';
import { chunk, END } from '#test/electron/export/feeds.ts';
import { rowTexts } from '#test/electron/sync/memory-ledger.ts';
import { expectWhole, startCompany } from './company.ts';
import { expectGoneOnWith, halfLoaded } from './half-loaded.ts';
import {
  connect,
  giveKeyAgain,
  type HostUnderTest,
  isWhole,
  type Page,
  type Scenario,
} from './host-under-test.ts';

/** Loads that are stopped, cut off and gone on with: nothing is lost, and nothing is read twice. */

export const syncedTwice: Scenario = {
  name: 'a sync goes to its end, and a second one finds nothing',
  needs: [],
  run: async (host, company) => {
    const page = await host.start();
    const begun = company.requests();
    const accountId = await connect(page, company);
    await page.untilStatus(isWhole);
    const [rows, runs] = [page.copyOf(accountId).rows(), page.copyOf(accountId).runs().length];
    const asked = company.requests();
    await page.bridge.call.syncNow(null);
    await page.untilStatus((status) => isWhole(status) && page.copyOf(accountId).runs().length > runs);
    expect(rowTexts(page.copyOf(accountId).rows())).toEqual(rowTexts(rows));
    const again = company.requests() - asked;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThan(asked - begun);
    await host.quit();
    return rows.length;
  },
};

export const paused: Scenario = {
  name: 'a load that its user stops in the middle goes on from there when told to',
  needs: [],
  run: async (host, company) => {
    const { page, accountId, held } = await halfLoaded(host, company);
    await page.bridge.call.pauseSync(null);
    await page.untilStatus(({ state }) => state === 'paused');
    held.release();
    expect(page.copyOf(accountId).rows().length).toBeLessThan(company.everything().rows);
    await page.bridge.call.syncNow(null);
    const rows = await expectGoneOnWith(page, company, accountId, held);
    await host.quit();
    return rows;
  },
};

/** Cut off in the middle in one way or another. */
const cutOff = (
  name: string,
  cut: (host: HostUnderTest) => Promise<Page>,
  isNewProcess: boolean,
): Scenario => ({
  name,
  needs: [],
  run: async (host, company, abilities) => {
    const { page, accountId, held } = await halfLoaded(host, company);
    const before = await accountsOf(page);
    host.answerDialogs(`${host.folder}/left.csv`);
    const id = 'left';
    await page.bridge.call.openStream({ id, name: 'exportFile', input: { fileName: 'left.csv' } });
    await page.bridge.call.pullStream({ id });
    await page.bridge.call.pullStream({ id, feed: chunk('half') });
    const next = await cut(host);
    held.release();
    if (isNewProcess) await giveKeyAgain(next, accountId, abilities);
    const rows = await expectGoneOnWith(next, company, accountId, held);
    expect(await accountsOf(next)).toEqual(before);
    // What the page before was writing is nobody's any more.
    await expect(next.bridge.call.pullStream({ id, feed: END })).rejects.toMatchObject({
      code: 'unknown-stream',
    });
    await expect.poll(() => filesLike(host.folder, /\.part|left/)).toEqual([]);
    await host.quit();
    return rows;
  },
});

/** A key may be on its way to the keyring: how it is kept is not looked at. */
async function accountsOf(page: Page) {
  const { accounts, activeId } = await page.bridge.call.readAccounts(null);
  return [activeId, ...accounts.map(({ key: _, ...account }) => account)];
}

async function filesLike(folder: string, pattern: RegExp): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name));
}

export const reloaded = cutOff(
  'a load goes on when its page is loaded anew in the middle',
  (host) => host.reload(),
  false,
);
export const crashed = cutOff(
  'a load goes on when its page dies in the middle and comes back',
  (host) => host.crashPage(),
  false,
);
export const quitMidway = cutOff(
  'a load goes on when the app is quit in the middle and begins again on the same profile',
  async (host) => {
    await host.quit();
    return host.start();
  },
  true,
);

export const switched: Scenario = {
  name: 'another account is opened in the middle of a load, and both are whole in the end',
  needs: [],
  run: async (host, company) => {
    const other = await startCompany(4);
    try {
      const { page, accountId, held } = await halfLoaded(host, company);
      const otherId = await connect(page, other);
      const own = (id: string) => (status: Parameters<typeof isWhole>[0]) =>
        status.accountId === id && isWhole(status);
      await page.untilStatus(own(otherId));
      expectWhole(page.copyOf(otherId), other);
      held.release();
      expect(await page.bridge.call.activateAccount({ accountId })).toMatchObject({ activeId: accountId });
      await page.untilStatus(own(accountId));
      expectWhole(page.copyOf(otherId), other);
      const rows = await expectGoneOnWith(page, company, accountId, held);
      await host.quit();
      return [rows, page.copyOf(otherId).rows().length];
    } finally {
      await other.close();
    }
  },
};

export const taken: Scenario = {
  name: 'a profile that another process has is left to it, and said by its number',
  needs: [],
  run: async (host) => {
    const other = await lockProfile(host.profile);
    if (other.kind !== 'locked') throw new Error('It should have been free.');
    await expect(host.start()).rejects.toThrow(new RegExp(`\\b${process.pid}\\b`));
    // It is still the other's.
    expect(await lockProfile(host.profile)).toMatchObject({ kind: 'held' });
    await other.lock.release();
    const page = await host.start();
    expect((await page.bridge.call.readAccounts(null)).accounts).toEqual([]);
    await host.quit();
    // It leaves the profile free.
    const free = await lockProfile(host.profile);
    expect(free.kind).toBe('locked');
    if (free.kind === 'locked') await free.lock.release();
    return null;
  },
};
