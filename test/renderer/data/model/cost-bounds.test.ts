import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveredMarginOf } from '#renderer/data/model/cost-bounds.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const decimal = (value: bigint | number) => String(value) as Decimal;

/** Sales with a cost, what they cost, and sales without. */
const set = fc.record({
  known: fc.bigInt({ min: 1000n, max: 10n ** 12n }),
  costPercent: fc.integer({ min: 0, max: 120 }),
  without: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});
type Made = { readonly known: bigint; readonly costPercent: number; readonly without: bigint };

const asSet = ({ known, costPercent, without }: Made, profit: bigint) => ({
  sums: {
    Ventas: decimal(known + without),
    'Costo de Producto': decimal((known * BigInt(costPercent)) / 100n),
    'Rentabilidad Total': decimal(profit),
  },
  ventasWithProductCost: decimal(known),
});

test('a margin with the missing cost lies at the known share, between the least and the greatest of its like', () => {
  fc.assert(
    fc.property(
      set,
      fc.array(set, { maxLength: 5 }),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      (own, others, profit) => {
        const margin = coveredMarginOf(
          asSet(own, profit),
          others.map((other) => asSet(other, 0n)),
          'Rentabilidad Total',
        );
        // By doubles over the same figures; the estimate is of ten-thousandths of a unit.
        const ventas = Number(own.known + own.without);
        const rateAt = ({ known, costPercent }: Made) => {
          const share = Number((known * BigInt(costPercent)) / 100n) / Number(known);
          return (100 * (Number(profit) - Number(own.without) * share)) / ventas;
        };
        const told = [own, ...others.filter((other) => other.known * 20n >= own.known)].map(rateAt);
        const near = (value: string | undefined, rate: number) =>
          expect(Math.abs(Number(value) - rate)).toBeLessThanOrEqual(1e-4 + Math.abs(rate) * 1e-9);
        near(margin?.likelyPercent, rateAt(own));
        near(margin?.lowPercent, Math.min(...told));
        near(margin?.highPercent, Math.max(...told));
        expect(BigInt(margin?.withoutCost ?? 0)).toBe(own.without);
      },
    ),
  );
});

test('nothing is told where no cost is missing, or none is known', () => {
  const whole = { known: 100n, costPercent: 50, without: 0n };
  expect(coveredMarginOf(asSet(whole, 30n), [], 'Rentabilidad Total')).toBeNull();
  const unknown = { ...asSet({ ...whole, without: 10n }, 30n), ventasWithProductCost: decimal(0) };
  expect(coveredMarginOf(unknown, [asSet(whole, 1n)], 'Rentabilidad Total')).toBeNull();
  expect(coveredMarginOf(asSet({ ...whole, without: 10n }, 30n), [], 'Rentabilidad Comercial')).toBeNull();
});
