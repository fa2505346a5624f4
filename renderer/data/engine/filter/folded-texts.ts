import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { asciiBlob, type TextDictionary, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { fold } from '#shared/base/fold.ts';
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import { blocksOfTexts, blocksWith, TEXTS_A_BLOCK, type TextBlocks } from './text-blocks.ts';

/** What a dictionary's texts are looked for by: in one string without case or accents, and which blocks may hold a needle. */
type SearchedTexts = {
  /** Null where there is no room to keep it: then what is looked through is folded for the time of a question. */
  readonly folded: Folded | null;
  /** Null where there are too few texts to be worth it; these are always kept folded. */
  readonly blocks: TextBlocks | null;
};
type Folded = {
  readonly text: string;
  /** Where each entry begins in `text`; one more at the end. */
  readonly offsets: Uint32Array;
};

/** Fewer texts are looked through as a whole. */
const MANY_TEXTS = 1_000;

/** Characters kept: about the order numbers of a million rows, some 19 a row of the demo world. Blocks, 3 bytes a row, stay. */
const KEPT_CHARACTERS = 32_000_000;

type Kept = { readonly texts: Map<TextDictionary, SearchedTexts>; characters: number; numbering: number };

/** Kept by orders: stores of the same rows share them, and their texts. */
const searchedTexts = defineDerivation<ColumnStore['orders'], Kept>();

function searched(store: ColumnStore, dictionary: TextDictionary): SearchedTexts {
  const kept = searchedTexts.of(store.orders, () => ({
    texts: new Map(),
    characters: 0,
    numbering: store.numbering,
  }));
  if (kept.numbering !== store.numbering) forgetRetired(store, kept);
  const known = kept.texts.get(dictionary);
  if (known !== undefined) return known;
  const folded = foldEntries(dictionary, 0, dictionary.size);
  const { text, offsets } = folded;
  const isMany = dictionary.size > MANY_TEXTS;
  const hasRoom = kept.characters + text.length <= KEPT_CHARACTERS;
  const made = {
    folded: hasRoom || !isMany ? folded : null,
    blocks: isMany ? blocksOfTexts(text, offsets) : null,
  };
  kept.texts.set(dictionary, made);
  kept.characters += charactersOf(made);
  return made;
}

const charactersOf = ({ folded }: SearchedTexts): number => folded?.text.length ?? 0;

/** A dictionary holds its whole segment: those of segments that were merged away go. */
function forgetRetired(store: ColumnStore, kept: Kept): void {
  const held = new Set<TextDictionary>();
  for (const { columns } of store.segments) {
    for (const column of columns.values()) if (column.kind === 'text') held.add(column.dictionary);
  }
  for (const [dictionary, texts] of kept.texts) {
    if (held.has(dictionary)) continue;
    kept.texts.delete(dictionary);
    kept.characters -= charactersOf(texts);
  }
  kept.numbering = store.numbering;
}

/** The entries from `first` to `end` without case or accents. */
function foldEntries(dictionary: TextDictionary, first: number, end: number): Folded {
  const ascii = asciiBlob(dictionary, first, end);
  const offsets = new Uint32Array(end - first + 1);
  if (ascii !== null) {
    // A copy: the dictionary's own may leave memory.
    offsets.set(dictionary.offsets.subarray(first, end + 1));
    const start = offsets[0] ?? 0;
    if (start > 0) for (let at = 0; at < offsets.length; at += 1) offsets[at] = (offsets[at] ?? 0) - start;
    return { text: ascii.toLowerCase(), offsets };
  }
  const parts: string[] = [];
  let length = 0;
  for (let code = first; code < end; code += 1) {
    const text = fold(textAt(dictionary, code) ?? '');
    parts.push(text);
    length += text.length;
    offsets[code - first + 1] = length;
  }
  return { text: parts.join(''), offsets };
}

/** Makes what a column is searched by before somebody does. */
export function foldAhead(store: ColumnStore, { columns }: Segment, key: string): void {
  const column = columns.get(key);
  if (column?.kind === 'text') searched(store, column.dictionary);
}

/** 1 for entries that contain the folded needle; null when none does. */
export function entriesWith(
  store: ColumnStore,
  dictionary: TextDictionary,
  needle: string,
): Uint8Array | null {
  const { folded, blocks } = searched(store, dictionary);
  const found = new Uint8Array(dictionary.size);
  const look = (first: number, end: number): boolean =>
    folded === null
      ? markEntries(found.subarray(first, end), foldEntries(dictionary, first, end), 0, end - first, needle)
      : markEntries(found, folded, first, end, needle);
  const possible = blocks === null ? null : blocksWith(blocks, needle);
  if (possible === null) return look(0, dictionary.size) ? found : null;
  let isFound = false;
  for (const block of possible) {
    const first = block * TEXTS_A_BLOCK;
    if (look(first, Math.min(first + TEXTS_A_BLOCK, dictionary.size))) isFound = true;
  }
  return isFound ? found : null;
}

/** Marks the entries from `first` to `end` that contain a needle; false where none does. */
function markEntries(
  found: Uint8Array,
  { text, offsets }: Folded,
  first: number,
  end: number,
  needle: string,
): boolean {
  const start = offsets[first] ?? 0;
  const part = text.slice(start, offsets[end]);
  let at = part.indexOf(needle);
  let isFound = false;
  let code = first;
  while (at >= 0) {
    code = entryAt(offsets, start + at, code);
    const entryEnd = (offsets[code + 1] ?? 0) - start;
    // A hit that runs over into the next entry is none; after a true one the entry is done.
    const isWithin = at + needle.length <= entryEnd;
    if (isWithin) {
      found[code] = 1;
      isFound = true;
    }
    at = part.indexOf(needle, isWithin ? entryEnd : at + 1);
  }
  return isFound;
}

function entryAt(offsets: Uint32Array, position: number, from: number): number {
  return nearPartitionPoint(from + 1, offsets.length - 1, (code) => (offsets[code] ?? 0) <= position) - 1;
}
