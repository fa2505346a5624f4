import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { casesByMonth } from '#renderer/reconciliation/month/worker/month-cases.ts';
import type { OrderCase } from '#renderer/reconciliation/payouts/worker/order-cases.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { toDecimal } from '#shared/domain/decimal.ts';

/** Lines of statements that no order was found for, in the months that they are dated in. */

const KINDS = ['mercado-pago-settlement', 'mercado-libre-charges'] as const;
const PESOS = { absolute: '0', percent: '0' } as never;

const line = fc.record({
  kind: fc.constantFrom(...KINDS),
  order: fc.constantFrom(null, '2000-1', '2000-2', '2000-3'),
  day: fc.constantFrom(null, '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'),
  released: fc.constantFrom(null, '2026-03-31', '2026-04-01'),
  cents: fc.integer({ min: 1, max: 500 }),
  isExplained: fc.boolean(),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

/** As the lines of one kind after those of the other are matched where no order is. */
function casesOf(lines: readonly Line[]): readonly OrderCase[] {
  return KINDS.flatMap((kind) => {
    const own = lines.filter((each) => each.kind === kind);
    const cases = own.map(({ cents, isExplained }, at) => ({
      state: 'only-statement',
      by: null,
      lines: [at],
      orders: [],
      ledgerAmount: 0n,
      statementAmount: BigInt(cents),
      difference: BigInt(cents),
      isExplained,
    }));
    const match = {
      scale: 2,
      lines: own.map(({ order, day, released }) => ({
        order,
        currency: '',
        date: day === null ? null : { day },
        released: released === null ? null : { day: released },
      })),
      amounts: own.map(({ cents }) => toDecimal({ units: BigInt(cents), scale: 2 })),
      cases,
      ...{ outside: [], orders: [], numbers: [], accounts: [] },
    };
    return cases.map((each) => ({ kind, match, case: each }) as unknown as OrderCase);
  });
}

test('lines without an order are of the month of their day, and an order that two kinds tell counts once', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const store = createColumnStore();
      const accountOf = () => ({ canal: 'Uno', cuenta: 'Norte' });
      const found = atOnce(
        casesByMonth(
          store,
          { found: new Map(), alone: casesOf(lines), accountOf, lastDayOf: () => null },
          PESOS,
        ),
      );
      const firstKindOf = new Map<string, string>();
      const counted = KINDS.flatMap((kind) => lines.filter((each) => each.kind === kind)).filter(
        ({ order, kind }) => {
          if (order === null) return true;
          if (!firstKindOf.has(order)) firstKindOf.set(order, kind);
          return firstKindOf.get(order) === kind;
        },
      );
      const expected = new Map<string, { cases: number; open: number; explained: number; cents: number }>();
      for (const { day, released, cents, isExplained } of counted) {
        const month = (day ?? released)?.slice(0, 7);
        if (month === undefined) continue;
        const own = expected.get(month) ?? { cases: 0, open: 0, explained: 0, cents: 0 };
        own.cases += 1;
        own[isExplained ? 'explained' : 'open'] += 1;
        own.cents += cents;
        expected.set(month, own);
      }
      const told = new Map(
        [...found].flatMap(([month, accounts]) =>
          [...accounts.values()].map(({ cases, open, explained, orders }) => {
            expect(orders).toBe(0);
            const units = [...open.sums.values(), ...explained.sums.values()].map(({ statementAmount }) =>
              Math.round(Number(toDecimal(statementAmount)) * 100),
            );
            const cents = units.reduce((sum, each) => sum + each, 0);
            return [month as string, { cases, open: open.cases, explained: explained.cases, cents }] as const;
          }),
        ),
      );
      expect(told).toEqual(expected);
    }),
  );
});

const ORDER_COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Fecha de compra',
  'Fecha de Pago',
  'Rentabilidad Marketplace',
];

