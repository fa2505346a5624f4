import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { type Baseline, movedFigures, nextBaseline } from '#renderer/features/revision/moved-figures.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Hundredths of each told column; null: no row carries it. */
const cents = fc.array(fc.option(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })), {
  minLength: AMOUNT_COLUMNS.length,
  maxLength: AMOUNT_COLUMNS.length,
});

function decimalOf(hundredths: bigint): Decimal {
  const digits = `${hundredths < 0n ? -hundredths : hundredths}`.padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}

function sumsOf(values: readonly (bigint | null)[]) {
  return Object.fromEntries(
    AMOUNT_COLUMNS.flatMap((column, at) => {
      const value = values[at] ?? null;
      return value === null ? [] : [[column, decimalOf(value)]];
    }),
  );
}

test('what moved is told exactly, to the cent, and nothing else', () => {
  fc.assert(
    fc.property(cents, cents, fc.nat(3), (before, other, same) => {
      const now = other.map((value, at) => (at === same ? (before[at] ?? null) : value));
      const expected = AMOUNT_COLUMNS.flatMap((column, at) => {
        const moved = (now[at] ?? 0n) - (before[at] ?? 0n);
        return moved === 0n ? [] : [{ column, difference: moved }];
      });
      const views = movedFigures(sumsOf(before), sumsOf(now)).map(({ column, difference }) => ({
        column,
        difference: BigInt(difference.replace('.', '')) * (difference.includes('.') ? 1n : 100n),
      }));
      expect(views).toEqual(expected);
    }),
  );
});

test('figures are held against the first ones of their selection, once the copy is loaded', () => {
  const of = (selection: string, ventas: string): Baseline => ({
    selection,
    sums: { Ventas: ventas as Decimal },
    readUntil: '2026-04-01T10:00:00.000Z' as UtcInstant,
  });
  const [first, later, other] = [of('all', '1'), of('all', '2'), of('one', '2')];
  expect(nextBaseline(null, first, false)).toBeNull();
  expect(nextBaseline(first, later, false)).toBeNull();
  expect(nextBaseline(null, null, true)).toBeNull();
  expect(nextBaseline(null, first, true)).toBe(first);
  expect(nextBaseline(first, later, true)).toBe(first);
  expect(nextBaseline(first, null, true)).toBe(first);
  expect(nextBaseline(first, other, true)).toBe(other);
});
