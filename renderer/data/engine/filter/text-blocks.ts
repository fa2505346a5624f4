/**
 * Which three characters follow each other in each block of a dictionary's texts, as bits: where a needle's are not all there,
 * no text of the block contains it, and the block is not looked through. It takes 2 bytes a text.
 */
export type TextBlocks = { readonly bits: Uint32Array };

/** Texts of a block. Numbers of orders that follow each other share most of their characters. */
export const TEXTS_A_BLOCK = 32;
/** Bits of a block, by the hash of three characters. */
const BITS = 512;
const HASH_SHIFT = 23;
const WORDS = BITS / 32;
const GRAM = 3;

/** `offsets`: where each text begins, and the last one ends. Three characters across two texts are taken for some of a text. */
export function blocksOfTexts(text: string, offsets: Uint32Array): TextBlocks {
  const texts = offsets.length - 1;
  const bits = new Uint32Array(Math.ceil(texts / TEXTS_A_BLOCK) * WORDS);
  let block = 0;
  let end = endOf(offsets, block);
  let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
  for (let at = 0; at + GRAM <= text.length; at += 1) {
    while (at >= end) {
      block += 1;
      end = endOf(offsets, block);
    }
    const third = text.charCodeAt(at + 2);
    const bit = bitOf(first, second, third);
    const word = block * WORDS + (bit >>> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
    first = second;
    second = third;
  }
  return { bits };
}

function endOf(offsets: Uint32Array, block: number): number {
  return offsets[Math.min((block + 1) * TEXTS_A_BLOCK, offsets.length - 1)] ?? 0;
}

function bitOf(first: number, second: number, third: number): number {
  return Math.imul(first ^ (second << 8) ^ (third << 16), 0x9e3779b1) >>> HASH_SHIFT;
}

/**
 * The blocks that may hold a needle, ascending.
 * @returns null where that tells nothing: the needle is too short
 */
export function blocksWith({ bits }: TextBlocks, needle: string): readonly number[] | null {
  if (needle.length < GRAM) return null;
  const wanted = new Uint32Array(WORDS);
  for (let at = 0; at + GRAM <= needle.length; at += 1) {
    const bit = bitOf(needle.charCodeAt(at), needle.charCodeAt(at + 1), needle.charCodeAt(at + 2));
    wanted[bit >>> 5] = (wanted[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  const words = [...wanted.keys()].filter((word) => wanted[word] !== 0);
  const found: number[] = [];
  for (let block = 0; block * WORDS < bits.length; block += 1) {
    let isPossible = true;
    for (let at = 0; isPossible && at < words.length; at += 1) {
      const word = words[at] ?? 0;
      const mask = wanted[word] ?? 0;
      isPossible = ((bits[block * WORDS + word] ?? 0) & mask) >>> 0 === mask;
    }
    if (isPossible) found.push(block);
  }
  return found;
}
