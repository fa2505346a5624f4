import type { SyncActivity, SyncFailure, SyncStatus, Waiting } from '#shared/bridge/app.ts';
import { instantToMs, type UtcInstant } from '#shared/dates.ts';
import type { MessageId, Text } from '../../i18n/text.tsx';
import { formatDay, formatMoment, formatTime } from '../../ui/date-format.ts';
import type { Formats } from '../../ui/formats.tsx';

/** What the sync does, in words. Pure: status and clock in, sentences out. */

/** Share of the historical load that is done, 0 to 1; null where nothing is being loaded or it cannot be told. */
export function progressShare(status: SyncStatus): number | null {
  const { progress } = status;
  if (progress === null || status.state === 'idle') return null;
  if (progress.pagesLeft !== null && progress.pagesRead + progress.pagesLeft > 0)
    return progress.pagesRead / (progress.pagesRead + progress.pagesLeft);
  return progress.monthsTotal > 0 ? Math.min(1, progress.monthsDone / progress.monthsTotal) : null;
}

export function railTitle(status: SyncStatus, text: Text): string {
  switch (status.state) {
    case 'idle':
      return text(status.knownUntil === null ? 'rail.not-started' : 'rail.idle');
    case 'paused':
      return text('rail.paused');
    case 'error':
      return text('rail.error');
    case 'running':
    case 'waiting':
      return text(
        status.activity === null || status.activity.purpose === 'history' ? 'rail.history' : 'rail.changes',
      );
  }
}

/** «al día · hace 4 min», in whole units. */
export function ago(ms: number, text: Text): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return text('ago.now');
  if (seconds < 3600) return text('ago.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return text('ago.hours', { count: Math.floor(seconds / 3600) });
  return text('ago.days', { count: Math.floor(seconds / 86_400) });
}

/**
 * When the changes were last read, on this machine's clock: the server's clock may be another. Before any run of
 * this session only the server's instant is known. Null before anything was read.
 */
export function readAtMs(status: SyncStatus): number | null {
  if (status.knownUntil === null) return null;
  return status.lastRun?.finishedAtMs ?? instantToMs(status.knownUntil);
}

/** The server's instant up to which changes are known, to the second. */
export function knownMoment(knownUntil: UtcInstant, formats: Formats): string {
  return `${formatDay(knownUntil, formats.dates)} ${formatTime(knownUntil, true)} UTC`;
}

