import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { casesOf } from '#renderer/reconciliation/matching/worker/match-page.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { amountsOf, differencesOf, totalsOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { openCases, statementFindings } from '#renderer/reconciliation/matching/worker/statement-findings.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, rowOf, storeOf } from './statement-world.ts';

/** Statements of several currencies in one view: what is added up is of one of them. */

const ACCOUNTS = [
  { Cuenta: 'Norte', currency: 'CLP' },
  { Cuenta: 'Sur', currency: 'USD' },
] as const;
const TOLERANCE = { absolute: '0.01' as Decimal, percent: '0' as Decimal };
const cents = (text: string): number => Math.round(Number(text) * 100);

/** `there`: what the statement says of it; null: nothing. `isHere`: there is an order of it. */
const deal = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  amount: fc.integer({ min: 1, max: 900_000 }),
  off: fc.constantFrom(0, 0, 0, 1, -250),
  isThere: fc.boolean(),
  isHere: fc.boolean(),
  outside: fc.boolean(),
});

test('a case with lines of two currencies is never settled, and differs in each by itself', () => {
  const anyCents = fc.integer({ min: -90_000, max: 90_000 }).filter((amount) => amount !== 0);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyCents, anyCents, fc.boolean()), { minLength: 1, maxLength: 8 }),
      (deals) => {
        // Others of the account are in pesos, so that its orders are.
        const plain = Array.from({ length: deals.length + 1 }, (_, at) => ({
          order: `p${at}`,
          amount: 500 + at,
        }));
        const rows = [
          ...plain.map(({ order, amount }) => ({ order, amount })),
          // What would be settled, were dollars pesos.
          ...deals.map(([pesos, dollars, isSum], at) => ({
            order: `d${at}`,
            amount: isSum ? pesos + dollars : pesos,
          })),
        ].map(({ order, amount }) =>
          rowOf({ Cuenta: 'Norte', Orden: order, 'Rentabilidad Marketplace': centsText(amount) }),
        );
        const lines = [
          ...plain.map(({ order, amount }) => lineOf(centsText(amount), { order, currency: 'CLP' })),
          ...deals.flatMap(([pesos, dollars], at) => [
            lineOf(centsText(pesos), { order: `d${at}`, currency: 'CLP' }),
            lineOf(centsText(dollars), { order: `d${at}`, currency: 'US$' }),
          ]),
        ].map((line, at) => ({ ...line, line: at + 2 }));
        const match = atOnce(
          matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
        );
        const mixed = match.cases.filter((each) => each.lines.length === 2 && each.orders.length === 1);
        expect(mixed).toHaveLength(deals.length);
        for (const each of mixed) {
          expect(each.state).toBe('different');
          const [first] = each.lines;
          const at = ((first ?? 0) - plain.length) / 2;
          const [pesos = 0, dollars = 0, isSum = false] = deals[at] ?? [];
          const here = isSum ? pesos + dollars : pesos;
          expect(
            amountsOf(match, each).map((amounts) => [
              amounts.currency,
              cents(amounts.ledgerAmount),
              cents(amounts.statementAmount),
              cents(amounts.difference),
            ]),
          ).toEqual([
            ['CLP', here, pesos, pesos - here],
            ['USD', 0, dollars, dollars],
          ]);
          expect(differencesOf(match, each).map(({ currency, amount }) => [currency, cents(amount)])).toEqual(
            [
              ['CLP', pesos - here],
              ['USD', dollars],
            ],
          );
        }
      },
    ),
  );
});

