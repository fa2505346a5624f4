import type { Cell } from '#shared/domain/row-table.ts';

/** The distinct texts of a column of a segment, as UTF-8. They become strings only when looked at: there are millions. */
export type TextDictionary = {
  readonly size: number;
  /** size + 1 positions in `bytes`. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
  /** The code that stands for null (key missing, or JSON null); -1 when there is none. */
  readonly nullCode: number;
  /** Texts that UTF-8 cannot carry (lone surrogates), by code. */
  readonly odd: ReadonlyMap<number, string>;
  /** Small dictionaries keep their strings once decoded; null until one is. */
  texts: (string | undefined)[] | null;
};

/** Dictionaries up to this size keep decoded strings: those of channels and states, not of a hundred thousand products. */
const KEEP_TEXTS_UP_TO = 1_000;

/** Up to so many texts are looked for as bytes, each over the whole dictionary. */
const MANY_WANTED = 16;

/** In Unicode mode only a surrogate without its partner matches: UTF-8 cannot carry it. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

const LAST_ASCII = 0x7f;

const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();
// A leading U+FEFF belongs to the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function createTextDictionary(
  offsets: Uint32Array,
  bytes: Uint8Array,
  nullCode: number,
  odd: ReadonlyMap<number, string>,
): TextDictionary {
  return { size: offsets.length - 1, offsets, bytes, nullCode, odd, texts: null };
}

/** Of no text: its one code stands for null. */
export const NO_TEXTS = createTextDictionary(new Uint32Array(2), new Uint8Array(0), 0, new Map());

/** Texts as a dictionary, each by its place; null once at most. */
export function dictionaryOf(texts: readonly Cell[]): TextDictionary {
  const odd = new Map<number, string>();
  const own = texts.map((text, code) => {
    if (text === null) return NO_BYTES;
    if (!LONE_SURROGATE.test(text)) return encoder.encode(text);
    odd.set(code, text);
    return NO_BYTES;
  });
  const offsets = new Uint32Array(own.length + 1);
  for (const [code, { length }] of own.entries()) offsets[code + 1] = (offsets[code] ?? 0) + length;
  const bytes = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [code, each] of own.entries()) bytes.set(each, offsets[code]);
  return createTextDictionary(offsets, bytes, texts.indexOf(null), odd);
}

/** The text behind a code, exactly as it came. */
export function textAt(dictionary: TextDictionary, code: number): Cell {
  if (code === dictionary.nullCode) return null;
  const kept = dictionary.texts?.[code];
  if (kept !== undefined) return kept;
  const text = dictionary.odd.get(code) ?? decoder.decode(entryBytes(dictionary, code));
  if (dictionary.size <= KEEP_TEXTS_UP_TO) {
    dictionary.texts ??= new Array<string | undefined>(dictionary.size);
    dictionary.texts[code] = text;
  }
  return text;
}

/** Whether a code stands for just this text, as `textAt` would give it: of a long dictionary no string is made. */
export function isTextAt(dictionary: TextDictionary, code: number, text: Cell): boolean {
  return isKeptAsTexts(dictionary)
    ? textAt(dictionary, code) === text
    : isTextIn(dictionary, dictionary.offsets, dictionary.bytes, code, text);
}

/** Makes the function that tells it of many codes. It keeps the dictionary's arrays: for no longer than a step of work. */
export function textMatcher(dictionary: TextDictionary): (code: number, text: Cell) => boolean {
  if (isKeptAsTexts(dictionary)) return (code, text) => textAt(dictionary, code) === text;
  const { offsets, bytes } = dictionary;
  return (code, text) => isTextIn(dictionary, offsets, bytes, code, text);
}

const isKeptAsTexts = ({ size, odd }: TextDictionary): boolean => size <= KEEP_TEXTS_UP_TO || odd.size > 0;

function isTextIn(
  dictionary: TextDictionary,
  offsets: Uint32Array,
  bytes: Uint8Array,
  code: number,
  text: Cell,
): boolean {
  if (text === null || code === dictionary.nullCode) return text === null && code === dictionary.nullCode;
  const from = offsets[code] ?? 0;
  const length = (offsets[code + 1] ?? 0) - from;
  // Every unit of a text takes a byte at least.
  if (length < text.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ASCII) return textAt(dictionary, code) === text;
    if (bytes[from + at] !== unit) return false;
  }
  return length === text.length;
}

/** Whoever has read so many texts of a dictionary reads most of them: then it is worth it to decode it as a whole. */
const MANY_READ = 1_000;

