import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { monthOrders } from '#renderer/reconciliation/payouts/worker/month-match.ts';
import type { OrderCase } from '#renderer/reconciliation/payouts/worker/order-cases.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { centsText, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What statements say of the orders of a month, held against a slow look at each order. */

const DATES = [
  '2026-02-28T23:59:59.999',
  '2026-03-01T00:00:00.000',
  '2026-03-15T12:00:00.000',
  '2026-03-31T23:59:59.999',
  '2026-04-01T00:00:00.000',
];
/** What the statements say of an order; null: there is no case of it. */
const said = fc.option(
  fc.record({
    lines: fc.nat({ max: 2 }),
    state: fc.constantFrom('same', 'within', 'different'),
    isExplained: fc.boolean(),
    difference: fc.integer({ min: -9, max: 9 }),
    scale: fc.constantFrom(2, 4),
  }),
);
const order = fc.record({
  canal: fc.constantFrom('Uno', 'Dos'),
  cuenta: fc.constantFrom('A', 'B'),
  // Two rows, which may come to nothing together.
  cents: fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })),
  bought: fc.constantFrom(...DATES),
  isBlank: fc.boolean(),
  said,
});
const scope: fc.Arbitrary<AccountsScope | null> = fc.option(
  fc.record({ accounts: fc.constant([{ Canal: 'Uno', Cuenta: 'A' }]), isExcluded: fc.boolean() }),
);
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

/** As `monthOrders` takes it: what it does not look at is left out. */
const caseOf = ({ lines, state, isExplained, difference, scale }: NonNullable<Order['said']>): OrderCase =>
  ({
    kind: 'bank',
    // Of no currency that is named: the difference is what its first line tells.
    match: {
      ...{ scale, lines: [], cases: [], outside: [], accounts: [] },
      amounts: [toDecimal({ units: BigInt(difference), scale })],
    },
    case: {
      orders: [],
      lines: Array.from({ length: lines }, (_, at) => at),
      state: lines === 0 ? 'only-here' : state,
      isExplained,
      difference: BigInt(difference),
    },
  }) as unknown as OrderCase;

function answerOf(orders: readonly Order[], view: AccountsScope | null, together: readonly number[] = []) {
  const rows = orders.flatMap(({ canal, cuenta, cents, bought, isBlank }, number) =>
    cents.map((amount) =>
      rowOf({
        Canal: canal,
        Cuenta: cuenta,
        Orden: isBlank ? '' : String(number),
        'Nro. suborden': String(number),
        'SKU Producto': String(number),
        'Fecha de compra': bought,
        'Rentabilidad Marketplace': centsText(amount),
      }),
    ),
  );
  const store = storeOf(rows, 1);
  const count = atOnce(orderFigures(store, [], 0)).account.length;
  const cases = new Map<number, OrderCase>();
  const shared = new Map<Order['said'], OrderCase>();
  for (let number = 0; number < count; number += 1) {
    const cells = cellsOfKey(keyOfOrder(store, number));
    const at = Number(cells.Orden || cells['Nro. suborden']);
    const said = orders[together.includes(at) ? (together[0] ?? at) : at]?.said ?? null;
    if (said === null) continue;
    const known = shared.get(said) ?? caseOf(said);
    shared.set(said, known);
    cases.set(number, known);
  }
  return atOnce(monthOrders(store, cases, { month: '2026-03' as Month, scope: view }));
}

const isInView = (view: AccountsScope | null, { canal, cuenta }: Order): boolean =>
  view === null || (canal === 'Uno' && cuenta === 'A') !== view.isExcluded;

test('counts those of the month and the accounts in view that come to something or that a statement holds', () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 8 }), scope, (orders, view) => {
      const sum = ({ cents: [one, other] }: Order) => one + other;
      const isHeld = (each: Order) => each.said !== null && each.said.lines > 0;
      const wanted = orders.filter(
        (each) =>
          !each.isBlank &&
          each.bought.startsWith('2026-03') &&
          isInView(view, each) &&
          (sum(each) !== 0 || isHeld(each)),
      );
      const open = wanted.filter((each) => each.said?.isExplained !== true);
      const uncovered = open.filter((each) => !isHeld(each));
      const differing = open.filter((each) => isHeld(each) && each.said?.state === 'different');
      const answer = answerOf(orders, view);
      expect(answer.orders).toBe(wanted.length);
      expect(answer.uncovered.orders).toBe(uncovered.length);
      expect(Math.round(Number(answer.uncovered.amount) * 100)).toBe(
        uncovered.reduce((total, each) => total + sum(each), 0),
      );
      expect(answer.differing.orders).toBe(differing.length);
      const ten = (each: Order) => (each.said?.difference ?? 0) * (each.said?.scale === 4 ? 1 : 100);
      expect(Math.round(Number(answer.differing.sums[0]?.sum) * 10_000)).toBe(
        differing.reduce((total, each) => total + ten(each), 0),
      );
    }),
    { numRuns: 100 },
  );
});

test('counts the difference of a case once, however many of its orders are of the month', () => {
  const said = { lines: 1, state: 'different', isExplained: false, difference: 7, scale: 2 } as const;
  const one: Order = {
    canal: 'Uno',
    cuenta: 'A',
    cents: [1, 1],
    bought: DATES[2] ?? '',
    isBlank: false,
    said,
  };
  const three = [one, { ...one, said: null }, { ...one, bought: DATES[4] ?? '', said: null }];
  const { orders, differing } = answerOf(three, null, [0, 1, 2]);
  expect(orders).toBe(2);
  expect(differing).toEqual({
    orders: 2,
    sums: [{ currency: '', count: 1, sum: '0.07' }],
  });
});

test('what differs without a currency is in the only one that another statement names', () => {
  const rows = ['1', '2'].map((Orden) =>
    rowOf({ Orden, 'Fecha de compra': DATES[2] ?? '', 'Rentabilidad Marketplace': '5.00' }),
  );
  const store = storeOf(rows, 1);
  const inMoney = (currency: string | null, difference: number) => {
    const found = caseOf({ lines: 1, state: 'different', isExplained: false, difference, scale: 2 });
    const own = { ...found.case, orders: [0], ledgerAmount: 0n, statementAmount: BigInt(difference) };
    return {
      ...found,
      case: own,
      match: { ...found.match, lines: [{ currency }], cases: [own], nets: [BigInt(difference)] },
    } as unknown as OrderCase;
  };
  const cases = new Map([
    [0, inMoney('CLP', 7)],
    [1, inMoney(null, 30)],
  ]);
  const { differing } = atOnce(monthOrders(store, cases, { month: '2026-03' as Month, scope: null }));
  expect(differing).toEqual({ orders: 2, sums: [{ currency: 'CLP', count: 2, sum: '0.37' }] });
});
