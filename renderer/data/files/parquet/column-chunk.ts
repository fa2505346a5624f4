import { scramble } from '#renderer/data/engine/columns/text-dictionary.ts';
import { createByteSink } from './byte-sink.ts';
import { appendDeltas, appendTexts, fitsDelta } from './delta.ts';
import type { Gathered } from './gather.ts';
import { appendHybrid, bitWidth } from './hybrid.ts';
import { type ColumnType, LONG_DIGITS } from './plan.ts';
import { binary, i32, i64, struct, type Thrift, thriftBytes } from './thrift.ts';

/** A column of one row group as Parquet pages: a dictionary where values repeat, and one page of data. */

/** One way of writing a column; of several that write the same, whichever comes out smallest is taken. */
export type Chunk = {
  readonly pages: readonly Page[];
  /** That of the values; a dictionary has one of its own. */
  readonly encoding: number;
  readonly statistics: Thrift;
};

export type Page = {
  readonly kind: 'dictionary' | 'data';
  readonly head: Thrift;
  readonly body: Uint8Array<ArrayBuffer>;
};

export const ENCODING = { plain: 0, rle: 3, delta: 5, deltaTexts: 7, dictionary: 8 } as const;
const LONG_BYTES = 16;
/** A dictionary is given up where fewer than so many rows share a value. */
const MIN_SHARING = 2;
/** Where so many do, nothing else is tried. */
const MUCH_SHARING = 64;

/** The ways in which a column's cells can be written that are worth a try; one at least. */
export function encodings(type: ColumnType, gathered: Gathered): readonly Chunk[] {
  return gathered.kind === 'texts' ? textEncodings(gathered) : numberEncodings(type, gathered);
}

type Texts = Extract<Gathered, { readonly kind: 'texts' }>;

function textEncodings({ present, entries, codes: all }: Texts): readonly Chunk[] {
  const levels = levelBytes(present);
  const codes = packed(all, present);
  const statistics = nullsOnly(present.length - codes.length);
  const rows = present.length;
  const dictionary = dictionaryChunk(textBytes(entries), entries.length, codes, levels, statistics, rows);
  if (codes.length === 0 || entries.length * MUCH_SHARING < codes.length) return [dictionary];
  const sink = createByteSink(levels.length + codes.length * 8);
  sink.append(levels);
  appendTexts(sink, entries, codes);
  return [dictionary, plainChunk(sink.bytes(), ENCODING.deltaTexts, statistics, rows)];
}

function numberEncodings(type: ColumnType, gathered: Numbers): readonly Chunk[] {
  const { present, large } = gathered;
  const rows = present.length;
  const levels = levelBytes(present);
  const isLong = type.kind === 'decimal' && type.digits === LONG_DIGITS;
  const count = countOf(present);
  const statistics = statisticsOf(gathered, isLong, rows - count);
  const plain = (): Chunk =>
    plainChunk(
      joined(levels, isLong ? longBytes(gathered) : shortBytes(gathered)),
      ENCODING.plain,
      statistics,
      rows,
    );
  if (isLong || large.size > 0) return [plain()];
  const chunks: Chunk[] = [];
  const distinct = distinctNumbers(gathered);
  if (distinct !== null) {
    const { values, indices } = distinct;
    chunks.push(dictionaryChunk(numberBytes(values), values.length, indices, levels, statistics, rows));
    if (values.length * MUCH_SHARING < count || count === 0) return chunks;
  }
  chunks.push(plain());
  const values = withoutNullUnits(gathered, count);
  if (fitsDelta(values)) {
    const sink = createByteSink(levels.length + count * 4);
    sink.append(levels);
    appendDeltas(sink, values);
    chunks.push(plainChunk(sink.bytes(), ENCODING.delta, statistics, rows));
  }
  return chunks;
}

function withoutNullUnits({ units, present }: Numbers, count: number): Float64Array {
  return count === units.length ? units : units.filter((_, row) => present[row] === 1);
}

function plainChunk(
  body: Uint8Array<ArrayBuffer>,
  encoding: number,
  statistics: Thrift,
  rows: number,
): Chunk {
  return { pages: [dataPage(body, encoding, rows)], encoding, statistics };
}

function dictionaryChunk(
  dictionary: Uint8Array<ArrayBuffer>,
  size: number,
  indices: Uint32Array,
  levels: Uint8Array,
  statistics: Thrift,
  rows: number,
): Chunk {
  const sink = createByteSink(levels.length + indices.length);
  sink.append(levels);
  const width = bitWidth(size - 1);
  sink.byte(width);
  appendHybrid(sink, indices, width);
  const head = struct([1, i32(size)], [2, i32(ENCODING.plain)]);
  return {
    pages: [
      { kind: 'dictionary', head, body: dictionary },
      dataPage(sink.bytes(), ENCODING.dictionary, rows),
    ],
    encoding: ENCODING.dictionary,
    statistics,
  };
}

function dataPage(body: Uint8Array<ArrayBuffer>, encoding: number, rows: number): Page {
  const head = struct([1, i32(rows)], [2, i32(encoding)], [3, i32(ENCODING.rle)], [4, i32(ENCODING.rle)]);
  return { kind: 'data', head, body };
}

/** The header of a page; of its body the sizes before and after compression. */
export function pageHeader({ kind, head, body }: Page, compressedSize: number): Uint8Array {
  const isData = kind === 'data';
  return thriftBytes(
    struct(
      [1, i32(isData ? 0 : 2)],
      [2, i32(body.length)],
      [3, i32(compressedSize)],
      [5, isData ? head : null],
      [7, isData ? null : head],
    ),
  );
}

