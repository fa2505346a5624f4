import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftOfTotal } from '#renderer/reconciliation/closing/model/close-figures.ts';
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