test('each total is the sum of its own currency, and every amount is in one', () => {
  fc.assert(
    fc.property(fc.array(deal, { minLength: 1, maxLength: 30 }), fc.boolean(), (deals, isNamed) => {
      // Of each account some order is on both sides: the statement is of both.
      const all = [
        ...ACCOUNTS.flatMap((account) =>
          [1, 2, 3].map((at) => ({
            account,
            amount: at * 1000,
            off: 0,
            isThere: true,
            isHere: true,
            outside: false,
          })),
        ),
        ...deals,
      ];
      const currencyOf = (account: (typeof ACCOUNTS)[number]): string => (isNamed ? account.currency : '');
      const rows = all.flatMap(({ account, amount, isHere }, at) =>
        isHere
          ? [
              rowOf({
                Cuenta: account.Cuenta,
                Orden: String(at),
                'Rentabilidad Marketplace': centsText(amount),
              }),
            ]
          : [],
      );
      const lines = all
        .flatMap(({ account, amount, off, isThere, outside }, at) => {
          const currency = isNamed ? account.currency : null;
          const own = isThere ? [lineOf(centsText(amount + off), { order: String(at), currency })] : [];
          const reserve = outside
            ? [lineOf(centsText(-amount), { movement: 'reserve_for_x', currency })]
            : [];
          return [...own, ...reserve];
        })
        .map((line, at) => ({ ...line, line: at + 2 }));
      const match = atOnce(
        matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
      );
      const { totals, outside, ledgerMovements } = totalsOf(match);
      expect(new Set(totals.map(({ currency }) => currency))).toEqual(
        new Set(isNamed ? ['CLP', 'USD'] : ['']),
      );
      const isMissing = new Set(
        match.cases
          .filter(({ state }) => state === 'only-here')
          .flatMap(({ orders }) => orders.map((order) => match.orders[order]?.amount)),
      );
      for (const { currency, byState, gap, remains } of totals) {
        const mine = all.filter(({ account }) => currencyOf(account) === currency);
        const sum = (of: typeof mine, amount: (each: (typeof mine)[number]) => number): number =>
          of.reduce((total, each) => total + amount(each), 0);
        const states = Object.values(byState);
        const there = states.reduce((total, each) => total + cents(each.statementAmount), 0);
        expect(there).toBe(
          sum(
            mine.filter(({ isThere }) => isThere),
            ({ amount, off }) => amount + off,
          ),
        );
        const both = mine.filter(({ isThere, isHere }) => isThere && isHere);
        const onBoth =
          cents(byState.same.ledgerAmount) +
          cents(byState.within.ledgerAmount) +
          cents(byState.different.ledgerAmount);
        expect(onBoth).toBe(sum(both, ({ amount }) => amount));
        expect(cents(remains)).toBe(sum(both, ({ off }) => off));
        expect(cents(byState['only-there'].statementAmount)).toBe(
          sum(
            mine.filter(({ isThere, isHere }) => isThere && !isHere),
            ({ amount, off }) => amount + off,
          ),
        );
        const missing = mine.filter(
          ({ isThere, isHere, amount }) => isHere && !isThere && isMissing.has(BigInt(amount)),
        );
        if (isMissing.size > 0)
          expect(cents(byState['only-here'].ledgerAmount)).toBe(sum(missing, ({ amount }) => amount));
        expect(cents(gap)).toBe(there - states.reduce((total, each) => total + cents(each.ledgerAmount), 0));
        expect(
          states.every(
            (each) => cents(each.difference) === cents(each.statementAmount) - cents(each.ledgerAmount),
          ),
        ).toBe(true);
        const beside = outside
          .filter((each) => each.currency === currency)
          .reduce((total, each) => total + cents(each.sum), 0);
        expect(0 - beside).toBe(
          sum(
            mine.filter((each) => each.outside),
            ({ amount }) => amount,
          ),
        );
      }
      const count = (of: 'cases' | 'lines' | 'orders'): number =>
        totals.flatMap(({ byState }) => Object.values(byState)).reduce((total, each) => total + each[of], 0);
      expect([count('cases'), count('lines'), count('orders')]).toEqual([
        match.cases.length,
        match.cases.reduce((total, each) => total + each.lines.length, 0),
        match.cases.reduce((total, each) => total + each.orders.length, 0),
      ]);
      expect(ledgerMovements).toEqual([]);
    }),
  );
});

