import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { lossCauses } from '#renderer/screens/panel/loss-causes.ts';
import { losersOf, rankProducts } from '#renderer/screens/panel/panel-data.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  SPEC_SECTION_COLUMNS,
  SPEC_SECTION_NAMES,
  SPEC_SECTIONS,
  specCostOf,
} from '#test/renderer/features/columns/spec-sections.ts';

const SCOPES = ['marketplace', 'comercial', 'total'] as const;
const amounts = fc.bigInt({ min: -1000n, max: 1000n });
const columns = ['Ventas', 'Costo de Producto', ...SPEC_SECTION_COLUMNS];
const sets = fc.record(Object.fromEntries(columns.map((column) => [column, amounts])));
const asSums = (values: { readonly [column: string]: bigint }) =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, String(value) as Decimal]));

describe('what a product’s result is lost to', () => {
  test('is what takes more of its sales than of all products’, the heaviest first', () => {
    fc.assert(
      fc.property(sets, sets, fc.constantFrom(...SCOPES), (own, all, scope) => {
        const counted: readonly string[] = [
          ...SPEC_SECTION_NAMES.filter((name) => scope !== 'comercial' || SPEC_SECTIONS[name].inComercial),
          ...(scope === 'marketplace' ? [] : ['Costo de Producto']),
        ];
        const costOf = (values: typeof own, id: string): bigint => {
          const section = SPEC_SECTION_NAMES.find((name) => name === id);
          return section === undefined ? (values[id] ?? 0n) : specCostOf(values, section);
        };
        const [sales, usualSales] = [own.Ventas ?? 0n, all.Ventas ?? 0n];
        const isShare = sales > 0n && usualSales > 0n;
        const weightOf = (id: string): bigint =>
          isShare ? costOf(own, id) * usualSales - costOf(all, id) * sales : costOf(own, id);
        const causes = lossCauses(scope, asSums(own), asSums(all));
        expect(causes.map(({ line }) => line.id).toSorted()).toEqual(
          counted.filter((id) => costOf(own, id) !== 0n).toSorted(),
        );
        for (const [at, { line, amount, isMore, ratePercent }] of causes.entries()) {
          expect(BigInt(amount)).toBe(costOf(own, line.id));
          expect(isMore).toBe(weightOf(line.id) > 0n);
          expect(ratePercent === null).toBe(sales <= 0n);
          const next = causes[at + 1];
          if (next !== undefined) expect(weightOf(line.id) >= weightOf(next.line.id)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const products = fc.array(
  fc.record({
    value: fc.constantFrom('', 'Sin SKU', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'),
    profit: amounts,
    sales: amounts,
    covered: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 14 },
);

function answer(given: readonly { value: string; profit: bigint; sales: bigint; covered: number }[]): Groups {
  const groups = given.map(
    ({ value, profit, sales, covered }): Group => ({
      value,
      caption: null,
      totals: {
        rows: 1,
        orders: 1,
        sums: {
          Ventas: String(sales * 100n) as Decimal,
          'Rentabilidad Total': String(profit) as Decimal,
          'Rentabilidad Marketplace': String(profit) as Decimal,
        },
        unreadable: {},
        ventasWithProductCost: String(sales * BigInt(covered)) as Decimal,
        rowsWithoutProductCost: covered === 100 ? 0 : 1,
      },
    }),
  );
  return { groups } as unknown as Groups;
}

describe('the lists of products', () => {
  test('losses are losses only, and no list holds what is no product', () => {
    fc.assert(
      fc.property(products, fc.constantFrom('marketplace' as const, 'total' as const), (given, scope) => {
        const losers = losersOf(answer(given), scope).map(({ value }) => value);
        const expected = given.filter(
          ({ value, profit }) => profit < 0n && value !== '' && value !== 'Sin SKU',
        );
        expect(losers).toEqual(expected.slice(0, 5).map(({ value }) => value));
        const { ranked, apart } = rankProducts(answer(given), scope);
        const gaining = given.filter(
          ({ value, profit }) => profit >= 0n && value !== '' && value !== 'Sin SKU',
        );
        // Of a margin before product cost nothing is missing.
        const isApart = ({ sales, covered }: (typeof given)[number]) =>
          scope === 'total' && covered < 100 && (sales <= 0n || covered < 90);
        expect(ranked.map(({ value }) => value)).toEqual(
          gaining
            .filter((each) => !isApart(each))
            .slice(0, 5)
            .map(({ value }) => value),
        );
        expect(apart.map(({ value }) => value)).toEqual(gaining.filter(isApart).map(({ value }) => value));
      }),
      { numRuns: 200 },
    );
  });
});
