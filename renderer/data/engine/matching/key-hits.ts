import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { createHashTable } from '#renderer/data/engine/columns/hash-table.ts';
import { codeAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { hashOfEntry, hashOfText, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import type { MatchLine } from '#shared/domain/matching/match-line.ts';

/** Where the numbers that a statement writes stand among the rows: a hash join over dictionaries. */

export const KEY_FIELDS = ['order', 'suborder', 'reference'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];
/** In the order in which they are preferred where as many lines are found. */
export const KEY_COLUMNS = ['Orden', 'Nro. suborden', 'Nro. Paquete'] as const;
export type KeyColumn = (typeof KEY_COLUMNS)[number];

export type Keys = {
  readonly texts: readonly string[];
  /** Of each line the place of its number among `texts`, -1 where it has none. */
  readonly of: { readonly [field in KeyField]: Int32Array };
  readonly find: (hash: number, isSame: (text: string) => boolean) => number;
};

/** The distinct numbers of all lines. */
export function* keysOf(lines: readonly Pick<MatchLine, KeyField>[]): Task<Keys> {
  const table = createHashTable();
  const texts: string[] = [];
  const placeOf = (text: string | null | undefined): number => {
    if (text === null || text === undefined || text === '') return -1;
    const hash = hashOfText(text);
    const known = table.search(hash, (place) => texts[place] === text);
    if (known >= 0) return known;
    texts.push(text);
    return table.insert(hash);
  };
  const fields = () => new Int32Array(lines.length);
  const of = { order: fields(), suborder: fields(), reference: fields() };
  for (const field of KEY_FIELDS) {
    yield* eachInSteps(lines, (line, at) => {
      of[field][at] = placeOf(line[field]);
    });
  }
  return {
    of,
    texts,
    find: (hash, isSame) => table.search(hash, (place) => isSame(texts[place] ?? '')),
  };
}

/** Numbers and the orders whose rows have them, as pairs, in one column of the rows. */
export type Hits = { readonly keys: readonly number[]; readonly orders: readonly number[] };
export type ColumnHits = { readonly [column in KeyColumn]: Hits };

/** A column in which this share of all lines is found is the one: no other is looked at. */
const SURELY = 0.9;

export function* findHits(store: ColumnStore, keys: Keys): Task<ColumnHits> {
  const hits = {
    Orden: { keys: [] as number[], orders: [] as number[] },
    'Nro. suborden': { keys: [] as number[], orders: [] as number[] },
    'Nro. Paquete': { keys: [] as number[], orders: [] as number[] },
  };
  if (keys.texts.length === 0) return hits;
  for (const column of KEY_COLUMNS) {
    for (const segment of store.segments) {
      const places = segment.retired ? null : placesOf(segment, column, keys);
      if (places === null) continue;
      yield;
      collect(segment, column, places, hits[column]);
      yield;
    }
    if (chooseKey(keys, hits).lines >= keys.of.order.length * SURELY) break;
  }
  return hits;
}

/** Which of some numbers an order has, in whichever column. */
export function* knownNumbers(store: ColumnStore, numbers: readonly string[]): Task<ReadonlySet<string>> {
  const known = new Set<string>();
  if (numbers.length === 0) return known;
  const keys = yield* keysOf(numbers.map((order) => ({ order, suborder: null, reference: null })));
  for (const column of KEY_COLUMNS) {
    const found: { readonly keys: number[]; readonly orders: number[] } = { keys: [], orders: [] };
    for (const segment of store.segments) {
      const places = segment.retired ? null : placesOf(segment, column, keys);
      if (places !== null) collect(segment, column, places, found);
      yield;
    }
    for (const key of found.keys) known.add(keys.texts[key] ?? '');
  }
  return known;
}

/** Of each entry of a column's dictionary its place among the keys; null: none is there. */
function placesOf(segment: StoredSegment, column: KeyColumn, keys: Keys): Int32Array | null {
  const found = segment.columns.get(column);
  if (found?.kind !== 'text') return null;
  const { dictionary } = found;
  let isAny = false;
  let entry = 0;
  const isSame = (text: string): boolean => text === textAt(dictionary, entry);
  const places = new Int32Array(dictionary.size).fill(-1);
  for (; entry < places.length; entry += 1) {
    if (entry === dictionary.nullCode) continue;
    const place = keys.find(hashOfEntry(dictionary, entry), isSame);
    places[entry] = place;
    if (place >= 0) isAny = true;
  }
  return isAny ? places : null;
}

function collect(
  segment: StoredSegment,
  column: KeyColumn,
  places: Int32Array,
  { keys, orders }: { readonly keys: number[]; readonly orders: number[] },
): void {
  const found = segment.columns.get(column);
  if (found?.kind !== 'text') return;
  const { isLive, orderOf, rowCount } = segment;
  for (let row = 0; row < rowCount; row += 1) {
    const place = places[codeAt(found, row)] ?? -1;
    if (place < 0 || isLive[row] !== 1) continue;
    const order = orderOf[row] ?? 0;
    if (keys[keys.length - 1] === place && orders[orders.length - 1] === order) continue;
    keys.push(place);
    orders.push(order);
  }
}

export type ChosenKey = {
  /** Which number of the lines, and which of the rows. */
  readonly field: KeyField;
  readonly column: KeyColumn;
  /** Lines whose number is found so. */
  readonly lines: number;
};

/** The pair of columns by which the most lines find an order, over the whole file. */
export function chooseKey(keys: Keys, hits: ColumnHits): ChosenKey {
  let best: ChosenKey = { field: 'order', column: 'Orden', lines: 0 };
  for (const column of KEY_COLUMNS) {
    if (hits[column].keys.length === 0) continue;
    const isHit = new Uint8Array(keys.texts.length);
    for (const key of hits[column].keys) isHit[key] = 1;
    for (const field of KEY_FIELDS) {
      let lines = 0;
      for (const key of keys.of[field]) if (key >= 0 && isHit[key] === 1) lines += 1;
      if (lines > best.lines) best = { field, column, lines };
    }
  }
  return best;
}

/**
 * Of each line the place of its number: of the field that was chosen, or of another one where that alone is found in the
 * chosen column (a refund may name its order otherwise than its sale).
 */
export function* numbersOf(
  keys: Keys,
  { field }: ChosenKey,
  byKey: ReadonlyMap<number, unknown>,
): Task<Int32Array> {
  const chosen = keys.of[field];
  const others = KEY_FIELDS.filter((each) => each !== field).map((each) => keys.of[each]);
  const numbers = chosen.slice();
  yield* eachInSteps(chosen, (own, at) => {
    if (byKey.has(own)) return;
    const other = others.find((each) => byKey.has(each[at] ?? -1));
    if (other !== undefined) numbers[at] = other[at] ?? -1;
  });
  return numbers;
}

/** By number the distinct orders that have it. */
export function* ordersByKey({ keys, orders }: Hits): Task<ReadonlyMap<number, readonly number[]>> {
  const byKey = new Map<number, number[]>();
  yield* eachInSteps(keys, (key, at) => {
    const order = orders[at] ?? -1;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [order]);
    else if (!known.includes(order)) known.push(order);
  });
  return byKey;
}
