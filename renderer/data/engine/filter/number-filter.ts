import type { DecimalColumn, Meaning, Segment } from '#renderer/data/engine/columns/segment.ts';
import * as loops64 from '#renderer/data/engine/filter/number-loops.ts?kind=float64';
import * as loops8 from '#renderer/data/engine/filter/number-loops.ts?kind=int8';
import * as loops16 from '#renderer/data/engine/filter/number-loops.ts?kind=int16';
import * as loops32 from '#renderer/data/engine/filter/number-loops.ts?kind=int32';
import { compare, type Decimal, fromDecimal, type Scaled } from '#shared/domain/decimal.ts';
import type { NumberFilter } from '#shared/domain/selection.ts';

/** Bounds are brought to the scale of a segment's column once. Only what no array carries is compared as a decimal. */

/** Both ends as written; null: open. */
type Bounds = { readonly least: Scaled | null; readonly most: Scaled | null };

/** Keeps the rows whose value lies between the bounds; a text, an absent or an unreadable value lies between none. */
export function keepNumbers(part: Uint8Array, segment: Segment, { column, from, to }: NumberFilter): void {
  const found = segment.columns.get(column);
  if (found?.kind !== 'decimal') {
    part.fill(0);
    return;
  }
  const bounds = { least: scaledOf(from), most: scaledOf(to) };
  const { exceptions } = found;
  // The arrays hold a zero where an exception stands.
  const wereIn = Uint8Array.from(exceptions.rows, (row) => part[row] ?? 0);
  keepValues(part, found, bounds);
  if (wereIn.length === 0) return;
  const passes = Uint8Array.from(exceptions.meanings, (meaning) => (isBetween(meaning, bounds) ? 1 : 0));
  for (let at = 0; at < wereIn.length; at += 1) {
    part[exceptions.rows[at] ?? 0] = (wereIn[at] ?? 0) & (passes[exceptions.codes[at] ?? 0] ?? 0);
  }
}

function keepValues(part: Uint8Array, { rows, values, scale }: DecimalColumn, { least, most }: Bounds): void {
  const from = least === null ? Number.NEGATIVE_INFINITY : unitsFrom(least, scale);
  const to = most === null ? Number.POSITIVE_INFINITY : unitsTo(most, scale);
  if (rows === null) keepBetween(part, values, from, to);
  else if (from <= 0 && to >= 0) keepListedBetween(part, rows, values, from, to);
  else part.set(takeListedBetween(part, rows, values, from, to));
}

function isBetween(meaning: Meaning, { least, most }: Bounds): boolean {
  if (meaning.kind !== 'value') return false;
  const { value } = meaning;
  return (least === null || compare(value, least) >= 0) && (most === null || compare(value, most) <= 0);
}

function scaledOf(end: Decimal | null): Scaled | null {
  return end === null ? null : fromDecimal(end);
}

/** The fewest whole units at a scale that are not below a bound. */
function unitsFrom(least: Scaled, scale: number): number {
  return 0 - unitsTo({ units: -least.units, scale: least.scale }, scale);
}

/** The most whole units at a scale that are not above a bound. */
function unitsTo({ units, scale: written }: Scaled, scale: number): number {
  let whole: bigint;
  if (written <= scale) whole = units * 10n ** BigInt(scale - written);
  else {
    const divisor = 10n ** BigInt(written - scale);
    whole = units / divisor;
    // Division goes towards zero; the greatest integer below a negative one is one less.
    if (units < 0n && units % divisor !== 0n) whole -= 1n;
  }
  // Units of a column are safe integers: a bound past them may be rounded here, but stays past them.
  return Number(whole);
}

/** The inner loops of number filters. */

type Values = DecimalColumn['values'];
type RowList = Exclude<DecimalColumn['rows'], null>;

function keepBetween(part: Uint8Array, values: Values, from: number, to: number): void {
  loopsOver(values).keepBetween(part, values, from, to);
}

function loopsOver(values: Values): typeof loops8 {
  if (values instanceof Int8Array) return loops8;
  if (values instanceof Int16Array) return loops16;
  return values instanceof Int32Array ? loops32 : loops64;
}

/** Where the zeros that are not listed lie between both ends: drops the listed rows that do not. */
function keepListedBetween(part: Uint8Array, rows: RowList, values: Values, from: number, to: number): void {
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[at] ?? 0;
    if (!(value >= from && value <= to)) part[rows[at] ?? 0] = 0;
  }
}

/** Where they do not: the listed rows of the part that do. */
function takeListedBetween(part: Uint8Array, rows: RowList, values: Values, from: number, to: number) {
  const taken = new Uint8Array(part.length);
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[at] ?? 0;
    const row = rows[at] ?? 0;
    if (value >= from && value <= to) taken[row] = part[row] ?? 0;
  }
  return taken;
}
