import { type ColumnSums, scaledOf } from '#renderer/data/engine/aggregate/column-sums.ts';
import type { GroupedSums } from '#renderer/data/engine/aggregate/grouped-sums.ts';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import { rescale } from '#shared/domain/decimal.ts';

/** Exact sums of some columns, each added or subtracted, by slot: whole units of 10^-scale. */
export type ExactSums = {
  readonly scale: number;
  /** The same as doubles, where they are exact. */
  readonly doubles: Float64Array | null;
  readonly of: (slot: number) => bigint;
};

/** Columns that are not there count as nothing. Doubles as far as they are exact, which they nearly always are. */
export function exactSums(
  all: GroupedSums,
  adds: readonly string[],
  takes: readonly string[],
  scale: number,
): ExactSums {
  const parts = [...signed(all, adds, 1), ...signed(all, takes, -1)];
  const doubles = new Float64Array(all.slotCount);
  let greatest = 0;
  for (const { sums, sign } of parts) {
    if (sums.extra.size > 0) return slowly(all, parts, scale);
    for (const lane of sums.lanes) {
      const factor = powerOfTen(scale - lane.scale);
      let most = 0;
      for (const units of lane.sums) most = Math.max(most, Math.abs(units));
      greatest += most * factor;
      if (lane.lows !== null || greatest > Number.MAX_SAFE_INTEGER) return slowly(all, parts, scale);
      for (let slot = 1; slot < doubles.length; slot += 1) {
        doubles[slot] = (doubles[slot] ?? 0) + sign * factor * (lane.sums[slot] ?? 0);
      }
    }
  }
  return { scale, doubles, of: (slot) => BigInt(doubles[slot] ?? 0) };
}

type Signed = { readonly sums: ColumnSums; readonly sign: 1 | -1 };

function signed(all: GroupedSums, columns: readonly string[], sign: 1 | -1): readonly Signed[] {
  return columns.flatMap((column) => {
    const sums = all.sums.get(column);
    return sums === undefined ? [] : [{ sums, sign }];
  });
}

function slowly(all: GroupedSums, parts: readonly Signed[], scale: number): ExactSums {
  return {
    scale,
    doubles: null,
    of: (slot) => {
      let sum = 0n;
      for (const { sums, sign } of parts) {
        const value = scaledOf(sums, slot, all.rows[slot] ?? 0);
        if (value !== null) sum += BigInt(sign) * rescale(value, scale).units;
      }
      return sum;
    },
  };
}

/** The digits after the point that hold every sum of some columns. */
export function scaleOf(all: GroupedSums, columns: readonly string[]): number {
  let scale = 0;
  for (const column of columns) {
    const sums = all.sums.get(column);
    if (sums === undefined) continue;
    scale = Math.max(scale, sums.scale);
    for (const value of sums.extra.values()) scale = Math.max(scale, value.scale);
  }
  return scale;
}
