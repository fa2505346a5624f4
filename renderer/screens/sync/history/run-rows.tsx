import { useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { clockMessage, took, useNow } from '#renderer/features/messages/time-messages.ts';
import { rangeMessage } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import {
  ordersMessage,
  runDelay,
  runFailure,
  runResult,
  runTook,
  TRIGGER_WORDS,
  windowResult,
} from './run-messages.ts';

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
          <span className="dim"> · {text(TRIGGER_WORDS[run.trigger])}</span>
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
            <td>{text(`kind.${window.kind}`)}</td>
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
