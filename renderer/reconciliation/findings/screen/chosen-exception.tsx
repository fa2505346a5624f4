import { useRef, useState } from 'react';
import { EXCEPTION_STATES, type ExceptionState } from '#renderer/data/model/finding.ts';
import {
  isOfLines,
  kindAdvice,
  kindMeaning,
  kindName,
  whereOf,
} from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { type OnSection, SECTIONS } from '#renderer/reconciliation/parts/sections.ts';
import { MAX_OWNER_LENGTH } from '#renderer/reconciliation/parts/use-owner.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './exceptions.module.css';
import type { QueueLine } from './exceptions-list.ts';
import type { useSaying } from './use-saying.ts';
import { type Way, waysOf } from './ways.ts';

type ChosenProps = {
  readonly line: QueueLine;
  readonly saying: ReturnType<typeof useSaying>;
  readonly onClose: () => void;
  readonly onSection: OnSection;
};

/** The chosen exception: what it is, its figures, what to do, where its rows are, and what was said of it. */
export function ChosenException(props: ChosenProps) {
  const text = useText();
  const { line } = props;
  const { finding, isFound } = line;
  return (
    <aside
      className={styles.chosen}
      aria-labelledby="exception-chosen"
      data-testid="exception-chosen"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
    >
      <header>
        <div>
          <h3 id="exception-chosen" tabIndex={-1}>
            {kindName(finding.kind, text)}
          </h3>
          <p className={ui.hint}>
            {whereOf(finding, text)}{' '}
            {finding.affects.map((scope) => (
              <ScopeMark key={scope} scope={scope} />
            ))}
          </p>
        </div>
        <IconButton
          className={ui.toolButton}
          icon="close"
          name={text('common.close')}
          onPress={props.onClose}
        />
      </header>
      {isFound ? null : <p className={classNames(ui.tag, ui.good)}>{text('exception.resolved-hint')}</p>}
      <Changed line={line} />
      <Facts line={line} />
      <h4>{text('exception.what')}</h4>
      <p className={ui.small}>{kindMeaning(finding, text)}</p>
      <h4>{text('exception.advice')}</h4>
      <p className={ui.small}>{kindAdvice(finding.kind, text)}</p>
      <Ways line={line} onSection={props.onSection} />
      <StateForm key={line.key} line={line} saying={props.saying} />
      <History line={line} />
    </aside>
  );
}

