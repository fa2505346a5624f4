import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import type { OrderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { spokenFor } from '#renderer/reconciliation/matching/worker/spoken-for.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';

const JANUARY = dayNumber('2026-01-01' as LocalDate);

type Order = {
  /** Null: none that can be read. */
  readonly day: number | null;
  readonly isHeld: boolean;
  /** Place among those that the statement names; null: the rows name another; undefined: they name none. */
  readonly settlement?: number | null | undefined;
  /** Places of its other settlements. */
  readonly more?: readonly number[];
  /** It comes to nothing. */
  readonly isNothing?: boolean;
  /** A movement of the account, without a number. */
  readonly isMovement?: boolean;
  /** Place of its account; the first where none is given. */
  readonly account?: number;
};

/** Of each order whether the statement should hold it. */
function expectedOf(
  orders: readonly Order[],
  settlements: readonly string[],
  paidAfter: number | null = null,
  accounts: readonly number[] = [0],
) {
  const figures = {
    account: Int32Array.from(orders, ({ account }) => account ?? 0),
    accounts: [
      { canal: 'A', cuenta: '1' },
      { canal: 'A', cuenta: '2' },
    ],
    isMovement: Uint8Array.from(orders, (each) => Number(each.isMovement === true)),
    whole: { isNothing: (order: number) => orders[order]?.isNothing === true },
    settlement: Int32Array.from(orders, ({ settlement }) => settlement ?? -1),
    more: new Map(orders.flatMap(({ more }, at) => (more === undefined ? [] : [[at, more] as const]))),
    isElsewhere: Uint8Array.from(orders, ({ settlement }) => Number(settlement === null)),
    purchased: Int32Array.from(orders, ({ day }) => (day === null ? NO_DAY : JANUARY + day)),
    paid: Int32Array.from(orders, ({ day }) =>
      paidAfter === null || day === null ? NO_DAY : JANUARY + day + paidAfter,
    ),
  } as unknown as OrderFigures;
  const isHeld = Uint8Array.from(orders, (each) => Number(each.isHeld));
  const { facts, isExpected } = atOnce(spokenFor(figures, accounts, settlements, isHeld));
  const missing = orders.flatMap((_, at) => (isExpected[at] === 1 && isHeld[at] === 0 ? [at] : []));
  return { missing, fact: facts[0], facts, isExpected };
}

/** Of a month: two settlements, the second of which goes on in the next one. */
const held: readonly Order[] = Array.from({ length: 24 }, (_, at) => ({
  day: at,
  isHeld: true,
  settlement: at % 2,
}));
const later: readonly Order[] = Array.from({ length: 9 }, (_, at) => ({
  day: 32 + at,
  isHeld: false,
  settlement: 1,
}));

describe('a statement of a month', () => {
  test('does not lack the orders of settlements that it does not name', () => {
    const others = [3, 9, 15].map((day): Order => ({ day, isHeld: false, settlement: null }));
    const { missing, fact, isExpected } = expectedOf([...held, ...later, ...others], ['LQ-1', 'LQ-2']);
    expect([isExpected[0], isExpected[33]]).toEqual([1, 0]);
    // One that it holds is its own, whatever settlement the rows say.
    const own: Order = { day: 5, isHeld: true, settlement: null };
    expect(expectedOf([own, ...held, ...later, ...others], ['LQ-1', 'LQ-2']).isExpected[0]).toBe(1);
    const all = { by: 'purchase', held: 24, missing: 0, beyond: 0 };
    expect(fact).toMatchObject({ ...all, days: { from: JANUARY, to: JANUARY + 30, held: 24, missing: 0 } });
    expect(missing).toEqual([]);
    // However many they are, its days are those of what it holds.
    const crowd = others.flatMap((each) => Array.from({ length: 20 }, () => each));
    expect(expectedOf([...held, ...later, ...crowd], ['LQ-1', 'LQ-2']).fact).toEqual(fact);
  });

  test('lacks those that its days have and that are in no settlement yet', () => {
    const others = [3, 9, 15].map((day): Order => ({ day, isHeld: false }));
    const { missing, fact } = expectedOf([...held, ...later, ...others], ['LQ-1', 'LQ-2']);
    expect(missing).toEqual([33, 34, 35]);
    expect(fact).toMatchObject({ missing: 3, beyond: 0 });
  });

  test('that names its settlements otherwise than the rows do lacks all that its days have', () => {
    const unnamed = held.map((each): Order => ({ ...each, settlement: null }));
    const others = [3, 9, 15].map((day): Order => ({ day, isHeld: false, settlement: null }));
    const { missing } = expectedOf([...unnamed, ...others], ['another number']);
    expect(missing).toEqual([24, 25, 26]);
  });

  test('that holds no order of the settlements that it names lacks all that its days have', () => {
    const unnamed = held.map((each): Order => ({ ...each, settlement: undefined }));
    const named: Order = { day: 3, isHeld: false, settlement: 0 };
    const others = [3, 9, 15].map((day): Order => ({ day, isHeld: false, settlement: null }));
    expect(expectedOf([named, ...unnamed, ...others], ['LQ-1']).missing).toEqual([0, 25, 26, 27]);
  });

  test('lacks what its first and its last day have, nothing beside them, and no order that comes to nothing', () => {
    const days = Array.from({ length: 48 }, (_, at): Order => ({ day: 3 + (at % 16), isHeld: true }));
    const others = [2, 3, 18, 19].map((day): Order => ({ day, isHeld: false }));
    const nothing: Order = { day: 12, isHeld: false, isNothing: true };
    const { missing, fact } = expectedOf([...days, ...others, nothing], []);
    expect(fact).toMatchObject({ by: 'purchase', held: 48, missing: 2, beyond: 0 });
    expect(missing).toEqual([49, 50, 52]);
  });

  test('counts movements of the account among those that it may hold, and lacks none of them', () => {
    const days = held.map(({ day }): Order => ({ day, isHeld: true }));
    const movements = [0, 4, 5, 23].map((day): Order => ({ day, isHeld: false, isMovement: true }));
    const { missing, fact } = expectedOf([...days, ...movements], []);
    expect(fact).toMatchObject({ by: 'purchase', held: 24, missing: 0, beyond: 0 });
    expect(missing).toEqual([24, 25, 26, 27]);
    // As many as the days hold would take these from the statement, where they counted as missing.
    const many = days.slice(0, 3).flatMap(({ day }) => [
      { day, isHeld: false, isMovement: true },
      { day, isHeld: false, isMovement: true },
    ]);
    expect(expectedOf([...days, ...many], []).fact?.days).toMatchObject({
      from: JANUARY,
      held: 24,
      missing: 0,
    });
  });

  test('goes by days of payment where these hold as many as those of purchase', () => {
    const days = held.map(({ day }): Order => ({ day, isHeld: true }));
    expect(expectedOf(days, [], 5).fact).toMatchObject({ by: 'payment', held: 24 });
  });
});

describe('a statement of settlements', () => {
  const own: readonly Order[] = [0, 9, 18, 27].map((day) => ({ day, isHeld: true, settlement: 0 }));
  const few: readonly Order[] = [
    { day: 3, isHeld: true, settlement: 1 },
    { day: 4, isHeld: false, settlement: 1 },
    { day: 5, isHeld: false, settlement: 1 },
  ];

  test('is of those of which it holds most, named as it writes them, and of the account', () => {
    const lacking: Order = { day: 40, isHeld: false, settlement: 0 };
    const elsewhere: Order = { day: 9, isHeld: false, settlement: null };
    const unsettled: Order = { day: 9, isHeld: false };
    const { missing, fact } = expectedOf([...own, ...few, lacking, elsewhere, unsettled], ['0077', 'LQ-2']);
    expect(fact).toMatchObject({
      ...{ canal: 'A', cuenta: '1', by: 'settlement', settlements: ['0077'], days: null },
      ...{ held: 5, missing: 1 },
    });
    expect(missing).toEqual([7]);
    const both = [...own, ...few.map((each) => ({ ...each, isHeld: true }))];
    expect(expectedOf(both, ['0077', 'LQ-2']).fact?.settlements).toEqual(['0077', 'LQ-2']);
  });

  test('counts those that it holds, be they movements or come to nothing', () => {
    const days = (more: Partial<Order>) => [0, 1, 2, 3].map((day): Order => ({ day, isHeld: true, ...more }));
    for (const more of [{}, { isNothing: true }, { isMovement: true }, { settlement: null }])
      expect(expectedOf(days(more), ['another']).fact).toMatchObject({
        held: 4,
        days: { held: 4, missing: 0 },
      });
  });
});

test('an order of two settlements is of either, and missing from the one that the statement holds most of', () => {
  const own = [1, 2, 3].map((day): Order => ({ day, isHeld: true, settlement: 1 }));
  const both = (isHeld: boolean): Order => ({ day: 4, isHeld, settlement: 0, more: [2, 1] });
  const alone: Order = { day: 5, isHeld: false, settlement: 2 };
  const names = ['LQ-0', 'LQ-1', 'LQ-2'];
  expect(expectedOf([...own, both(false), alone], names)).toMatchObject({
    missing: [3],
    fact: { settlements: ['LQ-1'], held: 3, missing: 1 },
  });
  // Held it makes the others of it the statement's too, but for that of which as much is missing.
  expect(expectedOf([...own, both(true), alone], names)).toMatchObject({
    missing: [],
    fact: { settlements: ['LQ-0', 'LQ-1'], held: 4, missing: 0, beyond: 0 },
  });
});

test('beyond is what was bought from the first to the last day that is known of what is held', () => {
  const days = (isHeld: boolean, ...of: readonly (number | null)[]) =>
    of.map((day): Order => ({ day, isHeld }));
  const held = days(true, 9, null, 5);
  const { fact, missing } = expectedOf([...held, ...days(false, 4, 5, 5, 6, 7, 9, 10, null)], []);
  expect([fact?.by, missing, fact?.beyond]).toEqual([null, [], 5]);
  expect(expectedOf([...days(true, null), ...days(false, 4, null)], []).fact?.beyond).toBe(0);
});

describe('a statement of two accounts', () => {
  const other = (parts: Partial<Order>): Order => ({ day: 5, isHeld: false, account: 1, ...parts });

  test('leaves the first order of all to its own account', () => {
    // Held and settled it says nothing of how the other account's orders are named.
    const unnamed = held.map((each): Order => ({ ...each, settlement: undefined }));
    const elsewhere: Order = { day: 3, isHeld: false, settlement: null };
    const first = other({ isHeld: true, settlement: 0 });
    expect(expectedOf([first, ...unnamed, elsewhere], ['LQ-1']).missing).toEqual([25]);
    // Within its days it is not missing, and missing from its own account it stays so.
    expect(expectedOf([other({}), ...unnamed], []).missing).toEqual([]);
    const theirs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => other({ day, isHeld: true }));
    const missing = other({ settlement: null });
    const all = [missing, ...theirs, ...held];
    expect(expectedOf(all, ['LQ-1', 'LQ-2'], null, [1, 0]).missing).toEqual([0]);
  });

  const order = fc.record({
    day: fc.nat({ max: 12 }),
    isHeld: fc.boolean(),
    settlement: fc.constantFrom(0, 1, null, undefined),
    isMovement: fc.constantFrom(false, false, false, true),
    isNothing: fc.constantFrom(false, false, false, true),
  });
  const names = ['LQ-1', 'LQ-2'];

  test('speaks of each as if it were of that alone, and of no order of a third', () => {
    const orders = fc.array(order, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(orders, orders, fc.constantFrom(null, 5), (others, own, paidAfter) => {
        const all = [...others.map((each) => ({ ...each, account: 1 })), ...own];
        const alone = expectedOf(own, names, paidAfter);
        const theirs = expectedOf(others, names, paidAfter);
        const shifted = alone.missing.map((at) => at + others.length);
        const one = expectedOf(all, names, paidAfter, [0]);
        expect([one.facts, one.missing]).toEqual([alone.facts, shifted]);
        const both = expectedOf(all, names, paidAfter, [1, 0]);
        expect(both.missing).toEqual([...theirs.missing, ...shifted]);
        expect(both.facts).toEqual([{ ...theirs.fact, cuenta: '2' }, alone.fact]);
      }),
      { numRuns: 40 },
    );
  });
});
