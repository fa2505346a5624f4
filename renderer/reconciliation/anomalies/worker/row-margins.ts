import { eachException, meaningAt, powerOfTen, type Segment } from '#renderer/data/engine/columns/segment.ts';
import type { Fraction } from '#renderer/data/model/fraction.ts';
import { MARGIN_COLUMN } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { compare, type Scaled, ZERO } from '#shared/domain/decimal.ts';
import { flagsOf } from './screened-rows.ts';

/** The margin of each row, to a double's precision; NaN where there is none to be compared. */
export function marginsOf(segment: Segment): Float64Array {
  const { columns, rowCount } = segment;
  const margins = new Float64Array(rowCount).fill(Number.NaN);
  const ventas = columns.get('Ventas');
  const profit = columns.get(MARGIN_COLUMN);
  if (ventas?.kind !== 'decimal' || profit?.kind !== 'decimal') return margins;
  const isRegular = flagsOf(columns.get('Estado de Orden'), rowCount, 'Regular');
  const isMovement = flagsOf(columns.get('Tipo de Dato'), rowCount, 'Marketplace');
  const profits = new Float64Array(rowCount);
  for (let at = 0; at < profit.values.length; at += 1) {
    profits[profit.rows === null ? at : (profit.rows[at] ?? 0)] = profit.values[at] ?? 0;
  }
  const factor = powerOfTen(ventas.scale) / powerOfTen(profit.scale);
  for (let at = 0; at < ventas.values.length; at += 1) {
    const row = ventas.rows === null ? at : (ventas.rows[at] ?? 0);
    const sale = ventas.values[at] ?? 0;
    if (sale > 0) margins[row] = ((profits[row] ?? 0) / sale) * factor;
  }
  const again = (row: number): void => {
    const margin = marginAt(segment, row);
    margins[row] = margin === null ? Number.NaN : asNumber(margin.rate);
  };
  eachException(ventas.exceptions, again);
  eachException(profit.exceptions, again);
  for (let row = 0; row < rowCount; row += 1) {
    if (isRegular[row] !== 1 || isMovement[row] === 1) margins[row] = Number.NaN;
  }
  return margins;
}

export type Margin = { readonly ventas: Scaled; readonly profit: Scaled; readonly rate: Fraction };

/** Exactly; null where there is none to be compared. */
export function marginAt({ columns }: Segment, at: number): Margin | null {
  const figure = (key: string): Scaled | null => {
    const column = columns.get(key);
    const meaning = column?.kind === 'decimal' ? meaningAt(column, at) : null;
    return meaning?.kind === 'value' ? meaning.value : null;
  };
  const ventas = figure('Ventas');
  const profit = figure(MARGIN_COLUMN);
  if (ventas === null || profit === null || compare(ventas, ZERO) <= 0) return null;
  const top = profit.units * 10n ** BigInt(ventas.scale);
  return { ventas, profit, rate: { top, bottom: ventas.units * 10n ** BigInt(profit.scale) } };
}

/** Close enough to find a fraction by; exact ones are compared afterwards. */
function asNumber({ top, bottom }: Fraction): number {
  const whole = top / bottom;
  return Number(whole) + Number(((top - whole * bottom) * 2n ** 60n) / bottom) / 2 ** 60;
}
