import { grown } from '#renderer/data/engine/columns/hash-table.ts';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import {
  type BodyWriter,
  type ColumnHeader,
  createBodyWriter,
  type DictionaryHeader,
  type ExceptionsHeader,
  type SegmentBytes,
} from './layout.ts';

/** Rows to one immutable columnar segment (FORMAT.md). Every cell can be given back exactly as it came. */

export type EncodedSegment = SegmentBytes & { readonly rowCount: number };

const ROWS_A_STEP = 500;
const COLUMNS_A_STEP = 16;

export function encodeSegment(table: RowTable): EncodedSegment {
  return atOnce(encodeInSteps(table));
}

/** The same in steps of some milliseconds. */
export function* encodeInSteps(table: RowTable): Task<EncodedSegment> {
  const rowCount = table.rows.length;
  const collectors = table.columns.map((key) => createCollector(key, rowCount));
  // Row by row, as the rows lie in memory: column by column takes several times as long.
  for (let row = 0; row < rowCount; row += 1) {
    const cells = table.rows[row] ?? [];
    for (let position = 0; position < collectors.length; position += 1) {
      collectors[position]?.put(row, cells[position] ?? null);
    }
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
  }
  const body = createBodyWriter();
  const columns: ColumnHeader[] = [];
  for (const [position, collector] of collectors.entries()) {
    const column = collector.finish(body);
    if (column !== null) columns.push(column);
    if (position % COLUMNS_A_STEP === COLUMNS_A_STEP - 1) yield;
  }
  return { ...(yield* body.finish({ format: 1, rowCount, columns })), rowCount };
}

/** Collects a column as what the catalogue says it is. */
export function createCollector(key: string, rowCount: number): ColumnCollector {
  const kind = findColumn(key)?.kind ?? 'text';
  if (isDecimalKind(kind)) return createDecimalCollector(key, rowCount);
  if (kind === 'local-datetime') return createDateCollector(key, rowCount, false);
  if (kind === 'utc-datetime') return createDateCollector(key, rowCount, true);
  return createTextCollector(key, rowCount);
}

/** Takes the cells of one column as they come, and writes them as arrays. */
type ColumnCollector = {
  readonly put: (row: number, cell: Cell) => void;
  /** Null for a column that no row carries: it reads as null anyway. */
  readonly finish: (body: BodyWriter) => ColumnHeader | null;
};

/** In Unicode mode only a surrogate without its partner matches. */
const LONE_SURROGATE = /\p{Surrogate}/u;

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
          if (most > bytes.length) bytes = grown(bytes, most * 2);
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

