import { useEffect, useRef } from 'react';
import { useConnection, useSession, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import {
  knownMoment,
  progressShare,
  railDetail,
  railTitle,
} from '#renderer/features/messages/sync-messages.ts';
import { useNow } from '#renderer/features/messages/use-now.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';

/** Says how the sync comes to rest whenever that is otherwise than the last time; that it reads is no news. */
function useSyncNews(status: SyncStatus | null, title: string | null): void {
  const announce = useAnnounce();
  const heard = useRef<string | null>(null);
  const isReading = status?.state === 'running';
  useEffect(() => {
    if (title === null || isReading || title === heard.current) return;
    if (heard.current !== null) announce(title);
    heard.current = title;
  }, [title, isReading, announce]);
}

/** What the sync does, on every screen; and the button that reads the changes, resumes or tries again. */
export function SyncFoot(props: { readonly onOpen: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const status = useSyncStatus();
  const now = useNow();
  const syncNow = (): void => void bridge.call.syncNow(null).catch(() => null);
  useShortcut('F5', syncNow);
  // The browser's own reload keeps its other shortcut (Ctrl+R).
  useEffect(() => {
    document.documentElement.dataset.sync = status?.state ?? 'idle';
  }, [status?.state]);
  const connection = useConnection();
  const connected = connection === 'connected';
  useSyncNews(status, status === null ? null : railTitle(status, text));
  if (status === null) return null;
  const share = progressShare(status);
  // What it did last is no longer known to be so.
  const title = connected ? railTitle(status, text) : text('rail.disconnected');
  const known =
    status.knownUntil === null ? '' : `\n${text('copy.known')} ${knownMoment(status.knownUntil, formats)}`;
  return (
    <div
      className="rail-sync"
      data-testid="sync-status"
      data-state={status.state}
      data-connected={connected}
      title={title}
    >
      <button
        type="button"
        className="rail-open"
        onClick={props.onOpen}
        title={`${text('sync.open')}${known}`}
      >
        <b>
          <span className="ell">{title}</span>
          {share === null ? null : <span>{formats.percent(String(Math.floor(share * 100)), 0)}</span>}
        </b>
        {share === null ? null : (
          <span className="bar">
            <i style={{ width: `${share * 100}%` }} />
          </span>
        )}
        <span className="ell">
          {connected ? railDetail(status, now, text, formats) : text(`rail.${connection}-detail`)}
        </span>
      </button>
      <button
        type="button"
        className="btn ic sm g"
        data-testid="sync-now"
        title={text('sync.now-title')}
        aria-label={text('sync.now')}
        onClick={syncNow}
      >
        <Icon name="sync" />
      </button>
      {share === null ? null : (
        <span className="rail-share" title={title}>
          {formats.percent(String(Math.floor(share * 100)), 0)}
        </span>
      )}
    </div>
  );
}
