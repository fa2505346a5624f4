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
import { casesOf } from './sayings-for.ts';
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

/** State, reason, note, name and day of a follow-up, of one or of several. The note is kept when one leaves it. */
export function SayForm({ lines, saying, onSection }: FormProps) {
  const text = useText();
  const state = shared(lines, (line) => line.said?.state ?? 'open') ?? 'open';
  const before: Typed = {
    reason: shared(lines, ({ said }) => said?.reason ?? null),
    note: shared(lines, ({ said }) => said?.note ?? '') ?? '',
    owner: shared(lines, ({ said }) => said?.owner ?? null),
    followUp: shared(lines, ({ said }) => said?.followUp ?? null),
  };
  const [typed, setTyped] = useState(before);
  const owner = typed.owner ?? saying.owner;
  const kept = useRef(before);
  const put = (next: ExceptionState | null, more: Partial<Typed> = {}): void => {
    const now = { ...typed, ...more };
    kept.current = now;
    setTyped(now);
    void saying.say(lines, {
      state: next,
      reason: now.reason,
      note: lines.length > 1 && now.note === '' ? null : now.note,
      owner: (now.owner ?? saying.owner).trim(),
      followUp: now.followUp,
    });
  };
  const leave = (): void => {
    const { note, owner: name } = kept.current;
    if (lines.length === 1 && (note !== typed.note || name !== typed.owner)) put(null);
  };
  const isOne = lines.length === 1;
  const areOpen = lines.some((line) => line.state === 'open');
  const areClaimed = lines.every((line) => line.state === 'claimed');
  const shownState = isOne && lines[0]?.isChanged === true ? 'open' : state;
  return (
    <div className={styles.summary}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this is */}
      <div className={styles.wide} role="group" aria-label={text('exception.reason')}>
        <span className={styles.caption}>{text('exception.reason')}</span>
        <span className={styles.reasons}>
          {REASON_CODES.map((each) => (
            <Button
              key={each}
              className={ui.smallButton}
              data-testid={`exception-reason-${each}`}
              aria-pressed={typed.reason === each}
              onClick={() => {
                const reason = typed.reason === each ? null : each;
                // Of several it is said with their state; of one it is kept at once.
                if (isOne && reason !== null) put(null, { reason });
                else setTyped({ ...typed, reason });
              }}
            >
              {text(`exception.reason-${each}`)}
            </Button>
          ))}
        </span>
      </div>
      <label className={styles.wide}>
        <span>{text('exception.note')}</span>
        <textarea
          className={styles.input}
          data-testid="exception-note"
          rows={2}
          maxLength={10_000}
          placeholder={text('exception.note-hint')}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
          onBlur={leave}
        />
      </label>
      <label>
        <span>{text('exception.state')}</span>
        <select
          className={styles.input}
          data-testid="exception-state"
          data-value={shownState}
          value={shownState}
          onChange={({ target }) => put(target.value as ExceptionState)}
        >
          {EXCEPTION_STATES.map((each) => (
            <option key={each} value={each}>
              {text(`exception.state-${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{text('reconciliation.owner')}</span>
        <input
          className={styles.input}
          data-testid="exception-owner"
          maxLength={MAX_OWNER_LENGTH}
          autoComplete="name"
          value={owner}
          onChange={({ target }) => setTyped({ ...typed, owner: target.value })}
          onBlur={leave}
        />
      </label>
      <div className={classNames(styles.wide, styles.followUp)}>
        <DayField
          label={text('exception.follow-up')}
          day={typed.followUp}
          testId="exception-follow-up"
          title={text('exception.follow-up-hint')}
          onDay={(followUp) => {
            if (isOne && !areOpen) put(null, { followUp });
            else setTyped({ ...typed, followUp });
          }}
          onTyped={(day) => {
            if (day.kind === 'empty') setTyped({ ...typed, followUp: null });
          }}
        />
      </div>
      {saying.error === null ? null : (
        <p role="alert" className={classNames(ui.tag, ui.bad)}>
          {saying.error}
        </p>
      )}
      <p className={styles.ways}>
        {areOpen ? (
          <>
            <Button
              className={classNames(ui.button, ui.primaryButton)}
              data-testid="exception-explain"
              onClick={() => put('explained')}
            >
              {text('exception.explain')}
            </Button>
            <Button className={ui.button} data-testid="exception-accept" onClick={() => put('accepted')}>
              {text('exception.accept')}
            </Button>
          </>
        ) : areClaimed ? (
          <>
            {text('exception.claimed-in', { number: lines[0]?.claim ?? '' })}
            <Button
              className={ui.smallLink}
              data-testid="exception-claim-see"
              onClick={() => onSection('claims')}
            >
              {text('claim.see')}
            </Button>
          </>
        ) : (
          <Button className={ui.button} data-testid="exception-reopen" onClick={() => put('open')}>
            {text('exception.reopen')}
          </Button>
        )}
      </p>
      {areOpen ? (
        <div className={classNames(styles.wide, styles.offer)}>
          <ClaimOffer
            cases={casesOf(lines.filter((line) => line.state === 'open'))}
            currencyOf={(finding) =>
              lines.find(({ group }) => group.head === finding)?.currency ?? UNNAMED_CURRENCY
            }
            note={typed.note}
            onClaims={() => onSection('claims')}
          />
        </div>
      ) : null}
    </div>
  );
}
