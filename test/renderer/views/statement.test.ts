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
