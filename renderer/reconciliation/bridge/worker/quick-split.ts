import { volumeOf } from '#renderer/reconciliation/bridge/model/bridge.ts';

/**
 * `splitItem` of renderer/reconciliation/bridge/model/bridge.ts in doubles, for as long as they are exact: a test holds one against the other.
 * `was` and `is` are the components' amounts before and after; volume, mix and the components are written into `out`.
 * False where a double would not do: nothing is to be read of `out` then.
 */
export function splitQuickly(
  was: Float64Array,
  is: Float64Array,
  unitsBefore: number,
  unitsAfter: number,
  all: readonly [bigint, bigint],
  out: Float64Array,
): boolean {
  const count = was.length;
  let profitBefore = 0;
  let profitAfter = 0;
  let greatest = 0;
  for (let at = 0; at < count; at += 1) {
    const [one, other] = [was[at] ?? 0, is[at] ?? 0];
    profitBefore += one;
    profitAfter += other;
    greatest += Math.abs(one) + Math.abs(other);
  }
  const before = Math.max(unitsBefore, 0);
  const after = Math.max(unitsAfter, 0);
  // No product below is larger.
  if (2 * greatest * Math.max(before, after, 1) * (before + after + 1) > LARGEST) return false;
  let quantity = 0;
  let volume = 0;
  if (before === 0 || after === 0) {
    const sign = before === 0 ? (after === 0 ? 0 : 1) : -1;
    const [of, over] = before === 0 ? [profitAfter, after] : [profitBefore, before];
    quantity = sign * of;
    for (let at = 0; at < count; at += 1) {
      const [one, other] = [was[at] ?? 0, is[at] ?? 0];
      out[at + 2] = sign === 0 ? other - one : sign === 1 ? -one : other;
    }
    if (quantity !== 0) volume = volumeInDoubles(quantity, of, over, before, after, all);
  } else {
    const over = 2 * before * after;
    const of = profitBefore * after + profitAfter * before;
    let lost = takeDown(out, 1, (after - before) * of, over);
    for (let at = 0; at < count; at += 1) {
      const changed = (is[at] ?? 0) * before - (was[at] ?? 0) * after;
      lost += takeDown(out, at + 2, (before + after) * changed, over);
    }
    if (lost > 0) giveBack(out, count + 2, lost / over);
    quantity = out[1] ?? 0;
    if (of !== 0) volume = volumeInDoubles(quantity, of, over, before, after, all);
  }
  out[0] = volume;
  out[1] = quantity - volume;
  // In a whole that grew a thousandfold, what an item would have sold is beyond what it brought.
  return Math.abs(volume) <= LARGEST;
}

const LARGEST = 2 ** 52;

/** The remainders of the item that is split. */
const remainders = new Float64Array(32);

/** Writes a fraction rounded down, and returns what it lost, over the same denominator. */
function takeDown(out: Float64Array, place: number, numerator: number, over: number): number {
  let remainder = numerator % over;
  if (remainder < 0) remainder += over;
  remainders[place] = remainder;
  out[place] = (numerator - remainder) / over;
  return remainder;
}

/** One each to the `missing` places from 1 on that lost most, the first of equals first. */
function giveBack(out: Float64Array, end: number, missing: number): void {
  for (let given = 0; given < missing; given += 1) {
    let most = 1;
    for (let place = 2; place < end; place += 1) {
      if ((remainders[place] ?? 0) > (remainders[most] ?? 0)) most = place;
    }
    remainders[most] = -1;
    out[most] = (out[most] ?? 0) + 1;
  }
}

function volumeInDoubles(
  quantity: number,
  of: number,
  over: number,
  before: number,
  after: number,
  all: readonly [bigint, bigint],
): number {
  const units = [BigInt(before), BigInt(after)] as const;
  return Number(volumeOf(BigInt(quantity), { of: BigInt(of), over: BigInt(over) }, units, all));
}
