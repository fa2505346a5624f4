import { expect, test } from 'vitest';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
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

type Books = Parameters<typeof walkMonth>[0];

function walked(
  norte: CasesOfMonth,
  sur: CasesOfMonth,
  over: Partial<Books> = {},
  today = '2026-05-20' as LocalDate,
) {
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
      ...over,
    },
    {
      scope: null,
      today,
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

test('SKUs that lack their cost are told of the accounts where that stands open, each once', () => {
  const books = { costs: ofMarch(costs('A', 'B'), costs('B', 'C')) };
  const stepOf = (over: Partial<Books>) => {
    const { walk, parts } = walked(cases(10n), cases(20n), { ...books, ...over });
    const { count, of, rows, state } = walk.steps.find(({ id }) => id === 'costs') ?? {};
    return { parts: parts.costs, step: { count, of, rows, state } };
  };
  const { parts, step } = stepOf({});
  expect(step).toEqual({ count: 3, of: 2, rows: 4, state: 'open' });
  const sur = parts.filter(({ account }) => account?.cuenta === 'Sur');
  const by = { owner: 'Ana', note: 'no se usa', atMs: 5 };
  const waivers = new Map(waiveParts(MARCH, 'costs', sur, by).puts.map(({ key, value }) => [key, value]));
  expect(stepOf({ waivers }).step).toEqual({ count: 2, of: 2, rows: 2, state: 'open' });
});

test('where nothing was paid out, that is not known as long as an account misses its statements', () => {
  const bank = (norte: number, sur: number, over: Partial<Books['statements']> = {}, today?: LocalDate) => {
    const statements = { lastDay: () => null, covers: () => false, missed: () => 0, ...over };
    const { parts } = walked(cases(10n, norte), cases(20n, sur), { statements }, today);
    return parts.bank.map(({ account, reason, count }) => [account, reason, count]);
  };
  const IN_MARCH = '2026-03-20' as LocalDate;
  expect(bank(1, 1)).toEqual([[null, 'nothing', 0]]);
  expect(bank(1, 0)).toEqual([[null, 'no-statement', 1]]);
  expect(bank(0, 0)).toEqual([[null, 'no-statement', 2]]);
  expect(bank(0, 0, {}, IN_MARCH)).toEqual([[null, 'running', 2]]);
  expect(bank(1, 0, {}, IN_MARCH)).toEqual([[null, 'running', 1]]);
  // One misses some of its own, the other’s month is not over.
  expect(bank(1, 0, { missed: () => 1 }, IN_MARCH)).toEqual([[null, 'no-statement', 2]]);
});

test('what was said of the data falls when rows or amounts of any account move, and not when they are written otherwise', () => {
  const wholeOf = (rows: number, ...amounts: readonly string[]) => {
    const moved = { rows, failing: 0, amounts: amounts as readonly Decimal[] };
    return walked(cases(10n), cases(20n), { rows: ofMarch(nothing, moved) }).parts.data[0]?.whole;
  };
  const before = wholeOf(1, '5.50', '2');
  expect(wholeOf(1, '5.5', '2.00')).toBe(before);
  const others = [wholeOf(2, '5.50', '2'), wholeOf(1, '5.51', '2'), wholeOf(1, '2', '5.50')];
  expect(new Set([before, ...others]).size).toBe(4);
  expect(walked(cases(10n), cases(20n), { rows: new Map() }).walk.rows).toBe(0);
});
