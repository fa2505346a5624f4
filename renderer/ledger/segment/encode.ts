import { findColumn, isDecimalKind } from '#shared/columns/catalogue.ts';
import type { Cell, RowTable } from '#shared/wire/row-table.ts';
import { powerOfTen } from '../../analysis/segment.ts';
import { readCanonicalDate, readCanonicalDecimal } from './canonical.ts';
import {
  type BodyWriter,
  type ColumnHeader,
  createBodyWriter,
  type DictionaryHeader,
  type ExceptionsHeader,
} from './layout.ts';

/** Rows to one immutable columnar segment (storage.md). Every cell can be given back exactly as it came. */

/** Scales above this are taken only when they keep more values out of the exceptions. */
const USUAL_SCALE_LIMIT = 6;

/** In Unicode mode only a surrogate without its partner matches. */
const LONE_SURROGATE = /\p{Surrogate}/u;

export type EncodedSegment = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headerLength: number;
  readonly rowCount: number;
};

export function encodeSegment(table: RowTable): EncodedSegment {
  const body = createBodyWriter();
  const columns = table.columns.flatMap((key, position): readonly ColumnHeader[] => {
    const cells = table.rows.map((row) => row[position] ?? null);
    // A column that no row carries reads as null anyway.
    if (cells.every((cell) => cell === null)) return [];
    const kind = findColumn(key)?.kind ?? 'text';
    if (isDecimalKind(kind)) return [encodeDecimals(body, key, cells)];
    if (kind === 'local-datetime') return [encodeDates(body, key, cells, false)];
    if (kind === 'utc-datetime') return [encodeDates(body, key, cells, true)];
    return [encodeTexts(body, key, cells)];
  });
  const rowCount = table.rows.length;
  return { ...body.finish({ format: 1, rowCount, columns }), rowCount };
}

/** Gives each distinct cell a code, in order of appearance. */
function createDictionaryWriter() {
  const codes = new Map<Cell, number>();
  return {
    codeOf(cell: Cell): number {
      const known = codes.get(cell);
      if (known !== undefined) return known;
      codes.set(cell, codes.size);
      return codes.size - 1;
    },
    get size(): number {
      return codes.size;
    },
    write(body: BodyWriter): DictionaryHeader {
      const encoder = new TextEncoder();
      const parts: Uint8Array[] = [];
      const offsets = new Uint32Array(codes.size + 1);
      const odd: [number, string][] = [];
      let nullCode = -1;
      let length = 0;
      for (const [cell, code] of codes) {
        if (cell === null) nullCode = code;
        else if (!LONE_SURROGATE.test(cell)) {
          const bytes = encoder.encode(cell);
          parts.push(bytes);
          length += bytes.length;
        } else odd.push([code, cell]);
        offsets[code + 1] = length;
      }
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
      }
      return { offsets: body.add('u32', offsets), bytes: body.add('u8', bytes), nullCode, odd };
    },
  };
}

function encodeTexts(body: BodyWriter, key: string, cells: readonly Cell[]): ColumnHeader {
  const dictionary = createDictionaryWriter();
  const codes = Uint32Array.from(cells, (cell) => dictionary.codeOf(cell));
  const size = dictionary.size;
  const written =
    size <= 1
      ? null
      : size <= 0x100
        ? body.add('u8', Uint8Array.from(codes))
        : size <= 0x10000
          ? body.add('u16', Uint16Array.from(codes))
          : body.add('u32', codes);
  return { key, kind: 'text', codes: written, dictionary: dictionary.write(body) };
}

function encodeExceptions(
  body: BodyWriter,
  cells: readonly Cell[],
  rows: readonly number[],
): ExceptionsHeader {
  const dictionary = createDictionaryWriter();
  const codes = Uint32Array.from(rows, (row) => dictionary.codeOf(cells[row] ?? null));
  return {
    rows: body.add('u32', Uint32Array.from(rows)),
    codes: body.add('u32', codes),
    dictionary: dictionary.write(body),
  };
}

function encodeDates(body: BodyWriter, key: string, cells: readonly Cell[], utc: boolean): ColumnHeader {
  const values = new Float64Array(cells.length);
  const exceptions: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const [row, cell] of cells.entries()) {
    const ms = readCanonicalDate(cell, utc);
    if (Number.isNaN(ms)) exceptions.push(row);
    else {
      least = Math.min(least, ms);
      greatest = Math.max(greatest, ms);
    }
    values[row] = ms;
  }
  const base = Number.isFinite(least) ? least : 0;
  const fits = greatest - base <= 0xffff_ffff;
  const offsetOf = (ms: number) => (Number.isNaN(ms) ? 0 : ms - base);
  return {
    key,
    kind: 'date',
    utc,
    base,
    offsets: fits
      ? body.add('u32', Uint32Array.from(values, offsetOf))
      : body.add('f64', values.map(offsetOf)),
    exceptions: encodeExceptions(body, cells, exceptions),
  };
}

