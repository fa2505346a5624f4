import { useAnnotations } from '#renderer/data/client/annotations.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** The rates of VAT that the user said of accounts, and saying them, in somebody's name; every step can be undone. */
export function useVatRates() {
  const text = useText();
  const said = useAnnotations('account-vat');
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const keyOf = ({ Canal, Cuenta }: SellerAccount): string => accountKey(Canal, Cuenta);
  return {
    of: (account: SellerAccount): Annotation<'account-vat'> | null => said?.get(keyOf(account)) ?? null,
    set: ({ Canal, Cuenta }: SellerAccount, rates: readonly Decimal[]) =>
      write(text('tax.undo-rate'), {
        kind: 'account-vat',
        puts: [
          {
            key: keyOf({ Canal, Cuenta }),
            value: { Canal, Cuenta, rates, owner: owner.trim(), atMs: Date.now() },
          },
        ],
        deletes: [],
      }),
    withdraw: (account: SellerAccount) =>
      write(text('tax.undo-rate'), { kind: 'account-vat', puts: [], deletes: [keyOf(account)] }),
    isRead: said !== null,
    busy,
    failed,
  };
}