/** Reads many texts, each as `textAt` does: those of a large dictionary of ASCII are cut from one string. */
export function textReader(dictionary: TextDictionary): (code: number) => Cell {
  const { size, offsets, nullCode, odd } = dictionary;
  if (size <= KEEP_TEXTS_UP_TO || odd.size > 0) return (code) => textAt(dictionary, code);
  let blob: string | null = null;
  let read = 0;
  return (code) => {
    if (blob === null || code === nullCode) {
      read += 1;
      if (read === MANY_READ) blob = asciiBlob(dictionary, 0, size);
      return textAt(dictionary, code);
    }
    return blob.slice(offsets[code], offsets[code + 1]);
  };
}

/** True when two entries hold the same text (null equals null only). */
export function sameText(
  left: TextDictionary,
  leftCode: number,
  right: TextDictionary,
  rightCode: number,
): boolean {
  const leftIsPlain = leftCode !== left.nullCode && !left.odd.has(leftCode);
  const rightIsPlain = rightCode !== right.nullCode && !right.odd.has(rightCode);
  if (!leftIsPlain || !rightIsPlain) return textAt(left, leftCode) === textAt(right, rightCode);
  return sameBytes(left, leftCode, entryBytes(right, rightCode));
}

export function entryBytes({ bytes, offsets }: TextDictionary, code: number): Uint8Array {
  return bytes.subarray(offsets[code], offsets[code + 1]);
}

/** 1 for the codes whose text is one of `wanted`; "" also stands for null. */
export function codesOfTexts(dictionary: TextDictionary, wanted: readonly string[]): Uint8Array {
  const { size, nullCode, odd } = dictionary;
  const found = new Uint8Array(size);
  if (wanted.length > MANY_WANTED || odd.size > 0) {
    const texts = new Set(wanted);
    for (let code = 0; code < size; code += 1)
      found[code] = texts.has(textAt(dictionary, code) ?? '') ? 1 : 0;
    return found;
  }
  for (const text of wanted) {
    if (text === '' && nullCode >= 0) found[nullCode] = 1;
    if (LONE_SURROGATE.test(text)) continue;
    const bytes = encoder.encode(text);
    for (let code = 0; code < size; code += 1) {
      if (code !== nullCode && sameBytes(dictionary, code, bytes)) found[code] = 1;
    }
  }
  return found;
}

function sameBytes(dictionary: TextDictionary, code: number, bytes: Uint8Array): boolean {
  return isEntryAt(dictionary, code, bytes, 0, bytes.length);
}

/** Whether [from, to) of `bytes` is an entry's text; the entry is neither null nor odd. */
export function isEntryAt(
  dictionary: TextDictionary,
  code: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const { offsets, bytes: own } = dictionary;
  const start = offsets[code] ?? 0;
  if ((offsets[code + 1] ?? 0) - start !== to - from) return false;
  for (let at = from; at < to; at += 1) if (own[start + at - from] !== bytes[at]) return false;
  return true;
}

/**
 * The entries from `first` to `end` as one string where every one of them is ASCII, else null: then offsets in it are offsets
 * in `bytes`, from that of the first.
 */
export function asciiBlob(
  { odd, bytes, offsets }: TextDictionary,
  first: number,
  end: number,
): string | null {
  if (odd.size > 0) return null;
  const part = bytes.subarray(offsets[first], offsets[end]);
  const blob = decoder.decode(part);
  return blob.length === part.length ? blob : null;
}

/** Hashes of texts as they lie in dictionaries, so that equal texts of different segments meet without strings. */

const hashEncoder = new TextEncoder();
const FIRST_HASH = 0x811c9dc5 | 0;

export function hashOfEntry(dictionary: TextDictionary, code: number): number {
  const { bytes, offsets, odd } = dictionary;
  if (odd.has(code)) return hashOfText(textAt(dictionary, code) ?? '');
  return hashBytes(bytes, offsets[code] ?? 0, offsets[code + 1] ?? 0);
}

export function hashOfText(text: string): number {
  let hash = FIRST_HASH;
  let at = 0;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ASCII) break;
    hash = nextHash(hash, unit);
  }
  if (at === text.length) return scramble(hash);
  const bytes = hashEncoder.encode(text);
  return hashBytes(bytes, 0, bytes.length);
}

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = FIRST_HASH;
  for (let at = from; at < to; at += 1) hash = nextHash(hash, bytes[at] ?? 0);
  return scramble(hash);
}

const nextHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export function scramble(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
