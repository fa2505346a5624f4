import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackups, KEPT_BACKUPS } from '#electron/export/backups.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { type BackupReason, backupName, readBackupName } from '#shared/contract/backups.ts';
import { begun, chunk, opens, pullFrom } from './feeds.ts';

/** The folder of an account's backups: what goes in, what stays, and what never goes. */

let directory: string;
let clock: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cuadra-backups-'));
  clock = Date.parse('2026-11-22T17:00:00.000Z');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const backupsOf = (place = directory) =>
  createBackups(
    (id) => id === 'a-1',
    async () => place,
    () => (clock += 60_000),
  );

async function write(reason: BackupReason, { isWhole = true, text = 'rows' } = {}) {
  const target = await backupsOf().open('a-1', reason);
  await target.write(Buffer.from(text));
  return target.close(7, isWhole);
}

const folder = () => join(directory, 'a-1', 'backups');

test('a backup is named when it is whole; one that is cancelled leaves nothing', async () => {
  const cancelled = await backupsOf().open('a-1', 'manual');
  await cancelled.write(Buffer.from('half'));
  expect((await readdir(folder())).every((name) => name.startsWith('.'))).toBe(true);
  await cancelled.cancel();
  expect(await readdir(folder())).toEqual([]);
  const { path, name, ...facts } = await write('manual');
  expect(path).toBe(join(folder(), name));
  expect(name).toBe('cuadra-2026-11-22T170100000Z-manual-7.cuadra-respaldo');
  expect(facts).toEqual({
    madeAtMs: Date.parse('2026-11-22T17:01:00.000Z'),
    reason: 'manual',
    rows: 7,
    isWhole: true,
    bytes: 4,
  });
  expect(await readFile(path, 'utf8')).toBe('rows');
});

test('a backup in pieces is as long as all of them, and read from any of its places on', async () => {
  const target = await backupsOf().open('a-1', 'manual');
  for (const piece of ['first ', 'second ', 'last']) await target.write(Buffer.from(piece));
  const { name, bytes } = await target.close(7, false);
  expect([bytes, readBackupName(name)?.isWhole]).toEqual([17, false]);
  const { backups } = await backupsOf().list('a-1');
  expect(backups.map((each) => [each.name, each.bytes, each.rows])).toEqual([[name, 17, 7]]);
  const read = async (offset: number) => `${Buffer.from(await backupsOf().read('a-1', name, offset))}`;
  expect([await read(0), await read(6), await read(17)]).toEqual(['first second last', 'second last', '']);
});

test('the oldest automatic ones go; those made by hand, and what else lies there, stay', async () => {
  await write('manual');
  await write('manual');
  await writeFile(join(folder(), 'notes.txt'), 'mine');
  const automatic: string[] = [];
  for (const reason of [
    'migration',
    'restore',
    'removal',
    'restore',
    'restore',
    'restore',
    'migration',
  ] as const) {
    automatic.push((await write(reason)).name);
  }
  const { backups } = await backupsOf().list('a-1');
  expect(backups.filter(({ reason }) => reason === 'manual')).toHaveLength(2);
  expect(backups.filter(({ reason }) => reason !== 'manual').map(({ name }) => name)).toEqual(
    automatic.slice(-KEPT_BACKUPS).reverse(),
  );
  expect(await readdir(folder())).toContain('notes.txt');
});

test('the last whole one stays, however many partial ones come after it', async () => {
  await write('restore');
  const whole = await write('restore');
  for (let count = 0; count < KEPT_BACKUPS + 3; count += 1) await write('restore', { isWhole: false });
  const { backups } = await backupsOf().list('a-1');
  expect(backups).toHaveLength(KEPT_BACKUPS + 1);
  expect(backups.at(-1)?.name).toBe(whole.name);
  expect(backups.slice(0, -1).every(({ isWhole }) => !isWhole)).toBe(true);
});

test('one that is not on the disk as it was written is no backup, and nothing goes for it', async () => {
  for (let count = 0; count < KEPT_BACKUPS; count += 1) await write('restore');
  const before = await readdir(folder());
  const target = await backupsOf().open('a-1', 'restore');
  await target.write(Buffer.from('rows'));
  const [hidden] = (await readdir(folder())).filter((name) => name.startsWith('.'));
  await writeFile(join(folder(), hidden ?? ''), 'ROWS');
  await expect(target.close(7, true)).rejects.toThrow(/not what was written/);
  expect(await readdir(folder())).toEqual(before);
});

