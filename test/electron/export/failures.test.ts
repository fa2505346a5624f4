import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDownloadExports } from '#electron/browser-host/download-exports.ts';
import { openFileWriter } from '#electron/export/file-writer.ts';
import { createPageStreams, type OpenExportTarget } from '#electron/export/page-streams.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { begun, chunk, END, opens, pullFrom } from './feeds.ts';

/** Exports that cannot be written, on the real file system: what is told, and what is left. */

const CHUNKS = [chunk('ñ;1\r\n'), chunk(Uint8Array.of(80, 75, 3, 4))] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-failures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Move = NonNullable<Parameters<typeof openFileWriter>[1]>;

/** A file of the user's choice, as in the desktop app. */
const chosen =
  (path: string, move?: Move): OpenExportTarget =>
  async () => {
    const writer = await openFileWriter(path, move);
    return {
      write: writer.write,
      close: async () => {
        await writer.finish();
        return { kind: 'file', path };
      },
      cancel: writer.discard,
    };
  };

const failing =
  (code: string): Move =>
  async () => {
    throw Object.assign(new Error(`${code}: rename`), { code, syscall: 'rename' });
  };

/** Opens exports, one after the other. */
function opened(openTarget: OpenExportTarget) {
  const pull = pullFrom(createPageStreams(opens({ openTarget })).connect().calls);
  return () => begun(pull.exportFile({ fileName: 'ventas.xlsx' }));
}

/** Files of the folder that the process still has open, deleted ones too; Linux alone tells. */
async function heldFiles(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const handles = await readdir('/proc/self/fd');
  const paths = await Promise.all(handles.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}

describe('an export that fails', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'leaves a file that another program holds (%s) as it was',
    async (code) => {
      const path = join(folder, 'ventas.xlsx');
      await writeFile(path, 'before');
      let isHeld = true;
      const move: Move = (from, to) => (isHeld ? failing(code)(from, to) : rename(from, to));
      for (const part of CHUNKS) {
        isHeld = true;
        const open = opened(chosen(path, move));
        const first = await open();
        await first.next(part);
        await expect(first.next(END)).rejects.toMatchObject({ code: 'export-file-open' });
        expect(await readdir(folder)).toEqual(['ventas.xlsx']);
        expect(await readFile(path, 'utf8')).toBe('before');
        // Closed there: the same app writes it.
        isHeld = false;
        const second = await open();
        await second.next(part);
        await second.next(END);
        expect(await readFile(path, 'utf8')).not.toBe('before');
        await writeFile(path, 'before');
      }
    },
  );

  it('tells a folder that went in mid-write, and writes into it when it is back', async () => {
    const place = join(folder, 'usb');
    await mkdir(place);
    for (const part of CHUNKS) {
      const open = opened(chosen(join(place, 'ventas.xlsx')));
      const first = await open();
      await first.next(part);
      await rm(place, { recursive: true });
      await expect(first.next(END)).rejects.toMatchObject({ code: 'export-folder-gone' });
      await expect(open()).rejects.toMatchObject({ code: 'export-folder-gone' });
      await mkdir(place);
      const second = await open();
      await second.next(part);
      await second.next(END);
      expect(await readdir(place)).toEqual(['ventas.xlsx']);
    }
  });

  it.runIf(process.platform === 'linux')('tells a folder in which nothing may be written', async () => {
    // The kernel's own, in which root may not either.
    const open = opened(chosen('/sys/kernel/ventas.xlsx'));
    await expect(open()).rejects.toMatchObject({ code: 'export-no-permission' });
  });

  it('leaves nothing of what was cancelled, in the browser host too', async () => {
    const downloads = createDownloadExports(folder);
    for (const target of [chosen(join(folder, 'ventas.xlsx')), downloads.openTarget]) {
      for (const part of CHUNKS) {
        const open = opened(target);
        const first = await open();
        await first.next(part);
        await first.cancel();
        const left = await readdir(folder, { recursive: true });
        expect(left.filter((name) => name !== 'downloads')).toEqual([]);
        expect(await heldFiles()).toEqual([]);
      }
    }
  });
});

/** Where a user may have a disk of their own: one of a megabyte, gone with the process. */
const OWN_DISK = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"'] as const;
const hasOwnDisk = spawnSync('unshare', [...OWN_DISK, tmpdir(), 'true']).status === 0;

describe('a disk that is full', () => {
  if (!hasOwnDisk) {
    it('not run for real: this user may not mount a disk; the failure is put into the writer', async () => {
      const path = join(folder, 'ventas.xlsx');
      await writeFile(path, 'before');
      const open = opened(async (name) => {
        const target = await chosen(path)(name);
        const full = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
        return target && { ...target, write: () => Promise.reject(full) };
      });
      const first = await open();
      const write = first.next(CHUNKS[0]);
      await expect(write).rejects.toMatchObject({ code: 'export-disk-full' });
      expect(await readdir(folder)).toEqual(['ventas.xlsx']);
    });
    return;
  }
  it('leaves what was there, nothing else, and room for a smaller export', () => {
    const program = fileURLToPath(new URL('full-disk.ts', import.meta.url));
    const run = spawnSync(
      'unshare',
      [...OWN_DISK, folder, process.execPath, '--import', TYPESCRIPT_LOADER, program, folder],
      { encoding: 'utf8' },
    );
    expect(run.stderr).toBe('');
    const dataset = [
      'a-1',
      'a-1/parquet',
      'a-1/parquet/Mes=2026-10',
      'a-1/parquet/Mes=2026-10/filas.parquet',
      'a-1/parquet/manifest.json',
    ];
    expect(JSON.parse(run.stdout)).toEqual({
      text: 'export-disk-full',
      bytes: 'export-disk-full',
      old: 'before',
      left: ['ventas.xlsx'],
      after: 'done',
      small: 'done',
      dataset: 'export-disk-full',
      asked: 'export-disk-full',
      datasetOld: true,
      datasetLeft: [...dataset, 'ventas.xlsx'],
      datasetAfter: 'done',
    });
  });
});
