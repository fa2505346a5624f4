import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHash } from '#shared/base/content-hash.ts';

const bitsOf = (hash: string): readonly number[] =>
  [0, 8, 16, 24].map((from) => Number.parseInt(hash.slice(from, from + 8), 16));

function bitsApart(left: string, right: string): number {
  const [one, other] = [bitsOf(left), bitsOf(right)];
  return one.reduce((count, word, at) => {
    const differing = (word ^ (other[at] ?? 0)) >>> 0;
    return count + differing.toString(2).replaceAll('0', '').length;
  }, 0);
}

/** Texts as near to each other as lines of one file are, and every length around the blocks of eight units. */
const NEAR_TEXTS = [
  ...Array.from({ length: 40_000 }, (_, at) => `["ripley","Venta",null,"${1_000_000 + at}","12990.00"]`),
  ...Array.from({ length: 40_000 }, (_, at) => `["ripley","Venta",null,"20000","${at / 100}"]`),
  ...Array.from({ length: 64 }, (_, at) => '\0'.repeat(at)),
  ...Array.from({ length: 64 }, (_, at) => 'a'.repeat(at)),
];

describe('the hash of a text', () => {
  test('is zeros for nothing', () => {
    expect(contentHash('')).toBe('0'.repeat(32));
  });

  test('tells near texts apart, by every half of it alone', () => {
    const distinct = new Set(NEAR_TEXTS);
    const hashes = [...distinct].map(contentHash);
    expect(hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash))).toBe(true);
    expect(new Set(hashes.map((hash) => hash.slice(0, 16))).size).toBe(distinct.size);
    expect(new Set(hashes.map((hash) => hash.slice(16))).size).toBe(distinct.size);
    // Of 2^32 values about one pair in 80,000 falls together by chance.
    for (const from of [0, 8, 16, 24]) {
      const lane = new Set(hashes.map((hash) => hash.slice(from, from + 8)));
      expect(lane.size).toBeGreaterThan(distinct.size - 8);
    }
  });

  test('changes in about half of its bits with any one character', () => {
    let [changed, texts] = [0, 0];
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }),
        fc.nat(),
        fc.integer({ min: 1, max: 0xffff }),
        (text, place, by) => {
          const at = place % text.length;
          const other =
            text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ by) + text.slice(at + 1);
          const apart = bitsApart(contentHash(text), contentHash(other));
          expect(apart).toBeGreaterThan(24);
          [changed, texts] = [changed + apart, texts + 1];
        },
      ),
      { numRuns: 1000 },
    );
    expect(changed / texts).toBeGreaterThan(62);
    expect(changed / texts).toBeLessThan(66);
  });
});
