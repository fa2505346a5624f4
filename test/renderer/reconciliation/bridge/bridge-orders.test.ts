import { describe, expect, test } from 'vitest';
import {
  BRIDGE_PARTS,
  type Bridge,
  type BridgePart,
  type BridgeQuery,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import {
  ordersOfGroup,
  ordersOfPart,
  ordersOfPeriod,
} from '#renderer/reconciliation/bridge/screen/bridge-orders.ts';
import { bothPeriods } from '#renderer/reconciliation/bridge/screen/use-bridge.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';

/** Which orders lie behind the parts of a bridge, and in which of its two periods. */

const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const FEBRUARY = period('2026-02-01', '2026-02-28');
const MARCH = period('2026-03-01', '2026-03-31');
const BOTH = period('2026-02-01', '2026-03-31');
const YEAR_BEFORE = period('2025-03-01', '2025-03-31');
const QUERY: BridgeQuery = {
  selection: {
    ...EVERYTHING,
    period: MARCH,
    search: 'x',
    filters: [
      { column: 'Canal', values: ['Uno'] },
      { column: 'SKU Producto', values: ['S1', 'S2', 'S3'] },
    ],
    numberFilters: [
      { column: 'Costo de Producto', from: '5' as Decimal, to: null },
      { column: 'Ventas', from: '1' as Decimal, to: null },
    ],
  },
  against: 'previous-period',
  scope: 'comercial',
};
const product = (value: string, ...parts: readonly BridgePart[]) => ({
  value,
  parts: Object.fromEntries(parts.map((part) => [part, '1'])),
});
function bridge(before: Period, after = MARCH, others: object | null = null): Bridge {
  const groups = [
    product('S1', 'new', 'volume'),
    product('S2', 'discontinued'),
    product('S3', 'new', 'no-cost'),
  ];
  return {
    scope: 'comercial',
    before,
    after,
    groups: { 'SKU Producto': { groups, others } },
  } as unknown as Bridge;
}
const products = (behind: ReturnType<typeof ordersOfPart>) =>
  behind?.selection.filters.find(({ column }) => column === 'SKU Producto')?.values;

describe('the orders behind a part', () => {
  test('are of both periods where they meet, in either order, else of the later one', () => {
    const of = (before: Period, after: Period) => ordersOfPart(QUERY, bridge(before, after), 'price')?.period;
    expect(of(FEBRUARY, MARCH)).toEqual(BOTH);
    expect(of(MARCH, FEBRUARY)).toEqual(BOTH);
    expect(of(YEAR_BEFORE, MARCH)).toEqual(MARCH);
    expect(of(period('2026-02-01', '2026-02-27'), MARCH)).toEqual(MARCH);
    expect(bothPeriods(FEBRUARY, FEBRUARY, (day) => shiftDay(day, 1))).toBeNull();
  });

  test('of products that came are of the later period, of those that went of the earlier, and theirs alone', () => {
    const [came, went] = (['new', 'discontinued'] as const).map((part) =>
      ordersOfPart(QUERY, bridge(FEBRUARY), part),
    );
    expect([came?.period, products(came ?? null)]).toEqual([MARCH, ['S1', 'S3']]);
    expect([went?.period, products(went ?? null)]).toEqual([FEBRUARY, ['S2']]);
    expect(products(ordersOfPart(QUERY, bridge(FEBRUARY), 'no-cost'))).toEqual(['S3']);
    expect(products(ordersOfPart(QUERY, bridge(FEBRUARY), 'without-product'))).toEqual(['', 'Sin SKU']);
    // Not all of them are told one by one: no selection says which they are.
    const cut = bridge(FEBRUARY, MARCH, { parts: { new: '1' } });
    expect(ordersOfPart(QUERY, cut, 'new')).toBeNull();
    expect(products(ordersOfPart(QUERY, cut, 'discontinued'))).toEqual(['S2']);
  });

  test('that lack a cost are those whose cost is 0, whatever was asked of costs before', () => {
    const behind = ordersOfPart(QUERY, bridge(FEBRUARY), 'missing-cost');
    expect(behind?.selection.numberFilters).toEqual([
      { column: 'Ventas', from: '1', to: null },
      { column: 'Costo de Producto', from: '0', to: '0' },
    ]);
    expect(behind?.by).toBe('Ventas');
  });

  test('keep all else that is selected, and are shown by the column that the part is of', () => {
    const columns: Partial<Record<BridgePart, string>> = {
      volume: 'Unidades',
      mix: 'Unidades',
      price: 'Ventas',
      'other-income': 'Ingreso Total',
      'product-cost': 'Costo de Producto',
      refunds: 'Reembolso Total',
      'without-product': 'Rentabilidad Comercial',
      new: 'Rentabilidad Comercial',
      // Of a section the first of its charges.
      advertising: 'Cobro por publicidad',
      storage: 'Cobro por Costo Logístico',
      discontinued: 'Rentabilidad Comercial',
      'no-cost': 'Rentabilidad Comercial',
      'missing-cost': 'Ventas',
      commissions: 'Cobro de Comisiones',
      shipping: 'Cobro de Envío',
    };
    for (const part of BRIDGE_PARTS) {
      const behind = ordersOfPart(QUERY, bridge(FEBRUARY), part);
      if (part === 'rest') {
        expect(behind).toBeNull();
        continue;
      }
      expect([part, behind?.selection.search, behind?.selection.period]).toEqual([part, 'x', behind?.period]);
      expect(behind?.selection.filters[0]).toEqual({ column: 'Canal', values: ['Uno'] });
      const column = columns[part];
      if (column !== undefined) expect([part, behind?.by]).toEqual([part, column]);
    }
  });
});

test('the orders of a group are those of its value, in the place of what was chosen of that column', () => {
  const behind = ordersOfGroup(QUERY, bridge(FEBRUARY), 'SKU Producto', 'S9');
  expect(behind).toMatchObject({ by: 'Rentabilidad Comercial', period: BOTH });
  expect(behind.selection).toEqual({
    ...QUERY.selection,
    period: BOTH,
    filters: [
      { column: 'Canal', values: ['Uno'] },
      { column: 'SKU Producto', values: ['S9'] },
    ],
  });
});

test('the orders of a period are all that is selected, in its days', () => {
  expect(ordersOfPeriod(QUERY, FEBRUARY)).toEqual({
    type: 'set-all',
    selection: { ...QUERY.selection, period: FEBRUARY },
  });
});
