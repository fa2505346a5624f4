import { configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { Pause } from '#shared/base/tasks.ts';
import { CHUNK_BYTES, encodePieces } from './encode-pieces.ts';

/** A ZIP archive as bytes that are pulled: its parts are made, compressed and let go while it is read. */

configure({ chunkSize: CHUNK_BYTES });

export type FilePart = {
  readonly name: string;
  /** May take more than 4 GiB, which older programs cannot read. */
  readonly isLarge: boolean;
  readonly slices: Iterable<string>;
};

/** Its reader cancels it to stop all work; what fails while a part is made fails the reading. */
export function zipParts(parts: Iterable<FilePart>, pause: Pause): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async (): Promise<void> => {
    const archive = new ZipWriter(writable, { keepOrder: true, extendedTimestamp: false });
    for (const { name, isLarge, slices } of parts) {
      await archive.add(name, encodePieces(slices, pause), { zip64: isLarge, dataDescriptor: true });
    }
    await archive.close();
  };
  write().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