export function duration(seconds: number, text: Text): string {
  if (seconds < 60) return text('duration.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 3600) return text('duration.minutes', { count: Math.ceil(seconds / 60) });
  const minutes = Math.ceil(seconds / 60);
  return text('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function railDetail(status: SyncStatus, nowMs: number, text: Text, formats: Formats): string {
  if (status.waiting !== null && status.state === 'waiting') {
    const seconds = secondsUntil(status.waiting, nowMs);
    return seconds === null ? text('rail.waiting') : text('rail.waits', { time: duration(seconds, text) });
  }
  if (status.state === 'running' && status.progress?.secondsLeft != null && !status.historyComplete)
    return text('rail.left', { time: duration(status.progress.secondsLeft, text) });
  if (status.state === 'error') return text('rail.retry');
  const readAt = readAtMs(status);
  if (readAt !== null) return text('rail.known', { ago: ago(nowMs - readAt, text) });
  return status.progress === null
    ? text('rail.nothing')
    : text('rail.rows', {
        count: status.progress.rowsRead,
        shown: formats.count(status.progress.rowsRead),
      });
}

export function secondsUntil(waiting: Waiting, nowMs: number): number | null {
  return waiting.untilMs === null ? null : Math.max(0, Math.ceil((waiting.untilMs - nowMs) / 1000));
}

/** Why nothing is asked right now, in one sentence; null where nothing waits. */
export function waitingReason(status: SyncStatus, nowMs: number, text: Text): string | null {
  const { waiting } = status;
  if (waiting === null) return null;
  const seconds = secondsUntil(waiting, nowMs);
  const time = seconds === null ? '' : duration(seconds, text);
  switch (waiting.reason) {
    case 'minute-limit':
      return text('wait.minute', { time, count: status.requests.perMinute });
    case 'day-limit':
      return text('wait.day', { time, count: status.requests.perDay });
    case 'back-off':
      return text('wait.back-off', { time });
    case 'ledger':
      return text('wait.ledger');
  }
}

/** Begins with a capital, as a sentence does. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function monthTitle(month: string, text: Text): string {
  const name = text('months.long').split(' ')[Number(month.slice(5, 7)) - 1] ?? month;
  return sentence(text('sync.month', { month: name, year: month.slice(0, 4) }));
}

/** «Octubre de 2024», or the days where the window is not a whole month. */
export function windowTitle(activity: SyncActivity, text: Text, formats: Formats): string {
  const { from, to } = activity;
  if (activity.purpose === 'changes')
    return text('sync.changes-since', { moment: `${formatMoment(from, formats.dates)} UTC` });
  if (activity.purpose === 'verification')
    return text('sync.verifying', { day: formatDay(from, formats.dates) });
  const whole = from.slice(8, 10) === '01' && to.slice(8, 10) === '01' && from.slice(11, 19) === '00:00:00';
  if (whole || from.slice(0, 7) === to.slice(0, 7)) return monthTitle(from.slice(0, 7), text);
  return text('sync.days', { from: formatDay(from, formats.dates), to: formatDay(to, formats.dates) });
}

export function activityTitle(activity: SyncActivity, text: Text, formats: Formats): string {
  const title = windowTitle(activity, text, formats);
  const page =
    activity.pages === null
      ? text('sync.page', { page: activity.page })
      : text('sync.page-of', { page: activity.page, pages: activity.pages });
  const again = activity.reading > 1 ? `, ${text('sync.reading', { reading: activity.reading })}` : '';
  return `${title}, ${page}${again}`;
}

/** The heading of the screen: what runs now, or in which state it rests. */
export function nowTitle(status: SyncStatus, text: Text, formats: Formats): string {
  if (status.state === 'paused') return text('sync.paused');
  if (status.state === 'error') return text('sync.stopped');
  if (status.activity !== null && status.state !== 'idle')
    return activityTitle(status.activity, text, formats);
  if (status.state === 'idle')
    return text(status.knownUntil === null ? 'sync.not-started' : 'sync.up-to-date');
  return text('sync.preparing');
}

const FAILURE_WORDS: {
  readonly [code in SyncFailure['code']]: { readonly what: MessageId; readonly todo: MessageId };
} = {
  unauthorized: { what: 'failure.unauthorized', todo: 'failure.unauthorized-do' },
  forbidden: { what: 'failure.forbidden', todo: 'failure.forbidden-do' },
  'bad-request': { what: 'failure.bad-request', todo: 'failure.bad-request-do' },
  'rate-limited': { what: 'failure.rate-limited', todo: 'failure.rate-limited-do' },
  unreachable: { what: 'failure.unreachable', todo: 'failure.unreachable-do' },
  'timed-out': { what: 'failure.timed-out', todo: 'failure.unreachable-do' },
  'server-error': { what: 'failure.server-error', todo: 'failure.server-error-do' },
  'bad-answer': { what: 'failure.bad-answer', todo: 'failure.bad-answer-do' },
  'key-missing': { what: 'failure.key-missing', todo: 'failure.key-missing-do' },
  ledger: { what: 'failure.ledger', todo: 'failure.ledger-do' },
  unsettled: { what: 'failure.unsettled', todo: 'failure.unsettled-do' },
  internal: { what: 'failure.internal', todo: 'failure.internal-do' },
};

export function failureWords(
  failure: SyncFailure,
  text: Text,
): { readonly what: string; readonly todo: string } {
  const words = FAILURE_WORDS[failure.code];
  return { what: text(words.what), todo: text(words.todo) };
}

/** A failure that another key mends. */
export function needsKey(failure: SyncFailure | null): boolean {
  return failure !== null && (failure.code === 'unauthorized' || failure.code === 'key-missing');
}
