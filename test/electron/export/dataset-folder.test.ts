import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatasetFolders, type OpenDataset, recoverDatasets } from '#electron/export/dataset-folder.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { appStreams } from '#shared/contract/app-streams.ts';
import { begun, chunk, opens, pullFrom } from './feeds.ts';

const OCTOBER = 'Mes=2026-10/filas.parquet';
const NOVEMBER = 'Mes=2026-11/filas.parquet';
const WRITER = fileURLToPath(new URL('./dataset-writer.ts', import.meta.url));
const LOADER = fileURLToPath(new URL('../../../electron/launch/typescript.mjs', import.meta.url));

/** A process that writes one export after the other, each of `months` months. */
function startWriter(limit: string, months: string) {
  const command = [process.execPath, '--import', LOADER, WRITER, directory, months];
  const quoted = command.map((part) => `'${part}'`).join(' ');
  return spawn('sh', ['-c', `${limit}; exec ${quoted}`], { stdio: ['ignore', 'pipe', 'ignore'] });
}

function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let directory: string;
let openDataset: OpenDataset;
const folder = () => join(directory, 'a-1', 'parquet');

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cuadra-datasets-'));
  openDataset = createDatasetFolders(
    (id) => id === 'a-1' || id === 'a-2',
    async () => directory,
  );
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function open(accountId = 'a-1') {
  const target = await openDataset(accountId);
  if (target === null) throw new Error('no folder');
  return target;
}

/** All files of the export, with what is in them; null where there is none. */
async function lying(): Promise<Record<string, string> | null> {
  const names = await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => null);
  if (names === null) return null;
  const files = names.filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder().length + 1), await readFile(path, 'utf8')] as const;
      }),
    ),
  );
}

async function writeFirst(): Promise<Record<string, string>> {
  const target = await open();
  await target.write(OCTOBER, bytes('oct'));
  await target.write(OCTOBER, bytes('ober'));
  await target.write(NOVEMBER, bytes('november'));
  await target.write('manifest.json', bytes('{"first":1}'));
  expect(await target.close([])).toBe(folder());
  return { [OCTOBER]: 'october', [NOVEMBER]: 'november', 'manifest.json': '{"first":1}' };
}

