import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  entranceFolder,
  openEntrance,
  redirectFile,
  redirectPlace,
} from '#electron/browser-host/entrance.ts';

let profile: string;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'cuadra-entrance-'));
});
afterEach(() => rm(profile, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a code', () => {
  it('is 256 bits in 43 characters, never twice the same', async () => {
    const entrance = openEntrance(profile);
    const codes = await Promise.all(Array.from({ length: 200 }, () => entrance.issue()));
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[\w-]{43}$/);
    // Every one of the 64 characters comes: nothing short was drawn out in length.
    expect(new Set(codes.flatMap((code) => [...code])).size).toBe(64);
  });

  it('waits as a file of this user alone that does not tell it', async () => {
    const code = await openEntrance(profile).issue();
    const folder = entranceFolder(profile);
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect([await modeOf(folder), await modeOf(join(folder, name))]).toEqual(['700', '600']);
    expect(`${name}${await readFile(join(folder, name), 'utf8')}`).not.toContain(code);
  });

  it('is good once, in whichever order, whoever issued it; and none after the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ issue: fc.boolean(), which: fc.nat(), by: fc.nat(1) }), { maxLength: 30 }),
        async (steps) => {
          // Two processes on one profile.
          const processes = [openEntrance(profile), openEntrance(profile)] as const;
          const issued: string[] = [];
          const spent = new Set<string>();
          for (const { issue, which, by } of steps) {
            const entrance = processes[by === 0 ? 0 : 1];
            const code = issued[which % Math.max(1, issued.length)];
            if (issue || code === undefined) issued.push(await entrance.issue());
            else {
              expect(await entrance.spend(code)).toBe(!spent.has(code));
              spent.add(code);
            }
          }
          await processes[0].close();
          for (const code of issued) expect(await processes[1].spend(code)).toBe(false);
        },
      ),
      { seed: 12, numRuns: 30 },
    );
  });

  it('is nothing but a code: no text removes a file', async () => {
    const entrance = openEntrance(profile);
    await entrance.issue();
    await writeFile(join(profile, 'accounts.json'), '{}');
    const [name = ''] = await readdir(entranceFolder(profile));
    for (const text of ['', '.', '..', '../accounts.json', name, 'A'.repeat(43), `${'A'.repeat(42)}\0`]) {
      expect(await entrance.spend(text), JSON.stringify(text)).toBe(false);
    }
    expect((await readdir(profile)).sort()).toEqual(['accounts.json', 'entrance']);
    expect(await readdir(entranceFolder(profile))).toEqual([name]);
  });
});

describe('the file that leads a browser in', () => {
  it('goes where a browser from the snap store can read it, and else into the profile', () => {
    const place = (browser: string, ...folders: string[]) =>
      redirectPlace('/profile/entrance', browser, '/home/ana', (path) => folders.includes(path));
    const snap = '/home/ana/snap/firefox/common';
    expect(place('firefox_firefox.desktop\n', snap)).toBe(`${snap}/cuadra-open.html`);
    expect(place('firefox_firefox.desktop\n')).toBe('/profile/entrance/open.html');
    for (const browser of ['', 'firefox.desktop\n', 'org.mozilla.firefox.desktop', '../x_y.desktop']) {
      expect(place(browser, snap, '/home/ana/snap/common'), browser).toBe('/profile/entrance/open.html');
    }
  });

  it('holds the address, and sends no referrer', () => {
    const address = 'http://127.0.0.1:4610/?code=abc-_';
    const page = redirectFile(address);
    expect(page).toContain(`content="0;url=${address}"`);
    expect(page).toContain('no-referrer');
  });
});
