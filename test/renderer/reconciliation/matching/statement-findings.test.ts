import { describe, expect, test } from 'vitest';
import { statementFindings } from '#renderer/reconciliation/matching/worker/statement-findings.ts';

/** What the queue is told of statements: by reason and currency, each case once, and whose its lines are. */

const ACCOUNT = { Canal: 'Falabella', Cuenta: 'Uno' };
const OTHER = { Canal: 'Falabella', Cuenta: 'Dos' };
const caseOf = (content: string, parts: { readonly [part: string]: unknown } = {}) => ({
  ...{ reason: 'different', content, former: [], amount: { units: 150n, scale: 2 }, currency: 'CLP' },
  ...{ isOfMain: true, id: content, name: `N ${content}`, account: null, lines: 1, orders: 1, rows: 2 },
  ...{ first: '2026-10-05', last: '2026-10-07', ...parts },
});
const lookedAt = (
  name: string,
  accounts: readonly unknown[],
  cases: readonly ReturnType<typeof caseOf>[],
  lineScope = 'scope',
) => ({
  statement: {
    ...{ name, digest: `d ${name}`, lines: 9, days: { from: '2026-10-01', to: '2026-10-31' } },
    proof: { state: 'holds', gap: '0' },
  },
  open: { accounts, lineScope, cases },
});
const found = (...all: readonly unknown[]) => statementFindings(all as never, null);

describe('a statement', () => {
  test('whose account is one is whose lines without an order are; of none or several nobody knows', () => {
    const whose = (accounts: readonly unknown[], own: unknown = null) =>
      found(lookedAt('a', accounts, [caseOf('x', { account: own })]))[0]?.cases?.map(
        (each) => 'account' in each && each.account,
      );
    expect(whose([ACCOUNT])).toEqual([ACCOUNT]);
    expect(whose([ACCOUNT], OTHER)).toEqual([OTHER]);
    expect([whose([]), whose([ACCOUNT, OTHER])]).toEqual([[false], [false]]);
  });

  test('has a finding for each reason and currency, with what its cases come to', () => {
    const cases = [
      caseOf('a'),
      caseOf('b', { amount: { units: 5n, scale: 1 }, first: '2026-10-02', last: null }),
      caseOf('c', { currency: 'USD', isOfMain: false }),
      caseOf('d', { reason: 'only-there', lines: 4, orders: 0, first: null, last: null }),
    ];
    const told = found(lookedAt('a', [ACCOUNT], cases)).map((each) => ({
      ...{ subject: each.subject, amount: each.amount, rows: each.rows, orders: each.orders },
      cases: each.cases?.map(({ id }) => id).toSorted(),
    }));
    const subject = (reason: string, more = {}) => ({ statement: 'd a', reason, ...more });
    expect(told.toSorted((a, b) => (JSON.stringify(a.subject) < JSON.stringify(b.subject) ? -1 : 1))).toEqual(
      [
        {
          subject: subject('different', { currency: 'USD' }),
          amount: '1.50',
          rows: 2,
          orders: 1,
          cases: ['c'],
        },
        { subject: subject('different'), amount: '2.00', rows: 4, orders: 2, cases: ['a', 'b'] },
        { subject: subject('only-there'), amount: '1.50', rows: 4, orders: 0, cases: ['d'] },
      ],
    );
  });

  test('tells no case that an earlier one told, unless its lines are another account’s', () => {
    const first = lookedAt('a', [ACCOUNT], [caseOf('x')]);
    const ids = (second: unknown) => found(first, second).map(({ name, cases }) => [name, cases?.length]);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('x')]))).toEqual([['a', 1]]);
    expect(ids(lookedAt('b', [ACCOUNT], [caseOf('y')]))).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  test('that is damaged, or whose arithmetic fails, says so by itself', () => {
    const { statement } = lookedAt('a', [], []);
    const failing = { ...statement, proof: { state: 'fails', gap: '-3.50' } };
    const told = found({ statement, open: 'damaged' }, { statement: failing, open: null });
    expect(
      told.map(({ subject, amount, rows, firstPurchase }) => [subject, amount, rows, firstPurchase]),
    ).toEqual([
      [{ statement: 'd a', reason: 'damaged' }, null, 9, '2026-10-01T00:00:00.000'],
      [{ statement: 'd a', reason: 'proof' }, '3.50', 9, '2026-10-01T00:00:00.000'],
    ]);
  });

  test('whose arithmetic fails by another gap is another finding to say something of', () => {
    const { statement } = lookedAt('a', [], []);
    const evidenceOf = (gap: string, open: unknown = null, state = 'fails') =>
      found({ statement: { ...statement, proof: { state, gap } }, open })[0]?.evidence;
    const all = [evidenceOf('-3.50'), evidenceOf('-3.51'), evidenceOf('-3.50', 'damaged', 'holds')];
    expect(new Set(all).size).toBe(3);
    expect(evidenceOf('-3.50')).toBe(all[0]);
  });

  test('of accounts out of view is told by nothing', () => {
    const scope = { accounts: [ACCOUNT], isExcluded: false };
    const inView = (accounts: readonly unknown[]) =>
      statementFindings([lookedAt('a', accounts, [caseOf('x')])] as never, scope).length;
    expect([inView([ACCOUNT]), inView([OTHER]), inView([OTHER, ACCOUNT]), inView([])]).toEqual([1, 0, 1, 1]);
  });
});
