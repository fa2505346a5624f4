import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

type Said = Pick<StatementReading, 'kind' | 'layout'> & {
  readonly account?: SellerAccount | null | undefined;
};

/**
 * The account that the last statement of its kind and layout was said to be of, where its own orders do not tell: they name
 * none, or several of which that is one. Else null.
 * @param before statements as they were imported, the last first
 * @param named accounts whose orders the statement names
 */
export function accountAsBefore(
  { kind, layout }: Pick<StatementReading, 'kind' | 'layout'>,
  named: readonly { readonly canal: string; readonly cuenta: string }[],
  before: readonly Said[],
): SellerAccount | null {
  const said = before.find((each) => each.kind === kind && each.layout === layout)?.account ?? null;
  if (said === null || named.length === 0) return said;
  const isNamed = named.some(({ canal, cuenta }) => canal === said.Canal && cuenta === said.Cuenta);
  return named.length > 1 && isNamed ? said : null;
}
