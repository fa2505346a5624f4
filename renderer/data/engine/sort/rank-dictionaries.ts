import type { TextDictionary } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import { collectEntries, type Entries, isSame, sortEntries, textOf } from './sort-entries.ts';
import { ABSENT_KEY } from './sort-keys.ts';

/** Ranks of the codes of dictionaries, over all of them. They hold no dictionary that nobody else holds. */
export type DictionaryRanks = Pick<WeakMap<TextDictionary, Float64Array>, 'get' | 'has'>;

export const NOTHING_RANKED: DictionaryRanks = new WeakMap();

/** Texts looked at in one go. */
const STRIDE = 1 << 15;

/**
 * Ranks dictionaries, each of which occurs once; null and "" are absent. Those that were ranked `before` have their
 * order among themselves: only the texts of the others are sorted, and put in between.
 */
export function* rankDictionaries(
  dictionaries: readonly TextDictionary[],
  before: DictionaryRanks,
): CooperativeTask<DictionaryRanks> {
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

function* heldTexts(
  dictionaries: readonly TextDictionary[],
  ranks: DictionaryRanks,
): CooperativeTask<RankedEntries> {
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

function greatestRank(ranks: Float64Array): number {
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
  const aEnd = a.offsets[aCode + 1] ?? 0;
  const bEnd = b.offsets[bCode + 1] ?? 0;
  let aAt = a.offsets[aCode] ?? 0;
  let bAt = b.offsets[bCode] ?? 0;
  let ofUnits = 0;
  for (; aAt < aEnd || bAt < bEnd; aAt += 1, bAt += 1) {
    const one = aAt < aEnd ? (a.bytes[aAt] ?? 0) : ENDED;
    const other = bAt < bEnd ? (b.bytes[bAt] ?? 0) : ENDED;
    if (one >= 0x80 || other >= 0x80) return compareTexts(textOf(left, leftAt), textOf(right, rightAt));
    if (one === other) continue;
    const folded = lowered(one) - lowered(other);
    if (folded !== 0) return folded;
    if (ofUnits === 0) ofUnits = one - other;
  }
  return ofUnits;
}

/** Less than any byte. */
const ENDED = -1;

function lowered(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}