/** Orders of March, each of one row. */
function storeOf(rows: readonly (readonly (string | null)[])[]) {
  const store = createColumnStore();
  const encoded = encodeSegment({ columns: ORDER_COLUMNS, rows });
  store.addSegment(1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  return store;
}

describe('orders of a month', () => {
  test('that are paid up to the last day its account’s statements reach, and that none speaks of, are untold', () => {
    const sold = (cuenta: string, order: string, paid: string | null) => [
      'Uno',
      cuenta,
      order,
      '2026-03-02T10:00:00.000',
      paid && `${paid}T09:00:00.000`,
      '10.50',
    ];
    const store = storeOf([
      sold('Norte', 'A-1', '2026-03-09'),
      sold('Norte', 'A-2', '2026-03-10'),
      sold('Norte', 'A-3', '2026-03-11'),
      sold('Norte', 'A-4', null),
      sold('Sur', 'A-5', '2026-03-09'),
      sold('Este', 'A-6', '2026-03-11'),
    ]);
    const lastDays = new Map([
      ['Norte', '2026-03-10'],
      ['Este', '2026-03-11'],
    ]);
    const found = atOnce(
      casesByMonth(
        store,
        {
          ...{ found: new Map(), alone: [], accountOf: () => null },
          lastDayOf: ({ cuenta }) => (lastDays.get(cuenta) ?? null) as LocalDate | null,
        },
        PESOS,
      ),
    );
    const told = [...(found.get('2026-03' as never)?.values() ?? [])].map(
      ({ account, orders, amount, untold }) => [
        account?.cuenta,
        orders,
        toDecimal(amount),
        untold.orders,
        toDecimal(untold.amount),
      ],
    );
    expect(told).toEqual([
      ['Norte', 4, '42.00', 2, '21.00'],
      ['Sur', 1, '10.50', 0, '0'],
      ['Este', 1, '10.50', 1, '10.50'],
    ]);
  });

  test('differ by another evidence where any of their orders, lines or amounts is another', () => {
    const store = storeOf(
      ['A-1', 'A-2'].map((order) => ['Uno', 'Norte', order, '2026-03-02T10:00:00.000', null, '10.50']),
    );
    const plain = { date: { day: '2026-03-05' }, operation: 'o', order: 'A-1', description: 'd', net: '9' };
    const evidenceWith = (over: object, numbers: readonly number[] = [0], told = 900n): string => {
      const own = {
        ...{ state: 'different', by: null, lines: [0], orders: [0], isExplained: false },
        ...{ ledgerAmount: 1050n, statementAmount: told, difference: told - 1050n },
      };
      const match = {
        ...{ scale: 2, amounts: ['9'], cases: [own], outside: [], orders: [0], numbers, accounts: [] },
        lines: [{ currency: '', released: null, ...plain, ...over }],
      };
      const each = { kind: KINDS[0], match, case: own } as unknown as OrderCase;
      const found = atOnce(
        casesByMonth(
          store,
          { found: new Map([[0, each]]), alone: [], accountOf: () => null, lastDayOf: () => null },
          PESOS,
        ),
      );
      const [norte] = [...(found.get('2026-03' as never)?.values() ?? [])];
      expect(norte?.open.cases).toBe(1);
      return norte?.open.evidence.value() ?? '';
    };
    const others = [
      evidenceWith({}),
      evidenceWith({ date: { day: '2026-03-06' } }),
      evidenceWith({ date: null }),
      evidenceWith({ operation: 'p' }),
      evidenceWith({ order: 'A-2' }),
      evidenceWith({ description: 'e' }),
      evidenceWith({ net: '8' }),
      evidenceWith({}, [1]),
      evidenceWith({}, [0], 901n),
    ];
    expect(new Set(others).size).toBe(others.length);
    expect(evidenceWith({})).toBe(others[0]);
  });

  const clp = { currency: 'CLP' };
  const TOLD = 1000n;
  /** What becomes of a case of the order that comes to 10.50, by this much written off. */
  const openWith = (tolerance: object, over: object = {}, lines: readonly object[] = [clp]) => {
    const store = storeOf([['Uno', 'Norte', 'A-1', '2026-03-02T10:00:00.000', null, '10.50']]);
    const own = {
      ...{ state: 'different', by: null, lines: lines.map((_, at) => at), orders: [0], isExplained: false },
      ...{ ledgerAmount: 1050n, statementAmount: TOLD, difference: TOLD - 1050n },
      ...over,
    };
    const match = {
      ...{ scale: 2, amounts: lines.map(() => '10.00'), cases: [own], outside: [], orders: [{ account: 0 }] },
      ...{ numbers: [0], accounts: [{}] },
      lines: lines.map((each) => ({ date: { day: '2026-03-05' }, ...each })),
    };
    const found = new Map([[0, { kind: KINDS[0], match, case: own } as unknown as OrderCase]]);
    const given = { found, alone: [], accountOf: () => null, lastDayOf: () => null };
    const norte = [
      ...(atOnce(casesByMonth(store, given, { absolute: '0', percent: '0', ...tolerance } as never))
        .get('2026-03' as never)
        ?.values() ?? []),
    ][0];
    const sumsOf = (of: 'open' | 'explained') =>
      [...(norte?.[of].sums ?? [])].map(([currency, { ledgerAmount, statementAmount }]) => [
        currency,
        toDecimal(ledgerAmount),
        toDecimal(statementAmount),
      ]);
    return {
      ...{ cases: norte?.cases, count: norte?.count, told: norte && toDecimal(norte.told) },
      ...{ open: norte?.open.cases, explained: norte?.explained.cases },
      ...{ openSums: sumsOf('open'), explainedSums: sumsOf('explained') },
    };
  };

  test.each<[string, object, object, readonly object[], number]>([
    ['differ by something', {}, {}, [clp], 1],
    ['differ by what is written off', { absolute: '0.50' }, {}, [clp], 0],
    ['the same in fewer digits', { absolute: '0.5' }, {}, [clp], 0],
    ['the same in more digits', { absolute: '0.500' }, {}, [clp], 0],
    ['differ by a bit more', { absolute: '0.499' }, {}, [clp], 1],
    ['differ by a cent more', { absolute: '0.49' }, {}, [clp], 1],
    ['differ by a percent that is written off', { percent: '4.8' }, {}, [clp], 0],
    ['differ by a greater percent', { percent: '4.7' }, {}, [clp], 1],
    ['differ the other way', { absolute: '0.50' }, { difference: 50n }, [clp], 0],
    ['say the same', {}, { state: 'same', ledgerAmount: TOLD, difference: 0n }, [clp], 0],
    // Whatever is written off, no statement says it.
    ['are here only', { absolute: '99', percent: '100' }, { state: 'only-here' }, [], 1],
    // What is written off is of no currency in particular: two are never added up.
    ['are of two currencies', { absolute: '99', percent: '100' }, {}, [clp, { currency: 'USD' }], 1],
  ])('that %s', (_, tolerance, over, lines, open) => {
    expect(openWith(tolerance, over, lines)).toMatchObject({
      ...{ cases: 1, count: lines.length === 0 ? 0 : 1, told: '10.00', open, explained: 0 },
    });
  });

  test('are explained by somebody’s word, each with what it comes to by currency', () => {
    const sums = [['CLP', '10.50', '10.00']];
    expect(openWith({})).toMatchObject({ open: 1, explained: 0, openSums: sums, explainedSums: [] });
    for (const over of [{ isExplained: true }, { by: 'decision' }]) {
      const told = openWith({}, over);
      expect(told).toMatchObject({ open: 0, explained: 1, openSums: [], explainedSums: sums });
    }
    expect(openWith({}, { by: 'order' })).toMatchObject({ open: 1, explained: 0 });
  });

  test('are those that were bought in it and come to something, here or there, each case of them once', () => {
    const bought = (order: string, amount: string, day: string | null = '2026-03-02') => [
      ...['Uno', 'Norte', order, day && `${day}T10:00:00.000`, null, amount],
    ];
    const store = storeOf([
      bought('A-1', '10.50'),
      bought('A-2', '1.25'),
      bought('A-3', '0.00'),
      bought('A-4', '0.00'),
      bought('A-5', '7.00', null),
      bought('A-6', '2.00', '2026-04-01'),
      bought('A-7', '0.00'),
      // A movement of the account is no order.
      bought('', '9.00'),
    ]);
    const caseOf = (orders: readonly number[], lines: readonly number[]) => {
      const own = {
        ...{ state: 'different', by: null, lines, orders: orders.map((_, at) => at), isExplained: false },
        ...{ ledgerAmount: 1n, statementAmount: 300n, difference: 299n },
      };
      const match = {
        ...{
          scale: 2,
          amounts: ['3.00'],
          cases: [own],
          outside: [],
          orders: orders.map(() => ({ account: 0 })),
        },
        ...{ numbers: orders, accounts: [{}], lines: [{ ...clp, date: { day: '2026-03-05' } }] },
      };
      return { kind: KINDS[0], match, case: own } as unknown as OrderCase;
    };
    // The first two and that of April are of one case; of those that come to nothing, a statement speaks of one.
    const [shared, told, untold] = [caseOf([0, 1, 5], [0]), caseOf([2], [0]), caseOf([3], [])];
    const found = new Map([...[0, 1, 5].map((order) => [order, shared] as const), [2, told], [3, untold]]);
    const given = { found, alone: [], accountOf: () => null, lastDayOf: () => null };
    const months = [...atOnce(casesByMonth(store, given, PESOS))].map(([month, accounts]) =>
      [...accounts.values()].map(({ orders, amount, count, cases, open, told: all }) => [
        ...[month, orders, toDecimal(amount), count, cases, open.cases, toDecimal(all)],
        ...[...open.sums.values()].flatMap((sum) => [sum.ledgerAmount, sum.statementAmount].map(toDecimal)),
      ]),
    );
    expect(months.flat()).toEqual([
      ['2026-03', 3, '11.75', 3, 2, 2, '6.00', '0.02', '6.00'],
      ['2026-04', 1, '2.00', 1, 1, 1, '3.00', '0.01', '3.00'],
    ]);
  });
});
