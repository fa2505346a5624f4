import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChangesHead,
  type ChangesSource,
  type ChangesView,
  createChangesSource,
} from '#renderer/data/client/change-rows.ts';
import {
  useLedger,
  useLiveQuery,
  usePages,
  useSession,
  useStore,
} from '#renderer/data/client/session-context.tsx';
import type { ChangesQuery } from '#renderer/data/model/changes.ts';
import {
  addressedRows,
  afterMessage,
  type ChangesRows,
  type ChangesTable,
  INITIAL_ROWS,
  INITIAL_TABLE,
  isInitial,
  isNarrowed,
  KINDS,
  monthsBetween,
  questionMessage,
  ROWS_PART,
  rowsSchema,
  sinceKey,
  sinceSchema,
  TABLE_PART,
  tableSchema,
  toggleKind,
} from '#renderer/features/changes/changes-state.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { clockMessage, useNow } from '#renderer/features/messages/time-messages.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useScreenParts, useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { readStored, writeStored } from '#renderer/features/preferences/stored.ts';
import { usePageMargin } from '#renderer/features/provenance/page-margins.ts';
import selectionStyles from '#renderer/features/selection/selection.module.css';
import { describeSelection, useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { UndoStep } from '#renderer/features/undo/undo.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { DayField } from '#renderer/ui/day-field.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import styles from './changes.module.css';

/** No choice; a channel's own name may be blank. */
const ANY = 'any';

type Change = (part: Partial<ChangesRows>) => void;

/** Since when, purchases of which month, which kinds, which channel; everything that narrows is visible. */
export function ChangesFilters(props: {
  readonly rows: ChangesRows;
  readonly head: ChangesHead | null;
  readonly lastRun: RunEntry | null;
  /** The day that was asked for last, or the one to begin with. */
  readonly day: LocalDate;
  readonly onChange: Change;
  readonly onClear: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { rows, head, onChange } = props;
  const now = useNow();
  const ended = props.lastRun?.endedAtMs ?? null;
  const lastRun = ended === null ? null : clockMessage(ended, now, text, formats);
  const question = questionMessage(rows, lastRun, text, formats.dates).join(' · ');
  usePageMargin('days', `${text('changes.zone-purchase')} · ${text('changes.zone-read')}`);
  usePageMargin('filters', question);
  return (
    <>
      <p className={styles.question} aria-hidden="true">
        {question}
      </p>
      <div className={classNames(selectionStyles.bar, styles.bar)}>
        <div className={selectionStyles.chips}>
          <SpanChoice {...props} />
          <MonthChoice month={rows.month} onChange={onChange} />
          <KindChoice kinds={rows.kinds} head={head} onChange={onChange} />
          {rows.ofSelection ? <OfSelection onChange={onChange} /> : null}
          <CanalChoice canal={rows.canal} canales={head?.canales ?? []} onChange={onChange} />
          <button
            type="button"
            className={ui.smallButton}
            data-testid="changes-only-different"
            aria-pressed={rows.onlyDifferent}
            title={text('changes.only-different-title')}
            onClick={() => onChange({ onlyDifferent: !rows.onlyDifferent })}
          >
            {text('changes.only-different')}
          </button>
          {isNarrowed(rows) ? (
            <button
              type="button"
              className={classNames(ui.smallButton, ui.quietButton)}
              data-testid="changes-clear"
              onClick={props.onClear}
            >
              {text('filter.clear')}
            </button>
          ) : null}
        </div>
      </div>
    </>
  );
}

function MonthChoice(props: { readonly month: ChangesRows['month']; readonly onChange: Change }) {
  const text = useText();
  const ledger = useLedger();
  const { month: chosen, onChange } = props;
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const months = monthsBetween(facts?.firstPurchase ?? null, facts?.lastPurchase ?? null);
  return (
    <ChoiceMenu
      label={text('changes.month')}
      testId="changes-month"
      className={classNames(ui.smallButton, chosen !== null && styles.set)}
      value={chosen ?? ''}
      options={[
        { value: '', label: text('changes.month-any') },
        ...[...new Set([...(chosen === null ? [] : [chosen]), ...months])].map((month) => ({
          value: month as string,
          label: text('changes.month-of', { month: describeMonth(month, text) }),
        })),
      ]}
      onChange={(month) => onChange({ month: month === '' ? null : (month as Month) })}
    />
  );
}

/** That only orders of what is selected on the screens of figures are listed, and the way to all of them. */
function OfSelection({ onChange }: { readonly onChange: Change }) {
  const text = useText();
  const { selection } = useSelection();
  return (
    <span className={ui.removableChip} data-testid="changes-of-selection">
      <span title={describeSelection(selection, text)}>{text('changes.of-selection')}</span>
      <IconButton
        icon="close"
        small
        className={ui.remover}
        name={text('changes.of-selection-remove')}
        onPress={() => onChange({ ofSelection: false })}
      />
    </span>
  );
}

function CanalChoice(props: {
  readonly canal: ChangesRows['canal'];
  readonly canales: readonly string[];
  readonly onChange: Change;
}) {
  const text = useText();
  const { canal: chosen, canales, onChange } = props;
  return (
    <ChoiceMenu
      label={text.column('Canal')}
      testId="changes-canal"
      className={classNames(ui.smallButton, chosen !== null && styles.set)}
      value={chosen === null ? ANY : `=${chosen}`}
      options={[
        { value: ANY, label: text('changes.canal-any') },
        ...[...new Set([...(chosen === null ? [] : [chosen]), ...canales])].map((canal) => ({
          value: `=${canal}`,
          label: canal === '' ? text('filter.blank') : canal,
        })),
      ]}
      onChange={(canal) => onChange({ canal: canal === ANY ? null : canal.slice(1) })}
    />
  );
}

function KindChoice(props: {
  readonly kinds: ChangesRows['kinds'];
  readonly head: ChangesHead | null;
  readonly onChange: Change;
}) {
  const text = useText();
  const formats = useFormats();
  const { kinds, head, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span className={ui.segmented} role="group" aria-label={text('changes.kinds')}>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kinds.includes(kind)}
          data-testid={`changes-kind-${kind}`}
          data-value={head?.counts[kind] ?? ''}
          onClick={() => onChange({ kinds: toggleKind(kinds, kind) })}
        >
          <i className={classNames(styles.kind, styles[kind])} aria-hidden="true" />
          {text(`changes.kinds-${kind}`)} <b>{head === null ? '' : formats.count(head.counts[kind])}</b>
        </button>
      ))}
    </span>
  );
}

