import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import { type CurrencyScopes, unlikeCurrencies } from './unlike-currency.tsx';
import type { PreviewPhase } from './use-statement-import.ts';

/** What of a file waits for somebody's word before it is stored. Pure. */
export type StatementAsks = 'kind' | 'rows' | 'proof' | 'changes' | 'currency' | 'bank-account';

/** Nobody can tell of which account of its bank it is. */
export const asksBankAccount = ({
  found,
  bankAccount,
}: Pick<PreviewPhase, 'found' | 'bankAccount'>): boolean =>
  found.bank?.account === null && bankAccount === null;

/** None: it may be stored as it was understood. */
export function asksOf(preview: PreviewPhase, scopes: CurrencyScopes): readonly StatementAsks[] {
  const { found, account } = preview;
  const { kind, notUnderstood, proof, changes } = found;
  const state = checkStateOf(proof);
  return [
    ...(kind === 'unknown' ? ['kind' as const] : []),
    ...(notUnderstood.count > 0 ? ['rows' as const] : []),
    ...(state === 'fails' || state === 'doubts' ? ['proof' as const] : []),
    ...(changes.some(({ asks }) => asks) ? ['changes' as const] : []),
    ...(asksBankAccount(preview) ? ['bank-account' as const] : []),
    ...(unlikeCurrencies(found, account, scopes).unlike.length > 0 ? ['currency' as const] : []),
  ];
}
