import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '#renderer/reconciliation/matching/worker/match-page.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { totalsOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { readSettlements } from '#renderer/reconciliation/payouts/worker/settlement-sums.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

const text = (cents: number) => centsText(cents);

describe('settlements', () => {
  test('are the same that a slow look at each row gives', () => {
    const row = fc.record({
      orden: fc.integer({ min: 1, max: 12 }),
      settlement: fc.constantFrom('', 'L1', 'L2'),
      canal: fc.constantFrom('A', 'B'),
      cents: fc.integer({ min: -9_000, max: 90_000 }),
      bought: fc.integer({ min: 1, max: 60 }),
      paid: fc.option(fc.integer({ min: 1, max: 70 })),
      state: fc.constantFrom('Pagado', 'Informado'),
      // A day ends with its last thousandth, and midnight is of the day that it begins.
      boughtAt: fc.constantFrom('00:00:00.000', '08:00:00.000', '23:59:59.999'),
      paidAt: fc.constantFrom('00:00:00.000', '08:00:00.000', '23:59:59.999'),
      /** Days from the one that is asked about: those beside it decide. */
      beside: fc.option(
        fc.record({ bought: fc.integer({ min: -1, max: 1 }), paid: fc.integer({ min: -1, max: 1 }) }),
      ),
    });
    const dayOf = (day: number) => new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 70 }),
        (drawn, at) => {
          const plans = drawn.map(({ beside, ...plan }) =>
            beside === null
              ? plan
              : { ...plan, bought: Math.max(1, at + beside.bought), paid: Math.max(1, at + beside.paid) },
          );
          const rows = plans.map(
            ({ orden, settlement, canal, cents, bought, paid, state, boughtAt, paidAt }) =>
              rowOf({
                Canal: canal,
                Orden: String(orden),
                'N° de Liquidación': settlement,
                'Fecha de compra': `${dayOf(bought)}T${boughtAt}`,
                'Fecha de Pago': paid === null ? '' : `${dayOf(paid)}T${paidAt}`,
                'Estado de Pago': state,
                Ventas: text(cents * 2),
                'Rentabilidad Marketplace': text(cents),
              }),
          );
          const found = atOnce(readSettlements(storeOf(rows), dayOf(at) as LocalDate));
          const known = plans.filter(({ bought }) => bought <= at);
          const names = new Set(known.map(({ settlement, canal }) => `${settlement} ${canal}`));
          expect(new Set(found.map(({ settlement, canal }) => `${settlement} ${canal}`))).toEqual(names);
          for (const each of found) {
            const own = known.filter(
              ({ settlement, canal }) => settlement === each.settlement && canal === each.canal,
            );
            const open = own.filter(({ paid, state }) => (paid === null ? state !== 'Pagado' : paid > at));
            const sum = (some: typeof own) => some.reduce((total, { cents }) => total + cents, 0);
            const days = own.map(({ bought }) => bought).toSorted((a, b) => a - b);
            const paid = own.flatMap((plan) => plan.paid ?? []).toSorted((a, b) => a - b);
            const dayOrNone = (day: number | undefined) => (day === undefined ? null : dayOf(day));
            expect(each).toMatchObject({
              rows: own.length,
              orders: new Set(own.map(({ orden }) => orden)).size,
              paidRows: own.length - open.length,
              pendingRows: open.length,
              firstPurchase: dayOf(days[0] ?? 0),
              lastPurchase: dayOf(days.at(-1) ?? 0),
              firstPayment: dayOrNone(paid[0]),
              lastPayment: dayOrNone(paid.at(-1)),
              months: [...new Set(days.map((day) => dayOf(day).slice(0, 7)))],
              oldestPendingDays:
                open.length === 0 ? null : at - Math.min(...open.map(({ bought }) => bought)),
            });
            expect([each.ventas, each.rentabilidad, each.owed].map(Number)).toEqual([
              (sum(own) * 2) / 100,
              sum(own) / 100,
              sum(open) / 100,
            ]);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('of the accounts of a channel settlements of one number are apart, and rows of no day are in them', () => {
  const row = (Orden: string, Cuenta: string, cells = {}) =>
    rowOf({ Orden, Cuenta, 'N° de Liquidación': 'L1', 'Rentabilidad Marketplace': '1.00', ...cells });
  const lost = { 'Fecha de compra': '', 'Estado de Pago': 'Informado' };
  // Without a settlement, which comes first of all, and of the second account.
  const rows = [
    row('1', 'Uno', { 'N° de Liquidación': '' }),
    row('2', 'Dos', { 'N° de Liquidación': '' }),
    row('3', 'Dos'),
    row('4', 'Uno'),
    row('5', 'Dos'),
    row('6', 'Dos', lost),
    row('7', 'Tres', lost),
  ];
  const found = atOnce(readSettlements(storeOf(rows), '2026-10-09' as LocalDate));
  expect(found.map((each) => [each.settlement, each.cuenta, each.rows, each.owed])).toEqual([
    ['', 'Uno', 1, '0.00'],
    ['', 'Dos', 1, '0.00'],
    ['L1', 'Dos', 3, '1.00'],
    ['L1', 'Uno', 1, '0.00'],
    ['L1', 'Tres', 1, '1.00'],
  ]);
  const [dos, tres] = [found[2], found[4]];
  expect(dos).toMatchObject({
    ...{ firstPurchase: '2026-10-05', lastPurchase: '2026-10-05', months: ['2026-10'] },
    ...{ paidRows: 2, pendingRows: 1, oldestPendingDays: null },
  });
  expect(tres).toMatchObject({ firstPurchase: null, lastPurchase: null, months: [], pendingRows: 1 });
});

describe('the cases of a statement', () => {
  test('are told by state, with what remains, and page by page', () => {
    const rows = [1, 2, 3, 4, 5].map((at) =>
      rowOf({ Orden: String(at), 'Rentabilidad Marketplace': text(at * 1000) }),
    );
    const lines = [
      lineOf('10.00', { order: '1' }),
      lineOf('20.01', { order: '2' }),
      lineOf('33.00', { order: '3' }),
      lineOf('40.00', { order: '4' }),
      lineOf('7.00', { order: 'X' }),
    ].map((line, at) => ({ ...line, line: at + 2 }));
    const tolerance = { absolute: '0.01' as Decimal, percent: '0' as Decimal };
    const match = atOnce(matchStatement(storeOf(rows), lines, { accounts: null, tolerance, decisions: [] }));
    const [all, ...others] = totalsOf(match).totals;
    if (all === undefined) throw new Error('No totals.');
    const { byState, remains, gap } = all;
    expect(others).toEqual([]);
    expect(
      Object.entries(byState).map(([state, { cases, difference }]) => [state, cases, difference]),
    ).toEqual([
      ['same', 2, '0.00'],
      ['within', 1, '0.01'],
      ['different', 1, '3.00'],
      ['only-here', 1, '-50.00'],
      ['only-there', 1, '7.00'],
    ]);
    expect([remains, gap]).toEqual(['3.01', '-39.99']);
    const sort = { by: 'difference', direction: 'descending' } as const;
    const page = casesOf(match, { states: [], sort, offset: 1, limit: 2 });
    expect([page.total, page.cases.map(({ state }) => state)]).toEqual([6, ['only-there', 'different']]);
    expect(casesOf(match, { states: ['within'], sort: null, offset: 0, limit: 9 }).total).toBe(1);
  });
});
