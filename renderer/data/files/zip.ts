import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';

/** A ZIP archive as bytes that are pulled: its parts are made, compressed and let go while it is read. */

export type FilePart = {
  readonly name: string;
  /** May take more than 4 GiB, which older programs cannot read. */
  readonly isLarge: boolean;
  readonly slices: Iterable<string>;
};

/** Waits, where it is time to, until others had their turn. */
export type Pause = () => Promise<void>;

/** Messages are not made for less. */
const LEAST_CHUNK = 100_000;

/** The bytes of texts, some slices at a time and only when they are asked for. */
export function encodeSlices(slices: Iterable<string>, pause: Pause): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = slices[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = '';
        let isDone = false;
        while (text.length < LEAST_CHUNK && !isDone) {
          await pause();
          const next = iterator.next();
          isDone = next.done === true;
          text += next.value ?? '';
        }
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (isDone) controller.close();
      },
      cancel() {
        iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Its reader cancels it to stop all work; what fails while a part is made fails the reading. */
export function zipParts(parts: Iterable<FilePart>, pause: Pause): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async (): Promise<void> => {
    const archive = new ZipWriter(writable, { keepOrder: true, extendedTimestamp: false });
    for (const { name, isLarge, slices } of parts) {
      await archive.add(name, encodeSlices(slices, pause), { zip64: isLarge, dataDescriptor: true });
    }
    await archive.close();
  };
  write().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
