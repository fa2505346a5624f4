import type { Groups, GroupsQuery } from '#renderer/data/api.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { CurrencyChoice } from '#renderer/features/currency/currency-choice.tsx';
import { codeOf, withCode, withMain } from '#renderer/features/currency/currency-scopes.ts';
import { useAction } from '#renderer/features/messages/use-action.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Account } from '#shared/contract/app.ts';
import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import { EVERYTHING, type SellerAccount } from '#shared/domain/selection.ts';
import { Setting } from './setting.tsx';

type Counted = SellerAccount & { readonly rows: number };
const BY_ACCOUNT: GroupsQuery = {
  selection: EVERYTHING,
  dimension: 'Canal',
  within: 'Cuenta',
  columns: ['Ventas'],
};

/** What tells an account of a channel, as the API calls it. */
const ACCOUNT_COLUMNS = ['Canal', 'Cuenta'] as const;

function countedOf({ groups }: Groups): readonly Counted[] {
  return groups.flatMap((canal) =>
    (canal.groups ?? []).map((cuenta) => ({
      Canal: canal.value,
      Cuenta: cuenta.value,
      rows: cuenta.totals.rows,
    })),
  );
}

/** Accounts with rows, and those that have a currency of their own without having rows any more. */
function withoutRows(counted: readonly Counted[], { own }: AccountCurrencies): readonly Counted[] {
  const gone = own.filter(
    ({ Canal, Cuenta }) => !counted.some((one) => one.Canal === Canal && one.Cuenta === Cuenta),
  );
  return [...counted, ...gone.map(({ Canal, Cuenta }) => ({ Canal, Cuenta, rows: 0 }))];
}

/** The currency of an account, and of the accounts of its channels that have another. Applies at once, can be undone. */
export function CurrencySettings(props: { readonly account: Account; readonly isOpen: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const { remember } = useUndo();
  const action = useAction();
  const { account, isOpen } = props;
  const { currencies } = account;
  const { output } = useLiveQuery('currency-accounts', isOpen ? BY_ACCOUNT : null, (call, asked, slot) =>
    call.readGroups({ ...asked, slot }),
  );
  const counted = output === null ? [] : countedOf(output);
  const named = ({ Canal, Cuenta }: SellerAccount): string =>
    [Canal, Cuenta].map((name) => (name === '' ? text('settings.currency-blank') : name)).join(' · ');

  function change(next: AccountCurrencies, label: string): void {
    const set = (wanted: AccountCurrencies): Promise<unknown> =>
      bridge.call.updateAccount({ accountId: account.id, currencies: wanted });
    remember(label, () => void action.run(() => set(currencies)));
    void action.run(() => set(next));
  }
  return (
    <section className="settings-section" aria-label={text('settings.currencies')}>
      <h4>{text('settings.currencies')}</h4>
      <Setting name={text('settings.currency-main')} note={text('settings.currencies-note')}>
        <CurrencyChoice
          label={text('settings.currency-of-all')}
          testId="currency-default"
          code={currencies.main}
          none={text('settings.currency-none')}
          onChoose={(code) => change(withMain(currencies, code), text('undo.currency-all'))}
        />
      </Setting>
      {!isOpen ? (
        <p className="setting-note">{text('settings.currency-elsewhere')}</p>
      ) : currencies.main === null ? (
        <p className="setting-note">{text('settings.currency-first')}</p>
      ) : (
        <table className="t t12 currencies">
          <thead>
            <tr>
              {ACCOUNT_COLUMNS.map((column) => (
                <th key={column}>{column}</th>
              ))}
              <th className="n">{text('settings.rows')}</th>
              <th>{text('currency.label')}</th>
            </tr>
          </thead>
          <tbody>
            {withoutRows(counted, currencies).map((one) => (
              <tr key={JSON.stringify([one.Canal, one.Cuenta])}>
                <td className="ell" title={one.Canal}>
                  {one.Canal === '' ? text('settings.currency-blank') : one.Canal}
                </td>
                <td className="ell" title={one.Cuenta}>
                  {one.Cuenta === '' ? text('settings.currency-blank') : one.Cuenta}
                </td>
                <td className="n">
                  <data value={one.rows} data-value={one.rows}>
                    {formats.count(one.rows)}
                  </data>
                </td>
                <td>
                  <CurrencyChoice
                    label={text('settings.currency-of', { account: named(one) })}
                    testId={`currency-${one.Canal}-${one.Cuenta}`}
                    code={codeOf(currencies, one)}
                    none={null}
                    onChoose={(code) => {
                      if (code !== null)
                        change(
                          withCode(currencies, one, code),
                          text('undo.currency-set', { account: named(one) }),
                        );
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {action.failed === null ? null : (
        <p className="words neg" role="alert">
          {action.failed}
        </p>
      )}
    </section>
  );
}
