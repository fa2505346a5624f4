import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGES, type Age } from '#renderer/reconciliation/receivables/model/ageing.ts';
import {
  type Ages,
  type AllowanceRecord,
  allowanceKey,
  isOfThese,
  proposedAllowance,
} from '#renderer/reconciliation/receivables/model/allowance.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What is proposed as lost of what is owed. */

const PERCENT: { readonly [age in Age]: number } = {
  'not-due': 0,
  'to-30': 5,
  'to-60': 25,
  'to-90': 50,
  'over-90': 100,
  undated: 100,
};
const agesOf = (cents: readonly number[]): Ages =>
  Object.fromEntries(AGES.map((age, at) => [age, centsText(cents[at] ?? 0) as Decimal])) as Ages;
const amounts = fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 6, maxLength: 6 });

describe('the allowance that is proposed', () => {
  test('is of each age its percent, rounded by itself; what is owed to the marketplace takes nothing off', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        const each = AGES.map((age, at) =>
          // Half away from zero, as books round.
          Math.floor((Math.max(0, cents[at] ?? 0) * PERCENT[age] + 50) / 100),
        );
        const expected = each.reduce((sum, own) => sum + own, 0);
        expect(Math.round(Number(proposedAllowance(agesOf(cents))) * 100)).toBe(expected);
      }),
    );
    expect(proposedAllowance(agesOf([0, 10, 2, 1, 0, 0]))).toBe('0.03');
  });
});

describe('what was set', () => {
  test('is of these figures where each age is what it was, however it is written', () => {
    fc.assert(
      fc.property(amounts, fc.nat(5), fc.constantFrom(-1, 1), (cents, at, by) => {
        const said = { ages: agesOf(cents) } as AllowanceRecord;
        const moved = cents.map((own, place) => (place === at ? own + by : own));
        expect(isOfThese(said, agesOf(cents))).toBe(true);
        expect(isOfThese(said, agesOf(moved))).toBe(false);
        const longer = Object.fromEntries(AGES.map((age) => [age, `${agesOf(cents)[age]}00`]));
        expect(isOfThese(said, longer as Ages)).toBe(true);
      }),
    );
  });

  test('is kept by channel, account and month', () => {
    const keys = ['2026-03', '2026-04'].flatMap((month) =>
      [
        ['A', 'B'],
        ['B', 'A'],
        ['AB', ''],
      ].map(([canal = '', cuenta = '']) => allowanceKey(canal, cuenta, month as Month)),
    );
    expect(new Set(keys).size).toBe(6);
  });
});
