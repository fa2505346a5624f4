import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { createHashTable } from '#renderer/data/engine/columns/hash-table.ts';
import { codeAt, type StoredSegment, type TextColumn } from '#renderer/data/engine/columns/segment.ts';
import { hashOfEntry, hashOfText, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { type AccountNames, accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { MAX_NUMBER_LENGTH } from '#renderer/data/model/statement-answers.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { shapeOfNumber } from '#renderer/reconciliation/statements/model/number-shapes.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';

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
  /** A bit for each hash, several of which share one: what has none is no hash of theirs. */
  readonly bits: Int32Array;
};

type NumberedLines = readonly Pick<MatchLine, KeyField>[];

const madeKeys = defineDerivation<NumberedLines, Keys>();

/** The distinct numbers of all lines: kept with these, for they are asked of the rows after every commit. */
export function* keysOf(lines: NumberedLines): Task<Keys> {
  return madeKeys.get(lines) ?? madeKeys.keep(lines, yield* makeKeys(lines));
}

function* makeKeys(lines: NumberedLines): Task<Keys> {
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
    bits: bitsOf(texts),
    find: (hash, isSame) => table.search(hash, (place) => isSame(texts[place] ?? '')),
  };
}

/** Bits for each number: most others meet none of theirs. */
const BITS_A_KEY = 16;
const LEAST_WORDS = 64;

function bitsOf(texts: readonly string[]): Int32Array {
  let words = LEAST_WORDS;
  while (words * 32 < texts.length * BITS_A_KEY) words *= 2;
  const bits = new Int32Array(words);
  for (const text of texts) {
    const hash = hashOfText(text);
    const word = (hash >>> 5) & (words - 1);
    bits[word] = (bits[word] ?? 0) | (1 << (hash & 31));
  }
  return bits;
}

/** Numbers with the orders whose rows have them, and the account of each, in one column of the rows. */
export type Hits = {
  readonly keys: readonly number[];
  readonly orders: readonly number[];
  readonly accounts: readonly number[];
};
type GrowingHits = { readonly [part in keyof Hits]: number[] };
const noHits = (): GrowingHits => ({ keys: [], orders: [], accounts: [] });

/** A pair of columns by which this share of what can be found is found is as good as one that finds all of it. */
const SURELY = 0.9;

export type FoundByKey = { readonly key: ChosenKey; readonly hits: Hits };

/**
 * Where the numbers of some lines stand among the rows: in the column that finds most of them, those of the statement's own
 * accounts first. Where one finds nearly all in one account, no other is looked at.
 * @param owners whose the statement is; null: nobody said
 */
export function* findByKey(
  store: ColumnStore,
  keys: Keys,
  owners: readonly AccountNames[] | null,
): Task<FoundByKey> {
  const hits = { Orden: noHits(), 'Nro. suborden': noHits(), 'Nro. Paquete': noHits() };
  let key: ChosenKey = { field: 'order', column: 'Orden', lines: 0 };
  if (keys.texts.length === 0) return { key, hits: hits.Orden };
  const { accounts, readerOf } = accountCodes(store);
  const wanted =
    owners === null ? null : new Set(owners.map(({ canal, cuenta }) => accountKey(canal, cuenta)));
  const isOwn =
    wanted === null
      ? null
      : (account: number): boolean => {
          const { canal = '', cuenta = '' } = accounts[account] ?? {};
          return wanted.has(accountKey(canal, cuenta));
        };
  const found: FoundLines[] = [];
  for (const column of KEY_COLUMNS) {
    for (const [index, segment] of store.segments.entries()) {
      collect(segment, yield* rowsWith(segment, column, keys), hits[column], readerOf(index, segment));
    }
    found.push(...linesFound(keys, column, hits[column], isOwn));
    const best = chosenOf(found, isOwn !== null);
    if (best === undefined) continue;
    key = { field: best.field, column: best.column, lines: best.lines };
    if (best.own >= keys.of.order.length * SURELY) break;
  }
  return { key, hits: hits[key.column] };
}

