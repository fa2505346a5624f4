import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { charWidths } from '#renderer/ui/grid/measure.ts';
import type { NamedColumn } from './statement-data.ts';

/** Widths and heights of the statement, as statement.css has them. */

export const LABEL_PX = 237;
export const DOTS_PX = 46;
export const ROW_PX = 26;
const RATE_PX = 47;
/** The columns' totals, pinned at the right, have room around them. */
export const WHOLE_EXTRA = { amount: 12, rate: 8 };

/** Column names longer than this are cut, with the whole in their title. */
const MOST_NAME_PX = 190;

export type CellWidths = { readonly amountPx: number; readonly ratePx: number };

/** Every amount is shown whole: the widest of the results decides. */
export function cellWidths(
  columns: readonly NamedColumn[],
  places: number,
  values: StatementView['values'],
  formats: Formats,
): CellWidths {
  if (values === 'rate') return { amountPx: 0, ratePx: rateOnlyWidth(columns) };
  const ratePx = values === 'both' ? RATE_PX : 0;
  return { amountPx: amountWidth(columns, places, formats, ratePx), ratePx };
}

function amountWidth(
  columns: readonly NamedColumn[],
  places: number,
  formats: Formats,
  ratePx: number,
): number {
  const widths = charWidths();
  let widest = 0;
  for (const { totals, less } of columns) {
    for (const sums of [totals.sums, less?.sums]) {
      for (const column of ['Ingreso Total', 'Ventas', 'Rentabilidad Total', 'Costo de Producto']) {
        const sum = sums?.[column];
        if (sum !== undefined) widest = Math.max(widest, widths.bold(formats.money(sum, places)));
      }
    }
  }
  return Math.ceil(Math.max(widest, ...columns.map((column) => nameWidth(column) - ratePx)) + 16);
}

function rateOnlyWidth(columns: readonly NamedColumn[]): number {
  return Math.ceil(Math.max(64, ...columns.map(nameWidth)) + 16);
}

function nameWidth({ name, until }: NamedColumn): number {
  return Math.min(MOST_NAME_PX, charWidths().bold(`${name} ${until ?? ''}`));
}
