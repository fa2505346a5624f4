import type { Pause } from '#shared/base/tasks.ts';
/** Bytes read at once: a message costs as much as many kilobytes, and the page takes no longer than a frame with it. */
export const CHUNK_BYTES = 1 << 19;

/** The bytes of texts, a chunk at a time and only when it is asked for. */
export function encodePieces(slices: Iterable<string>, pause: Pause): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = slices[Symbol.iterator]();
  /** The end of a slice that the chunk before had no room for. */
  let left = '';
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Slices one by one into it: put together as one text, they would be copied once more.
        const chunk = new Uint8Array(CHUNK_BYTES);
        let used = take(chunk);
        let isDone = false;
        while (left === '' && !isDone) {
          await pause();
          const next = iterator.next();
          isDone = next.done === true;
          left = next.value ?? '';
          used += take(chunk.subarray(used));
        }
        if (used > 0) controller.enqueue(chunk.subarray(0, used));
        if (isDone) controller.close();
      },
      cancel() {
        iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );

  /** Writes as much as there is room for; returns how many bytes it takes. */
  function take(room: Uint8Array): number {
    const { read, written } = encoder.encodeInto(left, room);
    // A text that was put together is not copied before it has to be.
    left = read === left.length ? '' : left.slice(read);
    return written;
  }
}
