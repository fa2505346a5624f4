import { ScheduleChoice } from '#renderer/features/accounts/accounts.tsx';
import { queueMoment, queueReason, queueTitle } from '#renderer/features/messages/sync-messages.ts';
import { useNow } from '#renderer/features/messages/time-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';

const SHOWN = 5;

/** What the sync asks for next, with the requests it is expected to take; and how often it reads by itself. */
export function NextSection(props: { readonly status: SyncStatus }) {
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
