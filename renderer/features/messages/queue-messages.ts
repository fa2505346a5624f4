import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { QueueItem } from '#shared/contract/app.ts';
import type { RereadReason } from '#shared/contract/checkpoint.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { clockMessage } from './time-messages.ts';
import { monthsMessage } from './window-messages.ts';

/** What comes next, in words. Pure. */

/** Why a range is read again, in a sentence. */
export const REASON_WORDS: { readonly [reason in RereadReason]: MessageId } = {
  requested: 'reason.requested',
  scheduled: 'reason.scheduled',
  absence: 'reason.absence',
  difference: 'reason.difference',
  confirmation: 'reason.confirmation',
};

/** The same in a word, for a list. */
const REASON_SHORT: { readonly [reason in RereadReason]: MessageId } = {
  requested: 'reason-short.requested',
  scheduled: 'reason-short.scheduled',
  absence: 'reason-short.absence',
  difference: 'reason-short.difference',
  confirmation: 'reason-short.confirmation',
};

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
    : { short: text(REASON_SHORT[item.reason]), long: text(REASON_WORDS[item.reason]) };
}
