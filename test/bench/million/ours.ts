import type { Group } from '#renderer/data/model/groups.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { parseDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import type { Queries } from '#test/renderer/data/engine/queries.ts';
import { type Contestant, exactText, groupLine, OURS, type Reader } from './contestant.ts';
import { COMPARED_RANKS, type SumsQuestion } from './questions.ts';

/** The product itself. Its answers hold more than was asked: orders counted, coverage of product cost, subtotals. */

export const ALL_COLUMNS: readonly string[] = COLUMNS.map(({ key }) => key);
/** Rows on a screen. */
export const WINDOW_ROWS = 60;
/** A place of a table that is found only when all of its lines are in order: the first ones are found without. */
export const DEEP_OFFSET = 5000;

let asked = 0;
/**
 * The same rows by a selection that was never asked before: answers are kept until the next commit, and a kept one is
 * nothing to measure. The filter added is of a column that no row carries, and of its absence.
 */
export function unseen(selection: Selection): Selection {
  asked += 1;
  return { ...selection, filters: [...selection.filters, { column: `bench ${asked}`, values: [''] }] };
}

export function ours(queries: Queries): Contestant {
  return {
    name: OURS,
    prepare: (question) =>
      question.kind === 'sums' ? () => askSums(queries, question) : () => askOrder(queries, question.column),
  };
}

function askSums(queries: Queries, { selection, by, columns }: SumsQuestion): Reader {
  const [first, within] = by;
  const more = within === undefined ? {} : { within };
  const { groups } = queries.groups(unseen(selection), first, columns, more);
  const line = (values: readonly string[], { totals }: Group) =>
    groupLine(
      values,
      totals.rows,
      columns.map((column) => exact(totals.sums[column])),
    );
  return () =>
    groups
      .flatMap((group) =>
        within === undefined
          ? line([group.value], group)
          : (group.groups ?? []).map((inner) => line([group.value, inner.value], inner)),
      )
      .sort();
}

function askOrder(queries: Queries, column: string): Reader {
  const query = {
    selection: unseen(EVERYTHING),
    grouping: 'rows',
    sort: { column, direction: 'descending' },
    columns: ALL_COLUMNS,
  } as const;
  const { total } = queries.lines(query, DEEP_OFFSET, WINDOW_ROWS);
  return () =>
    COMPARED_RANKS.map((share) => {
      const [line] = queries.lines({ ...query, columns: [column] }, Math.floor(total * share), 1).lines;
      return exact(line?.cells[0] ?? undefined);
    });
}

function exact(text: string | undefined): string {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is no decimal.`);
  return exactText(value.units, value.scale);
}
