import type { Pause } from '#shared/base/tasks.ts';
import { createByteSink } from './byte-sink.ts';
import { type Chunk, ENCODING, encodings, type Page, pageHeader } from './column-chunk.ts';
import type { RowSource } from './gather.ts';
import { type ColumnType, type FileColumn, LONG_DIGITS } from './plan.ts';
import { inOrder, rowOrder } from './row-order.ts';
import { bool, i32, i64, list, struct, type Thrift, text, thriftBytes } from './thrift.ts';

/** A Parquet file made while it is read: one row group after the other, of each one column after the other. */

/** Rows held as pages at a time. */
export const ROWS_OF_GROUP = 65_536;
/** Messages are not made for less. */
const MIN_CHUNK = 200_000;
/** Bytes that are compressed between two pauses. */
const COMPRESSED_AT_ONCE = 65_536;
const GZIP = 2;
const MAGIC = new TextEncoder().encode('PAR1');
const TYPES = { int64: 2, byteArray: 6, fixedBytes: 7 } as const;

export type FileBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly rowsDone: number };

export async function* parquetFile(
  columns: readonly FileColumn[],
  rows: RowSource,
  pause: Pause,
): AsyncGenerator<FileBytes> {
  let sink = createByteSink(MIN_CHUNK * 2);
  let written = 0;
  let rowsDone = 0;
  const groups: Thrift[] = [];
  const append = (bytes: Uint8Array): void => {
    sink.append(bytes);
    written += bytes.length;
  };
  const take = (): FileBytes => {
    const bytes = sink.bytes();
    sink = createByteSink(MIN_CHUNK * 2);
    return { bytes, rowsDone };
  };
  let given = 0;
  append(MAGIC);
  for (const { count, column: gathered } of rows(ROWS_OF_GROUP)) {
    const began = written;
    const chunks: WrittenChunk[] = [];
    await pause();
    const order = rowOrder((key) => {
      const column = columns.find((each) => each.key === key && each.type.kind !== 'apart');
      return column === undefined ? null : gathered(column);
    }, count);
    for (const column of columns) {
      await pause();
      const chunk = await smallest(encodings(column.type, inOrder(gathered(column), order)), pause);
      chunks.push(await writeChunk(column, chunk, count, () => written, append, pause));
      if (written - given >= MIN_CHUNK) {
        given = written;
        yield take();
      }
    }
    rowsDone += count;
    groups.push(groupOf(chunks, count, began, written - began));
  }
  const footer = thriftBytes(footerOf(columns, rowsDone, groups));
  append(footer);
  sink.uint32(footer.length);
  append(MAGIC);
  yield take();
}

type WrittenChunk = { readonly metadata: Thrift; readonly offset: number; readonly size: number };

async function writeChunk(
  { name, type }: FileColumn,
  { pages, encoding, statistics }: Chunk,
  rows: number,
  position: () => number,
  append: (bytes: Uint8Array) => void,
  pause: Pause,
): Promise<WrittenChunk> {
  const offset = position();
  let dataAt = offset;
  let size = 0;
  for (const page of pages) {
    if (page.kind === 'data') dataAt = position();
    const body = await gzip(page.body, pause);
    const header = pageHeader(
      page,
      body.reduce((sum, { length }) => sum + length, 0),
    );
    append(header);
    for (const part of body) append(part);
    size += header.length + page.body.length;
  }
  const usesDictionary = encoding === ENCODING.dictionary;
  // A dictionary is plain itself.
  const used = [ENCODING.rle, ...(usesDictionary ? [ENCODING.plain] : []), encoding];
  const metadata = struct(
    [1, i32(physicalType(type))],
    [2, list(used.map(i32))],
    [3, list([text(name)])],
    [4, i32(GZIP)],
    [5, i64(rows)],
    [6, i64(size)],
    [7, i64(position() - offset)],
    [9, i64(dataAt)],
    [11, usesDictionary ? i64(offset) : null],
    [12, statistics],
  );
  return { metadata, offset, size };
}

/** Samples compressed on trial: a slice from the middle of each page, one in so many bytes, and so many at least. */
const TRIED_OF = 8;
const MIN_TRIED = 4_096;

