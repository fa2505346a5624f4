import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import type { BankDeposit, PayoutView } from './payouts-page.ts';

/**
 * Makes the function that says whether a bank line is to be looked at in a scope. An extract is of the accounts whose payouts
 * came in it, whatever currency it names or does not; one in which none came may be of any. Pure.
 */
export function depositsInScope(
  payouts: readonly Pick<PayoutView, 'accounts' | 'deposits'>[],
  scope: AccountsScope | null,
): (deposit: Pick<BankDeposit, 'statementId'>) => boolean {
  const isInScope = new Map<string, boolean>();
  for (const { accounts, deposits } of payouts) {
    const isOwn =
      accounts.length === 0 ||
      accounts.some(({ canal, cuenta }) => inScope(scope, { Canal: canal, Cuenta: cuenta }));
    for (const { statementId } of deposits)
      isInScope.set(statementId, isOwn || isInScope.get(statementId) === true);
  }
  return ({ statementId }) => isInScope.get(statementId) ?? true;
}
