import { add, type Decimal, fromDecimal, type Scaled, subtract, ZERO } from '#shared/domain/decimal.ts';

/** A column of exact amounts, one a change, as small integers with their scales; what does not fit is kept apart. */
export type AmountColumn = {
  readonly push: (amount: Decimal | undefined) => void;
  /** Null: there was no readable value. */
  readonly at: (index: number) => Scaled | null;
  /** Units of a value that is a safe integer, at `scaleAt`; NaN for all others, 0 where there is none. */
  readonly unitsAt: (index: number) => number;
  readonly scaleAt: (index: number) => number;
};

export function createAmountColumn(): AmountColumn {
  const units: number[] = [];
  const scales: number[] = [];
  const absent = new Set<number>();
  const large = new Map<number, Scaled>();
  return {
    push(amount) {
      const index = units.length;
      if (amount === undefined) {
        absent.add(index);
        units.push(0);
        scales.push(0);
        return;
      }
      const value = fromDecimal(amount);
      const asNumber = Number(value.units);
      const fits = Number.isSafeInteger(asNumber);
      if (!fits) large.set(index, value);
      units.push(fits ? asNumber : Number.NaN);
      scales.push(value.scale);
    },
    at(index) {
      if (absent.has(index)) return null;
      return large.get(index) ?? { units: BigInt(units[index] ?? 0), scale: scales[index] ?? 0 };
    },
    unitsAt: (index) => units[index] ?? 0,
    scaleAt: (index) => scales[index] ?? 0,
  };
}

/** An exact sum that takes many values: plain integers while they are safe. */
export function createExactSum() {
  const small: number[] = [];
  let rest: Scaled = ZERO;
  return {
    add(column: AmountColumn, index: number): void {
      const units = column.unitsAt(index);
      const scale = column.scaleAt(index);
      const sum = (small[scale] ?? 0) + units;
      if (Number.isSafeInteger(sum)) small[scale] = sum;
      else rest = add(rest, column.at(index) ?? ZERO);
    },
    total: (): Scaled => small.reduce((sum, units, scale) => add(sum, { units: BigInt(units), scale }), rest),
  };
}

/** after − before, either of them 0 where there is none. */
export function differenceOf(before: Scaled | null, after: Scaled | null): Scaled {
  return subtract(after ?? ZERO, before ?? ZERO);
}
