import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import {
  isOfOneBalance,
  SPEAKS_OF_ORDERS,
} from '#renderer/reconciliation/statements/model/statement-kinds.ts';

/**
 * The statement of a digest; of none, all that speak of orders, as the checklist of a month holds them: of reports that tell
 * the same money those alone that say most. Pure.
 */
export function ledStatements(
  statements: readonly ImportedStatement[],
  digest: string | null,
): readonly ImportedStatement[] {
  if (digest !== null) return statements.filter((each) => each.digest === digest).slice(0, 1);
  const speaking = statements.filter((each) => SPEAKS_OF_ORDERS.includes(each.kind) && !isBank(each));
  const most = SPEAKS_OF_ORDERS.find(
    (kind) => isOfOneBalance(kind) && speaking.some((each) => each.kind === kind),
  );
  return speaking.filter(({ kind }) => !isOfOneBalance(kind) || kind === most);
}
