import { useSellerAccounts } from '#renderer/features/accounts/seller-accounts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

const AS_FOUND = '';
const keyOf = ({ Canal, Cuenta }: SellerAccount): string => accountKey(Canal, Cuenta);

/** The choice of a statement's account: what its orders tell, or the one that the user says. */
export function AccountChoice(props: {
  readonly account: SellerAccount | null;
  readonly testId: string;
  /** Tells several of them apart. */
  readonly of: string | null;
  /** A bank's lines name no orders: said of no account, they are of any. */
  readonly isBank?: boolean;
  readonly onChange: (account: SellerAccount | null) => void;
}) {
  const text = useText();
  const { account } = props;
  const here = useSellerAccounts(true) ?? [];
  // One that has no rows any more is still what was said.
  const isGone = account !== null && !here.some((each) => keyOf(each) === keyOf(account));
  const accounts: readonly SellerAccount[] = isGone ? [...here, account] : here;
  const label = text('statement-import.account');
  return (
    <ChoiceMenu
      label={props.of === null ? label : `${label}, ${props.of}`}
      testId={props.testId}
      value={account === null ? AS_FOUND : keyOf(account)}
      options={[
        {
          value: AS_FOUND,
          label: text(`statement-import.account-${props.isBank === true ? 'any' : 'found'}`),
        },
        ...accounts.map((each) => ({
          value: keyOf(each),
          label: `${each.Canal} · ${each.Cuenta}`,
        })),
      ]}
      onChange={(value) => props.onChange(accounts.find((each) => keyOf(each) === value) ?? null)}
      className={classNames(ui.button, ui.smallButton)}
    />
  );
}
