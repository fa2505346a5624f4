import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDecimal } from './canonical.ts';
import { type ColumnCollector, createExceptionsWriter } from './collect.ts';
import type { BodyWriter, ColumnHeader } from './layout.ts';

/** Decimals as scaled integers: the scale is the column's own, mostly-zero columns list what is not zero. */

/** Decimal places of a cell that the arrays do not carry. */
export const EXCEPTIONAL = 255;
/** Scales above this are taken only when they keep more values out of the exceptions. */
const USUAL_SCALE_LIMIT = 6;

export function createDecimalCollector(key: string, rowCount: number): ColumnCollector {
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

/** How most zeros are written. */
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
