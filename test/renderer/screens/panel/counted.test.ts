import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { lowestRateOf } from '#renderer/screens/panel/channels-section.tsx';
import { countedOf } from '#renderer/screens/panel/counted.ts';
import { returnedProducts, returnsByChannel, returnsOf } from '#renderer/screens/panel/returns.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const decimal = (value: bigint | number) => String(value) as Decimal;

/** Rows as they were sold: the oracle adds these, one by one, as whole numbers. */
type Sold = { readonly status: string; readonly sales: bigint; readonly units: number };
const sold = fc.record({
  status: fc.constantFrom('Regular', 'Cancelada', 'Devuelta', 'En revisión', ''),
  sales: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  units: fc.integer({ min: 0, max: 50 }),
});

function totalsOf(rows: readonly Sold[]): Group['totals'] {
  return {
    rows: rows.length,
    orders: rows.length,
    sums: {
      Ventas: decimal(rows.reduce((sum, { sales }) => sum + sales, 0n)),
      Unidades: decimal(rows.reduce((sum, { units }) => sum + units, 0)),
    },
    unreadable: {},
    ventasWithProductCost: decimal(0),
    rowsWithoutProductCost: 0,
  };
}

function groupsBy(rows: readonly Sold[]): Groups {
  const values = [...new Set(rows.map(({ status }) => status))];
  return {
    revision: 1,
    groups: values.map((value) => ({
      value,
      caption: null,
      totals: totalsOf(rows.filter(({ status }) => status === value)),
    })),
    total: { revision: 1, ...totalsOf(rows) },
  };
}

describe('what counts though it was undone', () => {
  test('is the cancelled and the returned, and leaving them out leaves exactly the others', () => {
    fc.assert(
      fc.property(fc.array(sold, { maxLength: 30 }), (rows) => {
        const counted = countedOf(groupsBy(rows));
        const of = (status: string) => rows.filter((row) => row.status === status);
        for (const status of ['Cancelada', 'Devuelta']) {
          const part = counted.parts.find((each) => each.status === status);
          expect(part?.rows ?? 0).toBe(of(status).length);
          expect(BigInt(part?.sales ?? 0)).toBe(of(status).reduce((sum, { sales }) => sum + sales, 0n));
        }
        const undone = rows.filter(({ status }) => status === 'Cancelada' || status === 'Devuelta');
        expect(BigInt(counted.sales)).toBe(undone.reduce((sum, { sales }) => sum + sales, 0n));
        const left = rows.filter((row) => !undone.includes(row));
        const { leaveOut } = counted;
        const kept =
          leaveOut?.type === 'set-filter'
            ? rows.filter(({ status }) => leaveOut.values.includes(status))
            : [];
        expect(kept).toEqual(left);
        const units = rows.reduce((sum, row) => sum + row.units, 0);
        const back = of('Devuelta').reduce((sum, row) => sum + row.units, 0);
        if (units === 0) expect(counted.returnRatePercent).toBeNull();
        else expect(Number(counted.returnRatePercent)).toBeCloseTo((100 * back) / units, 5);
      }),
    );
  });
});

test('the channel that keeps least of its sales is marked, where one alone does', () => {
  const channel = (value: string, sales: number, profit: number): Group => ({
    value,
    caption: null,
    totals: { ...totalsOf([]), sums: { Ventas: decimal(sales), 'Rentabilidad Total': decimal(profit) } },
  });
  const lowest = (...groups: readonly Group[]) => lowestRateOf(groups, 'Rentabilidad Total');
  expect(lowest(channel('a', 100, 30), channel('b', 1000, 200), channel('c', 10, 4))).toBe('b');
  expect(lowest(channel('a', 100, 30), channel('b', 10, -1))).toBe('b');
  // Of no sales there is no rate; of one channel, or two that are alike, none is the lowest.
  expect(lowest(channel('a', 100, 30), channel('b', 0, -5))).toBeNull();
  expect(lowest(channel('a', 100, 30), channel('b', 10, 3))).toBeNull();
  expect(lowest()).toBeNull();
});

describe('returns', () => {
  const group = (value: string, units: string, groups?: readonly Group[]): Group => ({
    value,
    caption: value === 'A' ? 'Silla' : null,
    totals: { ...totalsOf([]), sums: { Unidades: units as Decimal } },
    ...(groups === undefined ? {} : { groups }),
  });

  test('of a channel and its accounts are told apart, and none are 0', () => {
    const answer: Groups = {
      revision: 1,
      groups: [group('Uno', '5', [group('a', '2'), group('b', '3')]), group('Dos', '1')],
      total: { revision: 1, ...totalsOf([]) },
    };
    const returned = returnsByChannel(answer);
    expect(returned('Uno', null)).toBe('5');
    expect(returned('Uno', 'b')).toBe('3');
    expect(returned('Dos', 'b')).toBe('0');
    expect(returned('Tres', null)).toBe('0');
    expect(returnsOf('40' as Decimal, returned('Uno', null)).ratePercent).toBe('12.500000');
    expect(returnsOf(undefined, undefined)).toEqual({
      returnedUnits: '0',
      units: undefined,
      ratePercent: null,
    });
  });

  test('of products stand beside all units of each', () => {
    const products = returnedProducts(
      [group('A', '3'), group('B', '0'), group('C', '1')],
      [group('C', '4'), group('A', '12')],
    );
    expect(products).toEqual([
      { sku: 'A', caption: 'Silla', returnedUnits: '3', units: '12', ratePercent: '25.000000' },
      { sku: 'C', caption: null, returnedUnits: '1', units: '4', ratePercent: '25.000000' },
    ]);
  });
});
