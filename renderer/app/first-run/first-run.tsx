import { useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { LANGUAGE_NAMES } from '#renderer/features/preferences/languages.ts';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import { Brand, Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { ConnectForm } from './connect-form.tsx';
import './first-run.css';

/** Two equal ways in, one page. */
export function FirstRun(props: { readonly onBack: (() => void) | null }) {
  const text = useText();
  const { preferences, change } = usePreferences();
  const { bridge } = useSession();
  const accounts = useAccounts();
  const [failed, setFailed] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  function openDemo(): void {
    setOpening(true);
    bridge.call.openDemo(null).then(
      () => props.onBack?.(),
      (error: unknown) => {
        setOpening(false);
        setFailed(error instanceof Error ? error.message : String(error));
      },
    );
  }
  return (
    <main className="first">
      <div className="in">
        <header className="hd">
          <Brand />
          <b>Cuadra</b>
          <span className="grow" />
          <ChoiceMenu
            label={text('settings.language')}
            className="btn g sm"
            value={preferences.language}
            options={LANGUAGE_NAMES}
            onChange={(language) => change({ language })}
          />
          {props.onBack === null ? null : (
            <button type="button" className="btn sm" onClick={props.onBack}>
              {text('first.back')}
            </button>
          )}
        </header>
        <h1>{text('first.title')}</h1>
        <p className="ld">{text('first.lead')}</p>
        <div className="two">
          <section>
            <h2>{text('connect.title')}</h2>
            <p className="mut">{text('connect.lead')}</p>
            <ConnectForm onDone={props.onBack} />
          </section>
          <section>
            <h2>{text('first.demo-title')}</h2>
            <p className="mut">{text('first.demo-lead')}</p>
            <table className="t t12 dm">
              <caption className="sr">{text('first.demo-holds')}</caption>
              <tbody>
                <tr>
                  <td>{text('first.demo-channels')}</td>
                </tr>
                <tr>
                  <td>{text('first.demo-rows')}</td>
                </tr>
                <tr>
                  <td>
                    <ScopeMark scope="marketplace" />
                    <ScopeMark scope="comercial" />
                    <ScopeMark scope="total" />
                    {text('first.demo-scopes')}
                  </td>
                </tr>
                <tr>
                  <td>{text('first.demo-sections')}</td>
                </tr>
                <tr>
                  <td>{text('first.demo-live')}</td>
                </tr>
              </tbody>
            </table>
            <p className="act">
              <button
                type="button"
                className="btn big"
                data-testid="open-demo"
                disabled={opening || accounts === null}
                onClick={openDemo}
              >
                {text('first.demo-open')}
              </button>
            </p>
            {failed === null ? null : (
              <p className="fe" role="alert">
                {text('first.demo-failed')} <q className="words">{failed}</q>
              </p>
            )}
            <p className="f12 dim">{text('first.demo-note')}</p>
          </section>
        </div>
        <ul className="ft">
          <li>
            <Icon name="eye" />
            <span>
              <b>{text('first.read-only')}</b> {text('first.read-only-note')}
            </span>
          </li>
          <li>
            <Icon name="lock" />
            <span>
              <b>{text('first.local')}</b> {text('first.local-note')}
            </span>
          </li>
          <li>
            <Icon name="export" />
            <span>
              <b>{text('first.exact')}</b> {text('first.exact-note')}
            </span>
          </li>
        </ul>
      </div>
    </main>
  );
}
