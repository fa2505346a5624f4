import {
  type ClaimDraft,
  type ClaimRules,
  daysToClaim,
  deadlineOf,
  totalOf,
} from '#renderer/reconciliation/claims/model/claims.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What is said of claims before they are made. */
type ClaimOffered = {
  readonly count: number;
  /** In the currency of the first. */
  readonly claimed: Decimal;
  readonly currency: string;
  /** Until when, and how that is told; null: no day is known, or each of several has its own. */
  readonly until: {
    readonly day: LocalDate;
    readonly days: number;
    readonly message: 'claim.until' | 'claim.until-proposed' | 'claim.until-passed';
  } | null;
};

/** Null: there is nothing to claim. Pure. */
export function offeredOf(
  drafts: readonly ClaimDraft[],
  rules: ClaimRules,
  today: LocalDate,
): ClaimOffered | null {
  const [first] = drafts;
  if (first === undefined) return null;
  const { currency } = first;
  const { days, isProposal } = daysToClaim(rules, first.Canal);
  const day = drafts.length > 1 ? null : deadlineOf(first.days, days);
  return {
    count: drafts.length,
    claimed: totalOf(drafts.filter((each) => each.currency === currency).map((each) => each.claimed)),
    currency,
    until:
      day === null
        ? null
        : {
            ...{ day, days },
            // On its last day it is taken still.
            message: day < today ? 'claim.until-passed' : isProposal ? 'claim.until-proposed' : 'claim.until',
          },
  };
}
