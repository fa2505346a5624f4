import { type ComponentProps, type FormEvent, type RefObject, useRef, useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { PlanChoice } from '#renderer/features/accounts/accounts.tsx';
import { RestoreFirst } from '#renderer/features/backup/backup-section.tsx';
import { CurrencyChoice } from '#renderer/features/currency/currency-choice.tsx';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { LANGUAGE_CHOICES, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useUndoCommand } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Brand, Icon, IconButton, type IconName } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { KeyCheck, Plan } from '#shared/contract/app.ts';
import { readBaseUrl } from '#shared/domain/base-url.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import styles from './first-run.module.css';

/** Two equal ways in, one page. */
export function FirstRun(props: { readonly onBack: (() => void) | null }) {
  const text = useText();
  const { preferences, change } = usePreferences();
  useUndoCommand(null);
  return (
    <main className={styles.screen}>
      <div className={styles.content}>
        <header className={styles.head}>
          <Brand />
          <b>Cuadra</b>
          <span className={ui.grow} />
          <ChoiceMenu
            label={text('settings.language')}
            className={classNames(ui.quietButton, ui.smallButton)}
            value={preferences.language}
            options={LANGUAGE_CHOICES}
            onChange={(language) => change({ language })}
          />
          {props.onBack === null ? null : (
            <Button className={ui.smallButton} onClick={props.onBack}>
              {text('first.back')}
            </Button>
          )}
        </header>
        <h1>{text('first.title')}</h1>
        <p className={styles.lead}>{text('first.lead')}</p>
        <div className={styles.columns}>
          <section>
            <h2>{text('connect.title')}</h2>
            <p className={ui.muted}>{text('connect.lead')}</p>
            <ConnectForm onDone={props.onBack} />
          </section>
          <DemoWay onOpened={props.onBack} />
        </div>
        <p className={styles.actions}>
          {text('first.restore')} <RestoreFirst />
        </p>
        <ul className={styles.facts}>
          {PROMISES.map(([id, icon]) => (
            <li key={id}>
              <Icon name={icon} />
              <span>
                <b>{text(`first.${id}`)}</b> {text(`first.${id}-note`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

const PROMISES = [
  ['read-only', 'eye'],
  ['local', 'lock'],
  ['exact', 'export'],
] as const;

function DemoWay(props: { readonly onOpened: (() => void) | null }) {
  const text = useText();
  const { bridge } = useSession();
  const accounts = useAccounts();
  const [failed, setFailed] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  function open(): void {
    setOpening(true);
    bridge.call.openDemo(null).then(
      () => props.onOpened?.(),
      (error: unknown) => {
        setOpening(false);
        setFailed(errorMessage(error, text));
      },
    );
  }
  return (
    <section>
      <h2>{text('first.demo-title')}</h2>
      <p className={ui.muted}>{text('first.demo-lead')}</p>
      <ListTable
        className={styles.demo}
        caption={<caption className={ui.visuallyHidden}>{text('first.demo-holds')}</caption>}
        hasNoHead
        columns={[
          {
            heading: text('first.demo-holds'),
            draw: (held) => (
              <>
                {held === 'scopes' ? SCOPES.map((scope) => <ScopeMark key={scope} scope={scope} />) : null}
                {text(`first.demo-${held}`)}
              </>
            ),
          },
        ]}
        rows={['channels', 'rows', 'scopes', 'sections', 'live'] as const}
        keyOf={(held) => held}
      />
      <p className={styles.actions}>
        <Button
          className={ui.largeButton}
          data-testid="open-demo"
          disabled={opening || accounts === null}
          onClick={open}
        >
          {text('first.demo-open')}
        </Button>
      </p>
      {failed === null ? null : (
        <p className={styles.failure} role="alert">
          {text('first.demo-failed')} <q className={ui.verbatim}>{failed}</q>
        </p>
      )}
      <p className={ui.hint}>{text('first.demo-note')}</p>
    </section>
  );
}

type Phase = 'idle' | 'checking' | 'connecting';

/** The form's typed values, their faults, and the two calls it makes. */
function useConnect(onDone: (() => void) | null) {
  const text = useText();
  const { bridge } = useSession();
  const [typed, setTyped] = useState({ key: '', baseUrl: '', name: '', plan: 'pro' as Plan });
  const [currency, setCurrency] = useState<string | null>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const [check, setCheck] = useState<KeyCheck | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const addressField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const read = readBaseUrl(typed.baseUrl.trim());
  const problem = typed.baseUrl.trim() === '' ? ('empty' as const) : read.ok ? null : read.problem;
  const missing = typed.key.trim() === '';
  const input = { key: typed.key.trim(), baseUrl: read.ok ? read.baseUrl : '', plan: typed.plan };

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
      setFailed(errorMessage(error, text));
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
      const { activeId } = await bridge.call.connectAccount({ ...input, name: typed.name.trim() });
      if (activeId !== null && currency !== null)
        await bridge.call.updateAccount({ accountId: activeId, currencies: { main: currency, own: [] } });
      onDone?.();
    } catch (error) {
      setPhase('idle');
      setFailed(errorMessage(error, text));
    }
  }

  return {
    ...{ typed, currency, setCurrency, phase, check, failed, addressField, keyField, ask, connect },
    problem: tried ? problem : null,
    missing: tried && missing,
    /** Another key, address or plan: what was checked was not this one. */
    change: (part: Partial<typeof typed>): void => {
      setTyped({ ...typed, ...part });
      if (part.name !== undefined) return;
      setCheck(null);
      setFailed(null);
    },
  };
}

/** Key, address, plan: one real request tries them. Long, for it is one form whose fields share one state. */
function ConnectForm(props: { readonly onDone: (() => void) | null }) {
  const text = useText();
  const form = useConnect(props.onDone);
  const { typed, phase, check, problem, missing, change } = form;
  return (
    <form noValidate onSubmit={(event) => void form.connect(event)}>
      <label className={styles.field}>
        <span>{text('connect.base-url')}</span>
        <span className={classNames(styles.box, styles.input, problem === null ? ui.field : ui.invalidField)}>
          <input
            ref={form.addressField}
            type="url"
            value={typed.baseUrl}
            data-testid="connect-base-url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== null}
            onChange={(event) => change({ baseUrl: event.target.value })}
          />
        </span>
        {problem === null ? null : <em>{text(`connect.url-${problem}`)}</em>}
      </label>
      <label className={styles.field} htmlFor="connect-key">
        <span>{text('connect.key')}</span>
      </label>
      <span className={styles.row}>
        <KeyField
          field={form.keyField}
          value={typed.key}
          missing={missing}
          onChange={(key) => change({ key })}
        />
        <Button
          className={ui.button}
          data-testid="connect-check"
          disabled={phase !== 'idle'}
          onClick={() => void form.ask()}
        >
          {text(phase === 'checking' ? 'connect.checking' : 'connect.check')}
        </Button>
      </span>
      {missing ? (
        <em id="connect-key-problem" className={styles.problem}>
          {text('connect.key-missing')}
        </em>
      ) : null}
      <div role="status">{check === null ? null : <CheckResult check={check} plan={typed.plan} />}</div>
      <div className={styles.pair}>
        <div className={styles.field} data-testid="connect-plan" data-value={typed.plan}>
          <span>{text('connect.plan')}</span>
          <PlanChoice plan={typed.plan} onChange={(plan) => change({ plan })} />
        </div>
        <label className={classNames(styles.field, ui.grow)}>
          <span>
            {text('connect.name')} <span className={ui.faint}>{text('connect.optional')}</span>
          </span>
          <span className={classNames(ui.field, styles.box)}>
            <input
              value={typed.name}
              maxLength={120}
              data-testid="connect-name"
              onChange={(event) => change({ name: event.target.value })}
            />
          </span>
        </label>
      </div>
      <div className={classNames(styles.field, styles.currency)}>
        <span>
          {text('connect.currency')} <span className={ui.faint}>{text('connect.currency-why')}</span>
        </span>
        <CurrencyChoice
          label={text('connect.currency')}
          testId="connect-currency"
          code={form.currency}
          none={text('settings.currency-none')}
          onChoose={form.setCurrency}
        />
      </div>
      {form.failed === null ? null : (
        <StatusLine icon="warning" tone="negative" role="alert">
          {text('connect.failed')} <q className={ui.verbatim}>{form.failed}</q>
        </StatusLine>
      )}
      <h3>{text('connect.next')}</h3>
      <ol className={styles.steps}>
        {(['month', 'back', 'changes'] as const).map((step) => (
          <li key={step}>
            <b>{text(`connect.next-${step}`)}</b>
            <span>{text(`connect.next-${step}-note`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.actions}>
        <button
          type="submit"
          className={classNames(ui.primaryButton, ui.largeButton)}
          data-testid="connect-submit"
          disabled={phase !== 'idle'}
        >
          {text('connect.submit')}
        </button>
        <span className={ui.hint}>{text('connect.pace')}</span>
      </p>
    </form>
  );
}

/** The key, covered until one asks to see it. */
function KeyField(props: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly missing: boolean;
  readonly onChange: (key: string) => void;
}) {
  const text = useText();
  const [shown, setShown] = useState(false);
  const { missing } = props;
  const press = text(shown ? 'connect.hide' : 'connect.show');
  return (
    <span className={classNames(styles.box, styles.input, missing ? ui.invalidField : ui.field)}>
      <input
        ref={props.field}
        id="connect-key"
        type={shown ? 'text' : 'password'}
        value={props.value}
        data-testid="connect-key"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={missing}
        aria-describedby={missing ? 'connect-key-problem' : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <IconButton
        className={styles.eye}
        icon="eye"
        name={press}
        pressed={shown}
        onPress={() => setShown(!shown)}
      />
    </span>
  );
}

function StatusLine({
  icon,
  tone,
  children,
  ...line
}: ComponentProps<'p'> & {
  readonly icon: IconName;
  readonly tone: 'positive' | 'negative';
  readonly 'data-testid'?: string;
  readonly 'data-reason'?: string;
}) {
  return (
    <p {...line} className={styles.outcome}>
      <span className={ui[tone]}>
        <Icon name={icon} />
      </span>
      <span>{children}</span>
    </p>
  );
}

function CheckResult(props: { readonly check: KeyCheck; readonly plan: Plan }) {
  const text = useText();
  const formats = useFormats();
  const { check } = props;
  const said =
    check.words === null ? null : (
      <>
        {' '}
        <span className={ui.faint}>{text('connect.said')}</span> <q className={ui.verbatim}>{check.words}</q>
      </>
    );
  if (check.kind === 'accepted') {
    const plan = text(`plan.${props.plan}`);
    return (
      <StatusLine icon="check" tone="positive" data-testid="connect-accepted">
        <b>{text('connect.works')}</b>{' '}
        {check.earliest === null
          ? text('connect.works-plan', { plan })
          : text('connect.works-note', { plan, day: formatDay(check.earliest, formats.dates) })}
        {said}
      </StatusLine>
    );
  }
  return (
    <StatusLine
      icon="warning"
      tone="negative"
      role="alert"
      data-testid="connect-rejected"
      data-reason={check.reason}
    >
      <b>{text(`check.${check.reason}`)}</b> {text(`check.${check.reason}-do`)}
      {said}
    </StatusLine>
  );
}
