import type { ColumnStore } from '../rows/column-store.ts';
import type { Slices } from '../slices.ts';
import { hashOfEntry } from '../texts/entry-hash.ts';
import { compareTexts, fold } from '../texts/fold.ts';
import { EMPTY_CODE, type GlobalDictionary } from '../texts/global-dictionary.ts';
import { sameText, type TextDictionary, textAt } from '../texts/text-dictionary.ts';
import { sortByWordSlices } from './radix-sort.ts';
import { ABSENT_KEY } from './row-keys.ts';
import { gatherWords } from './row-words.ts';

/**
 * The order of a column's texts over all segments, as compareTexts has it: by folded text, then by code units. Texts
 * are sorted as bytes, four at a time; only those alike in all of them are compared.
 */

/** Ranks of each segment's codes, by the segment's place; the empty text and null are absent. */
export type TextRanks = readonly Float64Array[];

const kept = new WeakMap<
  ColumnStore,
  Map<string, { readonly numbering: number; readonly ranks: TextRanks }>
>();

export function* textRanks(store: ColumnStore, column: string): Slices<TextRanks> {
  let ofStore = kept.get(store);
  if (ofStore === undefined) {
    ofStore = new Map();
    kept.set(store, ofStore);
  }
  const known = ofStore.get(column);
  if (known?.numbering === store.numbering) return known.ranks;
  const ranks = isRepetitive(store, column) ? rankDistinct(store, column) : yield* rankTexts(store, column);
  // One column is sorted by at a time.
  ofStore.clear();
  ofStore.set(column, { numbering: store.numbering, ranks });
  return ranks;
}

/** Whether segments mostly carry the same texts (products, not order numbers): then each is looked at once. */
function isRepetitive(store: ColumnStore, column: string): boolean {
  const carrying = store.segments.flatMap(({ columns }) => {
    const found = columns.get(column);
    return found?.kind === 'text' ? [found.dictionary] : [];
  });
  const entries = carrying.reduce((sum, { size }) => sum + size, 0);
  if (entries < store.rowSpan / 4) return true;
  // Small segments hold most texts once: whether two of them share theirs tells.
  const sample = carrying.sort((a, b) => a.size - b.size).filter(({ size }) => size >= SAMPLED_FROM);
  const [one, other] = sample;
  if (one === undefined || other === undefined) return false;
  const hashes = new Set<number>();
  for (const dictionary of [one, other]) {
    for (let code = 0; code < dictionary.size; code += 1) hashes.add(hashOfEntry(dictionary, code));
  }
  return hashes.size < (one.size + other.size) * SHARED_BELOW;
}

/** Texts that a segment must have to tell anything. */
const SAMPLED_FROM = 100;
/** Distinct texts of two segments, as a share of those they have one by one. */
const SHARED_BELOW = 0.85;

const distinctRanks = new WeakMap<GlobalDictionary, Float64Array>();

function rankDistinct(store: ColumnStore, column: string): TextRanks {
  const dictionary = store.dictionary(column);
  const codes = store.segments.map((segment, index) => dictionary.codesOf(index, segment));
  const { texts } = dictionary;
  let ranks = distinctRanks.get(dictionary);
  // Texts only ever come: as long as none has, their order stands.
  if (ranks?.length !== texts.length) {
    const sorted = texts.map((text, code) => ({ text, code, folded: fold(text) }));
    sorted.sort((a, b) =>
      a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.text < b.text ? -1 : a.text > b.text ? 1 : 0,
    );
    ranks = new Float64Array(texts.length);
    for (const [rank, { code }] of sorted.entries()) ranks[code] = code === EMPTY_CODE ? ABSENT_KEY : rank;
    distinctRanks.set(dictionary, ranks);
  }
  const all = ranks;
  return codes.map(({ constant, map }) =>
    map === null
      ? Float64Array.of(all[constant ?? EMPTY_CODE] ?? ABSENT_KEY)
      : Float64Array.from(map, (code) => all[code] ?? ABSENT_KEY),
  );
}

/** Texts looked at in one go. */
const STRIDE = 1 << 15;

/** Bytes by which texts are sorted before any two are compared. */
const SORTED_BYTES = 32;
const WORDS = SORTED_BYTES / 4;

type Entries = {
  readonly count: number;
  readonly dictionaries: readonly TextDictionary[];
  readonly segmentOf: Uint32Array;
  readonly codes: Uint32Array;
};

function* rankTexts(store: ColumnStore, column: string): Slices<TextRanks> {
  const ranks = store.segments.map((segment) => {
    const found = segment.columns.get(column);
    return new Float64Array(found?.kind === 'text' ? found.dictionary.size : 1).fill(ABSENT_KEY);
  });
  const entries = collectEntries(store, column);
  yield;
  const sorted = yield* sortEntries(entries);
  let rank = -1;
  let previous = -1;
  for (let at = 0; at < sorted.length; at += 1) {
    if (at % STRIDE === 0) yield;
    const entry = sorted[at] ?? 0;
    if (previous < 0 || !isSame(entries, previous, entry)) rank += 1;
    previous = entry;
    const ofSegment = ranks[entries.segmentOf[entry] ?? 0];
    if (ofSegment !== undefined) ofSegment[entries.codes[entry] ?? 0] = rank;
  }
  return ranks;
}

/** The texts of all segments but empty ones. */
function collectEntries(store: ColumnStore, column: string): Entries {
  const dictionaries: TextDictionary[] = [];
  const sources: { readonly index: number; readonly dictionary: TextDictionary }[] = [];
  let most = 0;
  for (const [index, segment] of store.segments.entries()) {
    const found = segment.columns.get(column);
    if (found?.kind !== 'text') continue;
    dictionaries[index] = found.dictionary;
    sources.push({ index, dictionary: found.dictionary });
    most += found.dictionary.size;
  }
  const segmentOf = new Uint32Array(most);
  const codes = new Uint32Array(most);
  let count = 0;
  for (const { index, dictionary } of sources) {
    const { offsets, nullCode, odd, size } = dictionary;
    for (let code = 0; code < size; code += 1) {
      if (code === nullCode || (offsets[code] === offsets[code + 1] && !odd.has(code))) continue;
      segmentOf[count] = index;
      codes[count] = code;
      count += 1;
    }
  }
  return { count, dictionaries, segmentOf, codes };
}

function isSame({ dictionaries, segmentOf, codes }: Entries, left: number, right: number): boolean {
  const a = dictionaries[segmentOf[left] ?? 0];
  const b = dictionaries[segmentOf[right] ?? 0];
  return a !== undefined && b !== undefined && sameText(a, codes[left] ?? 0, b, codes[right] ?? 0);
}

function textOf({ dictionaries, segmentOf, codes }: Entries, entry: number): string {
  const dictionary = dictionaries[segmentOf[entry] ?? 0];
  return dictionary === undefined ? '' : (textAt(dictionary, codes[entry] ?? 0) ?? '');
}

/** Entries in the order of their texts. */
function* sortEntries(entries: Entries): Slices<Uint32Array> {
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
    const ofSorted = gatherWords(all, sorted);
    yield;
    yield* sortByWordSlices(sorted, ofSorted, 2 ** 32);
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
function* foldedWords(entries: Entries): Slices<readonly Uint32Array[] | null> {
  const { count, dictionaries, segmentOf, codes } = entries;
  const words = Array.from({ length: WORDS }, () => new Uint32Array(count));
  const folded = new Uint8Array(SORTED_BYTES);
  for (let entry = 0; entry < count; entry += 1) {
    if (entry % STRIDE === 0) yield;
    const dictionary = dictionaries[segmentOf[entry] ?? 0];
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
