import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/use-action.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Account } from '#shared/contract/app.ts';
import { ServerMessage } from './notice.tsx';

const WAYS = ['same-company', 'own-account', 'forget'] as const;

/** A key whose answers share nothing with the account: nothing was stored, and there are three ways out. */
export function KeyDecision(props: { readonly account: Account; readonly words: string | null }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  return (
    <div className="ban negb stack" role="alert" data-testid="notice" data-notice="other-company">
      <Icon name="warning" />
      <div className="grow">
        <b>{text('failure.other-company')}</b> {text('failure.other-company-do')}
        <ServerMessage words={props.words} />
        <ul className="ways-out">
          {WAYS.map((decision) => (
            <li key={decision}>
              <button
                type="button"
                className="btn sm"
                data-testid={`key-${decision}`}
                disabled={action.busy}
                onClick={() =>
                  void action.run(() => bridge.call.resolveKey({ accountId: props.account.id, decision }))
                }
              >
                {text(`key.${decision}`)}
              </button>
              <span>{text(`key.${decision}-note`)}</span>
            </li>
          ))}
        </ul>
        {action.failed === null ? null : <p className="words">{action.failed}</p>}
      </div>
    </div>
  );
}
