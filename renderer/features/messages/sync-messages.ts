import type { Text } from '#renderer/i18n/text.tsx';
import { formatDay, formatMoment, formatTime } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { Outage, QueueItem, SyncActivity, SyncStatus, Waiting } from '#shared/contract/app.ts';
import type { SyncFailure } from '#shared/contract/run-log.ts';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { needsKey } from './failures.tsx';
import { ago, clockMessage, duration } from './time-messages.ts';
import { monthShort, monthsMessage, monthTitle, purchasesMessage, sentence } from './window-messages.ts';

/** The service is silent or fails while something is wanted of it: then no limit is what one waits for. */
export function outageOf(status: SyncStatus): Outage | null {
  if (status.waiting?.reason === 'ledger') return null;
  switch (status.state) {
    case 'running':
    case 'waiting':
      return status.outage;
    case 'error':
      // The service's silence tells nothing of other causes that may have ended the run.
      return isOutage(status.failure) ? status.outage : null;
    case 'idle':
    case 'paused':
      return null;
  }
}

function isOutage(failure: SyncFailure | null): boolean {
  switch (failure?.code) {
    case 'unreachable':
    case 'timed-out':
    case 'server-error':
    case 'bad-answer':
      return true;
    default:
      return false;
  }
}

/** «Sin respuesta desde 02:52» and «intento 5 de 8, siguiente 03:01»; null where the service answers. */
export function outageMessages(
  status: SyncStatus,
  nowMs: number,
  text: Text,
  formats: Formats,
): { readonly since: string; readonly tries: string; readonly whole: string } | null {
  const outage = outageOf(status);
  if (outage === null) return null;
  const since = text(`outage.${outage.kind}`, {
    since: clockMessage(outage.sinceMs, nowMs, text, formats),
  });
  const tries = outageSteps(status, outage, nowMs, text, formats).join(', ');
  return { since, tries, whole: `${since}, ${tries}` };
}

/** Which try it was, and when the next one is. */
function outageSteps(
  status: SyncStatus,
  { tried, tries }: Outage,
  nowMs: number,
  text: Text,
  formats: Formats,
): readonly string[] {
  if (status.state === 'running') return [text('outage.trying', { tried: tried + 1, tries })];
  const nextMs = status.state === 'error' ? status.nextRunAtMs : (status.waiting?.untilMs ?? null);
  const next =
    nextMs === null
      ? status.state === 'error'
        ? text('outage.no-next')
        : text('outage.next-soon')
      : nextMs - nowMs < 60_000
        ? text('outage.next-in', { time: duration((nextMs - nowMs) / 1000, text) })
        : text('outage.next', { moment: clockMessage(nextMs, nowMs, text, formats) });
  return [text('outage.try', { tried, tries }), next];
}

export function railTitle(status: SyncStatus, text: Text): string {
  const outage = outageOf(status);
  if (outage !== null) return text(`rail.${outage.kind}`);
  switch (status.state) {
    case 'idle':
      return text(status.knownUntil === null ? 'rail.not-started' : 'rail.idle');
    case 'paused':
      return text('rail.paused');
    case 'error':
      return text('rail.error');
    case 'running':
    case 'waiting':
      break;
  }
  const purpose = status.activity?.purpose ?? (status.historyComplete ? 'changes' : 'history');
  return text(purpose === 'verification' ? 'rail.changes' : `rail.${purpose}`);
}

/** When changes were last read, by this machine's clock; before a run of this session by the server's. */
export function readAtMs(status: SyncStatus): number | null {
  if (status.knownUntil === null) return null;
  return status.lastRun?.endedAtMs ?? instantToMs(status.knownUntil);
}

/** The server's instant up to which changes are known, to the second. */
export function knownMoment(knownUntil: UtcInstant, formats: Formats): string {
  return `${formatDay(knownUntil, formats.dates)} ${formatTime(knownUntil, true)} UTC`;
}

export function railDetail(status: SyncStatus, nowMs: number, text: Text, formats: Formats): string {
  const outage = outageMessages(status, nowMs, text, formats);
  if (outage !== null) return outage.tries;
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
    : text('rail.rows', { count: status.progress.rowsRead, shown: formats.count(status.progress.rowsRead) });
}

export function secondsUntil(waiting: Waiting, nowMs: number): number | null {
  return waiting.untilMs === null ? null : Math.max(0, Math.ceil((waiting.untilMs - nowMs) / 1000));
}

/** Why nothing is asked right now, in one sentence; null where nothing waits. */
export function waitingReason(
  status: SyncStatus,
  nowMs: number,
  text: Text,
  formats: Formats,
): string | null {
  const { waiting } = status;
  if (waiting === null || status.state !== 'waiting' || outageOf(status) !== null) return null;
  const seconds = secondsUntil(waiting, nowMs);
  const time = seconds === null ? text('wait.soon') : duration(seconds, text);
  switch (waiting.reason) {
    case 'minute-limit':
      return text('wait.minute', { time, count: formats.count(status.requests.perMinute) });
    case 'day-limit':
      return text('wait.day', { time, count: formats.count(status.requests.perDay) });
    case 'back-off':
      return text('wait.back-off', { time });
    case 'ledger':
      return text('wait.ledger');
  }
}

