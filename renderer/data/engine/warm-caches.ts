import type { Task } from '#shared/base/tasks.ts';
import { FILTER_COLUMNS, PERIOD_COLUMNS, SEARCH_COLUMNS } from '#shared/domain/selection.ts';
import { followersOf, markRows } from './aggregate/row-flags.ts';
import { dayCodesOf } from './columns/calendar.ts';
import type { ColumnStore } from './columns/column-store.ts';
import { condenseRows } from './cubes/cube-store.ts';
import { presetRows } from './filter/code-conditions.ts';
import { foldAhead } from './filter/folded-texts.ts';
import { newestFirst } from './sort/line-order.ts';
import { textRanks } from './sort/text-order.ts';

/** Columns that screens group by besides those people filter by. */
const GROUPED = ['SKU Producto', 'Producto'];

/** The column whose many texts take longest to put in order. */
const LONGEST_ORDER = 'Orden';

/** Makes ahead what first questions would have to make before they can answer. Whoever asks earlier makes it. */
export function* warmCaches(store: ColumnStore): Task<undefined> {
  yield* markRows(store);
  yield* condenseRows(store);
  yield* newestFirst(store);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    yield;
    followersOf(segment);
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
