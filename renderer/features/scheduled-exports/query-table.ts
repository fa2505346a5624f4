import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { powerQuery } from './power-query.ts';

const STEPS = ['copy', 'open', 'paste', 'refresh', 'libre'] as const;

/** The query, a line a cell so that it is pasted as it is, and beside it what to do with it. */
export function queryTable(path: string, text: Text): WholeTable {
  const steps = STEPS.map((step, at) => `${at + 1}. ${text(`schedule.link-step-${step}`)}`);
  const lines = powerQuery(path);
  return {
    name: text('schedule.link-file'),
    keyColumns: 0,
    columns: ['schedule.link-query', 'schedule.link-how'].map((id) => ({
      name: text(id as 'schedule.link-query'),
      kind: 'text',
      total: null,
    })),
    lines: lines.map((line, at) => ({ cells: [line, steps[at] ?? null] })),
  };
}