/** Decimal places of a cell that the arrays do not carry. */
const EXCEPTIONAL = 255;

function encodeDecimals(body: BodyWriter, key: string, cells: readonly Cell[]): ColumnHeader {
  const units = new Float64Array(cells.length);
  const places = new Uint8Array(cells.length);
  const written = { units: 0, places: 0 };
  for (const [row, cell] of cells.entries()) {
    if (readCanonicalDecimal(cell, written)) {
      units[row] = written.units;
      places[row] = written.places;
    } else places[row] = EXCEPTIONAL;
  }
  const scale = chooseScale(units, places);
  const exceptions: number[] = [];
  const zerosByPlaces = new Map<number, number>();
  for (let row = 0; row < cells.length; row += 1) {
    const written = places[row] ?? 0;
    if (written !== EXCEPTIONAL && fitsScale(units[row] ?? 0, written, scale)) {
      units[row] = (units[row] ?? 0) * powerOfTen(scale - written);
      if (units[row] === 0) zerosByPlaces.set(written, (zerosByPlaces.get(written) ?? 0) + 1);
    } else {
      exceptions.push(row);
      units[row] = 0;
      places[row] = EXCEPTIONAL;
    }
  }
  const restPlaces = [...zerosByPlaces].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const listed: number[] = [];
  let magnitude = 0;
  let greatest = 0;
  for (let row = 0; row < cells.length; row += 1) {
    const size = Math.abs(units[row] ?? 0);
    magnitude += size;
    greatest = Math.max(greatest, size);
    const isRest = size === 0 && (places[row] === restPlaces || places[row] === EXCEPTIONAL);
    if (!isRest) listed.push(row);
  }
  // A sum that went past 2^53 may have been rounded down on its way: say clearly that it is beyond.
  if (magnitude > Number.MAX_SAFE_INTEGER) magnitude = Math.max(magnitude, 2 ** 54);
  const indexBytes = cells.length <= 0x10000 ? 2 : 4;
  const valueBytes = greatest <= 0x7f ? 1 : greatest <= 0x7fff ? 2 : greatest <= 0x7fff_ffff ? 4 : 8;
  const sparse = listed.length * (indexBytes + valueBytes) < cells.length * valueBytes * 0.75;
  const rows = sparse
    ? indexBytes === 2
      ? body.add('u16', Uint16Array.from(listed))
      : body.add('u32', Uint32Array.from(listed))
    : null;
  const chosen = sparse ? Float64Array.from(listed, (row) => units[row] ?? 0) : units;
  const chosenPlaces = sparse
    ? Uint8Array.from(listed, (row) => places[row] ?? 0)
    : places.map((place) => (place === EXCEPTIONAL ? restPlaces : place));
  const firstPlaces = chosenPlaces[0] ?? restPlaces;
  return {
    key,
    kind: 'decimal',
    scale,
    rows,
    values:
      valueBytes === 1
        ? body.add('i8', Int8Array.from(chosen))
        : valueBytes === 2
          ? body.add('i16', Int16Array.from(chosen))
          : valueBytes === 4
            ? body.add('i32', Int32Array.from(chosen))
            : body.add('f64', chosen),
    places: chosenPlaces.every((place) => place === firstPlaces) ? firstPlaces : body.add('u8', chosenPlaces),
    restPlaces,
    magnitude,
    exceptions: encodeExceptions(body, cells, exceptions),
  };
}

function fitsScale(units: number, places: number, scale: number): boolean {
  return places <= scale && Math.abs(units) * powerOfTen(scale - places) <= Number.MAX_SAFE_INTEGER;
}

/** The scale that leaves the fewest values to the exceptions; a usual one where that costs under 1 %. */
function chooseScale(units: Float64Array, places: Uint8Array): number {
  const present = new Set(places);
  present.delete(EXCEPTIONAL);
  const candidates = [...present].sort((a, b) => a - b);
  if (candidates.length <= 1) return candidates[0] ?? 0;
  const leftOut = (scale: number): number => {
    let count = 0;
    for (let row = 0; row < units.length; row += 1) {
      const written = places[row] ?? 0;
      if (written !== EXCEPTIONAL && !fitsScale(units[row] ?? 0, written, scale)) count += 1;
    }
    return count;
  };
  const costs = candidates.map((scale) => ({ scale, cost: leftOut(scale) }));
  const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
  const usual = costs.filter((each) => each.scale <= USUAL_SCALE_LIMIT);
  const bestUsual = usual.length === 0 ? best : usual.reduce((a, b) => (b.cost < a.cost ? b : a));
  return bestUsual.cost - best.cost <= units.length / 100 ? bestUsual.scale : best.scale;
}