/** Which of some numbers an order has, in whichever column. */
export function* knownNumbers(store: ColumnStore, numbers: readonly string[]): Task<ReadonlySet<string>> {
  const known = new Set<string>();
  if (numbers.length === 0) return known;
  const keys = yield* keysOf(numbers.map((order) => ({ order, suborder: null, reference: null })));
  for (const column of KEY_COLUMNS) {
    const found = noHits();
    for (const segment of store.segments) {
      collect(segment, yield* rowsWith(segment, column, keys), found, () => 0);
    }
    for (const key of found.keys) known.add(keys.texts[key] ?? '');
  }
  return known;
}

/** More of them say nothing of what a number looks like. */
const MAX_SHAPES = 500;

/** The shapes of all orders' numbers, whichever column they stand in; those of the most numbers first. */
export function* numberShapes(store: ColumnStore): Task<readonly string[]> {
  const counts = new Map<string, number>();
  for (const column of KEY_COLUMNS) {
    for (const segment of store.segments) {
      const found = segment.columns.get(column);
      if (found?.kind !== 'text') continue;
      for (let entry = 0; entry < found.dictionary.size; entry += 1) {
        const text = textAt(found.dictionary, entry);
        if (text === null || text.length > MAX_NUMBER_LENGTH) continue;
        const shape = shapeOfNumber(text);
        if (counts.has(shape) || counts.size < MAX_SHAPES) counts.set(shape, (counts.get(shape) ?? 0) + 1);
      }
      yield;
    }
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([shape]) => shape);
}

/** Rows of a segment whose cell is one of the numbers, ascending, dead ones included, and the place of each one's number. */
type NumberedRows = { readonly rows: readonly number[]; readonly places: readonly number[] };
const NO_ROWS: NumberedRows = { rows: [], places: [] };

/** By column of a segment, which never changes. */
const foundRows = defineDerivation<Keys, WeakMap<TextColumn, NumberedRows>>();

function* rowsWith(segment: StoredSegment, column: KeyColumn, keys: Keys): Task<NumberedRows> {
  const cells = segment.columns.get(column);
  if (cells?.kind !== 'text') return NO_ROWS;
  const kept = foundRows.of(keys, () => new WeakMap());
  const known = kept.get(cells);
  if (known !== undefined) return known;
  const found = findRows(segment.rowCount, cells, placesOf(cells, keys));
  kept.set(cells, found);
  yield;
  return found;
}

/** Of each entry of a column's dictionary its place among the keys; null: none is there. */
function placesOf({ dictionary }: TextColumn, keys: Keys): Int32Array | null {
  let isAny = false;
  let entry = 0;
  const isSame = (text: string): boolean => text === textAt(dictionary, entry);
  const places = new Int32Array(dictionary.size).fill(-1);
  const { bits } = keys;
  const last = bits.length - 1;
  for (; entry < places.length; entry += 1) {
    if (entry === dictionary.nullCode) continue;
    const hash = hashOfEntry(dictionary, entry);
    if (((bits[(hash >>> 5) & last] ?? 0) & (1 << (hash & 31))) === 0) continue;
    const place = keys.find(hash, isSame);
    places[entry] = place;
    if (place >= 0) isAny = true;
  }
  return isAny ? places : null;
}

function findRows(rowCount: number, cells: TextColumn, placeOf: Int32Array | null): NumberedRows {
  if (placeOf === null) return NO_ROWS;
  const [rows, places]: [number[], number[]] = [[], []];
  for (let row = 0; row < rowCount; row += 1) {
    const place = placeOf[codeAt(cells, row)] ?? -1;
    if (place < 0) continue;
    rows.push(row);
    places.push(place);
  }
  return { rows, places };
}

