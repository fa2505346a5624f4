import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group } from '#renderer/data/model/groups.ts';
import { nextOrder, orderChannels } from '#renderer/screens/panel/channel-order.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Channels in the order of a figure, accounts within theirs. */

const sales = fc.option(fc.integer({ min: -50, max: 50 }));
const group = (value: string, amount: number | null, groups?: readonly Group[]): Group =>
  ({
    ...{ value, caption: null, ...(groups === undefined ? {} : { groups }) },
    totals: { sums: amount === null ? {} : { Ventas: String(amount) as Decimal } },
  }) as unknown as Group;
const world = fc.array(fc.tuple(sales, fc.array(sales, { maxLength: 3 })), { maxLength: 5 }).map((channels) =>
  channels.map(([amount, accounts], at) =>
    group(
      `c${at}`,
      amount,
      accounts.map((own, place) => group(`c${at}a${place}`, own)),
    ),
  ),
);
const amountOf = ({ totals }: Group) => totals.sums.Ventas ?? null;

test('is of the figure, either way, those without one last, and no account leaves its channel', () => {
  fc.assert(
    fc.property(world, fc.boolean(), (channels, isDescending) => {
      const ordered = orderChannels(channels, { by: 'sales', isDescending }, amountOf);
      const isInOrder = (all: readonly Group[]) => {
        const amounts = all.map((each) => amountOf(each));
        const known = amounts.filter((each) => each !== null).map(Number);
        expect(amounts.slice(0, known.length).every((each) => each !== null)).toBe(true);
        expect(known).toEqual(known.toSorted((a, b) => (isDescending ? b - a : a - b)));
      };
      isInOrder(ordered);
      expect(ordered.map(({ value }) => value).toSorted()).toEqual(channels.map(({ value }) => value));
      for (const { value, groups = [] } of ordered) {
        isInOrder(groups);
        expect(groups.every((each) => each.value.startsWith(value))).toBe(true);
      }
    }),
  );
});

test('asks an account’s figure with its channel, and names go from their first letter', () => {
  const asked: (string | null)[][] = [];
  orderChannels(
    [group('b', 1, [group('x', 2), group('y', 1)]), group('a', 2)],
    { by: 'sales', isDescending: true },
    (each, channel) => {
      asked.push([each.value, channel]);
      return amountOf(each);
    },
  );
  expect(asked).toEqual(
    expect.arrayContaining([
      ['x', 'b'],
      ['a', null],
    ]),
  );
  const names = orderChannels([group('b', 1), group('a', 2)], { by: 'channel', isDescending: false }, null);
  expect(names.map(({ value }) => value)).toEqual(['a', 'b']);
  const back = orderChannels([group('a', 1), group('b', 2)], { by: 'channel', isDescending: true }, null);
  expect(back.map(({ value }) => value)).toEqual(['b', 'a']);
});

test('of one figure, and without any, names go from their first letter either way', () => {
  const channels = [group('d', null), group('b', 1), group('c', null), group('a', 1), group('e', 0)];
  const order = (isDescending: boolean) =>
    orderChannels(channels, { by: 'sales', isDescending }, amountOf).map(({ value }) => value);
  expect(order(true)).toEqual(['a', 'b', 'e', 'c', 'd']);
  expect(order(false)).toEqual(['e', 'a', 'b', 'c', 'd']);
});

test('a press on a heading is the greatest first, of names the first; again it is the other way round', () => {
  const bySales = { by: 'sales', isDescending: true };
  expect(nextOrder(bySales, 'rate', 'channel')).toEqual({ by: 'rate', isDescending: true });
  expect(nextOrder(bySales, 'channel', 'channel')).toEqual({ by: 'channel', isDescending: false });
  expect(nextOrder(bySales, 'sales', 'channel')).toEqual({ by: 'sales', isDescending: false });
});
