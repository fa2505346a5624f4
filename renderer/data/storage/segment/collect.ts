import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDate } from './canonical.ts';
import type { BodyWriter, ColumnHeader, DictionaryHeader, ExceptionsHeader } from './layout.ts';

/** Takes the cells of one column as they come, and writes them as arrays. */
export type ColumnCollector = {
  readonly put: (row: number, cell: Cell) => void;
  /** Null for a column that no row carries: it reads as null anyway. */
  readonly finish: (body: BodyWriter) => ColumnHeader | null;
};

/** In Unicode mode only a surrogate without its partner matches. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Gives each distinct cell a code, in order of appearance. */
function createDictionaryWriter() {
  const codes = new Map<Cell, number>();
  let lastCell: Cell | undefined;
  let lastCode = 0;
  return {
    codeOf(cell: Cell): number {
      if (cell === lastCell) return lastCode;
      let code = codes.get(cell);
      if (code === undefined) {
        code = codes.size;
        codes.set(cell, code);
      }
      lastCell = cell;
      lastCode = code;
      return code;
    },
    get size(): number {
      return codes.size;
    },
    write(body: BodyWriter): DictionaryHeader {
      const encoder = new TextEncoder();
      const offsets = new Uint32Array(codes.size + 1);
      const odd: [number, string][] = [];
      let nullCode = -1;
      let bytes = new Uint8Array(1024);
      let length = 0;
      for (const [cell, code] of codes) {
        if (cell === null) nullCode = code;
        else if (LONE_SURROGATE.test(cell)) odd.push([code, cell]);
        else {
          // A UTF-16 unit takes three bytes of UTF-8 at most.
          const most = length + cell.length * 3;
          if (most > bytes.length) {
            const larger = new Uint8Array(most * 2);
            larger.set(bytes.subarray(0, length));
            bytes = larger;
          }
          length += encoder.encodeInto(cell, bytes.subarray(length)).written;
        }
        offsets[code + 1] = length;
      }
      return {
        offsets: body.add('u32', offsets),
        bytes: body.add('u8', bytes.subarray(0, length)),
        nullCode,
        odd,
      };
    },
  };
}

/** Collects the cells that the arrays of a column do not carry. */
export function createExceptionsWriter() {
  const dictionary = createDictionaryWriter();
  const entries: { row: number; code: number }[] = [];
  return {
    add(row: number, cell: Cell): void {
      entries.push({ row, code: dictionary.codeOf(cell) });
    },
    write(body: BodyWriter): ExceptionsHeader {
      entries.sort((a, b) => a.row - b.row);
      return {
        rows: body.add(
          'u32',
          Uint32Array.from(entries, ({ row }) => row),
        ),
        codes: body.add(
          'u32',
          Uint32Array.from(entries, ({ code }) => code),
        ),
        dictionary: dictionary.write(body),
      };
    },
  };
}

export function createTextCollector(key: string, rowCount: number): ColumnCollector {
  const dictionary = createDictionaryWriter();
  const codes = new Uint32Array(rowCount);
  let isCarried = false;
  return {
    put(row, cell) {
      if (cell !== null) isCarried = true;
      codes[row] = dictionary.codeOf(cell);
    },
    finish(body) {
      if (!isCarried) return null;
      const written = writeCodes(codes, dictionary.size, body);
      return { key, kind: 'text', codes: written, dictionary: dictionary.write(body) };
    },
  };
}

/** Codes below `size` in as few bytes as they need; none where there is one code. */
export function writeCodes(codes: Uint32Array<ArrayBuffer>, size: number, body: BodyWriter) {
  if (size <= 1) return null;
  if (size <= 0x100) return body.add('u8', new Uint8Array(codes));
  if (size <= 0x10000) return body.add('u16', new Uint16Array(codes));
  return body.add('u32', codes);
}

export function createDateCollector(key: string, rowCount: number, utc: boolean): ColumnCollector {
  const values = new Float64Array(rowCount);
  const exceptions = createExceptionsWriter();
  let isCarried = false;
  return {
    put(row, cell) {
      if (cell !== null) isCarried = true;
      const ms = readCanonicalDate(cell, utc);
      if (Number.isNaN(ms)) exceptions.add(row, cell);
      values[row] = ms;
    },
    finish: (body) => (isCarried ? writeDates(key, utc, values, exceptions, body) : null),
  };
}

/** Milliseconds of each row, NaN where the cell is among the exceptions. */
export function writeDates(
  key: string,
  utc: boolean,
  values: Float64Array,
  exceptions: ReturnType<typeof createExceptionsWriter>,
  body: BodyWriter,
): ColumnHeader {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row += 1) {
    const ms = values[row] ?? Number.NaN;
    if (ms < least) least = ms;
    if (ms > greatest) greatest = ms;
  }
  const base = Number.isFinite(least) ? least : 0;
  const offsets =
    greatest - base <= 0xffff_ffff ? new Uint32Array(values.length) : new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const ms = values[row] ?? Number.NaN;
    offsets[row] = Number.isNaN(ms) ? 0 : ms - base;
  }
  return {
    key,
    kind: 'date',
    utc,
    base,
    offsets: offsets instanceof Uint32Array ? body.add('u32', offsets) : body.add('f64', offsets),
    exceptions: exceptions.write(body),
  };
}
