import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestOf } from '#electron/build/build-parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-stamp-'));
  await mkdir(join(folder, 'src', 'deep'), { recursive: true });
  await writeFile(join(folder, 'src', 'a.ts'), 'a');
  await writeFile(join(folder, 'src', 'deep', 'b.ts'), 'b');
  await writeFile(join(folder, 'lock.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digest = () => digestOf(folder, ['src', 'lock.json', 'absent']);

it('does not change with the times of files', async () => {
  const before = await digest();
  await utimes(join(folder, 'src', 'a.ts'), 1, 1);
  expect(await digest()).toBe(before);
});

it('changes with a content, a name, a new file, a removed file and the lockfile', async () => {
  const seen = new Set([await digest()]);
  const look = async (change: Promise<unknown>): Promise<void> => {
    await change;
    const next = await digest();
    expect(seen.has(next)).toBe(false);
    seen.add(next);
  };
  await look(writeFile(join(folder, 'src', 'a.ts'), 'A'));
  await look(rename(join(folder, 'src', 'a.ts'), join(folder, 'src', 'c.ts')));
  await look(writeFile(join(folder, 'src', 'deep', 'd.ts'), ''));
  await look(rm(join(folder, 'src', 'deep', 'b.ts')));
  await look(writeFile(join(folder, 'lock.json'), '{"a":1}'));
});

it('does not take one file for two that hold the same together', async () => {
  await writeFile(join(folder, 'src', 'a.ts'), 'ab');
  await writeFile(join(folder, 'src', 'deep', 'b.ts'), '');
  const one = await digest();
  await writeFile(join(folder, 'src', 'a.ts'), 'a');
  await writeFile(join(folder, 'src', 'deep', 'b.ts'), 'b');
  expect(await digest()).not.toBe(one);
});
