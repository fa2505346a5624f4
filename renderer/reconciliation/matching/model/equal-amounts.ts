import { assign, IMPOSSIBLE, MAX_ASSIGNED } from './assignment.ts';

/** Lines and orders of one amount: which must belong together, whatever else is so. */

export type Sides = { readonly lines: readonly number[]; readonly orders: readonly number[] };

export type EqualOnes = Sides & {
  readonly mayBe: (line: number, order: number) => boolean;
  /** Whether two lines say the same in every field. */
  readonly areAlike: (line: number, other: number) => boolean;
};

/**
 * `sure`: as many lines as orders, of which every line needs one. Several of them together where nothing tells which is
 * whose: they are of one amount, so that whatever way they are paired comes to the same. `left`: what could be paired in
 * ways that do not come to the same, since some order would be left, or some line.
 */
export function pairEqualOnes(ones: EqualOnes): { readonly sure: Sides[]; readonly left: Sides[] } {
  const sure: Sides[] = [];
  const left: Sides[] = [];
  for (const part of partsOf(ones)) {
    const { lines, orders } = part;
    const [first = -1] = lines;
    if (Math.max(lines.length, orders.length) > MAX_ASSIGNED) left.push(part);
    else if (lines.length === orders.length && hasPairs(part, ones)) sure.push(...forcedPairs(part, ones));
    // Of lines that are alike it is the same which are taken; the others are there once too often.
    else if (lines.length > orders.length && lines.every((line) => ones.areAlike(first, line))) {
      const taken = lines.slice(0, orders.length);
      sure.push({ lines: taken, orders });
    } else left.push(part);
  }
  return { sure, left };
}

/** Lines and orders that may be each other's, directly or over others. Orders that may be nobody's are in none. */
function partsOf({ lines, orders, mayBe }: EqualOnes): readonly Sides[] {
  const [freeLines, freeOrders] = [new Set(lines), new Set(orders)];
  const parts: Sides[] = [];
  for (const start of lines) {
    if (!freeLines.delete(start)) continue;
    const own = [start];
    const others: number[] = [];
    for (const line of own) {
      for (const order of freeOrders) {
        if (!mayBe(line, order)) continue;
        freeOrders.delete(order);
        others.push(order);
        for (const next of freeLines) {
          if (!mayBe(next, order)) continue;
          freeLines.delete(next);
          own.push(next);
        }
      }
    }
    if (others.length > 0) parts.push({ lines: ascending(own), orders: ascending(others) });
  }
  return parts;
}

const ascending = (places: readonly number[]): readonly number[] => places.toSorted((a, b) => a - b);

/** Whether every line gets an order of its own. */
function hasPairs({ lines, orders }: Sides, { mayBe }: EqualOnes): boolean {
  const costs = lines.map((line) => orders.map((order) => (mayBe(line, order) ? 0 : IMPOSSIBLE)));
  return assign(costs).length === lines.length;
}

/** Pairs of which one side has no other choice, until none is left; then what remains, as one. */
function forcedPairs({ lines, orders }: Sides, { mayBe }: EqualOnes): readonly Sides[] {
  const [freeLines, freeOrders] = [new Set(lines), new Set(orders)];
  const pairs: Sides[] = [];
  const onlyOne = (places: ReadonlySet<number>, isIt: (place: number) => boolean): number | null => {
    const fitting = [...places].filter(isIt);
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  };
  const take = (line: number, order: number): void => {
    freeLines.delete(line);
    freeOrders.delete(order);
    pairs.push({ lines: [line], orders: [order] });
  };
  for (let before = -1; before !== pairs.length; ) {
    before = pairs.length;
    for (const line of [...freeLines]) {
      const order = onlyOne(freeOrders, (each) => mayBe(line, each));
      if (order !== null) take(line, order);
    }
    for (const order of [...freeOrders]) {
      const line = onlyOne(freeLines, (each) => mayBe(each, order));
      if (line !== null) take(line, order);
    }
  }
  return freeLines.size === 0 ? pairs : [...pairs, { lines: [...freeLines], orders: [...freeOrders] }];
}
