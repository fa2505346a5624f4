/**
 * Texts that mean one thing by one convention and another by the other (1.234; 03/04/2026): which convention holds is judged
 * over a whole column, never text by text.
 */

/** The meanings of a text by each convention; undefined where it means nothing by it. */
export type Readings<C extends string, T> = { readonly [convention in C]: T | undefined };

/**
 * `none`: no text needs a convention. `unclear`: some text means two things, and no other says which. `mixed`: some texts
 * are only of one convention, others only of the other.
 */
export type Convention<C extends string> = C | 'none' | 'unclear' | 'mixed';

export type ColumnReading<C extends string> = {
  readonly add: (readings: Readings<C, unknown>, isSame: boolean) => void;
  readonly convention: () => Convention<C>;
};

/** Adds up what the texts of a column say of its convention. */
export function createColumnReading<C extends string>([first, second]: readonly [C, C]): ColumnReading<C> {
  let [firstOnly, secondOnly, differing] = [0, 0, 0];
  return {
    add(readings, isSame) {
      const [isFirst, isSecond] = [readings[first] !== undefined, readings[second] !== undefined];
      if (isFirst && !isSecond) firstOnly += 1;
      if (isSecond && !isFirst) secondOnly += 1;
      if (isFirst && isSecond && !isSame) differing += 1;
    },
    convention() {
      if (firstOnly > 0 && secondOnly > 0) return 'mixed';
      if (firstOnly > 0) return first;
      if (secondOnly > 0) return second;
      return differing > 0 ? 'unclear' : 'none';
    },
  };
}

/**
 * The meaning of a text once its column is judged; `unclear`: it means two things, and the column does not say which.
 * Undefined: nothing by the column's convention.
 */
export function readBy<C extends string, T>(
  readings: Readings<C, T>,
  convention: Convention<C>,
  isSame: (left: T, right: T) => boolean,
): T | 'unclear' | undefined {
  const [one, other] = Object.values<T | undefined>(readings);
  switch (convention) {
    case 'none':
    case 'unclear':
    case 'mixed':
      if (one === undefined || other === undefined) return one ?? other;
      return isSame(one, other) ? one : 'unclear';
    default:
      return readings[convention];
  }
}