/** Which rows hold a value: the bits, with the number of their bytes before them. */
function levelBytes(present: Uint8Array): Uint8Array {
  const bits = createByteSink();
  appendHybrid(bits, present, 1);
  const bytes = bits.bytes();
  const sink = createByteSink(bytes.length + 4);
  sink.uint32(bytes.length);
  sink.append(bytes);
  return sink.bytes();
}

function countOf(present: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < present.length; row += 1) count += present[row] ?? 0;
  return count;
}

/** The codes of the rows that hold a value. */
function packed(codes: Uint32Array, present: Uint8Array): Uint32Array {
  const kept = new Uint32Array(countOf(present));
  let at = 0;
  for (let row = 0; row < codes.length; row += 1) {
    if (present[row] === 0) continue;
    kept[at] = codes[row] ?? 0;
    at += 1;
  }
  return kept;
}

type Numbers = Extract<Gathered, { readonly kind: 'numbers' }>;

/** The distinct values and each row's place among them; null where too few rows share one. */
function distinctNumbers({ units, present }: Numbers) {
  const count = countOf(present);
  const most = Math.max(1, Math.floor(count / MIN_SHARING));
  const slots = new Int32Array(2 ** bitWidth(2 * most + 2)).fill(-1);
  const values = new Float64Array(most);
  const indices = new Uint32Array(count);
  let size = 0;
  let at = 0;
  for (let row = 0; row < units.length; row += 1) {
    if (present[row] === 0) continue;
    const value = units[row] ?? 0;
    let slot = scramble((value | 0) ^ Math.floor(value / 2 ** 32)) & (slots.length - 1);
    while (slots[slot] !== -1 && values[slots[slot] ?? 0] !== value) slot = (slot + 1) & (slots.length - 1);
    if (slots[slot] === -1) {
      if (size === most) return null;
      slots[slot] = size;
      values[size] = value;
      size += 1;
    }
    indices[at] = slots[slot] ?? 0;
    at += 1;
  }
  return ascending(values.subarray(0, size), indices);
}

/** A dictionary that ascends is compressed better. */
function ascending(values: Float64Array, indices: Uint32Array) {
  const order = Uint32Array.from(values, (_, index) => index).sort(
    (one, other) => (values[one] ?? 0) - (values[other] ?? 0),
  );
  const placeOf = new Uint32Array(values.length);
  for (let place = 0; place < order.length; place += 1) placeOf[order[place] ?? 0] = place;
  return {
    values: Float64Array.from(order, (index) => values[index] ?? 0),
    indices: indices.map((index) => placeOf[index] ?? 0),
  };
}

function textBytes(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const sink = createByteSink(entries.reduce((sum, { length }) => sum + 4 + length, 0));
  for (const entry of entries) {
    sink.uint32(entry.length);
    sink.append(entry);
  }
  return sink.bytes();
}

/** Whole doubles as INT64. */
function numberBytes(values: Float64Array): Uint8Array<ArrayBuffer> {
  const halves = new Int32Array(2 * values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    halves[2 * at] = value | 0;
    halves[2 * at + 1] = Math.floor(value / 2 ** 32);
  }
  return new Uint8Array(halves.buffer);
}

function shortBytes({ units, present, large }: Numbers): Uint8Array {
  const bytes = numberBytes(units);
  const view = new DataView(bytes.buffer);
  for (const [row, value] of large) view.setBigInt64(8 * row, value, true);
  return withoutNulls(bytes, 8, present);
}

/** As 16 bytes, the highest first. */
function longBytes({ units, present, large }: Numbers): Uint8Array {
  const bytes = new Uint8Array(LONG_BYTES * units.length);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < units.length; row += 1) {
    const value = units[row] ?? 0;
    if (value < 0) view.setBigInt64(LONG_BYTES * row, -1n);
    view.setInt32(LONG_BYTES * row + 8, Math.floor(value / 2 ** 32));
    view.setInt32(LONG_BYTES * row + 12, value | 0);
  }
  for (const [row, value] of large) bytes.set(longOf(value), LONG_BYTES * row);
  return withoutNulls(bytes, LONG_BYTES, present);
}

function longOf(value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(LONG_BYTES));
  view.setBigInt64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return new Uint8Array(view.buffer);
}

function withoutNulls(bytes: Uint8Array, width: number, present: Uint8Array): Uint8Array {
  let to = 0;
  for (let row = 0; row < present.length; row += 1) {
    if (present[row] === 0) continue;
    if (to !== row) bytes.copyWithin(width * to, width * row, width * (row + 1));
    to += 1;
  }
  return bytes.subarray(0, width * to);
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

const nullsOnly = (nulls: number): Thrift => struct([3, i64(nulls)]);

/** The smallest and the largest value, by which engines pass over row groups. */
function statisticsOf({ units, present, large }: Numbers, isLong: boolean, nulls: number): Thrift {
  if (isLong || large.size > 0 || nulls === present.length) return nullsOnly(nulls);
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < units.length; row += 1) {
    if (present[row] === 0) continue;
    const value = units[row] ?? 0;
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  const bytesOf = (value: number): Thrift => binary(numberBytes(Float64Array.of(value)));
  return struct([3, i64(nulls)], [5, bytesOf(largest)], [6, bytesOf(smallest)]);
}
