import type { Period } from '#shared/selection/selection.ts';
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

/** Rows of two periods; each mask holds the rows of its own. */
export function comparedMembers(
  own: SelectionMask,
  ownPeriod: Period,
  compared: SelectionMask,
  comparedPeriod: Period,
): Members {
  const second = compared.mask.map((isSelected) => isSelected * 2);
  if (comparedPeriod.to >= ownPeriod.from) {
    return { periods: 2, layers: [...membersOf(own).layers, { of: second, rowsIn: compared.rowsIn }] };
  }
  for (let row = 0; row < second.length; row += 1) second[row] = (second[row] ?? 0) | (own.mask[row] ?? 0);
  const rowsIn = own.rowsIn.map((rows, index) => rows + (compared.rowsIn[index] ?? 0));
  return { periods: 2, layers: [{ of: second, rowsIn }] };
}
