import { expect, test } from 'vitest';
import { askOf, readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { pivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { POINTS, startOf, withFirst } from '#renderer/screens/profitability/state/view-state.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { callerOf, type Row, SUMMED } from './pivot-world.ts';

/** The products that lose, alone: where a list of some of them leads. */

const row = (sku: string, profit: bigint): Row => ({
  ...{ day: '2026-10-02' as Row['day'], order: sku, Canal: 'a', 'SKU Producto': sku },
  cents: {
    ...Object.fromEntries(SUMMED.map((column) => [column, 0n])),
    Ventas: 100n,
    'Rentabilidad Total': profit,
  },
});

test('an address asks for the best products, or those that lose alone, by the result that is looked at', () => {
  expect(startOf(null)).toBeNull();
  expect(startOf('nothing/total')).toBeNull();
  expect(startOf('losing-products')).toEqual(POINTS['losing-products']);
  expect(startOf('losing-products/total')).toEqual(POINTS['losing-products']);
  expect(startOf('losing-products/marketplace')).toMatchObject({
    losing: 'marketplace',
    sort: { column: 'sum:Rentabilidad Marketplace', direction: 'ascending' },
  });
  const best = startOf('best-products/comercial');
  expect(best?.sort).toEqual({ column: 'sum:Rentabilidad Comercial', direction: 'descending' });
  expect(best).not.toHaveProperty('losing');
  expect(best?.measures).toContain('rate:Rentabilidad Comercial');
});

test('those that lose stand alone, what is no product apart, and the rest makes the table add up', async () => {
  const rows = [
    row('GAINS', 50n),
    row('LOSES', -20n),
    row('LOSES', 5n),
    row('Sin SKU', -400n),
    row('WORSE', -30n),
  ];
  const asked = askOf(EVERYTHING, POINTS['losing-products'], []);
  expect(asked.below).toEqual({ column: 'Rentabilidad Total', except: ['', 'Sin SKU'] });
  const result = await readPivot(callerOf(rows), { ...asked, columns: SUMMED }, 'slot');
  const model = pivotModel({ result, second: null, place: 'nested', sort: asked.sort, isOpen: () => true });
  const profits = model.lines.map(({ first, kind, pair }) => [
    first,
    kind,
    pair.now.sums['Rentabilidad Total'],
  ]);
  expect(profits).toEqual([
    ['WORSE', 'group', '-0.30'],
    ['LOSES', 'group', '-0.15'],
    [null, 'others', '-3.50'],
  ]);
  expect(model.total.pair.now.sums['Rentabilidad Total']).toBe('-3.95');
});

test('rows by another dimension are all of them again', () => {
  const again = withFirst(POINTS['losing-products'], { column: 'Canal', unit: null });
  expect(again).not.toHaveProperty('losing');
  expect(askOf(EVERYTHING, again, []).below).toBeNull();
});
