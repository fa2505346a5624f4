import { useState } from 'react';
import type { DataCaller } from '#renderer/data/api.ts';
import type { FileSource } from '#renderer/data/client/export-run.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ExportButton } from '#renderer/features/export/export.tsx';
import { failureMessage } from '#renderer/features/messages/failures.tsx';
import { clockMessage, took, useNow } from '#renderer/features/messages/time-messages.ts';
import { rangeMessage } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { isWhole } from '#renderer/features/scheduled-exports/schedule.ts';
import { partMessage, useScheduledExports } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { type MessageId, type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatDay, formatMoment, formatTime } from '#renderer/ui/date-format.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { instantFromMs, instantToMs, localFromMs, MINUTE_MS, type UtcInstant } from '#shared/domain/dates.ts';
import { type CsvFormat, csvFormat, csvHead, csvLines, type SheetCell } from '#shared/domain/spreadsheet.ts';
import styles from './history.module.css';

const STEP = 50;

/**
 * Runs of the sync, newest first; each opens to its windows.
 * Long for its states: unread, failed, empty and listed.
 */
export function HistorySection() {
  const text = useText();
  const formats = useFormats();
  const session = useSession();
  const [onlyNoted, setOnlyNoted] = useState(false);
  const [limit, setLimit] = useState(STEP);
  const question = { offset: 0, limit, onlyNoted };
  const { output, isStale, error, refresh } = useLiveQuery('runs', question, (call, asked) =>
    call.readRuns(asked),
  );
  const choose = (noted: boolean): void => {
    setOnlyNoted(noted);
    setLimit(STEP);
  };
  const left = output === null ? 0 : output.total - output.runs.length;
  return (
    <section
      className={classNames(ui.section, ui.padded, styles.history)}
      data-testid="history"
      aria-label={text('history.heading')}
    >
      <header>
        <h2>{text('history.heading')}</h2>
        <span className={ui.note}>{text('history.note')}</span>
        <span className={ui.grow} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
        <span className={ui.segmented} role="group" aria-label={text('history.filter')}>
          <button type="button" aria-pressed={!onlyNoted} onClick={() => choose(false)}>
            {text('history.all')}
          </button>
          <button
            type="button"
            aria-pressed={onlyNoted}
            data-testid="history-noted"
            data-value={output?.noted ?? 0}
            onClick={() => choose(true)}
          >
            {text('history.noted')} <b>{output === null ? '' : formats.count(output.noted)}</b>
          </button>
        </span>
        <ExportButton
          className={classNames(ui.smallButton, ui.quietButton)}
          title={text('history.export-title')}
          job={() => ({
            fileName: 'cuadra-sincronizacion.csv',
            hasAmounts: false,
            open: () =>
              openHistoryCsv(session.data.call, onlyNoted, csvFormat(formats.numbers.decimal), text),
          })}
        />
      </header>
      {output === null ? (
        error === null ? (
          <HistoryPlaceholder />
        ) : (
          <p className={classNames(ui.small, ui.negative)} role="alert">
            {text('history.failed')}{' '}
            <button type="button" className={ui.link} onClick={refresh}>
              {text('sync.retry')}
            </button>
          </p>
        )
      ) : output.runs.length === 0 ? (
        <p className={classNames(ui.remark, ui.nothing)}>
          {text(onlyNoted ? 'history.none-noted' : 'history.none')}
        </p>
      ) : (
        <div className={styles.scroll} data-stale={isStale && output.runs.length > 0}>
          <RunsTable runs={output.runs} />
          {left > 0 ? (
            <p className={styles.more}>
              <button type="button" className={ui.smallButton} onClick={() => setLimit(limit + STEP)}>
                {text('history.more')}
              </button>{' '}
              <span className={ui.hint}>
                {text('history.left', { count: left, shown: formats.count(left) })}
              </span>
            </p>
          ) : null}
        </div>
      )}
    </section>
  );
}

