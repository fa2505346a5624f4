import { createHashTable, grown } from '#renderer/data/engine/columns/hash-table.ts';
import {
  cellAt,
  type DateColumn,
  type DecimalColumn,
  type Exceptions,
  powerOfTen,
  type Segment,
  type SegmentColumn,
  segmentIndexOf,
  type TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import {
  entryBytes,
  hashOfEntry,
  isEntryAt,
  type TextDictionary,
  textAt,
} from '#renderer/data/engine/columns/text-dictionary.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDate, readCanonicalDecimal } from './canonical.ts';
import { cellsOf, EXCEPTIONAL } from './collected-rows.ts';
import {
  createExceptionsWriter,
  type EncodedSegment,
  placesUpTo,
  writeCodes,
  writeColumn,
  writeDates,
  writeDecimals,
} from './encode.ts';
import { type BodyWriter, type ColumnHeader, createBodyWriter, type DictionaryHeader } from './layout.ts';

/** Rows of several segments as one segment, a column a step. Equal to encoding the rows' cells, to the byte. */
export function* mergeSegments(sources: readonly Segment[], placement: Placement): Task<EncodedSegment> {
  const { rowCount } = placement;
  const body = createBodyWriter();
  const columns = [];
  for (const key of columnsOf(sources)) {
    const column = yield* mergeColumn(key, sources, placement, body);
    if (column !== null) columns.push(column);
    yield;
  }
  return { ...(yield* body.finish({ format: 1, rowCount, columns })), rowCount };
}

function columnsOf(sources: readonly Segment[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ columns }) => [...columns.keys()]));
}

/** Where rows of several segments stand in the one that takes their place. */
type Placement = {
  readonly rowCount: number;
  /** Rows that stand one after the other before and after, ascending by `at`. */
  readonly runs: readonly Run[];
  /** By source: the new row of each row; -1 where it is not taken over. */
  readonly placeOf: readonly Int32Array[];
};

type Run = {
  readonly source: number;
  /** First row in the source, and in the new segment. */
  readonly from: number;
  readonly at: number;
  readonly length: number;
};

/** A segment whose rows are numbered through from `base`. */
type Numbered = { readonly base: number; readonly rowCount: number };

/** Whoever works run by run may stop after each. */
const MAX_IN_RUN = 4_096;

/** `rows`: the numbers of the rows to take over, in their new order; each lies in one of the sources (ascending). */
export function placeRows(sources: readonly Numbered[], rows: Uint32Array): Placement {
  const placeOf = sources.map(({ rowCount }) => new Int32Array(rowCount).fill(-1));
  const runs: Run[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] ?? 0;
    const source = segmentIndexOf(sources, row);
    const { base, rowCount } = sources[source] ?? { base: 0, rowCount: 0 };
    let length = 1;
    while (length < MAX_IN_RUN && rows[at + length] === row + length && row + length < base + rowCount) {
      length += 1;
    }
    runs.push({ source, from: row - base, at, length });
    for (let index = 0; index < length; index += 1) {
      const places = placeOf[source];
      if (places !== undefined) places[row - base + index] = at + index;
    }
    at += length;
  }
  return { rowCount: rows.length, runs, placeOf };
}

/** Columns of several segments as one, from arrays to arrays: only what the arrays cannot carry becomes a string. */

/** Null for a column that none of the placed rows carries. */
function* mergeColumn(
  key: string,
  sources: readonly Segment[],
  placement: Placement,
  body: BodyWriter,
): Task<ColumnHeader | null> {
  const columns = sources.map((segment) => segment.columns.get(key));
  const carried = columns.filter((column) => column !== undefined);
  if (carried.every((column) => column.kind === 'text')) {
    return yield* mergeTexts(key, columns as readonly (TextColumn | undefined)[], placement, body);
  }
  if (carried.every((column) => column.kind === 'decimal')) {
    return mergeDecimals(key, columns as readonly (DecimalColumn | undefined)[], placement, body);
  }
  const [first] = carried;
  if (first?.kind === 'date' && carried.every((each) => each.kind === 'date' && each.utc === first.utc)) {
    return mergeDates(key, first.utc, columns as readonly (DateColumn | undefined)[], placement, body);
  }
  return mergeCells(key, columns, placement, body);
}

