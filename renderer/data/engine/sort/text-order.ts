import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { EMPTY_CODE, type GlobalDictionary } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  hashOfEntry,
  sameText,
  type TextDictionary,
  textAt,
} from '#renderer/data/engine/columns/text-dictionary.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { ABSENT_KEY, gatherKeys, sortByUint32Task } from './radix-sort.ts';

/** The order of a column's texts over all segments, as compareTexts has it: by folded text, then by code units. */

type TextRanks = readonly Float64Array[];

type Kept = {
  readonly numbering: number;
  readonly ranks: TextRanks;
  /** Ranks that the next commit's texts are put in between. */
  readonly ofDictionaries: DictionaryRanks;
};

/** Columns whose order is kept: the one that is warmed ahead, and another. */
const KEPT_COLUMNS = 2;

/** Kept by orders: stores of the same rows share them, and their texts. */
const orderedColumns = defineDerivation<ColumnStore['orders'], Map<string, Kept>>();

/** Ranks of a column's texts. What commits and merges left as it was is not sorted again. */
export function* textRanks(store: ColumnStore, column: string): Task<TextRanks> {
  const kept = orderedColumns.of(store.orders, () => new Map());
  const { numbering } = store;
  const before = kept.get(column);
  if (before?.numbering === numbering) return before.ranks;
  if (isRepetitive(store, column)) return rankDistinct(store, column);
  const dictionaries = store.segments.map(({ columns }) => {
    const found = columns.get(column);
    return found?.kind === 'text' ? found.dictionary : null;
  });
  const carried = dictionaries.filter((dictionary) => dictionary !== null);
  const ofDictionaries = yield* rankDictionaries(carried, before?.ofDictionaries ?? NOTHING_RANKED);
  const ranks = dictionaries.map(
    (dictionary) =>
      (dictionary === null ? undefined : ofDictionaries.get(dictionary)) ??
      new Float64Array(1).fill(ABSENT_KEY),
  );
  kept.delete(column);
  for (const [oldest] of kept) if (kept.size >= KEPT_COLUMNS) kept.delete(oldest);
  kept.set(column, { numbering, ranks, ofDictionaries });
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
  // Short segments hold most texts once: whether two share theirs tells. The smallest may be of the same few orders.
  const [one, other] = carrying.filter(({ size }) => size >= SAMPLED_FROM).sort((a, b) => b.size - a.size);
  if (one === undefined || other === undefined) return false;
  const hashes = new Set<number>();
  let looked = 0;
  for (const dictionary of [one, other]) {
    const most = Math.min(dictionary.size, SAMPLED);
    for (let code = 0; code < most; code += 1) hashes.add(hashOfEntry(dictionary, code));
    looked += most;
  }
  return hashes.size < looked * SHARED_BELOW;
}

/** Texts that a segment must have to tell anything, and that are looked at. */
const SAMPLED_FROM = 100;
const SAMPLED = 20_000;
/** Distinct texts of two segments, as a share of those they have one by one. */
const SHARED_BELOW = 0.85;

const distinctRanks = defineDerivation<GlobalDictionary, Float64Array>();

function rankDistinct(store: ColumnStore, column: string): TextRanks {
  const dictionary = store.dictionary(column);
  const codes = store.segments.map((segment, index) => dictionary.codesOf(index, segment));
  const { texts } = dictionary;
  // Texts only ever come: as long as none has, their order stands.
  const all = distinctRanks.of(dictionary, () => ranksOf(texts), texts.length);
  return codes.map(({ constant, map }) =>
    map === null
      ? Float64Array.of(all[constant ?? EMPTY_CODE] ?? ABSENT_KEY)
      : Float64Array.from(map, (code) => all[code] ?? ABSENT_KEY),
  );
}

function ranksOf(texts: readonly string[]): Float64Array {
  const sorted = texts.map((text, code) => ({ text, code, folded: fold(text) }));
  sorted.sort((a, b) =>
    a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.text < b.text ? -1 : a.text > b.text ? 1 : 0,
  );
  const ranks = new Float64Array(texts.length);
  for (const [rank, { code }] of sorted.entries()) ranks[code] = code === EMPTY_CODE ? ABSENT_KEY : rank;
  return ranks;
}

