import { evidenceOf } from '#renderer/data/model/finding.ts';
import { areOfSeveral, sumsByCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { distinctCases } from '#renderer/reconciliation/payouts/model/payout-cases.ts';
import type { CurrencyAmount, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import {
  type Decimal,
  fromDecimal,
  subtract,
  sumOf,
  toDecimal,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { type FoundPart, NOTHING_FOUND } from './found-part.ts';
import { type AccountName, type ReasonOf, reasonsOf } from './month-steps.ts';

/** The sixth step: the bank got what was paid out in the month. */

/** Payouts of one account, or of no account alone. */
export type AccountPayouts = {
  readonly account: AccountName | null;
  readonly payouts: readonly PayoutView[];
};

/** Payouts that should come to a bank by themselves, by the month of their day and by account. */
export function payoutsByMonth(
  payouts: readonly PayoutView[],
): ReadonlyMap<Month, readonly AccountPayouts[]> {
  const months = new Map<Month, Map<string, { account: AccountName | null; payouts: PayoutView[] }>>();
  for (const payout of payouts) {
    if (payout.day === null || payout.state === 'beside') continue;
    const [only, ...others] = payout.accounts;
    const account = only === undefined || others.length > 0 ? null : only;
    const month = monthOf(payout.day);
    const accounts =
      months.get(month) ?? new Map<string, { account: AccountName | null; payouts: PayoutView[] }>();
    months.set(month, accounts);
    const key = account === null ? '' : JSON.stringify([account.canal, account.cuenta]);
    const own = accounts.get(key) ?? { account, payouts: [] };
    accounts.set(key, own);
    own.payouts.push(payout);
  }
  return new Map([...months].map(([month, accounts]) => [month, [...accounts.values()]]));
}

export function bankPart({ account, payouts }: AccountPayouts): FoundPart<'bank'> {
  const open = payouts.filter((each) => !each.isExplained && each.state !== 'arrived');
  const explained = payouts.filter((each) => each.isExplained && each.state !== 'arrived');
  const differing = open.filter(({ state }) => state === 'missing' || state === 'different');
  const [only] = open.length === 0 ? [] : [gravestOf(open)];
  const views = differing.length > 0 ? differing : open;
  const { amount, currency } = soleAmount(distinctCases(differing).flatMap(openAmounts));
  return {
    ...NOTHING_FOUND,
    account,
    reason: only ?? (payouts.length === 0 ? 'nothing' : 'arrived'),
    count: views.length,
    of: payouts.length,
    amount: differing.length === 0 ? null : amount,
    currency,
    evidence: evidenceOf(open.map(tellOf)),
    whole: evidenceOf(payouts.map(tellOf)),
    explained: {
      count: explained.length,
      amount:
        explained.length === 0 ? null : soleAmount(distinctCases(explained).flatMap(openAmounts)).amount,
    },
    isBySaying: explained.length > 0,
  };
}

/** What tells a payout from another, however many digits the others have. */
function tellOf({ key, state, amount, differences }: PayoutView): string {
  const plain = (each: Decimal): string => toShortestDecimal(fromDecimal(each));
  return JSON.stringify([
    key,
    state,
    plain(amount),
    differences.map((each) => [each.currency, plain(each.amount)]),
  ]);
}

function gravestOf(open: readonly PayoutView[]): ReasonOf<'bank'> {
  const reasons = new Set(open.map(reasonOf));
  const [first = 'missing'] = [...reasonsOf('bank').keys()].filter((reason) =>
    reasons.has(reason as ReasonOf<'bank'>),
  );
  return first as ReasonOf<'bank'>;
}

function reasonOf({ state, why }: PayoutView): ReasonOf<'bank'> {
  if (state === 'missing' || state === 'different') return state;
  switch (why) {
    case 'no-bank':
    case 'no-date':
    case 'not-yet':
      return why;
    default:
      return 'bank-ends';
  }
}

/** What came less what was paid out: of what did not come, all of it. */
const openAmounts = ({ state, amount, currency, differences }: PayoutView): readonly CurrencyAmount[] =>
  state === 'different'
    ? differences
    : [{ currency, amount: toDecimal(subtract(ZERO, fromDecimal(amount))) }];

function soleAmount(amounts: readonly CurrencyAmount[]): {
  readonly amount: Decimal | null;
  readonly currency: string;
} {
  const sums = sumsByCurrency(amounts);
  const currency = sums.find((each) => each.currency !== '')?.currency ?? '';
  return areOfSeveral(sums.map((each) => each.currency))
    ? { amount: null, currency }
    : { amount: sumOf(sums.map(({ sum }) => sum)), currency };
}
