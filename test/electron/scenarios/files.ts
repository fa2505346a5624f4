import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { begun, chunk, END, endOf } from '#test/electron/export/feeds.ts';
import { connect, type Page, type Scenario } from './host-under-test.ts';

/** What leaves the app as files, and comes back. */

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, at) => at);

async function write({ bridge: { pull } }: Page, parts: readonly (string | Uint8Array)[]) {
  const file = await begun(pull.exportFile({ fileName: '../../Órdenes "mayo".csv' }));
  for (const part of parts) await file.next(chunk(part));
  return file;
}

export const exported: Scenario = {
  name: 'an export is the bytes that were written, whole, and under no name of the page’s choice',
  needs: [],
  run: async (host) => {
    const page = await host.start();
    const lines = Array.from({ length: 5000 }, (_, at) => `${at};"Ñandú, «${at}»";1,5\r\n`).join('');
    const parts = ['\uFEFFOrden;Año\r\n', lines, EVERY_BYTE, new Uint8Array(1_500_000).fill(7)];
    host.answerDialogs(join(host.folder, 'mayo.csv'));
    const end = await endOf((await write(page, parts)).next(END));
    const bytes = Buffer.from(await host.readExport(end));
    expect(bytes.equals(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);

    // One that is given up leaves nothing, and cannot be gone on with.
    host.answerDialogs(join(host.folder, 'nada.csv'));
    const given = await write(page, ['half']);
    await given.cancel();
    await expect(given.next(chunk('more'))).rejects.toMatchObject({ code: 'unknown-stream' });
    const left = await readdir(host.folder, { recursive: true });
    expect(left.filter((name) => /nada|\.part/.test(name))).toEqual([]);
    expect(left.filter((name) => name.endsWith('.csv'))).toHaveLength(1);
    await host.quit();
    return createHash('sha256').update(bytes).digest('hex');
  },
};

export const notSaved: Scenario = {
  name: 'an export whose user thinks better of it in the dialog is none',
  needs: ['asks-where-to-save'],
  run: async (host) => {
    const page = await host.start();
    host.answerDialogs(null);
    expect(await page.bridge.pull.exportFile({ fileName: 'x.csv' }).next()).toEqual({
      done: true,
      value: null,
    });
    expect(
      (await readdir(host.folder, { recursive: true })).filter((name) => name.includes('x.csv')),
    ).toEqual([]);
    await host.quit();
    return null;
  },
};

export const backedUp: Scenario = {
  name: 'a backup is read back as it was written, over a restart, and restores an account that was removed',
  needs: [],
  run: async (host, company) => {
    const page = await host.start();
    const { call } = page.bridge;
    const accountId = await connect(page, company);
    const [account] = (await call.readAccounts(null)).accounts;
    // Longer than a part of it that is read at once.
    const rows = randomBytes(1_200_000);
    const copy = gzipSync(rows, { level: 1 });
    const backup = await begun(page.bridge.pull.backup({ accountId, reason: 'manual' }));
    for (let at = 0; at < copy.length; at += 300_000)
      await backup.next(chunk(new Uint8Array(copy.subarray(at, at + 300_000))));
    const { path: _, ...made } = await endOf(backup.next({ kind: 'end', rows: 7, isWhole: true }));
    const { accounts } = await call.removeAccount({ accountId });
    expect(accounts).toEqual([]);
    await expect(call.listBackups({ accountId })).rejects.toMatchObject({ code: 'unknown-account' });
    await host.quit();

    const again = await host.start();
    if (account === undefined) throw new Error('There was no account.');
    const { hasKey: _hasKey, key: _key, isAddressConfirmed: _confirmed, ...restored } = account;
    const state = await again.bridge.call.restoreAccount({ account: restored, intoId: accountId });
    expect(state).toMatchObject({ activeId: accountId, accounts: [{ id: accountId, hasKey: false }] });
    expect((await again.bridge.call.listBackups({ accountId })).backups).toEqual([made]);
    const parts: Buffer[] = [];
    const stored = again.bridge.pull.storedBackup({ accountId, name: made.name });
    for (let part = await stored.next(); part.done !== true; part = await stored.next())
      parts.push(Buffer.from(part.value, 'base64'));
    expect(parts.length).toBeGreaterThan(1);
    expect(gunzipSync(Buffer.concat(parts)).equals(rows)).toBe(true);
    await host.quit();
    return { name: made.name, rows: made.rows };
  },
};
