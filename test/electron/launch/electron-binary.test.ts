import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchElectron, findElectronBinary } from '../../../electron/launch/electron.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-electron-test-'));
  await writeFile(join(folder, 'package.json'), '{"version":"45.4.1"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function putBinary(version: string): Promise<string> {
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'path.txt'), 'electron');
  await writeFile(join(folder, 'dist', 'version'), version);
  await writeFile(join(folder, 'dist', 'electron'), '');
  return join(folder, 'dist', 'electron');
}

describe('findElectronBinary', () => {
  it('finds nothing beside a package without its program', () => {
    expect(findElectronBinary(folder, {})).toBeUndefined();
  });

  it('finds the program of the package’s own version alone', async () => {
    const file = await putBinary('45.4.1');
    expect(findElectronBinary(folder, {})).toBe(file);
    await putBinary('v45.4.1\n');
    expect(findElectronBinary(folder, {})).toBe(file);
    await putBinary('44.0.0');
    expect(findElectronBinary(folder, {})).toBeUndefined();
  });

  it('does not believe a path to a program that is not there', async () => {
    const file = await putBinary('45.4.1');
    await rm(file);
    expect(findElectronBinary(folder, {})).toBeUndefined();
  });

  it('honours a folder given by hand', async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: own };
    expect(findElectronBinary(folder, environment)).toBeUndefined();
    await writeFile(join(own, 'electron'), '');
    await chmod(join(own, 'electron'), 0o755);
    expect(findElectronBinary(folder, environment)).toBe(join(own, 'electron'));
  });
});

describe('fetchElectron', () => {
  const install = (script: string) => writeFile(join(folder, 'install.js'), script);

  it('tells whether the installer succeeded', async () => {
    await install('process.exit(0)');
    expect(await fetchElectron(folder)).toBe(true);
    await install('process.exit(1)');
    expect(await fetchElectron(folder)).toBe(false);
  });

  it('gives up an installer to which nothing comes', async () => {
    await install('setInterval(() => {}, 1000)');
    expect(await fetchElectron(folder, 600)).toBe(false);
  });

  it('lets one go on for which bytes keep coming, wherever it puts them', async () => {
    await install(`
      const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
      const file = path.join(os.tmpdir(), 'download');
      let times = 0;
      setInterval(() => {
        fs.appendFileSync(file, 'bytes');
        times += 1;
        if (times === 18) process.exit(0);
      }, 250);
    `);
    expect(await fetchElectron(folder, 3500)).toBe(true);
  });
});