/** That it is another thing than what was explained or accepted: its amount before and after. */
function Changed({ line: { isChanged, record, finding } }: Pick<ChosenProps, 'line'>) {
  const text = useText();
  const formats = useFormats();
  if (!isChanged || record === null) return null;
  const before = record.finding;
  const places = formats.places([before.amount, finding.amount].filter((amount) => amount !== null));
  return (
    <div className={styles.changed} data-testid="exception-changed">
      <p className={classNames(ui.tag, ui.caution)}>
        {text('exception.changed', { state: text(`exception.state-${record.state}`).toLowerCase() })}
      </p>
      <dl className={styles.facts}>
        {(
          [
            ['before', before],
            ['now', finding],
          ] as const
        ).map(([when, { amount, rows }]) => (
          <div key={when}>
            <dt>{text(`exception.${when}`)}</dt>
            <dd>
              <Figure value={amount} kind="money" places={places} testId={`exception-${when}`} />{' '}
              <span className={ui.faint}>
                {text('count.rows', { count: rows, shown: formats.count(rows) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Facts({ line: { finding, days, currency } }: Pick<ChosenProps, 'line'>) {
  const text = useText();
  const formats = useFormats();
  const { amount, rows, orders, firstPurchase, lastPurchase } = finding;
  const ofLines = isOfLines(finding);
  const places = formats.places(amount === null ? [] : [amount]);
  const day = (date: typeof firstPurchase) => (date === null ? '—' : formatDay(date, formats.dates));
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text('exception.amount')}</dt>
        <dd>
          <Figure value={amount} kind="money" places={places} /> {currency}
        </dd>
      </div>
      <div>
        <dt>{text(ofLines ? 'match.lines' : 'exception.rows')}</dt>
        <dd>
          <Figure value={String(rows)} kind="count" />
        </dd>
      </div>
      <div>
        <dt>{text('exception.orders')}</dt>
        <dd>
          <Figure value={String(orders)} kind="count" />
        </dd>
      </div>
      <div>
        <dt>{text(ofLines ? 'exception.first-line' : 'exception.first')}</dt>
        <dd>
          {day(firstPurchase)}
          {days === null ? null : (
            <span className={ui.faint}>
              {' '}
              · {text('exception.days-shown', { count: formats.count(days) })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{text(ofLines ? 'exception.last-line' : 'exception.last')}</dt>
        <dd>{day(lastPurchase)}</dd>
      </div>
    </dl>
  );
}

/** The ways to its rows. */
function Ways({ line, onSection }: Pick<ChosenProps, 'line' | 'onSection'>) {
  const text = useText();
  const open = useOpenOrders();
  const { change } = useSelection();
  const { go } = useNavigation();
  if (!line.isFound) return null;
  const follow = (way: Way): void => {
    switch (way.to) {
      case 'orders':
        open({ only: way.only, by: way.by, at: way.at });
        return;
      case 'sync':
        go('sync', way.month);
        return;
      case 'section':
        if (way.only.length > 0) change(way.only);
        onSection(way.section, {
          month: way.month,
          ...(way.matches === undefined ? {} : { matches: way.matches }),
        });
    }
  };
  const nameOf = (way: Way): string => {
    if (way.to !== 'section') return text(`exception.see-${way.to}`);
    const section = SECTIONS.find(({ id }) => id === way.section);
    return text('exception.see-section', { section: section === undefined ? '' : text(section.name) });
  };
  return (
    <p className={styles.ways}>
      {waysOf(line.finding).map((way) => (
        <Button
          key={way.to}
          className={ui.smallButton}
          data-testid={`exception-to-${way.to}`}
          onClick={() => follow(way)}
        >
          {nameOf(way)}
        </Button>
      ))}
    </p>
  );
}

/** State, note and name. The note is kept when one leaves it. */
function StateForm({ line, saying }: Pick<ChosenProps, 'line' | 'saying'>) {
  const text = useText();
  const { record, state } = line;
  const [note, setNote] = useState(record?.note ?? '');
  const [typed, setOwner] = useState(record?.owner ?? null);
  const owner = typed ?? saying.owner;
  const kept = useRef({ note: record?.note ?? '', owner: typed });
  const put = (next: ExceptionState | null): void => {
    kept.current = { note, owner: typed };
    void saying.say(line, { state: next, note, owner: owner.trim() });
  };
  const leave = (): void => {
    if (kept.current.note !== note || kept.current.owner !== typed) put(null);
  };
  return (
    <div className={styles.summary}>
      <label>
        <span>{text('exception.state')}</span>
        <select
          className={styles.input}
          data-testid="exception-state"
          data-value={state}
          value={state}
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
          onChange={({ target }) => setOwner(target.value)}
          onBlur={leave}
        />
      </label>
      <label className={styles.wide}>
        <span>{text('exception.note')}</span>
        <textarea
          className={styles.input}
          data-testid="exception-note"
          rows={3}
          maxLength={10_000}
          placeholder={text('exception.note-hint')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onBlur={leave}
        />
      </label>
      {saying.error === null ? null : (
        <p role="alert" className={classNames(ui.tag, ui.bad)}>
          {saying.error}
        </p>
      )}
      <NextStates state={state} onState={put} />
    </div>
  );
}

/** The states that an exception may have next, a press each. */
function NextStates(props: {
  readonly state: ExceptionState;
  readonly onState: (state: ExceptionState) => void;
}) {
  const text = useText();
  const { state, onState } = props;
  return (
    <p className={styles.ways}>
      {state === 'open' ? (
        <>
          <Button
            className={classNames(ui.button, ui.primaryButton)}
            data-testid="exception-explain"
            onClick={() => onState('explained')}
          >
            {text('exception.explain')}
          </Button>
          <Button className={ui.button} data-testid="exception-accept" onClick={() => onState('accepted')}>
            {text('exception.accept')}
          </Button>
        </>
      ) : (
        <Button className={ui.button} data-testid="exception-reopen" onClick={() => onState('open')}>
          {text('exception.reopen')}
        </Button>
      )}
    </p>
  );
}

/** Who said what, the newest first. */
function History({ line: { record } }: Pick<ChosenProps, 'line'>) {
  const text = useText();
  const formats = useFormats();
  if (record === null || record.log.length === 0) return null;
  return (
    <>
      <h4>{text('exception.log')}</h4>
      <ol className={styles.log}>
        {record.log.toReversed().map(({ state, owner, note, atMs, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, at the front
          <li key={record.log.length - at} data-testid="exception-log">
            <span className={ui.faint}>{formatMoment(machineLocal(atMs), formats.dates)}</span>{' '}
            {text('exception.log-line', {
              owner: owner === '' ? text('exception.nobody') : owner,
              state: text(`exception.state-${state}`),
            })}{' '}
            {amount === null ? null : (
              <Figure value={amount} kind="money" places={formats.places([amount])} />
            )}
            {note === '' ? null : <q>{note}</q>}
          </li>
        ))}
      </ol>
    </>
  );
}
