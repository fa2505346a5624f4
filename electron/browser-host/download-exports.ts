import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFileWriter, safeFileName } from '../export/file-writer.ts';
import type { OpenExportTarget } from '../export/page-streams.ts';

const PREFIX = '/exports/';

/** A browser fetches a finished export at once; what it has not fetched by so many later is not waited for. */
const MAX_FINISHED = 20;

/** The last finished exports, kept in the profile folder for the browser to fetch until the host starts or stops. */
export type DownloadExports = ReturnType<typeof createDownloadExports>;

export function createDownloadExports(profileDirectory: string) {
  // Not `exports`: that is for what stays.
  const root = join(profileDirectory, 'downloads');
  const finished = new Map<string, { readonly file: string; readonly name: string }>();

  async function dropOldest(): Promise<void> {
    const [oldest] = finished;
    if (oldest === undefined || finished.size <= MAX_FINISHED) return;
    const [url, { file }] = oldest;
    finished.delete(url);
    await rm(dirname(file), { recursive: true, force: true });
  }

  return {
    openTarget: (async (fileName) => {
      const name = safeFileName(fileName);
      const id = randomUUID();
      const folder = join(root, id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, name);
      const writer = await openFileWriter(file);
      return {
        write: writer.write,
        close: async () => {
          await writer.finish();
          const url = `${PREFIX}${id}/${encodeURIComponent(name)}`;
          finished.set(url, { file, name });
          await dropOldest().catch(() => undefined);
          return { kind: 'download', url };
        },
        cancel: async () => {
          await writer.discard();
          await rm(folder, { recursive: true, force: true });
        },
      };
    }) satisfies OpenExportTarget,
    /** The file behind `/exports/<id>/<name>`, or undefined when there is none. */
    find: (pathname: string) => finished.get(pathname),
    clear: async (): Promise<void> => {
      finished.clear();
      await rm(root, { recursive: true, force: true });
    },
  };
}
