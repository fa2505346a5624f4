import { ledStatements } from '#renderer/reconciliation/matching/model/led-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { accountsOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { firstDay, lastDay, type Month } from '#shared/domain/dates.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/** `at`: the newest statement when they were chosen. */
export type StatementsChosen = {
  readonly at: string;
  readonly ids: readonly string[];
  /** The month they were chosen in; null: over all rows. */
  readonly month: string | null;
};

/**
 * Ids of the statements that are held against the orders: those chosen, as long as no newer one came and they are of this
 * place; else those of the month, of the accounts in view. Over all rows none: all of them.
 * @param statements newest first
 * @param place the month; null: over all rows
 */
export function statementsInView({
  statements,
  place,
  scope,
  choice,
}: {
  readonly statements: readonly ImportedStatement[];
  readonly place: Month | null;
  readonly scope: AccountsScope | null;
  readonly choice: StatementsChosen | null;
}): readonly string[] {
  // A month is of the accounts in view, and told by the statements that speak of its days.
  const inView = place === null ? statements : statements.filter((each) => isOfAccounts(each, scope));
  const isOfPlace = choice?.at === (statements[0]?.id ?? '') && choice.month === place;
  const kept = isOfPlace ? choice.ids.filter((id) => inView.some((each) => each.id === id)) : [];
  if (kept.length > 0 || place === null) return kept;
  return ofMonth(ledStatements(inView, null), place).map(({ id }) => id);
}

/** Those of some of a month's days, or of no day that is known; all where none is: later ones tell of its orders too. */
function ofMonth(statements: readonly ImportedStatement[], month: Month): readonly ImportedStatement[] {
  const own = statements.filter(
    ({ days }) => days === null || (days.from <= lastDay(month) && days.to >= firstDay(month)),
  );
  return own.length === 0 ? statements : own;
}

/** One whose accounts nobody knows may be of any. */
function isOfAccounts(statement: ImportedStatement, scope: AccountsScope | null): boolean {
  const own = accountsOfStatement(statement);
  return (
    own.length === 0 || own.some(({ canal, cuenta }) => inScope(scope, { Canal: canal, Cuenta: cuenta }))
  );
}
