import { grown } from '#renderer/data/engine/columns/hash-table.ts';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import { LONE_SURROGATE } from '#renderer/data/engine/columns/text-dictionary.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import { type CollectedColumn, CollectedRows, EXCEPTIONAL, type TextCells } from './collected-rows.ts';
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

const ROWS_A_STEP = 250;
const COLUMNS_A_STEP = 16;

export function encodeSegment(table: RowTable): EncodedSegment {
  return atOnce(encodeInSteps(table));
}

/** The same in steps of some milliseconds. */
export function* encodeInSteps(table: RowTable): Task<EncodedSegment> {
  const rows = new CollectedRows(table.columns, table.rows.length);
  for (const cells of table.rows) {
    if (rows.add(cells) % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
  }
  return yield* encodeCollected(rows, placesUpTo(rows.rowCount));
}

/** The same of rows that were collected: those of the given places, in their order. */
export function* encodeCollected(rows: CollectedRows, places: Uint32Array): Task<EncodedSegment> {
  const body = createBodyWriter();
  const columns: ColumnHeader[] = [];
  for (const [position, cells] of rows.columns.entries()) {
    const column = writeColumn(cells, places, body);
    if (column !== null) columns.push(column);
    if (position % COLUMNS_A_STEP === COLUMNS_A_STEP - 1) yield;
  }
  const rowCount = places.length;
  return { ...(yield* body.finish({ format: 1, rowCount, columns })), rowCount };
}

/** The places of so many rows, in their order. */
export function placesUpTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, place) => place);
}

/** Writes the cells of these rows; null for a column that none of them carries: it reads as null anyway. */
export function writeColumn(
  cells: CollectedColumn,
  rows: Uint32Array,
  body: BodyWriter,
): ColumnHeader | null {
  switch (cells.kind) {
    case 'decimal': {
      const places = pick(cells.places, rows, new Uint8Array(rows.length));
      const raw = pickRaw(cells.raw, rows);
      if (!isCarried(raw, rows.length)) return null;
      return writeDecimals(
        cells.key,
        pick(cells.units, rows, new Float64Array(rows.length)),
        places,
        raw,
        body,
      );
    }
    case 'date': {
      const raw = pickRaw(cells.raw, rows);
      if (!isCarried(raw, rows.length)) return null;
      const exceptions = createExceptionsWriter();
      for (const [row, cell] of raw) exceptions.add(row, cell);
      const values = pick(cells.values, rows, new Float64Array(rows.length));
      return writeDates(cells.key, cells.utc, values, exceptions, body);
    }
    case 'text':
      return writeTexts(cells, rows, body);
  }
}

/** The cells of these rows that are kept as they came, by their new places. */
function pickRaw(raw: ReadonlyMap<number, Cell>, rows: Uint32Array): Map<number, Cell> {
  const picked = new Map<number, Cell>();
  if (raw.size === 0) return picked;
  for (let at = 0; at < rows.length; at += 1) {
    const cell = raw.get(rows[at] ?? 0);
    if (cell !== undefined) picked.set(at, cell);
  }
  return picked;
}

/** Whether a row carries the column: one whose cell is read, or is more than null. */
function isCarried(raw: ReadonlyMap<number, Cell>, rowCount: number): boolean {
  return raw.size < rowCount || [...raw.values()].some((cell) => cell !== null);
}

function writeTexts({ key, codes, texts }: TextCells, rows: Uint32Array, body: BodyWriter) {
  const picked = new Uint32Array(rows.length);
  /** By code as collected; -1 until a row has it. */
  const codeOf = new Int32Array(texts.length).fill(-1);
  const own: Cell[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const collected = codes[rows[at] ?? 0] ?? 0;
    if (codeOf[collected] === -1) codeOf[collected] = own.push(texts[collected] ?? null) - 1;
    picked[at] = codeOf[collected] ?? 0;
  }
  if (own.every((text) => text === null)) return null;
  const written = writeCodes(picked, own.length, body);
  return { key, kind: 'text', codes: written, dictionary: writeDictionary(own, body) } as const;
}

