import type { ReactNode } from 'react';
import { failureMessage, needsKey } from '#renderer/features/messages/failures.tsx';
import {
  nextRunMessage,
  nowTitle,
  progressShare,
  rereadingReason,
  waitingReason,
} from '#renderer/features/messages/sync-messages.ts';
import { ago, clockMessage, duration, useNow } from '#renderer/features/messages/time-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { SyncProgress, SyncStatus } from '#shared/contract/app.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { ordersMessage } from './history/run-messages.ts';

/** What runs now, why it waits, how far it is; at rest, what the last run brought and when the next one begins. */
export function NowSection(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const share = progressShare(status);
  const again = rereadingReason(status.activity, text);
  const waits = waitingReason(status, now, text, formats);
  const next = nextRunMessage(status, now, text, formats);
  const { progress } = status;
  const busy = status.state === 'running' || status.state === 'waiting';
  const run = busy ? status.run : (status.lastRun ?? status.run);
  return (
    <section className="sec" data-testid="sync-current" data-state={status.state}>
      <header>
        <h2>{text('sync.now-heading')}</h2>
        <span className="f11 ell">
          {text(status.historyComplete ? 'sync.history-done' : 'sync.history-going')}
        </span>
      </header>
      <p className="what">{nowTitle(status, text, formats)}</p>
      <Failure status={status} />
      {again === null || !busy ? null : (
        <p className="wait rest">
          <Icon name="sync" />
          {again}
        </p>
      )}
      {waits === null ? null : (
        <p className="wait" data-testid="sync-waiting" data-reason={status.waiting?.reason}>
          <Icon name="clock" />
          {waits}
        </p>
      )}
      {next === null ? null : (
        <p className="wait rest" data-testid="sync-next-run">
          <Icon name="clock" />
          {next}
        </p>
      )}
      {share === null ? null : (
        <span
          className="bar big"
          role="progressbar"
          aria-label={text('sync.progress')}
          aria-valuenow={Math.floor(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {progress !== null && !status.historyComplete ? (
        <LoadFacts progress={progress} perMinute={status.requests.perMinute} />
      ) : run === null ? null : (
        <RunFacts run={run} nowMs={now} />
      )}
    </section>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function LoadFacts(props: { readonly progress: SyncProgress; readonly perMinute: number }) {
  const text = useText();
  const formats = useFormats();
  const { progress } = props;
  return (
    <dl className="facts">
      <Fact name={text('sync.months')}>
        {formats.count(progress.monthsDone)}{' '}
        <span>{text('sync.of', { total: formats.count(progress.monthsTotal) })}</span>
      </Fact>
      <Fact name={text('sync.pages')}>
        {formats.count(progress.pagesRead)}{' '}
        {progress.pagesLeft === null ? null : (
          <span>
            {text('sync.of-about', { total: formats.count(progress.pagesRead + progress.pagesLeft) })}
          </span>
        )}
      </Fact>
      <Fact name={text('sync.rows')}>{formats.count(progress.rowsRead)}</Fact>
      <Fact name={text('sync.left')}>
        {progress.secondsLeft === null ? (
          '—'
        ) : (
          <>
            {duration(progress.secondsLeft, text)}{' '}
            <span>{text('sync.pace', { count: formats.count(props.perMinute) })}</span>
          </>
        )}
      </Fact>
    </dl>
  );
}

function RunFacts(props: { readonly run: RunEntry; readonly nowMs: number }) {
  const text = useText();
  const formats = useFormats();
  const { run, nowMs } = props;
  return (
    <dl className="facts">
      {run.endedAtMs === null ? (
        <Fact name={text('run.started')}>{clockMessage(run.startedAtMs, nowMs, text, formats)}</Fact>
      ) : (
        <Fact name={text('run.ended')}>
          {clockMessage(run.endedAtMs, nowMs, text, formats)} <span>{ago(nowMs - run.endedAtMs, text)}</span>
        </Fact>
      )}
      <Fact name={text('history.requests')}>{formats.count(run.requests)}</Fact>
      <Fact name={text('history.rows')}>{formats.count(run.rowsRead)}</Fact>
      <Fact name={text('history.orders')}>
        {ordersMessage(run, text, formats) ?? <span>{text('run.orders-none')}</span>}
      </Fact>
    </dl>
  );
}

/** What stopped it, in our words and the server's. What only a key mends is told by the notice that asks for it. */
function Failure(props: { readonly status: SyncStatus }) {
  const text = useText();
  const { failure, state } = props.status;
  if (state !== 'error' || failure === null || needsKey(failure) || failure.code === 'other-company')
    return null;
  const words = failureMessage(failure, text);
  return (
    <div className="failure" data-testid="sync-failure" data-code={failure.code}>
      <p>
        <Icon name="warning" />
        <span>
          <b>{words.what}</b> {words.todo}
        </span>
      </p>
      {failure.words === null ? null : (
        <p className="said">
          <span>{text('failure.server-said', { status: failure.status ?? '' })}</span>
          <q className="words">{failure.words}</q>
        </p>
      )}
    </div>
  );
}
