import type { Month } from '#shared/domain/dates.ts';
import { INITIAL_QUEUE, type QueueLine, type QueueState, queueAsked, turned } from './exceptions-list.ts';

/**
 * The queue as an address asks for it: narrowed to a list, or with an exception, or a group, chosen among the others, in its
 * state; null: what is asked for is not there. Pure.
 */
export function queueLedTo(
  asked: string,
  lines: readonly QueueLine[],
  state: QueueState,
  month: Month | null,
): QueueState | null {
  const list = queueAsked(asked);
  if (list !== null) return { ...INITIAL_QUEUE, ...list, when: month === null ? 'all' : 'month' };
  const line = lines.find(({ key }) => key === asked);
  const of = line ?? lines.find(({ group }) => group.key === asked || group.findingKey === asked);
  if (of === undefined) return null;
  return {
    ...state,
    ...{ age: 'all', search: '', when: 'all', only: null },
    ...turned(state, of.group.key, true),
    state: of.isDue ? 'open' : of.state,
    chosen: line?.key ?? of.group.key,
  };
}