function collect(
  { isLive, orderOf }: StoredSegment,
  { rows, places }: NumberedRows,
  { keys, orders, accounts }: GrowingHits,
  accountOf: (row: number) => number,
): void {
  for (const [at, row] of rows.entries()) {
    if (isLive[row] !== 1) continue;
    const place = places[at] ?? -1;
    const order = orderOf[row] ?? 0;
    if (keys[keys.length - 1] === place && orders[orders.length - 1] === order) continue;
    keys.push(place);
    orders.push(order);
    accounts.push(accountOf(row));
  }
}

export type ChosenKey = {
  /** Which number of the lines, and which of the rows. */
  readonly field: KeyField;
  readonly column: KeyColumn;
  /** Lines whose number is found so. */
  readonly lines: number;
};

/** Lines that one field finds in one column. */
type FoundLines = ChosenKey & {
  /** Of them, those found in the statement's accounts; where nobody said whose it is, in the account that has most by itself. */
  readonly own: number;
  /** All but a few are. */
  readonly isOfOwner: boolean;
};

function linesFound(
  keys: Keys,
  column: KeyColumn,
  hits: Hits,
  isOwn: ((account: number) => boolean) | null,
): readonly FoundLines[] {
  if (hits.keys.length === 0) return [];
  const NOT_FOUND = -1;
  const OF_SEVERAL = -2;
  /** Of each number the account that it is found in. */
  const accountOf = new Int32Array(keys.texts.length).fill(NOT_FOUND);
  const isInOwn = new Uint8Array(keys.texts.length);
  for (const [at, key] of hits.keys.entries()) {
    const account = hits.accounts[at] ?? 0;
    const known = accountOf[key] ?? NOT_FOUND;
    accountOf[key] = known === NOT_FOUND || known === account ? account : OF_SEVERAL;
    if (isOwn?.(account) === true) isInOwn[key] = 1;
  }
  return KEY_FIELDS.map((field): FoundLines => {
    let [lines, inOwn] = [0, 0];
    const alone = new Map<number, number>();
    for (const key of keys.of[field]) {
      const account = key < 0 ? NOT_FOUND : (accountOf[key] ?? NOT_FOUND);
      if (account === NOT_FOUND) continue;
      lines += 1;
      inOwn += isInOwn[key] ?? 0;
      if (account !== OF_SEVERAL) alone.set(account, (alone.get(account) ?? 0) + 1);
    }
    const own = isOwn === null ? Math.max(0, ...alone.values()) : inOwn;
    return { field, column, lines, own, isOfOwner: own >= lines * SURELY };
  });
}

/**
 * The pair of columns by which the most lines find an order, over the whole file: an order of the statement's accounts, where
 * the user named them. Else one whose orders are nearly all of one account goes before one that finds few lines more, over
 * several accounts: those have its numbers by chance. Equal ones in the order of their names above.
 */
function chosenOf(found: readonly FoundLines[], isNamed: boolean): FoundLines | undefined {
  const most = (of: 'lines' | 'own'): number => Math.max(1, ...found.map((each) => each[of]));
  const [mostLines, mostOwn] = [most('lines'), most('own')];
  const ofOwner = found.filter(({ own }) => isNamed && own === mostOwn);
  const candidates = ofOwner.length > 0 ? ofOwner : found.filter(({ lines }) => lines >= mostLines * SURELY);
  return candidates.toSorted(
    (one, other) =>
      (isNamed ? 0 : Number(other.isOfOwner) - Number(one.isOfOwner)) || other.lines - one.lines,
  )[0];
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
export function* ordersByKey({
  keys,
  orders,
}: Omit<Hits, 'accounts'>): Task<ReadonlyMap<number, readonly number[]>> {
  const byKey = new Map<number, number[]>();
  yield* eachInSteps(keys, (key, at) => {
    const order = orders[at] ?? -1;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [order]);
    else if (!known.includes(order)) known.push(order);
  });
  return byKey;
}
