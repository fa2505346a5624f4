import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type DecimalColumn, eachException } from '#renderer/data/engine/columns/segment.ts';
import { vatFactor } from '#renderer/data/model/vat-rates.ts';
import type { VatChange } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import { type Decimal, divideRounded, type Scaled } from '#shared/domain/decimal.ts';
import type { Cube } from './cube.ts';

/**
 * Sums of rows that are each read with VAT or without, and rounded, before they are added: what a sheet comes to that has the
 * net of every line. It is off from the net of the total by what was rounded away.
 */

export type RowReading = {
  readonly change: RowVatChange;
  /** By cell of the cube, whole units of the change's places. */
  readonly units: Float64Array;
};
export type RowVatChange = VatChange & { readonly rowPlaces: number };

export const rowVatChanges = (rates: readonly Decimal[], rowPlaces: number): readonly RowVatChange[] =>
  rates.flatMap((rate) =>
    [false, true].map((isIn): RowVatChange => ({ kind: 'vat', rate, isIn, rowPlaces })),
  );

/** Sums that stay whole doubles whatever of them is added. */
const MOST_UNITS = Number.MAX_SAFE_INTEGER / 4;

/** The sums of each cell; none where they are too large for doubles, of which nobody's sheet is. */
export function* readRowsWithVat(
  store: ColumnStore,
  { cellCount, cellOf }: Pick<Cube, 'cellCount' | 'cellOf'>,
  measure: string,
  changes: readonly RowVatChange[],
): Task<readonly RowReading[]> {
  const readings = changes.map((change) => ({ change, units: new Float64Array(cellCount), size: 0 }));
  if (readings.length === 0) return [];
  for (const { base, columns, retired } of store.segments) {
    const column = columns.get(measure);
    if (retired || column?.kind !== 'decimal') continue;
    for (const reading of readings) {
      const add = (row: number, units: number): void => {
        const cell = cellOf(base + row);
        if (cell < 0) return;
        reading.units[cell] = (reading.units[cell] ?? 0) + units;
        reading.size += Math.abs(units);
      };
      addColumn(column, reading.change, add);
      yield;
    }
  }
  return readings.every(({ size }) => size <= MOST_UNITS) ? readings : [];
}

function addColumn(
  { rows, values, scale, exceptions }: DecimalColumn,
  change: RowVatChange,
  add: (row: number, units: number) => void,
): void {
  const read = roundedReader(change, scale);
  for (let at = 0; at < values.length; at += 1) {
    const units = values[at] ?? 0;
    if (units !== 0) add(rows === null ? at : (rows[at] ?? 0), read(units));
  }
  eachException(exceptions, (row, meaning) => {
    if (meaning.kind === 'value') add(row, Number(roundedWithVat(meaning.value, change)));
  });
}

/** The factor of a change, over amounts of a scale, to units of its places. */
function factorOf({ rate, isIn, rowPlaces }: RowVatChange, scale: number) {
  const { whole, base } = vatFactor(rate);
  const [times, by] = isIn ? [whole, base] : [base, whole];
  return {
    times: times * 10n ** BigInt(Math.max(0, rowPlaces - scale)),
    by: by * 10n ** BigInt(Math.max(0, scale - rowPlaces)),
  };
}

function roundedWithVat({ units, scale }: Scaled, change: RowVatChange): bigint {
  const { times, by } = factorOf(change, scale);
  return divideRounded(units * times, by);
}

/** The same of whole doubles: by doubles where every step of it is whole. */
function roundedReader(change: RowVatChange, scale: number): (units: number) => number {
  const factor = factorOf(change, scale);
  const [times, by] = [Number(factor.times), Number(factor.by)];
  const most = (Number.MAX_SAFE_INTEGER - by) / (2 * times);
  return (units) => {
    const size = Math.abs(units);
    if (size > most) return Number(roundedWithVat({ units: BigInt(units), scale }, change));
    const rounded = Math.floor((2 * size * times + by) / (2 * by));
    return units < 0 ? -rounded : rounded;
  };
}

/** The sum over some cells. */
export function unitsIn({ units }: RowReading, cells: Uint8Array): bigint {
  let sum = 0;
  for (let cell = 0; cell < cells.length; cell += 1) if (cells[cell] === 1) sum += units[cell] ?? 0;
  return BigInt(sum);
}