/** Ranks of the codes of dictionaries, over all of them. They hold no dictionary that nobody else holds. */
export type DictionaryRanks = Pick<WeakMap<TextDictionary, Float64Array>, 'get' | 'has'>;

export const NOTHING_RANKED: DictionaryRanks = new WeakMap();

/** Ranks dictionaries; null and "" are absent. What was ranked `before` keeps its order, other texts are put in between. */
export function* rankDictionaries(
  dictionaries: readonly TextDictionary[],
  before: DictionaryRanks,
): Task<DictionaryRanks> {
  const entries = collectEntries(dictionaries.filter((dictionary) => !before.has(dictionary)));
  yield;
  const sorted = yield* sortEntries(entries);
  const known = dictionaries.filter((dictionary) => before.has(dictionary));
  const held = yield* heldTexts(known, before);
  yield;
  const ranks = new WeakMap<TextDictionary, Float64Array>();
  const own = entries.dictionaries.map((dictionary) => {
    const made = new Float64Array(dictionary.size).fill(ABSENT_KEY);
    ranks.set(dictionary, made);
    return made;
  });
  const heldRanks = new Float64Array(held.count);
  /** Held texts that have got their rank, and the rank that comes next. */
  let done = 0;
  let next = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    if (at % STRIDE === 0) yield;
    const entry = sorted[at] ?? 0;
    if (at === 0 || !isSame(entries, sorted[at - 1] ?? 0, entry)) {
      const place = firstNotBefore(held, done, entries, entry);
      for (; done < place; done += 1, next += 1) heldRanks[done] = next;
      next += 1;
      if (done < held.count && compareEntries(held, done, entries, entry) === 0) {
        heldRanks[done] = next - 1;
        done += 1;
      }
    }
    const ofDictionary = own[entries.dictionaryOf[entry] ?? 0];
    if (ofDictionary !== undefined) ofDictionary[entries.codes[entry] ?? 0] = next - 1;
  }
  for (; done < held.count; done += 1, next += 1) heldRanks[done] = next;
  for (const dictionary of known) {
    yield;
    ranks.set(dictionary, movedRanks(before.get(dictionary) ?? NONE, held.placeOf, heldRanks));
  }
  return ranks;
}

const NONE = new Float64Array(0);

function movedRanks(old: Float64Array, placeOf: Uint32Array, ranks: Float64Array): Float64Array {
  const moved = new Float64Array(old.length);
  for (let code = 0; code < moved.length; code += 1) {
    const rank = old[code] ?? ABSENT_KEY;
    moved[code] = rank === ABSENT_KEY ? ABSENT_KEY : (ranks[placeOf[rank] ?? 0] ?? ABSENT_KEY);
  }
  return moved;
}

/** Each distinct text that ranked dictionaries hold, ascending; `placeOf` goes from its old rank to its place here. */
type RankedEntries = Entries & { readonly placeOf: Uint32Array };

function* heldTexts(dictionaries: readonly TextDictionary[], ranks: DictionaryRanks): Task<RankedEntries> {
  let greatest = -1;
  for (const dictionary of dictionaries)
    greatest = Math.max(greatest, greatestRank(ranks.get(dictionary) ?? NONE));
  yield;
  // By rank at first: what nobody holds any more leaves a gap.
  const dictionaryOf = new Uint32Array(greatest + 1);
  const codes = new Uint32Array(greatest + 1);
  const placeOf = new Uint32Array(greatest + 1);
  for (const [index, dictionary] of dictionaries.entries()) {
    yield;
    const own = ranks.get(dictionary) ?? NONE;
    for (let code = 0; code < own.length; code += 1) {
      const rank = own[code] ?? ABSENT_KEY;
      if (rank === ABSENT_KEY) continue;
      dictionaryOf[rank] = index;
      codes[rank] = code;
      placeOf[rank] = 1;
    }
  }
  let count = 0;
  for (let rank = 0; rank <= greatest; rank += 1) {
    if (placeOf[rank] === 0) continue;
    dictionaryOf[count] = dictionaryOf[rank] ?? 0;
    codes[count] = codes[rank] ?? 0;
    placeOf[rank] = count;
    count += 1;
  }
  return { count, dictionaries, dictionaryOf, codes, placeOf };
}

