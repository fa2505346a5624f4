import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { atOnce, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { amountColumn, type OpenMeaning, readAmountTexts } from './cell-columns.ts';
import type { Figures, Units } from './figures.ts';

/** Amounts that rows beside the lines state, with all their places. */

type Amount = { readonly units: bigint; readonly scale: number };

/** A spreadsheet's numbers carry fifteen digits: what is behind them is of the double that a sum came to. */
const MAX_DIGITS = 15;

function readAmount(cell: FileCell | undefined, meaning: OpenMeaning): Amount | null {
  if (cell === undefined || fileCellText(cell).trim() === '') return null;
  const { units, scale } = atOnce(amountColumn(atOnce(readAmountTexts([cell])), meaning));
  const value = units[0] ?? null;
  if (value === null) return null;
  const size = value < 0n ? -value : value;
  const beyond = typeof cell === 'object' ? Math.min(scale, String(size).length - MAX_DIGITS) : 0;
  if (beyond <= 0) return { units: value, scale };
  const unit = 10n ** BigInt(beyond);
  const rounded = (size + unit / 2n) / unit;
  return { units: value < 0n ? -rounded : rounded, scale: scale - beyond };
}

/**
 * The amount that a cell of such a row states, in units of the figures' scale; null where it is none, or finer than
 * these.
 */
export function readStated(row: FileRow, place: number, { meaningAt, scale }: Figures): bigint | null {
  const amount = readAmount(row.cells[place], meaningAt(place));
  if (amount === null) return null;
  if (amount.scale <= scale) return amount.units * 10n ** BigInt(scale - amount.scale);
  const unit = 10n ** BigInt(amount.scale - scale);
  return amount.units % unit === 0n ? amount.units / unit : null;
}

/** The most places of all that some rows state, and of the figures themselves. */
export function* finestScale(rows: readonly FileRow[], { meaningAt, scale }: Figures): Task<number> {
  const finest = yield* mapInSteps(rows, ({ cells }) =>
    cells.reduce<number>((most, cell, place) => {
      const own = /[.,]\d/.test(fileCellText(cell)) ? readAmount(cell, meaningAt(place)) : null;
      return own === null ? most : Math.max(most, own.scale);
    }, scale),
  );
  return finest.reduce((most, each) => Math.max(most, each), scale);
}

/** The same amounts in units of a finer scale. */
export function* atFiner(units: Units, by: number): Task<Units> {
  if (by === 0) return units;
  const factor = 10n ** BigInt(by);
  return yield* mapInSteps(units, (value) => (value === null ? null : value * factor));
}
