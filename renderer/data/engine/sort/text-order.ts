import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { EMPTY_CODE, type GlobalDictionary } from '#renderer/data/engine/columns/global-dictionary.ts';
import { hashOfEntry } from '#renderer/data/engine/dictionary/entry-hash.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { fold } from '#shared/base/fold.ts';
import { type DictionaryRanks, NOTHING_RANKED, rankDictionaries } from './rank-dictionaries.ts';
import { ABSENT_KEY } from './sort-keys.ts';

/** The order of a column's texts over all segments, as compareTexts has it: by folded text, then by code units. */

/** Ranks of each segment's codes, by the segment's place; the empty text and null are absent. */
export type TextRanks = readonly Float64Array[];

type Kept = {
  readonly numbering: number;
  readonly ranks: TextRanks;
  /** What the next commit's texts are put in between. */
  readonly ofDictionaries: DictionaryRanks;
};

/** Columns whose order is kept: the one that is prepared (prepare.ts), and another. */
const KEPT_COLUMNS = 2;

const orderedColumns = defineDerivation<ColumnStore, Map<string, Kept>>();

/** Ranks of a column's texts. What commits and merges left as it was is not sorted again. */
export function* textRanks(store: ColumnStore, column: string): CooperativeTask<TextRanks> {
  const kept = orderedColumns.of(store, () => new Map());
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
