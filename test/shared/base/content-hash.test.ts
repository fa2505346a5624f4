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
  ...Array.from({ length: 10_000 }, (_, at) => `["ripley","Venta",null,"${1_000_000 + at}","12990.00"]`),
  ...Array.from({ length: 10_000 }, (_, at) => `["ripley","Venta",null,"20000","${at / 100}"]`),
  ...Array.from({ length: 64 }, (_, at) => '\0'.repeat(at)),
  ...Array.from({ length: 64 }, (_, at) => 'a'.repeat(at)),
];

describe('the hash of a text', () => {
  test('is the same for ever: decisions and answers are kept by it', () => {
    // By another program, written down from the rounds of MurmurHash3.
    const kept = {
      '': '00000000000000000000000000000000',
      a: '0e8ff0974247a279105cc0d47440e91d',
      'a\0': '05236d8a449f4b0b6d72483d3a4d476c',
      abcdefg: '6ab7dc45ef45ab7dc2957b33dd8a68fa',
      abcdefgh: '24dec44fe666e246a850ba4ccb67c818',
      abcdefghi: '38bb0e0b64ef6b0db1836f89af52bf4b',
      'Ñandú 😀': 'b3348fc413d1e4e3179e85c85bd9c5ef',
      ['\uffff'.repeat(17)]: '7c725561d5f24f0c0cd0815b5abc9968',
    };
    expect(Object.keys(kept).map(contentHash)).toEqual(Object.values(kept));
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
        fc
          .array(fc.nat(0xffff), { minLength: 1, maxLength: 60 })
          .map((units) => String.fromCharCode(...units)),
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
      { numRuns: 200 },
    );
    expect(changed / texts).toBeGreaterThan(62);
    expect(changed / texts).toBeLessThan(66);
  });
});
