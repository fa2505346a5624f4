import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { maskTask, membersOf } from '#renderer/data/engine/filter/selection-mask.ts';
import type { ValueCount, ValuesAnswer, ValuesQuery } from '#renderer/data/model/values.ts';
import { fold } from '#shared/base/fold.ts';
import { partitionPoint } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { weightsOf } from './cell-weights.ts';
import { codeDimension, slotsOf } from './group-codes.ts';

/** Values of a column among the rows that the other filters leave, each with its rows. */
export type CountedValues = { readonly texts: readonly string[]; readonly rows: Uint32Array };

/** Counts all of them, whatever is looked for among them; a filter of the column itself does not count. */
export function* countValues(
  store: ColumnStore,
  { selection, column }: Pick<ValuesQuery, 'selection' | 'column'>,
): Task<CountedValues> {
  const mask = yield* maskTask(store, selection, column);
  const dimension = yield* codeDimension(store, { column, unit: null }, null);
  yield;
  const members = membersOf(mask);
  const slots = yield* slotsOf(store, members, [dimension]);
  const counts = new Uint32Array(slots.slotCount);
  const slotsOfRows = new Uint32Array(store.longestSegment);
  for (const layer of members.layers) {
    for (const [index, segment] of store.segments.entries()) {
      if (layer.rowsIn[index] === 0) continue;
      slots.fill(index, layer, slotsOfRows);
      const rowsOf = weightsOf(segment)?.rows ?? null;
      for (let row = 0; row < segment.rowCount; row += 1) {
        const slot = slotsOfRows[row] ?? 0;
        counts[slot] = (counts[slot] ?? 0) + (rowsOf === null ? 1 : (rowsOf[row] ?? 0));
      }
      yield;
    }
  }
  return { texts: store.dictionary(column).texts, rows: counts.subarray(1) };
}

/** Texts looked at in one go. */
const STRIDE = 1 << 14;

/** Answers a question from what was counted: found values, most frequent first, then by text. */
export function* findValues(
  counted: CountedValues,
  {
    find = '',
    at = 'anywhere',
    limit = null,
    also = [],
  }: Pick<ValuesQuery, 'find' | 'at' | 'limit' | 'also'>,
): Task<Omit<ValuesAnswer, 'revision'>> {
  const { texts, rows } = counted;
  const needle = fold(find);
  const folded = foldedTexts.of(texts, () => []);
  const isAtStart = at === 'start';
  const isFound = (text: string): boolean =>
    needle === '' || (isAtStart ? text.startsWith(needle) : text.includes(needle));
  const best = createBest(texts, folded, rows, limit, isAtStart ? needle : null);
  const isMissing = new Set(also);
  const others: number[] = [];
  let all = 0;
  let found = 0;
  for (let key = 0; key < rows.length; key += 1) {
    if (key % STRIDE === 0) yield;
    if (rows[key] === 0) continue;
    all += 1;
    const text = texts[key] ?? '';
    const isAsked = isMissing.size > 0 && isMissing.delete(text);
    folded[key] ??= fold(text);
    if (!isFound(folded[key] ?? '')) continue;
    found += 1;
    best.offer(key);
    if (isAsked) others.push(key);
  }
  yield;
  const first = best.keys();
  const isFirst = new Set(others.length === 0 ? [] : first);
  const beyond = others.filter((key) => !isFirst.has(key)).sort(best.compare);
  const without = [...isMissing].filter((text) => isFound(fold(text)));
  return {
    values: [
      ...[...first, ...beyond].map((key): ValueCount => ({ value: texts[key] ?? '', rows: rows[key] ?? 0 })),
      ...without.map((value): ValueCount => ({ value, rows: 0 })),
    ],
    found: found + without.length,
    all: all + isMissing.size,
  };
}

/** Folded texts by key, as far as they were looked at: of order numbers there are as many as orders. */
const foldedTexts = defineDerivation<readonly string[], (string | undefined)[]>();

/**
 * Keeps the first `limit` keys (null: all): the one that is `exact`, then by rows, greatest first, and then by text as
 * compareTexts has it.
 */
function createBest(
  texts: readonly string[],
  folded: readonly (string | undefined)[],
  rows: Uint32Array,
  limit: number | null,
  exact: string | null,
) {
  const kept: number[] = [];
  const isExact = (key: number): number => (exact !== null && folded[key] === exact ? 1 : 0);
  const compare = (a: number, b: number): number => {
    const byExact = isExact(b) - isExact(a);
    if (byExact !== 0) return byExact;
    const byRows = (rows[b] ?? 0) - (rows[a] ?? 0);
    if (byRows !== 0) return byRows;
    const one = folded[a] ?? '';
    const other = folded[b] ?? '';
    if (one !== other) return one < other ? -1 : 1;
    return (texts[a] ?? '') < (texts[b] ?? '') ? -1 : 1;
  };
  return {
    compare,
    offer(key: number): void {
      if (limit === null) {
        kept.push(key);
        return;
      }
      if (kept.length === limit && compare(key, kept[limit - 1] ?? 0) > 0) return;
      const place = partitionPoint(0, kept.length, (at) => compare(kept[at] ?? 0, key) <= 0);
      kept.splice(place, 0, key);
      if (kept.length > limit) kept.pop();
    },
    keys: (): readonly number[] => (limit === null ? kept.sort(compare) : kept),
  };
}
