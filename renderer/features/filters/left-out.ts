import type { Groups } from '#renderer/data/model/groups.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { type ColumnFilter, DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';

/**
 * The rows that the dashboard's conditions leave out of a selection, by the first of them that rows do not meet: every
 * row is left out once, so that the parts add up to the whole. Pure.
 */

/** Values of a column that are left out: as many rows, and what they come to. */
export type LeftOut = {
  readonly column: string;
  /** "" where the rows carry none. */
  readonly value: string;
  readonly rows: number;
  readonly sums: Sums;
};

/** The rows that meet the conditions before each one: what its own column is counted among. */
export const leftOutQuestions = (selection: Selection): readonly Selection[] =>
  DASHBOARD_FILTERS.map((_, index) => ({
    ...selection,
    dashboardPreset: false,
    filters: [...DASHBOARD_FILTERS.slice(0, index), ...selection.filters],
  }));

/** `answers`: the groups of each question by its condition's column, in the order of the conditions. Greatest first. */
export function leftOutBy(answers: readonly Pick<Groups, 'groups'>[]): readonly LeftOut[] {
  return DASHBOARD_FILTERS.flatMap(({ column, values }, index) =>
    (answers[index]?.groups ?? [])
      .filter(({ value, totals }) => !values.includes(value) && totals.rows > 0)
      .map(({ value, totals }) => ({ column, value, rows: totals.rows, sums: totals.sums })),
  ).sort((a, b) => b.rows - a.rows);
}

/** The selection of the rows of one reason: what met the conditions before it, and this value. */
export function selectionOf(selection: Selection, { column, value }: LeftOut): Selection {
  const index = DASHBOARD_FILTERS.findIndex((filter) => filter.column === column);
  const met = DASHBOARD_FILTERS.slice(0, index).reduce(narrowed, selection.filters);
  const others = met.filter((filter) => filter.column !== column);
  return { ...selection, dashboardPreset: false, filters: [...others, { column, values: [value] }] };
}

/** Filters that hold one more condition: of its column only values that both allow. */
function narrowed(filters: readonly ColumnFilter[], condition: ColumnFilter): readonly ColumnFilter[] {
  const own = filters.find(({ column }) => column === condition.column);
  const values =
    own === undefined ? condition.values : own.values.filter((value) => condition.values.includes(value));
  return [...filters.filter((filter) => filter !== own), { column: condition.column, values }];
}
