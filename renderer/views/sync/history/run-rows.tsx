import { useState } from 'react';
import type { RunEntry, RunWindow } from '#shared/sync/run-log.ts';
import { useText } from '../../../i18n/text.tsx';
import type { Session } from '../../../link/session.ts';
import { useLive } from '../../../link/session-context.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useNavigation } from '../../frame/navigation.tsx';
import { clockWords, took } from '../../time-words.ts';
import { useNow } from '../use-now.ts';
import { KIND_NAMES, rangeWords } from '../window-words.ts';
import { CorrelationIds } from './correlation-ids.tsx';
import {
  ordersWords,
  runDelay,
  runFailure,
  runResult,
  runTook,
  TRIGGER_WORDS,
  windowResult,
} from './run-words.ts';

async function readWindows(session: Session, runId: string): Promise<readonly RunWindow[]> {
  return session.data.call.readRunWindows({ runId });
}

/** A run, and under it its windows while it is open. */
export function RunRows(props: { readonly run: RunEntry }) {
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
                moment: clockWords(run.startedAtMs, now, text, formats),
              })}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'down' : 'right'} small />
            </button>
          ) : (
            <span className="unfold" />
          )}
          {clockWords(run.startedAtMs, now, text, formats)}
        </td>
        <td>{text(run.purpose === 'history' ? 'kind.history' : 'kind.changes')}</td>
        <td className="mut">
          {text('history.windows', { count: run.windows, shown: formats.count(run.windows) })}
          <span className="dim"> · {text(TRIGGER_WORDS[run.trigger])}</span>
        </td>
        <Count value={run.requests} />
        <Count value={run.rowsRead} />
        <td className="mut">{ordersWords(run, text, formats) ?? <span className="dim">—</span>}</td>
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
  const { output } = useLive(readWindows, run.runId, 'commits-and-notes');
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
              {clockWords(window.startedAtMs, props.nowMs, text, formats)}
            </td>
            <td>{text(KIND_NAMES[window.kind])}</td>
            <td className="mut" title={`${window.from} – ${window.to}`}>
              {rangeWords(window, text, formats)}
            </td>
            <Count value={window.requests} />
            {speaksOfRows(window) ? <Count value={window.rows} /> : <td className="n z">—</td>}
            <td className="mut">
              {!speaksOfRows(window)
                ? (window.detail ?? '—')
                : (ordersWords(window, text, formats) ?? <span className="dim">—</span>)}
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
