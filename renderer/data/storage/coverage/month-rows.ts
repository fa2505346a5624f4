import { groupRows } from '#renderer/data/engine/aggregate/groups.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { sideOfSpan } from '#shared/domain/date-span.ts';
import type { Month } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { MonthRows } from './coverage.ts';

const PURCHASE_MONTH = { column: 'Fecha de compra', unit: 'month' } as const;

export type RowsByMonth = {
  /** Months with live rows, ascending. */
  readonly months: readonly MonthRows[];
  /** Live rows without a readable purchase date. */
  readonly undatedRows: number;
  /** Live rows bought on days that no time axis reaches (shared/domain/date-span.ts). */
  readonly outOfRangeRows: number;
};

/** Makes the function that counts rows and orders by month; the answer is kept until the next commit. */
export function monthCounter(store: ColumnStore): () => RowsByMonth {
  let kept: { readonly numbering: number; readonly answer: RowsByMonth } | null = null;
  return () => {
    if (kept?.numbering === store.numbering) return kept.answer;
    const groups = groupRows(store, selectRows(store, EVERYTHING).mask, PURCHASE_MONTH, []);
    const answer = {
      months: groups
        .filter(({ value }) => value !== '' && sideOfSpan(value) === null)
        .map(({ value, totals }) => ({ month: value as Month, rows: totals.rows, orders: totals.orders })),
      undatedRows: groups.find(({ value }) => value === '')?.totals.rows ?? 0,
      outOfRangeRows: groups
        .filter(({ value }) => sideOfSpan(value) !== null)
        .reduce((rows, { totals }) => rows + totals.rows, 0),
    };
    kept = { numbering: store.numbering, answer };
    return answer;
  };
}
