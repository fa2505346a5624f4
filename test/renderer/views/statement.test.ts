import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costBoundsOf } from '#renderer/views/profitability/statement/cost-bounds.ts';
import { heatOf } from '#renderer/views/profitability/statement/heat.ts';
import {
  amountOf,
  STATEMENT_COLUMNS,
  STATEMENT_LINES,
  shownLines,
} from '#renderer/views/profitability/statement/statement-lines.ts';
import {
  columnsOf,
  comparedColumns,
  coverageAmount,
  coverageRate,
  figureOf,
} from '#renderer/views/profitability/statement/statement-result.ts';
import { COLUMNS, COST_SECTIONS } from '#shared/columns/catalogue.ts';
import type { Decimal } from '#shared/decimal.ts';

const decimal = (text: string) => text as Decimal;

describe('the lines of the result', () => {
  test('name every charge and refund of every section once, and no component', () => {
    const parts = STATEMENT_LINES.filter(({ kind, section }) => kind === 'part' && section !== null);
    const named = COLUMNS.filter(({ section }) => section?.role === 'charge' || section?.role === 'refund');
    expect(parts.map(({ column }) => column).sort()).toEqual(named.map(({ key }) => key).sort());
    const sections = STATEMENT_LINES.filter(({ kind }) => kind === 'section').map(({ id }) => id);
    expect(sections.toSorted()).toEqual([...COST_SECTIONS].sort());
    expect(new Set(STATEMENT_LINES.map(({ id }) => id)).size).toBe(STATEMENT_LINES.length);
  });

  test('add up: income from its parts, a section from its charges and refunds', () => {
    const whole = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(fc.record(Object.fromEntries(STATEMENT_COLUMNS.map((key) => [key, whole]))), (values) => {
        const sums = Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, decimal(String(value))]),
        );
        for (const line of STATEMENT_LINES) {
          if (line.kind !== 'section') continue;
          const parts = STATEMENT_LINES.filter(
            (other) => other.kind === 'part' && other.section === line.section,
          );
          const expected = parts.reduce((sum, { column, operator }) => {
            const value = values[column ?? ''] ?? 0n;
            return operator === '+' ? sum + value : sum - value;
          }, 0n);
          expect(amountOf(line, sums)).toBe(String(expected));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('Comercial leaves out what the specification names', () => {
    const without = STATEMENT_LINES.filter(
      ({ kind, countsIn }) => kind === 'section' && !countsIn.includes('comercial'),
    ).map(({ id }) => id);
    expect(without).toEqual(['advertising', 'storage', 'account', 'financing']);
  });

  test('fold away the columns of what is not open', () => {
    expect(shownLines(new Set()).some(({ kind }) => kind === 'part')).toBe(false);
    const open = shownLines(new Set(['advertising']));
    expect(open.filter(({ kind }) => kind === 'part').map(({ column }) => column)).toEqual([
      'Cobro por publicidad',
      'Reembolso por publicidad',
    ]);
    expect(shownLines(new Set(['Ingreso Total'])).filter(({ kind }) => kind === 'part')).toHaveLength(6);
  });

  test('have no amount where nothing was read', () => {
    const [income] = STATEMENT_LINES;
    if (income === undefined) throw new Error('No lines.');
    expect(amountOf(income, {})).toBeNull();
    expect(amountOf(income, { 'Ingreso Total': decimal('1.50') })).toBe('1.50');
  });
});

describe('shading', () => {
  test('is in five steps within the line, and none where it hardly moves', () => {
    const rates = ['9.0', '9.12', '9.25', '9.38', '9.5', null].map((rate) =>
      rate === null ? null : decimal(rate),
    );
    expect(heatOf(rates)).toEqual([1, 2, 3, 4, 5, null]);
    expect(heatOf([decimal('9.00'), decimal('9.29')])).toEqual([null, null]);
    expect(heatOf([decimal('9')])).toEqual([null]);
    expect(heatOf([])).toEqual([]);
  });
});

describe('what a result may be while costs are missing', () => {
  const totals = {
    sums: {
      Ventas: decimal('1000'),
      'Costo de Producto': decimal('450'),
      'Rentabilidad Total': decimal('200'),
    },
    ventasWithProductCost: decimal('900'),
  };

  test('is at most what it is, and less if the rest costs as much as what is known', () => {
    expect(costBoundsOf(totals, 'Rentabilidad Total')).toEqual({
      most: '200',
      likely: '150.0000',
      mostPercent: '20.000000',
      likelyPercent: '15.000000',
    });
  });

  test('is not told where nothing is missing, nor where nothing is known', () => {
    expect(
      costBoundsOf({ ...totals, ventasWithProductCost: decimal('1000') }, 'Rentabilidad Total'),
    ).toBeNull();
    expect(costBoundsOf({ ...totals, ventasWithProductCost: decimal('0') }, 'Rentabilidad Total')).toBeNull();
    expect(costBoundsOf(totals, 'Rentabilidad Comercial')).toBeNull();
  });
});

describe('the columns of the result', () => {
  const totals = (sums: { readonly [column: string]: string }, withCost = '0') => ({
    rows: 1,
    orders: 1,
    sums: sums as { readonly [column: string]: Decimal },
    unreadable: {},
    ventasWithProductCost: decimal(withCost),
    rowsWithoutProductCost: 0,
  });
  const [shipping] = STATEMENT_LINES.filter(({ id }) => id === 'shipping');
  if (shipping === undefined) throw new Error('Shipping is a line.');
  const group = (value: string, sums: { readonly [column: string]: string }) => ({
    value,
    caption: null,
    totals: totals(sums),
  });

  test('end with what the limit left out, exactly', () => {
    const groups = {
      revision: 1,
      groups: [group('a', { Ventas: '10.10' }), group('b', { Ventas: '0.05' })],
      groupsLeftOut: 3,
      total: { revision: 1, ...totals({ Ventas: '100.00', 'Cobro de Envío': '7' }) },
    };
    const columns = columnsOf(groups, false);
    expect(columns.map(({ kind, value, leftOut }) => [kind, value, leftOut])).toEqual([
      ['group', 'a', 0],
      ['group', 'b', 0],
      ['rest', '', 3],
    ]);
    expect(columns[2]?.totals.sums).toEqual({ Ventas: '89.85', 'Cobro de Envío': '7' });
    expect(columnsOf({ ...groups, groupsLeftOut: 0 }, true)).toHaveLength(2);
    const undated = { ...groups, groupsLeftOut: 0, groups: [group('', {}), group('2026-10', {})] };
    expect(columnsOf(undated, true).map(({ kind, value }) => [kind, value])).toEqual([
      ['group', '2026-10'],
      ['beside', ''],
    ]);
  });

  test('of a comparison are both periods and their exact difference, rates in points', () => {
    const own = totals({ Ventas: '300', 'Cobro de Envío': '200', 'Reembolso de envío': '50' }, '270');
    const before = totals({ Ventas: '300', 'Cobro de Envío': '100' }, '150');
    const groups = {
      revision: 1,
      groups: [],
      total: { revision: 1, ...own },
      compared: {
        period: { from: '2026-09-01', to: '2026-09-30' } as never,
        total: { revision: 1, ...before },
      },
    };
    const [first, second] = comparedColumns(groups);
    if (first === undefined || second === undefined) throw new Error('Two columns.');
    expect(figureOf(shipping, first)).toEqual({ amount: '100', ratePercent: '33.333333' });
    expect(figureOf(shipping, second)).toEqual({ amount: '50', ratePercent: '16.666667' });
    expect([coverageAmount(second), coverageRate(second)]).toEqual(['120', '40.000000']);
    expect(comparedColumns({ revision: 1, groups: [], total: groups.total })).toEqual([]);
  });
});
