import fc from 'fast-check';
import { expect, test } from 'vitest';
import { netOrGross } from '#renderer/features/columns/column-note.tsx';
import { ALL_BRIDGE_COLUMNS, bridgeOf } from '#renderer/features/income-statement/section-bridge.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  SPEC_INCOME_COLUMNS,
  SPEC_SECTION_COLUMNS,
  SPEC_SECTION_NAMES,
  SPEC_SECTIONS,
  type SpecSection,
  type SpecSectionName,
  specCostOf,
} from '#test/renderer/features/columns/spec-sections.ts';

/** Income that a section's own column takes off, and that column (spec 2.4, costs), written out once more. */
const INCOME: { readonly [section in SpecSectionName]?: readonly string[] } = {
  shipping: ['Despacho pagado por comprador', 'Ingreso por Envío Flex'],
  other: ['Ingreso de Compensación por Daños', 'Ingreso por promoción', 'Ingresos sin categorizar'],
};
const TOTALS: { readonly [section in SpecSectionName]: string } = {
  commissions: 'Costo de Comisiones',
  shipping: 'Costo Envío',
  advertising: 'Costos por publicidad',
  storage: 'Costos de Almacenamiento Fulfillment',
  other: 'Otros costos',
  discounts: 'Costos de Descuentos y Promociones',
  account: 'Costos de Gestión de Cuenta',
  financing: 'Costos de Financiamiento',
};

const columns = [...SPEC_SECTION_COLUMNS, ...SPEC_INCOME_COLUMNS, ...Object.values(TOTALS)];
const sets = fc.record(
  Object.fromEntries(columns.map((column) => [column, fc.bigInt({ min: -500n, max: 500n })])),
);

test('a bridge is walked from the charges by refunds and income to the API’s own column, and hides no rest', () => {
  fc.assert(
    fc.property(sets, (values) => {
      const sums = Object.fromEntries(
        Object.entries(values).map(([column, value]) => [column, String(value) as Decimal]),
      );
      for (const section of SPEC_SECTION_NAMES) {
        const steps = bridgeOf(section, sums);
        let level = 0n;
        for (const { operator, amount } of steps) {
          if (operator === '=') expect(BigInt(amount)).toBe(level);
          else level += operator === '+' ? BigInt(amount) : -BigInt(amount);
        }
        expect(level).toBe(values[TOTALS[section]]);
        const net = steps.find(({ kind }) => kind === 'net');
        expect(BigInt(net?.amount ?? 'x')).toBe(specCostOf(values, section));
        const income = (INCOME[section] ?? []).reduce((sum, column) => sum + (values[column] ?? 0n), 0n);
        const isExplained = specCostOf(values, section) - income === values[TOTALS[section]];
        expect(steps.some(({ kind }) => kind === 'rest')).toBe(!isExplained);
      }
    }),
    { numRuns: 60 },
  );
});

test('asks for every column of every section, and knows nothing of rows without any', () => {
  const ownIncome = Object.values(INCOME).flat();
  expect(ALL_BRIDGE_COLUMNS.toSorted()).toEqual(
    [...SPEC_SECTION_COLUMNS, ...ownIncome, ...Object.values(TOTALS)].toSorted(),
  );
  expect(bridgeOf('shipping', { Ventas: '1' as Decimal })).toEqual([]);
});

test('a cost says whether it is gross, net of refunds, or net of income too', () => {
  for (const section of SPEC_SECTION_NAMES) {
    const { charges, refunds }: SpecSection = SPEC_SECTIONS[section];
    expect(new Set(charges.map(netOrGross))).toEqual(new Set(['gross']));
    expect(new Set(refunds.map(netOrGross))).toEqual(new Set([null]));
    expect(netOrGross(TOTALS[section])).toBe(INCOME[section] === undefined ? 'refunds' : 'all');
  }
  expect(netOrGross('Ventas')).toBeNull();
});
