import { useLedger, useSession, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { CoverageSection } from '#renderer/features/coverage/coverage-section.tsx';
import { ClosedLedger } from '#renderer/features/messages/closed-ledger.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import { HistorySection } from './history/history-section.tsx';
import { NextSection } from './next-section.tsx';
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
