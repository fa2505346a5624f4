import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { Codes, DateColumn, Segment } from '#renderer/data/engine/columns/segment.ts';
import { DAY_MS } from '#shared/domain/dates.ts';

/** Calendar days of a date column of one segment: what periods and time groups look at instead of milliseconds. */
export type DayCodes = {
  /** Code of each row; null: no row has a readable date. Code 0 stands for none. */
  readonly codes: Exclude<Codes, Uint8Array> | null;
  /** Day of each code, counted from 1970-01-01; that of code 0 means nothing. */
  readonly days: Int32Array;
};

const NO_DAYS: DayCodes = { codes: null, days: new Int32Array(1) };
/**
 * Segments whose days lie wider apart (a date such as 0001-01-01 among them) number the days they have: every question
 * looks at each day of a table, whether any row has it or not.
 */
const WIDEST_TABLE = 0xfff;

const dayCodes = defineDerivation<DateColumn, DayCodes>();

export function dayCodesOf(segment: Segment, column: string): DayCodes {
  const found = segment.columns.get(column);
  if (found?.kind !== 'date') return NO_DAYS;
  return dayCodes.of(found, () => makeCodes(found, segment.rowCount));
}

function makeCodes(column: DateColumn, rowCount: number): DayCodes {
  const days = new Int32Array(rowCount);
  const { base, offsets, exceptions } = column;
  for (let row = 0; row < rowCount; row += 1) days[row] = Math.floor((base + (offsets[row] ?? 0)) / DAY_MS);
  const undated: number[] = [];
  for (let at = 0; at < exceptions.rows.length; at += 1) {
    const meaning = exceptions.meanings[exceptions.codes[at] ?? 0];
    const row = exceptions.rows[at] ?? 0;
    if (meaning?.kind === 'value') days[row] = Math.floor(Number(meaning.value.units) / DAY_MS);
    else undated.push(row);
  }
  const isUndated = new Uint8Array(rowCount);
  for (const row of undated) isUndated[row] = 1;
  if (undated.length === rowCount) return NO_DAYS;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rowCount; row += 1) {
    if (isUndated[row] === 1) continue;
    const day = days[row] ?? 0;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return last - first < WIDEST_TABLE
    ? tabled(days, isUndated, first, last)
    : numbered(days, isUndated, rowCount);
}

function tabled(days: Int32Array, isUndated: Uint8Array, first: number, last: number): DayCodes {
  const codes = new Uint16Array(days.length);
  for (let row = 0; row < codes.length; row += 1) {
    codes[row] = isUndated[row] === 1 ? 0 : (days[row] ?? 0) - first + 1;
  }
  return { codes, days: Int32Array.from({ length: last - first + 2 }, (_, code) => first + code - 1) };
}

function numbered(days: Int32Array, isUndated: Uint8Array, rowCount: number): DayCodes {
  const codes = new Uint32Array(rowCount);
  const codeOfDay = new Map<number, number>();
  for (let row = 0; row < rowCount; row += 1) {
    if (isUndated[row] === 1) continue;
    const day = days[row] ?? 0;
    const code = codeOfDay.get(day) ?? codeOfDay.size + 1;
    codeOfDay.set(day, code);
    codes[row] = code;
  }
  return { codes, days: Int32Array.from([0, ...codeOfDay.keys()]) };
}
