import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  driftInScope,
  driftOfTotal,
  driftsOfAccounts,
  sumOfAccounts,
} from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import { closedMonthFindings } from '#renderer/reconciliation/closing/worker/closed-month-findings.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** By how much a closed month is another now, of the accounts in view alone: accounts of a currency are one scope. */

const text = (cents: number): string => (cents / 100).toFixed(2);
const account = fc.record({
  Canal: fc.constantFrom('Uno', 'Dos'),
  Cuenta: fc.constantFrom('Pesos', 'Soles'),
  rows: fc.nat({ max: 9 }),
  orders: fc.nat({ max: 9 }),
  cents: fc.option(fc.integer({ min: -9_999, max: 9_999 })),
});
const figures = fc.uniqueArray(account, {
  maxLength: 4,
  selector: ({ Canal, Cuenta }) => `${Canal} ${Cuenta}`,
});
const scope: fc.Arbitrary<AccountsScope | null> = fc.option(
  fc.record({
    accounts: fc.uniqueArray(
      fc.record({ Canal: fc.constantFrom('Uno', 'Dos'), Cuenta: fc.constantFrom('Pesos', 'Soles') }),
      { maxLength: 3 },
    ),
    isExcluded: fc.boolean(),
  }),
);
type Account = typeof account extends fc.Arbitrary<infer T> ? T : never;
const viewOf = ({ cents, ...each }: Account) => ({
  ...each,
  sums: {
    Ventas: '1',
    'Rentabilidad Marketplace': '7',
    ...(cents === null ? {} : { 'Rentabilidad Total': text(cents) }),
  },
});
const isIn = (view: AccountsScope | null, { Canal, Cuenta }: Account): boolean =>
  view === null ||
  view.accounts.some((each) => each.Canal === Canal && each.Cuenta === Cuenta) !== view.isExcluded;
const cents = (all: readonly Account[], view: AccountsScope | null): number =>
  all.filter((each) => isIn(view, each)).reduce((sum, each) => sum + (each.cents ?? 0), 0);

test('is now less then, to the cent, in whichever accounts are in view', () => {
  fc.assert(
    fc.property(figures, figures, scope, (closed, now, view) => {
      const drift = driftOfTotal(closed.map(viewOf), now.map(viewOf), view);
      expect(Math.round(Number(drift) * 100)).toBe(cents(now, view) - cents(closed, view));
    }),
    { numRuns: 300 },
  );
});

test('is told by account, of those that moved, came or went, and of the accounts in view together', () => {
  fc.assert(
    fc.property(figures, figures, scope, (closed, now, view) => {
      const drifts = driftsOfAccounts(closed.map(viewOf), now.map(viewOf));
      const names = [...new Set([...closed, ...now].map(({ Canal, Cuenta }) => `${Canal} ${Cuenta}`))];
      const ofOne = (all: readonly Account[], name: string) =>
        cents(
          all.filter(({ Canal, Cuenta }) => `${Canal} ${Cuenta}` === name),
          null,
        );
      const expected = names
        .map((name) => [name, ofOne(now, name) - ofOne(closed, name)] as const)
        .filter(([, drift]) => drift !== 0);
      const told = drifts.map(({ Canal, Cuenta, amount }) => [
        `${Canal} ${Cuenta}`,
        Math.round(Number(amount) * 100),
      ]);
      expect(told).toEqual(expected);
      const inView = Math.round(Number(driftInScope(drifts, view)) * 100);
      expect(inView).toBe(cents(now, view) - cents(closed, view));
    }),
  );
});

test('what accounts in view come to is the sum of each column that one of them has', () => {
  fc.assert(
    fc.property(figures, scope, (all, view) => {
      const inView = all.filter((each) => isIn(view, each));
      const { rows, sums } = sumOfAccounts(all.map(viewOf), view);
      expect(rows).toBe(inView.reduce((sum, each) => sum + each.rows, 0));
      const isReadable = inView.some((each) => each.cents !== null);
      expect(Object.fromEntries(Object.entries(sums).map(([column, sum]) => [column, Number(sum)]))).toEqual({
        ...(inView.length === 0
          ? {}
          : { Ventas: inView.length, 'Rentabilidad Marketplace': 7 * inView.length }),
        ...(isReadable ? { 'Rentabilidad Total': cents(all, view) / 100 } : {}),
      });
    }),
  );
});

test('is found for months that moved and that nobody looked at, with the rows of the accounts in view', () => {
  const state = fc.constantFrom('open', 'closed', 'seen', 'drifted');
  fc.assert(
    fc.property(figures, figures, scope, state, (closed, now, view, state) => {
      const close = { figures: closed.map(viewOf) } as unknown as CloseOfMonth['close'];
      const month = { month: '2026-02' as Month, close, now: now.map(viewOf), evidence: 'e', state };
      const found = closedMonthFindings([month as CloseOfMonth], view);
      if (state !== 'drifted') {
        expect(found).toEqual([]);
        return;
      }
      const inView = now.filter((each) => isIn(view, each));
      expect(found).toMatchObject([
        {
          kind: 'closed-month',
          subject: { month: '2026-02' },
          evidence: 'e',
          rows: inView.reduce((sum, { rows }) => sum + rows, 0),
          orders: inView.reduce((sum, { orders }) => sum + orders, 0),
          firstPurchase: '2026-02-01T00:00:00.000',
          lastPurchase: '2026-02-28T23:59:59.999',
          affects: ['marketplace', 'comercial', 'total'],
        },
      ]);
      expect(Math.round(Number(found[0]?.amount) * 100)).toBe(cents(now, view) - cents(closed, view));
    }),
  );
});
