import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findOverlap, lineIdentities } from '#renderer/reconciliation/statements/model/overlaps.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';

/** Extracts of a bank that overlap: what is in both is one movement, and what only looks like it is another. */

const line = (net: string, balance: string | null, parts: Partial<StatementLine> = {}): StatementLine => ({
  line: 1,
  cells: [],
  movement: null,
  settlement: null,
  order: null,
  suborder: null,
  sku: null,
  operation: null,
  currency: null,
  description: 'ABONO TRANSFERENCIA',
  date: { day: '2026-10-31' as LocalDate, time: null, instant: null },
  released: null,
  gross: null,
  commission: null,
  shipping: null,
  taxes: null,
  net: net as Decimal,
  balance: balance as Decimal | null,
  ...parts,
});
const freshOf = (earlier: readonly StatementLine[], later: readonly StatementLine[]) => {
  const known = new Map([['first', new Set(atOnce(lineIdentities('bank', earlier)))]]);
  return findOverlap(atOnce(lineIdentities('bank', later)), known);
};

describe('a line that another extract holds', () => {
  test('is the same by the values of its amount and its balance, however they are written', () => {
    const amount = fc.bigInt({ min: -200n, max: 200n });
    fc.assert(
      fc.property(
        fc.tuple(amount, amount),
        fc.tuple(amount, amount),
        fc.integer({ min: 0, max: 4 }),
        ([net, balance], [otherNet, otherBalance], zeros) => {
          const text = (units: bigint) => toDecimal({ units, scale: 1 });
          const padded = (units: bigint) =>
            toDecimal({ units: units * 10n ** BigInt(zeros), scale: 1 + zeros });
          const same = freshOf([line(text(net), text(balance))], [line(padded(net), padded(balance))]);
          expect([same.fresh, same.shared.get('first')]).toEqual([[], 1]);
          const other = freshOf([line(text(net), text(balance))], [line(text(otherNet), text(otherBalance))]);
          expect(other.fresh).toEqual(net === otherNet && balance === otherBalance ? [] : [0]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is another where its balance is another: two equal movements of a day in two extracts', () => {
    const [first, second] = [line('50000', '150000'), line('50000', '200000')];
    const { fresh, shared } = freshOf([first], [first, second]);
    expect([fresh, shared.get('first')]).toEqual([[1], 1]);
    expect(freshOf([first], [second]).fresh).toEqual([0]);
    // Without a balance it is how many there are that tells.
    const plain = line('50000', null);
    expect(freshOf([plain], [plain, plain]).fresh).toEqual([1]);
    expect(freshOf([plain, plain], [plain]).fresh).toEqual([]);
  });

  test.each(['10', '100', '1000', '10000', '100000'])(
    'is another where round pesos are of another magnitude: %s and ten times it',
    (net) => {
      const [one, ten] = [line(net, null), line(`${net}0`, null)];
      expect(freshOf([one], [one, ten]).fresh).toEqual([1]);
      expect(freshOf([one], [ten]).fresh).toEqual([0]);
      expect(freshOf([line('1', net)], [line('1', `${net}0`)]).fresh).toEqual([0]);
    },
  );

  test('is another of the same gross whose net is another, or of another kind', () => {
    const gross = { gross: '100' as Decimal };
    expect(
      freshOf([line('90', null, gross)], [line('80', null, gross), line('90', null, gross)]).fresh,
    ).toEqual([0]);
    const [bank, other] = (['bank', 'ripley'] as const).map((kind) =>
      atOnce(lineIdentities(kind, [line('1', null)])),
    );
    expect(bank).not.toEqual(other);
  });

  test('says of each earlier extract how many it holds', () => {
    const lines = ['1', '2', '3'].map((net) => line(net, null));
    const ids = atOnce(lineIdentities('bank', lines));
    const earlier = new Map([
      ['a', new Set(ids.slice(0, 2))],
      ['b', new Set(ids.slice(1, 2))],
      ['c', new Set<string>()],
    ]);
    const { fresh, shared } = findOverlap(ids, earlier);
    expect(fresh).toEqual([2]);
    expect([...shared]).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});
