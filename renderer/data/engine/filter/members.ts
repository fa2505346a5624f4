import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { SelectionMask } from './selection-mask.ts';

/**
 * Which rows take part in a pass, and for which period: 0 not, 1 for the selection's own, 2 for the compared one. A
 * row that counts for both (a period longer than the year it is held against) needs a second layer.
 */
export type Members = { readonly periods: 1 | 2; readonly layers: readonly MemberLayer[] };

export type MemberLayer = {
  /** One byte a row over all segments. */
  readonly of: Uint8Array;
  /** Members in each segment, by its place. */
  readonly rowsIn: Uint32Array;
};

export function membersOf({ mask, rowsIn }: Omit<SelectionMask, 'rows'>): Members {
  return { periods: 1, layers: [{ of: mask, rowsIn }] };
}

/** Rows of two periods; each mask holds the rows of its own. Segments that hold none are passed over. */
export function comparedMembers(
  segments: readonly StoredSegment[],
  own: SelectionMask,
  ownPeriod: Period,
  compared: SelectionMask,
  comparedPeriod: Period,
): Members {
  const areApart = comparedPeriod.to < ownPeriod.from;
  const second = new Uint8Array(compared.mask.length);
  for (const [index, { base, rowCount }] of segments.entries()) {
    const end = base + rowCount;
    if ((compared.rowsIn[index] ?? 0) > 0) {
      putTwice(second.subarray(base, end), compared.mask.subarray(base, end));
    }
    if (areApart && (own.rowsIn[index] ?? 0) > 0) {
      putOnce(second.subarray(base, end), own.mask.subarray(base, end));
    }
  }
  if (!areApart) {
    return { periods: 2, layers: [...membersOf(own).layers, { of: second, rowsIn: compared.rowsIn }] };
  }
  const rowsIn = own.rowsIn.map((rows, index) => rows + (compared.rowsIn[index] ?? 0));
  return { periods: 2, layers: [{ of: second, rowsIn }] };
}

function putTwice(into: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = (mask[row] ?? 0) << 1;
}

function putOnce(into: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < into.length; row += 1) into[row] = (into[row] ?? 0) | (mask[row] ?? 0);
}
