import { expect, test } from 'vitest';
import { isNamedIn } from '#renderer/reconciliation/payouts/model/payers.ts';
import { distinctCases } from '#renderer/reconciliation/payouts/model/payout-cases.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';

/** Who pays by a bank's words, and payouts that came as one. */

test('a kind of statement and a channel by its name are one payer, however a bank writes it', () => {
  for (const payer of ['ripley', 'Ripley', 'RIPLEY'])
    expect([isNamedIn(payer, 'TEF RIPLEY SA'), isNamedIn(payer, 'TEF OTRA SA')], payer).toEqual([
      true,
      false,
    ]);
  expect(isNamedIn('ripley', '')).toBe(false);
});

test('a channel that nobody knows is named by its own name, from four letters on', () => {
  expect(isNamedIn('Tíenda Sur', 'ABONO TIENDA SUR 12')).toBe(true);
  expect(isNamedIn('Tienda Sur', 'ABONO TIENDA NORTE')).toBe(false);
  expect([isNamedIn('ABCD', 'pago abcd'), isNamedIn('ABC', 'pago abc'), isNamedIn('', 'pago')]).toEqual([
    ...[true, false, false],
  ]);
});

test('of payouts that came together the first one stands for all', () => {
  const of = (key: string, ...together: readonly string[]) =>
    ({ key, together: together.map((each) => ({ key: each })) }) as unknown as PayoutView;
  const payouts = [of('a', 'b', 'c'), of('d'), of('b', 'a', 'c'), of('c', 'a', 'b'), of('e', 'f')];
  expect(distinctCases(payouts).map(({ key }) => key)).toEqual(['a', 'd', 'e']);
});