/** Columns that different versions of the catalogue took for different kinds: cell by cell. */
function mergeCells(
  key: string,
  columns: readonly (SegmentColumn | undefined)[],
  { rowCount, runs }: Placement,
  body: BodyWriter,
): ColumnHeader | null {
  const cells = cellsOf(key, rowCount);
  for (const { source, from, length, at } of runs) {
    for (let row = 0; row < length; row += 1) cells.put(at + row, cellAt(columns[source], from + row));
  }
  return writeColumn(cells, placesUpTo(rowCount), body);
}

/** Texts that hardly repeat take the longest: some thousand rows a step. */
const TEXTS_PER_STEP = 8_192;

function* mergeTexts(
  key: string,
  columns: readonly (TextColumn | undefined)[],
  { rowCount, runs }: Placement,
  body: BodyWriter,
): Task<ColumnHeader | null> {
  const writer = createEntryWriter();
  const codes = new Uint32Array(rowCount);
  /** From a source's codes to the new ones; -1 until a placed row carries the entry. */
  const maps = columns.map((column) => new Int32Array(column?.dictionary.size ?? 0).fill(-1));
  let stepEnd = TEXTS_PER_STEP;
  for (const { source, from, length, at } of runs) {
    if (at >= stepEnd) {
      stepEnd = at + TEXTS_PER_STEP;
      yield;
    }
    const column = columns[source];
    const map = maps[source];
    if (column === undefined || map === undefined) codes.fill(writer.codeOfNull(), at, at + length);
    else if (column.codes === null) codes.fill(writer.codeOf(column.dictionary, 0), at, at + length);
    else {
      const own = column.codes;
      for (let row = 0; row < length; row += 1) {
        const entry = own[from + row] ?? 0;
        let code = map[entry] ?? -1;
        if (code < 0) {
          code = writer.codeOf(column.dictionary, entry);
          map[entry] = code;
        }
        codes[at + row] = code;
      }
    }
  }
  if (!writer.hasTexts()) return null;
  return {
    key,
    kind: 'text',
    codes: writeCodes(codes, writer.size(), body),
    dictionary: writer.write(body),
  };
}

function mergeDates(
  key: string,
  utc: boolean,
  columns: readonly (DateColumn | undefined)[],
  { rowCount, runs, placeOf }: Placement,
  body: BodyWriter,
): ColumnHeader | null {
  const values = new Float64Array(rowCount).fill(Number.NaN);
  for (const { source, from, length, at } of runs) {
    const column = columns[source];
    if (column === undefined) continue;
    const { base, offsets } = column;
    for (let row = 0; row < length; row += 1) values[at + row] = base + (offsets[from + row] ?? 0);
  }
  const writer = createExceptionsWriter();
  const exceptional = exceptionalCells(columns, placeOf, runs);
  for (const { at, cell } of exceptional) {
    const ms = readCanonicalDate(cell, utc);
    values[at] = ms;
    if (Number.isNaN(ms)) writer.add(at, cell);
  }
  return isCarried(exceptional, rowCount) ? writeDates(key, utc, values, writer, body) : null;
}

function mergeDecimals(
  key: string,
  columns: readonly (DecimalColumn | undefined)[],
  { rowCount, runs, placeOf }: Placement,
  body: BodyWriter,
): ColumnHeader | null {
  const units = new Float64Array(rowCount);
  const places = new Uint8Array(rowCount);
  for (const { source, from, length, at } of runs) {
    const column = columns[source];
    if (column === undefined) continue;
    if (column.rows !== null) places.fill(column.restPlaces, at, at + length);
    else if (typeof column.places === 'number') {
      places.fill(column.places, at, at + length);
      copyUnits(column, from, units, at, length);
    } else {
      for (let row = 0; row < length; row += 1) {
        const own = column.places[from + row] ?? 0;
        places[at + row] = own;
        units[at + row] = (column.values[from + row] ?? 0) / powerOfTen(column.scale - own);
      }
    }
  }
  for (const [source, column] of columns.entries()) {
    const placed = placeOf[source];
    if (column?.rows != null && placed !== undefined) placeListed(column, column.rows, placed, units, places);
  }
  const raw = new Map<number, Cell>();
  const written = { units: 0, places: 0 };
  const exceptional = exceptionalCells(columns, placeOf, runs);
  for (const { at, cell } of exceptional) {
    // A value that one segment's scale left out may fit the new one.
    const isCanonical = readCanonicalDecimal(cell, written);
    units[at] = isCanonical ? written.units : 0;
    places[at] = isCanonical ? written.places : EXCEPTIONAL;
    if (!isCanonical) raw.set(at, cell);
  }
  return isCarried(exceptional, rowCount) ? writeDecimals(key, units, places, raw, body) : null;
}