export function greatestRank(ranks: Float64Array): number {
  let greatest = -1;
  for (let code = 0; code < ranks.length; code += 1) {
    const rank = ranks[code] ?? ABSENT_KEY;
    if (rank !== ABSENT_KEY && rank > greatest) greatest = rank;
  }
  return greatest;
}

/** The first place from `from` on whose text does not come before an entry's. */
function firstNotBefore(held: Entries, from: number, entries: Entries, entry: number): number {
  return nearPartitionPoint(from, held.count, (at) => compareEntries(held, at, entries, entry) < 0);
}

/** As compareTexts. ASCII is compared as it lies: what comes after a letter of it does not change how that folds. */
function compareEntries(left: Entries, leftAt: number, right: Entries, rightAt: number): number {
  const a = left.dictionaries[left.dictionaryOf[leftAt] ?? 0];
  const b = right.dictionaries[right.dictionaryOf[rightAt] ?? 0];
  if (a === undefined || b === undefined) return 0;
  const aCode = left.codes[leftAt] ?? 0;
  const bCode = right.codes[rightAt] ?? 0;
  if (a.odd.has(aCode) || b.odd.has(bCode)) return compareTexts(textOf(left, leftAt), textOf(right, rightAt));
  const { offsets: aOffsets, bytes: aBytes } = a;
  const { offsets: bOffsets, bytes: bBytes } = b;
  const aEnd = aOffsets[aCode + 1] ?? 0;
  const bEnd = bOffsets[bCode + 1] ?? 0;
  let aAt = aOffsets[aCode] ?? 0;
  let bAt = bOffsets[bCode] ?? 0;
  let ofUnits = 0;
  for (; aAt < aEnd || bAt < bEnd; aAt += 1, bAt += 1) {
    const one = aAt < aEnd ? (aBytes[aAt] ?? 0) : ENDED;
    const other = bAt < bEnd ? (bBytes[bAt] ?? 0) : ENDED;
    if (one >= 0x80 || other >= 0x80) return compareTexts(textOf(left, leftAt), textOf(right, rightAt));
    if (one === other) continue;
    const folded = lowered(one) - lowered(other);
    if (folded !== 0) return folded;
    if (ofUnits === 0) ofUnits = one - other;
  }
  return ofUnits;
}

const ENDED = -1;

function lowered(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

/** Texts in the order of compareTexts, sorted as bytes, four at a time; only those alike in all of them are compared. */

/** Texts by place, each where it lies in a dictionary. */
type Entries = {
  readonly count: number;
  readonly dictionaries: readonly TextDictionary[];
  /** By entry, the place of its dictionary and its code there. */
  readonly dictionaryOf: Uint32Array;
  readonly codes: Uint32Array;
};

/** Texts looked at in one go. */
const STRIDE = 1 << 15;

/** Bytes by which texts are sorted before any two are compared. */
const SORTED_BYTES = 32;
const WORDS = SORTED_BYTES / 4;

/** All texts of some dictionaries but null and empty ones. */
function collectEntries(dictionaries: readonly TextDictionary[]): Entries {
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

function isSame({ dictionaries, dictionaryOf, codes }: Entries, left: number, right: number): boolean {
  const a = dictionaries[dictionaryOf[left] ?? 0];
  const b = dictionaries[dictionaryOf[right] ?? 0];
  return a !== undefined && b !== undefined && sameText(a, codes[left] ?? 0, b, codes[right] ?? 0);
}

function textOf({ dictionaries, dictionaryOf, codes }: Entries, entry: number): string {
  const dictionary = dictionaries[dictionaryOf[entry] ?? 0];
  return dictionary === undefined ? '' : (textAt(dictionary, codes[entry] ?? 0) ?? '');
}

function* sortEntries(entries: Entries): Task<Uint32Array> {
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
function* foldedWords(entries: Entries): Task<readonly Uint32Array[] | null> {
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
