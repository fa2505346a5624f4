import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compileRate,
  type RateFormula,
  type RateRounding,
} from '#renderer/reconciliation/rates/model/rates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The charge that any formula gives, small and huge, against fractions of whole numbers that share no code with it. */

/** A fraction; below its line always above 0. */
type Ratio = readonly [top: bigint, bottom: bigint];

const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const whole = (value: number | bigint): Ratio => [BigInt(value), 1n];

function ratioOf(text: string): Ratio {
  const [before = '', after = ''] = text.split('.');
  return [BigInt(before + after), 10n ** BigInt(after.length)];
}

/** The whole number that a mode rounds to, chosen among the neighbours by what the mode's name says. */
function roundedTo([top, bottom]: Ratio, mode: RateRounding['mode']): bigint {
  const near = [-1n, 0n, 1n].map((by) => top / bottom + by);
  const above = near.filter((each) => each * bottom >= top);
  const below = near.filter((each) => each * bottom <= top);
  const up = above.reduce((least, each) => (each < least ? each : least));
  const down = below.reduce((most, each) => (each > most ? each : most));
  if (mode === 'ceiling') return up;
  if (mode === 'floor') return down;
  const [toUp, toDown] = [up * bottom - top, top - down * bottom];
  if (toUp !== toDown) return toUp < toDown ? up : down;
  return mode === 'half-up' || up % 2n === 0n ? up : down;
}

function naiveExpected(
  formula: RateFormula,
  scale: number,
  base: number,
  units: number,
  sales: number,
): bigint {
  const { band, rounding, tax } = formula;
  const grains = (text: string) => times(ratioOf(text), whole(10n ** BigInt(scale)));
  const taxed: Ratio = [100n + BigInt(tax?.percent ?? 0), 100n];
  const limit = band === null ? null : grains(band.below);
  const isLow = limit === null || BigInt(sales) * limit[1] < limit[0] * BigInt(units);
  const part = grains(isLow || band === null ? formula.fixed : band.fixed);
  const fixed = formula.fixedPer === 'unit' ? times(part, whole(units)) : part;
  const share = times(times(whole(base), ratioOf(formula.percent)), [1n, 100n]);
  const ofBase = tax?.how === 'removed' ? times(share, [taxed[1], taxed[0]]) : share;
  const net = plus(ofBase, fixed);
  const step = grains(rounding.to);
  const round = (value: Ratio): Ratio =>
    times(whole(roundedTo(times(value, [step[1], step[0]]), rounding.mode)), step);
  const count = whole(rounding.per === 'unit' ? units : 1);
  const rounded = (value: Ratio): Ratio => times(round(times(value, [count[1], count[0]])), count);
  const charge =
    tax?.how !== 'added'
      ? rounded(net)
      : rounding.beforeTax
        ? round(times(rounded(net), taxed))
        : rounded(times(net, taxed));
  return charge[0] / charge[1];
}

const decimal = (units: bigint, places: number): Decimal => {
  const digits = units.toString().padStart(places + 1, '0');
  return (places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`) as Decimal;
};
const upTo = (most: number) =>
  fc.oneof(
    fc.nat(Math.min(most, 2000)),
    fc.maxSafeInteger().map((n) => Math.abs(n) % (most + 1)),
  );

const mode = fc.constantFrom<RateRounding['mode']>('half-up', 'half-even', 'floor', 'ceiling');
const percent = fc.oneof(
  fc.integer({ min: 0, max: 200 }).map((half) => decimal(BigInt(half * 5), 1)),
  fc.integer({ min: 0, max: 1_000_000 }).map((units) => decimal(BigInt(units), 4)),
);
const tax = fc.option(
  fc.record({ how: fc.constantFrom('added', 'removed'), percent: fc.constantFrom(16, 18, 19, 21, 22) }),
);

/** A formula at a scale, and a row: amounts as gathered for rates, 2^46 at most, and what the buyer paid beside them. */
const asked = fc.integer({ min: 0, max: 6 }).chain((scale) => {
  const amount = upTo(10_000_000).map((units) => decimal(BigInt(units), scale));
  const formula: fc.Arbitrary<RateFormula> = fc.record({
    withPaidShipping: fc.boolean(),
    withoutInstallments: fc.boolean(),
    percent,
    tax,
    fixed: amount,
    fixedPer: fc.constantFrom('row', 'unit'),
    band: fc.option(fc.record({ below: amount, fixed: amount })),
    rounding: fc.record({
      to: fc.integer({ min: 0, max: 3 }).map((zeros) => decimal(10n ** BigInt(zeros), scale)),
      mode,
      per: fc.constantFrom('row', 'unit'),
      beforeTax: fc.boolean(),
    }),
  });
  // Round ones too: they are what halves and whole steps come of, where percentages have four places as well.
  const base = fc
    .tuple(upTo(2 ** 47), fc.boolean(), fc.constantFrom(1, 1, 250_000, 500_000, 10 ** 9))
    .map(([size, isLess, grain]) => (size - (size % grain)) * (isLess ? -1 : 1));
  const row = fc.record({ base, units: fc.integer({ min: 1, max: 40 }), sales: upTo(2 ** 46) });
  return fc.record({ scale: fc.constant(scale), formula, row });
});

test('a compiled formula gives the exact charge of every row, however large', () => {
  let huge = 0;
  fc.assert(
    fc.property(asked, ({ scale, formula, row: { base, units, sales } }) => {
      if (Math.abs(base) > 2 ** 40) huge += 1;
      const { expected } = compileRate(formula, scale);
      expect(BigInt(expected(base, units, sales))).toBe(naiveExpected(formula, scale, base, units, sales));
    }),
    { numRuns: 4000 },
  );
  expect(huge).toBeGreaterThan(1000);
});

test('a half of whatever size goes up, down or to the even one', () => {
  // So many ten-thousandths of a percent of so many half millions: half of an odd number.
  const odd = (most: number) => fc.integer({ min: 0, max: (most - 1) / 2 }).map((half) => 2 * half + 1);
  const percents = odd(999_999).filter((units) => units % 5 !== 0);
  let huge = 0;
  fc.assert(
    fc.property(percents, odd(2 ** 28 - 1), fc.boolean(), (units, count, isBelow) => {
      const base = (isBelow ? -count : count) * 500_000;
      if (Math.abs(base) * units > Number.MAX_SAFE_INTEGER) huge += 1;
      const charged = (how: RateRounding['mode']): bigint => {
        const rounding = { to: decimal(1n, 0), mode: how, per: 'row', beforeTax: false } as const;
        const plain = { withPaidShipping: false, withoutInstallments: false, tax: null, band: null };
        const none = { fixed: decimal(0n, 0), fixedPer: 'row' } as const;
        const rate = compileRate({ ...plain, ...none, percent: decimal(BigInt(units), 4), rounding }, 0);
        return BigInt(rate.expected(base, 1, 1));
      };
      const [up, down] = [charged('ceiling'), charged('floor')];
      expect(up + down).toBe((BigInt(base) * BigInt(units)) / 500_000n);
      expect(up - down).toBe(1n);
      expect(charged('half-up')).toBe(up);
      expect(charged('half-even')).toBe(up % 2n === 0n ? up : down);
    }),
    { numRuns: 1000 },
  );
  expect(huge).toBeGreaterThan(200);
});
