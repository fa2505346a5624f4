import { expect, test } from 'vitest';
import { type AccountCases, differencePart } from '#renderer/reconciliation/month/model/difference-step.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What statements say of an account's orders as a step of the month. */

const account = { canal: 'Uno', cuenta: 'Norte' };
const sums = (cases: number, currency: string, difference: string | null, evidence: string) => ({
  ...{ cases, currency, ledgerAmount: '90' as Decimal, statementAmount: '80' as Decimal, evidence },
  difference: difference as Decimal | null,
});
const part = (over: Partial<AccountCases> = {}) =>
  differencePart({
    ...{ account, orders: 9, cases: 7, whole: 'w', statement: null },
    ...{ open: sums(3, 'CLP', '-4.50', 'open'), explained: sums(2, 'USD', '0.25', 'said') },
    ...over,
  });
const NONE = sums(0, '', '0', 'nothing');

test('it is open where something differs without a reason, and what was explained stands beside it', () => {
  expect(part()).toEqual({
    ...{ account, reason: 'differ', count: 3, of: 7, amount: '-4.50', currency: 'CLP', evidence: 'open' },
    ...{ whole: 'w', explained: { count: 2, amount: '0.25' }, isBySaying: true },
  });
  expect(part({ explained: NONE })).toMatchObject({
    explained: { count: 0, amount: null },
    isBySaying: false,
  });
  expect(part({ open: sums(1, 'CLP', null, 'open') })).toMatchObject({ count: 1, amount: null });
  expect(part({ open: NONE })).toEqual({
    ...{ account, reason: 'same', count: 0, of: 7, amount: null, currency: 'USD', evidence: 'nothing' },
    ...{ whole: 'w', explained: { count: 2, amount: '0.25' }, isBySaying: true },
  });
});

test('without any case its statements say whether that is known', () => {
  const reason = (statement: AccountCases['statement'], cases = 0) =>
    part({ open: NONE, explained: NONE, cases, statement }).reason;
  expect(reason(null)).toBe('nothing');
  expect(reason({ state: 'open', reason: 'none' })).toBe('no-statement');
  // Said to be not needed.
  expect(reason({ state: 'waived', reason: 'none' })).toBe('nothing');
  expect(reason({ state: 'open', reason: 'gaps' })).toBe('nothing');
  expect(reason({ state: 'done', reason: 'covered' })).toBe('nothing');
  expect(reason({ state: 'blocked', reason: 'running' })).toBe('running');
  expect(reason({ state: 'blocked', reason: 'running' }, 1)).toBe('same');
  expect(reason({ state: 'waived', reason: 'running' })).toBe('nothing');
});
