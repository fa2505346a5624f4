import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenings } from '#electron/app/openings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-opened-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const LINK = 'cuadra://view/sync';
const BACKUP = 'Respaldo de Ana.cuadra-respaldo';
/** As backups were named before. */
const FORMER = 'cuadra-2026-11-20T101112123Z-manual-12.gz';

async function file(name: string, content = 'a;b\n1;2\n'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('what is opened with the app', () => {
  it('waits for the page, which gets links as they are written and files as a name, a size and an id', async () => {
    const openings = createOpenings();
    let count = 0;
    openings.onOpened(() => {
      count += 1;
    });
    await file('mes.cuadra-vista', '{}');
    const paths = [
      await file('Liquidación.CSV'),
      await file(BACKUP),
      await file(FORMER),
      await file('mes.gz'),
      relative(process.cwd(), join(folder, 'mes.cuadra-vista')),
    ];
    await openings.addArguments(['--demo', `${LINK}/`, ...paths], process.cwd());
    expect(count).toBe(5);
    const opened = openings.take();
    expect(opened).toMatchObject([
      { kind: 'link', link: LINK },
      { kind: 'statement', name: 'Liquidación.CSV', bytes: 8 },
      { kind: 'backup', name: BACKUP },
      { kind: 'backup', name: FORMER },
      { kind: 'view', name: 'mes.cuadra-vista' },
    ]);
    expect(JSON.stringify(opened)).not.toContain(folder);
    expect(openings.take()).toEqual([]);
  });

  it('is told to who listens later', () => {
    const openings = createOpenings();
    openings.addLink(LINK);
    let count = 0;
    openings.onOpened(() => {
      count += 1;
    });
    expect(count).toBe(1);
  });

  it('is read in parts, to its end, and only while it is the same file', async () => {
    const openings = createOpenings();
    const content = 'á;1\n'.repeat(400_000);
    const path = await file('grande.csv', content);
    await openings.addFile(path);
    const [opened] = openings.take();
    const id = opened !== undefined && 'id' in opened ? opened.id : '';
    const parts: Buffer[] = [];
    for (let offset = 0; ; ) {
      const part = await openings.read(id, offset);
      if (part.length === 0) break;
      parts.push(Buffer.from(part));
      offset += part.length;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts).toString() === content).toBe(true);
    expect(await openings.read(id, 2 ** 40)).toHaveLength(0);

    await rename(await file('otro', content), path);
    await expect(openings.read(id, 0)).rejects.toMatchObject({ code: 'opened-file-gone' });
    await expect(openings.read('nobody', 0)).rejects.toMatchObject({ code: 'opened-file-gone' });
  });

  it('says of a file that it is none, gone or too large, and of others nothing at all', async () => {
    const openings = createOpenings();
    await mkdir(join(folder, 'carpeta.csv'));
    const large = await file('grande.cuadra-vista');
    await truncate(large, 21 * 2 ** 20);
    const secret = await file('id_rsa', 'secret');
    await openings.addArguments(
      [join(folder, 'no.csv'), join(folder, 'carpeta.csv'), large, secret, folder, 'cuadra://x', ''],
      folder,
    );
    expect(openings.take()).toEqual([
      { kind: 'refused', name: 'no.csv', why: 'gone' },
      { kind: 'refused', name: 'carpeta.csv', why: 'no-file' },
      { kind: 'refused', name: 'grande.cuadra-vista', why: 'too-large' },
    ]);
  });

  it('waits for twenty, looks at a hundred words of a command line, and knows the last fifty files', async () => {
    const openings = createOpenings();
    const options = (count: number) => Array.from({ length: count }, () => '--option');
    await openings.addArguments([...options(99), LINK], folder);
    expect(openings.take()).toHaveLength(1);
    await openings.addArguments([...options(100), LINK], folder);
    expect(openings.take()).toEqual([]);
    for (let count = 0; count < 21; count += 1) openings.addLink(LINK);
    expect(openings.take()).toHaveLength(20);
    const path = await file('a.csv');
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) {
      await openings.addFile(path);
      for (const each of openings.take()) if ('id' in each) ids.push(each.id);
    }
    expect(await openings.read(ids[1] ?? '', 0)).toHaveLength(8);
    await expect(openings.read(ids[0] ?? '', 0)).rejects.toMatchObject({ code: 'opened-file-gone' });
  });

  it('passes over options, and words that are longer than a path, whatever they name', async () => {
    const openings = createOpenings();
    for (const name of ['ab.csv', 'a.csv', '-x.csv']) await file(name);
    await openings.addArguments(['-x.csv'], folder);
    expect(openings.take()).toEqual([]);
    // 4,096 characters, and one more.
    await openings.addArguments([`${'./'.repeat(2045)}ab.csv`, `${'./'.repeat(2046)}a.csv`], folder);
    expect(openings.take()).toMatchObject([{ kind: 'statement', name: 'ab.csv' }]);
  });

  it('takes a file of the greatest size, and reads none that was written to since', async () => {
    const openings = createOpenings();
    const path = await file('grande.cuadra-vista');
    await truncate(path, 20 * 2 ** 20);
    await openings.addFile(path);
    const [opened] = openings.take();
    expect(opened).toMatchObject({ kind: 'view', bytes: 20 * 2 ** 20 });
    const id = opened !== undefined && 'id' in opened ? opened.id : '';
    expect((await openings.read(id, 20 * 2 ** 20 - 3)).length).toBe(3);
    await truncate(path, 20 * 2 ** 20 - 1);
    await expect(openings.read(id, 0)).rejects.toMatchObject({ code: 'opened-file-gone' });
  });

  it('takes files up to the greatest size of their kind', async () => {
    const openings = createOpenings();
    const sizes = [
      ['a.csv', 256],
      ['b.csv', 257],
      ['c.cuadra-respaldo', 300],
      ['d.cuadra-vista', 21],
    ] as const;
    for (const [name, megabytes] of sizes) {
      const path = await file(name);
      await truncate(path, megabytes * 2 ** 20);
      await openings.addFile(path);
    }
    expect(openings.take().map((each) => [each.kind, 'name' in each ? each.name : ''])).toEqual([
      ...[
        ['statement', 'a.csv'],
        ['refused', 'b.csv'],
        ['backup', 'c.cuadra-respaldo'],
        ['refused', 'd.cuadra-vista'],
      ],
    ]);
  });

  it('reads no file that became longer or shorter since it was opened', async () => {
    const openings = createOpenings();
    for (const bytes of [3, 30]) {
      const path = await file(`${bytes}.csv`);
      await truncate(path, 10);
      await openings.addFile(path);
      const [opened] = openings.take();
      const id = opened !== undefined && 'id' in opened ? opened.id : '';
      expect((await openings.read(id, 4)).length).toBe(6);
      await truncate(path, bytes);
      await expect(openings.read(id, 0)).rejects.toMatchObject({ code: 'opened-file-gone' });
    }
  });

  it.skipIf(process.platform === 'win32')('never waits for a device', async () => {
    const openings = createOpenings();
    await symlink('/dev/zero', join(folder, 'sin-fin.csv'));
    await openings.addFile(join(folder, 'sin-fin.csv'));
    expect(openings.take()).toMatchObject([{ kind: 'refused', why: 'no-file' }]);
    // Of a pipe nobody holds the other end.
    const pipe = join(folder, 'tubo.csv');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    await openings.addFile(pipe);
    expect(openings.take()).toMatchObject([{ kind: 'refused', why: 'no-file' }]);
  });

  it('takes any command line, keeps what it can be, and no more than a few', async () => {
    const path = await file('a.csv');
    const word = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(LINK, path, 'a\0.csv', 'x'.repeat(9000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (args) => {
        const openings = createOpenings();
        await openings.addArguments(args, folder);
        const opened = openings.take();
        expect(opened.length).toBeLessThanOrEqual(20);
        for (const each of opened)
          expect(each.kind === 'link' ? each.link : each.name).toBeOneOf([LINK, 'a.csv']);
      }),
      { numRuns: 15 },
    );
  });
});
