import { expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Own costs of a few rows, told whole: each with what it fills, and what another one would come to. */

const [COST, COMERCIAL] = ['Costo de Producto', 'Rentabilidad Comercial'];
const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'SKU Producto', 'Fecha de compra', 'Fecha de Pago', 'Unidades', 'Ventas'],
  ...[COST, COMERCIAL, 'Rentabilidad Total'],
];
const sold = (sku: string, day: string | null, units: string, Ventas: string, more: object = {}) =>
  rowOf({
    ...{ Orden: `${sku}${day}${units}`, 'SKU Producto': sku, Unidades: units, Ventas },
    ...{ [COST]: '0', [COMERCIAL]: '100', 'Rentabilidad Total': '50' },
    'Fecha de compra': day === null ? null : `${day}T10:00:00.000`,
    ...more,
  });
const ROWS = [
  sold('A', '2026-01-10', '1', '1000'),
  sold('A', '2026-01-31', '2', '2000'),
  // The source has a cost of its own, or one that nobody can read.
  sold('A', '2026-01-20', '3', '300', { [COST]: '40' }),
  sold('A', '2026-01-21', '1', '70', { [COST]: '?' }),
  // In another segment.
  sold('A', '2026-02-01', '1', '500', { Cuenta: 'Dos' }),
  sold('A', null, '1', '11'),
  sold('B', '2026-02-02', '4', '13', { [COMERCIAL]: '?' }),
  sold('B', '2026-02-03', '0', '17'),
  sold('C', '2026-02-04', '1', '19'),
];
const cost = (
  sku: string,
  value: string,
  from: string | null,
  to: string | null,
  more: Partial<OwnCost> = {},
) =>
  ({
    ...{ sku, cost: value as Decimal, from: from as LocalDate | null, to: to as LocalDate | null },
    ...{ currency: null, note: '', owner: 'yo', atMs: 1, ...more },
  }) satisfies OwnCost;
const JANUARY = cost('A', '7', '2026-01-01', '2026-01-31');
const LATER = cost('A', '9', '2026-02-01', null);
const COSTS = [cost('Z', '1', null, null), LATER, cost('B', '2.5', null, null), JANUARY];
const queries = (costs: readonly OwnCost[] = COSTS) =>
  createQueries(storeOf(ROWS, 2, COLUMNS), () => new Map(costs.map((each) => [ownCostKey(each), each])));
const one: Selection = {
  ...EVERYTHING,
  scope: { accounts: [{ Canal: 'Falabella', Cuenta: 'Dos' }], isExcluded: true },
};
const january: Selection = {
  ...EVERYTHING,
  period: { from: '2026-01-01' as LocalDate, to: '2026-01-31' as LocalDate },
};
const told = (selection: Selection) => {
  const { lines, coverage } = atOnce(queries().tasks.ownCosts({ selection, currency: null }));
  return {
    lines: lines.map(({ cost: { sku, from }, rows, amount, sourceRows, sourceAmount, ownAmount }) =>
      [sku, from, rows, amount, sourceRows, sourceAmount, ownAmount].join(' '),
    ),
    coverage,
  };
};

test('each cost has the rows it fills, and those of its days that the source has a cost of, whatever is selected', () => {
  expect(told(EVERYTHING)).toEqual({
    lines: ['A 2026-01-01 2 21 1 40 21', 'A 2026-02-01 1 9 0 0 0', 'B  1 10 0 0 0', 'Z  0 0 0 0 0'],
    coverage: { source: '300', own: '3513', none: '117' },
  });
  expect(told(january)).toEqual({
    lines: ['A 2026-01-01 2 21 1 40 21', 'A 2026-02-01 1 9 0 0 0', 'B  1 10 0 0 0', 'Z  0 0 0 0 0'],
    coverage: { source: '300', own: '3000', none: '70' },
  });
  expect(told(one)).toEqual({
    lines: ['A 2026-01-01 2 21 1 40 21', 'A 2026-02-01 0 0 0 0 0', 'B  1 10 0 0 0', 'Z  0 0 0 0 0'],
    coverage: { source: '300', own: '3013', none: '117' },
  });
});

test('those that are used in a selection are counted by product, row and amount', () => {
  const used = (selection: Selection) => atOnce(queries().tasks.usedOwnCosts({ selection, currency: null }));
  expect([used(EVERYTHING), used(january), used(one)]).toEqual([
    { revision: 2, skus: 2, rows: 4, amount: '40' },
    { revision: 2, skus: 1, rows: 2, amount: '21' },
    { revision: 2, skus: 2, rows: 3, amount: '31' },
  ]);
});

test('one that is being entered is tried on its product alone, in the place of what it cuts', () => {
  const tried = (own: OwnCost, replaced: string | null, selection = EVERYTHING) => {
    const {
      revision: _,
      cut,
      ...trial
    } = atOnce(queries().tasks.ownCostTrial({ selection, currency: null, cost: own, replaced }));
    return { ...trial, cut: cut.length };
  };
  expect([
    tried(cost('A', '8', '2026-01-31', '2026-02-01'), null),
    tried(cost('A', '8', '2026-01-31', '2026-02-01'), ownCostKey(JANUARY)),
    tried(cost('A', '8', '2026-01-01', null), ownCostKey(LATER), january),
    tried(cost('C', '4', null, null), null),
    tried(cost('B', '1', null, null), ownCostKey(cost('B', '2.5', null, null))),
    tried(cost('A', '8', null, null), null, {
      ...EVERYTHING,
      filters: [{ column: 'Cuenta', values: ['Dos'] }],
    }),
  ]).toEqual([
    { rows: 2, amount: '24', before: '570', after: '569', cut: 2 },
    { rows: 2, amount: '24', before: '570', after: '576', cut: 1 },
    { rows: 2, amount: '24', before: '379', after: '376', cut: 1 },
    { rows: 1, amount: '4', before: '100', after: '96', cut: 0 },
    { rows: 1, amount: '4', before: '100', after: '100', cut: 0 },
    { rows: 1, amount: '8', before: '91', after: '92', cut: 2 },
  ]);
});
