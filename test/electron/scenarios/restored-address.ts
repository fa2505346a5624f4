import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectWhole, KEYS, PLAN } from './company.ts';
import { connect, giveKeyAgain, isAtRest, isWhole, type Scenario } from './host-under-test.ts';

/** An address that a file names, and every way a key could get there. */

const REFUSED = { code: 'unconfirmed-address' };

export const restoredAddress: Scenario = {
  name: 'no key goes to an address that came from a file before its user confirms it, whatever is called; then it reads',
  needs: [],
  run: async (host, company, abilities) => {
    const { baseUrl } = company;
    const first = await host.start();
    const accountId = await connect(first, company);
    await first.untilStatus(isWhole);
    const [account] = (await first.bridge.call.readAccounts(null)).accounts;
    if (account === undefined) throw new Error('There was no account.');
    await host.quit();
    // The book is lost; a keyring keeps the key under the account's id, which the file names.
    await rm(join(host.profile, 'accounts.json'));
    const asked = company.requests();

    const page = await host.start();
    const { call } = page.bridge;
    const { hasKey: _hasKey, key: _key, ...rest } = account;
    // A file may say that it is confirmed: nobody listens.
    const restored = { ...rest, isAddressConfirmed: true };
    const state = await call.restoreAccount({ account: restored, intoId: accountId });
    expect(state).toMatchObject({
      activeId: accountId,
      accounts: [{ isAddressConfirmed: false, hasKey: false }],
    });
    const typed = { baseUrl: `${baseUrl}/`, plan: PLAN, key: KEYS.first } as const;
    await expect(call.giveKey({ accountId, key: KEYS.first })).rejects.toMatchObject(REFUSED);
    await expect(call.connectAccount({ ...typed, name: 'Tienda' })).rejects.toMatchObject(REFUSED);
    await expect(call.resolveKey({ accountId, decision: 'own-account' })).rejects.toMatchObject(REFUSED);
    expect(await call.checkKey(typed)).toEqual({ kind: 'rejected', reason: REFUSED.code, words: null });
    await call.openKeys(null);
    await call.allowUnprotectedKeys({ allowed: true });
    await call.allowUnprotectedKeys({ allowed: false });
    await call.activateAccount({ accountId });
    await call.syncNow(null);
    const other = { accountId, baseUrl: 'https://api.example' };
    await expect(call.confirmAddress(other)).rejects.toMatchObject({ code: 'other-address' });
    const { failure } = await page.untilStatus(({ state: now }) => now === 'error');
    await host.quit();

    const again = await host.start();
    await again.untilStatus(isAtRest);
    const { accounts } = await again.bridge.call.readAccounts(null);
    expect(accounts).toMatchObject([{ isAddressConfirmed: false, hasKey: false }]);
    expect(company.requests()).toBe(asked);

    await again.bridge.call.confirmAddress({ accountId, baseUrl });
    await giveKeyAgain(again, accountId, abilities);
    await again.untilStatus(isWhole);
    expectWhole(again.copyOf(accountId), company);
    expect(company.requests()).toBeGreaterThan(asked);
    // What one page confirmed, every page hears of.
    expect(again.viewOf()).toContain('"isAddressConfirmed":true');
    await host.quit();
    return failure?.code;
  },
};
