import { useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ExportButton } from '#renderer/features/export/export-button.tsx';
import { clockMessage, took } from '#renderer/features/messages/time-messages.ts';
import { useNow } from '#renderer/features/messages/use-now.ts';
import { KIND_NAMES, rangeMessage } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { csvFormat } from '#shared/domain/spreadsheet.ts';
import { openHistoryCsv } from './history-csv.ts';
import { ordersMessage, runDelay, runFailure, runResult, runTook, windowResult } from './run-messages.ts';
import './history.css';

const STEP = 50;

/** Runs of the sync, newest first; each opens to its windows. */
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
    <section className="sec pad hs" data-testid="history" aria-label={text('history.heading')}>
      <header>
        <h2>{text('history.heading')}</h2>
        <span className="f11">{text('history.note')}</span>
        <span className="grow" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
        <span className="seg" role="group" aria-label={text('history.filter')}>
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
          className="btn sm g"
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
          <p className="f12 neg" role="alert">
            {text('history.failed')}{' '}
            <button type="button" className="link" onClick={refresh}>
              {text('sync.retry')}
            </button>
          </p>
        )
      ) : output.runs.length === 0 ? (
        <p className="f12 mut none">{text(onlyNoted ? 'history.none-noted' : 'history.none')}</p>
      ) : (
        <div className="runs-scroll" data-stale={isStale && output.runs.length > 0}>
          <table className="t t12 runs">
            <thead>
              <tr>
                <th>{text('history.start')}</th>
                <th>{text('history.kind')}</th>
                <th>{text('history.window')}</th>
                <th className="n">{text('history.requests')}</th>
                <th className="n">{text('history.rows')}</th>
                <th>{text('history.orders')}</th>
                <th className="n took">{text('history.took')}</th>
                <th>{text('history.result')}</th>
                <th>correlation_id</th>
              </tr>
            </thead>
            {output.runs.map((run) => (
              <RunRows key={run.runId} run={run} />
            ))}
          </table>
          {left > 0 ? (
            <p className="more">
              <button type="button" className="btn sm" onClick={() => setLimit(limit + STEP)}>
                {text('history.more')}
              </button>{' '}
              <span className="f12 dim">{text('history.left', { shown: formats.count(left) })}</span>
            </p>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Rows of the real height while the answer is on its way. */
function HistoryPlaceholder() {
  return (
    <ul className="runs-wait" aria-hidden="true">
      {[38, 46, 34, 42].map((width) => (
        <li key={width}>
          <i className="ph" style={{ width: `${width}%` }} />
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
    <tbody className={open ? 'run open' : 'run'}>
      <tr data-testid="run-row" data-run={run.runId} data-outcome={run.outcome} data-notices={run.notices}>
        <td>
          {opens ? (
            <button
              type="button"
              className="unfold"
              aria-expanded={open}
              aria-label={text(open ? 'history.close' : 'history.open', {
                moment: clockMessage(run.startedAtMs, now, text, formats),
              })}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'down' : 'right'} small />
            </button>
          ) : (
            <span className="unfold" />
          )}
          {clockMessage(run.startedAtMs, now, text, formats)}
        </td>
        <td>{text(run.purpose === 'history' ? 'kind.history' : 'kind.changes')}</td>
        <td className="mut">
          {text('history.windows', { count: run.windows, shown: formats.count(run.windows) })}
          <span className="dim"> · {text(`trigger.${run.trigger}`)}</span>
        </td>
        <Count value={run.requests} />
        <Count value={run.rowsRead} />
        <td className="mut">{ordersMessage(run, text, formats) ?? <span className="dim">—</span>}</td>
        <td className="n took">{runTook(run, now, text)}</td>
        <td title={delay?.long}>
          <span className={`tag k-${result.tone}`}>{result.words}</span>
          {delay === null ? null : <span className="dim"> · {delay.short}</span>}
        </td>
        <td />
      </tr>
      {open ? <Windows run={run} nowMs={now} /> : null}
    </tbody>
  );
}

function Count(props: { readonly value: number }) {
  const formats = useFormats();
  return <td className={props.value === 0 ? 'n z' : 'n'}>{formats.count(props.value)}</td>;
}

/** A control or a clock brings no rows. */
const speaksOfRows = ({ kind }: RunWindow) => kind !== 'control' && kind !== 'clock';

function Windows(props: { readonly run: RunEntry; readonly nowMs: number }) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { run } = props;
  const { output } = useLiveQuery('run-windows', run.runId, (call, runId) => call.readRunWindows({ runId }));
  const failure = runFailure(run, text);
  return (
    <>
      {failure === null ? null : (
        <tr className="sub">
          <td colSpan={9} className="why">
            <Icon name="warning" /> <span>{failure}</span>{' '}
            {run.failure?.words == null ? null : (
              <>
                {text('failure.server-said', { status: run.failure.status ?? '' })}{' '}
                <q className="words">{run.failure.words}</q>
              </>
            )}
          </td>
        </tr>
      )}
      {(output ?? []).map((window) => {
        const result = windowResult(window, text, formats);
        return (
          <tr
            key={window.windowId}
            className="sub"
            data-testid="run-window"
            data-kind={window.kind}
            data-outcome={window.outcome}
          >
            <td>
              <span className="unfold" />
              {clockMessage(window.startedAtMs, props.nowMs, text, formats)}
            </td>
            <td>{text(KIND_NAMES[window.kind])}</td>
            <td className="mut" title={`${window.from} – ${window.to}`}>
              {rangeMessage(window, text, formats)}
            </td>
            <Count value={window.requests} />
            {speaksOfRows(window) ? <Count value={window.rows} /> : <td className="n z">—</td>}
            <td className="mut">
              {!speaksOfRows(window)
                ? (window.detail ?? '—')
                : (ordersMessage(window, text, formats) ?? <span className="dim">—</span>)}
            </td>
            <td className="n took">{took(window.tookMs, text)}</td>
            <td title={window.detail ?? undefined}>
              <span className={`tag k-${result.tone}`}>{result.words}</span>
            </td>
            <td>
              <CorrelationIds ids={window.correlationIds} />
            </td>
          </tr>
        );
      })}
      {run.ordersNew + run.ordersChanged === 0 ? null : (
        <tr className="sub">
          <td colSpan={9}>
            <span className="unfold" />
            <button type="button" className="link" onClick={() => go('changes', `run/${run.runId}`)}>
              {text('history.changes')}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}
