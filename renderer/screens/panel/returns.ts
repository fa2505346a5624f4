import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';

/** How much of what was sold came back, by channel and product: units of returned rows by all units. Pure. */

export type Returned = {
  readonly returnedUnits: Decimal;
  readonly units: Decimal | undefined;
  /** In percent, six places; null where there are no units, or they are of no sale. */
  readonly ratePercent: Decimal | null;
};

const NONE = '0' as Decimal;

export function returnsOf(all: Decimal | undefined, returned: Decimal | undefined): Returned {
  const returnedUnits = returned ?? NONE;
  return { returnedUnits, units: all, ratePercent: rateOf(returnedUnits, all, 6) };
}

/** By channel, and by account within it: what of it came back. */
export function returnsByChannel(returned: Groups): (channel: string, account: string | null) => Decimal {
  const units = new Map<string, Decimal>();
  const keyOf = (channel: string, account: string | null) => JSON.stringify([channel, account]);
  const keep = (channel: string, account: string | null, { totals }: Group) => {
    units.set(keyOf(channel, account), totals.sums.Unidades ?? NONE);
  };
  for (const group of returned.groups) {
    keep(group.value, null, group);
    for (const within of group.groups ?? []) keep(group.value, within.value, within);
  }
  return (channel, account) => units.get(keyOf(channel, account)) ?? NONE;
}

export type ReturnedProduct = Returned & { readonly sku: string; readonly caption: string | null };

/**
 * The products that most came back of, in the order of the answer; those of which nothing did are none.
 * @param units the same products by all their units
 */
export function returnedProducts(
  returned: readonly Group[],
  units: readonly Group[],
): readonly ReturnedProduct[] {
  const all = new Map(units.map(({ value, totals }) => [value, totals.sums.Unidades]));
  return returned
    .filter(({ totals }) => fromDecimal(totals.sums.Unidades ?? NONE).units > 0n)
    .map(({ value, caption, totals }) => ({
      sku: value,
      caption,
      ...returnsOf(all.get(value), totals.sums.Unidades),
    }));
}
