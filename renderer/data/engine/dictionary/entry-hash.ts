import { type TextDictionary, textAt } from './text-dictionary.ts';

/** Hashes of texts as they lie in dictionaries, so that equal texts of different segments meet without strings. */

const encoder = new TextEncoder();

export function hashOfEntry(dictionary: TextDictionary, code: number): number {
  const { bytes, offsets, odd } = dictionary;
  if (odd.has(code)) return hashOfText(textAt(dictionary, code) ?? '');
  return hashBytes(bytes, offsets[code] ?? 0, offsets[code + 1] ?? 0);
}

export function hashOfText(text: string): number {
  const bytes = encoder.encode(text);
  return hashBytes(bytes, 0, bytes.length);
}

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return scramble(hash);
}

/** Spreads a number over all 32 bits. */
export function scramble(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