test('it is read in parts, and nothing else is', async () => {
  const text = 'x'.repeat(2 ** 20 + 10);
  const { name } = await write('manual', { text });
  const backups = backupsOf();
  const first = await backups.read('a-1', name, 0);
  const rest = await backups.read('a-1', name, 2 ** 20);
  expect(first.length + rest.length).toBe(text.length);
  expect(await backups.read('a-1', name, text.length)).toHaveLength(0);
  const page = createPageStreams(opens({ backups })).connect();
  const parts = pullFrom(page.calls).storedBackup({ accountId: 'a-1', name });
  const read: Buffer[] = [];
  for (let part = await parts.next(); part.done !== true; part = await parts.next())
    read.push(Buffer.from(part.value, 'base64'));
  expect(read).toHaveLength(2);
  expect(Buffer.concat(read).toString()).toBe(text);
  await expect(backups.read('a-1', name.replace('17', '16'), 0)).rejects.toMatchObject({
    code: 'unknown-backup',
  });
  for (const id of ['a-2', '../a-1', '']) {
    await expect(backups.read(id, name, 0)).rejects.toMatchObject({ code: 'unknown-account' });
    await expect(backups.open(id, 'manual')).rejects.toMatchObject({ code: 'unknown-account' });
  }
  expect((await backups.list('a-1')).folder).toBe(folder());
});

test('an account without backups has none; a folder that cannot be read is no such folder', async () => {
  expect(await backupsOf().list('a-1')).toEqual({ folder: folder(), backups: [] });
  await mkdir(join(directory, 'a-1'));
  expect((await backupsOf().list('a-1')).backups).toEqual([]);
  await writeFile(folder(), 'a file in its place');
  await expect(backupsOf().list('a-1')).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('a folder that cannot be written is said, and a page that goes takes its half ones along', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  const blocked = createPageStreams(opens({ backups: backupsOf(file) })).connect();
  const order = { accountId: 'a-1', reason: 'manual' } as const;
  await expect(pullFrom(blocked.calls).backup(order).next()).rejects.toMatchObject({
    code: 'export-folder-gone',
  });
  const page = createPageStreams(opens({ backups: backupsOf() })).connect();
  const opened = await begun(pullFrom(page.calls).backup(order));
  await opened.next(chunk('rows'));
  expect(await readdir(folder())).toHaveLength(1);
  await page.end();
  expect(await readdir(folder())).toEqual([]);
});

test.each([true, false])(
  'a page’s backup is named as it says: of so many rows, whole or not (%s)',
  async (isWhole) => {
    const page = createPageStreams(opens({ backups: backupsOf() })).connect();
    const stream = await begun(pullFrom(page.calls).backup({ accountId: 'a-1', reason: 'manual' }));
    await stream.next(chunk('rows'));
    await stream.next({ kind: 'end', rows: 7, isWhole });
    const [name = ''] = await readdir(folder());
    expect(readBackupName(name)).toMatchObject({ rows: 7, isWhole });
    await page.end();
  },
);

test('a name tells what it was made of, and no other name is one', () => {
  const facts = { madeAtMs: clock, reason: 'removal', rows: 1_000_000, isWhole: false } as const;
  expect(readBackupName(backupName(facts))).toEqual({ ...facts, name: backupName(facts) });
  // As they were named before.
  const former = 'cuadra-2026-11-22T170100000Z-manual-7.gz';
  expect(readBackupName(former)).toMatchObject({ name: former, reason: 'manual', rows: 7 });
  for (const name of [
    'cuadra-2026-11-22T170100000Z-other-7.gz',
    '../cuadra-2026-11-22T170100000Z-manual-7.cuadra-respaldo',
    'cuadra-2026-11-22T170100000Z-manual-7.cuadra-respaldo.part',
    'cuadra-2026-11-22T170100000Z-manual-7.zip',
    'cuadra-2026-13-45T170100000Z-manual-7.gz',
  ]) {
    expect(readBackupName(name)).toBeNull();
  }
});
