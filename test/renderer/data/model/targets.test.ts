import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TARGET_MEASURES } from '#renderer/data/model/target-measures.ts';
import {
  measureOf,
  raisedBy,
  type TargetPart,
  targetKey,
  targetOf,
  targetPartOf,
} from '#renderer/data/model/targets.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

const part: fc.Arbitrary<TargetPart> = fc.oneof(
  fc.constant(null),
  fc.record({ column: fc.constantFrom('Canal', 'Cuenta', 'Marca'), value: fc.string({ maxLength: 5 }) }),
) as fc.Arbitrary<TargetPart>;
const place = fc.record({
  measure: fc.constantFrom(...TARGET_MEASURES),
  month: fc.constantFrom('2026-10', '2026-11').map((month) => month as Month),
  of: part,
  currency: fc.constantFrom('CLP', 'USD', null),
});

test('a target is found again where it was set, and nowhere else', () => {
  fc.assert(
    fc.property(place, place, (one, other) => {
      const said = { ...one, value: '12.5' as Decimal, owner: '', atMs: 0 };
      const targets = new Map([[targetKey(one), said]]);
      expect(targetOf(targets, one)).toBe('12.5');
      const isSame = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
      expect(targetOf(targets, other)).toBe(isSame ? '12.5' : null);
    }),
  );
});

describe('a selection is held against the target', () => {
  const canal = { column: 'Canal', values: ['Austral'] };
  test.each([
    ['of all where nothing narrows it', {}, null],
    ['of all with the dashboard-equivalent conditions', { dashboardPreset: true }, null],
    ['of a channel', { filters: [canal] }, { column: 'Canal', value: 'Austral' }],
    ['of no part: two channels', { filters: [{ ...canal, values: ['Austral', 'Plaza'] }] }, undefined],
    ['of no part: a status', { filters: [{ column: 'Estado de Orden', values: ['Regular'] }] }, undefined],
    ['of no part: a channel and more', { filters: [canal, { column: 'Marca', values: ['X'] }] }, undefined],
    ['of no part: a search', { search: 'silla' }, undefined],
    ['of no part: amounts', { numberFilters: [{ column: 'Ventas', from: null, to: null }] }, undefined],
  ] as const)('%s', (_name, narrowed, expected) => {
    expect(targetPartOf({ ...EVERYTHING, ...narrowed })).toEqual(expected);
  });
});

test('as last year and so many percent more is exact to a cent, half away from zero', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
      fc.integer({ min: -1000, max: 3000 }),
      (cents, tenths) => {
        const written = (units: bigint, places: number) => {
          const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
          return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}` as Decimal;
        };
        const raised = raisedBy(written(cents, 2), written(BigInt(tenths), 1));
        const size = cents < 0n ? -cents : cents;
        const thousandths = cents * 1000n + size * BigInt(tenths);
        const half = thousandths < 0n ? -500n : 500n;
        expect(BigInt(raised.replace('.', ''))).toBe((thousandths + half) / 1000n);
      },
    ),
  );
  expect(raisedBy('36000000' as Decimal, '5' as Decimal)).toBe('37800000.00');
  // A loss that is to be smaller.
  expect(raisedBy('-100' as Decimal, '20' as Decimal)).toBe('-80.00');
});

test('a column has the measure of its own sum', () => {
  expect(measureOf('Rentabilidad Comercial')).toBe('comercial');
  expect(measureOf('Ventas')).toBe('ventas');
  expect(measureOf('Unidades')).toBeNull();
});
