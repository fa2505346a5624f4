import { failureMessage } from '#renderer/features/messages/failure-messages.ts';
import { took } from '#renderer/features/messages/time-messages.ts';
import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';

/** Runs and windows of the sync's history, in words. Pure. */

/** The mark's form and colour: disc fine, triangle warning, diamond problem, ring information (ui/README.md). */
type Tone = 'pos' | 'warn' | 'neg' | 'inf';
type Result = { readonly tone: Tone; readonly words: string };

export function runResult(run: RunEntry, text: Text): Result {
  switch (run.outcome) {
    case 'running':
      return { tone: 'inf', words: text('run.running') };
    case 'paused':
      return { tone: 'inf', words: text('run.paused') };
    case 'cut-off':
      return { tone: 'warn', words: text('run.cut-off') };
    case 'failed':
      return {
        tone: 'neg',
        words: run.failure === null ? text('run.failed') : text(`run.failed-${run.failure.code}`),
      };
    case 'done':
      return run.notices > 0
        ? { tone: 'warn', words: text('run.done-notices', { count: run.notices }) }
        : { tone: 'pos', words: text('run.done') };
  }
}

/** What slowed a run down: «3 reintentos», and «esperó 1 min 0 s» for their back-offs; null when nothing did. */
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

/** How a window ended: the gravest first, then what else is to be said of it. */
export function windowResult(window: RunWindow, text: Text, formats: Formats): Result {
  if (window.outcome !== 'committed') {
    const [tone, id] = WINDOW_RESULTS[window.outcome];
    return { tone, words: text(id) };
  }
  if (window.rowsHeld > 0) {
    const shown = formats.count(window.rowsHeld);
    return { tone: 'warn', words: text('run.rows-held', { count: window.rowsHeld, shown }) };
  }
  return window.readings > 1
    ? { tone: 'warn', words: text('run.read-times', { count: window.readings }) }
    : { tone: 'pos', words: text('run.done') };
}

const WINDOW_RESULTS: {
  readonly [outcome in Exclude<RunWindow['outcome'], 'committed'>]: readonly [Tone, MessageId];
} = {
  unsettled: ['neg', 'run.unsettled'],
  agrees: ['pos', 'run.agrees'],
  differs: ['warn', 'run.differs'],
  doubted: ['warn', 'run.clock-doubted'],
  healed: ['warn', 'run.clock-healed'],
};

export function runTook(run: RunEntry, nowMs: number, text: Text): string {
  return took(Math.max(0, (run.endedAtMs ?? nowMs) - run.startedAtMs), text);
}
