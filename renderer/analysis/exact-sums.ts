import { add, type Decimal, rescale, type Scaled, toDecimal } from '#shared/decimal.ts';
import type { ColumnStore, StoredSegment } from './column-store.ts';
import { type DecimalColumn, powerOfTen } from './segment.ts';

/**
 * Exact sums of a column over the selected rows, by group. While the column's total magnitude stays within 2^53
 * doubles are exact in any order; beyond it units are added as BigInt.
 */
export type GroupSums = {
  /** Null for a group without a readable value. */
  readonly sumOf: (group: number) => Decimal | null;
  /** The same as a number with its scale. */
  readonly scaledOf: (group: number) => Scaled | null;
  readonly unreadableOf: (group: number) => number;
};

/** Which rows count, and in which group each is. `groupOf` null: everything is group 0. */
export type RowGroups = {
  readonly mask: Uint8Array;
  /** Group by row number over all segments. */
  readonly groupOf: Uint32Array | null;
  readonly groupCount: number;
  /** Rows of each group, where somebody has counted them. */
  readonly rowCounts?: Uint32Array;
};

export function sumColumn(store: ColumnStore, column: string, groups: RowGroups): GroupSums {
  const parts: { readonly segment: StoredSegment; readonly column: DecimalColumn }[] = [];
  for (const segment of store.segments) {
    const found = segment.columns.get(column);
    if (found?.kind === 'decimal') parts.push({ segment, column: found });
  }
  const scale = parts.reduce((greatest, part) => Math.max(greatest, part.column.scale), 0);
  const magnitude = parts.reduce(
    (sum, part) => sum + part.column.magnitude * powerOfTen(scale - part.column.scale),
    0,
  );
  const { groupCount } = groups;
  const counted = parts.length === store.segments.length ? groups.rowCounts : undefined;
  const readable = counted?.slice() ?? new Uint32Array(groupCount);
  const unreadable = new Uint32Array(groupCount);
  const extra = new Map<number, Scaled>();
  const isSafe = magnitude <= Number.MAX_SAFE_INTEGER;
  const small = new Float64Array(isSafe ? groupCount : 0);
  const large: bigint[] = isSafe ? [] : new Array<bigint>(groupCount).fill(0n);

  for (const { segment, column: part } of parts) {
    const mask = groups.mask.subarray(segment.base, segment.base + segment.rowCount);
    const groupOf =
      groups.groupOf === null ? null : groups.groupOf.subarray(segment.base, segment.base + segment.rowCount);
    if (counted === undefined) countRows(mask, groupOf, readable);
    if (isSafe) addSmall(part, mask, groupOf, powerOfTen(scale - part.scale), small);
    else addLarge(part, mask, groupOf, 10n ** BigInt(scale - part.scale), large);
    const { rows, codes, meanings } = part.exceptions;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      if (mask[row] !== 1) continue;
      const group = groupOf === null ? 0 : (groupOf[row] ?? 0);
      const meaning = meanings[codes[at] ?? 0];
      if (meaning?.kind === 'value') {
        const known = extra.get(group);
        extra.set(group, known === undefined ? meaning.value : add(known, meaning.value));
      } else {
        readable[group] = (readable[group] ?? 0) - 1;
        if (meaning?.kind === 'unreadable') unreadable[group] = (unreadable[group] ?? 0) + 1;
      }
    }
  }

  const scaledOf = (group: number): Scaled | null => {
    if ((readable[group] ?? 0) === 0) return null;
    const units = isSafe ? BigInt(small[group] ?? 0) : (large[group] ?? 0n);
    const more = extra.get(group);
    const sum: Scaled = { units, scale };
    return more === undefined ? sum : atLeastScale(add(sum, more), scale);
  };
  return {
    scaledOf,
    sumOf: (group) => {
      const sum = scaledOf(group);
      return sum === null ? null : toDecimal(sum);
    },
    unreadableOf: (group) => unreadable[group] ?? 0,
  };
}

function atLeastScale(value: Scaled, scale: number): Scaled {
  return value.scale >= scale ? value : rescale(value, scale);
}

/** Adds the number of selected rows of each group. */
function countRows(mask: Uint8Array, groupOf: Uint32Array | null, counts: Uint32Array): void {
  if (groupOf === null) {
    let count = 0;
    for (let row = 0; row < mask.length; row += 1) count += mask[row] ?? 0;
    counts[0] = (counts[0] ?? 0) + count;
    return;
  }
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1) {
      const group = groupOf[row] ?? 0;
      counts[group] = (counts[group] ?? 0) + 1;
    }
  }
}

function addSmall(
  column: DecimalColumn,
  mask: Uint8Array,
  groupOf: Uint32Array | null,
  factor: number,
  sums: Float64Array,
): void {
  const { rows, values } = column;
  if (groupOf === null) {
    let sum = 0;
    if (rows === null) {
      for (let row = 0; row < values.length; row += 1) if (mask[row] === 1) sum += values[row] ?? 0;
    } else {
      for (let at = 0; at < rows.length; at += 1) if (mask[rows[at] ?? 0] === 1) sum += values[at] ?? 0;
    }
    sums[0] = (sums[0] ?? 0) + sum * factor;
    return;
  }
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    if (mask[row] === 1) {
      const group = groupOf[row] ?? 0;
      sums[group] = (sums[group] ?? 0) + (values[at] ?? 0) * factor;
    }
  }
}

function addLarge(
  column: DecimalColumn,
  mask: Uint8Array,
  groupOf: Uint32Array | null,
  factor: bigint,
  sums: bigint[],
): void {
  const { rows, values } = column;
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    if (mask[row] === 1) {
      const group = groupOf === null ? 0 : (groupOf[row] ?? 0);
      sums[group] = (sums[group] ?? 0n) + BigInt(values[at] ?? 0) * factor;
    }
  }
}