function RunsTable(props: { readonly runs: readonly RunEntry[] }) {
  const text = useText();
  return (
    <table className={classNames(ui.denseTable, styles.runs)}>
      <thead>
        <tr>
          <th>{text('history.start')}</th>
          <th>{text('history.kind')}</th>
          <th>{text('history.window')}</th>
          <th className={ui.number}>{text('history.requests')}</th>
          <th className={ui.number}>{text('history.rows')}</th>
          <th>{text('history.orders')}</th>
          <th className={classNames(ui.number, styles.took)}>{text('history.took')}</th>
          <th>{text('history.result')}</th>
          <th>correlation_id</th>
        </tr>
      </thead>
      {props.runs.map((run) => (
        <RunRows key={run.runId} run={run} />
      ))}
    </table>
  );
}

/** Rows of the real height while the answer is on its way. */
function HistoryPlaceholder() {
  return (
    <ul className={styles.waiting} aria-hidden="true">
      {[38, 46, 34, 42].map((width) => (
        <li key={width}>
          <i className={ui.placeholder} style={{ width: `${width}%` }} />
        </li>
      ))}
    </ul>
  );
}

/** A run, and under it its windows while it is open. */
function RunRows(props: { readonly run: RunEntry }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { run } = props;
  const result = runResult(run, text);
  const delay = runDelay(run, text);
  const opens = run.windows > 0 || run.failure !== null;
  return (
    <tbody className={classNames(styles.run, open && styles.open)}>
      <tr data-testid="run-row" data-run={run.runId} data-outcome={run.outcome} data-notices={run.notices}>
        <td>
          {opens ? (
            <button
              type="button"
              className={styles.unfold}
              aria-expanded={open}
              aria-label={text(open ? 'history.close' : 'history.open', {
                moment: clockMessage(run.startedAtMs, now, text, formats),
              })}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'down' : 'right'} small />
            </button>
          ) : (
            <span className={styles.unfold} />
          )}
          {clockMessage(run.startedAtMs, now, text, formats)}
        </td>
        <td>{text(run.purpose === 'history' ? 'kind.history' : 'kind.changes')}</td>
        <td className={ui.muted}>
          {text('history.windows', { count: run.windows, shown: formats.count(run.windows) })}
          <span className={ui.faint}> · {text(`trigger.${run.trigger}`)}</span>
        </td>
        <Count value={run.requests} />
        <Count value={run.rowsRead} />
        <td className={ui.muted}>
          {ordersMessage(run, text, formats) ?? <span className={ui.faint}>—</span>}
        </td>
        <td className={classNames(ui.number, styles.took)}>{runTook(run, now, text)}</td>
        <td title={delay?.long}>
          <span className={classNames(ui.tag, ui[result.tone])}>{result.words}</span>
          {delay === null ? null : <span className={ui.faint}> · {delay.short}</span>}
          <Exported runId={run.runId} />
        </td>
        <td />
      </tr>
      {open ? <Windows run={run} nowMs={now} /> : null}
    </tbody>
  );
}

/** What became of the scheduled export that followed a run. */
function Exported({ runId }: { readonly runId: string }) {
  const text = useText();
  const formats = useFormats();
  const outcome = useScheduledExports().state.outcomes.find((one) => one.runId === runId);
  if (outcome === undefined) return null;
  const whole = isWhole(outcome);
  const facts = outcome.parts.map((part) => partMessage(part, text, formats)).join('\n');
  return (
    <span
      className={whole ? ui.faint : ui.negative}
      title={facts}
      data-testid="run-export"
      data-value={whole ? 'done' : 'failed'}
    >
      {' '}
      · {text(whole ? 'history.exported' : 'history.export-failed')}
    </span>
  );
}

function Count(props: { readonly value: number }) {
  const formats = useFormats();
  return (
    <td className={classNames(ui.number, props.value === 0 && styles.faint)}>{formats.count(props.value)}</td>
  );
}

/** A control or a clock brings no rows. */
const speaksOfRows = ({ kind }: RunWindow) => kind !== 'control' && kind !== 'clock';

