import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import type { Account, Plan } from '#shared/bridge/app.ts';
import { useText } from '../../i18n/text.tsx';
import { useSession } from '../../link/session-context.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { KeyForm } from '../frame/key-form.tsx';
import { periodOptions } from '../sync/schedule-choice.tsx';
import { useAction } from '../use-action.ts';
import { accountName } from './account-words.ts';
import { PlanChoice } from './plan-choice.tsx';
import './account-dialog.css';

/** Name, plan, schedule and key of an account. The demo company has a schedule only. */
export function AccountDialog(props: { readonly account: Account | null; readonly onClose: () => void }) {
  return (
    <Dialog.Root
      open={props.account !== null}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dlg account-dialog" data-testid="account-dialog">
          {props.account === null ? null : (
            <AccountForm key={props.account.id} account={props.account} onClose={props.onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function AccountForm(props: { readonly account: Account; readonly onClose: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const { account } = props;
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState<Plan>(account.plan);
  const [period, setPeriod] = useState(String(account.syncEveryMinutes));
  const action = useAction();
  const own = account.kind === 'api';
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const saved = await action.run(() =>
      bridge.call.updateAccount({
        accountId: account.id,
        syncEveryMinutes: Number(period),
        ...(own ? { name: name.trim(), plan } : {}),
      }),
    );
    if (saved) props.onClose();
  }
  return (
    <>
      <Dialog.Title>{accountName(account, text)}</Dialog.Title>
      {own ? <p className="words">{account.baseUrl}</p> : null}
      <form id="account-form" onSubmit={(event) => void save(event)}>
        {own ? (
          <>
            <label className="line">
              <span>{text('connect.name')}</span>
              <span className="field">
                <input
                  value={name}
                  maxLength={120}
                  data-testid="account-name"
                  onChange={(event) => setName(event.target.value)}
                />
              </span>
            </label>
            <div className="line">
              <span>{text('connect.plan')}</span>
              <span data-testid="account-plan" data-value={plan}>
                <PlanChoice plan={plan} onChange={setPlan} />
              </span>
            </div>
            <p className="hint" data-testid="account-plan-note">
              {text(
                plan === account.plan
                  ? `account.plan-${plan}`
                  : plan === 'pro'
                    ? 'account.plan-to-pro'
                    : 'account.plan-to-free',
              )}
            </p>
          </>
        ) : null}
        <div className="line">
          <span>{text('account.schedule')}</span>
          <ChoiceMenu
            label={text('account.schedule')}
            testId="account-schedule"
            value={period}
            options={periodOptions(account.kind, text)}
            onChange={setPeriod}
          />
        </div>
        <p className="hint">{text('account.schedule-note')}</p>
      </form>
      {own ? <ReplaceKey account={account} /> : null}
      {action.failed === null ? null : (
        <p className="words neg" role="alert">
          {action.failed}
        </p>
      )}
      <div className="acts">
        <Dialog.Close className="btn">{text('common.cancel')}</Dialog.Close>
        <button
          type="submit"
          form="account-form"
          className="btn p"
          data-testid="account-save"
          disabled={action.busy}
        >
          {text('account.save')}
        </button>
      </div>
    </>
  );
}

function ReplaceKey(props: { readonly account: Account }) {
  const text = useText();
  const [told, setTold] = useState<'given' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <section className="key" aria-label={text('account.key')}>
      <div className="line">
        <span>{text('account.key')}</span>
        <KeyForm
          account={props.account}
          label={text(props.account.hasKey ? 'account.key-replace' : 'notice.key-give')}
          onGiven={() => setTold('given')}
          onFailed={setFailed}
        />
      </div>
      <p className="hint">{text('account.key-note')}</p>
      <p role="status" className="hint">
        {failed !== null ? (
          <span className="neg words">{failed}</span>
        ) : told === 'given' ? (
          <span className="tag k-pos">{text('account.key-given')}</span>
        ) : null}
      </p>
    </section>
  );
}
