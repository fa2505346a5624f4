import type { ReactNode } from 'react';
import type { SyncStatus } from '#shared/bridge/app.ts';
import { useText } from '../../i18n/text.tsx';
import { useLedger, useSession, useSyncStatus } from '../../link/session-context.tsx';
import { formatDay, formatMoment, machineLocal } from '../../ui/date-format.ts';
import { useFormats } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { ago, duration, failureWords, nowTitle, progressShare, waitingReason } from './sync-words.ts';
import { useNow } from './use-now.ts';
import './sync.css';

export function SyncScreen() {
  const text = useText();
  const { bridge } = useSession();
  const status = useSyncStatus();
  const busy = status?.state === 'running' || status?.state === 'waiting';
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
          disabled={!busy}
          onClick={() => void bridge.call.pauseSync(null).catch(() => null)}
        >
          <Icon name="pause" />
          {text('sync.pause')}
        </button>
        <button
          type="button"
          className="btn p"
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
      <div className="scroll">{status === null ? null : <SyncBody status={status} />}</div>
    </>
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

function SyncBody(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const reason = waitingReason(status, now, text);
  const share = progressShare(status);
  const { progress, failure, requests } = status;
  return (
    <>
      <div className="now pad">
        <section className="sec">
          <header>
            <h2>{text('sync.now-heading')}</h2>
            <span className="f11">
              {text(status.historyComplete ? 'sync.history-done' : 'sync.history-going')}
            </span>
          </header>
          <p className="what">{nowTitle(status, text, formats)}</p>
          {status.state === 'error' && failure !== null ? <Failure status={status} /> : null}
          {reason === null || status.state !== 'waiting' ? null : (
            <p className="wait">
              <Icon name="clock" />
              {reason}
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
          {progress === null ? null : (
            <dl className="facts">
              <Fact name={text('sync.months')}>
                {formats.count(progress.monthsDone)}{' '}
                <span>{text('sync.of', { total: formats.count(progress.monthsTotal) })}</span>
              </Fact>
              <Fact name={text('sync.pages')}>
                {formats.count(progress.pagesRead)}{' '}
                {progress.pagesLeft === null ? null : (
                  <span>
                    {text('sync.of-about', {
                      total: formats.count(progress.pagesRead + progress.pagesLeft),
                    })}
                  </span>
                )}
              </Fact>
              <Fact name={text('sync.rows')}>{formats.count(progress.rowsRead)}</Fact>
              <Fact name={text('sync.left')}>
                {status.historyComplete
                  ? text('sync.left-none')
                  : progress.secondsLeft === null
                    ? '—'
                    : duration(progress.secondsLeft, text)}{' '}
                {status.historyComplete || progress.secondsLeft === null ? null : (
                  <span>{text('sync.pace', { count: formats.count(requests.perMinute) })}</span>
                )}
              </Fact>
            </dl>
          )}
        </section>
        <section className="sec">
          <header>
            <h2>{text('limits.heading')}</h2>
            <span className="f11">{text('limits.note')}</span>
          </header>
          <Quota name={text('limits.minute')} used={requests.lastMinute} limit={requests.perMinute} />
          <Quota name={text('limits.day')} used={requests.lastDay} limit={requests.perDay} />
        </section>
        <section className="sec">
          <header>
            <h2>{text('last.heading')}</h2>
          </header>
          <LastRun status={status} />
        </section>
      </div>
      <Copy status={status} />
    </>
  );
}

function Failure(props: { readonly status: SyncStatus }) {
  const text = useText();
  const { failure } = props.status;
  if (failure === null) return null;
  const words = failureWords(failure, text);
  return (
    <div className="failure">
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

function Quota(props: { readonly name: string; readonly used: number; readonly limit: number }) {
  const text = useText();
  const formats = useFormats();
  const share = props.limit > 0 ? Math.min(1, props.used / props.limit) : 0;
  const few = props.limit > 0 && props.limit <= 20;
  return (
    <div className="quota">
      <p className="lr">
        <span>{props.name}</span>
        <b>
          {formats.count(props.used)} <span>{text('sync.of', { total: formats.count(props.limit) })}</span>
        </b>
      </p>
      {few ? (
        <span className="slots" aria-hidden="true">
          {Array.from({ length: props.limit }, (_, slot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
            <i key={slot} className={slot < props.used ? 'on' : ''} />
          ))}
        </span>
      ) : (
        <span className="bar big ink" aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  );
}

function LastRun(props: { readonly status: SyncStatus }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const run = props.status.lastRun;
  if (run === null) return <p className="f12 dim">{text('last.none')}</p>;
  const local = machineLocal(run.finishedAtMs);
  return (
    <dl className="pairs">
      <dt>{text('last.when')}</dt>
      <dd title={local}>
        {formatMoment(local, formats.dates, true)} <span>{ago(now - run.finishedAtMs, text)}</span>
      </dd>
      <dt>{text('last.what')}</dt>
      <dd>{text(run.purpose === 'history' ? 'last.history' : 'last.changes')}</dd>
      <dt>{text('last.requests')}</dt>
      <dd>{formats.count(run.requests)}</dd>
      <dt>{text('last.rows')}</dt>
      <dd>{formats.count(run.rowsRead)}</dd>
      <dt>{text('last.orders')}</dt>
      <dd>
        {text('last.orders-value', {
          fresh: formats.count(run.ordersNew),
          changed: formats.count(run.ordersChanged),
        })}
      </dd>
    </dl>
  );
}

/** What the local copy holds, and what is known to be open about it. */
function Copy(props: { readonly status: SyncStatus }) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  if (ledger.kind !== 'open') return null;
  const { facts } = ledger;
  const day = (value: string | null): string => (value === null ? '—' : formatDay(value, formats.dates));
  return (
    <section className="sec pad copy">
      <header>
        <h2>{text('copy.heading')}</h2>
        <span className="f11">{text('copy.note')}</span>
      </header>
      <table className="t t12">
        <tbody>
          <tr>
            <td>{text('copy.rows')}</td>
            <td className="n">{formats.count(facts.rows)}</td>
            <td className="mut">
              {text('copy.orders', { count: facts.orders, shown: formats.count(facts.orders) })}
            </td>
          </tr>
          <tr>
            <td>{text('copy.purchases')}</td>
            <td className="n">
              {facts.firstPurchase === null
                ? '—'
                : `${day(facts.firstPurchase)} – ${day(facts.lastPurchase)}`}
            </td>
            <td className="mut">{text('zone.local')}</td>
          </tr>
          <tr>
            <td>{text('copy.known')}</td>
            <td className="n">
              {status.knownUntil === null ? '—' : formatMoment(status.knownUntil, formats.dates)}
            </td>
            <td className="mut">UTC</td>
          </tr>
          <tr>
            <td>{text('copy.last-update')}</td>
            <td className="n">
              {facts.lastUpdate === null ? '—' : formatMoment(facts.lastUpdate, formats.dates)}
            </td>
            <td className="mut">UTC</td>
          </tr>
          <tr>
            <td>{text('copy.to-verify')}</td>
            <td className="n">{formats.count(status.ordersToVerify)}</td>
            <td className="mut">
              {status.ordersToVerify === 0 ? null : (
                <span className="tag k-inf">{text('copy.to-verify-note')}</span>
              )}
            </td>
          </tr>
          <tr>
            <td>{text('copy.unsettled')}</td>
            <td className="n">{formats.count(status.unsettledWindows)}</td>
            <td className="mut">
              {status.unsettledWindows === 0 ? null : (
                <span className="tag k-warn">{text('copy.unsettled-note')}</span>
              )}
            </td>
          </tr>
          {facts.unknownColumns.length === 0 ? null : (
            <tr>
              <td>{text('copy.unknown')}</td>
              <td className="n">{formats.count(facts.unknownColumns.length)}</td>
              <td className="mut">
                <span className="tag k-inf">{facts.unknownColumns.join(', ')}</span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {status.earliestNotice === null ? null : (
        <p className="f12 mut earliest">
          {text('copy.earliest')} <q className="words">{status.earliestNotice}</q>
        </p>
      )}
    </section>
  );
}
