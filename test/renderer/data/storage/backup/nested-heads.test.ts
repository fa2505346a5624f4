import { afterEach, expect, test, vi } from 'vitest';
import { createFrameReader, encodeFrame } from '#renderer/data/storage/backup/frames.ts';

/** Files whose members stand in each other: made by somebody, to have every byte inflated as often as there are heads. */

const HEADER_BYTES = 64;
const STORED_BYTES = 5;
const STEP_BYTES = 256;

/** A head that says its member ends where the file does. */
function headOf(length: number): Uint8Array {
  const head = new Uint8Array(HEADER_BYTES);
  head.set([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 44, 0, 0x43, 0x55, 40, 0]);
  const view = new DataView(head.buffer);
  view.setUint32(16, length, true);
  view.setUint32(20, length, true);
  return head.subarray(0, 60);
}

/** Heads one after the other, each with all that follow as stored blocks of its own content. */
function nestedHeads(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  for (let at = 0; at + STEP_BYTES <= bytes; at += STEP_BYTES) {
    const head = headOf(bytes - at);
    file.set(head, at);
    const stored = STEP_BYTES - STORED_BYTES;
    const view = new DataView(file.buffer, at + head.length, STORED_BYTES);
    view.setUint16(1, stored, true);
    view.setUint16(3, 0xffff - stored, true);
  }
  return file;
}

afterEach(() => vi.unstubAllGlobals());

/** Counts the bytes that are handed to be inflated. */
function countInflated(): () => number {
  let count = 0;
  const Plain = globalThis.DecompressionStream;
  vi.stubGlobal(
    'DecompressionStream',
    class {
      readonly readable: ReadableStream<Uint8Array>;
      readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
      constructor(format: CompressionFormat) {
        const { readable, writable } = new Plain(format);
        const writer = writable.getWriter();
        writer.closed.catch(() => undefined);
        this.readable = readable;
        this.writable = new WritableStream({
          write: (chunk) => {
            count += chunk.length;
            return writer.write(chunk);
          },
          close: () => writer.close(),
        });
      }
    },
  );
  return () => count;
}

/** Reads such a file with a whole member behind it; returns what was handed to be inflated. */
async function readNested(bytes: number): Promise<number> {
  const whole = await encodeFrame(new Uint8Array([1, 2, 3]), async () => {});
  const found: number[][] = [];
  const inflated = countInflated();
  const reader = createFrameReader(async (content) => void found.push([...content.bytes]));
  const nested = nestedHeads(bytes);
  await reader.write(nested);
  await reader.write(whole.bytes);
  await reader.end();
  expect(found).toEqual([[1, 2, 3]]);
  expect(reader.skipped()).toBe(nested.length);
  vi.unstubAllGlobals();
  return inflated();
}

test('heads that stand in each other take time linear to the file, and what stands after them is found', async () => {
  const [once, twice] = [await readNested(2 ** 20), await readNested(2 ** 21)];
  // Each byte once for every head before it would be two thousand times the file, and four times that of twice the file.
  expect(once).toBeLessThan(2 ** 28);
  expect(twice - once).toBeLessThan(2 ** 23);
}, 60_000);
