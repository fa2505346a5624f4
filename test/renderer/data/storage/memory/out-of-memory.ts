import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import type { RowMemoryOptions } from '#renderer/data/storage/memory/row-memory.ts';
import type { SpillFile } from '#renderer/data/storage/memory/spill-file.ts';
import { byteLengthOf, viewArray } from '#renderer/data/storage/segment/arrays.ts';
import { bodyOf, decodeSegment, openBody, segmentIn } from '#renderer/data/storage/segment/layout.ts';

/** Segments whose arrays are not in memory, for whatever has to answer of them as of any other. */

/** As decodeSegment, but each array is read anew whenever it is asked for. */
function decodeOut(bytes: Uint8Array<ArrayBuffer>, headerLength: number): Segment {
  const bodyAt = bodyOf(bytes, headerLength);
  const keeper = {
    clock: { now: 0 },
    bring: (lent: { readonly ref: Parameters<typeof viewArray>[2] }) => {
      const from = bodyAt + lent.ref.at;
      return viewArray(bytes.buffer.slice(from, from + byteLengthOf(lent.ref)), 0, { ...lent.ref, at: 0 });
    },
  };
  return segmentIn(
    openBody(bytes, headerLength, keeper, (lent) => {
      lent.array = null;
    }),
  );
}

/** Reading the whole of an array for each of its cells is for few rows. */
const MOST_BYTES = 50_000;

/** About every second small segment, by what is in it, is out of memory: one that a test finds fails again. */
export function decodeSomewhere(bytes: Uint8Array<ArrayBuffer>, headerLength: number): Segment {
  const isOut = headerLength % 2 === 1 && bytes.length <= MOST_BYTES;
  return isOut ? decodeOut(bytes, headerLength) : decodeSegment(bytes, headerLength);
}

export type FileInMemory = SpillFile & {
  readonly bytes: () => Uint8Array;
  /** From here on the disk is full, where it is `true`. */
  isFull: boolean;
  isClosed: boolean;
};

export function fileInMemory(): FileInMemory {
  let bytes = new Uint8Array(0);
  const file: FileInMemory = {
    isFull: false,
    isClosed: false,
    bytes: () => bytes,
    write(from, at) {
      if (file.isFull) return false;
      if (at + from.length > bytes.length) {
        const longer = new Uint8Array(at + from.length);
        longer.set(bytes);
        bytes = longer;
      }
      bytes.set(from, at);
      return true;
    },
    read(into, at) {
      if (file.isClosed || at + into.length > bytes.length) return false;
      into.set(bytes.subarray(at, at + into.length));
      return true;
    },
    close() {
      file.isClosed = true;
    },
  };
  return file;
}

/** Memory for rows with a file of its own, where even the smallest array leaves it. */
export const spillInMemory = (): Omit<RowMemoryOptions, 'bound'> => ({
  openFile: async () => fileInMemory(),
  leastBytes: 1,
  besideARow: 8,
});