describe('the folder of an export for engines', () => {
  it('holds what was written, for its owner alone, and says what each file became', async () => {
    const target = await open();
    expect(target.before).toEqual({ manifest: null, files: [] });
    await target.write(OCTOBER, bytes('ab'));
    await target.write(OCTOBER, bytes('c'));
    expect(await target.written()).toEqual([
      {
        path: OCTOBER,
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ]);
    expect(await lying()).toBeNull();
    await target.close([]);
    expect(await lying()).toEqual({ [OCTOBER]: 'abc' });
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(join(directory, 'a-1'))).toBe(0o700);
    expect(await mode(folder())).toBe(0o700);
    expect(await mode(join(folder(), 'Mes=2026-10'))).toBe(0o700);
    expect(await mode(join(folder(), OCTOBER))).toBe(0o600);
  });

  it('keeps a month without writing it, drops what is not named, and leaves nothing beside it', async () => {
    const first = await writeFirst();
    const { ino, mtimeMs } = await stat(join(folder(), OCTOBER));
    const target = await open();
    expect(target.before.manifest).toBe('{"first":1}');
    expect(target.before.files).toContainEqual({ path: OCTOBER, bytes: 7 });
    await target.write('manifest.json', bytes('{}'));
    await target.close([OCTOBER]);
    expect(await lying()).toEqual({ [OCTOBER]: first[OCTOBER], 'manifest.json': '{}' });
    expect(await stat(join(folder(), OCTOBER))).toMatchObject({ ino, mtimeMs });
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
  });

  it('stays as it was when an export is given up, or its page goes', async () => {
    const first = await writeFirst();
    const target = await open();
    await target.write(OCTOBER, bytes('half'));
    await target.cancel();
    expect(await lying()).toEqual(first);

    const page = createPageStreams(opens({ openDataset })).connect();
    const opened = await begun(pullFrom(page.calls).dataset({ accountId: 'a-1' }));
    await opened.next({ ...chunk('half'), path: OCTOBER });
    await page.end();
    expect(await lying()).toEqual(first);
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
    await (await open()).cancel();
  });

  it('is whole after a death at any step', async () => {
    const first = await writeFirst();
    // Died while it wrote.
    await mkdir(join(directory, 'a-1', '.parquet-next'));
    await writeFile(join(directory, 'a-1', '.parquet-next', 'manifest.json'), 'half');
    await recoverDatasets(directory);
    expect(await lying()).toEqual(first);
    // Died between the two renames.
    await mkdir(join(directory, 'a-1', '.parquet-next'));
    await rename(folder(), join(directory, 'a-1', '.parquet-former'));
    await recoverDatasets(directory);
    expect(await lying()).toEqual(first);
    // Died before the former folder was removed: the new one counts.
    await mkdir(join(directory, 'a-1', '.parquet-former'));
    await (await open()).cancel();
    expect(await lying()).toEqual(first);
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
  });

  it('leaves no folder of its own where it was given up, and an empty one that was there', async () => {
    await (await open()).cancel();
    expect(await readdir(directory)).toEqual([]);
    await mkdir(join(directory, 'a-1'));
    await (await open()).cancel();
    expect(await readdir(directory)).toEqual(['a-1']);
  });

  it('has all files of a month, written and kept', async () => {
    const COPY = 'Mes=2026-10/_filas.tar.gz';
    const target = await open();
    await target.write(OCTOBER, bytes('rows'));
    await target.write(COPY, bytes('copy'));
    await target.close([]);
    expect(await lying()).toEqual({ [OCTOBER]: 'rows', [COPY]: 'copy' });
    await (await open()).close([COPY, OCTOBER]);
    expect(await lying()).toEqual({ [OCTOBER]: 'rows', [COPY]: 'copy' });
  });

  it('of other things beside it nothing is put right, nor do they keep it from that', async () => {
    const first = await writeFirst();
    await writeFile(join(directory, 'a-0'), 'a file of somebody else');
    await mkdir(join(directory, 'mis cosas', '.parquet-next'), { recursive: true });
    await mkdir(join(directory, 'a-1', '.parquet-next'));
    await recoverDatasets(directory);
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
    expect(await readdir(join(directory, 'mis cosas'))).toEqual(['.parquet-next']);
    expect(await lying()).toEqual(first);
  });

  it('stays as it was where the new one cannot take its place, and there is none where there was none', async () => {
    const losesNext = async () => {
      const target = await open();
      await rm(join(directory, 'a-1', '.parquet-next'), { recursive: true });
      await expect(target.close([])).rejects.toThrow(/ENOENT.*parquet-next/);
      await target.cancel();
    };
    await losesNext();
    expect(await readdir(directory)).toEqual([]);
    const first = await writeFirst();
    await losesNext();
    expect(await lying()).toEqual(first);
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
  });

  it.runIf(process.platform === 'linux')('holds none of its files open once it has ended', async () => {
    const openHere = async (): Promise<readonly string[]> => {
      const handles = await readdir('/proc/self/fd');
      const paths = await Promise.all(handles.map((id) => readlink(`/proc/self/fd/${id}`).catch(() => '')));
      return paths.filter((path) => path.startsWith(directory));
    };
    await writeFirst();
    expect(await openHere()).toEqual([]);
    const target = await open();
    await target.write(OCTOBER, bytes('half'));
    expect(await openHere()).toHaveLength(1);
    await target.cancel();
    expect(await openHere()).toEqual([]);
  });

  it('stays as it was when a kept file is gone, and can be written again', async () => {
    const first = await writeFirst();
    const target = await open();
    await target.write(OCTOBER, bytes('new'));
    await expect(target.close(['Mes=2020-01/filas.parquet'])).rejects.toThrow('ENOENT');
    await target.cancel();
    expect(await lying()).toEqual(first);
    await (await open()).cancel();
  });

  it('stays as it was when a file went from under the export', async () => {
    const first = await writeFirst();
    const target = await open();
    await target.write(OCTOBER, bytes('new'));
    await target.write(NOVEMBER, bytes('new'));
    await rm(join(directory, 'a-1', '.parquet-next', 'Mes=2026-10'), { recursive: true });
    await expect(target.close([])).rejects.toThrow('ENOENT');
    await target.cancel();
    expect(await lying()).toEqual(first);
  });

  it('stays as it was when something else wrote into a file of the export', async () => {
    const first = await writeFirst();
    const target = await open();
    await target.write(OCTOBER, bytes('new'));
    await target.written();
    await writeFile(join(directory, 'a-1', '.parquet-next', OCTOBER), 'newer');
    await expect(target.close([])).rejects.toThrow('was changed');
    await target.cancel();
    expect(await lying()).toEqual(first);
  });

  it('tells a folder that went in mid-write, and one without permission', async () => {
    const pull = pullFrom(createPageStreams(opens({ openDataset })).connect().calls);
    const opened = await begun(pull.dataset({ accountId: 'a-1' }));
    await rm(join(directory, 'a-1'), { recursive: true });
    await expect(opened.next({ ...chunk('x'), path: OCTOBER })).rejects.toMatchObject({
      code: 'export-folder-gone',
    });
    const gone = await begun(pull.dataset({ accountId: 'a-1' }));
    await gone.next({ ...chunk('x'), path: OCTOBER });
    await rm(join(directory, 'a-1'), { recursive: true });
    await expect(gone.next({ kind: 'end', kept: [] })).rejects.toMatchObject({ code: 'export-folder-gone' });
    expect(await lying()).toBeNull();
    // A file stands where the folder should: as good as no permission, for root too.
    await writeFile(join(directory, 'a-1'), '');
    await expect(pull.dataset({ accountId: 'a-1' }).next()).rejects.toMatchObject({
      code: expect.stringMatching(/^export-(failed|folder-gone)$/),
    });
    if (process.getuid?.() === 0) return;
    await chmod(directory, 0o500);
    await expect(pull.dataset({ accountId: 'a-2' }).next()).rejects.toMatchObject({
      code: 'export-no-permission',
    });
    await chmod(directory, 0o700);
  });

  it('is one export, whole, whenever the process is killed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const child = startWriter('ulimit -f unlimited', '12');
      let left = 1 + 7 * round;
      for await (const _ of createInterface(child.stdout)) {
        left -= 1;
        if (left === 0) break;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      await recoverDatasets(directory);
      const files = Object.entries((await lying()) ?? {});
      expect(files.length).toBe(13);
      // Each file repeats the number of its export.
      const numbers = files.map(([, content]) => content.slice(0, 8));
      expect(new Set(numbers).size).toBe(1);
      expect(files.every(([, content]) => content.length === 8 * 1000)).toBe(true);
      expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
    }
  });

  it('stays as it was when no more can be written', async () => {
    const first = await writeFirst();
    // Blocks of half a kilobyte: less than one of its files takes.
    const child = startWriter('ulimit -f 4', '12');
    await once(child, 'exit');
    await recoverDatasets(directory);
    expect(await lying()).toEqual(first);
    expect(await readdir(join(directory, 'a-1'))).toEqual(['parquet']);
  });

  it('is written by one at a time, and for accounts that there are', async () => {
    const target = await open();
    await expect(open()).rejects.toMatchObject({ code: 'dataset-busy' });
    const other = await open('a-2');
    await other.cancel();
    await target.cancel();
    await (await open()).cancel();
    for (const id of ['a-3', '../a-1', '..', 'a-1/x', '']) {
      await expect(open(id)).rejects.toMatchObject({ code: 'unknown-account' });
    }
    const unsafe = createDatasetFolders(
      () => true,
      async () => directory,
    );
    await expect(unsafe('../a-1')).rejects.toMatchObject({ code: 'unknown-account' });
  });

  it('takes no path but those of its files', () => {
    const takes = (path: string) =>
      passes(() => appStreams.dataset.feed.parse({ ...chunk(''), path })) &&
      passes(() => appStreams.dataset.feed.parse({ kind: 'end', kept: [path] }));
    for (const path of [
      OCTOBER,
      'Mes=__HIVE_DEFAULT_PARTITION__/filas.parquet',
      'manifest.json',
      'cargar-duckdb.sql',
    ]) {
      expect(takes(path), path).toBe(true);
    }
    for (const path of [
      '',
      '..',
      `../${OCTOBER}`,
      `/${OCTOBER}`,
      `${OCTOBER}/..`,
      'Mes=../filas.parquet',
      `${OCTOBER}\n`,
      'x.sql',
    ]) {
      expect(takes(path), path).toBe(false);
    }
  });
});

