import type { ReactNode } from 'react';
import { useLedger, useSession, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { ScheduleChoice } from '#renderer/features/accounts/accounts.tsx';
import { CoverageSection } from '#renderer/features/coverage/coverage-section.tsx';
import { ClosedLedger } from '#renderer/features/messages/closed-ledger.tsx';
import { failureMessage, needsKey } from '#renderer/features/messages/failures.tsx';
import {
  nextRunMessage,
  nowTitle,
  outageMessages,
  queueMoment,
  queueReason,
  queueTitle,
  rereadingReason,
  waitingReason,
} from '#renderer/features/messages/sync-messages.ts';
import { ago, clockMessage, duration, useNow } from '#renderer/features/messages/time-messages.ts';
import { usePageMargin } from '#renderer/features/provenance/page-margins.ts';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import selectionStyles from '#renderer/features/selection/selection.module.css';
import { useText } from '#renderer/i18n/text.tsx';
import { timeAgo } from '#renderer/i18n/time-formats.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { RequestUsage, SyncProgress, SyncStatus } from '#shared/contract/app.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { isSyncing, progressShare } from '#shared/contract/sync-progress.ts';
import { HistorySection } from './history/history-section.tsx';
import { ordersMessage } from './history/run-messages.ts';
import styles from './sync.module.css';

/** The sync: what runs and why it waits, the key's quotas, what comes next; then what has been read, and how. */
export function SyncScreen(props: { readonly month: string | null }) {
  const text = useText();
  const { bridge } = useSession();
  const status = useSyncStatus();
  usePageMargin('days', `${text('zone.machine')} ${text('zone.except-utc')}`);
  return (
    <>
      <ScreenHeader title={text('nav.sync')}>
        <span className={selectionStyles.zone}>
          <span>{text('zone.machine')}</span>
          <span>{text('zone.except-utc')}</span>
        </span>
        <span className={ui.grow} />
        <button
          type="button"
          className={ui.button}
          data-testid="sync-pause"
          disabled={status === null || status.state === 'paused'}
          onClick={() => void bridge.call.pauseSync(null).catch(() => null)}
        >
          <Icon name="pause" />
          {text('sync.pause')}
        </button>
        <button
          type="button"
          className={ui.primaryButton}
          data-testid="sync-start"
          title={text('sync.now-title')}
          onClick={() => void bridge.call.syncNow(null).catch(() => null)}
        >
          <Icon name={status?.state === 'paused' ? 'play' : 'sync'} />
          {text(
            status?.state === 'paused'
              ? 'sync.resume'
              : status?.state === 'error'
                ? 'sync.retry'
                : 'sync.now',
          )}
        </button>
      </ScreenHeader>
      <div className={ui.scroll}>
        {status === null ? null : <SyncBody status={status} month={props.month} />}
      </div>
    </>
  );
}

function SyncBody(props: { readonly status: SyncStatus; readonly month: string | null }) {
  const { status } = props;
  const ledger = useLedger();
  return (
    <>
      <div className={classNames(styles.now, ui.padded)}>
        <NowSection status={status} />
        <RequestsSection requests={status.requests} />
        <NextSection status={status} />
      </div>
      {ledger.kind === 'open' ? (
        <>
          <CoverageSection status={status} month={props.month} />
          <HistorySection />
        </>
      ) : (
        <ClosedLedger ledger={ledger} />
      )}
    </>
  );
}

const SHOWN = 5;

/** The sync's next requests, with the number it is expected to take; and how often it reads by itself. */
function NextSection(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const shown = status.queue.slice(0, SHOWN);
  const more = status.queue.length - shown.length;
  return (
    <section className={classNames(ui.section, styles.nextSection)}>
      <header>
        <h2>{text('queue.heading')}</h2>
        <ScheduleChoice />
        <span className={ui.grow} />
        <span className={ui.note}>{text('queue.requests')}</span>
      </header>
      {shown.length === 0 ? (
        <p className={ui.hint}>{text('queue.empty')}</p>
      ) : (
        <ol className={styles.queue} data-testid="sync-queue">
          {shown.map((item, index) => {
            const title = queueTitle(item, status.knownUntil, text, formats);
            const reason = queueReason(item, text);
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the queue is an order of places
                key={index}
                data-testid="queue-item"
                data-kind={item.kind}
              >
                <span className={styles.when}>{queueMoment(item, now, text, formats)}</span>
                <span className={ui.ellipsis} title={reason === null ? title : `${title} · ${reason.long}`}>
                  {title}
                  {reason === null ? null : <span className={ui.faint}> · {reason.short}</span>}
                </span>
                <span>{item.requests === null ? '—' : formats.count(item.requests)}</span>
              </li>
            );
          })}
        </ol>
      )}
      {more > 0 ? <p className={ui.caption}>{text('queue.more', { count: more })}</p> : null}
    </section>
  );
}

