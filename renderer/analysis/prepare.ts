import { FILTER_COLUMNS, PERIOD_COLUMNS, SEARCH_COLUMNS } from '#shared/selection/selection.ts';
import { dayCodesOf } from './calendar/day-codes.ts';
import type { ColumnStore } from './rows/column-store.ts';
import { presetRows } from './selection/preset-rows.ts';
import type { Slices } from './slices.ts';
import { newestFirst } from './sorting/newest-first.ts';
import { textRanks } from './sorting/text-order.ts';
import { followersOf, markRows } from './sums/row-marks.ts';
import { foldAhead } from './texts/folded-texts.ts';

/**
 * What first questions would have to make before they can answer: done ahead, in moments in which nobody asks for
 * anything. Nothing here is an answer; whoever asks earlier makes it.
 */

/** Columns that screens group by besides those people filter by. */
const GROUPED = ['SKU Producto', 'Producto'];
/** The column whose many texts take longest to put in order. */
const LONGEST_ORDER = 'Orden';

export function* prepareQuestions(store: ColumnStore): Slices<undefined> {
  yield* markRows(store);
  yield* newestFirst(store);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    yield;
    followersOf(store, segment);
    presetRows(segment);
    for (const column of PERIOD_COLUMNS) {
      yield;
      dayCodesOf(segment, column);
    }
    for (const column of [...FILTER_COLUMNS, ...GROUPED]) {
      yield;
      store.dictionary(column).codesOf(index, segment);
    }
    for (const column of SEARCH_COLUMNS) {
      yield;
      foldAhead(store, segment, column);
    }
  }
  yield* textRanks(store, LONGEST_ORDER);
}
