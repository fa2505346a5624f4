import { failureMessage } from '#renderer/features/messages/failures.tsx';
import { took } from '#renderer/features/messages/time-messages.ts';
import { rangeMessage } from '#renderer/features/messages/window-messages.ts';
import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import { formatDay, formatMoment, formatTime, machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { instantToMs, localFromMs, MINUTE_MS, type UtcInstant } from '#shared/domain/dates.ts';

/** Runs and windows of the sync's history, in words. Pure. */

/** The mark's form and colour: disc fine, triangle warning, diamond problem, ring information (ui/README.md). */
type Tone = 'good' | 'caution' | 'bad' | 'info';
type Result = { readonly tone: Tone; readonly words: string };

export function runResult(run: RunEntry, text: Text): Result {
  switch (run.outcome) {
    case 'running':
      return { tone: 'info', words: text('run.running') };
    case 'paused':
      return { tone: 'info', words: text('run.paused') };
    case 'cut-off':
      return { tone: 'caution', words: text('run.cut-off') };
    case 'failed':
      return {
        tone: 'bad',
        words: run.failure === null ? text('run.failed') : text(`run.failed-${run.failure.code}`),
      };
    case 'done':
      return run.notices > 0
        ? { tone: 'caution', words: text('run.done-notices', { count: run.notices }) }
        : { tone: 'good', words: text('run.done') };
  }
}

/** The cause of a run's delay: «3 reintentos», and «esperó 1 min 0 s» for their back-offs; null when nothing did. */
export function runDelay(
  run: RunEntry,
  text: Text,
): { readonly short: string; readonly long: string } | null {
  if (run.retries === 0) return null;
  const short = text('run.retries', { count: run.retries });
  const waited = { retries: short, time: took(run.backOffMs, text) };
  return { short, long: run.backOffMs >= 1000 ? text('run.retries-waited', waited) : short };
}

export function runFailure(run: RunEntry, text: Text): string | null {
  if (run.failure === null) return null;
  const { what, todo } = failureMessage(run.failure, text);
  return `${what} ${todo}`;
}

/** «7.102 nuevas, 37 cambiadas»; null where no order came of it. */
export function ordersMessage(
  counts: { readonly ordersNew: number; readonly ordersChanged: number },
  text: Text,
  formats: Formats,
): string | null {
  const part = (id: 'run.orders-new' | 'run.orders-changed', count: number): string[] =>
    count > 0 ? [text(id, { count, shown: formats.count(count) })] : [];
  const parts = [
    ...part('run.orders-new', counts.ordersNew),
    ...part('run.orders-changed', counts.ordersChanged),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * The range of a window, as far as there was anything when it was read: requests reach into the future, so that nothing
 * is missed at their end. Of a clock both times are told as they were.
 */
export function windowRange(window: RunWindow, text: Text, formats: Formats): string {
  const { field, from, to, kind, startedAtMs } = window;
  if (kind === 'clock') return rangeMessage(window, text, formats);
  if (kind === 'restore') {
    const made = formatMoment(machineLocal(Date.parse(from)), formats.dates);
    return text('history.restored', { made });
  }
  if (field === 'updated_at') {
    return instantToMs(to as UtcInstant) > startedAtMs + MINUTE_MS
      ? text('history.until-now', { moment: formatMoment(from, formats.dates, true) })
      : rangeMessage(window, text, formats);
  }
  const read = localFromMs(startedAtMs);
  return rangeMessage(to > read && from < read ? { field, from, to: read } : window, text, formats);
}

/** Its bounds to the second, as dates are written here. */
export function boundsTitle({ field, from, to }: RunWindow, text: Text, formats: Formats): string {
  const moment = (time: string): string => `${formatDay(time, formats.dates)} ${formatTime(time, true)}`;
  const zone = field === 'updated_at' ? 'UTC' : text('zone.local');
  return `${text('history.bounds', { from: moment(from), to: moment(to) })}, ${zone}`;
}

const CONTROL_DETAIL = /^(everything|dashboard): (\d+) \/ (\d+)$/;
const CLOCK_DETAIL = /^(\S+Z) \/ (\S+Z)$/;

/** Both counts of a control, both times of a clock, in words; the text itself where it is neither, null where there is none. */
export function detailMessage({ detail }: RunWindow, text: Text, formats: Formats): string | null {
  if (detail === null) return null;
  const [, scope, there, here] = CONTROL_DETAIL.exec(detail) ?? [];
  if (scope !== undefined) {
    return text('history.counts', {
      scope: text(scope === 'everything' ? 'control.everything' : 'preset.name'),
      there: formats.count(Number(there)),
      here: formats.count(Number(here)),
    });
  }
  const [, wrong, believed] = CLOCK_DETAIL.exec(detail) ?? [];
  if (wrong === undefined || believed === undefined) return detail;
  const moment = (time: string): string => formatMoment(time, formats.dates);
  return text('history.times', { wrong: moment(wrong), believed: moment(believed) });
}

/** How a window ended: the gravest first, then what else is to be said of it. */
export function windowResult(window: RunWindow, text: Text, formats: Formats): Result {
  if (window.outcome !== 'committed') {
    const [tone, id] = WINDOW_RESULTS[window.outcome];
    return { tone, words: text(id) };
  }
  if (window.rowsHeld > 0) {
    const shown = formats.count(window.rowsHeld);
    return { tone: 'caution', words: text('run.rows-held', { count: window.rowsHeld, shown }) };
  }
  return window.readings > 1
    ? { tone: 'caution', words: text('run.read-times', { count: window.readings }) }
    : { tone: 'good', words: text('run.done') };
}

const WINDOW_RESULTS: {
  readonly [outcome in Exclude<RunWindow['outcome'], 'committed'>]: readonly [Tone, MessageId];
} = {
  unsettled: ['bad', 'run.unsettled'],
  agrees: ['good', 'run.agrees'],
  differs: ['caution', 'run.differs'],
  doubted: ['caution', 'run.clock-doubted'],
  healed: ['caution', 'run.clock-healed'],
};

export function runTook(run: RunEntry, nowMs: number, text: Text): string {
  return took(Math.max(0, (run.endedAtMs ?? nowMs) - run.startedAtMs), text);
}
