import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type DecimalColumn,
  eachException,
  powerOfTen,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';

/** Exact sums by slot (an order, a settlement, a line) in whole units of one scale. */
export type UnitSums = {
  readonly add: (slot: number, units: number) => void;
  readonly addBig: (slot: number, units: bigint) => void;
  readonly of: (slot: number) => bigint;
  readonly isNothing: (slot: number) => boolean;
  /** Sums of their own that begin with these, of more slots or as many; a slot of some that were left out begins with nothing. */
  readonly goOn: (slots: number, isSafe: boolean, leftOut: Iterable<number>) => UnitSums;
};

/**
 * Doubles as far as they are exact, whole numbers of any length beyond.
 * @param isSafe no partial sum leaves what doubles hold exactly: nothing is looked at
 */
export function createUnitSums(slots: number, isSafe: boolean): UnitSums {
  return unitSumsOf(new Float64Array(slots), new Map(), isSafe);
}

function unitSumsOf(doubles: Float64Array, big: Map<number, bigint>, isSafe: boolean): UnitSums {
  const of = (slot: number): bigint =>
    BigInt(doubles[slot] ?? 0) + (big.size === 0 ? 0n : (big.get(slot) ?? 0n));
  const addBig = (slot: number, units: bigint): void => void big.set(slot, (big.get(slot) ?? 0n) + units);
  return {
    add: isSafe
      ? (slot, units) => {
          doubles[slot] = (doubles[slot] ?? 0) + units;
        }
      : (slot, units) => {
          const sum = (doubles[slot] ?? 0) + units;
          if (Number.isSafeInteger(sum)) doubles[slot] = sum;
          else addBig(slot, BigInt(units));
        },
    addBig,
    of,
    isNothing: (slot) => (big.size === 0 ? doubles[slot] === 0 : of(slot) === 0n),
    goOn(slots, areSafe, leftOut) {
      const own = new Float64Array(slots);
      own.set(doubles);
      const more = new Map(big);
      for (const slot of leftOut) {
        own[slot] = 0;
        more.delete(slot);
      }
      return unitSumsOf(own, more, areSafe);
    },
  };
}

/** The sum of one slot alone. */
export function createUnitSum(): { readonly add: (units: number) => void; readonly of: () => bigint } {
  const { add, of } = createUnitSums(1, false);
  return { add: (units) => add(0, units), of: () => of(0) };
}

/** The digits after the point that hold every value of a column, and whether doubles hold every sum at that scale. */
export function scaleFor(
  store: ColumnStore,
  column: string,
  least: number,
): { readonly scale: number; readonly isSafe: boolean } {
  let scale = least;
  for (const each of store.scalesOf(column)) scale = Math.max(scale, each.scale);
  for (const segment of store.segments) {
    const found = segment.columns.get(column);
    if (found?.kind !== 'decimal') continue;
    for (const meaning of found.exceptions.meanings) {
      if (meaning.kind === 'value') scale = Math.max(scale, meaning.value.scale);
    }
  }
  const reach = store
    .scalesOf(column)
    .reduce((all, each) => all + each.magnitude * powerOfTen(scale - each.scale), 0);
  return { scale, isSafe: reach <= Number.MAX_SAFE_INTEGER };
}

/** Adds each live row's value to the sums of the slot that `slotOf` names; negative: to none. */
export function addColumn(
  segment: StoredSegment,
  column: string,
  scale: number,
  sums: UnitSums,
  slotOf: (row: number) => number,
): void {
  const found = segment.columns.get(column);
  if (found?.kind !== 'decimal') return;
  const { rows, values } = found;
  const { isLive } = segment;
  const exact = 10n ** BigInt(scale - found.scale);
  const factor = Number(exact);
  const isPlain = found.magnitude * factor <= Number.MAX_SAFE_INTEGER;
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    const value = values[at] ?? 0;
    if (value === 0 || isLive[row] !== 1) continue;
    const slot = slotOf(row);
    if (slot < 0) continue;
    if (isPlain) sums.add(slot, value * factor);
    else sums.addBig(slot, BigInt(value) * exact);
  }
  addExceptions(found, segment, scale, sums, slotOf);
}

function addExceptions(
  { exceptions }: DecimalColumn,
  { isLive }: StoredSegment,
  scale: number,
  sums: UnitSums,
  slotOf: (row: number) => number,
): void {
  eachException(exceptions, (row, meaning) => {
    if (meaning.kind !== 'value' || isLive[row] !== 1) return;
    const slot = slotOf(row);
    const { units, scale: own } = meaning.value;
    if (slot >= 0) sums.addBig(slot, units * 10n ** BigInt(scale - own));
  });
}
