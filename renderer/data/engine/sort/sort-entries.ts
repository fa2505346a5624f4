import { sameText, type TextDictionary, textAt } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import { gatherKeys } from './gather-keys.ts';
import { sortByUint32Task } from './radix-sort.ts';

/**
 * Texts of dictionaries, put in the order of compareTexts: by folded text, then by code units. They are sorted as bytes,
 * four at a time; only those alike in all of them are compared.
 */

/** Texts by place, each where it lies in a dictionary. */
export type Entries = {
  readonly count: number;
  readonly dictionaries: readonly TextDictionary[];
  /** Of each entry, the place of its dictionary and its code there. */
  readonly dictionaryOf: Uint32Array;
  readonly codes: Uint32Array;
};

/** Texts looked at in one go. */
const STRIDE = 1 << 15;

/** Bytes by which texts are sorted before any two are compared. */
const SORTED_BYTES = 32;
const WORDS = SORTED_BYTES / 4;

/** All texts of some dictionaries but null and empty ones. */
export function collectEntries(dictionaries: readonly TextDictionary[]): Entries {
  const most = dictionaries.reduce((sum, { size }) => sum + size, 0);
  const dictionaryOf = new Uint32Array(most);
  const codes = new Uint32Array(most);
  let count = 0;
  for (const [index, { offsets, nullCode, odd, size }] of dictionaries.entries()) {
    for (let code = 0; code < size; code += 1) {
      if (code === nullCode || (offsets[code] === offsets[code + 1] && !odd.has(code))) continue;
      dictionaryOf[count] = index;
      codes[count] = code;
      count += 1;
    }
  }
  return { count, dictionaries, dictionaryOf, codes };
}

export function isSame({ dictionaries, dictionaryOf, codes }: Entries, left: number, right: number): boolean {
  const a = dictionaries[dictionaryOf[left] ?? 0];
  const b = dictionaries[dictionaryOf[right] ?? 0];
  return a !== undefined && b !== undefined && sameText(a, codes[left] ?? 0, b, codes[right] ?? 0);
}

export function textOf({ dictionaries, dictionaryOf, codes }: Entries, entry: number): string {
  const dictionary = dictionaries[dictionaryOf[entry] ?? 0];
  return dictionary === undefined ? '' : (textAt(dictionary, codes[entry] ?? 0) ?? '');
}

/** Entries in the order of their texts. */
export function* sortEntries(entries: Entries): CooperativeTask<Uint32Array> {
  const sorted = new Uint32Array(entries.count);
  for (let at = 0; at < sorted.length; at += 1) sorted[at] = at;
  const words = yield* foldedWords(entries);
  if (words === null) {
    sortAlike(entries, sorted);
    return sorted;
  }
  for (let word = WORDS - 1; word >= 0; word -= 1) {
    const all = words[word];
    if (all === undefined || isBlank(all)) continue;
    const ofSorted = gatherKeys(all, sorted);
    yield;
    yield* sortByUint32Task(sorted, ofSorted, 2 ** 32);
  }
  const met = words.filter((all) => !isBlank(all));
  const isAlike = (left: number, right: number): boolean => {
    for (let word = 0; word < met.length; word += 1)
      if (met[word]?.[left] !== met[word]?.[right]) return false;
    return true;
  };
  let start = 0;
  for (let at = 1; at <= sorted.length; at += 1) {
    if (at % STRIDE === 0) yield;
    const first = sorted[start] ?? 0;
    if (at < sorted.length && isAlike(first, sorted[at] ?? 0)) continue;
    const run = sorted.subarray(start, at);
    if (run.length > 1 && !run.every((entry) => isSame(entries, first, entry))) sortAlike(entries, run);
    start = at;
  }
  return sorted;
}

function isBlank(words: Uint32Array): boolean {
  for (let at = 0; at < words.length; at += 1) if (words[at] !== 0) return false;
  return true;
}

/** Sorts by comparing: what bytes do not tell apart, or would order otherwise. */
function sortAlike(entries: Entries, run: Uint32Array): void {
  const texts = Array.from(run, (entry) => ({ entry, text: textOf(entries, entry) }));
  texts.sort((a, b) => compareTexts(a.text, b.text));
  for (const [at, { entry }] of texts.entries()) run[at] = entry;
}

const encoder = new TextEncoder();
/** UTF-8 orders texts as their UTF-16 units do, up to here: beyond stand characters of two units. */
const FIRST_ASTRAL_BYTE = 0xf0;

/** The first bytes of each folded text, four to a word, zeros after its end; null where bytes cannot order them. */
function* foldedWords(entries: Entries): CooperativeTask<readonly Uint32Array[] | null> {
  const { count, dictionaries, dictionaryOf, codes } = entries;
  const words = Array.from({ length: WORDS }, () => new Uint32Array(count));
  const folded = new Uint8Array(SORTED_BYTES);
  for (let entry = 0; entry < count; entry += 1) {
    if (entry % STRIDE === 0) yield;
    const dictionary = dictionaries[dictionaryOf[entry] ?? 0];
    if (dictionary === undefined) continue;
    const code = codes[entry] ?? 0;
    if (dictionary.odd.size > 0 && dictionary.odd.has(code)) return null;
    const { bytes, offsets } = dictionary;
    const from = offsets[code] ?? 0;
    const to = offsets[code + 1] ?? 0;
    let length = Math.min(SORTED_BYTES, to - from);
    let isAscii = true;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[from + at] ?? 0;
      if (byte >= 0x80) isAscii = false;
      folded[at] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    }
    // Beyond the sorted bytes only an accent could change how the text folds up to there.
    for (let at = from + length; isAscii && at < to; at += 1) if ((bytes[at] ?? 0) >= 0x80) isAscii = false;
    if (!isAscii) {
      const all = encoder.encode(fold(textAt(dictionary, code) ?? ''));
      if (all.some((byte) => byte >= FIRST_ASTRAL_BYTE)) return null;
      length = Math.min(SORTED_BYTES, all.length);
      folded.set(all.subarray(0, length));
    }
    for (let word = 0; word * 4 < length; word += 1) {
      const at = word * 4;
      let value = (folded[at] ?? 0) << 24;
      if (at + 1 < length) value |= (folded[at + 1] ?? 0) << 16;
      if (at + 2 < length) value |= (folded[at + 2] ?? 0) << 8;
      if (at + 3 < length) value |= folded[at + 3] ?? 0;
      const ofWord = words[word];
      if (ofWord !== undefined) ofWord[entry] = value >>> 0;
    }
  }
  return words;
}
