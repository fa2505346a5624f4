import type { Segment, SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import { COLUMNS, findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import type { Scaled } from '#shared/domain/decimal.ts';

/** Which columns a file has, and of which types: the same in every month, so that engines read them as one table. */

/** INT64 holds 18 digits whatever they are; engines take 38 at most. */
export const SHORT_DIGITS = 18;
export const LONG_DIGITS = 38;
/** Decimal places that are kept; a value with more stays text. They leave 20 digits before the point. */
export const MAX_PLACES = 18;
/** Doubles hold whole numbers up to here. */
const EXACT = Number.MAX_SAFE_INTEGER;

export type FileColumn = {
  /** In the file; engines take no two names that differ in case alone. */
  readonly name: string;
  /** On the wire. */
  readonly key: string;
  readonly type: ColumnType;
};

export type ColumnType =
  | { readonly kind: 'text' }
  /** Texts that stand in a column of numbers or dates and are none that the type holds, exactly as they came. */
  | { readonly kind: 'apart'; readonly scale: number }
  | { readonly kind: 'timestamp'; readonly utc: boolean }
  | {
      readonly kind: 'decimal';
      readonly digits: typeof SHORT_DIGITS | typeof LONG_DIGITS;
      readonly scale: number;
    };

/** Demands of the values of a column of numbers or dates on its type. */
type Needs = { readonly scale: number; readonly isLong: boolean; readonly hasApart: boolean };
const NO_NEEDS: Needs = { scale: 0, isLong: false, hasApart: false };

/**
 * The columns for these rows. Those of the export before stay, and their types only widen: a month whose rows did not change
 * keeps its file whatever left the others.
 */
export function planColumns(
  segments: readonly Segment[],
  before: readonly FileColumn[],
): readonly FileColumn[] {
  const keys = new Set([
    ...before.map(({ key }) => key),
    ...segments.flatMap(({ columns }) => [...columns.keys()]),
  ]);
  const known = COLUMNS.map(({ key }) => key).filter((key) => keys.has(key));
  const ordered = [...new Set([...known, ...keys])];
  const wanted = ordered.flatMap((key) => typesOf(key, segments, before).map((type) => ({ key, type })));
  return namedColumns(wanted, before);
}

function typesOf(
  key: string,
  segments: readonly Segment[],
  before: readonly FileColumn[],
): readonly ColumnType[] {
  const kind = findColumn(key)?.kind ?? 'text';
  if (kind === 'text') return [{ kind }];
  const kept = before.filter((column) => column.key === key).map(({ type }) => type);
  const wasApart = kept.some((type) => type.kind === 'apart');
  if (!isDecimalKind(kind)) {
    const hasApart = wasApart || segments.some(({ columns }) => hasUnreadable(columns.get(key)));
    return [{ kind: 'timestamp', utc: kind === 'utc-datetime' }, ...apart(hasApart, 0)];
  }
  const [was] = kept.filter((type) => type.kind === 'decimal');
  const columns = segments.map((segment) => segment.columns.get(key));
  const scale = Math.max(was?.scale ?? 0, ...columns.map(placesOf));
  const needs = columns.reduce<Needs>((all, column) => widened(all, column, scale), NO_NEEDS);
  const isLong = needs.isLong || was?.digits === LONG_DIGITS;
  return [
    { kind: 'decimal', digits: isLong ? LONG_DIGITS : SHORT_DIGITS, scale },
    ...apart(needs.hasApart || wasApart, scale),
  ];
}

/** `scale`: that of the column beside it. */
const apart = (has: boolean, scale: number): readonly ColumnType[] => (has ? [{ kind: 'apart', scale }] : []);

function hasUnreadable(column: SegmentColumn | undefined): boolean {
  if (column === undefined) return false;
  if (column.kind === 'text') return hasTexts(column);
  return column.exceptions.meanings.some(({ kind }) => kind === 'unreadable');
}

function hasTexts({ dictionary }: Extract<SegmentColumn, { readonly kind: 'text' }>): boolean {
  const { size, offsets } = dictionary;
  // Neither null nor "" has bytes.
  return (offsets[size] ?? 0) > 0 || dictionary.odd.size > 0;
}

/** Decimal places that a column's values need, as far as they are kept. */
function placesOf(column: SegmentColumn | undefined): number {
  if (column?.kind !== 'decimal') return 0;
  let most = column.scale;
  for (const meaning of column.exceptions.meanings) {
    if (meaning.kind === 'value') most = Math.max(most, trimmed(meaning.value).scale);
  }
  return Math.min(most, MAX_PLACES);
}

function widened(needs: Needs, column: SegmentColumn | undefined, scale: number): Needs {
  if (column === undefined) return needs;
  if (column.kind !== 'decimal') return { ...needs, hasApart: needs.hasApart || hasUnreadable(column) };
  const factor = 10 ** (scale - column.scale);
  let { isLong, hasApart } = needs;
  // The magnitude is a bound of all of them; only where it is too large are they looked at one by one.
  if (column.magnitude * factor >= 10 ** SHORT_DIGITS) {
    isLong ||= column.values.some((value: number) => Math.abs(value) * factor >= 10 ** (SHORT_DIGITS - 1));
  }
  if (column.scale > scale) {
    hasApart ||= column.values.some(
      (value: number) => unitsAt({ units: BigInt(value), scale: column.scale }, scale) === null,
    );
  }
  for (const meaning of column.exceptions.meanings) {
    if (meaning.kind === 'absent') continue;
    const units = meaning.kind === 'value' ? unitsAt(meaning.value, scale) : null;
    if (units === null) hasApart = true;
    else isLong ||= magnitudeOf(units) >= 10n ** BigInt(SHORT_DIGITS);
  }
  return { ...needs, isLong, hasApart };
}

const magnitudeOf = (units: bigint): bigint => (units < 0n ? -units : units);

/** The same number without zeros at its end. */
export function trimmed({ units, scale }: Scaled): Scaled {
  let [rest, places] = [units, scale];
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return { units: rest, scale: places };
}

const MAX_UNITS = 10n ** BigInt(LONG_DIGITS);

/** A number as units of a scale; null where it has more decimal places, or more digits than any type holds. */
export function unitsAt(value: Scaled, scale: number): bigint | null {
  const { units, scale: places } = trimmed(value);
  if (places > scale) return null;
  const scaled = units * 10n ** BigInt(scale - places);
  return magnitudeOf(scaled) < MAX_UNITS ? scaled : null;
}

/** Whether every one of a column's numbers stays a whole double at the scale. */
export function isExactAt(
  column: Extract<SegmentColumn, { readonly kind: 'decimal' }>,
  scale: number,
): boolean {
  return column.scale <= scale && column.magnitude * 10 ** (scale - column.scale) <= EXACT;
}

/** The name of the partition's column, which engines add to those of the file. */
export const PARTITION = 'Mes';

/** Gives each column a name of its own; those of the export before keep theirs. */
function namedColumns(
  wanted: readonly { readonly key: string; readonly type: ColumnType }[],
  before: readonly FileColumn[],
): readonly FileColumn[] {
  const isApart = (type: ColumnType): boolean => type.kind === 'apart';
  const nameBefore = (key: string, type: ColumnType): string | undefined =>
    before.find((column) => column.key === key && isApart(column.type) === isApart(type))?.name;
  const taken = new Set([PARTITION, ...before.map(({ name }) => name)].map(folded));
  return wanted.map(({ key, type }) => {
    const kept = nameBefore(key, type);
    if (kept !== undefined) return { name: kept, key, type };
    const fit = key.replace(/\p{Cc}|\p{Cs}/gu, ' ').trim() || 'columna';
    const plain = isApart(type) ? `${fit} (texto)` : fit;
    let name = plain;
    for (let count = 2; taken.has(folded(name)); count += 1) name = `${plain} ${count}`;
    taken.add(folded(name));
    return { name, key, type };
  });
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();