test('an order with lines in two currencies is in the totals of both, each with its own', () => {
  const rows = [1, 2, 3].map((at) => rowOf({ Orden: String(at), 'Rentabilidad Marketplace': '10.00' }));
  const lines = [
    lineOf('10.00', { order: '1', currency: 'CLP' }),
    lineOf('10.00', { order: '2', currency: 'CLP' }),
    lineOf('7.00', { order: '3', currency: 'CLP' }),
    lineOf('3.00', { order: '3', currency: 'USD' }),
  ].map((line, at) => ({ ...line, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  const views = totalsOf(match).totals.map(({ currency, gap, byState }) => [
    currency,
    gap,
    Object.values(byState).reduce((sum, { lines: count }) => sum + count, 0),
  ]);
  expect(views).toEqual([
    ['CLP', '-3.00', 3],
    ['USD', '3.00', 1],
  ]);
});

test('what names no currency beside several is a part of its own, also of what comes to the same', () => {
  const rows = [1, 2, 3, 4].map((at) =>
    rowOf({ Orden: String(at), Cuenta: at > 2 ? 'Sur' : 'Norte', 'Rentabilidad Marketplace': '10.00' }),
  );
  const lines = [
    lineOf('7.00', { order: '1', currency: 'CLP' }),
    lineOf('3.00', { order: '1' }),
    lineOf('10.00', { order: '2', currency: 'CLP' }),
    lineOf('10.00', { order: '3', currency: 'USD' }),
    lineOf('10.00', { order: '4', currency: 'USD' }),
    // Of no order that is here, in both: of no currency in particular.
    lineOf('1.00', { order: '9', currency: 'CLP' }),
    lineOf('2.00', { order: '9', currency: 'USD' }),
  ].map((line, at) => ({ ...line, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  const told = totalsOf(match).totals.map(({ currency, remains, gap, byState }) => [
    ...[currency, remains, gap, byState.same.cases, byState['only-there'].cases],
  ]);
  const alone = match.cases.find((each) => each.orders.length === 0);
  expect(alone === undefined ? [] : amountsOf(match, alone)).toEqual([
    { currency: 'CLP', ledgerAmount: '0.00', statementAmount: '1.00', difference: '1.00' },
    { currency: 'USD', ledgerAmount: '0.00', statementAmount: '2.00', difference: '2.00' },
  ]);
  expect(told).toEqual([
    ['CLP', '-3.00', '-2.00', 2, 0],
    ['USD', '0.00', '2.00', 2, 0],
    ['', '3.00', '3.00', 0, 1],
  ]);
});

test('orders of an account whose lines tell no one currency are in a total of their own, after the named ones', () => {
  const rows = [1, 2, 3].map((at) =>
    rowOf({ Orden: String(at), Cuenta: at > 2 ? 'Sur' : 'Norte', 'Rentabilidad Marketplace': '10.00' }),
  );
  const lines = [
    lineOf('10.00', { order: '1', currency: 'CLP' }),
    lineOf('9.00', { order: '2', currency: 'CLP' }),
    // The only order of its account, in both.
    lineOf('6.00', { order: '3', currency: 'CLP' }),
    lineOf('3.00', { order: '3', currency: 'USD' }),
  ].map((line, at) => ({ ...line, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  const { totals } = totalsOf(match);
  const states = totals.map(({ currency, gap, byState: { same, different } }) => [
    ...[currency, gap, same.cases, different.cases, different.orders, different.lines],
    ...[different.ledgerAmount, different.statementAmount],
  ]);
  expect(states).toEqual([
    ['CLP', '5.00', 1, 1, 1, 2, '10.00', '15.00'],
    ['USD', '3.00', 0, 0, 0, 1, '0.00', '3.00'],
    ['', '-10.00', 0, 1, 1, 0, '10.00', '0.00'],
  ]);
});

test('cases are sorted by amounts of one currency after another, in the order of the totals', () => {
  const rows = [1, 2, 3, 4, 5].map((at) =>
    rowOf({ Orden: String(at), Cuenta: at > 3 ? 'Sur' : 'Norte', 'Rentabilidad Marketplace': '10.00' }),
  );
  const lines = [
    lineOf('12.00', { order: '1', currency: 'CLP' }),
    lineOf('510.00', { order: '2', currency: 'CLP' }),
    // Of what its lines come to in all it would be the greatest; of its own currency it is the least.
    lineOf('9.00', { order: '3', currency: 'CLP' }),
    lineOf('9000.00', { order: '3', currency: 'USD' }),
    lineOf('17.00', { order: '4', currency: 'USD' }),
    lineOf('110.00', { order: '5', currency: 'USD' }),
    lineOf('4.00', { order: 'X', currency: 'CLP' }),
  ].map((line, at) => ({ ...line, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  expect(totalsOf(match).totals.map(({ currency }) => currency)).toEqual(['CLP', 'USD']);
  const sortedBy = (by: 'difference' | 'there', direction: 'ascending' | 'descending', cases = match.cases) =>
    casesOf(match, { states: [], sort: { by, direction }, offset: 0, limit: 9 }, cases).cases.map(
      (each) => lines[each.lines[0] ?? 0]?.order,
    );
  expect(sortedBy('difference', 'descending')).toEqual(['2', 'X', '1', '3', '5', '4']);
  expect(sortedBy('difference', 'ascending')).toEqual(['3', '1', 'X', '2', '4', '5']);
  expect(sortedBy('there', 'descending')).toEqual(['2', '1', '3', 'X', '5', '4']);
  // Of those that are looked for, the currencies are what they are among all.
  const found = match.cases.filter(({ orders, lines: own }) => orders.length > 0 && own[0] !== 0);
  expect(sortedBy('there', 'ascending', found)).toEqual(['3', '2', '4', '5']);
});

test('what a statement leaves open is a finding in each currency, that of most lines under the file alone', () => {
  const rows = [1, 2, 3, 4].map((at) =>
    rowOf({ Orden: String(at), Cuenta: at > 2 ? 'Sur' : 'Norte', 'Rentabilidad Marketplace': '10.00' }),
  );
  const of = (order: string, net: string, currency: string | null) => lineOf(net, { order, currency });
  const findingsOf = (lines: readonly ReturnType<typeof lineOf>[]) => {
    const statement = { digest: 'd', name: 'x.csv', proof: { state: 'holds' }, kind: 'ripley' };
    const owner = { kind: 'ripley', layout: null, account: null, accounts: [] };
    const open = atOnce(
      openCases(storeOf(rows), lines, {
        statement: owner as never,
        isAccepted: false,
        basis: WHOLE,
        tolerance: TOLERANCE,
        decisions: [],
      }),
    );
    return statementFindings([{ statement: statement as never, open }], null).map(
      ({ subject, amount, currency, rows: count }) => [
        subject.reason,
        subject.currency,
        currency,
        amount,
        count,
      ],
    );
  };
  const pesos = [of('1', '12.00', 'CLP'), of('2', '11.50', 'CLP'), of('X', '4.00', 'CLP')];
  const dollars = [of('3', '17.00', 'US$'), of('4', '10.00', 'US$')];
  expect(findingsOf([...pesos, ...dollars])).toEqual([
    ['different', undefined, 'CLP', '3.50', 2],
    ['different', 'USD', 'USD', '7.00', 1],
    ['only-there', undefined, 'CLP', '4.00', 1],
  ]);
  // Of none that is named none is told.
  expect(findingsOf([of('1', '12.00', null), of('2', '10.00', null)]).slice(0, 1)).toEqual([
    ['different', undefined, undefined, '2.00', 1],
  ]);
});

test('a currency that lines beside the result alone are in is one of its own', () => {
  const rows = [1, 2, 3].map((at) => rowOf({ Orden: String(at), 'Rentabilidad Marketplace': '10.00' }));
  const lines = [
    ...[1, 2, 3].map((at) => lineOf('10.00', { order: String(at), currency: 'CLP' })),
    ...['-4.00', '1.50'].map((net) => lineOf(net, { movement: 'reserva', currency: 'USD' })),
    lineOf('-9.00', { movement: 'payout', currency: 'CLP' }),
  ].map((line, at) => ({ ...line, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  const { totals, outside } = totalsOf(match);
  expect(totals.map(({ currency, gap, byState }) => [currency, gap, byState.same.cases])).toEqual([
    ['CLP', '0.00', 3],
    ['USD', '0.00', 0],
  ]);
  expect(outside).toEqual([
    { reason: 'reserve', currency: 'USD', lines: 2, sum: '-2.50' },
    { reason: 'payout', currency: 'CLP', lines: 1, sum: '-9.00' },
  ]);
});

test('orders without a line are in the currency that most lines of their account name; lines that name none do not count', () => {
  const order = (Cuenta: string, at: number) =>
    rowOf({ Cuenta, Orden: `${Cuenta}-${at}`, 'Rentabilidad Marketplace': '10.00' });
  const places = [1, 2, 3, 4, 5];
  const rows = ['Norte', 'Sur'].flatMap((cuenta) => places.map((at) => order(cuenta, at)));
  const line = (order: string, currency: string | null) => lineOf('10.00', { order, currency });
  const lines = [
    ...places.slice(1).map((at) => line(`Norte-${at}`, 'CLP')),
    ...places.slice(1).map((at) => line(`Sur-${at}`, at < 5 ? null : 'USD')),
  ].map((each, at) => ({ ...each, line: at + 2 }));
  const match = atOnce(
    matchStatement(storeOf(rows), lines, { accounts: null, tolerance: TOLERANCE, decisions: [] }),
  );
  const here = totalsOf(match).totals.map(({ currency, byState }) => [currency, byState['only-here'].cases]);
  expect(here).toEqual([
    ['CLP', 1],
    ['', 0],
    ['USD', 1],
  ]);
});
