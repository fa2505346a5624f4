import { duration } from '#renderer/features/messages/time-messages.ts';
import { useNow } from '#renderer/features/messages/use-now.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { timeAgo } from '#renderer/i18n/time-formats.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { RequestUsage } from '#shared/contract/app.ts';

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
export function RequestsSection(props: { readonly requests: RequestUsage }) {
  const text = useText();
  const { requests } = props;
  return (
    <section className="sec limits">
      <header>
        <h2>{text('limits.heading')}</h2>
        <span className="f11 ell">{text('limits.note')}</span>
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
    <p className="lr">
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
    <div className="tl" role="img" aria-label={said} title={said}>
      <i className="win" style={{ width: percent(line.now) }} />
      {line.marks.map((mark, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place in the line
          key={index}
          className="rq"
          style={{ left: percent(mark.at) }}
          title={timeAgo(mark.secondsAgo, 'second', text.locale)}
        />
      ))}
      <span className="a from">{text('limits.minute-ago')}</span>
      <span className="a at" style={{ left: percent(line.now) }}>
        {text('limits.now')}
      </span>
      {line.next === null ? null : (
        <>
          <i className="nx" style={{ left: percent(line.next.at) }} />
          <span
            className={line.next.at > 0.93 ? 'a nxt end' : 'a nxt'}
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
      <div className="hh" role="img" aria-label={text('limits.hours')}>
        {byHour.map((count, hour) => {
          const hoursAgo = byHour.length - 1 - hour;
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its hour
              key={hour}
              className={hoursAgo === 0 ? 'on' : ''}
              style={{ height: count === 0 ? 0 : `${Math.max(6, (100 * count) / most)}%` }}
              title={text('limits.hour', { hours: hoursAgo, count })}
            />
          );
        })}
      </div>
      <p className="hx" aria-hidden="true">
        <span>{text('limits.day-ago')}</span>
        <span>{text('limits.now')}</span>
      </p>
    </>
  );
}
