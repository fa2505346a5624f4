import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import {
  type DecimalColumn,
  eachException,
  powerOfTen,
  type Segment,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { codesOfTexts } from '#renderer/data/engine/columns/text-dictionary.ts';
import { addUnits } from '#renderer/data/engine/scan/add-units.ts';
import {
  CANCELED_CHARGES,
  CHARGE_COLUMNS,
  COMMISSION,
  COMMISSION_PARTS,
  REFUND_COLUMNS,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Task } from '#shared/base/tasks.ts';

/**
 * Rows whose order may be odd, told by passes over the columns of a segment in doubles. They never miss one: where doubles
 * are not sure a row is listed, and what is listed is judged exactly afterwards.
 */
export const ROW_MARK = { suspect: 1, movement: 2 } as const;

export type ScreenedRows = {
  /** ROW_MARK bits of each row. */
  readonly marks: Uint8Array;
  /** Rows with a bit, ascending. */
  readonly listed: Uint32Array;
};

/** A segment's columns never change, whoever holds them. */
const screened = defineDerivation<Segment['columns'], ScreenedRows>();

export function* screenRows(segment: Segment): Task<ScreenedRows> {
  const known = screened.get(segment.columns);
  if (known !== undefined) return known;
  const { rowCount, columns } = segment;
  const marks = new Uint8Array(rowCount);
  const isMovement = flagsOf(columns.get('Tipo de Dato'), rowCount, 'Marketplace');
  const isCanceled = flagsOf(columns.get('Estado de Orden'), rowCount, 'Cancelada');
  // Bounds possible refunds beyond the sale: each figure that adds to them, and none that takes off. Without a sale it is
  // never below zero: whatever has none is listed by it too.
  const over = sumOf(segment, [
    ...REFUND_COLUMNS.map((key) => ({ key, factor: 1, isPositive: true as const })),
    ...CHARGE_COLUMNS.map((key) => ({ key, factor: -1, isPositive: true as const })),
    { key: 'Ventas', factor: -1 },
  ]);
  for (let row = 0; row < rowCount; row += 1) {
    if ((over.units[row] ?? 0) >= -over.slack) marks[row] = ROW_MARK.suspect;
  }
  yield;
  for (const { charge, refund } of CANCELED_CHARGES) {
    const kept = sumOf(segment, [
      { key: charge, factor: 1 },
      { key: refund, factor: -1 },
    ]);
    for (let row = 0; row < rowCount; row += 1) {
      if (isCanceled[row] === 1 && (kept.units[row] ?? 0) > -kept.slack) marks[row] = ROW_MARK.suspect;
    }
  }
  yield;
  const commission = sumOf(segment, [{ key: COMMISSION, factor: 1 }]);
  yield;
  const apart = sumOf(segment, [
    { key: COMMISSION, factor: 1 },
    ...COMMISSION_PARTS.map((key) => ({ key, factor: -2 })),
  ]);
  for (let row = 0; row < rowCount; row += 1) {
    const isDouble = Math.abs(apart.units[row] ?? 0) <= apart.slack && commission.units[row] !== 0;
    if (isDouble) marks[row] = ROW_MARK.suspect;
  }
  yield;
  for (const column of columns.values()) {
    if (column.kind !== 'decimal') continue;
    eachException(column.exceptions, (row, { kind }) => {
      if (kind === 'value') marks[row] = ROW_MARK.suspect;
    });
  }
  for (let row = 0; row < rowCount; row += 1) if (isMovement[row] === 1) marks[row] = ROW_MARK.movement;
  yield;
  return screened.keep(columns, { marks, listed: nonZeroPlaces(marks) });
}

function nonZeroPlaces(marks: Uint8Array): Uint32Array {
  const places = new Uint32Array(marks.length);
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) {
    if (marks[row] === 0) continue;
    places[count] = row;
    count += 1;
  }
  return places.slice(0, count);
}

/** 1 for the rows of a text column that hold a text. */
export function flagsOf(column: SegmentColumn | undefined, rowCount: number, text: string): Uint8Array {
  const flags = new Uint8Array(rowCount);
  if (column?.kind !== 'text') return flags;
  const passes = codesOfTexts(column.dictionary, [text]);
  const { codes } = column;
  if (codes === null) return flags.fill(passes[0] ?? 0);
  for (let row = 0; row < rowCount; row += 1) flags[row] = passes[codes[row] ?? 0] ?? 0;
  return flags;
}

/** `isPositive`: only where it adds something. */
type Term = { readonly key: string; readonly factor: number; readonly isPositive?: true };
type RowSums = {
  /** In units of one scale. What the arrays do not carry counts as 0. */
  readonly units: Float64Array;
  /** How far they may be off: 0 where every sum is below 2^53. */
  readonly slack: number;
};

/** A sum of columns in each row. */
function sumOf(segment: Segment, terms: readonly Term[]): RowSums {
  const found = terms.flatMap(({ key, factor, isPositive = false }) => {
    const column = segment.columns.get(key);
    return column?.kind === 'decimal' ? [{ column, factor, isPositive }] : [];
  });
  const scale = found.reduce((most, { column }) => Math.max(most, column.scale), 0);
  const units = new Float64Array(segment.rowCount);
  let reach = 0;
  for (const { column, factor, isPositive } of found) {
    const own = factor * powerOfTen(scale - column.scale);
    if (isPositive) addPositive(units, column, own);
    else addUnits(units, column, own);
    reach += column.magnitude * Math.abs(own);
  }
  return { units, slack: reach > Number.MAX_SAFE_INTEGER ? reach * 2 ** -40 : 0 };
}

function addPositive(into: Float64Array, { rows, values }: DecimalColumn, factor: number): void {
  for (let at = 0; at < values.length; at += 1) {
    const own = (values[at] ?? 0) * factor;
    if (own <= 0) continue;
    const row = rows === null ? at : (rows[at] ?? 0);
    into[row] = (into[row] ?? 0) + own;
  }
}
