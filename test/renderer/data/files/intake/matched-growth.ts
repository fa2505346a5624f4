import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Statements whose lines all say nearly the same, held against some orders: of so many lines the matching, to be measured. */

const NOTHING = '0' as Decimal;
const OPTIONS = { accounts: null, tolerance: { absolute: NOTHING, percent: NOTHING }, decisions: [] };
const FIRST = 2_000_009_000_000_000;
/** Of two accounts, that have some numbers both. */
const STORE = storeOf(
  [...Array(200).keys()].map((at) =>
    rowOf({
      Cuenta: at < 100 ? 'Norte' : 'Sur',
      Orden: String(FIRST + (at % 190)),
      'Rentabilidad Marketplace': centsText(1_000 + 7 * at),
    }),
  ),
);

const matchOf = (lineAt: (at: number) => readonly [cents: number, order: number]) => (count: number) => {
  const lines = Array.from({ length: count }, (_, at) => {
    const [cents, order] = lineAt(at);
    return { ...lineOf(centsText(cents), { order: String(order) }), line: at + 2 };
  });
  return () => atOnce(matchStatement(STORE, lines, OPTIONS));
};

/** So many payouts and bank lines of the same days, which nothing tells apart, or which are off by a part of a unit. */
const payoutsOf = (came: bigint) => (count: number) => {
  const window = { from: 20_000, to: 20_009 };
  const payout: OpenPayout = {
    amount: 100_000n,
    currency: null,
    window,
    numbers: [],
    payer: 'ripley',
    isExpected: true,
  };
  const deposit: Deposit = { amount: came, day: 20_003, currency: null, words: 'RIPLEY' };
  const input = {
    payouts: Array.from({ length: count }, () => payout),
    deposits: Array.from({ length: count }, () => deposit),
    decisions: [],
    tolerance: 100n,
  };
  return () => atOnce(matchPayouts(input));
};

export const MATCHES = [
  ['equal payouts and equal lines of a bank', payoutsOf(100_000n)],
  ['equal payouts, and lines of a bank within the tolerance', payoutsOf(99_950n)],
  ['equal payouts, and lines of a bank of another amount', payoutsOf(70_000n)],
  ['lines of one number that no order has', matchOf((at) => [at, FIRST * 2])],
  ['lines that say the same of one order', matchOf(() => [100, FIRST + 50])],
  ['lines of a number that two accounts have', matchOf((at) => [at, FIRST + 3])],
  ['equal lines of a number that two accounts have', matchOf(() => [5_000, FIRST + 3])],
] as const;
