import type { CurrencySum } from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { AccountName, ReasonOf, StepPart } from './month-steps.ts';
import { type FoundPart, NOTHING_FOUND } from './walk.ts';

/** The fifth step: what statements say of an account's orders is what the rows come to, or somebody said why not. */

export type GatheredCases = {
  readonly cases: number;
  readonly sums: readonly CurrencySum[];
  readonly evidence: string;
};

export type AccountCases = {
  readonly account: AccountName | null;
  readonly cases: number;
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
  statement,
}: AccountCases): FoundPart<'differences'> {
  const [first, ...others] = open.sums;
  const [said, ...more] = explained.sums;
  return {
    ...NOTHING_FOUND,
    account,
    reason: reasonOf(open.cases, cases, statement),
    count: open.cases,
    of: cases,
    amount: open.cases === 0 || first === undefined || others.length > 0 ? null : first.sum,
    currency: first?.currency ?? said?.currency ?? NOTHING_FOUND.currency,
    evidence: open.evidence,
    explained: {
      count: explained.cases,
      amount: explained.cases === 0 || said === undefined || more.length > 0 ? null : said.sum,
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
