import { expect, test } from 'vitest';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { partKey } from '#renderer/reconciliation/month/model/part-key.ts';
import { waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import { createByMonth } from '#renderer/reconciliation/month/worker/by-month.ts';
import type { CasesOfMonth } from '#renderer/reconciliation/month/worker/month-cases.ts';
import type { CostsOfMonth, RowsOfMonth } from '#renderer/reconciliation/month/worker/month-rows.ts';
import { closeFacts } from '#renderer/reconciliation/month/worker/months.ts';
import { walkMonth } from '#renderer/reconciliation/month/worker/walk-month.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

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
  scope: AccountsScope | null = null,
  knownUntil: UtcInstant | null = null,
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
      scope,
      today,
      coverage: {
        ...{ month: MARCH, rows: 2, orders: 2, lastReadAt: null, reach: 'live', partial: false },
        ...{ rereadDue: false, reread: null, ordersToVerify: 0, unsettled: false, held: null, search: null },
        controls: { everything: null, dashboard: null },
      },
      known: { knownUntil, damage: null },
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
  // Whichever moves: what its orders come to, or what statements say of them, however that is written.
  for (const sur of [cases(21n, 0), { ...cases(20n, 0), told: pesos(1n) }]) {
    const moved = walked(cases(10n), sur);
    expect(wholeOf(moved, 'Norte')).toBe(wholeOf({ parts } as never, 'Norte'));
    expect(wholeOf(moved, 'Sur')).not.toBe(wholeOf({ parts } as never, 'Sur'));
  }
  const rewritten = walked(cases(10n), { ...cases(20n, 0), amount: { units: 200n, scale: 1 } });
  expect(wholeOf(rewritten, 'Sur')).toBe(wholeOf({ parts } as never, 'Sur'));
});

test('what was paid out is told account by account, and then nothing is said of statements that are missed', () => {
  const paid = (state: string, day: string | null = '2026-03-05') => ({
    ...{ key: state, state, why: null, day, amount: '10', currency: 'CLP', differences: [], together: [] },
    ...{ accounts: [], isExplained: false },
  });
  const payouts = new Map([
    [MARCH, [NORTE, null].map((account) => ({ account, payouts: [paid(account ? 'missing' : 'arrived')] }))],
    ['2026-04' as Month, [{ account: SUR, payouts: [paid('missing')] }]],
  ]) as unknown as Books['payouts'];
  const { parts, walk } = walked(cases(10n), cases(20n, 0), { payouts });
  expect(parts.bank.map(({ account, reason, of }) => [account?.cuenta, reason, of])).toEqual([
    ['Norte', 'missing', 1],
    [undefined, 'arrived', 1],
  ]);
  expect(walk.steps.find(({ id }) => id === 'bank')).toMatchObject({ count: 1, of: 2, amount: '-10' });
});

