import type { RateDeviationsQuery } from '#renderer/data/model/rate-deviations.ts';
import type { RateFormula, RateLine } from '#renderer/reconciliation/rates/model/rates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Which rows of a rule are listed, and what is claimed by it. Pure. */

export type Against = RateDeviationsQuery['against'];

/** Rows that do not follow a rule. */
export const offRows = ({ over, under }: RateLine): number => over.rows + under.rows;

/** Whether there are rows that do not follow it as well as rows that the rule before would have charged otherwise. */
export const hasBoth = (line: RateLine): boolean => offRows(line) > 0 && (line.former?.rows ?? 0) > 0;

/** What the rows are held against: as chosen where there are both, else what there is. */
export function againstOf(line: RateLine, chosen: Against): Against {
  if (hasBoth(line)) return chosen;
  return offRows(line) > 0 ? 'off' : 'former';
}

/** The rule that is claimed by and the amount; null: there is nothing to claim by it. */
export function claimAgainst(
  { formula, claim, former }: RateLine,
  against: Against,
): { readonly formula: RateFormula; readonly claim: Decimal } | null {
  const by = against === 'former' ? former : { formula, claim };
  return by === null || /^0(\.0*)?$/.test(by.claim) ? null : { formula: by.formula, claim: by.claim };
}
