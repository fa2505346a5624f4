import { localFromMs, localToMs, monthOf, shiftMonth, startOfMonth } from '#shared/dates.ts';
import { compare, fromDecimal } from '#shared/decimal.ts';
import type { Dimension, Group } from '../link/data-contract.ts';
import type { ColumnStore } from './column-store.ts';
import type { RowGroups } from './exact-sums.ts';
import { compareTexts } from './fold.ts';
import { rowCode } from './global-dictionary.ts';
import { totalsOfGroups } from './totals.ts';

/** What rows that belong to no product carry as SKU (spec 2.2, marketplace rows): no product explains them. */
const NO_SKU: readonly string[] = ['', 'Sin SKU'];

/** The groups of a dimension. Months in time's order; others by Ventas, greatest first, then by value. */
export function groupRows(
  store: ColumnStore,
  mask: Uint8Array,
  dimension: Dimension,
  columns: readonly string[],
): readonly Group[] {
  const { values, groups } = dimension === 'month' ? byMonth(store, mask) : byText(store, mask, dimension);
  const totals = totalsOfGroups(store, columns, groups);
  const captions = dimension === 'SKU Producto' ? productCaptions(store, groups) : null;
  const made = totals.map((groupTotals, group): Group => {
    const value = values[group] ?? '';
    const caption = NO_SKU.includes(value) ? null : (captions?.[group] ?? null);
    return { value, caption, totals: groupTotals };
  });
  return dimension === 'month'
    ? made.sort((a, b) => (a.value < b.value ? -1 : 1))
    : made.sort((a, b) => compareVentas(b, a) || compareTexts(a.value, b.value));
}

function compareVentas(left: Group, right: Group): number {
  const a = left.totals.sums.Ventas;
  const b = right.totals.sums.Ventas;
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  return compare(fromDecimal(a), fromDecimal(b));
}

type Grouped = { readonly values: readonly string[]; readonly groups: RowGroups };

/** Numbers the keys (small integers) that selected rows carry, in order of appearance. */
function numberKeys(store: ColumnStore, mask: Uint8Array, keyCount: number) {
  const groupOf = new Uint32Array(store.rowSpan);
  const groupOfKey = new Int32Array(keyCount).fill(-1);
  const keys: number[] = [];
  return {
    put(row: number, key: number) {
      let group = groupOfKey[key] ?? -1;
      if (group < 0) {
        group = keys.length;
        groupOfKey[key] = group;
        keys.push(key);
      }
      groupOf[row] = group;
    },
    finish: (textOf: (key: number) => string): Grouped => ({
      values: keys.map(textOf),
      groups: { mask, groupOf, groupCount: keys.length },
    }),
  };
}

function byText(store: ColumnStore, mask: Uint8Array, column: string): Grouped {
  const dictionary = store.dictionary(column);
  for (const [index, segment] of store.segments.entries()) dictionary.codesOf(index, segment);
  const numbered = numberKeys(store, mask, dictionary.texts.length);
  for (const [index, segment] of store.segments.entries()) {
    const codes = dictionary.codesOf(index, segment);
    for (let at = 0; at < segment.rowCount; at += 1) {
      const row = segment.base + at;
      if (mask[row] === 1) numbered.put(row, rowCode(codes, at));
    }
  }
  return numbered.finish((code) => dictionary.texts[code] ?? '');
}

/** The key of rows without a readable purchase date. */
const NO_MONTH = 0;
/** Months are numbered from year 0 on. */
const MONTH_KEYS = 12 * 10_000 + 1;

function byMonth(store: ColumnStore, mask: Uint8Array): Grouped {
  const numbered = numberKeys(store, mask, MONTH_KEYS);
  // Rows of one month mostly stand together: its bounds are kept from row to row.
  let from = Number.NaN;
  let to = Number.NaN;
  let current = NO_MONTH;
  for (const segment of store.segments) {
    for (let at = 0; at < segment.rowCount; at += 1) {
      const row = segment.base + at;
      if (mask[row] !== 1) continue;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (Number.isNaN(ms)) {
        numbered.put(row, NO_MONTH);
        continue;
      }
      if (!(ms >= from && ms < to)) {
        const month = monthOf(localFromMs(ms));
        from = localToMs(startOfMonth(month));
        to = localToMs(startOfMonth(shiftMonth(month, 1)));
        current = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
      }
      numbered.put(row, current);
    }
  }
  return numbered.finish((key) => (key === NO_MONTH ? '' : monthText(key)));
}

function monthText(key: number): string {
  const year = Math.floor((key - 1) / 12);
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(key - year * 12, 2)}`;
}

/** The product of the newest purchase of each group. */
function productCaptions(
  store: ColumnStore,
  { mask, groupOf, groupCount }: RowGroups,
): readonly (string | null)[] {
  const newest = new Float64Array(groupCount).fill(Number.NEGATIVE_INFINITY);
  const rowOf = new Int32Array(groupCount).fill(-1);
  for (const segment of store.segments) {
    for (let at = 0; at < segment.rowCount; at += 1) {
      const row = segment.base + at;
      if (mask[row] !== 1) continue;
      const group = groupOf?.[row] ?? 0;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (rowOf[group] === -1 || ms > (newest[group] ?? 0)) {
        rowOf[group] = row;
        if (!Number.isNaN(ms)) newest[group] = ms;
      }
    }
  }
  return Array.from(rowOf, (row) => (row < 0 ? null : store.cell(row, 'Producto') || null));
}
