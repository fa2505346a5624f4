/**
 * A file of this session for bytes that do not stay in memory: written and read at once, by position. It is no part of the copy:
 * what is in it stands in the database too.
 */
export type SpillFile = {
  /** Writes all of some bytes from a position on; false where there is no room for them. */
  readonly write: (bytes: Uint8Array, at: number) => boolean;
  /** Fills `into` from a position on; false where so many bytes cannot be read. */
  readonly read: (into: Uint8Array, at: number) => boolean;
  readonly close: () => void;
};

const FOLDER = 'cuadra-rows';

/** Makes one in the origin's private files. Rejects where the browser has none. */
export function openSpillFile(): Promise<SpillFile> {
  return alone(async () => {
    const folder = await openFolder(true);
    const name = crypto.randomUUID();
    const file = await folder.getFileHandle(name, { create: true });
    const handle = await file.createSyncAccessHandle();
    return {
      write: (bytes, at) => isDone(() => handle.write(bytes, { at }), bytes.length),
      read: (into, at) => isDone(() => handle.read(into, { at }), into.length),
      close: () => {
        handle.close();
        void folder.removeEntry(name).catch(() => undefined);
      },
    };
  });
}

/** Deletes what pages left that ended without closing theirs. Rejects where there is nothing to delete. */
export function deleteSpillLeftovers(): Promise<void> {
  return alone(async () => {
    const folder = await openFolder(false);
    for await (const name of folder.keys()) {
      // The file of a living page is locked, and stays.
      await folder.removeEntry(name).catch(() => undefined);
    }
  });
}

/** A file is no leftover of another page's between being made and being locked. */
const alone = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request(FOLDER, work);

async function openFolder(create: boolean): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create });
}

function isDone(work: () => number, length: number): boolean {
  try {
    return work() === length;
  } catch {
    return false;
  }
}
