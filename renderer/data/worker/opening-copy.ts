import { totals } from '#renderer/data/engine/answers/figures.ts';
import { type AnswerRows, type Asks, createQueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { factsFrom } from '#renderer/data/engine/columns/facts.ts';
import { type AskedOfRows, dateOfCells } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { costsIn } from '#renderer/data/engine/own-costs/overlays.ts';
import type { LedgerFacts, RowsOpening } from '#renderer/data/model/ledger.ts';
import { type Activity, createActivity, createScheduler } from '#renderer/data/scheduling/scheduler.ts';
import type { FiguresAtStart } from '#renderer/data/storage/ledger.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { readCoverage } from './ledger-questions.ts';
import { answersOver } from './open-copy.ts';

/**
 * A copy whose rows are not in memory yet: questions that the kept cells can answer are answered from these. Nothing of it
 * leaves the screen: whatever else is asked waits for the rows.
 */
export type OpeningCopy = {
  readonly facts: () => LedgerFacts;
  /** The answer of a question where cells tell as much as the rows will; null: it has to wait. */
  readonly answer: (record: object, input: unknown) => unknown;
  readonly activity: Activity;
  /** How far the rows have come. */
  readonly tell: (progress: RowsOpening) => void;
};

export function createOpeningCopy(
  { store, cells, dates, annotations, damage, readUntil, coverage, ...known }: FiguresAtStart,
  yieldToEventLoop: () => Promise<void>,
): OpeningCopy {
  const activity = createActivity();
  const scheduler = createScheduler({
    activity,
    changes: () => 0,
    yieldToEventLoop,
    now: () => performance.now(),
  });
  const rows = createQueriedRows(store);
  const answer = answersOver(scheduler, () => ({ rows }));
  const { orders } = atOnce(totals({ store }, EVERYTHING, []));
  const ofRows = factsFrom({ ...cells, columnKeys: store.columnKeys }, { ...known, orders });
  let rowsOpening: RowsOpening = { rowsRead: 0, rows: known.rows };

  const isTold = ({ selection, dimensions }: AskedOfRows): boolean => {
    const date = dateOfCells(store.segments, selection, dimensions);
    if (date === null || !dates.includes(date)) return false;
    const { ownCosts } = selection;
    // Own costs are counted row by row.
    return ownCosts === null || costsIn(annotations.of('own-cost'), selection, ownCosts.currency).size === 0;
  };
  return {
    facts: () => ({ ...ofRows, damage, readUntil, rowsOpening }),
    answer: (record, input) => {
      if (record === readCoverage) return coverage();
      if (!isAnswerable(record) || record.asks?.(input).every(isTold) !== true) return null;
      return record.answer({ answer, answerLatest: answer }, input);
    },
    activity,
    tell: (progress) => {
      rowsOpening = progress;
    },
  };
}

type Answers = { readonly answer: AnswerRows; readonly answerLatest: AnswerRows };
type Answerable = {
  readonly asks: Asks<unknown> | undefined;
  readonly answer: (of: Answers, input: unknown) => unknown;
};
const isAnswerable = (record: object): record is Answerable => 'asks' in record;

/** Whether the rows tell of the copy what was told before they were there. */
export function areSameFacts(before: LedgerFacts, { rowsOpening: _, ...now }: LedgerFacts): boolean {
  const { rowsOpening: __, ...told } = before;
  return textOf(told) === textOf(now);
}

const textOf = ({ columns, unknownColumns, ...facts }: LedgerFacts): string =>
  JSON.stringify([
    [...columns].sort(),
    [...unknownColumns].sort(),
    Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
