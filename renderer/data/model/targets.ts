import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, divideRounded, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { Annotation } from './annotations.ts';
import { TARGET_COLUMNS, TARGET_MEASURES, type TargetMeasure } from './target-measures.ts';

/** Targets of months: what Ventas, a profitability or its rate is to come to, for all or a part of the company. Pure. */

export type TargetRecord = Annotation<'target'>;

/** Whose target: all of the company's, or that of a channel, an account or a brand. */
export type TargetPart = TargetRecord['of'];

/** What a target is of; one of each. */
export type TargetPlace = Pick<TargetRecord, 'measure' | 'month' | 'of' | 'currency'>;

export function targetKey({ measure, month, of, currency }: TargetPlace): string {
  return JSON.stringify([month, measure, of?.column ?? null, of?.value ?? null, currency]);
}

/** The column that a measure is the sum of, or the share of Ventas. */
export function columnOfMeasure(measure: TargetMeasure): string {
  const scope = SCOPES.find((each) => each === measure || `rate-${each}` === measure);
  return scope === undefined ? 'Ventas' : SCOPE_COLUMNS[scope].profitability;
}

export const isRate = (measure: TargetMeasure): boolean => measure.startsWith('rate-');

/** A measure of a column's own sum. */
export function measureOf(column: string): TargetMeasure | null {
  return TARGET_MEASURES.find((measure) => !isRate(measure) && columnOfMeasure(measure) === column) ?? null;
}

/**
 * Whose targets a selection is held against: all of the company's where nothing narrows it but the dashboard-equivalent
 * conditions, a channel's, an account's or a brand's where that alone does. Undefined where no target can be of it.
 */
export function targetPartOf(selection: Selection): TargetPart | undefined {
  const { filters, numberFilters, dateFilters, search } = selection;
  if (numberFilters.length > 0 || dateFilters.length > 0 || search.trim() !== '') return undefined;
  const [only, ...more] = filters;
  if (only === undefined) return null;
  const column = TARGET_COLUMNS.find((each) => each === only.column);
  const [value, ...others] = only.values;
  return more.length > 0 || column === undefined || value === undefined || others.length > 0
    ? undefined
    : { column, value };
}

/** What was said of a place; null: nothing. */
export function targetOf(
  targets: ReadonlyMap<string, TargetRecord>,
  place: { readonly measure: TargetMeasure; readonly month: Month } & Pick<TargetPlace, 'of' | 'currency'>,
): Decimal | null {
  return targets.get(targetKey(place))?.value ?? null;
}

const HUNDRED = { units: 100n, scale: 0 };

/** «Como el año pasado + x %», to two decimal places, half away from zero: of a loss a smaller one. */
export function raisedBy(before: Decimal, percent: Decimal): Decimal {
  const [own, by] = [fromDecimal(before), fromDecimal(percent)];
  const size = own.units < 0n ? -own.units : own.units;
  // before + |before| × percent ÷ 100, at two places.
  const scale = own.scale + by.scale + 2;
  const units = own.units * 10n ** BigInt(by.scale) * HUNDRED.units + size * by.units;
  return toDecimal({ units: divideRounded(units, 10n ** BigInt(scale - 2)), scale: 2 });
}
