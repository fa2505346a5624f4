import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_BYTES, encodePieces } from '#renderer/data/files/streams/encode-pieces.ts';
import { randomCases } from '#test/random-cases.ts';

async function chunksOf(slices: Iterable<string>): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodePieces(slices, async () => {})) chunks.push(chunk);
  return chunks;
}

test('bytes are those of the texts, wherever a chunk ends and however long a slice is', async () => {
  const sign = fc.constantFrom('a', 'ñ', '€', '😀', '\ud83d');
  // Up to some chunks, so that signs of every length lie across their ends.
  const slice = fc
    .tuple(fc.array(sign, { maxLength: 7 }), fc.constantFrom(0, 1, 5, 50_000, 150_000), fc.nat(4))
    .map(([signs, times, offset]) => 'x'.repeat(offset) + signs.join('').repeat(times));
  await fc.assert(
    fc.asyncProperty(fc.array(slice, { maxLength: 8 }), async (slices) => {
      const chunks = await chunksOf(slices);
      const expected = Buffer.concat(slices.map((text) => Buffer.from(text)));
      expect(Buffer.compare(Buffer.concat(chunks), expected)).toBe(0);
      expect(chunks.every(({ length }) => length > 0 && length <= CHUNK_BYTES)).toBe(true);
      // Nothing is sent half empty but the end.
      expect(chunks.slice(0, -1).every(({ length }) => length > CHUNK_BYTES - 4)).toBe(true);
    }),
    { numRuns: randomCases(16) },
  );
});

test('nothing is made before it is asked for, and nothing after it was given up', async () => {
  let made = 0;
  let isEnded = false;
  function* slices(): Generator<string> {
    try {
      for (;;) {
        made += 1;
        yield 'x'.repeat(CHUNK_BYTES);
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = encodePieces(slices(), async () => {}).getReader();
  await new Promise((resolve) => setTimeout(resolve));
  expect(made).toBe(0);
  await reader.read();
  const madeOnce = made;
  expect(madeOnce).toBeLessThanOrEqual(2);
  await reader.cancel();
  expect(isEnded).toBe(true);
  expect(made).toBe(madeOnce);
});
