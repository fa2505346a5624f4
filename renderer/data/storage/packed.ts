import type { Pause } from '#shared/base/tasks.ts';
import { checksum } from './database/bytes.ts';
import { CorruptLedgerError } from './database/failures.ts';

/** Data stored beside a record: text, compressed, with a checksum of what was written. */

export type Packed = { readonly bytes: Uint8Array; readonly checksum: string };

/** @param pause between two of the texts */
export async function packTexts(texts: Iterable<string>, pause: Pause): Promise<Packed> {
  const encoder = new TextEncoder();
  const { readable, writable } = new CompressionStream('gzip');
  const packed = new Response(readable).arrayBuffer();
  const writer = writable.getWriter();
  for (const text of texts) {
    await writer.write(encoder.encode(text));
    await pause();
  }
  await writer.close();
  const bytes = new Uint8Array(await packed);
  return { bytes, checksum: checksum(bytes) };
}

/** The text again, piece by piece. Throws CorruptLedgerError, with `what` as its message, where it is not what was written. */
export async function* unpackTexts(
  bytes: Uint8Array<ArrayBuffer>,
  written: string | undefined,
  what: string,
): AsyncGenerator<string> {
  if (checksum(bytes) !== written) throw new CorruptLedgerError(what);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
