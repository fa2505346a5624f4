import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteSpillLeftovers, openSpillFile } from '#renderer/data/storage/memory/spill-file.ts';

/** The rows' file among the origin's private files, which are imitated here. */

/** Names of files by folder, what is done to them in order, and how many bytes the disk still has room for. */
const origin = { folders: new Map<string, Set<string>>(), done: [] as string[], room: 0, isLocked: false };

/** As the browser's handle: it writes what fits, throws where nothing does, and reads what is there. */
function accessHandle(name: string) {
  const bytes = new Uint8Array(64);
  let length = 0;
  return {
    write(from: Uint8Array, { at }: { readonly at: number }) {
      if (origin.room === 0) throw new DOMException('No room.', 'QuotaExceededError');
      const fits = from.subarray(0, origin.room);
      bytes.set(fits, at);
      length = Math.max(length, at + fits.length);
      return fits.length;
    },
    read(into: Uint8Array, { at }: { readonly at: number }) {
      const there = bytes.subarray(at, Math.min(length, at + into.length));
      into.set(there);
      return there.length;
    },
    close: () => void origin.done.push(`close ${name}`),
  };
}

const notThere = () => Promise.reject(new DOMException('Not there.', 'NotFoundError'));

function folderHandle(names: Set<string>) {
  return {
    getFileHandle: async (name: string, { create }: { readonly create: boolean }) => {
      if (!create) return notThere();
      origin.done.push(origin.isLocked ? 'made' : 'made without the lock');
      names.add(name);
      return { createSyncAccessHandle: async () => accessHandle(name) };
    },
    removeEntry: async (name: string) => {
      if (name === 'of a living page') throw new DOMException('Locked.', 'NoModificationAllowedError');
      names.delete(name);
      origin.done.push(`removed ${name}`);
    },
    keys: async function* () {
      yield* [...names];
    },
  };
}

const root = {
  getDirectoryHandle: async (name: string, { create }: { readonly create: boolean }) => {
    const names = origin.folders.get(name) ?? (create ? new Set<string>() : null);
    if (names === null) return notThere();
    origin.folders.set(name, names);
    return folderHandle(names);
  },
};

beforeEach(() => {
  Object.assign(origin, { folders: new Map(), done: [], room: 64 });
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => root },
    locks: {
      request: async (name: string, work: () => Promise<unknown>) => {
        expect(name).toBe('cuadra-rows');
        origin.isLocked = true;
        try {
          return await work();
        } finally {
          origin.isLocked = false;
        }
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const names = () => [...(origin.folders.get('cuadra-rows') ?? [])];

test('gives bytes back from where they were written', async () => {
  const file = await openSpillFile();
  expect(file.write(Uint8Array.of(1, 2, 3), 4)).toBe(true);
  expect(file.write(Uint8Array.of(9), 8)).toBe(true);
  const into = new Uint8Array(4);
  expect(file.read(into, 5)).toBe(true);
  expect([...into]).toEqual([2, 3, 0, 9]);
  expect(origin.done).toEqual(['made']);
});

test('says where not all bytes were written or read', async () => {
  const file = await openSpillFile();
  expect(file.write(Uint8Array.of(1, 2, 3), 0)).toBe(true);
  expect(file.read(new Uint8Array(3), 1)).toBe(false);
  origin.room = 2;
  expect(file.write(Uint8Array.of(1, 2, 3), 0)).toBe(false);
  origin.room = 0;
  expect(file.write(Uint8Array.of(1), 0)).toBe(false);
});

test('is of this session alone: it is closed before it is removed, and each has a name of its own', async () => {
  const [first, second] = [await openSpillFile(), await openSpillFile()];
  const [own, others] = names();
  expect(names()).toHaveLength(2);
  origin.done = [];
  first.close();
  expect(origin.done).toEqual([`close ${own}`, `removed ${own}`]);
  expect(names()).toEqual([others]);
  second.close();
  expect(names()).toEqual([]);
});

test('what pages left behind is removed, but for files of pages that live', async () => {
  await expect(deleteSpillLeftovers()).rejects.toThrow('Not there.');
  expect(origin.folders.size).toBe(0);
  origin.folders.set('cuadra-rows', new Set(['left', 'of a living page', 'left too']));
  await deleteSpillLeftovers();
  expect(names()).toEqual(['of a living page']);
});

test('a file that is gone already is closed all the same', async () => {
  origin.folders.set('cuadra-rows', new Set());
  const file = await openSpillFile();
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(
    'of a living page' as ReturnType<typeof crypto.randomUUID>,
  );
  const locked = await openSpillFile();
  expect(() => locked.close()).not.toThrow();
  file.close();
  expect(names()).toEqual(['of a living page']);
  vi.restoreAllMocks();
});
