import {
  cellAt,
  type DecimalColumn,
  type Exceptions,
  eachException,
  type Meaning,
  powerOfTen,
} from '#renderer/data/engine/columns/segment.ts';
import { dictionaryOf } from '#renderer/data/engine/columns/text-dictionary.ts';
import { add, rescale, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** A column of decimals opened up, so that some of its cells can become others: each row's units and places as written. */
export type OpenColumn = {
  scale: number;
  readonly units: Float64Array;
  readonly places: Uint8Array;
  /** Cells that doubles cannot carry, by row; their units are 0. */
  readonly odd: Map<number, OddCell>;
};
type OddCell = { readonly cell: Cell; readonly meaning: Meaning };

const ABSENT: OddCell = { cell: null, meaning: { kind: 'absent' } };

export function openColumn(column: DecimalColumn, rowCount: number): OpenColumn {
  const units = new Float64Array(rowCount);
  const places = new Uint8Array(rowCount).fill(column.restPlaces);
  const { rows, values, places: written } = column;
  if (rows === null) units.set(values);
  if (rows === null && typeof written !== 'number') places.set(written);
  if (rows === null && typeof written === 'number') places.fill(written);
  for (let at = 0; rows !== null && at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    units[row] = values[at] ?? 0;
    places[row] = typeof written === 'number' ? written : (written[at] ?? 0);
  }
  const odd = new Map<number, OddCell>();
  eachException(column.exceptions, (row, meaning) => odd.set(row, { cell: cellAt(column, row), meaning }));
  return { scale: column.scale, units, places, odd };
}

/** A column that no row carries. */
export function absentColumn(rowCount: number): OpenColumn {
  const odd = new Map<number, OddCell>();
  for (let row = 0; row < rowCount; row += 1) odd.set(row, ABSENT);
  return { scale: 0, units: new Float64Array(rowCount), places: new Uint8Array(rowCount), odd };
}

/** The same values with room for more places; what doubles cannot carry there becomes odd. */
export function widen(column: OpenColumn, scale: number): void {
  if (scale <= column.scale) return;
  const factor = powerOfTen(scale - column.scale);
  const { units, places, odd } = column;
  for (let row = 0; row < units.length; row += 1) {
    const value = (units[row] ?? 0) * factor;
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      units[row] = value;
      continue;
    }
    const whole = { units: BigInt(units[row] ?? 0), scale: column.scale };
    setOdd(odd, row, shortened(whole, places[row] ?? 0));
    units[row] = 0;
  }
  column.scale = scale;
}

/** The same number with so many places, all others being zeros. */
function shortened({ units, scale }: Scaled, places: number): Scaled {
  return { units: units / 10n ** BigInt(scale - places), scale: places };
}

function setOdd(odd: OpenColumn['odd'], row: number, value: Scaled): void {
  odd.set(row, { cell: toDecimal(value), meaning: { kind: 'value', value } });
}

/** The number that a row's cell means; null where it means none. */
export function valueAt({ scale, units, odd }: OpenColumn, row: number): Scaled | null {
  const found = odd.get(row);
  if (found === undefined) return { units: BigInt(units[row] ?? 0), scale };
  return found.meaning.kind === 'value' ? found.meaning.value : null;
}

/** Writes a number, or nothing, into a row's cell; the column's scale holds its places. */
export function setValue(column: OpenColumn, row: number, value: Scaled | null): void {
  const { units, places, odd, scale } = column;
  if (value === null) {
    units[row] = 0;
    odd.set(row, ABSENT);
    return;
  }
  const whole = rescale(value, Math.max(scale, value.scale)).units;
  const isCarried = value.scale <= scale && whole <= MAX && whole >= -MAX;
  if (isCarried) odd.delete(row);
  else setOdd(odd, row, value);
  units[row] = isCarried ? Number(whole) : 0;
  places[row] = value.scale;
}

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Adds an amount to a row's cell: `units` at the column's scale, of which `places` are needed. A cell that means nothing
 * becomes the amount where `fills`, and stays else.
 */
export function addUnits(
  column: OpenColumn,
  row: number,
  {
    units: more,
    places: needed,
    fills,
  }: { readonly units: number; readonly places: number; readonly fills: boolean },
): void {
  const { units, places, odd, scale } = column;
  const found = odd.size === 0 ? undefined : odd.get(row);
  const sum = (units[row] ?? 0) + more;
  if (found === undefined && Math.abs(sum) <= Number.MAX_SAFE_INTEGER) {
    units[row] = sum;
    if (needed > (places[row] ?? 0)) places[row] = needed;
    return;
  }
  addLong(column, row, shortened({ units: BigInt(more), scale }, needed), fills);
}

/** The same of an amount of any length. */
export function addLong(column: OpenColumn, row: number, amount: Scaled, fills: boolean): void {
  const known = column.odd.get(row);
  if (known !== undefined && known.meaning.kind !== 'value') {
    if (fills && known.meaning.kind === 'absent') setValue(column, row, amount);
    return;
  }
  const before =
    known === undefined
      ? shortened({ units: BigInt(column.units[row] ?? 0), scale: column.scale }, column.places[row] ?? 0)
      : valueAt(column, row);
  setValue(column, row, before === null ? amount : add(before, amount));
}

/** The column as segments hold one, in as few bytes as its values need. */
export function closeColumn({ scale, units, places, odd }: OpenColumn): DecimalColumn {
  let magnitude = 0;
  let greatest = 0;
  let zeroPlaces = 0;
  let filled = 0;
  for (let row = 0; row < units.length; row += 1) {
    const size = Math.abs(units[row] ?? 0);
    magnitude += size;
    if (size > greatest) greatest = size;
    if (size !== 0) filled += 1;
    else zeroPlaces = places[row] ?? 0;
  }
  const Values =
    greatest <= 0x7f
      ? Int8Array
      : greatest <= 0x7fff
        ? Int16Array
        : greatest <= 0x7fff_ffff
          ? Int32Array
          : Float64Array;
  const exceptions = exceptionsOf(odd);
  if (filled > units.length / 4) {
    const first = places[0] ?? 0;
    const isEven = places.every((place) => place === first);
    const written = isEven ? first : places;
    return {
      kind: 'decimal',
      scale,
      rows: null,
      values: new Values(units),
      places: written,
      restPlaces: 0,
      magnitude,
      exceptions,
    };
  }
  const listed: number[] = [];
  for (let row = 0; row < units.length; row += 1) {
    if (units[row] !== 0 || places[row] !== zeroPlaces) listed.push(row);
  }
  return {
    kind: 'decimal',
    scale,
    rows: units.length <= 0x10000 ? Uint16Array.from(listed) : Uint32Array.from(listed),
    values: Values.from(listed.map((row) => units[row] ?? 0)),
    places: Uint8Array.from(listed, (row) => places[row] ?? 0),
    restPlaces: zeroPlaces,
    magnitude,
    exceptions,
  };
}

function exceptionsOf(odd: OpenColumn['odd']): Exceptions {
  const rows = Uint32Array.from(odd.keys()).sort();
  const codeOf = new Map<Cell, number>();
  const meanings: Meaning[] = [];
  const codes = Uint32Array.from(rows, (row) => {
    const { cell, meaning } = odd.get(row) ?? ABSENT;
    const known = codeOf.get(cell);
    if (known !== undefined) return known;
    codeOf.set(cell, meanings.length);
    return meanings.push(meaning) - 1;
  });
  return { rows, codes, dictionary: dictionaryOf([...codeOf.keys()]), meanings };
}
