import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Text that becomes the file at `path` all at once, when it is complete; until then it is a hidden file beside it. */
export type FileWriter = {
  readonly write: (text: string) => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** Opens a writer. A file that was at `path` stays as it was until `finish`. */
export async function openFileWriter(path: string): Promise<FileWriter> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const handle: FileHandle = await open(partial, 'wx', 0o600);
  return {
    write: async (text) => {
      await handle.writeFile(text, 'utf8');
    },
    finish: async () => {
      await handle.sync();
      await handle.close();
      await rename(partial, path);
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}