test('a month runs until it is over everywhere by the source’s clock, and is known up to that day', () => {
  const until = (instant: string) => {
    const { walk } = walked(cases(10n), cases(20n), {}, undefined, null, instant as UtcInstant);
    return [walk.isRunning, walk.knownUntil];
  };
  expect(until('2026-04-01T11:00:00.000Z')).toEqual([true, '2026-03-31']);
  expect(until('2026-04-01T12:00:00.000Z')).toEqual([false, '2026-04-01']);
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
  // Of all SKUs that were sold, also where none lacks its cost.
  const others = { ...costs(), skus: new Set(['B', 'C', 'D']) };
  expect(stepOf({ costs: ofMarch(costs('A'), others) }).step).toMatchObject({ count: 1, of: 4, rows: 1 });
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

test('an account of which lines alone are known has sold nothing: it needs no statement, and its cases are told', () => {
  const linesOnly = { ...cases(0n, 0), orders: 0, cases: 2 };
  const { parts, differences } = walked(cases(10n), linesOnly);
  expect(parts.statements.map(({ account }) => account?.cuenta)).toEqual(['Norte']);
  expect(parts.bank.map(({ reason }) => reason)).toEqual(['nothing']);
  expect(differences.map(({ account, orders, cases: count }) => [account?.cuenta, orders, count])).toEqual([
    ['Norte', 1, 0],
    ['Sur', 0, 2],
    [undefined, 0, 3],
  ]);
});

test('what differs is summed in one currency, and in none where two are named', () => {
  const sums = (...all: readonly (readonly [string, bigint, bigint])[]) =>
    new Map(
      all.map(([currency, here, there]) => [
        currency,
        { ledgerAmount: pesos(here), statementAmount: pesos(there) },
      ]),
    );
  const differing = (own: ReturnType<typeof sums>): CasesOfMonth => ({
    ...cases(10n),
    cases: 4,
    open: { cases: 2, sums: own, evidence: createEvidence() },
    explained: { cases: 1, sums: sums(['USD', 7n, 9n]), evidence: createEvidence() },
  });
  const told = (norte: CasesOfMonth) => walked(norte, cases(20n)).differences[0];
  expect(told(differing(sums(['CLP', 100n, 90n], ['', 10n, 25n])))).toMatchObject({
    open: { currency: 'CLP', ledgerAmount: '110', statementAmount: '115', difference: '5' },
    explained: { currency: 'USD', ledgerAmount: '7', statementAmount: '9', difference: '2' },
  });
  expect(told(differing(sums(['CLP', 100n, 90n], ['USD', 10n, 25n])))?.open).toMatchObject({
    ...{ ledgerAmount: null, statementAmount: null, difference: null, cases: 2 },
  });
  expect(told(cases(10n))?.open).toMatchObject({
    ...{ cases: 0, currency: '', ledgerAmount: '0', statementAmount: '0', difference: '0' },
  });
});

test('accounts in view alone are walked, with what is of no account; of each step what was signed of those that are gone', () => {
  const STEPS = ['data', 'rows', 'costs', 'statements', 'differences', 'bank'] as const;
  const oeste = { canal: 'Uno', cuenta: 'Oeste' };
  const signOff = (owner: string) => ({
    ...{ owner, atMs: 5, step: { reason: 'x', count: 0, of: 0, amount: null } },
    said: {
      ...{ reason: 'x', count: 0, amount: null, evidence: '', state: 'done', of: 0, whole: '' },
      explained: { count: 0, amount: null },
    },
  });
  const signOffs = new Map(
    STEPS.flatMap((step) => [
      [partKey(MARCH, step, oeste), signOff('Ana')] as const,
      [partKey('2026-04' as Month, step, oeste), signOff('Eva')] as const,
    ]),
  ) as unknown as Books['signOffs'];
  const of = (scope: AccountsScope | null) => {
    const { walk, parts, gone } = walked(cases(10n), cases(20n, 0), { signOffs }, undefined, scope);
    return {
      ...{ rows: walk.rows, gone, signs: walk.steps.map(({ sign }) => sign.state) },
      accounts: STEPS.map((step) => parts[step].map(({ account }) => account?.cuenta ?? null)),
    };
  };
  const all = of(null);
  expect(all.accounts).toEqual([
    ...[[null], ['Norte', 'Sur'], ['Norte', 'Sur'], ['Sur', 'Norte'], ['Sur', null, 'Norte'], [null]],
  ]);
  expect([all.rows, all.signs]).toEqual([2, [...STEPS.map(() => 'fallen'), 'none']]);
  expect(all.gone).toEqual(Object.fromEntries(STEPS.map((step) => [step, [partKey(MARCH, step, oeste)]])));
  const norte = of({ accounts: [{ Canal: 'Uno', Cuenta: 'Norte' }], isExcluded: false });
  expect(norte.accounts).toEqual([[null], ['Norte'], ['Norte'], ['Norte'], [null, 'Norte'], [null]]);
  expect(norte.rows).toBe(1);
  // Of an account that is not in view nothing is gone.
  expect(norte.gone).toEqual(Object.fromEntries(STEPS.map((step) => [step, []])));
});

test('a month is closed as it stands by now, by who closed it last, and moved by what its accounts in view did', () => {
  const figures = (norte: string, sur: string) =>
    [
      [NORTE, norte],
      [SUR, sur],
    ].map(([account, total]) => ({
      ...{ Canal: 'Uno', Cuenta: (account as Named).cuenta, rows: 1, orders: 1 },
      sums: { 'Rentabilidad Total': total },
    }));
  const log = [
    { what: 'closed', owner: 'Ana', reviewer: 'Luz', note: '', atMs: 1 },
    { what: 'reopened', owner: 'Sol', note: '', atMs: 2 },
    { what: 'closed', owner: 'Eva', note: '', atMs: 3 },
    { what: 'seen', owner: 'Ida', note: '', atMs: 4 },
  ];
  const facts = (state: string, scope: AccountsScope | null = null, own: readonly object[] = log) => {
    const close = {
      month: MARCH,
      state,
      now: figures('7.50', '1'),
      close: { figures: figures('5', '2'), log: own },
    };
    return closeFacts(close as never, scope);
  };
  const by = { owner: 'Eva', reviewer: '', atMs: 3 };
  expect(facts('closed')).toEqual({ state: 'closed', drift: '1.50', by });
  expect(facts('seen')).toEqual({ state: 'closed', drift: '1.50', by });
  expect(facts('drifted', { accounts: [{ Canal: 'Uno', Cuenta: 'Norte' }], isExcluded: false })).toEqual({
    ...{ state: 'drifted', drift: '2.50', by },
  });
  expect(facts('closed', null, log.slice(0, 1)).by).toEqual({ owner: 'Ana', reviewer: 'Luz', atMs: 1 });
  const open = { state: 'open', drift: null, by: null };
  expect([facts('open'), closeFacts(undefined, null)]).toEqual([open, open]);
});
