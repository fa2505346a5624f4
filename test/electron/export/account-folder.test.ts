import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFolderHandlers,
  createScheduledFiles,
  type FolderHost,
} from '#electron/export/account-folder.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { begun, chunk, END, endOf, opens, pullFrom } from './feeds.ts';

let directory: string;
const accountId = 'a-1';
const isKnown = (id: string): boolean => id === accountId;
const hostAt = (path: string, isMade = true): FolderHost => ({
  find: async () => path,
  isMade,
  choose: null,
  show: null,
});
const read = (path: string, isMade = true) =>
  createFolderHandlers(isKnown, hostAt(path, isMade)).readExportFolder({ accountId });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cuadra-folder-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function write(path: string, text: string): Promise<void> {
  const place = join(directory, accountId, path);
  await mkdir(join(place, '..'), { recursive: true });
  await writeFile(place, text);
}

describe('the folder of an account', () => {
  it('is shown with what really lies there, whatever the manifest says', async () => {
    await write('parquet/Mes=2026-10/filas.parquet', 'abc');
    await write('parquet/Mes=2026-09/filas.parquet', 'abcd');
    await write('parquet/Mes=__HIVE_DEFAULT_PARTITION__/filas.parquet', 'x');
    await write('parquet/notas.txt', 'mine');
    const months = [
      { path: 'Mes=2026-10/filas.parquet', rows: 30 },
      { path: 'Mes=2026-08/filas.parquet', rows: 5 },
    ];
    await write('parquet/manifest.json', JSON.stringify({ rows: 35, months }));
    await write('backups/copia.cuadra', 'backup');
    await write('backups/.half.part', 'no');
    await write('programadas/vista.csv', 'a,b');
    const folder = await read(directory);
    expect(folder).toMatchObject({ path: directory, state: 'ready', canChoose: false });
    expect(folder.dataset?.rows).toBe(35);
    expect(folder.dataset?.months.map(({ month, rows, bytes }) => [month, rows, bytes])).toEqual([
      [null, null, 1],
      ['2026-10', 30, 3],
      ['2026-09', null, 4],
    ]);
    expect(folder.backups.map(({ name, bytes }) => [name, bytes])).toEqual([['copia.cuadra', 6]]);
    expect(folder.scheduled.map(({ name, bytes }) => [name, bytes])).toEqual([['vista.csv', 3]]);
    expect(Math.abs((folder.scheduled[0]?.writtenAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
    await write('parquet/manifest.json', 'torn');
    expect((await read(directory)).dataset).toMatchObject({ rows: null });
  });

  it('lists its months latest first, however the system lists them', async () => {
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
    // Neither in their order nor in its opposite.
    for (const month of months.toSorted((one, other) => Number(one.at(-1)) - Number(other.at(-1))))
      await write(`parquet/Mes=${month}/filas.parquet`, 'abc');
    await write('parquet/Mes=2026-13x/filas.parquet', 'no month');
    await mkdir(join(directory, accountId, 'parquet/Mes=2027-01/filas.parquet'), { recursive: true });
    const { dataset } = await read(directory);
    expect(dataset?.months.map(({ month }) => month)).toEqual(months.toReversed());
    expect(dataset?.months.every(({ rows }) => rows === null)).toBe(true);
  });

  it('says where it is gone, where nothing can be written, and where it is yet to be made', async () => {
    const absent = join(directory, 'no', 'such');
    expect(await read(absent)).toMatchObject({ state: 'ready', dataset: null });
    expect(await read(absent, false)).toMatchObject({ state: 'gone' });
    await writeFile(join(directory, 'file'), '');
    expect(await read(join(directory, 'file'))).toMatchObject({ state: 'gone' });
    await writeFile(join(directory, accountId), '');
    expect(await read(directory)).toMatchObject({ state: 'locked' });
    await rm(join(directory, accountId));
    if (process.getuid?.() === 0) return;
    await chmod(directory, 0o500);
    expect(await read(directory)).toMatchObject({ state: 'locked' });
    await chmod(directory, 0o700);
  });

  it('is locked where the way to it leads in a circle, and lists no file that is a link to nothing', async () => {
    await write('backups/copia.cuadra', 'backup');
    await symlink(join(directory, 'nothing'), join(directory, accountId, 'backups', 'gone.cuadra'));
    expect((await read(directory)).backups.map(({ name }) => name)).toEqual(['copia.cuadra']);
    const circle = join(directory, 'circle');
    await mkdir(circle);
    await symlink(join(circle, accountId), join(circle, accountId));
    expect(await read(circle)).toMatchObject({ state: 'locked', backups: [], dataset: null });
  });

  it('is of accounts that are known, and of nothing else', async () => {
    const { readExportFolder } = createFolderHandlers(() => true, hostAt(directory));
    const asked = async () => readExportFolder({ accountId: '../other' });
    await expect(asked()).rejects.toMatchObject({ code: 'unknown-account' });
  });
});

describe('a scheduled file', () => {
  const folder = () => join(directory, accountId, 'programadas');
  const start = () =>
    createPageStreams(opens({ openScheduled: createScheduledFiles(isKnown, hostAt(directory)) }));
  const open = { accountId, fileName: 'vista.csv' };

  it('takes the place of the one before when it is whole, for its owner alone', async () => {
    const pull = pullFrom(start().connect().calls);
    for (const text of ['first', 'second']) {
      const file = await begun(pull.scheduledFile(open));
      await file.next(chunk(text));
      expect(await readFile(join(folder(), 'vista.csv'), 'utf8').catch(() => null)).toBe(
        text === 'first' ? null : 'first',
      );
      expect(await endOf(file.next(END))).toEqual({
        kind: 'file',
        path: join(folder(), 'vista.csv'),
      });
    }
    expect(await readFile(join(folder(), 'vista.csv'), 'utf8')).toBe('second');
    expect(await readdir(folder())).toEqual(['vista.csv']);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder(), 'vista.csv'))).mode & 0o777).toBe(0o600);
  });

  it('stays whole when the next one is cut off, by its page or by the death of the process', async () => {
    const streams = start();
    const pull = pullFrom(streams.connect().calls);
    const first = await begun(pull.scheduledFile(open));
    await first.next(chunk('whole'));
    await first.next(END);
    const page = streams.connect();
    await (await begun(pullFrom(page.calls).scheduledFile(open))).next(chunk('half'));
    // One at a time: another window waits for the next sync.
    await expect(pull.scheduledFile(open).next()).rejects.toMatchObject({ code: 'scheduled-busy' });
    await page.end();
    expect(await readdir(folder())).toEqual(['vista.csv']);
    await writeFile(join(folder(), '.vista.csv.0f.part'), 'of a dead process');
    const next = await begun(pull.scheduledFile(open));
    await next.cancel();
    expect(await readdir(folder())).toEqual(['vista.csv']);
    expect(await readFile(join(folder(), 'vista.csv'), 'utf8')).toBe('whole');
  });

  it('fails where no folder is, and asks nobody', async () => {
    const asked: string[] = [];
    const host: FolderHost = {
      find: async () => join(directory, 'gone'),
      isMade: false,
      choose: async (id) => {
        asked.push(id);
        return directory;
      },
      show: null,
    };
    const openScheduled = createScheduledFiles(isKnown, host);
    await expect(openScheduled(accountId, 'x.csv')).rejects.toMatchObject({ code: 'export-folder-gone' });
    const none = createScheduledFiles(isKnown, { ...host, find: async () => null });
    await expect(none(accountId, 'x.csv')).rejects.toMatchObject({ code: 'no-export-folder' });
    expect(asked).toEqual([]);
  });

  it('never leaves its folder, whatever it is called', async () => {
    const target = await createScheduledFiles(isKnown, hostAt(directory))(accountId, '../../evil.csv');
    await target.write(Buffer.from('x'));
    await target.close();
    expect(await readdir(directory)).toEqual([accountId]);
    expect(await readdir(folder())).toHaveLength(1);
  });
});
