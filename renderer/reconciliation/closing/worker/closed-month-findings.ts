import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { driftOfTotal } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import { endOfMonth, startOfMonth } from '#shared/domain/dates.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/** Closed months whose figures moved, until somebody has looked at what they are by now. The amount is of the accounts in view. */
export function closedMonthFindings(
  months: readonly CloseOfMonth[],
  scope: AccountsScope | null,
): readonly FindingOf<KindIn<'closes'>>[] {
  return months
    .filter(({ state }) => state === 'drifted')
    .map((each): FindingOf<KindIn<'closes'>> => {
      const own = each.now.filter((account) => inScope(scope, account));
      const count = (of: 'rows' | 'orders') => own.reduce((total, figures) => total + figures[of], 0);
      return {
        kind: 'closed-month',
        subject: { month: each.month },
        evidence: each.evidence,
        rows: count('rows'),
        orders: count('orders'),
        amount: driftOfTotal(each.close.figures, each.now, scope),
        firstPurchase: startOfMonth(each.month),
        lastPurchase: endOfMonth(each.month),
        affects: SCOPES,
      };
    });
}
