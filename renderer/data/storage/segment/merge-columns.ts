import {
  cellAt,
  type DateColumn,
  type DecimalColumn,
  type Exceptions,
  powerOfTen,
  type Segment,
  type SegmentColumn,
  type TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDate, readCanonicalDecimal } from './canonical.ts';
import { createExceptionsWriter, writeCodes, writeDates } from './collect.ts';
import { EXCEPTIONAL, writeDecimals } from './collect-decimals.ts';
import { createCollector } from './encode.ts';
import type { BodyWriter, ColumnHeader } from './layout.ts';
import { createEntryWriter } from './merge-dictionaries.ts';
import type { Placement } from './placement.ts';

/**
 * Columns of several segments as one, from arrays to arrays. What comes out is, to the byte, what encoding the rows'
 * cells would give; no cell becomes a string on the way, but those that the arrays cannot carry.
 */

/** Null for a column that none of the placed rows carries. */
export function* mergeColumn(
  key: string,
  sources: readonly Segment[],
  placement: Placement,
  body: BodyWriter,
): CooperativeTask<ColumnHeader | null> {
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
  const collector = createCollector(key, rowCount);
  for (const { source, from, length, at } of runs) {
    for (let row = 0; row < length; row += 1) collector.put(at + row, cellAt(columns[source], from + row));
  }
  return collector.finish(body);
}

/** Texts that hardly repeat take the longest: some thousand rows a slice. */
const TEXTS_PER_SLICE = 8_192;

function* mergeTexts(
  key: string,
  columns: readonly (TextColumn | undefined)[],
  { rowCount, runs }: Placement,
  body: BodyWriter,
): CooperativeTask<ColumnHeader | null> {
  const writer = createEntryWriter();
  const codes = new Uint32Array(rowCount);
  /** From a source's codes to the new ones; -1 until a placed row carries the entry. */
  const maps = columns.map((column) => new Int32Array(column?.dictionary.size ?? 0).fill(-1));
  let sliceEnd = TEXTS_PER_SLICE;
  for (const { source, from, length, at } of runs) {
    if (at >= sliceEnd) {
      sliceEnd = at + TEXTS_PER_SLICE;
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
    // What one segment's scale left out may fit the new one.
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

/** The listed values of a sparse column. */
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