/** The run now, why it waits, how far it is; at rest, what the last run brought and when the next one begins. */
function NowSection(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const share = progressShare(status);
  const again = rereadingReason(status.activity, text);
  const waits = waitingReason(status, now, text, formats);
  const outage = outageMessages(status, now, text, formats);
  const next = nextRunMessage(status, now, text, formats);
  const { progress } = status;
  const run = isSyncing(status) ? status.run : (status.lastRun ?? status.run);
  return (
    <section className={ui.section} data-testid="sync-current" data-state={status.state}>
      <header>
        <h2>{text('sync.now-heading')}</h2>
        <span className={classNames(ui.note, ui.ellipsis)}>
          {text(status.historyComplete ? 'sync.history-done' : 'sync.history-going')}
        </span>
      </header>
      <p className={styles.what}>{nowTitle(status, text, formats)}</p>
      <Failure status={status} />
      {again === null || !isSyncing(status) ? null : (
        <p className={classNames(styles.waiting, styles.resting)}>
          <Icon name="sync" />
          {again}
        </p>
      )}
      {outage === null ? null : (
        <p className={styles.waiting} data-testid="sync-outage">
          <Icon name="warning" />
          {outage.whole}
        </p>
      )}
      {waits === null ? null : (
        <p className={styles.waiting} data-testid="sync-waiting" data-reason={status.waiting?.reason}>
          <Icon name="clock" />
          {waits}
        </p>
      )}
      {next === null ? null : (
        <p className={classNames(styles.waiting, styles.resting)} data-testid="sync-next-run">
          <Icon name="clock" />
          {next}
        </p>
      )}
      {share === null ? null : (
        <span
          className={classNames(styles.progress, ui.largeProgress)}
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
    <dl className={styles.facts}>
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
    <dl className={styles.facts}>
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

/**
 * The failure that stopped it, in our words and the server's. What only a key mends is told by the notice that asks for
 * it.
 */
function Failure(props: { readonly status: SyncStatus }) {
  const text = useText();
  const { failure, state } = props.status;
  if (state !== 'error' || failure === null || needsKey(failure) || failure.code === 'other-company')
    return null;
  const words = failureMessage(failure, text);
  return (
    <div className={styles.failure} data-testid="sync-failure" data-code={failure.code}>
      <p>
        <Icon name="warning" />
        <span>
          <b>{words.what}</b> {words.todo}
        </span>
      </p>
      {failure.words === null ? null : (
        <p className={styles.summary}>
          <span>{text('failure.server-said', { status: failure.status ?? '' })}</span>
          <q className={ui.verbatim}>{failure.words}</q>
        </p>
      )}
      {failure.detail === undefined ? null : (
        <p className={styles.summary}>
          <span>{text('failure.for-support')}</span>
          <q className={ui.verbatim}>{failure.detail}</q>
        </p>
      )}
    </div>
  );
}

/** Where requests stand on the line of the last minute. Pure; times are epoch milliseconds. */

const MINUTE_MS = 60_000;
/** The future that the line shows when nothing has to wait longer. */
const SOON_MS = 20_000;

type RequestLine = {
  /** Share of the line, 0 to 1, at which now stands. */
  readonly now: number;
  /** Answered requests of the last minute, oldest first, as shares of the line. */
  readonly marks: readonly { readonly at: number; readonly secondsAgo: number }[];
  /** When the next request fits; null when it fits now. */
  readonly next: { readonly at: number; readonly seconds: number } | null;
};

/** The last 60 s, and as much of the future as it takes to show when the next request fits. */
export function requestLine(
  recentAtMs: readonly number[],
  nextFreeAtMs: number | null,
  nowMs: number,
): RequestLine {
  const wait = nextFreeAtMs === null ? 0 : Math.max(0, nextFreeAtMs - nowMs);
  // Two scales, so that the line does not creep with every second.
  const future = wait <= SOON_MS ? SOON_MS : MINUTE_MS;
  const span = MINUTE_MS + future;
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - (nowMs - MINUTE_MS)) / span));
  return {
    now: MINUTE_MS / span,
    marks: recentAtMs
      .filter((at) => at > nowMs - MINUTE_MS && at <= nowMs)
      .map((at) => ({ at: place(at), secondsAgo: Math.floor((nowMs - at) / 1000) })),
    next: wait === 0 ? null : { at: place(nowMs + wait), seconds: Math.ceil(wait / 1000) },
  };
}

/** The two quotas of the key: the last minute as a line with the instant the next request fits, 24 hours as bars. */
function RequestsSection(props: { readonly requests: RequestUsage }) {
  const text = useText();
  const { requests } = props;
  return (
    <section className={ui.section}>
      <header>
        <h2>{text('limits.heading')}</h2>
        <span className={classNames(ui.note, ui.ellipsis)}>{text('limits.note')}</span>
      </header>
      <Quota
        name={text('limits.minute')}
        used={requests.lastMinute}
        limit={requests.perMinute}
        testId="requests-minute"
      />
      <MinuteLine requests={requests} />
      <Quota
        name={text('limits.day')}
        used={requests.lastDay}
        limit={requests.perDay}
        testId="requests-day"
      />
      <DayBars byHour={requests.byHour} />
    </section>
  );
}

function Quota(props: {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly testId: string;
}) {
  const text = useText();
  const formats = useFormats();
  return (
    <p className={styles.line}>
      <span>{props.name}</span>
      <data value={props.used} data-value={props.used} data-testid={props.testId}>
        <b>{formats.count(props.used)}</b>{' '}
        {props.limit === 0 ? null : text('sync.of', { total: formats.count(props.limit) })}
      </data>
    </p>
  );
}

function MinuteLine(props: { readonly requests: RequestUsage }) {
  const text = useText();
  const now = useNow();
  const { recentAtMs, nextFreeAtMs, lastMinute } = props.requests;
  const line = requestLine(recentAtMs, nextFreeAtMs, now);
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const said =
    line.next === null
      ? text('limits.line', { count: lastMinute })
      : text('limits.line-next', { count: lastMinute, time: duration(line.next.seconds, text) });
  return (
    <div className={styles.minute} role="img" aria-label={said} title={said}>
      <i className={styles.window} style={{ width: percent(line.now) }} />
      {line.marks.map((mark, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place in the line
          key={index}
          className={styles.request}
          style={{ left: percent(mark.at) }}
          title={timeAgo(mark.secondsAgo, 'second', text.locale)}
        />
      ))}
      <span className={classNames(styles.label, styles.from)}>{text('limits.minute-ago')}</span>
      <span className={classNames(styles.label, styles.at)} style={{ left: percent(line.now) }}>
        {text('limits.now')}
      </span>
      {line.next === null ? null : (
        <>
          <i className={styles.nextRequest} style={{ left: percent(line.next.at) }} />
          <span
            className={classNames(styles.label, styles.nextLabel, line.next.at > 0.93 && styles.end)}
            style={{ left: percent(line.next.at) }}
            data-testid="requests-next"
          >
            {text('limits.in', { time: duration(line.next.seconds, text) })}
          </span>
        </>
      )}
    </div>
  );
}

function DayBars(props: { readonly byHour: readonly number[] }) {
  const text = useText();
  const { byHour } = props;
  const most = Math.max(1, ...byHour);
  return (
    <>
      <div className={styles.hours} role="img" aria-label={text('limits.hours')}>
        {byHour.map((count, hour) => {
          const hoursAgo = byHour.length - 1 - hour;
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its hour
              key={hour}
              className={hoursAgo === 0 ? styles.thisHour : undefined}
              style={{ height: count === 0 ? 0 : `${Math.max(6, (100 * count) / most)}%` }}
              title={text('limits.hour', { hours: hoursAgo, count })}
            />
          );
        })}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{text('limits.day-ago')}</span>
        <span>{text('limits.now')}</span>
      </p>
    </>
  );
}
