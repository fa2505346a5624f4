import type { Pause } from '#shared/base/tasks.ts';
import { createByteSink } from './byte-sink.ts';
import type { Gathered, RowSource } from './gather.ts';
import type { FileBytes } from './parquet-file.ts';
import type { FileColumn } from './plan.ts';

/**
 * The same rows as lines that PostgreSQL's COPY reads without any program beside it: its text format, in which no line break
 * stands but at the end of a row (its CSV ends at a line `\.` even within quotes). The lines lie in an archive that the `tar`
 * of every system unpacks, a member for each group of rows.
 */

/** Rows whose columns are held at a time, and a member of the archive. */
const ROWS_OF_MEMBER = 8192;
/** Rows written between two pauses. */
const ROWS_AT_ONCE = 32;
/** Bytes given to the compression at a time. */
const COMPRESSED_AT_ONCE = 65_536;
/** Messages are not made for less. */
const MIN_CHUNK = 200_000;

const [TAB, LINE_END, BACKSLASH, ZERO] = [0x09, 0x0a, 0x5c, 0x30];
const encoder = new TextEncoder();
const NULL = encoder.encode('\\N');
/** PostgreSQL's texts hold every character but this one: U+FFFD stands in its place. */
const NUL = 0;
const REPLACEMENT = encoder.encode('\ufffd');

/** @param last stands at the end of each row: the partition's value, null where it has none; undefined: nothing does */
export async function* copyFile(
  columns: readonly FileColumn[],
  source: RowSource,
  last: string | null | undefined,
  pause: Pause,
): AsyncGenerator<FileBytes> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  let rowsDone = 0;
  const feed = async (): Promise<void> => {
    for await (const { bytes, rows } of members(columns, source, last, pause)) {
      for (let from = 0; from < bytes.length; from += COMPRESSED_AT_ONCE) {
        await writer.write(bytes.subarray(from, from + COMPRESSED_AT_ONCE));
        await pause();
      }
      rowsDone += rows;
    }
    await writer.close();
  };
  const fed = feed().catch((error: unknown) => writer.abort(error));
  const reader = readable.getReader();
  try {
    let sink = createByteSink(MIN_CHUNK * 2);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      sink.append(next.value);
      if (sink.length() < MIN_CHUNK) continue;
      yield { bytes: sink.bytes(), rowsDone };
      sink = createByteSink(MIN_CHUNK * 2);
    }
    yield { bytes: sink.bytes(), rowsDone };
  } finally {
    // Whoever stops reading stops the feeding, too.
    await reader.cancel().catch(() => undefined);
    await fed.catch(() => undefined);
  }
}

async function* members(
  columns: readonly FileColumn[],
  source: RowSource,
  last: string | null | undefined,
  pause: Pause,
): AsyncGenerator<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }> {
  const ending = last === null ? NULL : encoder.encode(last ?? '');
  let number = 0;
  for (const { count, column: gathered } of source(ROWS_OF_MEMBER)) {
    const cells: CellWriter[] = [];
    for (const column of columns) {
      await pause();
      cells.push(cellWriter(column, gathered(column)));
    }
    const lines = createByteSink(count * columns.length * 4);
    for (let row = 0; row < count; row += 1) {
      if (row % ROWS_AT_ONCE === 0) await pause();
      for (const [at, write] of cells.entries()) {
        if (at > 0) lines.byte(TAB);
        write(lines, row);
      }
      if (last !== undefined) {
        lines.byte(TAB);
        lines.append(ending);
      }
      lines.byte(LINE_END);
    }
    number += 1;
    yield { bytes: tarMember(`${number}.tsv`, lines.bytes()), rows: count };
  }
  yield { bytes: new Uint8Array(2 * BLOCK), rows: 0 };
}

type Sink = ReturnType<typeof createByteSink>;
type CellWriter = (sink: Sink, row: number) => void;

function cellWriter({ type }: FileColumn, gathered: Gathered): CellWriter {
  const { present } = gathered;
  if (gathered.kind === 'texts') {
    const { codes } = gathered;
    const written = gathered.entries.map(escaped);
    return (sink, row) => sink.append((present[row] === 1 ? written[codes[row] ?? 0] : null) ?? NULL);
  }
  const { units, large } = gathered;
  if (type.kind === 'timestamp') {
    return (sink, row) => {
      if (present[row] === 0) sink.append(NULL);
      else appendAscii(sink, timestampText(units[row] ?? 0, type.utc));
    };
  }
  const scale = type.kind === 'decimal' ? type.scale : 0;
  return (sink, row) => {
    const value = units[row] ?? 0;
    if (present[row] === 0) sink.append(NULL);
    else if (value === 0 && !large.has(row)) sink.byte(ZERO);
    else appendAscii(sink, decimalText(large.get(row) ?? value, scale));
  };
}

function appendAscii(sink: Sink, text: string): void {
  for (let at = 0; at < text.length; at += 1) sink.byte(text.charCodeAt(at));
}

function decimalText(units: bigint | number, scale: number): string {
  const isNegative = units < 0;
  const digits = String(isNegative ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${isNegative ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

/** Years below 1 are counted as they are there: 0 is the first before Christ. */
function timestampText(ms: number, isUtc: boolean): string {
  const [, year = '', rest = ''] = /^([+-]?\d+)(-.+)Z$/.exec(new Date(ms).toISOString()) ?? [];
  const number = Number(year);
  const zone = isUtc ? '+00' : '';
  const moment = `${String(number > 0 ? number : 1 - number).padStart(4, '0')}${rest.replace('T', ' ')}${zone}`;
  return number > 0 ? moment : `${moment} BC`;
}

const ESCAPED = new Map([
  [BACKSLASH, encoder.encode('\\\\')],
  [TAB, encoder.encode('\\t')],
  [LINE_END, encoder.encode('\\n')],
  [0x0d, encoder.encode('\\r')],
  [NUL, REPLACEMENT],
]);

function escaped(text: Uint8Array): Uint8Array {
  if (!text.some((byte) => ESCAPED.has(byte))) return text;
  const sink = createByteSink(text.length * 2);
  for (const byte of text) {
    const written = ESCAPED.get(byte);
    if (written === undefined) sink.byte(byte);
    else sink.append(written);
  }
  return sink.bytes();
}

/** Texts that hold the character that PostgreSQL's do not. */
export function countNul({ entries, codes, present }: Extract<Gathered, { readonly kind: 'texts' }>): number {
  const unfit = new Set(entries.flatMap((entry, code) => (entry.includes(NUL) ? [code] : [])));
  if (unfit.size === 0) return 0;
  return codes.reduce((count, code, row) => count + (present[row] === 1 && unfit.has(code) ? 1 : 0), 0);
}

const BLOCK = 512;

/** A file of an archive (POSIX ustar): a block that tells of it, and its bytes in whole blocks. */
function tarMember(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK + Math.ceil(content.length / BLOCK) * BLOCK);
  const put = (at: number, text: string): void => {
    bytes.set(encoder.encode(text), at);
  };
  put(0, name);
  put(100, '0000600\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${content.length.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  // The sum counts itself as blanks.
  put(148, '        0');
  put(257, 'ustar\x0000');
  const sum = bytes.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  bytes.set(content, BLOCK);
  return bytes;
}