/** Units at the places that all rows of a column are written with. */
function copyUnits(
  { values, scale, places }: DecimalColumn,
  from: number,
  into: Float64Array,
  at: number,
  length: number,
): void {
  if (places === scale) {
    for (let row = 0; row < length; row += 1) into[at + row] = values[from + row] ?? 0;
    return;
  }
  const factor = powerOfTen(scale - (typeof places === 'number' ? places : 0));
  for (let row = 0; row < length; row += 1) into[at + row] = (values[from + row] ?? 0) / factor;
}

function placeListed(
  { values, places: own, scale }: DecimalColumn,
  rows: Uint16Array | Uint32Array,
  placed: Int32Array,
  units: Float64Array,
  places: Uint8Array,
): void {
  for (let index = 0; index < rows.length; index += 1) {
    const at = placed[rows[index] ?? 0] ?? -1;
    if (at < 0) continue;
    const written = typeof own === 'number' ? own : (own[index] ?? 0);
    places[at] = written;
    units[at] = (values[index] ?? 0) / powerOfTen(scale - written);
  }
}

type PlacedCell = { readonly at: number; readonly cell: Cell };

function isCarried(exceptional: readonly PlacedCell[], rowCount: number): boolean {
  return exceptional.length < rowCount || exceptional.some(({ cell }) => cell !== null);
}

/** The cells that no array carries, by their new rows, ascending. Rows of a segment without the column hold null. */
function exceptionalCells(
  columns: readonly ({ readonly exceptions: Exceptions } | undefined)[],
  placeOf: Placement['placeOf'],
  runs: Placement['runs'],
): readonly PlacedCell[] {
  const cells: PlacedCell[] = [];
  for (const [source, column] of columns.entries()) {
    if (column === undefined) continue;
    const { rows, codes, dictionary } = column.exceptions;
    for (let index = 0; index < rows.length; index += 1) {
      const at = placeOf[source]?.[rows[index] ?? 0] ?? -1;
      if (at >= 0) cells.push({ at, cell: textAt(dictionary, codes[index] ?? 0) });
    }
  }
  for (const { source, length, at } of runs) {
    if (columns[source] !== undefined) continue;
    for (let row = 0; row < length; row += 1) cells.push({ at: at + row, cell: null });
  }
  return cells.sort((a, b) => a.at - b.at);
}

/** Entries of many dictionaries as one, byte by byte: texts that nobody reads never become strings. */
function createEntryWriter() {
  const table = createHashTable();
  let nullCode = -1;
  const odd: [number, string][] = [];
  const oddCodes = new Map<Cell, number>();
  let offsets = new Uint32Array(256);
  let bytes = new Uint8Array(4096);
  let length = 0;

  /** Ends the text of a new code where the bytes end now. */
  const addCode = (code: number): number => {
    if (code + 1 >= offsets.length) offsets = grown(offsets, offsets.length * 2);
    offsets[code + 1] = length;
    return code;
  };
  const codeOfNull = (): number => {
    if (nullCode < 0) nullCode = addCode(table.skip());
    return nullCode;
  };
  const codeOfOdd = (text: Cell): number => {
    const known = oddCodes.get(text);
    if (known !== undefined) return known;
    const code = addCode(table.skip());
    oddCodes.set(text, code);
    odd.push([code, text ?? '']);
    return code;
  };
  return {
    codeOfNull,
    hasTexts: (): boolean => table.size > (nullCode < 0 ? 0 : 1),
    size: (): number => table.size,
    /** The code of an entry, given in order of appearance. */
    codeOf(dictionary: TextDictionary, entry: number): number {
      if (entry === dictionary.nullCode) return codeOfNull();
      if (dictionary.odd.has(entry)) return codeOfOdd(textAt(dictionary, entry));
      const hash = hashOfEntry(dictionary, entry);
      const known = table.search(hash, (code) =>
        isEntryAt(dictionary, entry, bytes, offsets[code] ?? 0, offsets[code + 1] ?? 0),
      );
      if (known >= 0) return known;
      const own = entryBytes(dictionary, entry);
      if (length + own.length > bytes.length) bytes = grown(bytes, (length + own.length) * 2);
      bytes.set(own, length);
      length += own.length;
      return addCode(table.insert(hash));
    },
    write: (body: BodyWriter): DictionaryHeader => ({
      offsets: body.add('u32', offsets.slice(0, table.size + 1)),
      bytes: body.add('u8', bytes.subarray(0, length)),
      nullCode,
      odd,
    }),
  };
}
