import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
import { createSequencer } from '#shared/base/sequencer.ts';
import { type Opened, type OpenedFileKind, openedFileKind } from '#shared/contract/opened.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { LINK_SCHEME, readViewLink, writeViewLink } from '#shared/domain/view-link.ts';

/**
 * Openings by the system: links and files. They wait here for the page, which gets a link as what it says and a file as
 * a name and an id, never a path; nothing is read before the page asks, and nothing is taken for more than it says.
 */
export type Openings = {
  /**
   * Adds the openings of a command line: links, and files below `directory` where their paths are not whole. Other
   * words are passed over.
   */
  readonly addArguments: (args: readonly string[], directory: string) => Promise<void>;
  readonly addLink: (link: string) => void;
  readonly addFile: (path: string) => Promise<void>;
  readonly take: () => readonly Opened[];
  /** A part of a file from `offset` on; nothing where it ends. */
  readonly read: (id: string, offset: number) => Promise<Uint8Array>;
  /** Called whenever something waits. */
  readonly onOpened: (listener: () => void) => void;
};

/** More than these are not waited for: who opens a folder of files gets its first ones. */
const MAX_WAITING = 20;
const MAX_KNOWN = 50;
const MAX_ARGUMENTS = 100;
const MAX_PATH_CHARACTERS = 4096;
/** Read at once: a message to the page. */
const CHUNK_BYTES = 2 ** 20;

const MEGABYTE = 2 ** 20;
const MAX_BYTES: { readonly [kind in OpenedFileKind]: number } = {
  view: 20 * MEGABYTE,
  statement: 256 * MEGABYTE,
  backup: 16_384 * MEGABYTE,
};

/** A file as it was when it was opened: another one in its place is not read. */
type Known = { readonly path: string; readonly dev: number; readonly ino: number; readonly bytes: number };

/** Nothing waits in it yet. */
export function createOpenings(): Openings {
  let waiting: Opened[] = [];
  const known = new Map<string, Known>();
  const listeners: (() => void)[] = [];
  const inTurn = createSequencer();

  function add(opened: Opened): void {
    if (waiting.length >= MAX_WAITING) return;
    waiting.push(opened);
    for (const listener of listeners) listener();
  }

  function addLink(link: string): void {
    const read = readViewLink(link);
    // As we write it: nothing of what came is handed on.
    if (read !== null) add({ kind: 'link', link: writeViewLink(read) });
  }

  async function addFile(path: string): Promise<void> {
    if (!isAbsolute(path) || path.length > MAX_PATH_CHARACTERS || path.includes('\0')) return;
    const name = basename(path);
    const kind = openedFileKind(name);
    if (kind === null) return;
    let found: Stats;
    try {
      found = await withFile(path, (file) => file.stat());
    } catch {
      add({ kind: 'refused', name, why: 'gone' });
      return;
    }
    if (!found.isFile()) add({ kind: 'refused', name, why: 'no-file' });
    else if (found.size > MAX_BYTES[kind]) add({ kind: 'refused', name, why: 'too-large' });
    else {
      const id = randomUUID();
      known.set(id, { path, dev: found.dev, ino: found.ino, bytes: found.size });
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      add({ kind, id, name, bytes: found.size });
    }
  }

  return {
    addLink,
    addFile: (path) => inTurn(() => addFile(path)),
    addArguments: (args, directory) =>
      inTurn(async () => {
        for (const arg of args.slice(0, MAX_ARGUMENTS)) {
          if (arg.startsWith('-')) continue;
          if (arg.startsWith(`${LINK_SCHEME}:`)) addLink(arg);
          else if (arg.length <= MAX_PATH_CHARACTERS) await addFile(resolve(directory, arg));
        }
      }),
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    read: async (id, offset) => {
      const file = known.get(id);
      if (file === undefined) throw gone();
      return withFile(file.path, (handle) => readPart(handle, file, offset)).catch(() => {
        throw gone();
      });
    },
    onOpened: (listener) => {
      listeners.push(listener);
      if (waiting.length > 0) listener();
    },
  };
}

function gone(): RpcError {
  return new RpcError('opened-file-gone', 'This file is no longer there, or is another one.');
}

/** Never waits for the other end of a pipe. */
async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function readPart(handle: FileHandle, known: Known, offset: number): Promise<Uint8Array> {
  const { dev, ino, size } = await handle.stat();
  if (dev !== known.dev || ino !== known.ino || size !== known.bytes) throw gone();
  const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(0, size - offset)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  return buffer.subarray(0, bytesRead);
}

/** A host that the system hands nothing to. */
export const NO_OPENINGS: Openings = {
  addArguments: async () => undefined,
  addLink: () => undefined,
  addFile: async () => undefined,
  take: () => [],
  read: async () => {
    throw gone();
  },
  onOpened: () => undefined,
};
