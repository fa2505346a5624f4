/**
 * A file of this session for bytes that do not stay in memory: written and read at once, by position. It is no part of the copy:
 * what is in it stands in the database too, and it goes with the page that made it.
 */
export type SpillFile = {
  /** Writes all of some bytes from a position on; false where there is no room for them. */
  readonly write: (bytes: Uint8Array, at: number) => boolean;
  /** Fills `into` from a position on; false where so many bytes cannot be read. */
  readonly read: (into: Uint8Array, at: number) => boolean;
  readonly close: () => void;
};

const FOLDER = 'cuadra-rows';

/** Makes one in the origin's private files; what dead pages left there is deleted. Rejects where the browser has none. */
export async function openSpillFile(): Promise<SpillFile> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for await (const name of folder.keys()) {
    // The file of a living page is locked, and stays.
    await folder.removeEntry(name).catch(() => undefined);
  }
  const name = crypto.randomUUID();
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  const isDone = (work: () => number, length: number): boolean => {
    try {
      return work() === length;
    } catch {
      return false;
    }
  };
  return {
    write: (bytes, at) => isDone(() => handle.write(bytes, { at }), bytes.length),
    read: (into, at) => isDone(() => handle.read(into, { at }), into.length),
    close: () => {
      handle.close();
      void folder.removeEntry(name).catch(() => undefined);
    },
  };
}
