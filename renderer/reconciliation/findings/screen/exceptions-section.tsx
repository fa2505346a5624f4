import { useEffect, useMemo, useRef } from 'react';
import type { Exceptions } from '#renderer/data/client/data-calls.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { openExceptions } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { ChosenException } from './chosen-exception.tsx';
import styles from './exceptions.module.css';
import {
  AGES,
  ageOf,
  INITIAL_QUEUE,
  type QueueLine,
  type QueueState,
  queueLine,
  queueSchema,
  SHOWN,
  shownLines,
} from './exceptions-list.ts';
import { exceptionsTable, QueueTable } from './queue-table.tsx';
import { useSaying } from './use-saying.ts';

/** The queue of exceptions and, beside it, the chosen one. */
export function ExceptionsSection(props: {
  /** The key of the one that one was led to, among the others. */
  readonly asked: string | null;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const { output, error, isStale, refresh } = useExceptions();
  return (
    <section
      id="reconciliation-exceptions"
      className={classNames(ui.section, styles.section)}
      aria-label={text('exception.title')}
      data-testid="exceptions"
      data-value={output === null ? '' : openExceptions(output.exceptions).length}
    >
      {output === null ? (
        <header>
          <h2>{text('exception.title')}</h2>
          <span className={ui.note}>{text('exception.note-all')}</span>
        </header>
      ) : null}
      {error === null ? null : <QueryFailure error={error} onRetry={refresh} />}
      {output === null ? (
        error === null ? (
          <p className={classNames(ui.hint, styles.waiting)} role="status">
            {text('exception.loading')}
          </p>
        ) : null
      ) : (
        <div data-stale={isStale} aria-busy={isStale}>
          <Queue found={output} asked={props.asked} onSection={props.onSection} />
        </div>
      )}
    </section>
  );
}

/** The lines with their ages, and how they are shown. Who is led to one sees it among the others. */
function useQueue({ exceptions }: Exceptions, asked: string | null) {
  const text = useText();
  const ledger = useLedger();
  const [state, setState] = useScreenState<QueueState>('reconciliation.queue', queueSchema, INITIAL_QUEUE);
  const present: LocalDateTime | null = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { code } = useCurrency();
  const lines = useMemo(() => {
    const currencyOf = amountCurrencies(
      exceptions.map(({ finding }) => finding),
      code,
    );
    return exceptions.map((exception) => queueLine(exception, present, currencyOf(exception.finding)));
  }, [exceptions, present, code]);
  const shown = useMemo(() => {
    const namesOf = ({ finding, record }: QueueLine) =>
      [kindName(finding.kind, text), whereOf(finding, text), record?.note, record?.owner].join(' ');
    return shownLines(lines, state, namesOf, text);
  }, [lines, state, text]);
  const ledTo = useRef<string | null>(null);
  useEffect(() => {
    const line = lines.find(({ key }) => key === asked);
    if (line === undefined || ledTo.current === asked) return;
    ledTo.current = asked;
    setState({ ...state, state: line.shownState, age: 'all', search: '', chosen: line.key });
  }, [asked, lines, state, setState]);
  return {
    lines,
    shown,
    state,
    change: (part: Partial<QueueState>) => setState({ ...state, ...part }),
    chosen: lines.find(({ key }) => key === state.chosen) ?? null,
  };
}

function Queue(props: {
  readonly found: Exceptions;
  readonly asked: string | null;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const { found } = props;
  const { lines, shown, state, change, chosen } = useQueue(found, props.asked);
  const saying = useSaying();
  const body = useRef<HTMLTableSectionElement>(null);
  const close = (): void => {
    const row = body.current?.querySelector<HTMLElement>(`[data-key="${chosen?.key ?? ''}"] button`);
    change({ chosen: null });
    row?.focus();
  };
  return (
    <div className={styles.split}>
      <div className={styles.queue}>
        <header className={styles.head}>
          <h2>{text('exception.title')}</h2>
          <span className={ui.note}>{text('exception.note-all')}</span>
          <span className={ui.grow} />
          <QueueExport lines={shown} of={state} revision={found.revision} />
        </header>
        <Filters lines={lines} state={state} onChange={change} />
        {shown.length > 0 ? (
          <QueueTable
            lines={shown}
            state={state}
            onSort={(sort) =>
              change({ sort, isDescending: sort === state.sort ? !state.isDescending : true })
            }
            chosen={chosen?.key ?? null}
            onChoose={(key) => change({ chosen: key })}
            onSay={(line, next) =>
              void saying.say(line, {
                state: next,
                note: line.record?.note ?? '',
                owner: line.record?.owner ?? saying.owner,
              })
            }
            body={body}
          />
        ) : (
          <NothingShown found={found} state={state} onChange={change} />
        )}
        {chosen === null && saying.error !== null ? (
          <p role="alert" className={classNames(ui.tag, ui.bad)}>
            {saying.error}
          </p>
        ) : null}
      </div>
      {chosen === null ? null : (
        <ChosenException line={chosen} saying={saying} onClose={close} onSection={props.onSection} />
      )}
    </div>
  );
}

/** The message where there is nothing to review at all, with what was checked; or nothing under these filters. */
function NothingShown(props: {
  readonly found: Exceptions;
  readonly state: QueueState;
  readonly onChange: (part: Partial<QueueState>) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { rows, exceptions } = props.found;
  const isClear = openExceptions(exceptions).length === 0;
  return props.state.state === 'open' && isClear ? (
    <p role="status" className={styles.none} data-testid="exceptions-none">
      <Icon name="check" small /> <b>{text('exception.none')}</b>{' '}
      {text('exception.none-checked', { count: rows, shown: formats.count(rows) })}
    </p>
  ) : (
    <p className={styles.none}>
      {text('exception.none-here')}{' '}
      {isClear ? null : (
        <Button className={ui.link} onClick={() => props.onChange({ state: 'open', age: 'all', search: '' })}>
          {text('exception.show-open')}
        </Button>
      )}
    </p>
  );
}

/** By state, and by age among those of the state. */
function Filters(props: {
  readonly lines: readonly QueueLine[];
  readonly state: QueueState;
  readonly onChange: (part: Partial<QueueState>) => void;
}) {
  const text = useText();
  const { lines, state, onChange } = props;
  const ofState = lines.filter(({ shownState }) => shownState === state.state);
  const countOf = (age: string) => ofState.filter(({ days }) => ageOf(days) === age).length;
  return (
    <div className={styles.filters}>
      <Segmented
        label={text('exception.states')}
        value={state.state}
        options={SHOWN.map((each) => ({
          value: each,
          label: text(`exception.states-${each}`, {
            count: lines.filter(({ shownState }) => shownState === each).length,
          }),
          testId: `exceptions-${each}`,
        }))}
        onChange={(next) => onChange({ state: next })}
      />
      <Segmented
        label={text('exception.ages')}
        value={state.age}
        options={[
          { value: 'all', label: text('exception.age-all', { count: ofState.length }) },
          ...AGES.map(({ id }) => ({
            value: id,
            label: <span className={styles[id]}>{text(`exception.age-${id}`, { count: countOf(id) })}</span>,
            testId: `exceptions-age-${id}`,
          })),
        ]}
        onChange={(age) => onChange({ age })}
      />
      <span className={ui.field}>
        <Icon name="search" small />
        <input
          type="search"
          data-testid="exceptions-search"
          aria-label={text('exception.search')}
          placeholder={text('exception.search')}
          value={state.search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
      </span>
    </div>
  );
}

function QueueExport(props: {
  readonly lines: readonly QueueLine[];
  /** How they were chosen. */
  readonly of: QueueState;
  readonly revision: number;
}) {
  const text = useText();
  const { scope } = useSelection().selection;
  return (
    <TableExport
      label={text('exception.export-title')}
      fileName={text('exception.title')}
      selection={{ ...EVERYTHING, scope }}
      of={{ ...props.of, chosen: null }}
      table={() => exceptionsTable(props.lines, text)}
      revision={props.revision}
    />
  );
}