describe('a folder that a program names', () => {
  /** Another than the account's own: nothing may be written there. */
  const openNamed = async (named = directory) => {
    const own = join(directory, 'own');
    const target = await createDatasetFolders(
      () => true,
      async () => own,
    )('a-1', true, named);
    if (target === null) throw new Error('no folder');
    return target;
  };
  const MANIFEST = JSON.stringify({ account: 'a-1' });
  const write = async () => {
    const target = await openNamed();
    await target.write(OCTOBER, bytes('october'));
    await target.write('manifest.json', bytes(MANIFEST));
    return target.close([]);
  };
  const place = (path: string) => join(directory, 'a-1', path);
  const everything = async () => (await readdir(directory, { recursive: true })).toSorted();

  it('takes the export there, and the next ones in its place', async () => {
    expect(await write()).toBe(folder());
    expect(await write()).toBe(folder());
    expect(await lying()).toEqual({ [OCTOBER]: 'october', 'manifest.json': MANIFEST });
    expect(await readdir(directory)).toEqual(['a-1']);
    const target = await openNamed();
    expect(target.before).toMatchObject({ manifest: MANIFEST, files: [{ path: OCTOBER, bytes: 7 }] });
    await target.close([OCTOBER]);
  });

  it('holds nothing more where an export was given up', async () => {
    const target = await openNamed();
    await target.write(OCTOBER, bytes('half'));
    await target.cancel();
    expect(await readdir(directory)).toEqual([]);
  });

  it('that an export which was cut off left half done is put right', async () => {
    await write();
    await mkdir(place('.parquet-next'));
    await writeFile(place('.parquet-next/manifest.json'), 'half');
    await rename(folder(), place('.parquet-former'));
    await (await openNamed()).cancel();
    expect(await lying()).toEqual({ [OCTOBER]: 'october', 'manifest.json': MANIFEST });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a-1/parquet/nota.txt', () => writeFile(place('parquet/nota.txt'), 'mía')],
    ['a-1/parquet/Mes=2026-10/x.csv', () => writeFile(place('parquet/Mes=2026-10/x.csv'), 'mía')],
    ['a-1/parquet/otra/manifest.json', () => writeFile(place('parquet/otra/manifest.json'), MANIFEST)],
    ['a-1/.parquet-next/nota.txt', () => writeFile(place('.parquet-next/nota.txt'), 'mía')],
    ['a-1/.parquet-former/nota.txt', () => writeFile(place('.parquet-former/nota.txt'), 'mía')],
    ['a-1/parquet', () => writeFile(place('parquet/manifest.json'), '{"account":"a-2"}')],
    ['a-1/parquet', () => writeFile(place('parquet/manifest.json'), 'no JSON')],
    ['a-1/parquet', () => rm(place('parquet/manifest.json'))],
  ])('in which something else lies (%s) stays as it is', async (taken, put) => {
    await write();
    for (const each of ['parquet/otra', '.parquet-next', '.parquet-former'])
      if (taken.startsWith(`a-1/${each}`)) await mkdir(place(each));
    await put();
    const before = await everything();
    const path = join(directory, taken);
    await expect(openNamed()).rejects.toMatchObject({ code: 'folder-taken', message: path });
    expect(await everything()).toEqual(before);
  });

  it('in which a file or a link stands in the way stays as it is', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'cuadra-elsewhere-'));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    const expectTaken = async (path: string): Promise<void> => {
      await expect(openNamed()).rejects.toMatchObject({ code: 'folder-taken', message: path });
      expect(await readdir(elsewhere)).toEqual([]);
      await rm(join(directory, 'a-1'), { recursive: true });
    };
    await writeFile(join(directory, 'a-1'), 'a file');
    await expectTaken(join(directory, 'a-1'));
    await symlink(elsewhere, join(directory, 'a-1'), 'junction');
    await expectTaken(join(directory, 'a-1'));
    await mkdir(join(directory, 'a-1'));
    await symlink(elsewhere, place('parquet'), 'junction');
    await expectTaken(place('parquet'));
    await mkdir(folder(), { recursive: true });
    await symlink(elsewhere, place('parquet/Mes=2026-10'), 'junction');
    await expectTaken(place('parquet/Mes=2026-10'));
    // Called as a file of an export is.
    await mkdir(folder(), { recursive: true });
    await symlink(elsewhere, place('parquet/cargar-duckdb.sql'), 'junction');
    await expectTaken(place('parquet/cargar-duckdb.sql'));
    // An empty one is nobody's.
    await mkdir(folder(), { recursive: true });
    await (await openNamed()).cancel();
  });
});
