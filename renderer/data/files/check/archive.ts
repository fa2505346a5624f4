import { BlobReader, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';

import type { CheckRefusal } from '#renderer/data/model/export-check.ts';

/** The parts of a workbook that anybody may have written: read as streams, and given up where they are no honest archive. */

export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
  readonly reason: CheckRefusal;
  constructor(reason: CheckRefusal, options?: ErrorOptions) {
    super(`The file is refused: ${reason}.`, options);
    this.reason = reason;
  }
}

/** A workbook of ours has one a sheet, and some ten. */
const MAX_ENTRIES = 2000;
/** Below this nothing is a bomb; above it, what inflates to more than so many times the file is. */
const SURELY_HARMLESS = 64 * 2 ** 20;
const MAX_INFLATION = 200;

export type Archive = {
  readonly has: (path: string) => boolean;
  readonly paths: () => readonly string[];
  /** Bytes that the archive says a part has: for progress only. */
  readonly sizeOf: (path: string) => number;
  /** Its text, piece by piece; ending the loop early gives the rest up. */
  readonly read: (path: string) => AsyncGenerator<string>;
  readonly close: () => Promise<void>;
};

export async function openArchive(file: Blob): Promise<Archive> {
  const reader = new ZipReader(new BlobReader(file));
  const entries = new Map<string, FileEntry>();
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > MAX_ENTRIES) throw new RefusedFileError('too-large');
      if (!isFile(entry)) continue;
      const path = entry.filename.replace(/^\//, '');
      // Some programs read the first of two parts of one name, and others the last.
      if (entries.has(path)) throw new RefusedFileError('unreadable');
      entries.set(path, entry);
    }
  } catch (error) {
    await reader.close().catch(() => undefined);
    if (error instanceof RefusedFileError) throw error;
    throw new RefusedFileError('not-workbook', { cause: error });
  }
  const limit = Math.max(SURELY_HARMLESS, MAX_INFLATION * file.size);
  // Bytes inflated of all parts together: many may be the same few bytes of the file.
  let inflated = 0;
  const takes = (bytes: number): boolean => {
    inflated += bytes;
    return inflated <= limit;
  };
  return {
    has: (path) => entries.has(path),
    paths: () => [...entries.keys()],
    sizeOf: (path) => entries.get(path)?.uncompressedSize ?? 0,
    async *read(path) {
      const entry = entries.get(path);
      if (entry === undefined) throw new RefusedFileError('unreadable');
      if (entry.encrypted) throw new RefusedFileError('encrypted');
      yield* textOf(entry, takes);
    },
    close: async () => {
      await reader.close().catch(() => undefined);
    },
  };
}

function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory;
}

/** Bytes are counted as they come: what an archive says of its sizes may be anything. */
async function* textOf(entry: FileEntry, takes: (bytes: number) => boolean): AsyncGenerator<string> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const abort = new AbortController();
  const inflated = entry.getData(writable, { signal: abort.signal, useWebWorkers: false });
  // Where it fails before it begins to write, the reading end is never told.
  const failed = new Promise<never>((_, reject) => {
    inflated.catch(reject);
  });
  failed.catch(() => undefined);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), failed]);
      if (done) break;
      if (!takes(value.length)) throw new RefusedFileError('too-large');
      yield decoder.decode(value, { stream: true });
    }
    await inflated;
    yield decoder.decode();
  } catch (error) {
    if (error instanceof RefusedFileError) throw error;
    throw new RefusedFileError('unreadable', { cause: error });
  } finally {
    abort.abort();
    await reader.cancel().catch(() => undefined);
  }
}
