import { type FormEvent, useState } from 'react';
import { BACKUP_FAILED } from '#renderer/data/client/backup-run.ts';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import {
  accountDetail,
  accountName,
  PlanChoice,
  periodOptions,
} from '#renderer/features/accounts/accounts.tsx';
import { type CountedAccount, useSellerAccounts } from '#renderer/features/accounts/seller-accounts.ts';
import { BackupSection } from '#renderer/features/backup/backup-section.tsx';
import {
  codeOf,
  codesOf,
  ownCurrencyOf,
  withCode,
  withMain,
  withoutCodeChange,
  withoutMainChange,
} from '#renderer/features/currency/currency.tsx';
import { CurrencyChoice } from '#renderer/features/currency/currency-choice.tsx';
import { type Action, ActionFailure, errorCode, useAction } from '#renderer/features/messages/failures.tsx';
import { forgetAccount } from '#renderer/features/preferences/stored.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import type { Account, Plan } from '#shared/contract/app.ts';
import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { KeySetting } from './key-setting.tsx';
import { Setting } from './preferences-tabs.tsx';
import { RowMemorySetting } from './row-memory-setting.tsx';
import styles from './settings.module.css';

/** Every account there is, and what can be set of the one that is looked at. */
export function AccountsTab(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const state = useAccounts();
  const [looked, setLooked] = useState<string | null>(null);
  if (state === null) return null;
  const account =
    state.accounts.find(({ id }) => id === looked) ??
    state.accounts.find(({ id }) => id === state.activeId) ??
    state.accounts[0];
  const hasDemo = state.accounts.some(({ kind }) => kind === 'demo');
  return (
    <>
      <ul className={styles.accounts} aria-label={text('settings.tab-accounts')}>
        {state.accounts.map((one) => (
          <li key={one.id}>
            <Button
              className={styles.account}
              aria-pressed={one.id === account?.id}
              data-testid="settings-account"
              data-value={one.id}
              onClick={() => setLooked(one.id)}
            >
              <span className={ui.ellipsis}>{accountName(one, text)}</span>
              <small className={ui.ellipsis}>{accountDetail(one, text)}</small>
              {one.id === state.activeId ? (
                <span className={ui.good}>{text('settings.account-is-open')}</span>
              ) : null}
            </Button>
            {one.id === state.activeId ? null : (
              <Button
                className={classNames(ui.link, styles.accountLink)}
                aria-label={`${text('settings.account-open')}: ${accountName(one, text)}`}
                onClick={() => void bridge.call.activateAccount({ accountId: one.id }).catch(() => null)}
              >
                {text('settings.account-open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button className={ui.smallButton} onClick={props.onConnect}>
          <Icon name="plus" />
          {text('account.connect')}
        </Button>
        {hasDemo ? null : (
          <Button
            className={ui.smallButton}
            onClick={() => void bridge.call.openDemo(null).catch(() => null)}
          >
            {text('first.demo-open')}
          </Button>
        )}
      </div>
      {account === undefined ? null : (
        <AccountSettings key={account.id} account={account} isOpen={account.id === state.activeId} />
      )}
      <RowMemorySetting />
    </>
  );
}

type Props = { readonly account: Account; readonly action: Action };

/** The settings of an account. The demo company has a schedule and currencies only. */
function AccountSettings(props: { readonly account: Account; readonly isOpen: boolean }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const { account } = props;
  const own = account.kind === 'api';
  return (
    <section
      className={styles.section}
      aria-label={accountName(account, text)}
      data-testid="account-settings"
    >
      <h3>{accountName(account, text)}</h3>
      {own ? (
        <>
          <Name account={account} action={action} />
          <Setting name={text('settings.account-address')}>
            <span className={ui.verbatim}>{account.baseUrl}</span>
          </Setting>
          <PlanSetting account={account} action={action} />
        </>
      ) : null}
      <Setting name={text('account.schedule')} note={text('account.schedule-note')}>
        <ChoiceMenu
          label={text('account.schedule')}
          testId="account-schedule"
          value={String(account.syncEveryMinutes)}
          options={periodOptions(account.kind, text)}
          onChange={(minutes) =>
            void action.run(() =>
              bridge.call.updateAccount({ accountId: account.id, syncEveryMinutes: Number(minutes) }),
            )
          }
        />
      </Setting>
      {own ? <KeySetting account={account} /> : null}
      <ActionFailure words={action.failed} />
      <CurrencySettings account={account} isOpen={props.isOpen} />
      <div className={styles.section}>
        <BackupSection account={account} />
      </div>
      <RemoveAccount account={account} />
    </section>
  );
}

/** A name is taken when one leaves the field, or with Enter. */
function Name({ account, action }: Props) {
  const text = useText();
  const { bridge } = useSession();
  const [name, setName] = useState(account.name);
  function take(): void {
    const wanted = name.trim();
    if (wanted !== account.name)
      void action.run(() => bridge.call.updateAccount({ accountId: account.id, name: wanted }));
  }
  return (
    <Setting name={text('connect.name')}>
      <span className={classNames(ui.field, ui.grow)}>
        <input
          value={name}
          maxLength={120}
          aria-label={text('connect.name')}
          data-testid="account-name"
          onChange={(event) => setName(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
          }}
        />
      </span>
    </Setting>
  );
}

/** Another plan reads another history: it is confirmed. */
function PlanSetting({ account, action }: Props) {
  const text = useText();
  const { bridge } = useSession();
  const [plan, setPlan] = useState<Plan>(account.plan);
  const isOther = plan !== account.plan;
  return (
    <Setting
      name={text('connect.plan')}
      note={text(
        isOther ? (plan === 'pro' ? 'account.plan-to-pro' : 'account.plan-to-free') : `account.plan-${plan}`,
      )}
    >
      <span data-testid="account-plan" data-value={plan}>
        <PlanChoice plan={plan} onChange={setPlan} />
      </span>
      {isOther ? (
        <Button
          className={classNames(ui.smallButton, ui.primaryButton)}
          data-testid="account-plan-save"
          disabled={action.busy}
          onClick={() => void action.run(() => bridge.call.updateAccount({ accountId: account.id, plan }))}
        >
          {text('settings.plan-change')}
        </Button>
      ) : null}
    </Setting>
  );
}

const ACCOUNT_COLUMNS = ['Canal', 'Cuenta'] as const;

/** Accounts with rows, and those that have a currency of their own without having rows any more. */
export function withoutRows(
  counted: readonly CountedAccount[],
  { own }: AccountCurrencies,
): readonly CountedAccount[] {
  const gone = own.filter(
    ({ Canal, Cuenta }) => !counted.some((one) => one.Canal === Canal && one.Cuenta === Cuenta),
  );
  return [...counted, ...gone.map(({ Canal, Cuenta }) => ({ Canal, Cuenta, rows: 0 }))];
}

/** The currency of an account and of its channels' accounts; applies at once, can be undone. Long: one table. */
function CurrencySettings({ account, isOpen }: { readonly account: Account; readonly isOpen: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { bridge, accounts } = useSession();
  const { remember } = useUndo();
  const action = useAction();
  const { currencies } = account;
  const counted = useSellerAccounts(isOpen) ?? [];
  const nameOf = (name: string): string => name || text('settings.currency-blank');
  const named = ({ Canal, Cuenta }: SellerAccount): string => `${nameOf(Canal)} · ${nameOf(Cuenta)}`;

  const latest = (): AccountCurrencies =>
    accounts.get()?.accounts.find(({ id }) => id === account.id)?.currencies ?? currencies;
  type Edit<T> = (now: AccountCurrencies) => T;
  /** `back` takes back what `edit` did and nothing else: another tab may have said more since (null). */
  function change(edit: Edit<AccountCurrencies>, back: Edit<AccountCurrencies | null>, label: string): void {
    const write = (said: AccountCurrencies): Promise<boolean> =>
      action.run(() => bridge.call.updateAccount({ accountId: account.id, currencies: said }));
    remember(label, async () => {
      const former = back(latest());
      return former === null ? 'changed-since' : write(former);
    });
    void write(edit(latest()));
  }
  return (
    <section className={styles.section} aria-label={text('settings.currencies')}>
      <h4>{text('settings.currencies')}</h4>
      <Setting name={text('settings.currency-main')} note={text('settings.currencies-note')}>
        <CurrencyChoice
          label={text('settings.currency-of-all')}
          testId="currency-default"
          code={currencies.main}
          // Without a name all amounts are one currency's: not while some are said to be another's.
          none={codesOf(currencies).length > 1 ? null : text('settings.currency-none')}
          onChoose={(code) =>
            change(
              (now) => withMain(now, code),
              (now) => withoutMainChange(now, { from: currencies.main, to: code }),
              text('undo.currency-all'),
            )
          }
        />
      </Setting>
      {!isOpen ? (
        <p className={styles.settingNote}>{text('settings.currency-elsewhere')}</p>
      ) : currencies.main === null ? (
        <p className={styles.settingNote}>{text('settings.currency-first')}</p>
      ) : (
        <ListTable
          className={styles.currencies}
          columns={[
            ...ACCOUNT_COLUMNS.map(
              (column): Column<ReturnType<typeof withoutRows>[number]> => ({
                id: column,
                heading: column,
                cell: (one) => ({ className: ui.ellipsis, title: one[column] }),
                value: (one) => nameOf(one[column]),
              }),
            ),
            {
              heading: text('settings.rows'),
              kind: 'end',
              value: 'rows',
              draw: ({ rows }) => (
                <data value={rows} data-value={rows}>
                  {formats.count(rows)}
                </data>
              ),
            },
            {
              heading: text('currency.label'),
              draw: (one) => (
                <CurrencyChoice
                  label={text('settings.currency-of', { account: named(one) })}
                  testId={`currency-${one.Canal}-${one.Cuenta}`}
                  code={codeOf(currencies, one)}
                  none={null}
                  onChoose={(code) =>
                    code !== null &&
                    change(
                      (now) => withCode(now, one, code),
                      (now) =>
                        withoutCodeChange(now, one, { from: ownCurrencyOf(currencies, one), to: code }),
                      text('undo.currency-set', { account: named(one) }),
                    )
                  }
                />
              ),
            },
          ]}
          rows={withoutRows(counted, currencies)}
          keyOf={({ Canal, Cuenta }) => accountKey(Canal, Cuenta)}
        />
      )}
      <ActionFailure words={action.failed} />
    </section>
  );
}

/**
 * The way out of an account: its name has to be typed. A backup is saved first; where it cannot be, that is asked too. Long
 * for its markup, which is one question.
 */
function RemoveAccount({ account }: { readonly account: Account }) {
  const text = useText();
  const session = useSession();
  const action = useAction();
  const [asked, setAsked] = useState<'not-yet' | 'now' | 'taken-back'>('not-yet');
  const [typed, setTyped] = useState('');
  const name = accountName(account, text);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const failed =
    action.failed === null || isUnsaved ? null : text('remove.failed', { detail: action.failed });
  const isConfirmed = typed.trim() === name.trim();

  function remove(event: FormEvent): void {
    event.preventDefault();
    if (!isConfirmed) return;
    void action.run(async () => {
      await session
        .removeAccount(account.id, isUnsaved ? 'without-backup' : undefined)
        .catch((error: unknown) => {
          setIsUnsaved(errorCode(error) === BACKUP_FAILED);
          throw error;
        });
      forgetAccount(account.id);
    });
  }
  return (
    <section className={styles.section} aria-label={text('remove.title')}>
      <h4>{text('remove.title')}</h4>
      <p>
        {text('remove.what', { name })} {text(account.kind === 'demo' ? 'remove.lost-demo' : 'remove.lost')}{' '}
        {text('remove.saved')}
      </p>
      {asked === 'now' ? (
        <form className={styles.removeForm} onSubmit={remove}>
          <label>
            <span>{text('remove.confirm', { name })}</span>
            <span className={ui.field}>
              <input
                // biome-ignore lint/a11y/noAutofocus: the field stands where the button was that asked for it
                autoFocus
                onFocus={(event) => event.target.form?.scrollIntoView({ block: 'nearest' })}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                data-testid="account-remove-name"
                onChange={(event) => setTyped(event.target.value)}
              />
            </span>
          </label>
          <button
            type="submit"
            className={ui.dangerButton}
            data-testid="account-remove-do"
            disabled={!isConfirmed || action.busy}
          >
            {text(isUnsaved ? 'remove.without' : 'remove.do')}
          </button>
          <Button className={ui.button} onClick={() => setAsked('taken-back')}>
            {text('common.cancel')}
          </Button>
        </form>
      ) : (
        <Button
          className={ui.smallButton}
          autoFocus={asked === 'taken-back'}
          data-testid="account-remove"
          onClick={() => setAsked('now')}
        >
          {text('remove.open', { name })}
        </Button>
      )}
      {isUnsaved ? <p role="alert">{text('remove.unsaved')}</p> : null}
      <ActionFailure words={isUnsaved ? action.failed : failed} />
    </section>
  );
}
