import { expect, test } from 'vitest';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { createByMonth } from '#renderer/reconciliation/month/worker/by-month.ts';
import type { CasesOfMonth } from '#renderer/reconciliation/month/worker/month-cases.ts';
import type { CostsOfMonth, RowsOfMonth } from '#renderer/reconciliation/month/worker/month-rows.ts';
import { walkMonth } from '#renderer/reconciliation/month/worker/walk-month.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What is known of one account stays with it where several sold in a month. */

const MARCH = '2026-03' as Month;
const [NORTE, SUR] = ['Norte', 'Sur'].map((cuenta) => ({ canal: 'Uno', cuenta })) as [Named, Named];
type Named = { readonly canal: string; readonly cuenta: string };
const pesos = (units: bigint) => ({ units, scale: 0 });

const cases = (amount: bigint, count = 1): CasesOfMonth => ({
  orders: 1,
  amount: pesos(amount),
  count,
  untold: { orders: 0, amount: pesos(0n) },
  cases: 0,
  told: pesos(0n),
  open: { cases: 0, sums: new Map(), evidence: createEvidence() },
  explained: { cases: 0, sums: new Map(), evidence: createEvidence() },
});
const costs = (...missing: readonly string[]): CostsOfMonth => ({
  skus: new Set(['A', 'B']),
  missing: new Set(missing),
  rows: missing.length,
  ventas: '5' as Decimal,
});

/** Something of March by account. */
function ofMarch<T extends object>(norte: T, sur: T) {
  const byMonth = createByMonth<T>(() => ({}) as T);
  Object.assign(byMonth.of(MARCH, NORTE), norte);
  Object.assign(byMonth.of(MARCH, SUR), sur);
  return byMonth.all();
}

const nothing: RowsOfMonth = { rows: 1, failing: 0, amounts: [] };

function walked(norte: CasesOfMonth, sur: CasesOfMonth) {
  const told = createByMonth<CasesOfMonth>(() => ({ ...cases(0n), orders: 0, cases: 3 }));
  const ofNobody = told.of(MARCH, null) as CasesOfMonth & { readonly account: null };
  return walkMonth(
    {
      rows: ofMarch(nothing, nothing),
      bareCosts: ofMarch(costs('A'), costs()),
      costs: ofMarch(costs(), costs()),
      cases: new Map([[MARCH, new Map([...(ofMarch(norte, sur).get(MARCH) ?? []), ['', ofNobody]])]]),
      payouts: new Map(),
      statements: { lastDay: () => null, covers: () => false, missed: () => 0 },
      waivers: new Map(),
      signOffs: new Map(),
    },
    {
      scope: null,
      today: '2026-05-20' as LocalDate,
      coverage: {
        ...{ month: MARCH, rows: 2, orders: 2, lastReadAt: null, reach: 'live', partial: false },
        ...{ rereadDue: false, reread: null, ordersToVerify: 0, unsettled: false, held: null, search: null },
        controls: { everything: null, dashboard: null },
      },
      known: { knownUntil: null, damage: null },
      close: { state: 'open', drift: null, by: null },
    },
  );
}

test('its statements, its filled costs and what its orders come to', () => {
  const { parts } = walked(cases(10n), cases(20n, 0));
  const reasons = (of: readonly { readonly account: Named | null; readonly reason: string }[]) =>
    new Map(of.map(({ account, reason }) => [account?.cuenta, reason]));
  expect(reasons(parts.statements)).toEqual(
    new Map([
      ['Norte', 'covered'],
      ['Sur', 'none'],
    ]),
  );
  expect(reasons(parts.differences)).toEqual(
    new Map([
      ['Norte', 'nothing'],
      ['Sur', 'no-statement'],
      // Lines that nobody knows the account of.
      [undefined, 'same'],
    ]),
  );
  // An own cost fills what one lacked, and the other lacked none.
  expect(new Map(parts.costs.map(({ account, isByItself }) => [account?.cuenta, isByItself]))).toEqual(
    new Map([
      ['Norte', false],
      ['Sur', true],
    ]),
  );
  const wholeOf = (of: ReturnType<typeof walked>, cuenta: string) =>
    of.parts.differences.find(({ account }) => account?.cuenta === cuenta)?.whole;
  const moved = walked(cases(10n), cases(21n, 0));
  expect(wholeOf(moved, 'Norte')).toBe(wholeOf({ parts } as never, 'Norte'));
  expect(wholeOf(moved, 'Sur')).not.toBe(wholeOf({ parts } as never, 'Sur'));
});
