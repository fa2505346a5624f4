import { useLedger, useSession, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { ScheduleChoice } from '#renderer/features/accounts/schedule-choice.tsx';
import { CoverageSection } from '#renderer/features/coverage/coverage-section.tsx';
import { ClosedLedger } from '#renderer/features/messages/closed-ledger.tsx';
import { queueMoment, queueReason, queueTitle } from '#renderer/features/messages/queue-messages.ts';
import { useNow } from '#renderer/features/messages/use-now.ts';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import { HistorySection } from './history/history-section.tsx';
import { NowSection } from './now-section.tsx';
import { RequestsSection } from './requests-section.tsx';
import './sync.css';

/** What runs and why it waits, the key's quotas, what comes next; then what has been read, and how. */
export function SyncScreen(props: { readonly month: string | null }) {
  const text = useText();
  const { bridge } = useSession();
  const status = useSyncStatus();
  return (
    <>
      <ScreenHeader title={text('nav.sync')}>
        <span className="zone">
          <span>{text('zone.machine')}</span>
          <span>{text('zone.except-utc')}</span>
        </span>
        <span className="grow" />
        <button
          type="button"
          className="btn"
          data-testid="sync-pause"
          disabled={status === null || status.state === 'paused'}
          onClick={() => void bridge.call.pauseSync(null).catch(() => null)}
        >
          <Icon name="pause" />
          {text('sync.pause')}
        </button>
        <button
          type="button"
          className="btn p"
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
      <div className="scroll">
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
      <div className="now pad">
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

/** What the sync asks for next, with the requests it is expected to take; and how often it reads by itself. */
function NextSection(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const shown = status.queue.slice(0, SHOWN);
  const more = status.queue.length - shown.length;
  return (
    <section className="sec nextq">
      <header>
        <h2>{text('queue.heading')}</h2>
        <ScheduleChoice />
        <span className="grow" />
        <span className="f11">{text('queue.requests')}</span>
      </header>
      {shown.length === 0 ? (
        <p className="f12 dim">{text('queue.empty')}</p>
      ) : (
        <ol className="nq" data-testid="sync-queue">
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
                <span className="when">{queueMoment(item, now, text, formats)}</span>
                <span className="ell" title={reason === null ? title : `${title} · ${reason.long}`}>
                  {title}
                  {reason === null ? null : <span className="dim"> · {reason.short}</span>}
                </span>
                <span>{item.requests === null ? '—' : formats.count(item.requests)}</span>
              </li>
            );
          })}
        </ol>
      )}
      {more > 0 ? <p className="f11 dim">{text('queue.more', { count: more })}</p> : null}
    </section>
  );
}
