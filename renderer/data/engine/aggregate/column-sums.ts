import type { ColumnScale } from '#renderer/data/engine/columns/column-store.ts';
import { unitsToText } from '#renderer/data/engine/columns/segment.ts';
import { add, type Decimal, rescale, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import { LIMB } from './sum-kernels.ts';

/**
 * Exact sums of one column by slot. Segments may carry a column at different scales: each scale has a lane of its own,
 * and lanes meet only when a sum is read. While a lane's total magnitude is within 2^53 its doubles are exact in any
 * order; beyond, each sum is kept in two limbs.
 */
export type ColumnSums = {
  readonly scale: number;
  readonly lanes: readonly Lane[];
  /** Rows of each slot whose value is absent, and unreadable; null where there is none at all. */
  absent: Float64Array | null;
  unreadable: Float64Array | null;
  /** Values that no lane carries, by slot. */
  readonly extra: Map<number, Scaled>;
};

type Lane = {
  readonly scale: number;
  /** The sums, or their upper limbs. */
  readonly sums: Float64Array;
  /** Lower limbs; null where the sums are safe without. */
  readonly lows: Float64Array | null;
};

export function createColumnSums(scales: readonly ColumnScale[], slotCount: number): ColumnSums {
  return {
    scale: scales.reduce((greatest, { scale }) => Math.max(greatest, scale), 0),
    lanes: scales.map(({ scale, magnitude }) => ({
      scale,
      sums: new Float64Array(slotCount),
      lows: magnitude <= Number.MAX_SAFE_INTEGER ? null : new Float64Array(slotCount),
    })),
    absent: null,
    unreadable: null,
    extra: new Map(),
  };
}

/** Adds the slots of each parent. Slot 0 belongs to nobody. */
export function rollUp(sums: ColumnSums, parentOf: Uint32Array, parentCount: number): ColumnSums {
  const roll = (values: Float64Array) => rollUpCounts(values, parentOf, parentCount);
  const extra = new Map<number, Scaled>();
  for (const [slot, value] of sums.extra) addExtra(extra, parentOf[slot] ?? 0, value);
  return {
    scale: sums.scale,
    lanes: sums.lanes.map(({ scale, sums: own, lows }) => ({
      scale,
      sums: roll(own),
      lows: lows === null ? null : roll(lows),
    })),
    absent: sums.absent === null ? null : roll(sums.absent),
    unreadable: sums.unreadable === null ? null : roll(sums.unreadable),
    extra,
  };
}

export function rollUpCounts(values: Float64Array, parentOf: Uint32Array, parentCount: number): Float64Array {
  const rolled = new Float64Array(parentCount);
  for (let slot = 1; slot < values.length; slot += 1) {
    const parent = parentOf[slot] ?? 0;
    rolled[parent] = (rolled[parent] ?? 0) + (values[slot] ?? 0);
  }
  return rolled;
}

export function addExtra(extra: Map<number, Scaled>, slot: number, value: Scaled): void {
  const known = extra.get(slot);
  extra.set(slot, known === undefined ? value : add(known, value));
}

/** The sum of a slot of `rows` rows; null where no value is readable. */
export function scaledOf(sums: ColumnSums, slot: number, rows: number): Scaled | null {
  if (readableOf(sums, slot, rows) === 0) return null;
  let total: Scaled = { units: 0n, scale: sums.scale };
  for (const { scale, sums: own, lows } of sums.lanes) {
    const units =
      lows === null
        ? BigInt(own[slot] ?? 0)
        : BigInt(own[slot] ?? 0) * BigInt(LIMB) + BigInt(lows[slot] ?? 0);
    total = add(total, { units, scale });
  }
  const more = sums.extra.get(slot);
  if (more === undefined) return total;
  const sum = add(total, more);
  return sum.scale >= sums.scale ? sum : rescale(sum, sums.scale);
}

/** Writes the sums of one column, slot after slot; `zero` is how 0 is written. */
export type DecimalReader = {
  readonly zero: Decimal;
  /** Null where no value is readable. */
  readonly at: (slot: number, rows: number) => Decimal | null;
};

export function decimalReader(sums: ColumnSums): DecimalReader {
  const zero = unitsToText(0, sums.scale, sums.scale) as Decimal;
  const lane = simpleLane(sums);
  const exact = (slot: number, rows: number): Decimal | null => {
    const scaled = scaledOf(sums, slot, rows);
    return scaled === null ? null : toDecimal(scaled);
  };
  if (lane === null) return { zero, at: exact };
  const { sums: units, scale } = lane;
  const { extra } = sums;
  return {
    zero,
    at: (slot, rows) => {
      if (extra.size > 0 && extra.has(slot)) return exact(slot, rows);
      if (readableOf(sums, slot, rows) === 0) return null;
      const own = units[slot] ?? 0;
      return own === 0 ? zero : (unitsToText(own, scale, scale) as Decimal);
    },
  };
}

/** Doubles that are the slots' sums, where they tell all of them: none is absent, unreadable or beyond them. */
export function sortableSums(sums: ColumnSums): Float64Array | null {
  if (sums.extra.size > 0 || sums.absent !== null || sums.unreadable !== null) return null;
  return simpleLane(sums)?.sums ?? null;
}

function simpleLane({ lanes }: ColumnSums): Lane | null {
  const [lane] = lanes;
  return lane !== undefined && lanes.length === 1 && lane.lows === null ? lane : null;
}

export function unreadableOf(sums: ColumnSums, slot: number): number {
  return sums.unreadable?.[slot] ?? 0;
}

function readableOf(sums: ColumnSums, slot: number, rows: number): number {
  // No segment carries the column.
  if (sums.lanes.length === 0) return 0;
  return rows - (sums.absent?.[slot] ?? 0) - unreadableOf(sums, slot);
}
