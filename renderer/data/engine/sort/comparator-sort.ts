import type { SortOrder } from '#renderer/data/api.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { cellAt, meaningAt } from '#renderer/data/engine/columns/segment.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { compare, type Scaled } from '#shared/domain/decimal.ts';
import { dateKey } from './row-keys.ts';
import { UNREADABLE_KEY } from './sort-keys.ts';

/**
 * The rows of one order, in the order that the table has them: compared with each other, so that nothing is made that
 * is as long as the whole copy.
 */
export function sortByComparator(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  const compared = Array.from(rows, (row) => ({
    row,
    bought: boughtKey(store, row),
    value: sort === null ? ABSENT : cellValue(store, row, sort.column),
  }));
  const sign = sort?.direction === 'descending' ? -1 : 1;
  compared.sort(
    (a, b) => compareValues(a.value, b.value, sign) || compareKeys(a.bought, b.bought) || a.row - b.row,
  );
  return Uint32Array.from(compared, ({ row }) => row);
}

/** Newest first; rows without a readable date last, as in newest-first.ts. */
function boughtKey(store: ColumnStore, row: number): number {
  const segment = store.segmentOf(row);
  const key = dateKey(segment, 'Fecha de compra', row - segment.base);
  return key < UNREADABLE_KEY ? 0 - key : key;
}

function compareKeys(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A number (a date as its milliseconds), a text, or why there is none: those come last, whatever the direction. */
type Value =
  | { readonly standing: 0; readonly number: Scaled; readonly text: null }
  | { readonly standing: 0; readonly number: null; readonly text: string }
  | { readonly standing: 1 | 2 };

const ABSENT: Value = { standing: 2 };

function cellValue(store: ColumnStore, row: number, column: string): Value {
  const segment = store.segmentOf(row);
  const found = segment.columns.get(column);
  if (found === undefined) return ABSENT;
  if (found.kind === 'text') {
    const text = cellAt(found, row - segment.base) ?? '';
    return text === '' ? ABSENT : { standing: 0, number: null, text };
  }
  const meaning = meaningAt(found, row - segment.base);
  if (meaning.kind === 'value') return { standing: 0, number: meaning.value, text: null };
  return { standing: meaning.kind === 'unreadable' ? 1 : 2 };
}

function compareValues(a: Value, b: Value, sign: number): number {
  if (a.standing !== 0 || b.standing !== 0) return a.standing - b.standing;
  if (a.number !== null && b.number !== null) return sign * compare(a.number, b.number);
  return sign * compareTexts(a.text ?? '', b.text ?? '');
}
