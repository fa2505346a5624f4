import type {
  FilledPart,
  FilledTable,
  TableCell,
  TableColumnKind,
} from '#renderer/data/model/dataset-tables.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { DAY_MS, dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, type Scaled } from '#shared/domain/decimal.ts';
import type { Gathered, RowSource } from './gather.ts';
import {
  type ColumnType,
  type FileColumn,
  LONG_DIGITS,
  MAX_PLACES,
  SHORT_DIGITS,
  trimmed,
  unitsAt,
} from './plan.ts';

/** Columns of a table that is beside the rows, and its cells as they are written. */

/** Rows that are looked at at a time. */
const ROWS_AT_ONCE = 4096;

function* slicesOf({
  parts,
}: Pick<FilledTable, 'parts'>): Generator<ReturnType<FilledPart['rows']['slice']>> {
  for (const { rows } of parts)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

/** Types of a table's columns. Those of amounts hold every value, and only widen from one export to the next. */
export function planTable(table: FilledTable, before: readonly FileColumn[]): readonly FileColumn[] {
  const amounts = Object.entries(table.columns).flatMap(([name, [kind]]) =>
    kind === 'amount' ? [name] : [],
  );
  const needs = new Map(amounts.map((name) => [name, needsBefore(before, name)]));
  for (const rows of slicesOf(table))
    for (const name of amounts) {
      const own = needs.get(name);
      if (own !== undefined) needs.set(name, widened(own, rows, name));
    }
  return Object.entries(table.columns).flatMap(([name, [kind]]) => {
    const of = (type: ColumnType): FileColumn => ({ name, key: name, type });
    if (kind !== 'amount') return [of(typeOf(kind))];
    const { scale, whole, hasApart } = needs.get(name) ?? NO_NEEDS;
    // Digits before the point and places together: too many for 18 is the long type, too many for that is a text.
    const digits = whole + scale > SHORT_DIGITS ? LONG_DIGITS : SHORT_DIGITS;
    return [
      of({ kind: 'decimal', digits, scale }),
      ...(hasApart || whole + scale > LONG_DIGITS
        ? [{ name: `${name} (texto)`, key: name, type: { kind: 'apart', scale } as const }]
        : []),
    ];
  });
}

type Needs = {
  readonly scale: number;
  /** Digits before the point. */
  readonly whole: number;
  readonly hasApart: boolean;
};
const NO_NEEDS: Needs = { scale: 0, whole: 0, hasApart: false };

/** Types only widen from one export to the next. */
function needsBefore(before: readonly FileColumn[], name: string): Needs {
  const types = before.filter(({ key }) => key === name).map(({ type }) => type);
  const decimal = types.find((type) => type.kind === 'decimal');
  return {
    scale: decimal?.scale ?? 0,
    whole: decimal?.digits === LONG_DIGITS ? SHORT_DIGITS + 1 : 0,
    hasApart: types.some(({ kind }) => kind === 'apart'),
  };
}

function widened(needs: Needs, rows: ReturnType<FilledPart['rows']['slice']>, name: string): Needs {
  let { scale, whole, hasApart } = needs;
  for (const row of rows) {
    const value = scaledOf(row[name]);
    if (value === null) continue;
    const short = trimmed(value);
    hasApart ||= short.scale > MAX_PLACES;
    scale = Math.max(scale, Math.min(short.scale, MAX_PLACES));
    const digits = String(short.units < 0n ? -short.units : short.units).length;
    whole = Math.max(whole, digits - short.scale);
  }
  return { scale, whole, hasApart };
}

function typeOf(kind: Exclude<TableColumnKind, 'amount'>): ColumnType {
  switch (kind) {
    case 'key':
    case 'text':
      return { kind: 'text' };
    case 'count':
    case 'place':
      return { kind: 'decimal', digits: SHORT_DIGITS, scale: 0 };
    case 'day':
      return { kind: 'timestamp', utc: false };
    case 'moment':
      return { kind: 'timestamp', utc: true };
  }
}

const scaledOf = (cell: TableCell | undefined): Scaled | null =>
  typeof cell === 'string' ? fromDecimal(cell as Decimal) : null;

/** The rows of a part as its file has them. */
export function sourceOf({ columns }: Pick<FilledTable, 'columns'>, { rows }: FilledPart): RowSource {
  return function* (most) {
    for (let from = 0; from < rows.length; from += most) {
      const group = rows.slice(from, from + most);
      yield {
        count: group.length,
        column: (column) => {
          const cells = group.map((row) => row[column.key] ?? null);
          return gathered(column.type, columns[column.key]?.[0] ?? 'text', cells);
        },
      };
    }
  };
}

function gathered(type: ColumnType, kind: TableColumnKind, cells: readonly TableCell[]): Gathered {
  switch (type.kind) {
    case 'text':
      return texts(kind === 'key' ? cells.map(shortKey) : cells);
    case 'apart':
      return texts(cells.map((cell) => (fits(cell, type.scale) ? null : cell)));
    case 'timestamp':
    case 'decimal':
      return numbers(cells.map((cell) => unitsOf(cell, kind, type.kind === 'decimal' ? type.scale : 0)));
  }
}

/** An index of PostgreSQL holds no entry of more than some 2,700 bytes. */
const MAX_KEY_LENGTH = 400;
const KEPT_OF_KEY = 300;

/** A long key as its beginning and a hash of it: another is another still. */
function shortKey(cell: TableCell): TableCell {
  const text = String(cell);
  if (text.length <= MAX_KEY_LENGTH) return cell;
  return `${Array.from(text).slice(0, KEPT_OF_KEY).join('')}…${evidenceOf([text])}`;
}

function fits(cell: TableCell, scale: number): boolean {
  const value = scaledOf(cell);
  return value === null || unitsAt(value, scale) !== null;
}

function unitsOf(cell: TableCell, kind: TableColumnKind, scale: number): bigint | null {
  if (cell === null) return null;
  if (kind === 'day') return BigInt(dayNumber(String(cell) as LocalDate) * DAY_MS);
  if (typeof cell === 'number') return BigInt(Math.trunc(cell));
  return unitsAt(fromDecimal(cell as Decimal), scale);
}

function numbers(values: readonly (bigint | null)[]): Gathered {
  const present = Uint8Array.from(values, (value) => (value === null ? 0 : 1));
  const large = new Map<number, bigint>();
  const units = Float64Array.from(values, (value, at) => {
    const number = Number(value ?? 0n);
    if (Number.isSafeInteger(number)) return number;
    large.set(at, value ?? 0n);
    return 0;
  });
  return { kind: 'numbers', present, units, large };
}

/** Half a character, which UTF-8 does not have. */
const HALF = /\p{Cs}/u;

function texts(cells: readonly TableCell[]): Gathered {
  const codeOf = new Map<string, number>();
  const encoder = new TextEncoder();
  const entries: Uint8Array[] = [];
  let replaced = 0;
  const codes = Uint32Array.from(cells, (cell) => {
    if (cell === null) return 0;
    const text = String(cell);
    if (HALF.test(text)) replaced += 1;
    const known = codeOf.get(text) ?? entries.push(encoder.encode(text)) - 1;
    codeOf.set(text, known);
    return known;
  });
  const present = Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1));
  return { kind: 'texts', present, codes, entries, replaced };
}