function createTextCollector(key: string, rowCount: number): ColumnCollector {
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

function createDateCollector(key: string, rowCount: number, utc: boolean): ColumnCollector {
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

/** Decimals as scaled integers: the scale is the column's own, mostly-zero columns list what is not zero. */

/** Decimal places of a cell that the arrays do not carry. */
export const EXCEPTIONAL = 255;
/** Scales above this are taken only when they keep more values out of the exceptions. */
const USUAL_SCALE_LIMIT = 6;

function createDecimalCollector(key: string, rowCount: number): ColumnCollector {
  const units = new Float64Array(rowCount);
  const places = new Uint8Array(rowCount);
  const written = { units: 0, places: 0 };
  const raw = new Map<number, Cell>();
  let isCarried = false;
  let lastCell: Cell = null;
  return {
    put(row, cell) {
      if (cell !== null) isCarried = true;
      // Two thirds of all amounts are the zero that stood in the row before.
      if (cell !== null && cell === lastCell) {
        units[row] = written.units;
        places[row] = written.places;
      } else if (readCanonicalDecimal(cell, written)) {
        units[row] = written.units;
        places[row] = written.places;
        lastCell = cell;
      } else {
        lastCell = null;
        places[row] = EXCEPTIONAL;
        raw.set(row, cell);
      }
    },
    finish: (body) => (isCarried ? writeDecimals(key, units, places, raw, body) : null),
  };
}

/** Cells as units and places as written; the rows in `raw` hold 0 and EXCEPTIONAL. The arrays are worked on. */
export function writeDecimals(
  key: string,
  units: Float64Array<ArrayBuffer>,
  places: Uint8Array<ArrayBuffer>,
  raw: Map<number, Cell>,
  body: BodyWriter,
): ColumnHeader {
  const rowCount = units.length;
  const scale = chooseScale(units, places);
  leaveOutWhatDoesNotFit(units, places, scale, raw);
  const exceptions = createExceptionsWriter();
  for (const [row, cell] of raw) exceptions.add(row, cell);
  const restPlaces = usualZeroPlaces(units, places);
  const { listed, magnitude, greatest } = survey(units, places, restPlaces);
  const indexBytes = rowCount <= 0x10000 ? 2 : 4;
  const valueBytes = greatest <= 0x7f ? 1 : greatest <= 0x7fff ? 2 : greatest <= 0x7fff_ffff ? 4 : 8;
  const isSparse = listed.length * (indexBytes + valueBytes) < rowCount * valueBytes * 0.75;
  const rows = !isSparse
    ? null
    : indexBytes === 2
      ? body.add('u16', new Uint16Array(listed))
      : body.add('u32', listed);
  const values = isSparse ? pick(units, listed, new Float64Array(listed.length)) : units;
  const chosenPlaces = isSparse ? pick(places, listed, new Uint8Array(listed.length)) : places;
  // The places of a cell in the exceptions are never asked for.
  for (let at = 0; at < chosenPlaces.length; at += 1) {
    if (chosenPlaces[at] === EXCEPTIONAL) chosenPlaces[at] = restPlaces;
  }
  const firstPlaces = chosenPlaces[0] ?? restPlaces;
  return {
    key,
    kind: 'decimal',
    scale,
    rows,
    values: addValues(body, values, valueBytes),
    places: chosenPlaces.every((place) => place === firstPlaces) ? firstPlaces : body.add('u8', chosenPlaces),
    restPlaces,
    magnitude,
    exceptions: exceptions.write(body),
  };
}

/** Brings all units to the scale; a value that would not be exact there goes back to its text. */
function leaveOutWhatDoesNotFit(
  all: Float64Array,
  asWritten: Uint8Array,
  scale: number,
  exceptions: Map<number, Cell>,
): void {
  for (let row = 0; row < all.length; row += 1) {
    const place = asWritten[row] ?? 0;
    if (place === EXCEPTIONAL || place === scale) continue;
    const value = all[row] ?? 0;
    if (fitsScale(value, place, scale)) all[row] = value * powerOfTen(scale - place);
    else {
      exceptions.set(row, textOf(value, place));
      all[row] = 0;
      asWritten[row] = EXCEPTIONAL;
    }
  }
}

/** The canonical text that was read as these units and places. */
function textOf(units: number, places: number): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const cut = digits.length - places;
  const sign = units < 0 ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

function fitsScale(units: number, places: number, scale: number): boolean {
  return places <= scale && Math.abs(units) * powerOfTen(scale - places) <= Number.MAX_SAFE_INTEGER;
}

/** The scale that leaves the fewest values to the exceptions; a usual one where that costs under 1 %. */
function chooseScale(units: Float64Array, places: Uint8Array): number {
  const present = new Uint8Array(256);
  for (let row = 0; row < places.length; row += 1) present[places[row] ?? 0] = 1;
  const candidates: number[] = [];
  for (let place = 0; place < EXCEPTIONAL; place += 1) if (present[place] === 1) candidates.push(place);
  if (candidates.length <= 1) return candidates[0] ?? 0;
  const leftOut = (scale: number): number => {
    let count = 0;
    for (let row = 0; row < units.length; row += 1) {
      const place = places[row] ?? 0;
      if (place !== EXCEPTIONAL && !fitsScale(units[row] ?? 0, place, scale)) count += 1;
    }
    return count;
  };
  const costs = candidates.map((scale) => ({ scale, cost: leftOut(scale) }));
  const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
  const usual = costs.filter((each) => each.scale <= USUAL_SCALE_LIMIT);
  const bestUsual = usual.length === 0 ? best : usual.reduce((a, b) => (b.cost < a.cost ? b : a));
  return bestUsual.cost - best.cost <= units.length / 100 ? bestUsual.scale : best.scale;
}

function usualZeroPlaces(units: Float64Array, places: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let row = 0; row < units.length; row += 1) {
    if (units[row] === 0) {
      const place = places[row] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  let usual = 0;
  for (let place = 0; place < EXCEPTIONAL; place += 1) {
    if ((counts[place] ?? 0) > (counts[usual] ?? 0)) usual = place;
  }
  return usual;
}

/** The rows that are not a usual zero, the sum of |units| and the greatest of them. */
function survey(units: Float64Array, places: Uint8Array, restPlaces: number) {
  const listed = new Uint32Array(units.length);
  let count = 0;
  let magnitude = 0;
  let greatest = 0;
  for (let row = 0; row < units.length; row += 1) {
    const size = Math.abs(units[row] ?? 0);
    magnitude += size;
    if (size > greatest) greatest = size;
    const place = places[row];
    if (size !== 0 || (place !== restPlaces && place !== EXCEPTIONAL)) {
      listed[count] = row;
      count += 1;
    }
  }
  // A sum that went past 2^53 may have been rounded down on its way: say clearly that it is beyond.
  if (magnitude > Number.MAX_SAFE_INTEGER) magnitude = Math.max(magnitude, 2 ** 54);
  return { listed: listed.slice(0, count), magnitude, greatest };
}

function pick<T extends Float64Array | Uint8Array>(from: ArrayLike<number>, rows: Uint32Array, into: T): T {
  for (let at = 0; at < rows.length; at += 1) into[at] = from[rows[at] ?? 0] ?? 0;
  return into;
}

function addValues(body: BodyWriter, values: Float64Array, bytes: 1 | 2 | 4 | 8) {
  if (bytes === 1) return body.add('i8', new Int8Array(values));
  if (bytes === 2) return body.add('i16', new Int16Array(values));
  if (bytes === 4) return body.add('i32', new Int32Array(values));
  return body.add('f64', new Float64Array(values));
}

/** Readers of values in their one canonical form. Whatever they refuse is kept as raw text by the segment. */

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const DOT = 46;
/** 15 digits always fit a double exactly. */
const MAX_DIGITS = 15;

/**
 * Reads a decimal such as "-12.50" into `out`. False for anything that could not be written back from units and
 * places alone: null, "", "-0.00", "007", "+1", "1e3", ".5", "5.", more than 15 digits.
 */
export function readCanonicalDecimal(cell: Cell, out: { units: number; places: number }): boolean {
  if (cell === null) return false;
  const length = cell.length;
  const negative = cell.charCodeAt(0) === MINUS;
  const start = negative ? 1 : 0;
  let units = 0;
  let digits = 0;
  let dot = -1;
  for (let index = start; index < length; index += 1) {
    const code = cell.charCodeAt(index);
    if (code >= ZERO && code <= NINE) {
      units = units * 10 + (code - ZERO);
      digits += 1;
    } else if (code === DOT && dot < 0) dot = index;
    else return false;
  }
  if (digits === 0 || digits > MAX_DIGITS) return false;
  if (dot === start || dot === length - 1) return false;
  const wholeDigits = (dot < 0 ? length : dot) - start;
  if (wholeDigits > 1 && cell.charCodeAt(start) === ZERO) return false;
  if (negative && units === 0) return false;
  out.units = negative ? -units : units;
  out.places = dot < 0 ? 0 : length - dot - 1;
  return true;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const [DASH, T, COLON, Z] = [45, 84, 58, 90];

/** Milliseconds of `YYYY-MM-DDTHH:MM:SS.mmm` (with a `Z` after it where utc); NaN for any other text. */
export function readCanonicalDate(cell: Cell, utc: boolean): number {
  if (cell === null || cell.length !== (utc ? 24 : 23)) return Number.NaN;
  if (utc && cell.charCodeAt(23) !== Z) return Number.NaN;
  if (cell.charCodeAt(4) !== DASH || cell.charCodeAt(7) !== DASH || cell.charCodeAt(10) !== T)
    return Number.NaN;
  if (cell.charCodeAt(13) !== COLON || cell.charCodeAt(16) !== COLON || cell.charCodeAt(19) !== DOT) {
    return Number.NaN;
  }
  const year = digitsAt(cell, 0, 4);
  const month = digitsAt(cell, 5, 2);
  const day = digitsAt(cell, 8, 2);
  const hour = digitsAt(cell, 11, 2);
  const minute = digitsAt(cell, 14, 2);
  const second = digitsAt(cell, 17, 2);
  const millisecond = digitsAt(cell, 20, 3);
  // Date.UTC reads years below 100 as 1900 and more.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1)) return Number.NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 59 && millisecond <= 999)) return Number.NaN;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day > (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function digitsAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return Number.NaN;
    value = value * 10 + (code - ZERO);
  }
  return value;
}
