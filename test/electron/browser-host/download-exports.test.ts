import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDownloadExports } from '#electron/browser-host/download-exports.ts';

/** Finished exports lie there for the browser to fetch: the last twenty, until the host starts or stops. */

it('keeps the last twenty, each under its own address and name, and none that was cancelled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { openTarget, find, clear } = createDownloadExports(folder);
  const made = async (name: string): Promise<string> => {
    const target = await openTarget(name);
    await target.write(Buffer.from(name));
    const end = await target.close();
    return end.kind === 'download' ? end.url : '';
  };
  const urls: string[] = [];
  for (let at = 0; at < 20; at += 1) urls.push(await made(`órdenes ${at}.csv`));
  const lying = async () => (await readdir(join(folder, 'downloads'))).length;
  expect([urls.filter((url) => find(url) !== undefined).length, await lying()]).toEqual([20, 20]);
  expect(urls[3]).toMatch(/^\/exports\/[\w-]+\/%C3%B3rdenes%203\.csv$/);
  expect(find(urls[3] ?? '')?.name).toBe('órdenes 3.csv');
  urls.push(await made('one more.csv'));
  expect(urls.map((url) => find(url) !== undefined)).toEqual([false, ...Array(20).fill(true)]);
  expect(await lying()).toBe(20);
  await (await openTarget('not wanted.csv')).cancel();
  expect(await lying()).toBe(20);
  await clear();
  expect([urls.some((url) => find(url) !== undefined), await readdir(folder)]).toEqual([false, []]);
});
