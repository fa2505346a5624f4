import { type FormEvent, useRef, useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { PlanChoice } from '#renderer/features/accounts/account-settings.tsx';
import { CurrencyChoice } from '#renderer/features/currency/currency-choice.tsx';
import { LANGUAGE_NAMES, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Brand, Icon } from '#renderer/ui/icon.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { KeyCheck, Plan } from '#shared/contract/app.ts';
import { readBaseUrl } from '#shared/domain/base-url.ts';
import './first-run.css';
import '#renderer/app/settings/settings.css';

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

type Phase = 'idle' | 'checking' | 'connecting';

/** Key, address, plan; one real request tells whether they work before anything is stored. */
function ConnectForm(props: { readonly onDone: (() => void) | null }) {
  const text = useText();
  const { bridge } = useSession();
  const [key, setKey] = useState('');
  const [shown, setShown] = useState(false);
  const [baseUrl, setBaseUrl] = useState('');
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<Plan>('pro');
  const [currency, setCurrency] = useState<string | null>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const [check, setCheck] = useState<KeyCheck | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const addressField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const read = readBaseUrl(baseUrl.trim());
  const problem = baseUrl.trim() === '' ? 'empty' : read.ok ? null : read.problem;
  const missing = key.trim() === '';
  const input = { key: key.trim(), baseUrl: read.ok ? read.baseUrl : '', plan };
  const change = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      set(value);
      setCheck(null);
      setFailed(null);
    };
  };

  async function ask(): Promise<KeyCheck | null> {
    setTried(true);
    setFailed(null);
    if (missing || problem !== null) {
      // The first one at fault: what is wrong is said with its name.
      (problem !== null ? addressField : keyField).current?.focus();
      return null;
    }
    setPhase('checking');
    try {
      const found = await bridge.call.checkKey(input);
      setCheck(found);
      return found;
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      setPhase('idle');
    }
  }

  async function connect(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = check?.kind === 'accepted' ? check : await ask();
    if (found?.kind !== 'accepted') return;
    setPhase('connecting');
    try {
      const { activeId } = await bridge.call.connectAccount({ ...input, name: name.trim() });
      if (activeId !== null && currency !== null)
        await bridge.call.updateAccount({ accountId: activeId, currencies: { main: currency, own: [] } });
      props.onDone?.();
    } catch (error) {
      setPhase('idle');
      setFailed(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void connect(event)}>
      <label className="fl">
        <span>{text('connect.base-url')}</span>
        <span className={tried && problem !== null ? 'field k err' : 'field k'}>
          <input
            ref={addressField}
            type="url"
            value={baseUrl}
            data-testid="connect-base-url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={tried && problem !== null}
            onChange={(event) => change(setBaseUrl)(event.target.value)}
          />
        </span>
        {tried && problem !== null ? <em>{text(`connect.url-${problem}`)}</em> : null}
      </label>
      <label className="fl" htmlFor="connect-key">
        <span>{text('connect.key')}</span>
      </label>
      <span className="row">
        <span className={tried && missing ? 'field k err' : 'field k'}>
          <input
            ref={keyField}
            id="connect-key"
            type={shown ? 'text' : 'password'}
            value={key}
            data-testid="connect-key"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={tried && missing}
            aria-describedby={tried && missing ? 'connect-key-problem' : undefined}
            onChange={(event) => change(setKey)(event.target.value)}
          />
          <button
            type="button"
            className="eye"
            title={text(shown ? 'connect.hide' : 'connect.show')}
            aria-label={text(shown ? 'connect.hide' : 'connect.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name="eye" />
          </button>
        </span>
        <button
          type="button"
          className="btn"
          data-testid="connect-check"
          disabled={phase !== 'idle'}
          onClick={() => void ask()}
        >
          {text(phase === 'checking' ? 'connect.checking' : 'connect.check')}
        </button>
      </span>
      {tried && missing ? (
        <em id="connect-key-problem" className="fe-line">
          {text('connect.key-missing')}
        </em>
      ) : null}
      <div role="status">{check === null ? null : <CheckResult check={check} plan={plan} />}</div>
      <div className="pair">
        <div className="fl" data-testid="connect-plan" data-value={plan}>
          <span>{text('connect.plan')}</span>
          <PlanChoice plan={plan} onChange={change(setPlan)} />
        </div>
        <label className="fl grow">
          <span>
            {text('connect.name')} <span className="dim">{text('connect.optional')}</span>
          </span>
          <span className="field">
            <input
              value={name}
              maxLength={120}
              data-testid="connect-name"
              onChange={(event) => setName(event.target.value)}
            />
          </span>
        </label>
      </div>
      <div className="fl currency">
        <span>
          {text('connect.currency')} <span className="dim">{text('connect.currency-why')}</span>
        </span>
        <CurrencyChoice
          label={text('connect.currency')}
          testId="connect-currency"
          code={currency}
          none={text('settings.currency-none')}
          onChoose={setCurrency}
        />
      </div>
      {failed === null ? null : (
        <p className="okl" role="alert">
          <span className="neg">
            <Icon name="warning" />
          </span>
          <span>
            {text('connect.failed')} <q className="words">{failed}</q>
          </span>
        </p>
      )}
      <h3>{text('connect.next')}</h3>
      <ol className="st">
        <li>
          <b>{text('connect.next-month')}</b>
          <span>{text('connect.next-month-note')}</span>
        </li>
        <li>
          <b>{text('connect.next-back')}</b>
          <span>{text('connect.next-back-note')}</span>
        </li>
        <li>
          <b>{text('connect.next-changes')}</b>
          <span>{text('connect.next-changes-note')}</span>
        </li>
      </ol>
      <p className="act">
        <button type="submit" className="btn p big" data-testid="connect-submit" disabled={phase !== 'idle'}>
          {text('connect.submit')}
        </button>
        <span className="dim f12">{text('connect.pace')}</span>
      </p>
    </form>
  );
}

/** What the one real request told. */
function CheckResult(props: { readonly check: KeyCheck; readonly plan: Plan }) {
  const text = useText();
  const formats = useFormats();
  const { check } = props;
  const said =
    check.words === null ? null : (
      <>
        {' '}
        <span className="dim">{text('connect.said')}</span> <q className="words">{check.words}</q>
      </>
    );
  if (check.kind === 'accepted') {
    const plan = text(props.plan === 'pro' ? 'plan.pro' : 'plan.free');
    return (
      <p className="okl" data-testid="connect-accepted">
        <span className="pos">
          <Icon name="check" />
        </span>
        <span>
          <b>{text('connect.works')}</b>{' '}
          {check.earliest === null
            ? text('connect.works-plan', { plan })
            : text('connect.works-note', { plan, day: formatDay(check.earliest, formats.dates) })}
          {said}
        </span>
      </p>
    );
  }
  return (
    <p className="okl" role="alert" data-testid="connect-rejected" data-reason={check.reason}>
      <span className="neg">
        <Icon name="warning" />
      </span>
      <span>
        <b>{text(`check.${check.reason}`)}</b> {text(`check.${check.reason}-do`)}
        {said}
      </span>
    </p>
  );
}
