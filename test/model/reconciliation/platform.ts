import { gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Compression that is done at once, in the place of the platform's, which has threads of its own. To be imported before the
 * product: some of it takes the platform's names as it is loaded.
 */

function streamOf(make: (bytes: Buffer) => Buffer): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  // As roomy as the platform's: what is written waits for nobody to read it.
  const room = { highWaterMark: 2 ** 30 };
  const transformer: Transformer<Uint8Array, Uint8Array> = {
    transform: (chunk) => void chunks.push(chunk),
    flush: (controller) => {
      const made = make(Buffer.concat(chunks));
      for (let at = 0; at < made.length; at += 65_536)
        controller.enqueue(new Uint8Array(made.subarray(at, at + 65_536)));
    },
  };
  return new TransformStream(transformer, room, room);
}

const unpacked = (format: string) =>
  format === 'gzip' ? gunzipSync : format === 'deflate-raw' ? inflateRawSync : inflateSync;

const made = (make: (format: string) => TransformStream<Uint8Array, Uint8Array>) =>
  new Proxy(class {}, { construct: (_, [format]: [string]) => make(format) });

const names = {
  CompressionStream: made(() => streamOf((bytes) => gzipSync(bytes))),
  DecompressionStream: made((format) => streamOf((bytes) => unpacked(format)(bytes))),
};
for (const [name, value] of Object.entries(names))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
