import { useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/account-messages.ts';
import { KeyForm } from '#renderer/features/accounts/key-form.tsx';
import { PlanChoice } from '#renderer/features/accounts/plan-choice.tsx';
import { periodOptions } from '#renderer/features/accounts/schedule-choice.tsx';
import { type Action, useAction } from '#renderer/features/messages/use-action.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import type { Account, Plan } from '#shared/contract/app.ts';
import { CurrencySettings } from './currency-settings.tsx';
import { RemoveAccount } from './remove-account.tsx';
import { Setting } from './setting.tsx';

type Props = { readonly account: Account; readonly action: Action };

/** What can be set of an account. The demo company has a schedule and currencies only. */
export function AccountSettings(props: { readonly account: Account; readonly isOpen: boolean }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const { account } = props;
  const own = account.kind === 'api';
  return (
    <section
      className="settings-section"
      aria-label={accountName(account, text)}
      data-testid="account-settings"
    >
      <h3>{accountName(account, text)}</h3>
      {own ? (
        <>
          <Name account={account} action={action} />
          <Setting name={text('settings.account-address')}>
            <span className="words">{account.baseUrl}</span>
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
      {action.failed === null ? null : (
        <p className="words neg" role="alert">
          {action.failed}
        </p>
      )}
      <CurrencySettings account={account} isOpen={props.isOpen} />
      <RemoveAccount account={account} />
    </section>
  );
}

/** A name is taken when one leaves the field, or with Enter. */
function Name(props: Props) {
  const text = useText();
  const { bridge } = useSession();
  const { account } = props;
  const [name, setName] = useState(account.name);
  function take(): void {
    const wanted = name.trim();
    if (wanted !== account.name)
      void props.action.run(() => bridge.call.updateAccount({ accountId: account.id, name: wanted }));
  }
  return (
    <Setting name={text('connect.name')}>
      <span className="field">
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
function PlanSetting(props: Props) {
  const text = useText();
  const { bridge } = useSession();
  const { account, action } = props;
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
        <button
          type="button"
          className="btn sm p"
          data-testid="account-plan-save"
          disabled={action.busy}
          onClick={() => void action.run(() => bridge.call.updateAccount({ accountId: account.id, plan }))}
        >
          {text('settings.plan-change')}
        </button>
      ) : null}
    </Setting>
  );
}

function KeySetting(props: { readonly account: Account }) {
  const text = useText();
  const { account } = props;
  const [isGiven, setIsGiven] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Setting name={text('account.key')} note={text('account.key-note')}>
      <span className={account.hasKey ? 'tag k-pos' : 'tag k-warn'}>
        {text(account.hasKey ? 'settings.account-key-here' : 'settings.account-key-gone')}
      </span>
      <KeyForm
        account={account}
        label={text(account.hasKey ? 'account.key-replace' : 'notice.key-give')}
        onGiven={() => setIsGiven(true)}
        onFailed={setFailed}
      />
      <span role="status">
        {failed !== null ? (
          <span className="neg words">{failed}</span>
        ) : isGiven ? (
          <span className="tag k-pos">{text('account.key-given')}</span>
        ) : null}
      </span>
    </Setting>
  );
}