/** «Octubre de 2024», or the days where the window is not a whole month. */
function windowTitle(activity: SyncActivity, text: Text, formats: Formats): string {
  const { from, to } = activity;
  if (activity.purpose === 'changes')
    return text('sync.changes-since', { moment: `${formatMoment(from, formats.dates)} UTC` });
  if (activity.purpose === 'verification')
    return text('sync.verifying', { day: formatDay(from, formats.dates) });
  if (activity.purpose === 'control')
    return text('sync.counting', { range: purchasesMessage(from, to, text) });
  const whole = from.slice(8, 10) === '01' && to.slice(8, 10) === '01' && from.slice(11, 19) === '00:00:00';
  const range =
    whole || from.slice(0, 7) === to.slice(0, 7)
      ? activity.purpose === 'reread'
        ? monthShort(from.slice(0, 7), text)
        : monthTitle(from.slice(0, 7), text)
      : text('sync.days', { from: formatDay(from, formats.dates), to: formatDay(to, formats.dates) });
  return activity.purpose === 'reread' ? text('sync.rereading', { range }) : range;
}

export function activityTitle(activity: SyncActivity, text: Text, formats: Formats): string {
  const title = windowTitle(activity, text, formats);
  // A count has one page, and nobody reads it.
  if (activity.purpose === 'control') return sentence(title);
  const page =
    activity.pages === null
      ? text('sync.page', { page: activity.page })
      : text('sync.page-of', { page: activity.page, pages: activity.pages });
  return `${sentence(title)}, ${page}`;
}

/** Why the pages of a window are being read once more; null at the first reading. */
export function rereadingReason(activity: SyncActivity | null, text: Text): string | null {
  return activity === null || activity.reading < 2
    ? null
    : text('sync.reading', { reading: activity.reading });
}

/** The heading of the screen: what runs now, or in which state it rests. */
export function nowTitle(status: SyncStatus, text: Text, formats: Formats): string {
  if (status.state === 'paused') return text('sync.paused');
  if (status.state === 'error') return text(needsKey(status.failure) ? 'sync.no-key' : 'sync.stopped');
  if (status.activity !== null && status.state !== 'idle')
    return activityTitle(status.activity, text, formats);
  if (status.state === 'idle')
    return text(status.knownUntil === null ? 'sync.not-started' : 'sync.up-to-date');
  return text('sync.preparing');
}

/** When it begins by itself again: «Próxima lectura a las 12:28»; that it will not; null while it runs. */
export function nextRunMessage(
  status: SyncStatus,
  nowMs: number,
  text: Text,
  formats: Formats,
): string | null {
  if (isSyncing(status)) return null;
  // The notice asks for it: no button begins anything without.
  if (status.state === 'error' && (needsKey(status.failure) || outageOf(status) !== null)) return null;
  if (status.nextRunAtMs === null) return status.state === 'idle' ? text('next.none') : text('next.by-you');
  return status.nextRunAtMs <= nowMs
    ? text('next.soon')
    : text('next.at', { moment: clockMessage(status.nextRunAtMs, nowMs, text, formats) });
}

/** «11:43»; «sigue» for what follows at once. */
export function queueMoment(item: QueueItem, nowMs: number, text: Text, formats: Formats): string {
  return item.atMs === null || item.atMs <= nowMs
    ? text('queue.follows')
    : clockMessage(item.atMs, nowMs, text, formats);
}

/** «Cambios desde 20-11 14:18 UTC», «Compras de ene – sep 2024», «Relectura de mar – may 2025». */
export function queueTitle(
  item: QueueItem,
  knownUntil: UtcInstant | null,
  text: Text,
  formats: Formats,
): string {
  const range = item.from === null || item.to === null ? null : monthsMessage(item.from, item.to, text);
  switch (item.kind) {
    case 'changes':
      return knownUntil === null
        ? text('kind.changes')
        : text('queue.changes-since', { moment: formatMoment(knownUntil, formats.dates, true) });
    case 'history':
      return range === null ? text('kind.history') : text('queue.history', { range });
    case 'reread':
      return range === null ? text('kind.reread') : text('queue.reread', { range });
    case 'verification':
      return text('queue.verification');
    case 'control':
      return range === null ? text('queue.control') : text('queue.control-of', { range });
  }
}

/** Why it is read again, in a word and in a sentence; null for what needs no reason. */
export function queueReason(
  item: QueueItem,
  text: Text,
): { readonly short: string; readonly long: string } | null {
  return item.reason === null
    ? null
    : { short: text(`reason-short.${item.reason}`), long: text(`reason.${item.reason}`) };
}
