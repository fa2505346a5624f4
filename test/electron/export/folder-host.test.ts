import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFolderHandlers,
  createScheduledFiles,
  directoryOf,
  type FolderHost,
  isFolder,
  needKnown,
  usableFolder,
} from '#electron/export/account-folder.ts';

/** Which folder a host gives, where it asks for one, and what it shows of it. */

const ID = 'a-1';
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cuadra-host-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function hostWith(parts: Partial<FolderHost> = {}) {
  const seen = { chosenFor: [] as string[], shown: [] as string[] };
  const host: FolderHost = {
    find: async () => directory,
    isMade: false,
    choose: async (accountId) => {
      seen.chosenFor.push(accountId);
      return '/chosen';
    },
    show: (path) => void seen.shown.push(path),
    ...parts,
  };
  return { host, seen, calls: createFolderHandlers((id) => id === ID, host) };
}
const gone = () => join(directory, 'gone');

describe('the folder to write to', () => {
  it('is the one that is known, where it is there or is made at need', async () => {
    const at = (find: FolderHost['find'], isMade = false) =>
      usableFolder(hostWith({ find, isMade }).host, ID);
    expect(await at(async () => directory)).toBe(directory);
    expect(await at(async () => gone())).toBeNull();
    expect(await at(async () => gone(), true)).toBe(gone());
    expect(await at(async () => null, true)).toBeNull();
    await writeFile(gone(), '');
    expect(await at(async () => gone())).toBeNull();
    expect([await isFolder(directory), await isFolder(gone())]).toEqual([true, false]);
  });

  it('is asked for where there is none, unless the export is quiet or the host cannot ask', async () => {
    const { host, seen } = hostWith({ find: async () => null });
    expect(await directoryOf(host, ID, false)).toBe('/chosen');
    expect(seen.chosenFor).toEqual([ID]);
    await expect(directoryOf(host, ID, true)).rejects.toMatchObject({ code: 'no-export-folder' });
    const mute = hostWith({ find: async () => gone(), choose: null });
    await expect(directoryOf(mute.host, ID, false)).rejects.toMatchObject({ code: 'export-folder-gone' });
    expect(seen.chosenFor).toEqual([ID]);
    const there = hostWith();
    expect([await directoryOf(there.host, ID, false), await directoryOf(there.host, ID, true)]).toEqual([
      ...[directory, directory],
    ]);
    expect(there.seen.chosenFor).toEqual([]);
    expect(
      await directoryOf(hostWith({ find: async () => null, choose: async () => null }).host, ID, false),
    ).toBeNull();
  });
});