/** Writes a column in the one of several ways that compresses best, as far as slices of it tell. */
async function smallest(chunks: readonly Chunk[], pause: Pause): Promise<Chunk> {
  const [first, ...others] = chunks;
  if (first === undefined) throw new RangeError('There is no way to write this column.');
  if (others.length === 0) return first;
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (const chunk of chunks) {
    const size = await expectedSize(chunk, pause);
    if (size >= least) continue;
    least = size;
    best = chunk;
  }
  return best;
}

async function expectedSize({ pages }: Chunk, pause: Pause): Promise<number> {
  let size = 0;
  for (const { body } of pages) {
    const length = Math.min(body.length, Math.max(MIN_TRIED, Math.ceil(body.length / TRIED_OF)));
    const from = Math.floor((body.length - length) / 2);
    const parts = await gzip(body.subarray(from, from + length), pause);
    const compressed = parts.reduce((sum, part) => sum + part.length, 0);
    size += length === 0 ? 0 : (compressed * body.length) / length;
  }
  return size;
}

/** By the platform, in steps short enough for others to have their turn between them. */
async function gzip(bytes: Page['body'], pause: Pause): Promise<readonly Uint8Array[]> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for (let from = 0; from < bytes.length; from += COMPRESSED_AT_ONCE) {
      await writer.write(bytes.subarray(from, from + COMPRESSED_AT_ONCE));
      await pause();
    }
    await writer.close();
  };
  const parts: Uint8Array[] = [];
  const drain = async (): Promise<void> => {
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  };
  await Promise.all([feed(), drain()]);
  return parts;
}

function groupOf(
  chunks: readonly WrittenChunk[],
  rows: number,
  offset: number,
  compressedSize: number,
): Thrift {
  return struct(
    [1, list(chunks.map((chunk) => struct([2, i64(chunk.offset)], [3, chunk.metadata])))],
    [2, i64(chunks.reduce((sum, { size }) => sum + size, 0))],
    [3, i64(rows)],
    [5, i64(offset)],
    [6, i64(compressedSize)],
  );
}

function footerOf(columns: readonly FileColumn[], rows: number, groups: readonly Thrift[]): Thrift {
  const root = struct([4, text('filas')], [5, i32(columns.length)]);
  return struct(
    [1, i32(1)],
    [2, list([root, ...columns.map(schemaElement)])],
    [3, i64(rows)],
    [4, list(groups)],
    [6, text('cuadra')],
    // Bounds are by the order of each type.
    [7, list(columns.map(() => struct([1, struct()])))],
  );
}

function physicalType(type: ColumnType): number {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return TYPES.byteArray;
    case 'timestamp':
      return TYPES.int64;
    case 'decimal':
      return type.digits === LONG_DIGITS ? TYPES.fixedBytes : TYPES.int64;
  }
}

/** Every column may be empty. */
function schemaElement({ name, type }: FileColumn): Thrift {
  const isDecimal = type.kind === 'decimal';
  return struct(
    [1, i32(physicalType(type))],
    [2, isDecimal && type.digits === LONG_DIGITS ? i32(16) : null],
    [3, i32(1)],
    [4, text(name)],
    [6, convertedType(type)],
    [7, isDecimal ? i32(type.scale) : null],
    [8, isDecimal ? i32(type.digits) : null],
    [10, logicalType(type)],
  );
}

/** The converted type, for older readers. Local time has none: theirs is always UTC. */
function convertedType(type: ColumnType): Thrift | null {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return i32(0);
    case 'decimal':
      return i32(5);
    case 'timestamp':
      return type.utc ? i32(9) : null;
  }
}

function logicalType(type: ColumnType): Thrift {
  switch (type.kind) {
    case 'text':
    case 'apart':
      return struct([1, struct()]);
    case 'decimal':
      return struct([5, struct([1, i32(type.scale)], [2, i32(type.digits)])]);
    case 'timestamp':
      // In milliseconds.
      return struct([8, struct([1, bool(type.utc)], [2, struct([1, struct()])])]);
  }
}
