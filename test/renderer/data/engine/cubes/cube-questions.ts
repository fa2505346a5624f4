import fc from 'fast-check';
import type { CompareWith, GroupBy } from '#renderer/data/model/groups.ts';
import type { createQueries } from '#test/renderer/data/engine/queries.ts';
import { SUMMED } from '../expected.ts';
import { selection } from './cube-worlds.ts';

/** Random questions, most of which cells can answer. */

const dimension = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<GroupBy[]>(
      'month',
      'Canal',
      'Cuenta',
      { column: 'Estado de Orden', unit: null },
      { column: 'Fecha de compra', unit: 'week' },
      { column: 'Fecha de compra', unit: 'month' },
      { column: 'Fecha de Pago', unit: 'day' },
      { column: 'Fecha de Pago', unit: 'quarter' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<GroupBy[]>('Marca', 'SKU Producto', { column: 'Fecha de compra', unit: null }),
  },
);

export const question = fc.record({
  selection,
  dimension,
  within: fc.option(dimension, { nil: null, freq: 1 }),
  column: fc.constantFrom('Canal', 'Estado de Pago', 'Cuenta', 'Marca'),
  compareWith: fc.option(fc.constantFrom<CompareWith[]>('previous-period', 'previous-year')),
});
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** Totals, groups and values of a question. */
export function ask(
  queries: ReturnType<typeof createQueries>,
  { selection, dimension, within, compareWith, column }: Question,
) {
  return {
    totals: queries.totals(selection, SUMMED),
    groups: queries.groups(selection, dimension, SUMMED, { within, compareWith }),
    values: queries.values(selection, column),
  };
}
