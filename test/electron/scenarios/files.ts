import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { connect, type Page, type Scenario } from './host-under-test.ts';

/** What leaves the app as files, and comes back. */

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, at) => at);

async function write(page: Page, parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { exportId } = (await page.bridge.call.openExport({ fileName: '../../Órdenes "mayo".csv' })) ?? {
    exportId: '',
  };
  for (const part of parts) {
    await page.bridge.call.writeExport(
      typeof part === 'string' ? { exportId, text: part } : { exportId, bytes: part },
    );
  }
  return exportId;
}

export const exported: Scenario = {
  name: 'an export is the bytes that were written, whole, and under no name of the page’s choice',
  needs: [],
  run: async (host) => {
    const page = await host.start();
    const lines = Array.from({ length: 5000 }, (_, at) => `${at};"Ñandú, «${at}»";1,5\r\n`).join('');
    const parts = ['\uFEFFOrden;Año\r\n', lines, EVERY_BYTE, new Uint8Array(1_500_000).fill(7)];
    host.answerDialogs(join(host.folder, 'mayo.csv'));
    const exportId = await write(page, parts);
    const end = await page.bridge.call.closeExport({ exportId });
    const bytes = Buffer.from(await host.readExport(end));
    expect(bytes.equals(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);

    // One that is given up leaves nothing, and cannot be gone on with.
    host.answerDialogs(join(host.folder, 'nada.csv'));
    const given = await write(page, ['half']);
    await page.bridge.call.cancelExport({ exportId: given });
    await expect(page.bridge.call.writeExport({ exportId: given, text: 'more' })).rejects.toMatchObject({
      code: 'unknown-export',
    });
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
    expect(await page.bridge.call.openExport({ fileName: 'x.csv' })).toBeNull();
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
    const { exportId } = await call.openBackup({ accountId, reason: 'manual' });
    for (let at = 0; at < copy.length; at += 300_000)
      await call.writeBackup({ exportId, bytes: new Uint8Array(copy.subarray(at, at + 300_000)) });
    const { path: _, ...made } = await call.closeBackup({ exportId, rows: 7, isWhole: true });
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
    for (let offset = 0; ; ) {
      const { base64, bytes } = await again.bridge.call.readBackup({ accountId, name: made.name, offset });
      expect(bytes).toBe(copy.length);
      const part = Buffer.from(base64, 'base64');
      if (part.length === 0) break;
      parts.push(part);
      offset += part.length;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(gunzipSync(Buffer.concat(parts)).equals(rows)).toBe(true);
    await host.quit();
    return { name: made.name, rows: made.rows };
  },
};
