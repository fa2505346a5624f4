import type { Decimal } from '#shared/domain/decimal.ts';
import { type FoundPart, NOTHING_FOUND } from './found-part.ts';
import type { AccountName, ReasonOf, StepPart } from './month-steps.ts';

/** The fifth step: what statements say of an account's orders is what the rows come to, or somebody said why not. */

/** What some cases come to; null: they are in unlike currencies. */
export type CaseSums = {
  readonly cases: number;
  /** As ISO 4217 has it; "": none is named. */
  readonly currency: string;
  /** Of the orders, of the statements, and the second less the first. */
  readonly ledgerAmount: Decimal | null;
  readonly statementAmount: Decimal | null;
  readonly difference: Decimal | null;
};
export type GatheredCases = CaseSums & { readonly evidence: string };

/** An account's orders of a month beside its statements; null: lines whose account nobody knows. */
export type AccountDifferences = {
  readonly account: AccountName | null;
  /** Bought in it, that come to something. */
  readonly orders: number;
  /** All, those that differ with nobody's reason, and those with one. */
  readonly cases: number;
  readonly open: CaseSums;
  readonly explained: CaseSums;
};

export type AccountCases = AccountDifferences & {
  /** What all orders and all their statements come to, whether they differ or not, in words that change with it. */
  readonly whole: string;
  readonly open: GatheredCases;
  readonly explained: GatheredCases;
  /** How its statements of the month stand; null: it sold nothing that one would tell. */
  readonly statement: Pick<StepPart<'statements'>, 'state' | 'reason'> | null;
};

export function differencePart({
  account,
  cases,
  open,
  explained,
  whole,
  statement,
}: AccountCases): FoundPart<'differences'> {
  return {
    ...NOTHING_FOUND,
    account,
    reason: reasonOf(open.cases, cases, statement),
    count: open.cases,
    of: cases,
    amount: open.cases === 0 ? null : open.difference,
    currency: open.cases === 0 ? explained.currency : open.currency,
    evidence: open.evidence,
    whole,
    explained: {
      count: explained.cases,
      amount: explained.cases === 0 ? null : explained.difference,
    },
    isBySaying: explained.cases > 0,
  };
}

function reasonOf(
  open: number,
  cases: number,
  statement: AccountCases['statement'],
): ReasonOf<'differences'> {
  if (open > 0) return 'differ';
  if (cases > 0) return 'same';
  if (statement?.state === 'blocked') return 'running';
  return statement?.reason === 'none' && statement.state === 'open' ? 'no-statement' : 'nothing';
}
