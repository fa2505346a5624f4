import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Dataset, manifestOf } from '#renderer/data/files/parquet/dataset.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { type NaiveRow, naiveDay, naiveUnits, naiveValue, PLACES } from '#test/renderer/data/engine/naive.ts';
import { WORLD_COLUMNS } from '#test/renderer/data/engine/worlds.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { filesOf } from './duckdb.ts';

/** What the files of a dataset must hold, from the texts that came. */

export const AMOUNTS = WORLD_COLUMNS.filter((column) =>
  /Ventas|Costo|Rentabilidad|Otros|Unidades/.test(column),
);
export const DATES = ['Fecha de compra', 'Fecha de actualización', 'Fecha de Pago'];

/** What a cell of the file must say, from the text that came; the columns' types are not asked. */
function expectedCell(row: NaiveRow, column: string): string | null {
  const cell = row[column] ?? null;
  if (AMOUNTS.includes(column)) {
    const units = naiveValue(cell);
    return units === null || !fitsFile(units) ? null : plain(units);
  }
  if (!DATES.includes(column)) return cell;
  const local = cell?.replace(/Z$/, '') ?? null;
  return naiveDay(local) === null ? null : `${local}.000`.slice(0, 23);
}

/** 18 decimal places at most, 38 digits with those. */
function fitsFile(units: bigint): boolean {
  return units % 10n ** BigInt(PLACES - 18) === 0n;
}

/** More than 38 digits with the 18 places: the worlds here have values of few digits or of 40 and more. */
const isTooLong = (units: bigint): boolean => (units < 0n ? -units : units) >= 10n ** BigInt(PLACES + 30);

function plain(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

export function expectedWithApart(row: NaiveRow, column: string): string | null {
  const expected = expectedCell(row, column);
  const cell = row[column] ?? null;
  const isTyped = AMOUNTS.includes(column) || DATES.includes(column);
  return expected ?? (isTyped && cell !== '' ? cell : null);
}

/** The exact sum of what fits, as a fraction of 10^PLACES. */
export function sumOfFitting(rows: readonly NaiveRow[], column: string): bigint {
  return rows
    .map((row) => naiveValue(row[column] ?? null))
    .filter((units) => units !== null && fitsFile(units) && !isTooLong(units))
    .reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n);
}

export const unitsOf = (text: string | null | undefined): bigint => naiveUnits(text ?? '0') ?? 0n;

/** A store of rows in as many segments as there are lists. */
export function storeOf(commits: readonly (readonly NaiveRow[])[]): ColumnStore {
  const store = createColumnStore();
  for (const [index, rows] of commits.entries()) {
    if (rows.length === 0) continue;
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
    store.addSegment(index + 1, decodeSomewhere(bytes, headerLength), null);
  }
  return store;
}

const FACTS = { account: 'a', app: '1', readUntil: null, written: '2026-11-22T00:00:00.000Z' };

/** What lies in the folder after an export. */
export async function exported(dataset: Dataset) {
  const files = await filesOf(dataset);
  const written = [...files].map(([path, { length }]) => ({ path, bytes: length, sha256: '' }));
  return { files, manifest: manifestOf(dataset, written, FACTS), lying: written };
}

export const row = (day: string, more: NaiveRow = {}): NaiveRow => ({
  Canal: 'Uno',
  Cuenta: null,
  Orden: day,
  'Fecha de compra': `${day}T10:00:00.000`,
  Ventas: '10.50',
  ...more,
});
