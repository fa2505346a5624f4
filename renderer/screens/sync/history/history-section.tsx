import { useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ExportButton } from '#renderer/features/export/export.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { csvFormat } from '#shared/domain/spreadsheet.ts';
import { openHistoryCsv } from './history-csv.ts';
import { RunRows } from './run-rows.tsx';
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
