import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import type { BankDeposit, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What a user says of what is on the screen, as the screen writes it. */

type Decision = Annotation<'match-decision'>;
type Kind = 'match-decision' | 'payout-decision';

export type UserDecision = {
  readonly verdict: Decision['verdict'];
  readonly lines: readonly string[];
  readonly orders: readonly string[];
  readonly said: Decision['said'];
  readonly note?: string;
  readonly atMs?: number;
};

export function decision({ verdict, lines, orders, said, note = '', atMs = 1 }: UserDecision): Decision {
  return { verdict, lines, orders, said, note, owner: 'Ana', atMs, linesBy: 'values', earlier: [] };
}

export const changes = (kind: Kind, ...all: readonly UserDecision[]): AnnotationChanges => ({
  kind,
  puts: all.map((each) => ({
    key: decisionKey(each.orders as readonly OrderKey[], each.lines),
    value: decision(each),
  })),
  deletes: [],
});

/** Of a case as it is told. */
export const decisionOfCase = (verdict: UserDecision['verdict'], each: MatchedCase): UserDecision => ({
  verdict,
  lines: each.lines.map(({ identity }) => identity),
  orders: each.orders.map(({ key }) => key),
  said: {
    orders: each.orders.map(({ amount, settled }) => ({ amount, settled: settled ?? amount })),
    there: each.statementAmount,
    here: each.ledgerAmount,
  },
});

export const decisionOfPayout = (
  verdict: UserDecision['verdict'],
  { key, amount }: Pick<PayoutView, 'key' | 'amount'>,
  deposits: readonly Pick<BankDeposit, 'identity' | 'amount'>[],
): UserDecision => ({
  verdict,
  lines: deposits.map(({ identity }) => identity),
  orders: [key],
  said: {
    orders: [{ amount, settled: amount }],
    here: amount,
    there: deposits[0]?.amount ?? ('0' as Decimal),
  },
});