function SpanChoice(props: {
  readonly rows: ChangesRows;
  readonly lastRun: RunEntry | null;
  readonly day: LocalDate;
  readonly onChange: Change;
}) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { span } = props.rows;
  const ended = props.lastRun?.endedAtMs ?? props.lastRun?.startedAtMs ?? null;
  return (
    <>
      <Segmented
        label={text('changes.span')}
        value={span.kind}
        options={[
          {
            value: 'last',
            label: text('changes.span-last'),
            ...(ended === null ? {} : { title: clockMessage(ended, now, text, formats) }),
          },
          { value: 'since', label: text('changes.span-since') },
          { value: 'all', label: text('changes.span-all') },
        ]}
        onChange={(kind) => {
          if (kind === 'since') props.onChange({ span: { kind, day: props.day } });
          else if (kind === 'last' || kind === 'all') props.onChange({ span: { kind } });
        }}
      />
      {span.kind === 'since' ? (
        <DayField
          label={text('changes.since-title')}
          isLabelShown={false}
          title={text('changes.since-title')}
          day={span.day}
          testId="changes-since"
          onDay={(day) => props.onChange({ span: { kind: 'since', day } })}
        />
      ) : null}
      {span.kind === 'run' || span.kind === 'after' ? (
        <span className={ui.removableChip}>
          <span>
            {span.kind === 'run' ? text('changes.of-run') : afterMessage(span.at, text, formats.dates)}
          </span>
          <IconButton
            icon="close"
            small
            className={ui.remover}
            name={text(span.kind === 'run' ? 'changes.of-run-remove' : 'changes.read-after-clear')}
            onPress={() => props.onChange({ span: { kind: 'last' } })}
          />
        </span>
      ) : null}
    </>
  );
}

type NoChangesProps = {
  readonly rows: ChangesRows;
  /** An answer has come. */
  readonly asked: boolean;
  /** Orders that changed in other currencies than the one in view. */
  readonly elsewhere: number;
  readonly error: unknown;
  readonly lastRun: RunEntry | null;
  readonly noRuns: boolean;
  readonly weekAgo: () => LocalDate;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  readonly onChange: (part: Partial<ChangesRows>) => void;
};

/** Why the list of changes is empty: nothing read yet, nothing changed, the filters, or an error. */
export function NoChanges(props: NoChangesProps) {
  const text = useText();
  if (props.error !== null) {
    return (
      <div role="alert">
        <b>{text('changes.failed')}</b>
        <span className={ui.verbatim}>{errorMessage(props.error, text)}</span>
        <button type="button" className={ui.link} onClick={props.onRetry}>
          {text('sync.retry')}
        </button>
      </div>
    );
  }
  if (props.noRuns && !props.asked) {
    return (
      <>
        <b>{text('changes.none-yet')}</b>
        <span>{text('changes.none-yet-note')}</span>
      </>
    );
  }
  if (!props.asked) return null;
  if (isNarrowed(props.rows)) {
    return (
      <>
        <b>{text('changes.none-filtered')}</b>
        <button type="button" className={ui.link} onClick={props.onClear}>
          {text('empty.clear')}
        </button>
      </>
    );
  }
  return <NothingChanged {...props} />;
}

