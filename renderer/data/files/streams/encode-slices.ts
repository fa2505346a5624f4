/** Waits, where it is time to, until others had their turn. */
export type Pause = () => Promise<void>;

/** Messages are not made for less. */
const LEAST_CHUNK = 400_000;

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
