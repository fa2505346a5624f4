/**
 * 128 bits by which texts are told apart, as 32 hex digits: the rounds of MurmurHash3 (x86) over UTF-16 code units. As good as a
 * cryptographic hash against chance at a tenth of its time; not against who makes two texts of one hash on purpose.
 */
export function contentHash(text: string): string {
  const { length } = text;
  let [a, b, c, d] = [0, 0, 0, 0];
  // Past the end there is NaN, which counts as zeros: the length tells them from zeros of the text.
  for (let at = 0; at < length; at += 8) {
    a = rotate(a ^ mix(wordAt(text, at), 0x239b961b, 15, 0xab0e9789), 19) + b;
    a = (Math.imul(a, 5) + 0x561ccd1b) | 0;
    b = rotate(b ^ mix(wordAt(text, at + 2), 0xab0e9789, 16, 0x38b34ae5), 17) + c;
    b = (Math.imul(b, 5) + 0x0bcaa747) | 0;
    c = rotate(c ^ mix(wordAt(text, at + 4), 0x38b34ae5, 17, 0xa1e38b93), 15) + d;
    c = (Math.imul(c, 5) + 0x96cd1c35) | 0;
    d = rotate(d ^ mix(wordAt(text, at + 6), 0xa1e38b93, 18, 0x239b961b), 13) + a;
    d = (Math.imul(d, 5) + 0x32ac3b17) | 0;
  }
  [a, b, c, d] = spread(a ^ length, b ^ length, c ^ length, d ^ length);
  [a, b, c, d] = spread(finish(a), finish(b), finish(c), finish(d));
  return hex(a) + hex(b) + hex(c) + hex(d);
}

const wordAt = (text: string, at: number): number => text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

const mix = (word: number, before: number, by: number, after: number): number =>
  Math.imul(rotate(Math.imul(word, before), by), after);

type Lanes = [number, number, number, number];

/** Every lane hangs on all four. */
function spread(a: number, b: number, c: number, d: number): Lanes {
  const all = (a + b + c + d) | 0;
  return [all, (b + all) | 0, (c + all) | 0, (d + all) | 0];
}

/** Every bit of a lane hangs on all of its bits. */
function finish(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
