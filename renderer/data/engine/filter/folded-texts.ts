import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { asciiBlob, type TextDictionary, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { fold } from '#shared/base/fold.ts';
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import { blocksOfTexts, blocksWith, TEXTS_A_BLOCK, type TextBlocks } from './text-blocks.ts';

/**
 * The texts of a dictionary as people look for them, in one string, and where to look. Kept within a budget, some 19 characters
 * and 3 bytes of blocks a row of the demo world; the oldest go first, those of a merged segment with it.
 */
type FoldedTexts = {
  readonly text: string;
  /** Where each entry begins in `text`; one more at the end. */
  readonly offsets: Uint32Array;
  /** Null where there are too few texts to be worth it. */
  readonly blocks: TextBlocks | null;
};

/** Fewer texts are looked through as a whole. */
const MANY_TEXTS = 1_000;

/** Characters kept: about the order numbers of a million rows. */
const KEPT_CHARACTERS = 32_000_000;

type Kept = { readonly texts: Map<TextDictionary, FoldedTexts>; characters: number; numbering: number };

/** Kept by orders: stores of the same rows share them, and their texts. */
const searchedTexts = defineDerivation<ColumnStore['orders'], Kept>();

function foldedTexts(store: ColumnStore, dictionary: TextDictionary): FoldedTexts {
  const kept = searchedTexts.of(store.orders, () => ({
    texts: new Map(),
    characters: 0,
    numbering: store.numbering,
  }));
  if (kept.numbering !== store.numbering) forgetRetired(store, kept);
  const known = kept.texts.get(dictionary);
  if (known !== undefined) return known;
  const folded = makeFolded(dictionary);
  const { text, offsets } = folded;
  const made = { ...folded, blocks: offsets.length > MANY_TEXTS ? blocksOfTexts(text, offsets) : null };
  kept.texts.set(dictionary, made);
  kept.characters += made.text.length;
  for (const [oldest, { text }] of kept.texts) {
    if (kept.characters <= KEPT_CHARACTERS) break;
    kept.texts.delete(oldest);
    kept.characters -= text.length;
  }
  return made;
}

/** A dictionary holds its whole segment: those of segments that were merged away go. */
function forgetRetired(store: ColumnStore, kept: Kept): void {
  const held = new Set<TextDictionary>();
  for (const { columns } of store.segments) {
    for (const column of columns.values()) if (column.kind === 'text') held.add(column.dictionary);
  }
  for (const [dictionary, { text }] of kept.texts) {
    if (held.has(dictionary)) continue;
    kept.texts.delete(dictionary);
    kept.characters -= text.length;
  }
  kept.numbering = store.numbering;
}

function makeFolded(dictionary: TextDictionary): Omit<FoldedTexts, 'blocks'> {
  const ascii = asciiBlob(dictionary);
  // A copy of the offsets: the dictionary's own may leave memory.
  if (ascii !== null) return { text: ascii.toLowerCase(), offsets: dictionary.offsets.slice() };
  const offsets = new Uint32Array(dictionary.size + 1);
  const parts: string[] = [];
  let length = 0;
  for (let code = 0; code < dictionary.size; code += 1) {
    const text = fold(textAt(dictionary, code) ?? '');
    parts.push(text);
    length += text.length;
    offsets[code + 1] = length;
  }
  return { text: parts.join(''), offsets };
}

/** Folds a column's texts before somebody searches, as long as the budget lasts. */
export function foldAhead(store: ColumnStore, { columns }: Segment, key: string): void {
  const column = columns.get(key);
  if (column?.kind !== 'text') return;
  const { dictionary } = column;
  const characters = searchedTexts.get(store.orders)?.characters ?? 0;
  if (characters + dictionary.bytes.length <= KEPT_CHARACTERS) foldedTexts(store, dictionary);
}

/** 1 for entries that contain the folded needle; null when none does. */
export function entriesWith(
  store: ColumnStore,
  dictionary: TextDictionary,
  needle: string,
): Uint8Array | null {
  const { text, offsets, blocks } = foldedTexts(store, dictionary);
  const found = new Uint8Array(dictionary.size);
  const possible = blocks === null ? null : blocksWith(blocks, needle);
  if (possible === null) return markEntries(found, text, offsets, 0, dictionary.size, needle) ? found : null;
  let isFound = false;
  for (const block of possible) {
    const first = block * TEXTS_A_BLOCK;
    const end = Math.min(first + TEXTS_A_BLOCK, dictionary.size);
    if (markEntries(found, text, offsets, first, end, needle)) isFound = true;
  }
  return isFound ? found : null;
}

/** Marks the entries from `first` to `end` that contain a needle; false where none does. */
function markEntries(
  found: Uint8Array,
  text: string,
  offsets: Uint32Array,
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
