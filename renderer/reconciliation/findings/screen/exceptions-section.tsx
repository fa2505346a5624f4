import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Exceptions } from '#renderer/data/client/data-calls.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { countInSight } from '#renderer/reconciliation/findings/model/groups.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { ChosenExceptions } from './chosen-exceptions.tsx';
import styles from './exceptions.module.css';
import {
  filterLines,
  INITIAL_QUEUE,
  isOnly,
  monthInView,
  type QueueLine,
  type QueueState,
  queueGroups,
  queueLines,
  queueRows,
  queueSchema,
  turned,
} from './exceptions-list.ts';
import { queueLedTo } from './led-to.ts';
import { exceptionsTable, placeOfGroup } from './queue-columns.tsx';
import { Filters, StateTotals } from './queue-filters.tsx';
import { QueueTable } from './queue-table.tsx';
import { useSaying } from './use-saying.ts';

type SectionProps = {
  /** The key of the one that one was led to, among the others; of a group or of a finding its first. */
  readonly asked: string | null;
  /** The month that it is narrowed to at first; null: that of no place. */
  readonly month: Month | null;
  readonly onSection: OnSection;
};

/** The queue of exceptions and, beside it, the chosen ones. */
export function ExceptionsSection(props: SectionProps) {
  const text = useText();
  const { output, error, isStale, refresh } = useExceptions(true, true);
  return (
    <section
      id="reconciliation-exceptions"
      className={classNames(ui.section, styles.section)}
      aria-label={text('exception.title')}
      data-testid="exceptions"
      data-value={output === null ? '' : countInSight(output.groups)}
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
          <Queue {...props} found={output} />
        </div>
      )}
    </section>
  );
}

/** The lines with their ages, and how they are shown. Who is led to one sees it among the others. */
function useQueue({ groups }: Exceptions, asked: string | null, month: Month | null) {
  const text = useText();
  const ledger = useLedger();
  // In a month it is narrowed to it, whatever the queue was left at elsewhere.
  const [state, setState] = useScreenState<QueueState>(
    month === null ? 'reconciliation.queue' : 'reconciliation.month-queue',
    queueSchema,
    month === null ? INITIAL_QUEUE : { ...INITIAL_QUEUE, when: 'month' },
  );
  const present: LocalDateTime | null = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { code } = useCurrency();
  const lines = useMemo(() => {
    const currencyOf = amountCurrencies(
      groups.map(({ head }) => head),
      code,
    );
    return queueLines(
      groups,
      present,
      currencyOf,
      (group) => `${kindName(group.head.kind, text)} ${placeOfGroup(group, text)}`,
    );
  }, [groups, present, code, text]);
  const inView = useMemo(() => monthInView(lines, month), [lines, month]);
  const ofOnly = useMemo(() => lines.filter((line) => isOnly(line, state.only)), [lines, state.only]);
  const { sort, isDescending, opened, closed, age, when } = state;
  const search = useDeferredValue(state.search);
  const filtered = useMemo(
    () => filterLines(ofOnly, { state: state.state, age, search, when }, inView),
    [ofOnly, state.state, age, search, when, inView],
  );
  const shown = useMemo(
    () => queueGroups(filtered, { sort, isDescending }, text),
    [filtered, sort, isDescending, text],
  );
  const rows = useMemo(() => queueRows(shown, { opened, closed }), [shown, opened, closed]);
  const ledTo = useRef<string | null>(null);
  useEffect(() => {
    if (asked === null || ledTo.current === asked) return;
    const next = queueLedTo(asked, lines, state, month);
    if (next === null) return;
    ledTo.current = asked;
    setState(next);
  }, [asked, lines, month, state, setState]);
  const change = (part: Partial<QueueState>) => setState({ ...state, ...part });
  return { lines, ofOnly, inView, search, filtered, shown, rows, state, change };
}

