import { useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ExportMenu } from '#renderer/features/export/export.tsx';
import { clockMessage, took, useNow } from '#renderer/features/messages/time-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { isWhole } from '#renderer/features/scheduled-exports/schedule.ts';
import { partMessage, useScheduledExports } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import styles from './history.module.css';
import { historyTable, readHistory } from './history-file.ts';
import {
  boundsTitle,
  detailMessage,
  ordersMessage,
  runDelay,
  runFailure,
  runResult,
  runTook,
  windowRange,
  windowResult,
} from './run-messages.ts';

const STEP = 50;

/** Runs of the sync, newest first; each opens to its windows. */
export function HistorySection() {
  const text = useText();
  const formats = useFormats();
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
        <NotedFilter noted={output?.noted ?? null} onlyNoted={onlyNoted} onChoose={choose} />
        <HistoryExport onlyNoted={onlyNoted} />
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

function NotedFilter(props: {
  /** How many of them there are; null until it is known. */
  readonly noted: number | null;
  readonly onlyNoted: boolean;
  readonly onChoose: (onlyNoted: boolean) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { noted, onlyNoted, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span className={ui.segmented} role="group" aria-label={text('history.filter')}>
      <button type="button" aria-pressed={!onlyNoted} onClick={() => onChoose(false)}>
        {text('history.all')}
      </button>
      <button
        type="button"
        aria-pressed={onlyNoted}
        data-testid="history-noted"
        data-value={noted ?? 0}
        onClick={() => onChoose(true)}
      >
        {text('history.noted')} <b>{noted === null ? '' : formats.count(noted)}</b>
      </button>
    </span>
  );
}

function HistoryExport({ onlyNoted }: { readonly onlyNoted: boolean }) {
  const text = useText();
  const session = useSession();
  const facts = useFactsNow();
  return (
    <ExportMenu
      className={classNames(ui.smallButton, ui.quietButton)}
      name={text('history.export')}
      title={text('history.export-title')}
      job={() => ({
        fileName: 'cuadra-sincronizacion.csv',
        hasAmounts: false,
        content: async () => ({
          kind: 'table',
          table: historyTable(await readHistory(session.data.call, onlyNoted), text),
        }),
        facts: {
          ...facts,
          period: '',
          currency: '',
          zone: 'UTC',
          filters: onlyNoted ? [text('history.noted')] : null,
        },
      })}
    />
  );
}

function RunsTable(props: { readonly runs: readonly RunEntry[] }) {
  const text = useText();
  return (
    // By hand: a run that is opened asks for its windows, which stand in the same columns as other things.
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
          <th>{text('history.request-id')}</th>
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

/** The outcome of the scheduled export that followed a run. */
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
  const { failure } = run;
  return (
    <>
      {failure === null ? null : (
        <tr className={styles.details}>
          <td colSpan={9} className={styles.why}>
            <Icon name="warning" /> <span>{runFailure(run, text)}</span>{' '}
            {failure.words == null ? null : (
              <>
                {text('failure.server-said', { status: failure.status ?? '' })}{' '}
                <q className={ui.verbatim}>{failure.words}</q>
              </>
            )}
            {failure.detail === undefined ? null : (
              <>
                {text('failure.for-support')} <q className={ui.verbatim}>{failure.detail}</q>
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
