import { describe, expect, test } from 'vitest';
import { bankPart, payoutsByMonth } from '#renderer/reconciliation/month/model/bank-step.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';

/** What the bank got of what was paid out to an account in a month. */

const account = { canal: 'Uno', cuenta: 'Norte' };
let made = 0;
const payout = (over: object): PayoutView => {
  made += 1;
  const plain = {
    state: 'arrived',
    why: null,
    day: '2026-03-05',
    amount: '10',
    currency: '',
    accounts: [account],
  };
  return {
    ...{ key: `p${made}`, isExplained: false, differences: [], together: [], ...plain, ...over },
  } as unknown as PayoutView;
};
const part = (...payouts: readonly object[]) => bankPart({ account, payouts: payouts.map(payout) });
const differing = (amount: string, over: object = {}) => ({
  ...{ state: 'different', differences: [{ currency: 'CLP', amount }], ...over },
});

describe('a month’s payouts', () => {
  test('stand open as the gravest of them, with what is short of those that differ', () => {
    expect(part()).toMatchObject({ reason: 'nothing', count: 0, of: 0, amount: null });
    expect(part({}, {})).toMatchObject({
      reason: 'arrived',
      count: 0,
      of: 2,
      amount: null,
      isBySaying: false,
    });
    const open = part({}, { state: 'open', why: 'not-yet' }, differing('-2.5'), {
      state: 'missing',
      amount: '7',
    });
    expect(open).toMatchObject({ reason: 'missing', count: 2, of: 4, amount: '-9.5', currency: 'CLP' });
    // What waits counts where nothing differs.
    const waits = part({ state: 'open', why: 'not-yet' }, { state: 'open', why: 'no-bank' });
    expect(waits).toMatchObject({ reason: 'no-bank', count: 2, of: 2, amount: null });
    const reasons = ['no-bank', 'no-date', 'not-yet', 'bank-ends', null].map(
      (why) => part({ state: 'open', why }).reason,
    );
    expect(reasons).toEqual(['no-bank', 'no-date', 'not-yet', 'bank-ends', 'bank-ends']);
  });

  test('of which somebody said why are apart, and what came together counts once', () => {
    const explained = part({ isExplained: true, ...differing('-3') }, differing('-2'), { isExplained: true });
    expect(explained).toMatchObject({
      ...{ reason: 'different', count: 1, of: 3, amount: '-2', isBySaying: true },
      explained: { count: 1, amount: '-3' },
    });
    expect(part(differing('-2')).explained).toEqual({ count: 0, amount: null });
    // Of what is still open all of it did not come.
    const open = { isExplained: true, state: 'open', why: 'bank-ends', amount: '4' };
    expect(part(open, {}).explained).toEqual({ count: 1, amount: '-4' });
    const both = [
      { ...differing('-4'), key: 'a', together: [{ key: 'b' }] },
      { ...differing('-4'), key: 'b', together: [{ key: 'a' }] },
    ];
    expect(part(...both)).toMatchObject({ count: 2, amount: '-4' });
    const said = both.map((each) => ({ ...each, isExplained: true }));
    expect(part(...said)).toMatchObject({
      ...{ reason: 'arrived', count: 0, of: 2, amount: null },
      explained: { count: 2, amount: '-4' },
    });
  });

  test('never add unlike currencies', () => {
    const dollars = { state: 'different', differences: [{ currency: 'USD', amount: '-1' }] };
    expect(part(differing('-2'), dollars).amount).toBeNull();
    // That of one names that of all, however many name none.
    const unnamed = { state: 'missing', amount: '5' };
    expect(part(unnamed, differing('-2'), unnamed)).toMatchObject({ amount: '-12', currency: 'CLP' });
  });

  test('are another figure with every other payout, state, amount and difference, and the same however it is written', () => {
    const evidence = (over: object) => part({ key: 'p', ...differing('-2'), ...over }).evidence;
    const whole = (over: object) => part({ key: 'p', ...over }).whole;
    const told = [
      {},
      { key: 'q' },
      { state: 'missing' },
      { amount: '11' },
      { differences: [{ currency: 'CLP', amount: '-3' }] },
      { differences: [{ currency: 'USD', amount: '-2' }] },
    ];
    expect(new Set(told.map(evidence)).size).toBe(told.length);
    expect(new Set(told.map(whole)).size).toBe(told.length);
    // What waits is part of what stands open too, and what arrived of the whole alone.
    const waits = { key: 'w', state: 'open', why: 'not-yet' };
    expect(part({ key: 'p', ...differing('-2') }, waits).evidence).not.toBe(evidence({}));
    const arrived = part({ key: 'p', ...differing('-2') }, { key: 'w' });
    expect([
      arrived.evidence === evidence({}),
      arrived.whole === part({ key: 'p', ...differing('-2') }).whole,
    ]).toEqual([...[true, false]]);
    const differently = { amount: '10.00', differences: [{ currency: 'CLP', amount: '-2.0' }] };
    expect(evidence(differently)).toBe(evidence({}));
    expect(whole(differently)).toBe(whole({ differences: [{ currency: 'CLP', amount: '-2' }] }));
  });
});

test('payouts are of the month of their day and of their account; of several accounts, or of none, of no one', () => {
  const sur = { ...account, cuenta: 'Sur' };
  const payouts = [
    { key: 'a' },
    { key: 'b', day: '2026-03-31' },
    { key: 'c', day: '2026-04-01' },
    { key: 'd', accounts: [sur] },
    { key: 'i', accounts: [{ ...sur, canal: 'Dos' }] },
    { key: 'e', accounts: [account, sur] },
    { key: 'f', accounts: [] },
    { key: 'g', day: null },
    { key: 'h', state: 'beside' },
  ].map(payout);
  const told = [...payoutsByMonth(payouts)].map(([month, all]) => [
    month,
    all.map((each) => [each.account?.cuenta, each.payouts.map(({ key }) => key).join('')]),
  ]);
  expect(told).toEqual([
    [
      '2026-03',
      [
        ['Norte', 'ab'],
        ['Sur', 'd'],
        ['Sur', 'i'],
        [undefined, 'ef'],
      ],
    ],
    ['2026-04', [['Norte', 'c']]],
  ]);
});