function Windows(props: { readonly run: RunEntry; readonly nowMs: number }) {
  const text = useText();
  const { go } = useNavigation();
  const { run } = props;
  const { output } = useLiveQuery('run-windows', run.runId, (call, runId) => call.readRunWindows({ runId }));
  const failure = runFailure(run, text);
  return (
    <>
      {failure === null ? null : (
        <tr className={styles.details}>
          <td colSpan={9} className={styles.why}>
            <Icon name="warning" /> <span>{failure}</span>{' '}
            {run.failure?.words == null ? null : (
              <>
                {text('failure.server-said', { status: run.failure.status ?? '' })}{' '}
                <q className={ui.verbatim}>{run.failure.words}</q>
              </>
            )}
          </td>
        </tr>
      )}
      {(output ?? []).map((window) => (
        <WindowRow key={window.windowId} window={window} nowMs={props.nowMs} />
      ))}
      {run.ordersNew + run.ordersChanged === 0 ? null : (
        <tr className={styles.details}>
          <td colSpan={9}>
            <span className={styles.unfold} />
            <button type="button" className={ui.link} onClick={() => go('changes', `run/${run.runId}`)}>
              {text('history.changes')}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function WindowRow(props: { readonly window: RunWindow; readonly nowMs: number }) {
  const text = useText();
  const formats = useFormats();
  const { window } = props;
  const result = windowResult(window, text, formats);
  return (
    <tr
      className={styles.details}
      data-testid="run-window"
      data-kind={window.kind}
      data-outcome={window.outcome}
    >
      <td>
        <span className={styles.unfold} />
        {clockMessage(window.startedAtMs, props.nowMs, text, formats)}
      </td>
      <td>{text(`kind.${window.kind}`)}</td>
      <td className={ui.muted} title={boundsTitle(window, text, formats)}>
        {windowRange(window, text, formats)}
      </td>
      <Count value={window.requests} />
      {speaksOfRows(window) ? (
        <Count value={window.rows} />
      ) : (
        <td className={classNames(ui.number, styles.faint)}>—</td>
      )}
      <td className={ui.muted}>
        {!speaksOfRows(window)
          ? (detailMessage(window, text, formats) ?? '—')
          : (ordersMessage(window, text, formats) ?? <span className={ui.faint}>—</span>)}
      </td>
      <td className={classNames(ui.number, styles.took)}>{took(window.tookMs, text)}</td>
      <td title={detailMessage(window, text, formats) ?? undefined}>
        <span className={classNames(ui.tag, ui[result.tone])}>{result.words}</span>
      </td>
      <td>
        <CorrelationIds ids={window.correlationIds} />
      </td>
    </tr>
  );
}

/** Runs and windows of the sync's history, in words. Pure. */

/** The mark's form and colour: disc fine, triangle warning, diamond problem, ring information (ui/README.md). */
type Tone = 'good' | 'caution' | 'bad' | 'info';
type Result = { readonly tone: Tone; readonly words: string };

export function runResult(run: RunEntry, text: Text): Result {
  switch (run.outcome) {
    case 'running':
      return { tone: 'info', words: text('run.running') };
    case 'paused':
      return { tone: 'info', words: text('run.paused') };
    case 'cut-off':
      return { tone: 'caution', words: text('run.cut-off') };
    case 'failed':
      return {
        tone: 'bad',
        words: run.failure === null ? text('run.failed') : text(`run.failed-${run.failure.code}`),
      };
    case 'done':
      return run.notices > 0
        ? { tone: 'caution', words: text('run.done-notices', { count: run.notices }) }
        : { tone: 'good', words: text('run.done') };
  }
}

/** What slowed a run down: «3 reintentos», and «esperó 1 min 0 s» for their back-offs; null when nothing did. */
export function runDelay(
  run: RunEntry,
  text: Text,
): { readonly short: string; readonly long: string } | null {
  if (run.retries === 0) return null;
  const short = text('run.retries', { count: run.retries });
  const waited = { retries: short, time: took(run.backOffMs, text) };
  return { short, long: run.backOffMs >= 1000 ? text('run.retries-waited', waited) : short };
}

export function runFailure(run: RunEntry, text: Text): string | null {
  if (run.failure === null) return null;
  const { what, todo } = failureMessage(run.failure, text);
  return `${what} ${todo}`;
}

/** «7.102 nuevas, 37 cambiadas»; null where no order came of it. */
export function ordersMessage(
  counts: { readonly ordersNew: number; readonly ordersChanged: number },
  text: Text,
  formats: Formats,
): string | null {
  const part = (id: 'run.orders-new' | 'run.orders-changed', count: number): string[] =>
    count > 0 ? [text(id, { count, shown: formats.count(count) })] : [];
  const parts = [
    ...part('run.orders-new', counts.ordersNew),
    ...part('run.orders-changed', counts.ordersChanged),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * What a window was of, as far as there was anything when it was read: what is asked for reaches into the future, so that
 * nothing is missed at its end. Of a clock both times are told as they were.
 */
export function windowRange(window: RunWindow, text: Text, formats: Formats): string {
  const { field, from, to, kind, startedAtMs } = window;
  if (kind === 'clock') return rangeMessage(window, text, formats);
  if (field === 'updated_at') {
    return instantToMs(to as UtcInstant) > startedAtMs + MINUTE_MS
      ? text('history.until-now', { moment: formatMoment(from, formats.dates, true) })
      : rangeMessage(window, text, formats);
  }
  const read = localFromMs(startedAtMs);
  return rangeMessage(to > read && from < read ? { field, from, to: read } : window, text, formats);
}

/** Its bounds to the second, as dates are written here. */
export function boundsTitle({ field, from, to }: RunWindow, text: Text, formats: Formats): string {
  const moment = (time: string): string => `${formatDay(time, formats.dates)} ${formatTime(time, true)}`;
  const zone = field === 'updated_at' ? 'UTC' : text('zone.local');
  return `${text('history.bounds', { from: moment(from), to: moment(to) })}, ${zone}`;
}

const CONTROL_DETAIL = /^(everything|dashboard): (\d+) \/ (\d+)$/;
const CLOCK_DETAIL = /^(\S+Z) \/ (\S+Z)$/;

/** Both counts of a control, both times of a clock, in words; the text itself where it is neither, null where there is none. */
export function detailMessage({ detail }: RunWindow, text: Text, formats: Formats): string | null {
  if (detail === null) return null;
  const [, scope, there, here] = CONTROL_DETAIL.exec(detail) ?? [];
  if (scope !== undefined) {
    return text('history.counts', {
      scope: text(scope === 'everything' ? 'control.everything' : 'preset.name'),
      there: formats.count(Number(there)),
      here: formats.count(Number(here)),
    });
  }
  const [, wrong, believed] = CLOCK_DETAIL.exec(detail) ?? [];
  if (wrong === undefined || believed === undefined) return detail;
  const moment = (time: string): string => formatMoment(time, formats.dates);
  return text('history.times', { wrong: moment(wrong), believed: moment(believed) });
}

/** How a window ended: the gravest first, then what else is to be said of it. */
export function windowResult(window: RunWindow, text: Text, formats: Formats): Result {
  if (window.outcome !== 'committed') {
    const [tone, id] = WINDOW_RESULTS[window.outcome];
    return { tone, words: text(id) };
  }
  if (window.rowsHeld > 0) {
    const shown = formats.count(window.rowsHeld);
    return { tone: 'caution', words: text('run.rows-held', { count: window.rowsHeld, shown }) };
  }
  return window.readings > 1
    ? { tone: 'caution', words: text('run.read-times', { count: window.readings }) }
    : { tone: 'good', words: text('run.done') };
}

const WINDOW_RESULTS: {
  readonly [outcome in Exclude<RunWindow['outcome'], 'committed'>]: readonly [Tone, MessageId];
} = {
  unsettled: ['bad', 'run.unsettled'],
  agrees: ['good', 'run.agrees'],
  differs: ['caution', 'run.differs'],
  doubted: ['caution', 'run.clock-doubted'],
  healed: ['caution', 'run.clock-healed'],
};

export function runTook(run: RunEntry, nowMs: number, text: Text): string {
  return took(Math.max(0, (run.endedAtMs ?? nowMs) - run.startedAtMs), text);
}

/** The history as a file: a line for every window of every run; a run without windows is a line of its own. */

const RUNS_A_CHUNK = 25;

const words = (text: string | null): SheetCell => ({ text: text ?? '' });
const count = (value: number): SheetCell => ({ figure: String(value) });

type RunColumn = readonly [name: string, cell: (run: RunEntry, text: Text) => SheetCell];
type WindowColumn = readonly [name: string, cell: (window: RunWindow) => SheetCell];

/** Their names are the program's own: the same in every language, as the API's column keys are. */
const RUN_COLUMNS: readonly RunColumn[] = [
  ['run_id', ({ runId }) => words(runId)],
  ['run_started_utc', ({ startedAtMs }) => words(instantFromMs(startedAtMs))],
  ['run_ended_utc', ({ endedAtMs }) => words(endedAtMs === null ? null : instantFromMs(endedAtMs))],
  ['run_trigger', ({ trigger }) => words(trigger)],
  ['run_purpose', ({ purpose }) => words(purpose)],
  ['run_outcome', ({ outcome }) => words(outcome)],
  ['run_result', (run, text) => words(runResult(run, text).words)],
  ['run_failure', ({ failure }) => words(failure?.code ?? null)],
  ['run_server_words', ({ failure }) => words(failure?.words ?? null)],
  ['run_requests', ({ requests }) => count(requests)],
  ['run_retries', ({ retries }) => count(retries)],
  ['run_notices', ({ notices }) => count(notices)],
];
const WINDOW_COLUMNS: readonly WindowColumn[] = [
  ['window_started_utc', ({ startedAtMs }) => words(instantFromMs(startedAtMs))],
  ['window_kind', ({ kind }) => words(kind)],
  ['window_field', ({ field }) => words(field)],
  ['window_from', ({ from }) => words(from)],
  ['window_to', ({ to }) => words(to)],
  ['window_requests', ({ requests }) => count(requests)],
  ['window_readings', ({ readings }) => count(readings)],
  ['window_pages', ({ pages }) => count(pages)],
  ['window_rows', ({ rows }) => count(rows)],
  ['window_orders_new', ({ ordersNew }) => count(ordersNew)],
  ['window_orders_changed', ({ ordersChanged }) => count(ordersChanged)],
  ['window_rows_removed', ({ rowsRemoved }) => count(rowsRemoved)],
  ['window_rows_held', ({ rowsHeld }) => count(rowsHeld)],
  ['window_took_ms', ({ tookMs }) => count(Math.round(tookMs))],
  ['window_outcome', ({ outcome }) => words(outcome)],
  ['window_detail', ({ detail }) => words(detail)],
  ['correlation_ids', ({ correlationIds }) => words(correlationIds.join(' '))],
];
const HEADER = [...RUN_COLUMNS, ...WINDOW_COLUMNS].map(([name]) => name);

/** The lines of a run: one for each of its windows; without windows, one whose window is blank. */
export function historyLines(
  run: RunEntry,
  windows: readonly RunWindow[],
  text: Text,
): readonly (readonly SheetCell[])[] {
  const own = RUN_COLUMNS.map(([, cell]) => cell(run, text));
  if (windows.length === 0) return [[...own, ...WINDOW_COLUMNS.map(() => words(null))]];
  return windows.map((window) => [...own, ...WINDOW_COLUMNS.map(([, cell]) => cell(window))]);
}

/** The CSV of the history as it is listed, read a few runs at a time. `lines` counts runs. */
export async function openHistoryCsv(
  data: Pick<DataCaller, 'readRuns' | 'readRunWindows'>,
  onlyNoted: boolean,
  format: CsvFormat,
  text: Text,
): Promise<FileSource> {
  const { total } = await data.readRuns({ offset: 0, limit: 1, onlyNoted });
  let offset = 0;
  let ended = false;
  // A run that began meanwhile pushes the others back: none is written twice.
  const written = new Set<string>();
  return {
    lines: total,
    next: async () => {
      if (ended) return null;
      const { runs } = await data.readRuns({ offset, limit: RUNS_A_CHUNK, onlyNoted });
      const first = offset === 0;
      offset += runs.length;
      ended = runs.length < RUNS_A_CHUNK;
      if (runs.length === 0 && !first) return null;
      const lines: (readonly SheetCell[])[] = [];
      for (const run of runs) {
        if (written.has(run.runId)) continue;
        written.add(run.runId);
        lines.push(...historyLines(run, await data.readRunWindows({ runId: run.runId }), text));
      }
      const chunk = (first ? csvHead(HEADER, format) : '') + csvLines(lines, format);
      return { chunk, linesDone: offset };
    },
    close: async () => {},
  };
}
