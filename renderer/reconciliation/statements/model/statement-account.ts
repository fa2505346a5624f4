import type { SellerAccount } from '#shared/domain/selection.ts';
import type { StatementKind } from './statement-kinds.ts';

/**
 * The account of a statement: what the user said counts everywhere; where nothing was said, the accounts whose orders
 * it names.
 */

type Account = { readonly canal: string; readonly cuenta: string };
export type StatementOwner = {
  readonly kind: StatementKind;
  /** The bank of an extract. */
  readonly layout: string | null;
  readonly account?: SellerAccount | null | undefined;
  /** Which of the bank's accounts, from 2; absent: the first. */
  readonly bankAccount?: number | undefined;
  readonly accounts: readonly Account[];
};

/** An extract of a bank; one whose columns the user named is one where it speaks of no order and no settlement. */
export const isBank = ({ kind, accounts }: Pick<StatementOwner, 'kind' | 'accounts'>): boolean =>
  kind === 'bank' || (kind === 'unknown' && accounts.length === 0);

/** The accounts that a statement is of; none: nobody knows. */
export function accountsOfStatement({ account, accounts }: StatementOwner): readonly Account[] {
  return account == null
    ? accounts.map(({ canal, cuenta }) => ({ canal, cuenta }))
    : [{ canal: account.Canal, cuenta: account.Cuenta }];
}

/**
 * Tells whose lines are whose: the account where it is one alone, of an extract the bank too, and which of its accounts. "": not known. Equal lines of
 * two scopes are two lines.
 */
export function scopeOfStatement(statement: StatementOwner): string {
  const [only, ...others] = accountsOfStatement(statement);
  const bank = statement.kind === 'bank' ? statement.layout : null;
  const account = only === undefined || others.length > 0 ? null : [only.canal, only.cuenta];
  const { bankAccount } = statement;
  if (bankAccount !== undefined) return JSON.stringify([bank, account, bankAccount]);
  return bank === null && account === null ? '' : JSON.stringify([bank, account]);
}

/** Whether two statements may hold the same line. */
export const mayBeOneScope = (one: string, other: string): boolean =>
  one === other || one === '' || other === '';