/** @param texts by code, each once */
function writeDictionary(texts: readonly Cell[], body: BodyWriter): DictionaryHeader {
  const encoder = new TextEncoder();
  const offsets = new Uint32Array(texts.length + 1);
  const ascii = writeAscii(texts, encoder, offsets);
  if (ascii !== null) {
    const nullCode = texts.indexOf(null);
    return { offsets: body.add('u32', offsets), bytes: body.add('u8', ascii), nullCode, odd: [] };
  }
  const odd: [number, string][] = [];
  let nullCode = -1;
  let bytes = new Uint8Array(1024);
  let length = 0;
  for (const [code, cell] of texts.entries()) {
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
}

/** Texts of ASCII, written at once; null where one is of more. */
function writeAscii(texts: readonly Cell[], encoder: TextEncoder, offsets: Uint32Array) {
  // Null, once at most, takes no room.
  const all = texts.join('');
  const bytes = new Uint8Array(all.length);
  if (encoder.encodeInto(all, bytes).read < all.length) return null;
  let length = 0;
  for (let code = 0; code < texts.length; code += 1) {
    length += texts[code]?.length ?? 0;
    offsets[code + 1] = length;
  }
  return bytes;
}

export function createExceptionsWriter() {
  const texts: Cell[] = [];
  const codes = new Map<Cell, number>();
  const entries: { row: number; code: number }[] = [];
  return {
    add(row: number, cell: Cell): void {
      const code = codes.get(cell) ?? texts.push(cell) - 1;
      codes.set(cell, code);
      entries.push({ row, code });
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
        dictionary: writeDictionary(texts, body),
      };
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

/** Scales above this are taken only when they keep more values out of the exceptions. */
const USUAL_SCALE_LIMIT = 6;

/** Cells as units and places as written; the rows in `raw` hold 0 and EXCEPTIONAL. The arrays are worked on. */
export function writeDecimals(
  key: string,
  units: Float64Array<ArrayBuffer>,
  places: Uint8Array<ArrayBuffer>,
  raw: Map<number, Cell>,
  body: BodyWriter,
): ColumnHeader {
  const rowCount = units.length;
  const written = placesWritten(places);
  const scale = chooseScale(units, places, written);
  if (written.length > 1) leaveOutWhatDoesNotFit(units, places, scale, raw);
  const exceptions = createExceptionsWriter();
  for (const [row, cell] of raw) exceptions.add(row, cell);
  const restPlaces = usualZeroPlaces(units, places, written);
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
  // Mostly all amounts of a column are written alike: then there is no more to look for.
  const areAlike = written.length === 1 && raw.size === 0;
  return {
    key,
    kind: 'decimal',
    scale,
    rows,
    values: addValues(body, values, valueBytes),
    places:
      areAlike && values.length > 0
        ? scale
        : writePlaces(
            isSparse ? pick(places, listed, new Uint8Array(listed.length)) : places,
            restPlaces,
            body,
          ),
    restPlaces,
    magnitude,
    exceptions: exceptions.write(body),
  };
}

/** Places of cells; one number where they are all the same. The array is worked on. */
function writePlaces(chosen: Uint8Array<ArrayBuffer>, restPlaces: number, body: BodyWriter) {
  let areSame = true;
  const first = chosen[0] === EXCEPTIONAL ? restPlaces : (chosen[0] ?? restPlaces);
  for (let at = 0; at < chosen.length; at += 1) {
    // The places of a cell in the exceptions are never asked for.
    if (chosen[at] === EXCEPTIONAL) chosen[at] = restPlaces;
    if (chosen[at] !== first) areSame = false;
  }
  return areSame ? first : body.add('u8', chosen);
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

/** The numbers of places that occur, ascending. */
function placesWritten(places: Uint8Array): readonly number[] {
  const present = new Uint8Array(256);
  for (let row = 0; row < places.length; row += 1) present[places[row] ?? 0] = 1;
  const written: number[] = [];
  for (let place = 0; place < EXCEPTIONAL; place += 1) if (present[place] === 1) written.push(place);
  return written;
}

/** The scale that leaves the fewest values to the exceptions; a usual one where that costs under 1 %. */
function chooseScale(units: Float64Array, places: Uint8Array, candidates: readonly number[]): number {
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

function usualZeroPlaces(units: Float64Array, places: Uint8Array, written: readonly number[]): number {
  const [only] = written;
  if (written.length === 1 && only !== undefined) {
    return units.some((value, row) => value === 0 && places[row] === only) ? only : 0;
  }
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