function NothingChanged({ rows, lastRun, elsewhere, onChange, weekAgo }: NoChangesProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { code } = useCurrency();
  const ended = lastRun?.endedAtMs ?? null;
  return (
    <>
      <b>
        {elsewhere > 0
          ? text('changes.none-in-currency', { currency: code ?? '' })
          : rows.span.kind === 'last' && ended !== null
            ? text('changes.none-last', { moment: clockMessage(ended, now, text, formats) })
            : rows.span.kind === 'since'
              ? text('changes.none-since', { day: formatDay(rows.span.day, formats.dates) })
              : text('changes.none')}
      </b>
      <span>
        {elsewhere > 0
          ? text('changes.none-but-elsewhere', { count: elsewhere, shown: formats.count(elsewhere) })
          : text('changes.none-note')}
      </span>
      {rows.span.kind === 'all' ? null : (
        <p className={styles.ways}>
          {rows.span.kind === 'since' ? null : (
            <button
              type="button"
              className={ui.link}
              onClick={() => onChange({ span: { kind: 'since', day: weekAgo() } })}
            >
              {text('changes.see-week')}
            </button>
          )}
          <button
            type="button"
            className={ui.link}
            data-testid="changes-see-all"
            onClick={() => onChange({ span: { kind: 'all' } })}
          >
            {text('changes.see-all')}
          </button>
        </p>
      )}
    </>
  );
}

type ChangesSettings = {
  readonly rows: ChangesRows;
  /** Other changes: one step of what can be undone. */
  readonly change: (part: Partial<ChangesRows>) => void;
  readonly table: ChangesTable;
  readonly changeTable: (part: Partial<ChangesTable>) => void;
  /** The day one asked for last; null where one never did. */
  readonly since: LocalDate | null;
};

/** The screen's query and layout: those of its address, else those it was set to, by hand or by a saved view. */
export function useChangesState(detail: string | null, accountId: string): ChangesSettings {
  const text = useText();
  const { set } = useScreenParts();
  const { remember } = useUndo();
  const [kept] = useScreenState(ROWS_PART, rowsSchema, INITIAL_ROWS);
  const [table, setTable] = useScreenState(TABLE_PART, tableSchema, INITIAL_TABLE);
  const [since, setSince] = useState(() => readStored(sinceKey(accountId), sinceSchema, { day: null }).day);
  const [addressed, setAddressed] = useState(() => addressedRows(detail, since));
  const rows = addressed ?? kept;

  // As it begins there is nothing to keep: a view that asks for nothing else is then the one in use.
  const keep = useCallback(
    (next: ChangesRows) => set({ [ROWS_PART]: isInitial(next) ? undefined : next }),
    [set],
  );
  useEffect(() => {
    if (addressed === null) return;
    keep(addressed);
    setAddressed(null);
  }, [addressed, keep]);

  return {
    rows,
    change: (part) => {
      if (part.span?.kind === 'since') {
        setSince(part.span.day);
        writeStored(sinceKey(accountId), { day: part.span.day });
      }
      const { search } = part;
      const label =
        search === undefined
          ? text('undo.selection')
          : text(search === '' ? 'undo.search-none' : 'undo.search', { text: search });
      // Letters of a search, and days that a date passes through while it is typed, are no steps of their own.
      const step: UndoStep['part'] =
        search !== undefined
          ? { of: 'changes-search', goesOn: rows.search !== '' }
          : part.span?.kind === 'since'
            ? { of: 'changes-since', goesOn: rows.span.kind === 'since' }
            : null;
      remember(label, () => keep(rows), { part: step });
      keep({ ...rows, ...part });
    },
    table,
    changeTable: (part) => setTable({ ...table, ...part }),
    since,
  };
}

const LAST_RUNS = { offset: 0, limit: 3, onlyNoted: false };

/** The changes of a query, whole views only; asked again at every commit. */
export function useChanges(query: ChangesQuery | null): readonly [ChangesView, ChangesSource] {
  const session = useSession();
  const [source] = useState(() => createChangesSource(session.data.call));
  usePages(source, query, 'latest');
  return [useStore(source.store), source];
}

/** The newest runs, so that «the last sync» can be told. */
export function useLastRuns() {
  return useLiveQuery('last-runs', LAST_RUNS, (call, asked) => call.readRuns(asked));
}

/** Says how many orders another question left; the first answer, and what commits bring, are not asked for. */
export function useAnnouncedCount({ query, head, stale }: ChangesView): void {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const heard = useRef<ChangesQuery | null>(null);
  useEffect(() => {
    if (query === null || head === null || stale || heard.current === query) return;
    const isFirst = heard.current === null;
    heard.current = query;
    if (!isFirst) announce(text('count.orders', { count: head.total, shown: formats.count(head.total) }));
  }, [query, head, stale, text, formats, announce]);
}
