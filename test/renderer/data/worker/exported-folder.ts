import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import type { WrittenFile } from '#shared/contract/app-streams.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { StreamCalls } from '#shared/contract/streams.ts';
import { streamsOf } from './pull-file.ts';

/** An account's folder for engines, written as the main process does; gone after the test. */

export async function exportedFolder(service: () => Handlers<StreamCalls>, account: string) {
  const home = await mkdtemp(join(tmpdir(), 'cuadra-warehouse-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const [current, next] = [join(home, 'now'), join(home, 'next')];
  await mkdir(current);
  return {
    path: current,
    /** Exports all again; gives the paths that were written. */
    async export(tables: TablesQuery): Promise<readonly string[]> {
      await mkdir(next);
      const manifest = await readFile(join(current, 'manifest.json'), 'utf8').catch(() => null);
      const names = (await readdir(current, { recursive: true, withFileTypes: true })).filter((each) =>
        each.isFile(),
      );
      const files = await Promise.all(
        names.map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return { path: path.slice(current.length + 1), bytes: (await stat(path)).size };
        }),
      );
      const stream = streamsOf(service()).exportDataset({
        ...{ manifest, files, account, app: '1', forPostgresql: true, tables },
      });
      const parts = new Map<string, Uint8Array[]>();
      let written: readonly WrittenFile[] | undefined;
      for (;;) {
        const { done, value } = await stream.next(written);
        if (done === true) {
          const kept = value.kept.map((path) => [path, null] as const);
          const made = value.files.map(({ path, text }) => [path, Buffer.from(text)] as const);
          const streamed = [...parts].map(([path, bytes]) => [path, Buffer.concat(bytes)] as const);
          for (const [path, bytes] of [...kept, ...made, ...streamed]) {
            await mkdir(dirname(join(next, path)), { recursive: true });
            if (bytes === null) await link(join(current, path), join(next, path));
            else await writeFile(join(next, path), bytes);
          }
          await rm(current, { recursive: true });
          await rename(next, current);
          return [...parts.keys()];
        }
        if (value.kind === 'chunk') parts.set(value.path, [...(parts.get(value.path) ?? []), value.bytes]);
        if (value.kind === 'complete')
          written = [...parts].map(([path, bytes]) => ({
            ...{ path, bytes: bytes.reduce((sum, { length }) => sum + length, 0), sha256: '' },
          }));
      }
    },
  };
}