/** The exceptions that the next thing is said of: those picked or, of none, the chosen one or the chosen group. */
function useTargets({ lines, shown, state }: Pick<ReturnType<typeof useQueue>, 'lines' | 'shown' | 'state'>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const ofPicked = useMemo(() => lines.filter(({ key }) => picked.has(key)), [lines, picked]);
  const group = shown.find(({ key }) => key === state.chosen);
  const line = group === undefined ? lines.find(({ key }) => key === state.chosen) : undefined;
  const chosen = group === undefined ? [line].filter((each) => each !== undefined) : group.lines;
  const pick = (some: readonly QueueLine[], isPicked: boolean): void => {
    const next = new Set(picked);
    for (const { key } of some) {
      if (isPicked) next.add(key);
      else next.delete(key);
    }
    setPicked(next);
  };
  return {
    picked,
    pick,
    clear: () => setPicked(new Set()),
    targets: ofPicked.length > 0 ? ofPicked : chosen,
    areOfGroup: ofPicked.length === 0 && group !== undefined,
  };
}

function Queue({ found, asked, month, onSection }: SectionProps & { readonly found: Exceptions }) {
  const queue = useQueue(found, asked, month);
  const { ofOnly: lines, inView, search, filtered, rows, state, change } = queue;
  const { targets, areOfGroup, picked, pick, clear } = useTargets(queue);
  const saying = useSaying();
  const place = useRef<HTMLDivElement>(null);
  const close = (): void => {
    const row = place.current?.querySelector<HTMLElement>(
      `[data-key="${state.chosen ?? ''}"] button[data-walked]`,
    );
    clear();
    change({ chosen: null });
    row?.focus();
  };
  return (
    <div className={classNames(styles.split, month !== null && styles.inMonth)} ref={place}>
      <div className={styles.queue} data-searched={search}>
        <Head month={month} onSection={onSection}>
          <QueueExport lines={filtered} of={state} revision={found.revision} />
        </Head>
        <Filters lines={lines} inView={inView} state={state} onChange={change} />
        {rows.length > 0 ? (
          <QueueTable
            rows={rows}
            month={month}
            state={state}
            onSort={(sort) =>
              change({ sort, isDescending: sort === state.sort ? !state.isDescending : true })
            }
            onTurn={(key, isOpen) => change(turned(state, key, isOpen))}
            chosen={state.chosen}
            onChoose={(key) => change({ chosen: key })}
            picked={picked}
            onPick={pick}
            onSay={(some, next) => void saying.say(some, { state: next, owner: saying.owner })}
          />
        ) : (
          <NothingShown found={found} state={state} onChange={change} />
        )}
        <StateTotals lines={lines} filtered={filtered} inView={inView} state={state} />
        {targets.length === 0 && saying.error !== null ? (
          <p role="alert" className={classNames(ui.tag, ui.bad)}>
            {saying.error}
          </p>
        ) : null}
      </div>
      {targets.length === 0 ? null : (
        <ChosenExceptions
          lines={targets}
          areOfGroup={areOfGroup}
          saying={saying}
          onClose={close}
          onSection={onSection}
        />
      )}
    </div>
  );
}

function Head(props: Pick<SectionProps, 'month' | 'onSection'> & { readonly children: ReactNode }) {
  const text = useText();
  const { month, onSection } = props;
  return (
    <header className={styles.head}>
      <h2>{text('exception.title')}</h2>
      <span className={ui.note}>
        {month === null ? text('exception.note-all') : describeMonth(month, text)}
      </span>
      <span className={ui.grow} />
      <Button
        className={ui.smallButton}
        data-testid="exceptions-to-claims"
        onClick={() => onSection('claims')}
      >
        {text('claim.title')}
      </Button>
      {props.children}
    </header>
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
  const { rows, groups } = props.found;
  const isClear = countInSight(groups) === 0;
  return props.state.state === 'open' && isClear ? (
    <p role="status" className={styles.none} data-testid="exceptions-none">
      <Icon name="check" small /> <b>{text('exception.none')}</b>{' '}
      {text('exception.none-checked', { count: rows, shown: formats.count(rows) })}
    </p>
  ) : (
    <p className={styles.none}>
      {text('exception.none-here')}{' '}
      {isClear ? null : (
        <Button
          className={ui.link}
          onClick={() => props.onChange({ state: 'open', age: 'all', search: '', when: 'all', only: null })}
        >
          {text('exception.show-open')}
        </Button>
      )}
    </p>
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
  const { chosen: _, opened: __, closed: ___, ...of } = props.of;
  return (
    <TableExport
      label={text('exception.export-title')}
      fileName={text('exception.title')}
      selection={{ ...EVERYTHING, scope }}
      of={of}
      table={() => exceptionsTable(props.lines, text)}
      revision={props.revision}
    />
  );
}
