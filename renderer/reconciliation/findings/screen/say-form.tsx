import { useRef, useState } from 'react';
import {
  EXCEPTION_STATES,
  type ExceptionState,
  REASON_CODES,
  type ReasonCode,
} from '#renderer/data/model/finding.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { ClaimOffer } from '#renderer/reconciliation/parts/claim-offer.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { MAX_OWNER_LENGTH } from '#renderer/reconciliation/parts/use-owner.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { DayField } from '#renderer/ui/day-field.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import styles from './exceptions.module.css';
import type { QueueLine } from './exceptions-list.ts';
import { casesOf, spokenOf } from './sayings-for.ts';
import type { useSaying } from './use-saying.ts';

type FormProps = {
  readonly lines: readonly QueueLine[];
  readonly saying: ReturnType<typeof useSaying>;
  readonly onSection: OnSection;
};

/** What all of some share; null where they differ. */
function shared<T>(lines: readonly QueueLine[], of: (line: QueueLine) => T): T | null {
  const [first, ...others] = lines.map(of);
  return first === undefined || others.some((each) => each !== first) ? null : first;
}

type Typed = {
  readonly reason: ReasonCode | null;
  readonly note: string;
  readonly owner: string | null;
  readonly followUp: LocalDate | null;
};

/** What is typed of some exceptions, and how it is said. */
function useTyped({ lines, saying }: Pick<FormProps, 'lines' | 'saying'>) {
  const before: Typed = {
    reason: shared(lines, ({ said }) => said?.reason ?? null),
    note: shared(lines, ({ said }) => said?.note ?? '') ?? '',
    owner: shared(lines, ({ said }) => said?.owner ?? null),
    followUp: shared(lines, ({ said }) => said?.followUp ?? null),
  };
  const [typed, setTyped] = useState(before);
  const kept = useRef(before);
  const isOne = lines.length === 1;
  const put = (state?: ExceptionState, more: Partial<Typed> = {}): void => {
    const now = { ...typed, ...more };
    kept.current = now;
    setTyped(now);
    void saying.say(lines, {
      state,
      ...spokenOf(now, isOne),
      owner: (now.owner ?? saying.owner).trim(),
    });
  };
  return {
    typed,
    put,
    type: (part: Partial<Typed>) => setTyped({ ...typed, ...part }),
    /** Of one it is kept at once; of several it is said with their state. */
    choose: (part: Partial<Typed>) => {
      if (isOne) put(undefined, part);
      else setTyped({ ...typed, ...part });
    },
    leave: () => {
      const { note, owner } = kept.current;
      if (isOne && (note !== typed.note || owner !== typed.owner)) put();
    },
  };
}

type Form = ReturnType<typeof useTyped>;

/** State, reason, note, name and day of a follow-up, of one or of several. The note is kept when one leaves it. */
export function SayForm(props: FormProps) {
  const text = useText();
  const { lines, saying } = props;
  const form = useTyped(props);
  const { typed, type, leave, choose } = form;
  return (
    <div className={styles.summary}>
      <Reasons form={form} />
      <label className={styles.wide}>
        <span>{text('exception.note')}</span>
        <textarea
          className={styles.input}
          data-testid="exception-note"
          rows={2}
          maxLength={10_000}
          placeholder={text('exception.note-hint')}
          value={typed.note}
          onChange={({ target }) => type({ note: target.value })}
          onBlur={leave}
        />
      </label>
      <StateChoice lines={lines} form={form} />
      <label>
        <span>{text('reconciliation.owner')}</span>
        <input
          className={styles.input}
          data-testid="exception-owner"
          maxLength={MAX_OWNER_LENGTH}
          autoComplete="name"
          value={typed.owner ?? saying.owner}
          onChange={({ target }) => type({ owner: target.value })}
          onBlur={leave}
        />
      </label>
      <div className={styles.wide}>
        <DayField
          label={text('exception.follow-up')}
          day={typed.followUp}
          testId="exception-follow-up"
          title={text('exception.follow-up-hint')}
          onDay={(followUp) => choose({ followUp })}
          onTyped={({ kind }) => {
            if (kind === 'empty') choose({ followUp: null });
          }}
        />
      </div>
      {saying.error === null ? null : (
        <p role="alert" className={classNames(ui.tag, ui.bad)}>
          {saying.error}
        </p>
      )}
      <Presses {...props} form={form} />
    </div>
  );
}

function Reasons({ form: { typed, choose } }: { readonly form: Form }) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this is
    <div className={styles.wide} role="group" aria-label={text('exception.reason')}>
      <span className={styles.caption}>{text('exception.reason')}</span>
      <span className={styles.reasons}>
        {REASON_CODES.map((each) => (
          <Button
            key={each}
            className={ui.smallButton}
            data-testid={`exception-reason-${each}`}
            aria-pressed={typed.reason === each}
            onClick={() => choose({ reason: typed.reason === each ? null : each })}
          >
            {text(`exception.reason-${each}`)}
          </Button>
        ))}
      </span>
    </div>
  );
}

function StateChoice({ lines, form }: Pick<FormProps, 'lines'> & { readonly form: Form }) {
  const text = useText();
  const said = shared(lines, (line) => line.said?.state ?? 'open') ?? 'open';
  const state = lines.length === 1 && lines[0]?.isChanged === true ? 'open' : said;
  return (
    <label>
      <span>{text('exception.state')}</span>
      <select
        className={styles.input}
        data-testid="exception-state"
        data-value={state}
        value={state}
        onChange={({ target }) => form.put(target.value as ExceptionState)}
      >
        {EXCEPTION_STATES.map((each) => (
          <option key={each} value={each}>
            {text(`exception.state-${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What may be done next, a press each. */
function Presses({ lines, form, onSection }: FormProps & { readonly form: Form }) {
  const text = useText();
  const open = lines.filter((line) => line.state === 'open');
  const onClaims = (): void => onSection('claims');
  if (lines.every((line) => line.state === 'claimed'))
    return (
      <p className={styles.ways}>
        {text('exception.claimed-in', { number: lines[0]?.claim ?? '' })}
        <Button className={ui.smallLink} data-testid="exception-claim-see" onClick={onClaims}>
          {text('claim.see')}
        </Button>
      </p>
    );
  if (open.length === 0)
    return (
      <p className={styles.ways}>
        <Button className={ui.button} data-testid="exception-reopen" onClick={() => form.put('open')}>
          {text('exception.reopen')}
        </Button>
      </p>
    );
  return (
    <>
      <p className={styles.ways}>
        <Button
          className={classNames(ui.button, ui.primaryButton)}
          data-testid="exception-explain"
          onClick={() => form.put('explained')}
        >
          {text('exception.explain')}
        </Button>
        <Button className={ui.button} data-testid="exception-accept" onClick={() => form.put('accepted')}>
          {text('exception.accept')}
        </Button>
      </p>
      <div className={classNames(styles.wide, styles.offer)}>
        <ClaimOffer
          cases={casesOf(open)}
          currencyOf={(finding) =>
            open.find(({ group }) => group.head === finding)?.currency ?? UNNAMED_CURRENCY
          }
          note={form.typed.note}
          onClaims={onClaims}
        />
      </div>
    </>
  );
}
