/**
 * Least-cost assignment of one side's lines to another's: which pairs to make where several could be made. Shortest
 * augmenting paths with potentials (the Hungarian method as Jonker and Volgenant do it), exact over whole costs.
 */

/** The cost of two lines that may not be, whatever the others do. */
export const IMPOSSIBLE = Number.POSITIVE_INFINITY;

/** More lines a side are not assigned: it takes as long as their number to the third. */
export const MAX_ASSIGNED = 400;

/**
 * The pairs, as places [left, right], ascending by left: as many as are possible, and of those the ones that cost least
 * together. Costs are whole numbers from 0, or IMPOSSIBLE.
 */
export function assign(costs: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const rights = costs[0]?.length ?? 0;
  const size = Math.max(costs.length, rights);
  const dear =
    1 + costs.flat().reduce((most, cost) => (cost === IMPOSSIBLE ? most : Math.max(most, cost)), 0) * size;
  // One that is not possible, or no line at all, costs more than any pairs together: as few as can be are taken.
  const costOf = (left: number, right: number): number => {
    const cost = costs[left]?.[right] ?? IMPOSSIBLE;
    return cost === IMPOSSIBLE ? dear : cost;
  };
  const partners = leastCost(size, costOf);
  const pairs: [number, number][] = [];
  for (let right = 0; right < rights; right += 1) {
    const left = partners[right] ?? -1;
    if ((costs[left]?.[right] ?? IMPOSSIBLE) !== IMPOSSIBLE) pairs.push([left, right]);
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** For each column of a square the row that it is given. Long, for it is one algorithm whose loops share its potentials. */
function leastCost(size: number, costOf: (row: number, column: number) => number): Int32Array {
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  // Rows and columns count from 1; 0 stands for the row that looks for a place.
  const rowOf = new Int32Array(size + 1);
  const cameFrom = new Int32Array(size + 1);
  for (let row = 1; row <= size; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(size + 1);
    do {
      isDone[column] = 1;
      const current = rowOf[column] as number;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= size; other += 1) {
        if (isDone[other] === 1) continue;
        const reduced =
          costOf(current - 1, other - 1) -
          (rowPotential[current] as number) -
          (columnPotential[other] as number);
        if (reduced < (least[other] as number)) {
          least[other] = reduced;
          cameFrom[other] = column;
        }
        if ((least[other] as number) < step) {
          step = least[other] as number;
          next = other;
        }
      }
      for (let other = 0; other <= size; other += 1) {
        if (isDone[other] === 1) {
          rowPotential[rowOf[other] as number] = (rowPotential[rowOf[other] as number] as number) + step;
          columnPotential[other] = (columnPotential[other] as number) - step;
        } else least[other] = (least[other] as number) - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column] as number;
      rowOf[column] = rowOf[before] as number;
      column = before;
    }
  }
  return rowOf.slice(1).map((row) => row - 1);
}
