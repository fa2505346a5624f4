import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type DemoFile, NO_DEMO } from '#shared/contract/app-streams.ts';
import { type LocalDateTime, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { findIn, findOnDisk } from '#test/electron/app/key-search.ts';
import { begun, chunk, END } from '#test/electron/export/feeds.ts';
import { expectWhole, KEYS, PLAN } from './company.ts';
import {
  type Ability,
  connect,
  giveKeyAgain,
  type HostUnderTest,
  isAtRest,
  isWhole,
  type Page,
  type Scenario,
} from './host-under-test.ts';

/** What a newcomer does, and who comes back. */

export const firstRun: Scenario = {
  name: 'first run: a key is tried, the company is read whole, and is there after a restart',
  needs: [],
  run: async (host, company, abilities) => {
    const page = await host.start();
    const { call } = page.bridge;
    const keeps = abilities.has('keeps-keys');
    const keyStorage = keeps ? 'keyring' : 'memory';
    expect(await call.readAccounts(null)).toEqual({ accounts: [], activeId: null, keyStorage });
    expect((await call.readSyncStatus(null)).accountId).toBeNull();
    expect(await call.syncNow(null)).toBeNull();
    const at = { baseUrl: company.baseUrl, plan: PLAN } as const;
    const wrong = await call.checkKey({ ...at, key: KEYS.wrong });
    expect(wrong).toMatchObject({ kind: 'rejected', reason: 'unauthorized' });
    expect(await call.checkKey({ ...at, key: KEYS.first })).toMatchObject({ kind: 'accepted' });
    await expect(connect(page, { ...company, baseUrl: 'http://api.example' })).rejects.toMatchObject({
      code: 'bad-base-url',
    });
    const accountId = await connect(page, company);
    const read = await page.untilStatus(isWhole);
    expectWhole(page.copyOf(accountId), company);
    for (const key of Object.values(KEYS)) expect(page.viewOf()).not.toContain(key);
    await host.quit();

    const again = await host.start();
    const { accounts, activeId } = await again.bridge.call.readAccounts(null);
    expect([activeId, accounts.length, accounts[0]?.hasKey]).toEqual([accountId, 1, keeps]);
    await giveKeyAgain(again, accountId, abilities);
    await again.untilStatus(isWhole);
    expectWhole(again.copyOf(accountId), company);
    await host.quit();
    return { wrong, accounts: accounts.map(({ name, plan }) => [name, plan]), failure: read.failure };
  },
};

/** What the demo company's channels and banks sent around the last whole month. */
async function filesOf({ bridge }: Page, accountId: string): Promise<readonly DemoFile[]> {
  const month = shiftMonth(monthOf(new Date(Date.now()).toISOString().slice(0, 19) as LocalDateTime), -1);
  const files: DemoFile[] = [];
  const pulled = bridge.pull.demoFiles({ accountId, month });
  for (let step = await pulled.next(); step.done !== true; step = await pulled.next()) {
    if (step.value.kind === 'file') files.push(step.value.file);
  }
  return files;
}

export const demo: Scenario = {
  name: 'the demo company is read whole, opened once, and the same world after a restart',
  needs: [],
  run: async (host, company) => {
    const page = await host.start();
    const { activeId, accounts } = await page.bridge.call.openDemo(null);
    expect(accounts).toMatchObject([{ id: activeId, kind: 'demo', hasKey: true, key: null }]);
    expect((await page.bridge.call.openDemo(null)).accounts).toHaveLength(1);
    await page.untilStatus(isWhole);
    const rows = page.copyOf(activeId ?? '').rows().length;
    const files = await filesOf(page, activeId ?? '');
    expect(files.map(({ of }) => of)).toEqual(expect.arrayContaining(['account', 'bank']));
    await expect(filesOf(page, 'another')).rejects.toMatchObject({ code: NO_DEMO });
    await host.quit();
    const again = await host.start();
    expect(await again.bridge.call.readAccounts(null)).toMatchObject({ activeId, accounts: [{}] });
    await again.untilStatus(isWhole);
    expect(again.copyOf(activeId ?? '').rows()).toHaveLength(rows);
    // Its limits are its own service's: an account beside it keeps to those of its own.
    const perMinute = async () => (await again.bridge.call.readSyncStatus(null)).requests.perMinute;
    const ofDemo = await perMinute();
    await connect(again, company, KEYS.first);
    expect([ofDemo, (await perMinute()) > ofDemo]).toEqual([600, true]);
    await host.quit();
    return { activeId, rows, files };
  },
};

export const keys: Scenario = {
  name: 'a wrong key is refused, a right one reads, another takes its place, a deleted one asks nothing more; no disk has any',
  needs: [],
  run: async (host, company, abilities) => {
    const page = await host.start();
    const { call } = page.bridge;
    const failures: unknown[] = [];
    const failure = async () => {
      const { failure: found } = await page.untilStatus(({ state }) => state === 'error');
      failures.push(found?.code);
    };
    const accountId = await connect(page, company, KEYS.wrong);
    await failure();
    expect(page.copyOf(accountId).rows()).toEqual([]);
    expect(await call.giveKey({ accountId, key: KEYS.first })).toMatchObject({ activeId: accountId });
    await page.untilStatus(isWhole);
    await call.giveKey({ accountId, key: KEYS.second });
    await page.untilStatus(isWhole);
    expectWhole(page.copyOf(accountId), company);
    const { accounts } = await call.readAccounts(null);
    expect(accounts).toMatchObject([{ id: accountId, hasKey: true, key: { ending: KEYS.second.slice(-4) } }]);
    await expectOnNoDisk(host, page, accountId, abilities);

    await call.deleteKey({ accountId });
    const asked = company.requests();
    await call.syncNow(null);
    await failure();
    expect((await call.readAccounts(null)).accounts).toMatchObject([{ hasKey: false, key: null }]);
    expect(company.requests()).toBe(asked);
    expectWhole(page.copyOf(accountId), company);
    expect(findIn(page.viewOf(), Object.values(KEYS))).toEqual([]);
    // The page that comes after a death is told no more, and the log of it holds no more.
    const after = await host.crashPage();
    await after.bridge.call.readAccounts(null);
    expect(findIn(after.viewOf(), Object.values(KEYS))).toEqual([]);
    await host.quit();
    const { files, found } = await findOnDisk(host.folder, Object.values(KEYS));
    expect(found).toEqual([]);
    if (abilities.has('has-a-shell')) expect(files).toContain('errors.log');
    return failures;
  },
};

/** What a session writes while it has a key, an export and a backup among it, holds none. */
async function expectOnNoDisk(
  host: HostUnderTest,
  { bridge: { call, pull } }: Page,
  accountId: string,
  abilities: ReadonlySet<Ability>,
): Promise<void> {
  host.answerDialogs(join(host.folder, 'ordenes.csv'));
  const file = await begun(pull.exportFile({ fileName: 'ordenes.csv' }));
  await file.next(chunk('Orden\n1\n'));
  await file.next(END);
  const backup = await begun(pull.backup({ accountId, reason: 'manual' }));
  await backup.next(chunk(new Uint8Array(gzipSync('rows'))));
  await backup.next({ kind: 'end', rows: 1, isWhole: true });
  const keeping = abilities.has('keeps-keys') ? 'keyring' : 'memory';
  await expect
    .poll(async () => (await call.readAccounts(null)).accounts[0]?.key?.keeping, { interval: 5 })
    .toBe(keeping);
  const { files, found } = await findOnDisk(host.folder, Object.values(KEYS));
  expect(found).toEqual([]);
  const written = ['accounts.json', 'ordenes.csv', expect.stringMatching(/\.cuadra-respaldo$/)];
  expect(files).toEqual(expect.arrayContaining(written));
  expect(files.includes('keys.json')).toBe(keeping === 'keyring');
}

export const keyKept: Scenario = {
  name: 'a key is kept over a restart, the one given last, until it is deleted',
  needs: ['keeps-keys'],
  run: async (host, company) => {
    const first = await host.start();
    const accountId = await connect(first, company, KEYS.wrong);
    await first.bridge.call.giveKey({ accountId, key: KEYS.first });
    await host.quit();
    const second = await host.start();
    // It is asked with, without anybody's typing.
    await second.untilStatus(isWhole);
    expect((await second.bridge.call.readAccounts(null)).accounts).toMatchObject([
      { hasKey: true, key: { ending: KEYS.first.slice(-4) } },
    ]);
    await second.bridge.call.deleteKey({ accountId });
    await host.quit();
    const third = await host.start();
    const { failure } = await third.untilStatus(isAtRest);
    expect(failure?.code).toBe('key-missing');
    expect((await third.bridge.call.readAccounts(null)).accounts).toMatchObject([
      { hasKey: false, key: null },
    ]);
    await host.quit();
    return null;
  },
};

export const honest: Scenario = {
  name: 'it does what it says it can, and says in plain words what it cannot',
  needs: [],
  run: async (host, company, abilities) => {
    const page = await host.start();
    const { call } = page.bridge;
    const accountId = await connect(page, company);
    expect((await call.readAccounts(null)).keyStorage !== 'memory').toBe(abilities.has('keeps-keys'));
    expect((await call.readExportFolder({ accountId })).canChoose).toBe(abilities.has('asks-for-folders'));
    expect((await call.readShell(null)) !== null).toBe(abilities.has('has-a-shell'));
    const change = call.changeShell({ notifies: false });
    if (abilities.has('has-a-shell')) expect(await change).toMatchObject({ notifies: false });
    else await expect(change).rejects.toMatchObject({ code: 'no-shell' });
    host.answerDialogs(null);
    const { pull } = page.bridge;
    const { done } = await pull.exportFile({ fileName: 'x.csv' }).next();
    expect(done).toBe(abilities.has('asks-where-to-save'));
    host.answerDialogs(`${host.folder}/x.pdf`);
    const printed = pull.exportPaper({ fileName: 'x.pdf' }).next();
    if (abilities.has('prints')) await printed;
    else await expect(printed).rejects.toMatchObject({ code: expect.stringMatching(/^[a-z-]+$/) });
    await host.quit();
    return null;
  },
};