describe('what a page is told and shown', () => {
  it('is nothing of an account that is not known, nor of an id that is no name', async () => {
    const { calls, seen } = hostWith();
    const other = { accountId: 'a-2' };
    for (const ask of [
      async () => calls.readExportFolder(other),
      async () => calls.chooseExportFolder(other),
      async () => calls.showExportFolder({ ...other, place: 'all' }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'unknown-account' });
    expect(seen).toEqual({ chosenFor: [], shown: [] });
    const known = (id: string) => () => needKnown(id, () => true);
    expect(known('x'.repeat(100))).not.toThrow();
    for (const id of ['', 'x'.repeat(101), 'a/b', 'a.b', 'a\n'])
      expect(known(id), id).toThrow('no such account');
  });

  it('is the folder that was chosen, and none where the user changed their mind or cannot choose', async () => {
    const { calls, seen } = hostWith();
    const folder = {
      path: directory,
      state: 'ready',
      canChoose: true,
      dataset: null,
      backups: [],
      scheduled: [],
    };
    expect(await calls.chooseExportFolder({ accountId: ID })).toEqual(folder);
    expect(seen.chosenFor).toEqual([ID]);
    for (const choose of [null, async () => null])
      expect(await hostWith({ choose }).calls.chooseExportFolder({ accountId: ID })).toBeNull();
    const nothing = { canChoose: true, dataset: null, backups: [], scheduled: [] };
    const none = hostWith({ find: async () => null }).calls;
    expect(await none.readExportFolder({ accountId: ID })).toEqual({ path: null, state: 'none', ...nothing });
    const lost = hostWith({ find: async () => gone() }).calls;
    expect(await lost.readExportFolder({ accountId: ID })).toEqual({
      path: gone(),
      state: 'gone',
      ...nothing,
    });
  });

  it('is the place that is there of the way to the one that was asked for', async () => {
    const { calls, seen } = hostWith();
    const shown = async (place: 'all' | 'dataset' | 'backups' | 'scheduled') => {
      expect(await calls.showExportFolder({ accountId: ID, place })).toBeNull();
      return seen.shown.at(-1);
    };
    expect(await shown('backups')).toBe(directory);
    await mkdir(join(directory, ID));
    expect(await shown('backups')).toBe(join(directory, ID));
    expect(await shown('all')).toBe(join(directory, ID));
    for (const name of ['parquet', 'backups', 'programadas']) await mkdir(join(directory, ID, name));
    const places = await Promise.all([shown('dataset')]);
    expect([...places, await shown('backups'), await shown('scheduled')]).toEqual(
      ['parquet', 'backups', 'programadas'].map((name) => join(directory, ID, name)),
    );
    const none = hostWith({ find: async () => null });
    await none.calls.showExportFolder({ accountId: ID, place: 'all' });
    expect(none.seen.shown).toEqual([]);
    expect(await hostWith({ show: null }).calls.showExportFolder({ accountId: ID, place: 'all' })).toBeNull();
  });

  it('is its files newest first, and of a dataset the manifest’s time, else the folder’s', async () => {
    const write = async (path: string, second: number) => {
      const place = join(directory, ID, path);
      await mkdir(join(place, '..'), { recursive: true });
      await writeFile(place, 'x');
      await utimes(place, second, second);
    };
    for (const [at, name] of ['b', 'c', 'a'].entries()) await write(`programadas/${name}`, 1_000 + at);
    await mkdir(join(directory, ID, 'programadas', 'folder'));
    await write('parquet/Mes=2026-01/filas.parquet', 2_000);
    await utimes(join(directory, ID, 'parquet'), 3_000, 3_000);
    const { calls } = hostWith();
    const read = () => calls.readExportFolder({ accountId: ID });
    const folder = await read();
    expect(folder.scheduled).toEqual([
      ...['a', 'c', 'b'].map((name, at) => ({ name, bytes: 1, writtenAtMs: 1_002_000 - at * 1_000 })),
    ]);
    expect(folder.dataset).toEqual({
      ...{ path: join(directory, ID, 'parquet'), writtenAtMs: 3_000_000, rows: null },
      months: [{ month: '2026-01', rows: null, bytes: 1, writtenAtMs: 2_000_000 }],
    });
    await write('parquet/manifest.json', 4_000);
    expect((await read()).dataset?.writtenAtMs).toBe(4_000_000);
  });

  it('is that nothing can be written there, where a file stands in the way', async () => {
    await writeFile(join(directory, ID), '');
    expect((await hostWith().calls.readExportFolder({ accountId: ID })).state).toBe('locked');
    await writeFile(gone(), '');
    const made = hostWith({ find: async () => join(gone(), 'within'), isMade: true });
    expect((await made.calls.readExportFolder({ accountId: ID })).state).toBe('locked');
    if (process.getuid?.() === 0) return;
    await rm(join(directory, ID));
    await mkdir(join(directory, ID), { mode: 0o500 });
    expect((await hostWith().calls.readExportFolder({ accountId: ID })).state).toBe('locked');
    await chmod(join(directory, ID), 0o700);
  });
});

it('a scheduled file that could not be opened gives its place back, and so does one that is given up', async () => {
  let place: string | null = null;
  const open = createScheduledFiles(() => true, hostWith({ find: async () => place }).host);
  await expect(open(ID, 'x.csv')).rejects.toMatchObject({ code: 'no-export-folder' });
  place = directory;
  const target = await open(ID, 'x.csv');
  await expect(open(ID, 'y.csv')).rejects.toMatchObject({ code: 'scheduled-busy' });
  // Another account waits for nobody.
  await (await open('a-2', 'x.csv')).cancel();
  await target.cancel();
  await (await open(ID, 'x.csv')).close();
  await (await open(ID, 'x.csv')).cancel();
});
